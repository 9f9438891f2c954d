/* th-event-search.c - the search for a text or for given events, and the steps from hit to hit
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-search.h"

#include "th-order.h"
#include "th-row-query.h"
#include "th-text-search.h"
#include "th-thread-pool.h"

#define POLL_MS 100

/* The passes of the query. */
enum
{
  PASS_HITS,
  PASS_ALL, /* all hits, to count the hidden ones */
  N_PASSES
};

/* A step from an event to the nearest hit, which runs on a worker. */
typedef struct
{
  ThFilter  *filter;
  ThRows    *hits;
  ThRows    *within;    /* or NULL */
  ThFindWalk walk;      /* over @hits and @within */
  gint       cancelled; /* atomic */
  ThRef      found;
  gboolean   is_found;
} Step;

/* Texts of which each extends or shortens the previous one, as when the user types. */
typedef struct
{
  gboolean goes_on;
  ThRef    origin;  /* selected before the first text; or none */
  ThView   view;    /* before the first text */
  ThRef    reached; /* selected for the last text; or none */
} Typing;

struct _ThEventSearch
{
  GObject      parent;

  ThSelection *selection;
  ThNavigator *navigator;
  ThRecording *recording; /* NULL: not started */
  ThRows      *within;    /* NULL: all */
  char        *text;      /* "": no search for a text */
  ThRows      *given;     /* the events to find instead of a text; or NULL */
  char        *label;     /* of @given; else NULL */
  ThFilter    *filter;    /* NULL: no search */
  ThRows      *hits;      /* rows that match @filter, or NULL */
  ThRows      *all;       /* all hits, until the hidden ones are counted; or NULL */
  guint64      n_hidden;  /* valid once they are counted */
  ThRowQuery  *query;
  Step        *step;      /* owned by its task; NULL when none is under way */
  guint        serial;
  gboolean     unmet;     /* go to the first hit once there is one */
  Typing       typing;
  char        *error;     /* or NULL */
  guint        begin, end;
};

G_DEFINE_FINAL_TYPE (ThEventSearch, th_event_search, G_TYPE_OBJECT)

static guint changed_signal, returned_signal;

static void
emit_changed (ThEventSearch *self)
{
  g_signal_emit (self, changed_signal, 0);
}

/* --- hidden hits --------------------------------------------------------- */

/* The number of hits of one CPU so far. */
static guint64
count_hidden_cpu (ThEventSearch *self,
                  guint          stream,
                  guint          cpu)
{
  guint32 n = MIN (th_rows_get_decided (self->all, stream, cpu),
                   th_rows_get_decided (self->hits, stream, cpu));

  return th_rows_rank (self->all, stream, cpu, n) - th_rows_rank (self->hits, stream, cpu, n);
}

static guint64
count_hidden (ThEventSearch *self)
{
  guint64 n = 0;

  for (guint s = 0; s < th_recording_get_n_streams (self->recording); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (self->recording, s)); c++)
      n += count_hidden_cpu (self, s, c);

  return n;
}

/* --- steps -------------------------------------------------------------- */

static void
step_free (Step *step)
{
  th_filter_unref (step->filter);
  th_rows_unref (step->hits);
  g_clear_pointer (&step->within, th_rows_unref);
  g_free (step);
}

static void
select_event (ThEventSearch *self,
              ThRef          event)
{
  th_selection_select (self->selection, event);
  self->typing.reached = event;
}

/* Whether the selection is still the one that the search made. */
static gboolean
keeps_selection (ThEventSearch *self)
{
  return th_ref_equal (th_selection_get_event (self->selection), self->typing.reached);
}

/* Without a hit, goes back to where the user began to type. */
static void
return_to_origin (ThEventSearch *self)
{
  const Typing typing = self->typing;

  self->unmet = FALSE;
  if (!typing.goes_on || !keeps_selection (self) ||
      th_ref_equal (typing.reached, typing.origin))
    return;

  select_event (self, typing.origin);
  g_signal_emit (self, returned_signal, 0, typing.view.from, typing.view.to);
}

static void
stop_step (ThEventSearch *self)
{
  if (self->step != NULL)
    g_atomic_int_set (&self->step->cancelled, 1);
  self->step = NULL;
}

static void
step_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Step *step = data;

  step->is_found = th_find_walk (&step->walk, &step->found, NULL);
  g_task_return_boolean (task, TRUE);
}

static void
step_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  ThEventSearch *self = TH_EVENT_SEARCH (source);
  Step *step = g_task_get_task_data (G_TASK (result));

  if (self->step != step)
    return;

  self->step = NULL;
  self->unmet &= !step->is_found;
  if (step->is_found)
    select_event (self, step->found);
  else if (self->unmet && !th_event_search_is_running (self))
    return_to_origin (self);
  emit_changed (self);
}

static void
start_step (ThEventSearch    *self,
            const ThFindWalk *walk)
{
  g_autoptr(GTask) task = g_task_new (self, NULL, step_done_cb, NULL);
  Step *step = g_new0 (Step, 1);

  step->filter = th_filter_ref (self->filter);
  step->hits = th_rows_ref (self->hits);
  step->within = self->within != NULL ? th_rows_ref (self->within) : NULL;
  step->walk = *walk;
  step->walk.cancelled = &step->cancelled;
  self->step = step;
  g_task_set_task_data (task, step, (GDestroyNotify) step_free);
  th_thread_pool_run (task, step_worker);
}

static ThFindWalk
make_walk (ThEventSearch *self,
           gboolean       backward,
           gboolean       inclusive)
{
  const Typing *typing = self->typing.goes_on ? &self->typing : NULL;
  ThRef from = typing != NULL ? typing->origin : th_selection_get_event (self->selection);
  const ThView *view = typing != NULL ? &typing->view : th_navigator_get_view (self->navigator);
  ThFindWalk walk = { .from = from, .backward = backward, .inclusive = inclusive };

  walk.filter = self->filter;
  walk.hits = self->hits;
  walk.within = self->within;
  walk.time = !th_ref_is_none (from) ? th_recording_get_time (self->recording, from)
              : backward             ? view->to
                                     : view->from;
  return walk;
}

static void
go (ThEventSearch *self,
    gboolean       backward,
    gboolean       inclusive)
{
  ThFindWalk walk;
  ThRef found;

  stop_step (self);
  if (self->filter == NULL)
    return;

  walk = make_walk (self, backward, inclusive);
  if (th_event_search_is_running (self))
    {
      start_step (self, &walk);
      return;
    }

  self->unmet = FALSE;
  if (th_find_walk (&walk, &found, NULL))
    select_event (self, found);
  else
    return_to_origin (self);
  emit_changed (self);
}

/* --- given events -------------------------------------------------------- */

static void
forget_given (ThEventSearch *self)
{
  g_clear_pointer (&self->given, th_rows_unref);
  g_clear_pointer (&self->label, g_free);
}

/* --- hits --------------------------------------------------------------- */

static void
take_hits (ThEventSearch *self)
{
  /* The first hit has only just been read. */
  if (self->unmet && self->step == NULL && self->hits != NULL && th_rows_get_n (self->hits) > 0)
    go (self, FALSE, TRUE);
  else if (self->unmet && self->step == NULL && self->hits != NULL &&
           !th_event_search_is_running (self))
    return_to_origin (self);
  emit_changed (self);
}

static void
progress_cb (ThEventSearch *self)
{
  if (!th_row_query_is_running (self->query) && self->all != NULL)
    {
      self->n_hidden = count_hidden (self);
      g_clear_pointer (&self->all, th_rows_unref);
    }
  take_hits (self);
}

static void
clear_hits (ThEventSearch *self)
{
  stop_step (self);
  self->unmet = FALSE;
  self->n_hidden = 0;
  th_row_query_stop (self->query);
  g_clear_pointer (&self->filter, th_filter_unref);
  g_clear_pointer (&self->hits, th_rows_unref);
  g_clear_pointer (&self->all, th_rows_unref);
}

static void
run (ThEventSearch *self,
     ThFilter      *filter)
{
  ThRowPass passes[N_PASSES];

  self->filter = th_filter_ref (filter);
  self->hits = th_rows_new (self->recording);
  self->all = self->within != NULL ? th_rows_new (self->recording) : NULL;
  self->serial++;
  /* Hidden hits are counted only after the visible ones. */
  passes[PASS_HITS] = (ThRowPass) { filter, self->hits, self->within, FALSE };
  passes[PASS_ALL] = (ThRowPass) { filter, self->all, NULL, TRUE };
  th_row_query_start (self->query, passes, self->all != NULL ? N_PASSES : PASS_HITS + 1);
}

static ThFilter *
compile (ThEventSearch *self,
         const char    *text)
{
  g_autoptr(GError) error = NULL;
  ThFilter *filter = th_find_new (self->recording, TH_FIND_ENTRY, text, &self->begin, &self->end,
                                  &error);

  g_clear_pointer (&self->error, g_free);
  if (filter == NULL)
    self->error = g_strdup (error->message);

  return filter;
}

void
th_event_search_stop (ThEventSearch *self)
{
  clear_hits (self);
  self->typing.goes_on = FALSE;
  g_clear_pointer (&self->within, th_rows_unref);
  g_clear_pointer (&self->recording, th_recording_unref);
}

void
th_event_search_start (ThEventSearch *self,
                       ThRecording   *recording,
                       ThRows        *within)
{
  g_autoptr(ThFilter) filter = NULL;

  g_return_if_fail (TH_IS_EVENT_SEARCH (self) && recording != NULL);

  th_recording_ref (recording);
  if (within != NULL)
    th_rows_ref (within);
  th_event_search_stop (self);
  self->recording = recording;
  self->within = within;
  if (self->given != NULL && th_rows_get_recording (self->given) != recording)
    forget_given (self);
  if (self->given == NULL && self->text[0] == '\0')
    return;

  filter = self->given != NULL ? th_filter_new_of_rows (self->given)
                               : compile (self, self->text);
  if (filter != NULL)
    run (self, filter);
  take_hits (self);
}

gboolean
th_event_search_is_within (ThEventSearch *self,
                           ThRows        *within)
{
  return self->recording != NULL && self->within == within;
}

/* --- text --------------------------------------------------------------- */

/* Forgets what was searched for, and its hits. */
static void
forget (ThEventSearch *self)
{
  clear_hits (self);
  self->typing.goes_on = FALSE;
  forget_given (self);
  g_clear_pointer (&self->error, g_free);
  g_free (self->text);
  self->text = g_strdup ("");
}

/* Returns where the search for @text starts: where the search for the previous text did, if the
 * user types on. */
static Typing
type_on (ThEventSearch *self,
         const char    *text)
{
  Typing typing = self->typing;

  typing.goes_on = typing.goes_on && self->text[0] != '\0' && keeps_selection (self) &&
                   (g_str_has_prefix (text, self->text) || g_str_has_prefix (self->text, text));
  if (typing.goes_on)
    return typing;

  typing.origin = typing.reached = th_selection_get_event (self->selection);
  typing.view = *th_navigator_get_view (self->navigator);
  typing.goes_on = TRUE;
  return typing;
}

static void
take_text (ThEventSearch *self,
           const char    *text,
           ThFilter      *filter)
{
  Typing typing = type_on (self, text);

  forget (self);
  self->typing = typing;
  g_free (self->text);
  self->text = g_strdup (text);
  if (filter != NULL)
    {
      run (self, filter);
      self->unmet = TRUE;
      go (self, FALSE, TRUE);
    }
  take_hits (self);
}

void
th_event_search_set_text (ThEventSearch *self,
                          const char    *text)
{
  g_autoptr(ThFilter) filter = NULL;

  g_return_if_fail (TH_IS_EVENT_SEARCH (self) && text != NULL);

  if (self->recording == NULL || g_str_equal (text, self->text))
    {
      g_clear_pointer (&self->error, g_free);
      emit_changed (self);
      return;
    }
  if (text[0] != '\0' && (filter = compile (self, text)) == NULL)
    {
      emit_changed (self);
      return;
    }

  take_text (self, text, filter);
}

void
th_event_search_set_events (ThEventSearch *self,
                            ThRows        *events,
                            const char    *label)
{
  g_autoptr(ThFilter) filter = NULL;

  g_return_if_fail (TH_IS_EVENT_SEARCH (self) && events != NULL && label != NULL);

  if (self->recording == NULL || th_rows_get_recording (events) != self->recording)
    return;

  filter = th_filter_new_of_rows (events);
  forget (self);
  self->given = th_rows_ref (events);
  self->label = g_strdup (label);
  run (self, filter);
  take_hits (self);
}

const char *
th_event_search_get_label (ThEventSearch *self)
{
  return self->label;
}

void
th_event_search_clear (ThEventSearch *self)
{
  g_return_if_fail (TH_IS_EVENT_SEARCH (self));

  forget (self);
  emit_changed (self);
}

const char *
th_event_search_get_text (ThEventSearch *self)
{
  return self->text;
}

const char *
th_event_search_get_error (ThEventSearch *self,
                           guint         *begin,
                           guint         *end)
{
  *begin = self->begin;
  *end = self->end;

  return self->error;
}

void
th_event_search_step (ThEventSearch *self,
                      gboolean       backward)
{
  g_return_if_fail (TH_IS_EVENT_SEARCH (self));

  self->unmet = FALSE;
  self->typing.goes_on = FALSE;
  go (self, backward, FALSE);
}

gboolean
th_event_search_is_stepping (ThEventSearch *self)
{
  return self->step != NULL;
}

/* --- results ------------------------------------------------------------- */

ThRows *
th_event_search_get_hits (ThEventSearch *self)
{
  return self->hits;
}

guint
th_event_search_get_serial (ThEventSearch *self)
{
  return self->serial;
}

gboolean
th_event_search_is_running (ThEventSearch *self)
{
  return self->hits != NULL && !th_row_query_is_settled (self->query, PASS_HITS);
}

guint64
th_event_search_get_n_hidden (ThEventSearch *self)
{
  return self->all != NULL ? count_hidden (self) : self->n_hidden;
}

gboolean
th_event_search_is_counting_hidden (ThEventSearch *self)
{
  return self->all != NULL;
}

guint64
th_event_search_get_number (ThEventSearch *self)
{
  ThRef selected = th_selection_get_event (self->selection);
  g_autoptr(ThOrder) order = NULL;

  if (self->hits == NULL || th_event_search_is_running (self) || th_ref_is_none (selected) ||
      !th_rows_contains (self->hits, selected))
    return 0;

  order = th_order_new_rows (self->hits, NULL, 0, G_MININT64, G_MAXINT64);
  return th_order_find (order, selected) + 1;
}

guint
th_event_search_get_n_given_up (ThEventSearch *self)
{
  return self->hits != NULL ? th_row_query_get_n_given_up (self->query) : 0;
}

/* --- class -------------------------------------------------------------- */

static void
th_event_search_dispose (GObject *object)
{
  th_event_search_stop (TH_EVENT_SEARCH (object));

  G_OBJECT_CLASS (th_event_search_parent_class)->dispose (object);
}

static void
th_event_search_finalize (GObject *object)
{
  ThEventSearch *self = TH_EVENT_SEARCH (object);

  g_clear_object (&self->query);
  g_clear_object (&self->selection);
  g_clear_object (&self->navigator);
  g_clear_pointer (&self->text, g_free);
  forget_given (self);
  g_clear_pointer (&self->error, g_free);

  G_OBJECT_CLASS (th_event_search_parent_class)->finalize (object);
}

static void
th_event_search_class_init (ThEventSearchClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_event_search_dispose;
  object_class->finalize = th_event_search_finalize;
  changed_signal = g_signal_new ("changed", TH_TYPE_EVENT_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
  returned_signal = g_signal_new ("returned", TH_TYPE_EVENT_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);
}

static void
th_event_search_init (ThEventSearch *self)
{
  self->text = g_strdup ("");
  self->query = th_row_query_new (POLL_MS);
  g_signal_connect_object (self->query, "progress", G_CALLBACK (progress_cb), self,
                           G_CONNECT_SWAPPED);
}

ThEventSearch *
th_event_search_new (ThSelection *selection,
                     ThNavigator *navigator)
{
  ThEventSearch *self = g_object_new (TH_TYPE_EVENT_SEARCH, NULL);

  self->selection = g_object_ref (selection);
  self->navigator = g_object_ref (navigator);
  return self;
}
