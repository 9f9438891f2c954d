/* th-time-alignment.c - maps times of A to the corresponding times of B
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-time-alignment.h"

#include <glib/gi18n-lib.h>

#include "th-align.h"
#include "th-first-match.h"
#include "th-flow-follower.h"
#include "th-time.h"

enum
{
  PROP_0,
  PROP_PAIR,
  PROP_MODE,
  PROP_OFFSET,
  PROP_FILTER,
  PROP_ERROR,
  N_PROPS
};

/* One side, and the first event there that matches the filter. */
typedef struct
{
  ThTimeAlignment *owner;
  ThSide           side;
  GSignalGroup    *document_signals;
  GSignalGroup    *marker_signals;
  GCancellable    *finding;    /* NULL unless the first match is being looked for */
  ThRecording     *searched;   /* the recording that @match was found in; or NULL */
  gint64           match;      /* TH_TIME_NONE: nothing matches */
  gboolean         is_waiting; /* for a match */
  char            *mistake;    /* in the filter; or NULL */
} Side;

struct _ThTimeAlignment
{
  GObject         parent;

  ThDocumentPair *pair;
  ThAlignMode     mode;
  gint64          offset;
  char           *filter;
  char           *error;       /* or NULL */
  gboolean        is_waiting;  /* the error says for what */
  Side            sides[TH_N_SIDES];
};

G_DEFINE_FINAL_TYPE (ThTimeAlignment, th_time_alignment, G_TYPE_OBJECT)

static GParamSpec *properties[N_PROPS];

static void align (ThTimeAlignment *self);

static ThDocument *
get_document (Side *side)
{
  return th_document_pair_get (side->owner->pair, side->side);
}

static ThRecording *
get_recording (Side *side)
{
  ThDocument *document = get_document (side);

  return document != NULL ? th_document_get_recording (document) : NULL;
}

static const char *
get_letter (Side *side)
{
  return side->side == TH_SIDE_A ? "A" : "B";
}

/* --- the first match ---------------------------------------------------- */

static void
forget_match (Side *side)
{
  g_cancellable_cancel (side->finding);
  g_clear_object (&side->finding);
  g_clear_pointer (&side->searched, th_recording_unref);
  g_clear_pointer (&side->mistake, g_free);
  side->match = TH_TIME_NONE;
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr(ThTimeAlignment) self = data;
  gint64 time;

  if (!th_first_match_find_finish (result, &time))
    return;

  for (guint i = 0; i < TH_N_SIDES; i++)
    if (self->sides[i].finding == g_task_get_cancellable (G_TASK (result)))
      {
        self->sides[i].match = time;
        g_clear_object (&self->sides[i].finding);
        align (self);
        return;
      }
}

static void
start_match (Side        *side,
             ThRecording *recording)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThFilter) filter = th_filter_new (recording, side->owner->filter, NULL, NULL, &error);

  /* Wait, because task names and flows may still change. */
  if (th_document_get_state (get_document (side)) != TH_DOCUMENT_LOADED ||
      (filter != NULL && !th_filter_is_ready (filter)))
    return;

  side->searched = th_recording_ref (recording);
  if (filter == NULL)
    {
      side->mistake = g_strdup (error->message);
      return;
    }
  side->finding = g_cancellable_new ();
  th_first_match_find_async (recording, filter, side->finding, found_cb,
                             g_object_ref (side->owner));
}

/* Sets *@time to that of the first match, or to TH_TIME_NONE while it is not known. */
static char *
find_match (Side        *side,
            ThRecording *recording,
            gint64      *time)
{
  if (side->searched != recording)
    {
      forget_match (side);
      start_match (side, recording);
    }
  *time = side->match;
  side->is_waiting = side->mistake == NULL &&
                     (side->searched == NULL || side->finding != NULL);
  if (side->mistake != NULL)
    return g_strdup (side->mistake);
  if (side->is_waiting)
    return g_strdup (_("Looking for the first match…"));
  if (side->match == TH_TIME_NONE)
    /* Translators: A or B */
    return g_strdup_printf (_("No event of side %s matches"), get_letter (side));

  return NULL;
}

/* --- one side ----------------------------------------------------------- */

static char *
find_first (Side   *side,
            gint64 *time)
{
  gint64 last;

  if (th_document_get_range (get_document (side), time, &last))
    return NULL;

  /* Translators: A or B */
  return g_strdup_printf (_("Side %s has no events"), get_letter (side));
}

static char *
find_marker (Side   *side,
             gint64 *time)
{
  *time = th_markers_get_marker (th_document_get_markers (get_document (side)), TH_MARKER_A);
  if (*time != TH_TIME_NONE)
    return NULL;

  /* Translators: the side, A or B; the marker is always called A */
  return g_strdup_printf (_("Side %s has no marker A"), get_letter (side));
}

static char *
find_flow (Side   *side,
           gint64 *time)
{
  ThFlowFollower *follower = th_document_get_follower (get_document (side));
  guint32 row;
  ThResults *results = th_flow_follower_get_followed (follower, &row);

  if (results == NULL)
    /* Translators: A or B */
    return g_strdup_printf (_("No packet is followed on side %s"), get_letter (side));

  *time = th_flows_get (th_results_get_flows (results), row)->first;
  return NULL;
}

/* Finds the time that is to be aligned with that of the other side.  Returns an error, or
 * NULL. */
static char *
find_time (Side   *side,
           gint64 *time)
{
  switch (side->owner->mode)
    {
    case TH_ALIGN_BY_MATCH:
      return find_match (side, get_recording (side), time);
    case TH_ALIGN_BY_MARKER:
      return find_marker (side, time);
    case TH_ALIGN_BY_FLOW:
      return find_flow (side, time);
    default:
      return find_first (side, time);
    }
}

/* --- both sides --------------------------------------------------------- */

static char *
find_wall_clock (ThTimeAlignment *self,
                 gint64          *offset)
{
  if (th_align_find (get_recording (&self->sides[TH_SIDE_B]),
                     get_recording (&self->sides[TH_SIDE_A]), TH_ALIGN_WALL, offset))
    return NULL;

  return g_strdup (_("At least one of the recordings does not know the time of day"));
}

static char *
find_difference (ThTimeAlignment *self,
                 gint64          *offset)
{
  gint64 times[TH_N_SIDES] = { 0 };
  char *errors[TH_N_SIDES];

  /* Asks both sides even if A fails, so that both begin to look for a match. */
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      self->sides[i].is_waiting = FALSE;
      errors[i] = find_time (&self->sides[i], &times[i]);
    }
  if (errors[TH_SIDE_A] != NULL)
    {
      g_free (errors[TH_SIDE_B]);
      self->is_waiting = self->sides[TH_SIDE_A].is_waiting;
      return errors[TH_SIDE_A];
    }

  self->is_waiting = self->sides[TH_SIDE_B].is_waiting;
  *offset = th_time_between (times[TH_SIDE_A], times[TH_SIDE_B]);
  return errors[TH_SIDE_B];
}

/* Says which side has no recording, or that one is still being opened; or returns NULL. */
static char *
check_recordings (ThTimeAlignment *self)
{
  char *waiting = NULL;

  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      ThDocument *document = get_document (&self->sides[i]);

      if (document != NULL && th_document_get_recording (document) != NULL)
        continue;
      if (document == NULL || th_document_get_state (document) == TH_DOCUMENT_FAILED)
        {
          g_free (waiting);
          self->is_waiting = FALSE;
          /* Translators: A or B */
          return g_strdup_printf (_("Side %s shows no recording"), get_letter (&self->sides[i]));
        }
      self->is_waiting = TRUE;
      if (waiting == NULL)
        waiting = g_strdup (_("Waiting for both recordings"));
    }
  return waiting;
}

/* Returns an error, or NULL. */
static char *
find_offset (ThTimeAlignment *self,
             gint64          *offset)
{
  ThDocument *a = get_document (&self->sides[TH_SIDE_A]);
  ThDocument *b = get_document (&self->sides[TH_SIDE_B]);

  char *missing = check_recordings (self);

  if (missing != NULL)
    return missing;
  if (th_document_counts_ticks (a) != th_document_counts_ticks (b))
    return g_strdup (_("The clocks of the recordings have different units"));
  if (self->mode == TH_ALIGN_BY_HAND)
    return NULL;

  return self->mode == TH_ALIGN_BY_WALL_CLOCK ? find_wall_clock (self, offset)
                                              : find_difference (self, offset);
}

static void
take_offset (ThTimeAlignment *self,
             gint64           offset)
{
  if (self->offset == offset)
    return;

  self->offset = offset;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OFFSET]);
}

/* Takes ownership of @error. */
static void
take_error (ThTimeAlignment *self,
            char            *error)
{
  g_autofree char *old = self->error;

  self->error = error;
  if (g_strcmp0 (old, error) != 0)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
}

static void
align (ThTimeAlignment *self)
{
  gint64 offset = self->offset;
  g_autofree char *error = NULL;

  self->is_waiting = FALSE;
  error = find_offset (self, &offset);

  if (error == NULL)
    take_offset (self, offset);
  take_error (self, g_steal_pointer (&error));
}

/* --- changes ------------------------------------------------------------ */

static void
target_side (Side *side)
{
  ThDocument *document = get_document (side);

  g_signal_group_set_target (side->document_signals, document);
  g_signal_group_set_target (side->marker_signals,
                             document != NULL ? th_document_get_markers (document) : NULL);
}

static void
replaced_cb (ThTimeAlignment *self,
             guint            side)
{
  forget_match (&self->sides[side]);
  target_side (&self->sides[side]);
  align (self);
}

static void
init_side (ThTimeAlignment *self,
           ThSide           number)
{
  static const char *const followed[] = { "recording-changed", "grown", "results-changed",
                                          "follow-changed", "notify::state" };
  Side *side = &self->sides[number];

  side->owner = self;
  side->side = number;
  side->match = TH_TIME_NONE;
  side->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (followed); i++)
    g_signal_group_connect_swapped (side->document_signals, followed[i], G_CALLBACK (align), self);
  side->marker_signals = g_signal_group_new (TH_TYPE_MARKERS);
  g_signal_group_connect_swapped (side->marker_signals, "changed", G_CALLBACK (align), self);
}

/* --- properties --------------------------------------------------------- */

ThDocumentPair *
th_time_alignment_get_pair (ThTimeAlignment *self)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), NULL);

  return self->pair;
}

void
th_time_alignment_set_mode (ThTimeAlignment *self,
                            ThAlignMode      mode)
{
  g_return_if_fail (TH_IS_TIME_ALIGNMENT (self) && mode < TH_N_ALIGN_MODES);

  if (self->mode == mode)
    return;

  self->mode = mode;
  for (guint i = 0; i < TH_N_SIDES; i++)
    forget_match (&self->sides[i]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODE]);
  align (self);
}

ThAlignMode
th_time_alignment_get_mode (ThTimeAlignment *self)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), TH_ALIGN_BY_HAND);

  return self->mode;
}

void
th_time_alignment_set_offset (ThTimeAlignment *self,
                              gint64           offset)
{
  g_return_if_fail (TH_IS_TIME_ALIGNMENT (self));

  th_time_alignment_set_mode (self, TH_ALIGN_BY_HAND);
  take_offset (self, offset);
}

gint64
th_time_alignment_get_offset (ThTimeAlignment *self)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), 0);

  return self->offset;
}

void
th_time_alignment_set_filter (ThTimeAlignment *self,
                              const char      *filter)
{
  g_return_if_fail (TH_IS_TIME_ALIGNMENT (self) && filter != NULL);

  if (g_str_equal (self->filter, filter))
    return;

  g_free (self->filter);
  self->filter = g_strdup (filter);
  for (guint i = 0; i < TH_N_SIDES; i++)
    forget_match (&self->sides[i]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILTER]);
  align (self);
}

const char *
th_time_alignment_get_filter (ThTimeAlignment *self)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), NULL);

  return self->filter;
}

const char *
th_time_alignment_get_error (ThTimeAlignment *self)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), NULL);

  return self->error;
}

gboolean
th_time_alignment_is_waiting (ThTimeAlignment *self)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), FALSE);

  return self->error != NULL && self->is_waiting;
}

gint64
th_time_alignment_convert (ThTimeAlignment *self,
                           ThSide           side,
                           gint64           time)
{
  g_return_val_if_fail (TH_IS_TIME_ALIGNMENT (self), time);

  return side == TH_SIDE_A ? th_time_shift (time, self->offset)
         : time == TH_TIME_NONE ? time : th_time_between (self->offset, time);
}

/* --- class -------------------------------------------------------------- */

static void
th_time_alignment_get_property (GObject    *object,
                                guint       id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  ThTimeAlignment *self = TH_TIME_ALIGNMENT (object);

  switch (id)
    {
    case PROP_PAIR: g_value_set_object (value, self->pair); break;
    case PROP_MODE: g_value_set_uint (value, self->mode); break;
    case PROP_OFFSET: g_value_set_int64 (value, self->offset); break;
    case PROP_FILTER: g_value_set_string (value, self->filter); break;
    case PROP_ERROR: g_value_set_string (value, self->error); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_time_alignment_set_property (GObject      *object,
                                guint         id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  ThTimeAlignment *self = TH_TIME_ALIGNMENT (object);

  switch (id)
    {
    case PROP_PAIR: self->pair = g_value_dup_object (value); break;
    case PROP_MODE: th_time_alignment_set_mode (self, g_value_get_uint (value)); break;
    case PROP_OFFSET: th_time_alignment_set_offset (self, g_value_get_int64 (value)); break;
    case PROP_FILTER: th_time_alignment_set_filter (self, g_value_get_string (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_time_alignment_constructed (GObject *object)
{
  ThTimeAlignment *self = TH_TIME_ALIGNMENT (object);

  G_OBJECT_CLASS (th_time_alignment_parent_class)->constructed (object);
  g_signal_connect_object (self->pair, "replaced", G_CALLBACK (replaced_cb), self,
                           G_CONNECT_SWAPPED);
  for (guint i = 0; i < TH_N_SIDES; i++)
    target_side (&self->sides[i]);
  align (self);
}

static void
th_time_alignment_dispose (GObject *object)
{
  ThTimeAlignment *self = TH_TIME_ALIGNMENT (object);

  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      forget_match (&self->sides[i]);
      g_clear_object (&self->sides[i].document_signals);
      g_clear_object (&self->sides[i].marker_signals);
    }

  G_OBJECT_CLASS (th_time_alignment_parent_class)->dispose (object);
}

static void
th_time_alignment_finalize (GObject *object)
{
  ThTimeAlignment *self = TH_TIME_ALIGNMENT (object);

  g_clear_object (&self->pair);
  g_free (self->filter);
  g_free (self->error);

  G_OBJECT_CLASS (th_time_alignment_parent_class)->finalize (object);
}

static void
th_time_alignment_class_init (ThTimeAlignmentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_time_alignment_get_property;
  object_class->set_property = th_time_alignment_set_property;
  object_class->constructed = th_time_alignment_constructed;
  object_class->dispose = th_time_alignment_dispose;
  object_class->finalize = th_time_alignment_finalize;

  properties[PROP_PAIR] = g_param_spec_object ("pair", NULL, NULL, TH_TYPE_DOCUMENT_PAIR,
                                               G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY |
                                               G_PARAM_STATIC_STRINGS);
  properties[PROP_MODE] = g_param_spec_uint ("mode", NULL, NULL, 0, TH_N_ALIGN_MODES - 1, 0, flags);
  properties[PROP_OFFSET] = g_param_spec_int64 ("offset", NULL, NULL, G_MININT64, G_MAXINT64, 0,
                                                flags);
  properties[PROP_FILTER] = g_param_spec_string ("filter", NULL, NULL, "", flags);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL,
                                                G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY |
                                                G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_time_alignment_init (ThTimeAlignment *self)
{
  self->filter = g_strdup ("");
  for (guint i = 0; i < TH_N_SIDES; i++)
    init_side (self, i);
}

ThTimeAlignment *
th_time_alignment_new (ThDocumentPair *pair)
{
  g_return_val_if_fail (TH_IS_DOCUMENT_PAIR (pair), NULL);

  return g_object_new (TH_TYPE_TIME_ALIGNMENT, "pair", pair, NULL);
}
