/* th-tracedat-live.c - the load of a file that is being recorded
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-tracedat-clock.h"
#include "th-tracedat-declare.h"
#include "th-tracedat-live.h"
#include "th-tracedat-stripes.h"
#include "th-tracedat-workers.h"

/* A round of fewer bytes is not worth another thread. */
#define BYTES_PER_THREAD (1 << 20)
/* The number of rounds after which names that were seen again are dropped. */
#define ROUNDS_BETWEEN_FOLDS 256

/* How long analyses wait for the symbols, which a recorder sends after it has started. */
#define SYMBOLS_MS 3000

typedef struct
{
  ThTdLoad *load;
  ThFeed   *feed;
  guint     serial;
  guint     n_texts;  /* texts that were read */
  guint     n_rounds;
  guint64   left;     /* bytes of the portion that may still be loaded */
  gboolean  is_cut;   /* the last round had to leave some for the next */
  gint64    begun;    /* when the first round was loaded, µs */
} Live;

static ThTdQueue *
live_queue (const Live *self,
            guint       index)
{
  return &g_array_index (self->load->queues, ThTdQueue, index);
}

static guint
count_queues (const Live *self)
{
  return MIN (self->load->queues->len, th_feed_get_n_cpus (self->feed));
}

/* Of @size bytes, those that one CPU may load in this round: whole pages, and at least one. */
static guint64
limit_round (Live            *self,
             const ThTdQueue *queue,
             guint64          size)
{
  guint64 share = self->left / count_queues (self);

  return size <= share ? size : MAX (share - share % queue->buffer->page_size,
                                     queue->buffer->page_size);
}

/* Divides what has been written since the last round; returns how many bytes that are. */
static guint64
cut_round (Live *self)
{
  ThTdLoad *load = self->load;
  guint64 total = 0;

  g_array_set_size (load->stripes, 0);
  load->next = 0;
  self->is_cut = FALSE;
  for (guint i = 0; i < count_queues (self); i++)
    {
      ThTdQueue *queue = live_queue (self, i);
      guint64 before = queue->cpu->size, size = th_feed_get_size (self->feed, i);
      guint64 most;

      if (size <= before)
        continue;

      most = limit_round (self, queue, size - before);
      self->is_cut |= most < size - before;
      size = before + most;
      th_td_cpu_set_size (queue->cpu, size);
      th_td_load_cut_plain (load, queue, before);
      total += size - before;
    }
  self->left -= MIN (total, self->left);
  return total;
}

/* Promises that nothing before @until (G_MININT64: unknown), and before its last event, follows on
 * any CPU. */
static void
publish_until (Live   *self,
               gint64  until)
{
  gint64 shift = th_recording_get_shift (self->load->recording);

  for (guint i = 0; i < self->load->queues->len; i++)
    {
      ThTdQueue *queue = live_queue (self, i);
      guint32 n = th_cpu_get_n_rows (queue->out);
      gint64 time = until;

      if (until != G_MININT64)
        time = th_td_clock_convert (&self->load->file->clock, queue->cpu->number, (guint64) until);
      if (n > 0)
        time = MAX (time, th_cpu_get_time (queue->out, n - 1) - shift);
      if (time <= queue->floor || time == G_MAXINT64)
        continue;

      queue->floor = time;
      th_cpu_publish (queue->out, time);
    }
}

/* Until the symbols are there the events can be seen, but are not complete: an analysis would
 * take their addresses for unknown. */
static void
update_hold (Live *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->begun == 0)
    self->begun = now;
  self->load->holds = self->n_texts == 0 && now - self->begun < SYMBOLS_MS * 1000;
}

static void
read_late_texts (Live *self)
{
  guint n = th_feed_get_n_texts (self->feed);

  if (n == self->n_texts)
    return;

  self->n_texts = n;
  th_td_file_declare_late (self->load->file);
}

static void
load_round (Live *self)
{
  ThTdLoad *load = self->load;
  /* Before the sizes, which are those of this time or later. */
  gint64 until = th_feed_get_until (self->feed);
  guint64 size;

  read_late_texts (self);
  update_hold (self);
  size = cut_round (self);
  if (size > 0)
    {
      if (!load->has_reference)
        th_td_load_find_reference (load);
      th_td_load_run (load, 1 + (guint) MIN (size / BYTES_PER_THREAD, G_MAXUINT16));
    }
  if (!load->holds)
    publish_until (self, self->is_cut ? G_MININT64 : until);
  th_recording_note_growth (load->recording);
  if (++self->n_rounds % ROUNDS_BETWEEN_FOLDS == 0)
    th_tasks_finalize (th_recording_get_tasks (load->recording));
}

static gboolean
goes_on (const Live *self)
{
  return !self->load->stopped && !th_recording_is_cancelled (self->load->recording) &&
         !th_bytes_is_stopped (self->load->file->base.bytes);
}

/* The table of the file may be ahead of the feed. */
static void
set_begin (Live                *self,
           const ThFeedPortion *portion)
{
  for (guint i = 0; i < self->load->queues->len; i++)
    th_td_cpu_set_size (live_queue (self, i)->cpu,
                        portion != NULL && i < count_queues (self) ? portion->begin[i] : 0);
}

static void
store_end (Live          *self,
           ThFeedPortion *portion)
{
  for (guint i = 0; portion != NULL && i < count_queues (self); i++)
    portion->begin[i] = live_queue (self, i)->cpu->size;
}

void
th_td_load_live (ThTdLoad *load)
{
  ThFeedPortion *portion = th_bytes_get_portion (load->file->base.bytes);
  Live self = { .load = load, .feed = th_bytes_get_feed (load->file->base.bytes) };
  gboolean complete = FALSE;

  load->live = TRUE;
  self.left = portion != NULL ? portion->max : G_MAXUINT64;
  th_td_load_cut (load);
  set_begin (&self, portion);
  while (!complete && goes_on (&self))
    {
      self.serial = th_feed_wait (self.feed, self.serial, self.is_cut ? 0 : -1);
      /* Before the sizes, which do not change any more if it is closed. */
      complete = th_feed_is_closed (self.feed);
      load_round (&self);
      complete = (complete && !self.is_cut) || self.left == 0;
    }

  store_end (&self, portion);
  if (complete)
    for (guint i = 0; i < load->queues->len; i++)
      th_cpu_publish (live_queue (&self, i)->out, G_MAXINT64);
}
