/* th-tracedat-stripes.c - cuts the data of every CPU into stripes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-chunks.h"
#include "th-tracedat-decode.h"
#include "th-tracedat-file.h"
#include "th-tracedat-load.h"
#include "th-tracedat-stripes.h"

/* What is packed has longer ones: the look at the page behind a stripe unpacks a
 * chunk. */
#define DEFAULT_STRIPE (128 << 10)
#define DEFAULT_PACKED_STRIPE (256 << 10)

static gsize stripe_bytes = DEFAULT_STRIPE;
static gsize packed_stripe_bytes = DEFAULT_PACKED_STRIPE;

void
th_tracedat_set_stripe (gsize bytes)
{
  stripe_bytes = bytes != 0 ? bytes : DEFAULT_STRIPE;
  packed_stripe_bytes = bytes != 0 ? bytes : DEFAULT_PACKED_STRIPE;
}

static void
add_stripe (ThTdLoad   *load,
            ThTdLane   *lane,
            ThTdStripe  stripe)
{
  stripe.lane = load->lanes->len;
  stripe.index = lane->n_stripes++;
  stripe.order = (double) stripe.place / MAX (lane->cpu->raw_size, 1);
  g_array_append_val (load->stripes, stripe);
}

static void
cut_plain (ThTdLoad *load,
           ThTdLane *lane)
{
  guint page_size = lane->buffer->page_size;
  guint64 step = MAX (stripe_bytes / page_size, 1) * page_size;

  lane->cpu->raw_size = lane->cpu->size;
  for (guint64 at = 0; at < lane->cpu->size; at += step)
    add_stripe (load, lane, (ThTdStripe) { .place = at, .size = MIN (step, lane->cpu->size - at) });
}

static void
cut_chunks (ThTdLoad *load,
            ThTdLane *lane)
{
  const ThTdCpu *cpu = lane->cpu;

  for (guint i = 0; i < cpu->n_chunks;)
    {
      ThTdStripe stripe = { .place = cpu->chunks[i].place, .chunk = i };

      do
        {
          stripe.size += cpu->chunks[i].raw;
          stripe.n_chunks++;
          i++;
        }
      while (i < cpu->n_chunks && stripe.size + cpu->chunks[i].raw <= packed_stripe_bytes);
      add_stripe (load, lane, stripe);
    }
}

static void
add_lane (ThTdLoad *load,
          guint     buffer,
          guint     cpu)
{
  ThTdLane lane = { 0 };

  lane.buffer = th_td_file_buffer (load->file, buffer);
  lane.cpu = th_td_buffer_cpu (lane.buffer, cpu);
  lane.out = th_stream_get_cpu (th_recording_get_stream (load->recording, th_recording_get_first_stream (load->recording) + buffer), cpu);
  g_queue_init (&lane.ready);
  if (lane.cpu->size == 0)
    lane.cpu->raw_size = 0;
  else if (lane.buffer->compressed)
    {
      th_td_file_find_chunks (load->file, lane.buffer, lane.cpu);
      cut_chunks (load, &lane);
    }
  else
    cut_plain (load, &lane);

  if (lane.n_stripes == 0)
    th_cpu_publish (lane.out, G_MAXINT64);
  g_array_append_val (load->lanes, lane);
}

static gint
compare_stripes (gconstpointer a,
                 gconstpointer b)
{
  const ThTdStripe *x = a, *y = b;

  if (x->order != y->order)
    return x->order < y->order ? -1 : 1;
  if (x->lane != y->lane)
    return x->lane < y->lane ? -1 : 1;
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
          add_lane (load, i, j);
          total += th_td_buffer_cpu (buffer, j)->size;
        }
    }
  g_array_sort (load->stripes, compare_stripes);
  th_recording_set_progress (load->recording, 0, total);
}

static gint
compare_stamps (gconstpointer a,
                gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

/* The middle one of all CPUs' first stamps: a few wrong ones do no harm. */
void
th_td_load_find_reference (ThTdLoad *load)
{
  g_autoptr(GArray) stamps = g_array_new (FALSE, FALSE, sizeof (guint64));
  ThTdWorker *worker = th_td_worker_new (load);

  for (guint i = 0; i < load->lanes->len; i++)
    {
      ThTdLane *lane = &g_array_index (load->lanes, ThTdLane, i);
      guint64 stamp;

      if (lane->n_stripes > 0 && th_td_worker_peek_first_stamp (worker, lane, &stamp))
        g_array_append_val (stamps, stamp);
    }
  th_td_worker_free (worker);

  g_array_sort (stamps, compare_stamps);
  load->has_reference = stamps->len > 0;
  if (load->has_reference)
    load->reference = g_array_index (stamps, guint64, stamps->len / 2);
}
