/* th-runner.c - runs analyses over a recording, in one pass
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-runner-private.h"
#include "th-flow-registry.h"

#define N_TYPES 65536
/* Between two looks at the clock, and at whether to stop. */
#define CHECK_EVENTS 4096
#define PUBLISH_USEC (200 * 1000)
/* Each analysis may take this part of the machine's memory. */
#define MEMORY_SHARE 32

struct _ThRunner
{
  ThRecording *recording;
  ThReader    *reader;
  GPtrArray   *runs;       /* of Run */
  Route      **routes;     /* by type; NULL: not met yet */
  guint8      *unwanted;   /* by type */
  Merge        merge;
  gsize        memory_limit;
  gint64       published;  /* when, µs */
  guint        n_unread;
  gboolean     advanced;
  gboolean     ended;
  gint         cancelled;  /* atomic */
};

static void
run_free (Run *run)
{
  run->analysis->free (run->state);
  th_results_unref (run->results);
  g_hash_table_unref (run->lacking);
  g_array_unref (run->subscriptions);
  g_string_chunk_free (run->strings);
  g_free (run->streams);
  g_free (run->subscriptions_met);
  g_free (run->subscriptions_seen);
  g_free (run);
}

ThRunner *
th_runner_new (ThRecording *recording)
{
  ThRunner *self = g_new0 (ThRunner, 1);

  self->recording = th_recording_ref (recording);
  self->reader = th_reader_new (recording);
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) run_free);
  self->routes = g_new0 (Route *, N_TYPES);
  self->unwanted = g_new0 (guint8, N_TYPES);
  self->memory_limit = (gsize) sysconf (_SC_PHYS_PAGES) * sysconf (_SC_PAGESIZE) / MEMORY_SHARE;
  th_runner_merge_init (&self->merge, recording, self->unwanted);

  return self;
}

void
th_runner_free (ThRunner *self)
{
  th_runner_merge_clear (&self->merge);
  g_ptr_array_unref (self->runs);
  for (guint i = 0; i < N_TYPES; i++)
    g_free (self->routes[i]);
  g_free (self->routes);
  g_free (self->unwanted);
  th_reader_free (self->reader);
  th_recording_unref (self->recording);
  g_free (self);
}

void
th_runner_set_memory_limit (ThRunner *self,
                            gsize     bytes)
{
  self->memory_limit = bytes;
}

/* --- adding ------------------------------------------------------------ */

/* "values(irq:softirq_raise,vec)": the id, and what is not as by default. */
static char *
results_id (ThRunner         *self,
            ThRecording      *part,
            const ThAnalysis *analysis,
            GHashTable       *params)
{
  GString *id = g_string_new (analysis->id);
  const char *separator = "(";

  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    {
      const char *value = g_hash_table_lookup (params, param->id);

      if (g_strcmp0 (value, param->value) == 0)
        continue;
      g_string_append_printf (id, "%s%s", separator, value);
      separator = ",";
    }
  if (*separator == ',')
    g_string_append_c (id, ')');
  if (part != self->recording && th_recording_get_index (part) > 0)
    g_string_append_printf (id, "@%u", th_recording_get_index (part) + 1);

  return g_string_free (id, FALSE);
}

/* All parameters of @analysis; NULL with @error set if one must be given and
 * is not. */
static GHashTable *
complete_params (const ThAnalysis  *analysis,
                 GHashTable        *given,
                 GError           **error)
{
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);

  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    {
      const char *value = given != NULL ? g_hash_table_lookup (given, param->id) : NULL;

      if (value == NULL)
        value = param->value;
      if (value == NULL)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("“%s” needs the parameter “%s”"),
                       analysis->id, param->id);
          return NULL;
        }
      g_hash_table_insert (params, (char *) param->id, (char *) value);
    }

  return g_steal_pointer (&params);
}

static char *
results_title (ThRunner         *self,
               ThRecording      *part,
               const ThAnalysis *analysis)
{
  if (th_recording_get_n_parts (self->recording) == 1)
    return g_strdup (_(analysis->title));

  /* Translators: what an analysis found, and the name of the recording where;
   * as in "Packets · host.dat" */
  return g_strdup_printf (_("%s · %s"), _(analysis->title), th_recording_get_name (part));
}

static ThResults *
runner_add_part (ThRunner          *self,
                 ThRecording       *part,
                 const ThAnalysis  *analysis,
                 GHashTable        *params,
                 GError           **error)
{
  g_autoptr(GHashTable) all = complete_params (analysis, params, error);
  g_autoptr(ThResults) results = NULL;
  g_autofree char *id = NULL;
  g_autofree char *title = NULL;
  gpointer state;
  Run *run;

  g_return_val_if_fail (!self->advanced, NULL);

  if (all == NULL)
    return NULL;
  if (analysis->abi != TH_ANALYSIS_ABI)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _("“%s” was made for another version of this program"),
                   analysis->id);
      return NULL;
    }

  id = results_id (self, part, analysis, all);
  title = results_title (self, part, analysis);
  results = th_results_new (id, title);
  th_results_set_part (results, th_recording_get_index (part));
  if (!(state = analysis->begin (part, results, all, error)))
    return NULL;

  run = g_new0 (Run, 1);
  run->analysis = analysis;
  run->part = part;
  run->state = state;
  run->results = th_results_ref (results);
  run->lacking = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run->streams = g_new0 (guint8, th_recording_get_n_streams (self->recording) + 1);
  th_runner_run_subscription (run, all);
  g_ptr_array_add (self->runs, run);
  th_results_publish (results);
  if (th_results_get_flows (results) != NULL)
    th_flow_registry_add (self->recording, results);

  return g_steal_pointer (&results);
}

ThResults *
th_runner_add (ThRunner          *self,
               const ThAnalysis  *analysis,
               GHashTable        *params,
               GError           **error)
{
  return runner_add_part (self, th_recording_get_part (self->recording, 0), analysis, params,
                          error);
}

GPtrArray *
th_runner_add_parts (ThRunner          *self,
                     const ThAnalysis  *analysis,
                     GHashTable        *params,
                     GError           **error)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
  g_autoptr(GError) first = NULL;

  for (guint i = 0; i < th_recording_get_n_parts (self->recording); i++)
    {
      ThResults *results = runner_add_part (self, th_recording_get_part (self->recording, i),
                                            analysis, params,
                                            first == NULL ? &first : NULL);

      if (results != NULL)
        g_ptr_array_add (all, results);
    }
  if (all->len > 0)
    return g_steal_pointer (&all);

  g_propagate_error (error, g_steal_pointer (&first));
  return NULL;
}

static gboolean
speaks_of (const char       *text,
           const ThAnalysis *analysis)
{
  g_autofree char *head = analysis->noun != NULL ? g_strconcat (analysis->noun, ".", NULL) : NULL;

  return head != NULL && strstr (text, head) != NULL;
}

GPtrArray *
th_runner_add_named (ThRunner                *self,
                     const ThAnalysis *const *analyses,
                     const char              *text)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);

  for (const ThAnalysis *const *analysis = analyses; *analysis != NULL; analysis++)
    {
      g_autoptr(GPtrArray) added = speaks_of (text, *analysis) &&
                                   th_analysis_is_automatic (*analysis)
                                     ? th_runner_add_parts (self, *analysis, NULL, NULL) : NULL;

      for (guint i = 0; added != NULL && i < added->len; i++)
        g_ptr_array_add (all, th_results_ref (added->pdata[i]));
    }

  return all;
}

static void
add_automatic (ThRunner                *self,
               ThRecording             *part,
               const ThAnalysis *const *analyses,
               GPtrArray               *all)
{
  for (const ThAnalysis *const *analysis = analyses; *analysis != NULL; analysis++)
    {
      ThResults *results = th_analysis_is_automatic (*analysis)
                           ? runner_add_part (self, part, *analysis, NULL, NULL) : NULL;

      if (results != NULL)
        g_ptr_array_add (all, results);
    }
}

GPtrArray *
th_runner_add_all (ThRunner                *self,
                   const ThAnalysis *const *analyses)
{
  GPtrArray *all = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);

  for (guint i = 0; i < th_recording_get_n_parts (self->recording); i++)
    add_automatic (self, th_recording_get_part (self->recording, i), analyses, all);

  return all;
}

/* --- feeding ----------------------------------------------------------- */

static void
runner_event (ThRunner *self,
              Track    *track)
{
  guint type = track_get_type (track);
  Route *route = self->routes[type];
  ThEvent event;

  if (G_UNLIKELY (route == NULL))
    {
      route = self->routes[type] = th_runner_route_new (self->recording, self->runs, type);
      self->unwanted[type] = route->n_handlers == 0;
    }
  if (route->n_handlers == 0)
    return;

  event.ref = (ThRef) { track->stream, track->index, track->row };
  event.time = track->time;
  event.cpu = track->number;
  event.task = track_get_task (track);
  event.type = type;
  event.reader = self->reader;
  event.payload = (ThPayload) { NULL, 0, FALSE };
  if (route->payload && !th_reader_get_payload (self->reader, event.ref, &event.payload))
    {
      event.payload = (ThPayload) { NULL, 0, FALSE };
      self->n_unread++;
    }

  for (guint i = 0; i < route->n_handlers; i++)
    {
      const Handler *handler = &route->handlers[i];
      Run *run = handler->run;

      if (run->ended)
        continue;
      run->streams[track->stream] = TRUE;
      event.subscription = handler->subscription;
      event.fields = handler->fields;
      run->analysis->event (run->state, &event);
    }
}

static void
runner_lost (ThRunner *self,
             Track    *track)
{
  ThLost lost = th_cpu_get_lost (track->cpu, track->lost);

  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = g_ptr_array_index (self->runs, i);

      if (!run->ended && run->streams[track->stream] && run->analysis->lost != NULL)
        run->analysis->lost (run->state, track->stream, track->number, &lost);
    }
}

static void
runner_end_run (ThRunner *self,
                Run      *run,
                gboolean  whole)
{
  run->ended = TRUE;
  run->analysis->finish (run->state);
  th_runner_run_remark (run, whole);
  th_results_finish (run->results);
}

static void
runner_publish (ThRunner *self,
                gint64    until)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = g_ptr_array_index (self->runs, i);

      if (run->ended)
        continue;
      if (th_results_get_memory (run->results) > self->memory_limit)
        {
          th_results_add_remark (run->results,
                                 _("There was not enough memory: this shows only the first part of "
                                                 "the recording."));
          runner_end_run (self, run, FALSE);
          continue;
        }
      if (run->analysis->watermark != NULL)
        run->analysis->watermark (run->state, until);
      th_results_publish (run->results);
    }

  self->published = g_get_monotonic_time ();
}

/* Feeds what is open; FALSE if it was cancelled. */
static gboolean
runner_open_events (ThRunner *self)
{
  guint n = 0;
  Track *track;

  while ((track = th_runner_merge_peek (&self->merge)) != NULL)
    {
      if (track->is_lost)
        runner_lost (self, track);
      else
        runner_event (self, track);

      if (++n % CHECK_EVENTS == 0)
        {
          gint64 until = track->time;

          if (g_atomic_int_get (&self->cancelled))
            return FALSE;
          if (g_get_monotonic_time () - self->published > PUBLISH_USEC)
            runner_publish (self, until);
        }
      th_runner_merge_step (&self->merge);
    }

  return TRUE;
}

/* Losses behind the last event of their CPU.  That nothing follows is known at
 * the end alone, so they come there, however the recording grew. */
static void
runner_last_losses (ThRunner *self)
{
  for (guint i = 0; i < self->merge.n_tracks; i++)
    {
      Track *track = &self->merge.tracks[i];

      for (; track->lost < th_cpu_get_n_lost (track->cpu); track->lost++)
        runner_lost (self, track);
    }
}

static void
runner_finish (ThRunner *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = g_ptr_array_index (self->runs, i);

      if (self->n_unread > 0)
        {
          g_autofree char *text = g_strdup_printf (ngettext ("%u event could not be read from the "
                                                             "recording again.",
                                                             "%u events could not be read from "
                                                             "the recording again.",
                                                             self->n_unread), self->n_unread);

          th_results_add_remark (run->results, text);
        }
      if (!run->ended)
        runner_end_run (self, run, TRUE);
    }
}

gboolean
th_runner_advance (ThRunner *self)
{
  /* In this order: what was published before the load ended, or before the
   * watermark rose, is seen below. */
  gboolean running = th_recording_get_state (self->recording) == TH_LOAD_RUNNING;
  gint64 until = running ? th_recording_get_watermark (self->recording) : G_MAXINT64;

  self->advanced = TRUE;
  if (self->ended || g_atomic_int_get (&self->cancelled))
    return FALSE;

  if (until != TH_TIME_NONE)
    {
      th_runner_merge_open (&self->merge, until);
      if (!runner_open_events (self))
        return FALSE;
    }
  if (running)
    {
      runner_publish (self, until);
      return TRUE;
    }

  runner_last_losses (self);
  runner_finish (self);
  self->ended = TRUE;
  return FALSE;
}

void
th_runner_cancel (ThRunner *self)
{
  g_atomic_int_set (&self->cancelled, TRUE);
}

double
th_runner_get_progress (ThRunner *self)
{
  guint64 n_events = th_recording_get_n_events (self->recording);
  guint64 n_done = __atomic_load_n (&self->merge.n_done, __ATOMIC_RELAXED);
  double loaded = th_recording_get_progress (self->recording);

  return n_events == 0 ? 0 : CLAMP (n_done / (double) n_events * MAX (loaded, 0), 0, 1);
}
