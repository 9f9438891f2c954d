/* bench-picture.c - the data of a picture of all lanes, as the window asks for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "bench-picture.h"

struct _BenchPicture
{
  ThRecording *recording;
  gint64       from;
  gint64       to;
  guint        n_taken;   /* atomic; lanes */
  guint        n_workers;
  GThreadPool *pool;      /* NULL: no workers */
  GMutex       lock;
  GCond        finished;
  guint        n_working; /* protected by the lock */
};

static void
draw_lane (BenchPicture *self,
           ThStream     *stream,
           ThCpu        *cpu)
{
  ThPixel pixels[BENCH_PIXELS];
  ThTaskPixel tasks[BENCH_PIXELS];

  th_cpu_get_pixels (cpu, self->from, self->to, BENCH_PIXELS, pixels);
  th_cpu_get_task_pixels (th_recording_get_runs_cpu (self->recording, stream, cpu), self->from,
                          self->to, BENCH_PIXELS, tasks);
}

static guint
take_lane (BenchPicture *self)
{
  return __atomic_fetch_add (&self->n_taken, 1, __ATOMIC_RELAXED);
}

/* Draws the lanes that no other worker takes. */
static void
draw_lanes (BenchPicture *self)
{
  guint taken = take_lane (self), lane = 0;

  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    {
      ThStream *stream = th_recording_get_stream (self->recording, i);

      for (guint j = 0; j < th_stream_get_n_cpus (stream); j++)
        if (lane++ == taken)
          {
            draw_lane (self, stream, th_stream_get_cpu (stream, j));
            taken = take_lane (self);
          }
    }
}

static void
work_cb (gpointer data,
         gpointer user_data)
{
  BenchPicture *self = data;

  draw_lanes (self);
  g_mutex_lock (&self->lock);
  if (--self->n_working == 0)
    g_cond_signal (&self->finished);
  g_mutex_unlock (&self->lock);
}

BenchPicture *
bench_picture_new (ThRecording *recording,
                   guint        n_workers)
{
  BenchPicture *self = g_new0 (BenchPicture, 1);

  self->recording = recording;
  self->n_workers = n_workers;
  if (n_workers > 0)
    self->pool = g_thread_pool_new (work_cb, NULL, n_workers, TRUE, NULL);
  g_mutex_init (&self->lock);
  g_cond_init (&self->finished);
  return self;
}

void
bench_picture_free (BenchPicture *self)
{
  if (self->pool != NULL)
    g_thread_pool_free (self->pool, FALSE, TRUE);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->finished);
  g_free (self);
}

void
bench_picture_draw (BenchPicture *self,
                    gint64        from,
                    gint64        to)
{
  self->from = from;
  self->to = to;
  self->n_taken = 0;
  self->n_working = self->n_workers;
  if (self->pool == NULL)
    draw_lanes (self);
  for (guint i = 0; i < self->n_workers; i++)
    g_thread_pool_push (self->pool, self, NULL);

  g_mutex_lock (&self->lock);
  while (self->n_working > 0)
    g_cond_wait (&self->finished, &self->lock);
  g_mutex_unlock (&self->lock);
}
