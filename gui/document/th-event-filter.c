/* th-event-filter.c - the filter of a recording: its state, and the rows that pass
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-filter.h"

#include "th-row-query.h"

#define POLL_MS 100

struct _ThEventFilter
{
  GObject        parent;

  ThFilterState *state;     /* never NULL */
  ThRecording   *recording; /* or NULL */
  ThRows        *rows;      /* NULL: all */
  ThRowQuery    *query;
  gboolean       hides;
  ThFilterScope  scope;
  char          *error;     /* or NULL */
  guint          begin, end;
};

G_DEFINE_FINAL_TYPE (ThEventFilter, th_event_filter, G_TYPE_OBJECT)
G_DEFINE_BOXED_TYPE (ThFilterState, th_filter_state, th_filter_state_ref, th_filter_state_unref)

enum
{
  REPLACED,
  DECIDED,
  N_SIGNALS
};

enum
{
  PROP_0,
  PROP_STATE,
  PROP_ERROR,
  N_PROPS
};

static guint signals[N_SIGNALS];
static GParamSpec *properties[N_PROPS];

/* --- rows --------------------------------------------------------------- */

static void
progress_cb (ThEventFilter *self)
{
  g_signal_emit (self, signals[DECIDED], 0);
}

static void
take_filter (ThEventFilter *self,
             ThFilter      *filter) /* NULL: all */
{
  th_row_query_stop (self->query);
  g_clear_pointer (&self->rows, th_rows_unref);
  if (filter != NULL)
    self->rows = th_rows_new (self->recording);
  g_signal_emit (self, signals[REPLACED], 0);
  if (filter != NULL)
    th_row_query_start (self->query, &(ThRowPass) { filter, self->rows, NULL, FALSE }, 1);
  g_signal_emit (self, signals[DECIDED], 0);
}

static ThFilter *
compile (ThEventFilter       *self,
         const ThFilterState *state)
{
  g_autoptr(GError) error = NULL;
  ThFilter *filter = th_filter_state_compile (self->recording, state, &self->begin, &self->end,
                                              &error);

  g_clear_pointer (&self->error, g_free);
  if (filter == NULL)
    self->error = g_strdup (error->message);

  return filter;
}

void
th_event_filter_start (ThEventFilter *self,
                       ThRecording   *recording)
{
  g_autoptr(ThFilter) filter = NULL;

  g_return_if_fail (TH_IS_EVENT_FILTER (self) && recording != NULL);

  th_recording_ref (recording);
  g_clear_pointer (&self->recording, th_recording_unref);
  self->recording = recording;
  if (th_filter_state_is_empty (self->state) && self->rows == NULL)
    return;

  if (!th_filter_state_is_empty (self->state))
    filter = compile (self, self->state);
  take_filter (self, filter);
}

void
th_event_filter_stop (ThEventFilter *self)
{
  th_row_query_stop (self->query);
}

void
th_event_filter_forget (ThEventFilter *self)
{
  th_event_filter_stop (self);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
}

/* --- state -------------------------------------------------------------- */

void
th_event_filter_set_state (ThEventFilter *self,
                           ThFilterState *state)
{
  g_autoptr(ThFilterState) new_state = NULL;
  g_autoptr(ThFilter) filter = NULL;
  gboolean is_wrong = FALSE;

  g_return_if_fail (TH_IS_EVENT_FILTER (self));

  if (self->recording == NULL)
    return;

  if (state == NULL || th_filter_state_is_empty (state))
    {
      new_state = th_filter_state_new ("");
      g_clear_pointer (&self->error, g_free);
    }
  else
    {
      new_state = th_filter_state_ref (state);
      filter = compile (self, state);
      is_wrong = filter == NULL;
    }
  if (is_wrong || th_filter_state_equal (new_state, self->state))
    {
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_ERROR]);
      return;
    }

  g_clear_pointer (&self->state, th_filter_state_unref);
  self->state = g_steal_pointer (&new_state);
  take_filter (self, filter);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

ThFilterState *
th_event_filter_get_state (ThEventFilter *self)
{
  return self->state;
}

void
th_event_filter_set_text (ThEventFilter *self,
                          const char    *text)
{
  g_autoptr(ThFilterState) state = NULL;

  g_return_if_fail (TH_IS_EVENT_FILTER (self) && text != NULL);

  state = th_filter_state_replace_text (self->state, text);
  th_event_filter_set_state (self, state);
}

const char *
th_event_filter_get_text (ThEventFilter *self)
{
  return th_filter_state_get_text (self->state);
}

const char *
th_event_filter_get_error (ThEventFilter *self,
                           guint         *begin,
                           guint         *end)
{
  *begin = self->begin;
  *end = self->end;

  return self->error;
}

/* --- scope -------------------------------------------------------------- */

void
th_event_filter_set_ways (ThEventFilter *self,
                          gboolean       hides,
                          ThFilterScope  scope)
{
  g_return_if_fail (TH_IS_EVENT_FILTER (self));

  if (self->hides == hides && self->scope == scope)
    return;

  self->hides = hides;
  self->scope = scope;
  if (self->recording == NULL)
    return;

  g_signal_emit (self, signals[REPLACED], 0);
  g_signal_emit (self, signals[DECIDED], 0);
}

gboolean
th_event_filter_get_hides (ThEventFilter *self)
{
  return self->hides;
}

ThRows *
th_event_filter_get_rows (ThEventFilter *self)
{
  return self->rows;
}

ThRows *
th_event_filter_get_lane_rows (ThEventFilter *self)
{
  return self->scope == TH_FILTER_TABLE ? NULL : self->rows;
}

ThRows *
th_event_filter_get_listed_rows (ThEventFilter *self)
{
  return self->scope == TH_FILTER_LANES ? NULL : self->rows;
}

/* An event that has not been evaluated yet may still pass. */
static gboolean
fails (ThEventFilter *self,
       ThRef          event)
{
  return self->rows != NULL && !th_ref_is_none (event) &&
         !th_rows_contains (self->rows, event) &&
         event.row < th_rows_get_decided (self->rows, event.stream, event.cpu);
}

gboolean
th_event_filter_is_dimmed (ThEventFilter *self,
                           ThRef          event)
{
  return self->scope == TH_FILTER_LANES && fails (self, event);
}

gboolean
th_event_filter_is_hidden (ThEventFilter *self,
                           ThRef          event)
{
  return self->scope != TH_FILTER_LANES && fails (self, event);
}

gboolean
th_event_filter_is_running (ThEventFilter *self)
{
  return th_row_query_is_running (self->query);
}

/* --- class -------------------------------------------------------------- */

static void
th_event_filter_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  ThEventFilter *self = TH_EVENT_FILTER (object);

  switch (prop_id)
    {
    case PROP_STATE: g_value_set_boxed (value, self->state); break;
    case PROP_ERROR: g_value_set_string (value, self->error); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
th_event_filter_dispose (GObject *object)
{
  th_event_filter_forget (TH_EVENT_FILTER (object));

  G_OBJECT_CLASS (th_event_filter_parent_class)->dispose (object);
}

static void
th_event_filter_finalize (GObject *object)
{
  ThEventFilter *self = TH_EVENT_FILTER (object);

  g_clear_object (&self->query);
  g_clear_pointer (&self->state, th_filter_state_unref);
  g_clear_pointer (&self->error, g_free);

  G_OBJECT_CLASS (th_event_filter_parent_class)->finalize (object);
}

static void
th_event_filter_class_init (ThEventFilterClass *klass)
{
  static const char *const names[N_SIGNALS] = { "replaced", "decided" };
  GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_event_filter_get_property;
  object_class->dispose = th_event_filter_dispose;
  object_class->finalize = th_event_filter_finalize;
  properties[PROP_STATE] = g_param_spec_boxed ("state", NULL, NULL, TH_TYPE_FILTER_STATE, flags);
  properties[PROP_ERROR] = g_param_spec_string ("error", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], TH_TYPE_EVENT_FILTER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                               NULL, G_TYPE_NONE, 0);
}

static void
th_event_filter_init (ThEventFilter *self)
{
  self->state = th_filter_state_new ("");
  self->query = th_row_query_new (POLL_MS);
  g_signal_connect_object (self->query, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
}

ThEventFilter *
th_event_filter_new (void)
{
  return g_object_new (TH_TYPE_EVENT_FILTER, NULL);
}
