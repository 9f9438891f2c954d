/* th-view-link.c - keeps the two documents of a comparison synchronized
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-view-link.h"

#include "th-analysis-runner.h"
#include "th-event-filter.h"
#include "th-filter-state.h"
#include "th-lane-link.h"
#include "th-time.h"

enum
{
  PROP_0,
  PROP_ALIGNMENT,
  PROP_LINKED,
  N_PROPS
};

/* A document, and its state after the last change by the user or by the link.  A notification
 * that leaves this state unchanged is ignored. */
typedef struct
{
  ThViewLink    *link;
  ThSide         side;
  ThDocument    *document;    /* or NULL */
  GSignalGroup  *signals;
  gint64         view[2];     /* from, to */
  gint64         span[2];     /* both TH_TIME_NONE if none is selected */
  ThFilterState *filter;      /* NULL: not known */
  char          *lanes;       /* see th_lane_link_describe(); NULL: not known */
} Side;

struct _ThViewLink
{
  GObject          parent;

  ThTimeAlignment *alignment;
  gboolean         linked;
  gboolean         is_synced;   /* both documents have been synchronized */
  gboolean         is_sending;  /* the current changes were made by the link, not by the user */
  ThSide           leader;      /* the side that the user changed last */
  ThLaneNames     *names;       /* NULL: unknown or out of date */
  Side             sides[TH_N_SIDES];
};

G_DEFINE_FINAL_TYPE (ThViewLink, th_view_link, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

static Side *
get_other (Side *side)
{
  return &side->link->sides[th_side_get_other (side->side)];
}

/* --- the state of a document -------------------------------------------- */

/* The learn functions update the state of a side; they return FALSE if it has not changed. */

static gboolean
learn_view (Side *side)
{
  const ThView *view = th_document_get_view (side->document);
  gboolean differs = view->from != side->view[0] || view->to != side->view[1];

  side->view[0] = view->from;
  side->view[1] = view->to;
  return differs;
}

static gboolean
learn_span (Side *side)
{
  gint64 from, to;
  gboolean differs;

  if (!th_document_get_span (side->document, &from, &to))
    from = to = TH_TIME_NONE;
  differs = from != side->span[0] || to != side->span[1];
  side->span[0] = from;
  side->span[1] = to;
  return differs;
}

static gboolean
learn_filter (Side *side)
{
  ThFilterState *filter = th_event_filter_get_state (th_document_get_filter (side->document));

  if (side->filter != NULL && th_filter_state_equal (side->filter, filter))
    return FALSE;

  g_clear_pointer (&side->filter, th_filter_state_unref);
  side->filter = th_filter_state_ref (filter);
  return TRUE;
}

static gboolean
learn_lanes (Side *side)
{
  g_autofree char *lanes = th_lane_link_describe (side->document);

  if (g_strcmp0 (side->lanes, lanes) == 0)
    return FALSE;

  g_free (side->lanes);
  side->lanes = g_steal_pointer (&lanes);
  return TRUE;
}

/* --- from one side to the other ------------------------------------------- */

/* These functions do not update the state of the other side: that is done when its document
 * emits the signals of the change, which it may have adjusted. */

static gint64
convert (Side   *side,
         gint64  time)
{
  return th_time_alignment_convert (side->link->alignment, side->side, time);
}

static void
send_view (Side *side)
{
  const ThView *view = th_document_get_view (side->document);
  gint64 from = convert (side, view->from);

  side->link->is_sending = TRUE;
  th_document_set_view (get_other (side)->document, from,
                        th_time_add (from, th_time_between (view->from, view->to)));
  side->link->is_sending = FALSE;
}

static void
send_span (Side *side)
{
  side->link->is_sending = TRUE;
  th_document_select_span (get_other (side)->document, convert (side, side->span[0]),
                           convert (side, side->span[1]));
  side->link->is_sending = FALSE;
}

static void
send_time (Side *side)
{
  ThRef event = th_document_get_selected (side->document);
  gint64 time = th_ref_is_none (event)
                ? TH_TIME_NONE
                : th_recording_get_time (th_document_get_recording (side->document), event);

  th_document_set_linked_time (get_other (side)->document, convert (side, time));
}

static void
send_pointer (Side *side)
{
  th_document_set_linked_pointer (get_other (side)->document,
                                  convert (side, th_document_get_pointer_time (side->document)));
}

static void
send_filter (Side *side)
{
  ThDocument *other = get_other (side)->document;
  ThFilterState *filter = th_event_filter_get_state (th_document_get_filter (side->document));

  side->link->is_sending = TRUE;
  if (!th_filter_state_equal (filter, th_event_filter_get_state (th_document_get_filter (other))))
    th_event_filter_set_state (th_document_get_filter (other), filter);
  side->link->is_sending = FALSE;
}

static const ThLaneNames *
get_names (ThViewLink *self)
{
  if (self->names == NULL)
    self->names = th_lane_names_new (th_document_get_scene (self->sides[TH_SIDE_A].document),
                                     th_document_get_scene (self->sides[TH_SIDE_B].document));
  return self->names;
}

static void
send_lanes (Side *side)
{
  side->link->is_sending = TRUE;
  th_lane_link_copy (th_time_alignment_get_pair (side->link->alignment), side->side,
                     get_names (side->link));
  side->link->is_sending = FALSE;
}

/* --- synchronization -------------------------------------------------------- */

static gboolean
is_active (ThViewLink *self)
{
  return self->linked &&
         th_document_pair_is_loaded (th_time_alignment_get_pair (self->alignment));
}

static void
learn_all (Side *side)
{
  learn_view (side);
  learn_span (side);
  learn_filter (side);
  learn_lanes (side);
}

static void
send_times (ThViewLink *self)
{
  send_view (&self->sides[self->leader]);
  send_span (&self->sides[self->leader]);
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      send_time (&self->sides[i]);
      send_pointer (&self->sides[i]);
    }
}

/* Synchronizes the documents as soon as both are loaded. */
static void
bring_in_step (ThViewLink *self)
{
  Side *leader = &self->sides[self->leader];

  if (self->is_synced || !is_active (self))
    return;

  self->is_synced = TRUE;
  for (guint i = 0; i < TH_N_SIDES; i++)
    learn_all (&self->sides[i]);
  send_filter (leader);
  send_lanes (leader);
  send_times (self);
}

/* Whether a change on this side should be passed on.  Until both documents are loaded, it may be
 * part of loading. */
static gboolean
lead (Side *side)
{
  ThViewLink *self = side->link;

  if (self->is_sending ||
      !th_document_pair_is_loaded (th_time_alignment_get_pair (self->alignment)))
    return FALSE;

  self->leader = side->side;
  return self->is_synced;
}

/* --- changes by the user ---------------------------------------------------- */

static void
view_cb (Side *side)
{
  if (learn_view (side) && lead (side))
    send_view (side);
}

static void
selection_cb (Side *side)
{
  if (learn_span (side) && lead (side))
    send_span (side);
  if (side->link->is_synced)
    send_time (side);
}

static void
pointer_cb (Side *side)
{
  if (side->link->is_synced)
    send_pointer (side);
}

static void
filter_cb (Side *side)
{
  if (learn_filter (side) && lead (side))
    send_filter (side);
}

static void
lanes_cb (Side *side)
{
  if (th_document_get_scene (side->document) != NULL && learn_lanes (side) && lead (side))
    send_lanes (side);
}

/* A document that replaces another or was reloaded takes over the state of the other side. */
static void
begin_again (Side *side)
{
  ThViewLink *self = side->link;

  if (self->is_synced)
    self->leader = th_side_get_other (side->side);
  self->is_synced = FALSE;
  g_clear_pointer (&self->names, th_lane_names_free);
}

static void
recording_cb (Side *side)
{
  begin_again (side);
  bring_in_step (side->link);
}

static gboolean
is_analysing (const Side *side)
{
  return th_analysis_runner_is_running (th_document_get_analyses (side->document));
}

/* Tasks have no lanes before the analyses have found them. */
static void
results_cb (Side *side)
{
  ThViewLink *self = side->link;

  g_clear_pointer (&self->names, th_lane_names_free);
  if (self->is_synced && !is_analysing (&self->sides[TH_SIDE_A]) &&
      !is_analysing (&self->sides[TH_SIDE_B]))
    send_lanes (&self->sides[self->leader]);
}

static void
state_cb (Side *side)
{
  bring_in_step (side->link);
}

static void
offset_cb (ThViewLink *self)
{
  if (self->is_synced)
    send_times (self);
}

/* --- documents -------------------------------------------------------------- */

static void
clear_linked_times (Side *side)
{
  if (side->document == NULL)
    return;

  th_document_set_linked_time (side->document, TH_TIME_NONE);
  th_document_set_linked_pointer (side->document, TH_TIME_NONE);
}

static void
take_document (Side *side)
{
  ThDocumentPair *pair = th_time_alignment_get_pair (side->link->alignment);

  clear_linked_times (side);
  g_set_object (&side->document, th_document_pair_get (pair, side->side));
  g_clear_pointer (&side->filter, th_filter_state_unref);
  g_clear_pointer (&side->lanes, g_free);
  g_signal_group_set_target (side->signals, side->document);
}

static void
replaced_cb (ThViewLink *self,
             guint       side)
{
  begin_again (&self->sides[side]);
  take_document (&self->sides[side]);
  bring_in_step (self);
}

static void
init_side (ThViewLink *self,
           ThSide      number)
{
  static const struct { const char *signal; GCallback callback; } connections[] = {
    { "view-changed", G_CALLBACK (view_cb) },
    { "selection-changed", G_CALLBACK (selection_cb) },
    { "notify::pointer-time", G_CALLBACK (pointer_cb) },
    { "filter-changed", G_CALLBACK (filter_cb) },
    { "lanes-changed", G_CALLBACK (lanes_cb) },
    { "recording-changed", G_CALLBACK (recording_cb) },
    { "results-changed", G_CALLBACK (results_cb) },
    { "notify::state", G_CALLBACK (state_cb) }
  };
  Side *side = &self->sides[number];

  side->link = self;
  side->side = number;
  side->span[0] = side->span[1] = TH_TIME_NONE;
  side->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (connections); i++)
    g_signal_group_connect_swapped (side->signals, connections[i].signal,
                                    connections[i].callback, side);
}

/* --- properties --------------------------------------------------------------- */

void
th_view_link_set_linked (ThViewLink *self,
                         gboolean    linked)
{
  g_return_if_fail (TH_IS_VIEW_LINK (self));

  if (self->linked == !!linked)
    return;

  self->linked = !!linked;
  self->is_synced = FALSE;
  if (linked)
    bring_in_step (self);
  else
    for (guint i = 0; i < TH_N_SIDES; i++)
      clear_linked_times (&self->sides[i]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LINKED]);
}

gboolean
th_view_link_get_linked (ThViewLink *self)
{
  g_return_val_if_fail (TH_IS_VIEW_LINK (self), FALSE);

  return self->linked;
}

/* --- class ---------------------------------------------------------------------- */

static void
th_view_link_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThViewLink *self = TH_VIEW_LINK (object);

  switch (id)
    {
    case PROP_ALIGNMENT: g_value_set_object (value, self->alignment); break;
    case PROP_LINKED: g_value_set_boolean (value, self->linked); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_view_link_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  ThViewLink *self = TH_VIEW_LINK (object);

  switch (id)
    {
    case PROP_ALIGNMENT: self->alignment = g_value_dup_object (value); break;
    case PROP_LINKED: th_view_link_set_linked (self, g_value_get_boolean (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_view_link_constructed (GObject *object)
{
  ThViewLink *self = TH_VIEW_LINK (object);

  G_OBJECT_CLASS (th_view_link_parent_class)->constructed (object);
  g_signal_connect_object (th_time_alignment_get_pair (self->alignment), "replaced",
                           G_CALLBACK (replaced_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->alignment, "notify::offset", G_CALLBACK (offset_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < TH_N_SIDES; i++)
    take_document (&self->sides[i]);
  bring_in_step (self);
}

static void
th_view_link_dispose (GObject *object)
{
  ThViewLink *self = TH_VIEW_LINK (object);

  self->is_synced = FALSE;
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      clear_linked_times (&self->sides[i]);
      g_clear_object (&self->sides[i].signals);
      g_clear_object (&self->sides[i].document);
    }
  g_clear_pointer (&self->names, th_lane_names_free);

  G_OBJECT_CLASS (th_view_link_parent_class)->dispose (object);
}

static void
th_view_link_finalize (GObject *object)
{
  ThViewLink *self = TH_VIEW_LINK (object);

  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      g_clear_pointer (&self->sides[i].filter, th_filter_state_unref);
      g_free (self->sides[i].lanes);
    }
  g_clear_object (&self->alignment);

  G_OBJECT_CLASS (th_view_link_parent_class)->finalize (object);
}

static void
th_view_link_class_init (ThViewLinkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_view_link_get_property;
  object_class->set_property = th_view_link_set_property;
  object_class->constructed = th_view_link_constructed;
  object_class->dispose = th_view_link_dispose;
  object_class->finalize = th_view_link_finalize;

  properties[PROP_ALIGNMENT] = g_param_spec_object ("alignment", NULL, NULL,
                                                    TH_TYPE_TIME_ALIGNMENT,
                                                    G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY |
                                                    G_PARAM_STATIC_STRINGS);
  properties[PROP_LINKED] = g_param_spec_boolean ("linked", NULL, NULL, TRUE,
                                                  G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                  G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_view_link_init (ThViewLink *self)
{
  self->linked = TRUE;
  for (guint i = 0; i < TH_N_SIDES; i++)
    init_side (self, i);
}

ThTimeAlignment *
th_view_link_get_alignment (ThViewLink *self)
{
  return self->alignment;
}

ThViewLink *
th_view_link_new (ThTimeAlignment *alignment)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (alignment), NULL);

  return g_object_new (TH_TYPE_VIEW_LINK, "alignment", alignment, NULL);
}
