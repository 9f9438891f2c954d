/* th-event-sort.c - events of a part of a recording by the values of a column
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-sort.h"

#include <string.h>

#include "th-thread-pool.h"

/* The number of rows after which cancellation is checked. */
#define CHECK_ROWS 1024

typedef struct
{
  ThRecording         *recording;
  ThOrder             *order;
  const ThEventColumn *column;
  gboolean             descending;
} Job;

typedef enum { NUMBER, TEXT, NOTHING } Rank;

typedef struct
{
  union
  {
    gint64      number;
    const char *text;
  };
  ThSortedEvent event;
  guint8  rank;
  guint8  is_unsigned;
} Key;

static void
job_free (gpointer data)
{
  Job *job = data;

  th_recording_unref (job->recording);
  th_order_unref (job->order);
  g_free (job);
}

static int
compare_numbers (const Key *a,
                 const Key *b)
{
  gboolean a_big = a->is_unsigned && a->number < 0, b_big = b->is_unsigned && b->number < 0;

  /* Unsigned numbers beyond G_MAXINT64 are greater than all others. */
  if (a_big != b_big)
    return a_big ? 1 : -1;

  return a->number < b->number ? -1 : a->number > b->number;
}

static int
compare_keys (gconstpointer one,
              gconstpointer other,
              gpointer      data)
{
  const Key *a = one, *b = other;
  const Job *job = data;
  int order = 0;

  if (a->rank == NOTHING || b->rank == NOTHING || a->rank != b->rank)
    order = a->rank == b->rank ? 0 : a->rank == NOTHING ? 1 : b->rank == NOTHING ? -1
                                                     : (a->rank < b->rank) == job->descending ? 1
                                                                                              : -1;
  else
    {
      order = a->rank == NUMBER ? compare_numbers (a, b) : strcmp (a->text, b->text);
      order = job->descending ? -order : order;
    }

  return order != 0 ? order : a->event.row < b->event.row ? -1 : a->event.row > b->event.row;
}

static void
read_key (const Job    *job,
          ThEventPlace *place,
          GStringChunk *texts,
          Key          *key)
{
  ThEventValue value;

  th_event_column_get_value (job->column, place, FALSE, &value);
  key->rank = value.has_number ? NUMBER : value.text != NULL ? TEXT : NOTHING;
  key->is_unsigned = value.is_unsigned;
  if (key->rank == NUMBER)
    key->number = value.number;
  else if (key->rank == TEXT)
    key->text = g_string_chunk_insert_const (texts, value.text);
  th_event_value_clear (&value);
}

static GArray *
read_keys (const Job    *job,
           GStringChunk *texts,
           GCancellable *cancellable)
{
  guint32 n = MIN (th_order_get_n (job->order), TH_EVENT_SORT_MAX);
  g_autoptr(GArray) keys = g_array_sized_new (FALSE, FALSE, sizeof (Key), n);
  g_autoptr(ThReader) reader = th_reader_new (job->recording);
  g_autoptr(ThCursor) cursor = th_cursor_new (job->order, 0);
  g_autoptr(ThExpressions) expressions = th_expressions_new (job->recording);
  ThEventPlace place = { job->recording, reader, TH_REF_NONE, TH_REF_NONE, 0, expressions };
  Key key = { 0 };

  /* Row numbers within the part have the same order as those within all events. */
  for (guint32 row = 0; row < n && th_cursor_next (cursor, &place.ref); row++)
    {
      if (row % CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      place.number = row;
      key.event = (ThSortedEvent) { place.ref, place.before, row };
      read_key (job, &place, texts, &key);
      g_array_append_val (keys, key);
      place.before = place.ref;
    }

  return g_steal_pointer (&keys);
}

static void
sort_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Job *job = data;
  GStringChunk *texts = g_string_chunk_new (64 * 1024);
  g_autoptr(GArray) keys = read_keys (job, texts, cancellable);
  GArray *places = NULL;

  if (keys != NULL && !g_cancellable_is_cancelled (cancellable))
    {
      g_array_sort_with_data (keys, compare_keys, job);
      places = g_array_sized_new (FALSE, FALSE, sizeof (ThSortedEvent), keys->len);
      for (guint i = 0; i < keys->len; i++)
        g_array_append_val (places, g_array_index (keys, Key, i).event);
    }
  g_string_chunk_free (texts);

  g_task_return_pointer (task, places, (GDestroyNotify) g_array_unref);
}

void
th_event_sort_async (ThRecording         *recording,
                     ThOrder             *order,
                     const ThEventColumn *column,
                     gboolean             descending,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Job *job = g_new0 (Job, 1);

  job->recording = th_recording_ref (recording);
  job->order = th_order_ref (order);
  job->column = column;
  job->descending = descending;
  g_task_set_source_tag (task, th_event_sort_async);
  g_task_set_task_data (task, job, job_free);
  th_thread_pool_run (task, sort_worker);
}

GArray *
th_event_sort_finish (GAsyncResult *result)
{
  return g_task_propagate_pointer (G_TASK (result), NULL);
}
