/* th-tracedat-load.c - the load of a trace.dat, from its layout to the finished recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-load-options.h"
#include "th-loader.h"
#include "th-source.h"
#include "th-tracedat-again.h"
#include "th-tracedat-layout.h"
#include "th-tracedat-live.h"
#include "th-tracedat-load.h"
#include "th-tracedat-publish.h"
#include "th-tracedat-reader.h"
#include "th-tracedat-stripes.h"
#include "th-tracedat-workers.h"

/* Frees stripes that were decoded but not appended because the load was stopped. */
static void
load_clear (ThTdLoad *load)
{
  for (guint i = 0; i < load->queues->len; i++)
    {
      ThTdQueue *queue = &g_array_index (load->queues, ThTdQueue, i);

      g_queue_clear_full (&queue->ready, (GDestroyNotify) th_td_job_free);
      g_free (queue->head);
    }
  g_queue_clear_full (&load->idle, (GDestroyNotify) th_td_job_free);
  g_array_unref (load->queues);
  g_array_unref (load->stripes);
  if (load->file->again == NULL)
    th_td_layout_free (load->layout);
  g_mutex_clear (&load->lock);
  g_cond_clear (&load->returned);
}

/* Lets the columns be decoded again, if that pays.  The size of the cache is what the user wants
 * to spend on them, so the rest of the recording has the usual limit. */
static void
prepare_again (ThTdLoad *load)
{
  gsize cache_size = th_load_options_get_memory_limit ();

  if (cache_size != 0)
    th_column_cache_set_limit (th_recording_get_column_cache (load->recording), cache_size);
  if (!th_td_again_is_possible (load->file))
    return;

  load->memory_limit = th_loader_get_usual_memory_limit (load->file->base.bytes);
  th_td_again_begin (load->file, load->layout);
  for (guint i = 0; i < load->queues->len; i++)
    {
      ThTdQueue *queue = &g_array_index (load->queues, ThTdQueue, i);

      th_td_again_add_cpu (load->file, queue->buffer, queue->cpu, queue->out);
    }
}

void
th_tracedat_load (ThRecording *recording)
{
  gpointer source = NULL;
  ThTdLoad load = { .recording = recording };

  g_return_if_fail (th_recording_peek_source (recording, &source) == &th_tracedat_source);

  load.file = source;
  load.layout = th_td_layout_new (load.file);
  load.queues = g_array_new (FALSE, FALSE, sizeof (ThTdQueue));
  load.stripes = g_array_new (FALSE, FALSE, sizeof (ThTdStripe));
  load.memory_limit = th_loader_get_memory_limit (load.file->base.bytes);
  g_mutex_init (&load.lock);
  g_cond_init (&load.returned);
  g_queue_init (&load.idle);

  if (th_bytes_get_feed (load.file->base.bytes) != NULL)
    th_td_load_live (&load);
  else
    {
      th_td_load_cut (&load);
      prepare_again (&load);
      th_td_load_find_reference (&load);
      th_td_load_run (&load, G_MAXUINT);
    }
  load_clear (&load);
  th_loader_note_bytes (recording, load.file->base.bytes);
  th_recording_finish (recording);
}
