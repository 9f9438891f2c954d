/* th-runner.c - runs analyses over a recording, in one pass
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-runner-private.h"

#define N_TYPES 65536
/* The number of events between two checks of the clock and for cancellation. */
#define CHECK_EVENTS 4096
#define PUBLISH_USEC (200 * 1000)
/* Each analysis may use 1/MEMORY_SHARE of the machine's memory. */
#define MEMORY_SHARE 32

static void
run_free (Run *run)
{
  run->analysis->free (run->state);
  th_results_unref (run->results);
  g_ptr_array_unref (run->needed);
  g_hash_table_unref (run->lacking);
  g_array_unref (run->subscriptions);
  g_string_chunk_free (run->strings);
  g_free (run->streams);
  g_free (run->subscriptions_met);
  g_free (run->subscriptions_seen);
  g_free (run);
}

ThRunner *
th_runner_new (ThRecording             *recording,
               const ThAnalysis *const *analyses)
{
  ThRunner *self = g_new0 (ThRunner, 1);

  self->recording = th_recording_ref (recording);
  self->analyses = analyses;
  self->reader = th_reader_new (recording);
  self->payloads = th_reader_new (recording);
  self->runs = g_ptr_array_new_with_free_func ((GDestroyNotify) run_free);
  self->lent = g_ptr_array_new_with_free_func ((GDestroyNotify) th_results_unref);
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
  g_ptr_array_unref (self->lent);
  for (guint i = 0; i < N_TYPES; i++)
    g_free (self->routes[i]);
  g_free (self->routes);
  g_free (self->unwanted);
  th_reader_free (self->reader);
  th_reader_free (self->payloads);
  th_recording_unref (self->recording);
  g_free (self);
}

void
th_runner_set_memory_limit (ThRunner *self,
                            gsize     bytes)
{
  self->memory_limit = bytes;
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
  if (route->payload &&
      !track_get_payload (track, self->payloads, self->routes, &event.payload))
    self->n_unread++;

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

/* Feeds the events merged so far.  Returns FALSE if the run was cancelled. */
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

/* Feeds losses after the last event of their CPU.  Only at the end is it known that no event
 * follows, so they are fed then, which does not depend on how the recording grew. */
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

/* Analyses that only read results of others need no events. */
static gboolean
wants_events (const ThRunner *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    if (((const Run *) self->runs->pdata[i])->subscriptions->len > 0)
      return TRUE;

  return FALSE;
}

gboolean
th_runner_advance (ThRunner *self)
{
  /* Read these in this order: events published before the load ended, or before the
   * watermark rose, are visible below. */
  gboolean running = th_recording_get_state (self->recording) == TH_LOAD_RUNNING;
  gint64 until = running ? th_recording_get_watermark (self->recording) : G_MAXINT64;

  self->advanced = TRUE;
  if (self->ended || g_atomic_int_get (&self->cancelled))
    return FALSE;

  if (until != TH_TIME_NONE && (running || wants_events (self)))
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

guint64
th_runner_get_n_passed (ThRunner *self)
{
  return __atomic_load_n (&self->merge.n_done, __ATOMIC_RELAXED);
}

double
th_runner_get_progress (ThRunner *self)
{
  guint64 n_events = th_recording_get_n_events (self->recording);
  guint64 n_done = th_runner_get_n_passed (self);
  double loaded = th_recording_get_progress (self->recording);

  return n_events == 0 ? 0 : CLAMP (n_done / (double) n_events * MAX (loaded, 0), 0, 1);
}
