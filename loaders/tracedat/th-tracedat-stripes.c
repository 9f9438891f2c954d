/* th-tracedat-stripes.c - divides the data of every CPU into stripes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-chunks.h"
#include "th-tracedat-decode.h"
#include "th-tracedat-file.h"
#include "th-tracedat-load.h"
#include "th-tracedat-stripes.h"

/* Shorter stripes would take the lock more often, and peek more often at the page after them, for
 * which a whole chunk is unpacked.  Longer ones would not stay in the cache of the processor. */
#define DEFAULT_STRIPE (256 << 10)

static gsize stripe_bytes = DEFAULT_STRIPE;

void
th_tracedat_set_stripe (gsize bytes)
{
  stripe_bytes = bytes != 0 ? bytes : DEFAULT_STRIPE;
}

static void
add_stripe (ThTdLoad   *load,
            ThTdQueue  *queue,
            ThTdStripe  stripe)
{
  stripe.queue = queue->number;
  stripe.index = queue->n_stripes++;
  stripe.order = (double) stripe.place / MAX (queue->cpu->raw_size, 1);
  g_array_append_val (load->stripes, stripe);
}

void
th_td_load_cut_plain (ThTdLoad  *load,
                      ThTdQueue *queue,
                      guint64    from)
{
  guint page_size = queue->buffer->page_size;
  guint64 step = MAX (stripe_bytes / page_size, 1) * page_size;

  queue->cpu->raw_size = queue->cpu->size;
  for (guint64 at = from; at < queue->cpu->size; at += step)
    add_stripe (load, queue,
                (ThTdStripe) { .place = at, .size = MIN (step, queue->cpu->size - at) });
}

static void
cut_chunks (ThTdLoad  *load,
            ThTdQueue *queue)
{
  const ThTdCpu *cpu = queue->cpu;

  for (guint i = 0; i < cpu->n_chunks;)
    {
      ThTdStripe stripe = { .place = cpu->chunks[i].place, .chunk = i };

      do
        {
          stripe.size += cpu->chunks[i].raw;
          stripe.n_chunks++;
          i++;
        }
      while (i < cpu->n_chunks && stripe.size + cpu->chunks[i].raw <= stripe_bytes);
      add_stripe (load, queue, stripe);
    }
}

static void
add_queue (ThTdLoad *load,
           guint     buffer,
           guint     cpu)
{
  ThTdQueue queue = { .number = load->queues->len, .floor = G_MININT64 };

  queue.buffer = th_td_file_buffer (load->file, buffer);
  queue.cpu = th_td_buffer_cpu (queue.buffer, cpu);
  queue.out =
    th_stream_get_cpu (th_recording_get_stream (load->recording,
                                                th_recording_get_first_stream (load->recording) +
                                                buffer), cpu);
  g_queue_init (&queue.ready);
  if (queue.cpu->size == 0)
    queue.cpu->raw_size = 0;
  else if (queue.buffer->compressed)
    {
      th_td_file_find_chunks (load->file, queue.buffer, queue.cpu);
      cut_chunks (load, &queue);
    }
  else if (!load->live)
    th_td_load_cut_plain (load, &queue, 0);

  if (queue.n_stripes == 0 && !load->live)
    th_cpu_publish (queue.out, G_MAXINT64);
  g_array_append_val (load->queues, queue);
}

static gint
compare_stripes (gconstpointer a,
                 gconstpointer b)
{
  const ThTdStripe *x = a, *y = b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  if (x->queue != y->queue)
    return x->queue < y->queue ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

void
th_td_load_cut (ThTdLoad *load)
{
  guint64 total = 0;

  for (guint i = 0; i < load->file->buffers->len; i++)
    {
      ThTdBuffer *buffer = th_td_file_buffer (load->file, i);

      for (guint j = 0; j < buffer->cpus->len && !th_recording_is_cancelled (load->recording); j++)
        {
          add_queue (load, i, j);
          total += th_td_buffer_cpu (buffer, j)->size;
        }
    }
  g_array_sort (load->stripes, compare_stripes);
  th_recording_set_progress (load->recording, 0, load->live ? 0 : total);
}

static gint
compare_stamps (gconstpointer a,
                gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

void
th_td_load_find_reference (ThTdLoad *load)
{
  g_autoptr(GArray) stamps = g_array_new (FALSE, FALSE, sizeof (guint64));
  ThTdWorker *worker = th_td_worker_new (load, 0);

  for (guint i = 0; i < load->queues->len; i++)
    {
      ThTdQueue *queue = &g_array_index (load->queues, ThTdQueue, i);
      guint64 stamp;

      if (queue->n_stripes > 0 && th_td_worker_peek_first_stamp (worker, queue, &stamp))
        g_array_append_val (stamps, stamp);
    }
  th_td_worker_free (worker);

  g_array_sort (stamps, compare_stamps);
  load->has_reference = stamps->len > 0;
  if (load->has_reference)
    load->reference = g_array_index (stamps, guint64, stamps->len / 2);
}
