/* th-first-match.c - finds the first event that matches a filter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-first-match.h"

#include "th-text-search.h"
#include "th-thread-pool.h"

typedef struct
{
  ThRecording *recording;
  ThFilter    *filter;
  gint         cancelled; /* atomic */
  gint64       time;
} Search;

static void
search_free (Search *search)
{
  th_filter_unref (search->filter);
  th_recording_unref (search->recording);
  g_free (search);
}

static void
cancelled_cb (GCancellable *cancellable,
              Search       *search)
{
  g_atomic_int_set (&search->cancelled, 1);
}

static void
search_worker (GTask        *task,
               gpointer      source,
               gpointer      data,
               GCancellable *cancellable)
{
  Search *search = data;
  g_autoptr(ThRows) hits = th_rows_new (search->recording);
  ThFindWalk walk = { .filter = search->filter, .hits = hits, .from = TH_REF_NONE,
                      .time = TH_TIME_NONE, .cancelled = &search->cancelled };
  gulong id = g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), search, NULL);
  ThRef found;

  search->time = th_find_walk (&walk, &found, NULL)
                 ? th_recording_get_time (search->recording, found) : TH_TIME_NONE;
  g_cancellable_disconnect (cancellable, id);
  g_task_return_boolean (task, TRUE);
}

void
th_first_match_find_async (ThRecording         *recording,
                           ThFilter            *filter,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);
  Search *search = g_new0 (Search, 1);

  search->recording = th_recording_ref (recording);
  search->filter = th_filter_ref (filter);
  g_task_set_task_data (task, search, (GDestroyNotify) search_free);
  th_thread_pool_run (task, search_worker);
}

gboolean
th_first_match_find_finish (GAsyncResult *result,
                            gint64       *time)
{
  const Search *search = g_task_get_task_data (G_TASK (result));

  *time = search->time;
  return g_task_propagate_boolean (G_TASK (result), NULL);
}
