/* replay.c - feeds a loaded recording to an analysis, whole or in pieces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "replay.h"
#include "results-text.h"
#include "th-analyses.h"
#include "th-runner.h"
#include "th-source.h"

typedef struct
{
  ThRecording *original;
} Replay;

typedef struct
{
  ThReader *reader;
} ReplayReader;

static void
replay_free (gpointer source)
{
  th_recording_unref (((Replay *) source)->original);
  g_free (source);
}

static const ThFieldTable *
replay_fields (gpointer source,
               guint    type)
{
  return th_recording_get_fields (((Replay *) source)->original, type);
}

static const char *
replay_symbol (gpointer  source,
               guint64   address,
               guint64  *offset)
{
  return th_recording_get_symbol (((Replay *) source)->original, address, offset);
}

static const char *
replay_module (gpointer source,
               guint64  address)
{
  return th_recording_get_module (((Replay *) source)->original, address);
}

static gboolean
replay_has_stacks (gpointer source,
                   guint    type)
{
  return th_recording_has_stacks (((Replay *) source)->original, type);
}

static char *
replay_stack_remark (gpointer source)
{
  return th_recording_dup_stack_remark (((Replay *) source)->original);
}

static gpointer
replay_reader_new (gpointer source)
{
  return th_reader_new (((Replay *) source)->original);
}

static void
replay_reader_free (gpointer reader)
{
  th_reader_free (reader);
}

static gboolean
replay_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  return th_reader_get_payload (reader, ref, payload);
}

static gboolean
replay_text (gpointer reader,
             ThRef    ref,
             gboolean raw,
             GString *text)
{
  return th_reader_get_text (reader, ref, raw, text);
}

static gboolean
replay_stack (gpointer reader,
              ThRef    ref,
              GArray  *frames)
{
  return th_reader_get_stack (reader, ref, frames);
}

static const ThSource replay_vtable = {
  .free = replay_free,
  .fields = replay_fields,
  .symbol = replay_symbol,
  .module = replay_module,
  .has_stacks = replay_has_stacks,
  .stack_remark = replay_stack_remark,
  .reader_new = replay_reader_new,
  .reader_free = replay_reader_free,
  .payload = replay_payload,
  .text = replay_text,
  .stack = replay_stack,
};

/* A recording with the same streams, types and tasks, but without events. */
static ThRecording *
replay_new (ThRecording *original)
{
  ThRecording *self = th_recording_new ("test");
  ThTasks *tasks = th_recording_get_tasks (original);
  Replay *replay = g_new0 (Replay, 1);

  replay->original = th_recording_ref (original);
  th_recording_set_source (self, &replay_vtable, replay);
  if (th_recording_get_fact (original, "machine") != NULL)
    th_recording_set_fact (self, "machine", th_recording_get_fact (original, "machine"));
  for (guint i = 0; i < th_recording_get_n_types (original); i++)
    th_recording_intern_type (self, th_recording_get_type_system (original, i),
                              th_recording_get_type_name (original, i));
  for (guint i = 0; i < th_tasks_get_n (tasks); i++)
    {
      g_assert_cmpuint (th_tasks_intern (th_recording_get_tasks (self),
                                         th_tasks_get_pid (tasks, i)), ==, i);
      th_tasks_set_saved (th_recording_get_tasks (self), th_tasks_get_pid (tasks, i),
                          th_tasks_get_saved (tasks, i));
    }
  for (guint i = 0; i < th_recording_get_n_streams (original); i++)
    {
      ThStream *from = th_recording_get_stream (original, i);
      ThStream *stream = th_recording_add_stream (self, th_stream_get_name (from),
                                                  th_stream_get_clock (from), TH_PLACE_U32);

      for (guint j = 0; j < th_stream_get_n_cpus (from); j++)
        th_stream_add_cpu (stream, th_cpu_get_number (th_stream_get_cpu (from, j)));
    }

  return self;
}

/* Copies the rows of @from up to @until and @ahead more: an analysis must not see the
 * rows of a CPU beyond the watermark. */
static void
replay_copy (ThCpu  *from,
             ThCpu  *to,
             gint64  until,
             guint   ahead)
{
  guint32 n_rows = th_cpu_get_n_rows (from);
  guint32 end = until == G_MAXINT64
                ? n_rows : MIN (th_cpu_lower_bound (from, n_rows, until) + ahead, n_rows);
  guint32 lost = 0;

  while (lost < th_cpu_get_n_lost (from) &&
         th_cpu_get_lost (from, lost).row < th_cpu_get_n_rows (to))
    lost++;
  for (guint32 row = th_cpu_get_n_rows (to); row < end; row++)
    {
      gint64 time = th_cpu_get_time (from, row);
      guint64 place = row;
      guint16 type = th_cpu_get_type (from, row);
      guint32 task = th_cpu_get_task (from, row);
      ThBatch batch = { 1, &time, &place, &type, &task, 0, NULL };

      if (lost < th_cpu_get_n_lost (from) && th_cpu_get_lost (from, lost).row == row)
        th_cpu_append_lost (to, th_cpu_get_lost (from, lost++).count);
      g_assert_cmpuint (th_cpu_append (to, &batch), ==, 1);
      th_cpu_publish (to, time);
    }
  if (until == G_MAXINT64 && lost < th_cpu_get_n_lost (from))
    th_cpu_append_lost (to, th_cpu_get_lost (from, lost).count);
  th_cpu_publish (to, until);
}

static void
replay_advance (ThRecording *original,
                ThRecording *replay,
                gint64       until,
                guint        piece)
{
  for (guint i = 0; i < th_recording_get_n_streams (original); i++)
    for (guint j = 0; j < th_stream_get_n_cpus (th_recording_get_stream (original, i)); j++)
      replay_copy (th_stream_get_cpu (th_recording_get_stream (original, i), j),
                   th_stream_get_cpu (th_recording_get_stream (replay, i), j), until,
                   (piece + i + j) % 3 * 5);
}

static ThRunner *
runner_new (ThRecording      *recording,
            const ThAnalysis *analysis,
            const char       *text,
            ThResults       **results)
{
  g_auto(GStrv) words = g_strsplit (text != NULL ? text : "", " ", -1);
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr(GError) error = NULL;
  ThRunner *runner = th_runner_new (recording, th_analyses_list ());

  for (guint i = 0; words[i] != NULL && *words[i] != '\0'; i++)
    {
      char *equals = strchr (words[i], '=');

      *equals = '\0';
      g_hash_table_insert (params, words[i], equals + 1);
    }
  *results = th_runner_add (runner, analysis, params, &error);
  g_assert_no_error (error);

  return runner;
}

static gboolean
declares (const ThAnalysis *analysis,
          const char       *id)
{
  g_auto(GStrv) further = analysis->list_measures != NULL ? analysis->list_measures () : NULL;
  const ThMeasureInfo *measure = analysis->measures;

  for (; measure != NULL && measure->id != NULL; measure++)
    if (g_pattern_match_simple (measure->id, id))
      return TRUE;

  return further != NULL && g_strv_contains ((const char *const *) further, id);
}

/* Each measure has an id that the analysis declares. */
static void
check_measures (const ThAnalysis *analysis,
                ThResults        *results)
{
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    {
      const char *id = th_measure_get_info (th_results_get_measure (results, i))->id;

      if (!declares (analysis, id))
        g_error ("%s does not declare its measure %s", analysis->id, id);
    }
}

ThResults *
test_run (ThRecording      *recording,
          const ThAnalysis *analysis,
          const char       *params,
          guint             n_pieces)
{
  g_autoptr(ThRecording) replay = n_pieces > 1 ? replay_new (recording) : NULL;
  g_autoptr(ThRunner) runner = NULL;
  ThResults *results;
  gint64 first, last;

  runner = runner_new (replay != NULL ? replay : recording, analysis, params, &results);
  if (!th_recording_get_range (recording, &first, &last))
    first = last = 0;
  for (guint i = 1; i < n_pieces; i++)
    {
      replay_advance (recording, replay, first + (gint64) ((last - first) / (double) n_pieces * i),
                     i);
      g_assert_true (th_runner_advance (runner));
    }
  if (replay != NULL)
    {
      replay_advance (recording, replay, G_MAXINT64, 0);
      th_recording_finish (replay);
    }
  g_assert_false (th_runner_advance (runner));
  g_assert_true (th_results_is_finished (results));
  if (params == NULL)
    check_measures (analysis, results);

  return results;
}

ThResults *
test_run_both (ThRecording *recording,
               const char  *id,
               const char  *params)
{
  ThResults *results = test_run (recording, th_analyses_find (id), params, 1);
  g_autoptr(ThResults) pieces = test_run (recording, th_analyses_find (id), params, 50);
  g_autofree char *one = test_dump (recording, results);
  g_autofree char *many = test_dump (recording, pieces);

  g_assert_cmpstr (one, ==, many);

  return results;
}

ThResults *
test_run_until (ThRecording      *recording,
                const ThAnalysis *analysis,
                gint64            until)
{
  g_autoptr(ThRecording) replay = replay_new (recording);
  ThResults *results;
  g_autoptr(ThRunner) runner = runner_new (replay, analysis, NULL, &results);

  replay_advance (recording, replay, until, 0);
  g_assert_true (th_runner_advance (runner));
  return results;
}
