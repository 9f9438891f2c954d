/* th-lane-painter.c - draws pictures of lanes on worker threads
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-lane-painter.h"

#include "th-scene-draw.h"
#include "th-thread-pool.h"

/* A picture that was ordered. */
typedef struct
{
  ThPictureKey   key;
  ThLaneContent *content; /* until drawn */
  GBytes        *pixels;  /* once drawn; NULL if that failed */
  gboolean       wanted;  /* it is part of the last order */
} Order;

/* What one worker keeps between lanes.  Nobody else uses the cache meanwhile. */
typedef struct
{
  ThLaneCache *cache;    /* or NULL */
  Order       *order;    /* the one being drawn, or NULL */
  gboolean     is_busy; /* a worker uses it */
} WorkerState;

/* The main thread and each worker have a reference. */
struct _ThLanePainter
{
  gatomicrefcount ref_count;
  GThreadPool    *pool;
  GSourceFunc     ready;
  gpointer        data;

  GMutex          lock;       /* protects everything below */
  GCond           idle;       /* signalled when the last worker leaves */
  GPtrArray      *waiting;    /* Order, the most wanted first */
  GPtrArray      *done;       /* Order */
  WorkerState           *workers;
  guint           n_workers;
  guint           n_working;  /* workers that are busy */
  guint           generation; /* counts calls of th_lane_painter_clear() */
  guint           ready_id;   /* idle handler that calls ready */
};

static void
order_free (gpointer data)
{
  Order *order = data;

  g_clear_pointer (&order->pixels, g_bytes_unref);
  g_clear_pointer (&order->content, th_lane_content_free);
  g_free (order);
}

static void
painter_unref (ThLanePainter *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_workers; i++)
    g_clear_pointer (&self->workers[i].cache, th_lane_cache_free);
  g_free (self->workers);
  g_ptr_array_unref (self->waiting);
  g_ptr_array_unref (self->done);
  g_mutex_clear (&self->lock);
  g_cond_clear (&self->idle);
  g_free (self);
}

/* --- workers ------------------------------------------------------------- */

typedef struct
{
  const Order *order;
  ThLaneCache *cache;
} Drawing;

static void
draw_cb (cairo_t *cr,
         gpointer data)
{
  const Drawing *drawing = data;
  const ThPictureKey *key = &drawing->order->key;
  const ThView view = { key->from, key->to, key->width };

  th_lane_content_draw (drawing->order->content, drawing->cache, &view, cr, TH_RENDER_PIXELS);
}

/* Called without the lock. */
static void
draw (Order       *order,
      ThLaneCache *cache)
{
  Drawing drawing = { order, cache };

  order->pixels = th_texture_cache_draw (&order->key, draw_cb, &drawing);
  g_clear_pointer (&order->content, th_lane_content_free);
}

static gboolean
is_being_drawn (ThLanePainter *self,
                guint          what)
{
  for (guint i = 0; i < self->n_workers; i++)
    if (self->workers[i].order != NULL && self->workers[i].order->key.what == what)
      return TRUE;

  return FALSE;
}

/* Takes the next order whose lane no other worker is drawing; first those of lanes that this
 * worker has drawn before, whose columns it has kept. */
static Order *
take_order (ThLanePainter *self,
            guint          worker)
{
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < self->waiting->len; i++)
      {
        const Order *order = g_ptr_array_index (self->waiting, i);

        if ((pass > 0 || order->key.what % self->n_workers == worker) &&
            !is_being_drawn (self, order->key.what))
          return g_ptr_array_steal_index (self->waiting, i);
      }

  return NULL;
}

static void
drop_done (ThLanePainter *self,
           guint          what)
{
  for (guint i = self->done->len; i-- > 0;)
    if (((const Order *) g_ptr_array_index (self->done, i))->key.what == what)
      g_ptr_array_remove_index (self->done, i);
}

static gboolean
ready_cb (gpointer data)
{
  ThLanePainter *self = data;
  gboolean is_ready;

  g_mutex_lock (&self->lock);
  self->ready_id = 0;
  is_ready = self->done->len > 0;
  g_mutex_unlock (&self->lock);

  if (is_ready)
    self->ready (self->data);
  return G_SOURCE_REMOVE;
}

/* Replaces the last picture of the lane.  Called with the lock. */
static void
keep_done (ThLanePainter *self,
           Order         *order)
{
  drop_done (self, order->key.what);
  g_ptr_array_add (self->done, order);
  if (self->ready_id == 0)
    self->ready_id = g_idle_add_full (G_PRIORITY_DEFAULT, ready_cb, self, NULL);
}

/* Draws for a worker.  Called with the lock, which is released meanwhile. */
static void
draw_at (ThLanePainter *self,
         WorkerState   *worker,
         Order         *order)
{
  ThLaneCache *cache = g_steal_pointer (&worker->cache);
  guint generation = self->generation;

  worker->order = order;
  g_mutex_unlock (&self->lock);
  if (cache == NULL)
    cache = th_lane_cache_new ();
  draw (order, cache);
  g_mutex_lock (&self->lock);
  worker->order = NULL;

  if (generation == self->generation)
    {
      worker->cache = cache;
      keep_done (self, order);
      return;
    }

  /* The painter was cleared meanwhile. */
  g_mutex_unlock (&self->lock);
  th_lane_cache_free (cache);
  order_free (order);
  g_mutex_lock (&self->lock);
}

static void
work_cb (gpointer data,
         gpointer painter)
{
  ThLanePainter *self = painter;
  WorkerState *worker = data;
  Order *order;

  g_mutex_lock (&self->lock);
  while ((order = take_order (self, worker - self->workers)) != NULL)
    draw_at (self, worker, order);
  worker->is_busy = FALSE;
  if (--self->n_working == 0)
    g_cond_broadcast (&self->idle);
  g_mutex_unlock (&self->lock);

  painter_unref (self);
  th_thread_pool_leave ();
}

/* --- main thread ----------------------------------------------------------- */

ThLanePainter *
th_lane_painter_new (guint       n_workers,
                     GSourceFunc ready,
                     gpointer    data)
{
  ThLanePainter *self = g_new0 (ThLanePainter, 1);

  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  g_cond_init (&self->idle);
  self->ready = ready;
  self->data = data;
  self->waiting = g_ptr_array_new_with_free_func (order_free);
  self->done = g_ptr_array_new_with_free_func (order_free);
  self->n_workers = MAX (n_workers, 1);
  self->workers = g_new0 (WorkerState, self->n_workers);
  self->pool = g_thread_pool_new (work_cb, self, self->n_workers, FALSE, NULL);

  return self;
}

void
th_lane_painter_clear (ThLanePainter *self)
{
  g_mutex_lock (&self->lock);
  self->generation++;
  g_clear_handle_id (&self->ready_id, g_source_remove);
  g_ptr_array_set_size (self->waiting, 0);
  g_ptr_array_set_size (self->done, 0);
  for (guint i = 0; i < self->n_workers; i++)
    g_clear_pointer (&self->workers[i].cache, th_lane_cache_free);
  g_mutex_unlock (&self->lock);
}

void
th_lane_painter_free (ThLanePainter *self)
{
  th_lane_painter_clear (self);
  g_thread_pool_free (self->pool, FALSE, FALSE);
  painter_unref (self);
}

void
th_lane_painter_begin (ThLanePainter *self)
{
  g_mutex_lock (&self->lock);
  g_ptr_array_set_size (self->waiting, 0);
  for (guint i = 0; i < self->done->len; i++)
    ((Order *) g_ptr_array_index (self->done, i))->wanted = FALSE;
  for (guint i = 0; i < self->n_workers; i++)
    if (self->workers[i].order != NULL)
      self->workers[i].order->wanted = FALSE;
  g_mutex_unlock (&self->lock);
}

/* Returns the order of that picture if it is being drawn or ready, or NULL. */
static Order *
find_order (ThLanePainter      *self,
            const ThPictureKey *key)
{
  for (guint i = 0; i < self->n_workers; i++)
    if (self->workers[i].order != NULL && th_picture_key_equal (&self->workers[i].order->key, key))
      return self->workers[i].order;
  for (guint i = 0; i < self->done->len; i++)
    if (th_picture_key_equal (&((Order *) g_ptr_array_index (self->done, i))->key, key))
      return g_ptr_array_index (self->done, i);

  return NULL;
}

void
th_lane_painter_order (ThLanePainter      *self,
                       const ThPictureKey *key,
                       ThLaneContent      *content)
{
  Order *order;

  g_mutex_lock (&self->lock);
  order = find_order (self, key);
  if (order == NULL)
    {
      order = g_new0 (Order, 1);
      order->key = *key;
      order->content = g_steal_pointer (&content);
      g_ptr_array_add (self->waiting, order);
    }
  order->wanted = TRUE;
  g_mutex_unlock (&self->lock);
  g_clear_pointer (&content, th_lane_content_free);
}

/* Pictures of lanes that are no longer shown will not be taken. */
static void
drop_unwanted (ThLanePainter *self)
{
  for (guint i = self->done->len; i-- > 0;)
    if (!((const Order *) g_ptr_array_index (self->done, i))->wanted)
      g_ptr_array_remove_index (self->done, i);
}

static void
start_worker (ThLanePainter *self,
              WorkerState   *worker)
{
  worker->is_busy = TRUE;
  self->n_working++;
  g_atomic_ref_count_inc (&self->ref_count);
  th_thread_pool_enter ();
  g_thread_pool_push (self->pool, worker, NULL);
}

void
th_lane_painter_commit (ThLanePainter *self)
{
  g_mutex_lock (&self->lock);
  drop_unwanted (self);
  for (guint i = 0, n_started = 0; i < self->n_workers && n_started < self->waiting->len; i++)
    if (!self->workers[i].is_busy)
      {
        start_worker (self, &self->workers[i]);
        n_started++;
      }
  g_mutex_unlock (&self->lock);
}

void
th_lane_painter_wait (ThLanePainter *self,
                      gint64         until)
{
  g_mutex_lock (&self->lock);
  while (self->n_working > 0 && g_cond_wait_until (&self->idle, &self->lock, until))
    ;
  g_mutex_unlock (&self->lock);
}

gboolean
th_lane_painter_take (ThLanePainter  *self,
                      guint           what,
                      ThTextureCache *cache)
{
  Order *order = NULL;

  g_mutex_lock (&self->lock);
  for (guint i = 0; i < self->done->len && order == NULL; i++)
    if (((const Order *) g_ptr_array_index (self->done, i))->key.what == what)
      order = g_ptr_array_steal_index (self->done, i);
  g_mutex_unlock (&self->lock);
  if (order == NULL)
    return FALSE;

  th_texture_cache_put (cache, &order->key, order->pixels);
  order_free (order);
  return TRUE;
}
