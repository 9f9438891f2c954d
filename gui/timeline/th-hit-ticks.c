/* th-hit-ticks.c - search hits as ticks on a strip of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hit-ticks.h"

#include "th-event-search.h"

#define COLUMN_PX 2
#define MAX_COLUMNS 8192

struct _ThHitColumns
{
  ThRows  *hits;
  guint    search;    /* th_event_search_get_serial() */
  guint64  n_decided;
  ThView   view;
  guint    n;
  guint8  *filled;    /* NULL until they were found */
};

static void
columns_free (gpointer data)
{
  ThHitColumns *self = data;

  g_free (self->filled);
  th_rows_unref (self->hits);
  g_free (self);
}

static ThHitColumns *
columns_new (ThDocument   *document,
             const ThView *view)
{
  ThEventSearch *search = th_document_get_search (document);
  ThHitColumns *self = g_new0 (ThHitColumns, 1);

  self->hits = th_rows_ref (th_event_search_get_hits (search));
  self->search = th_event_search_get_serial (search);
  self->n_decided = th_rows_get_n_decided (self->hits);
  self->view = *view;
  self->n = CLAMP (view->width / COLUMN_PX, 1, MAX_COLUMNS);

  return self;
}

static void
fill_cpu (ThHitColumns *self,
          guint         stream,
          guint         cpu,
          ThPixel      *pixels)
{
  if (th_rows_get_n_cpu (self->hits, stream, cpu) == 0)
    return;

  th_rows_get_pixels (self->hits, stream, cpu, self->view.from, self->view.to, self->n, pixels);
  for (guint i = 0; i < self->n; i++)
    self->filled[i] |= pixels[i].count > 0;
}

static void
fill_cb (gpointer   data,
         const int *cancelled)
{
  ThHitColumns *self = data;
  g_autofree ThPixel *pixels = g_new (ThPixel, self->n);
  ThRecording *recording = th_rows_get_recording (self->hits);

  self->filled = g_new0 (guint8, self->n);
  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (recording, s)); c++)
      {
        if (g_atomic_int_get (cancelled))
          return;
        fill_cpu (self, s, c, pixels);
      }
}

void
th_hit_ticks_clear (ThHitTicks *self)
{
  g_clear_pointer (&self->job, th_strip_job_free);
  g_clear_pointer (&self->columns, columns_free);
}

static gboolean
is_fresh (const ThHitTicks *self,
          ThDocument       *document,
          const ThView     *view)
{
  ThEventSearch *search = th_document_get_search (document);
  const ThHitColumns *found = self->columns;

  return found != NULL && found->search == th_event_search_get_serial (search) &&
         found->n_decided == th_rows_get_n_decided (th_event_search_get_hits (search)) &&
         found->view.from == view->from && found->view.to == view->to &&
         found->view.width == view->width;
}

static gboolean
can_have_ticks (ThDocument   *document,
                const ThView *view)
{
  return th_event_search_get_hits (th_document_get_search (document)) != NULL &&
         view->to > view->from && view->width >= COLUMN_PX;
}

/* Takes what was found until then, also if the view has moved meanwhile. */
static void
take_columns (ThHitTicks *self,
              GtkWidget  *strip,
              gint64      until)
{
  ThHitColumns *found = self->job != NULL ? th_strip_job_take (self->job, until) : NULL;

  if (found == NULL)
    return;

  th_hit_ticks_clear (self);
  self->columns = found;
  gtk_widget_queue_draw (strip);
}

gboolean
th_hit_ticks_bring (ThHitTicks   *self,
                    GtkWidget    *strip,
                    ThDocument   *document,
                    const ThView *view,
                    gint64        until)
{
  take_columns (self, strip, until);
  if (!can_have_ticks (document, view))
    {
      th_hit_ticks_clear (self);
      return TRUE;
    }
  if (is_fresh (self, document, view))
    return TRUE;

  if (self->job == NULL)
    self->job = th_strip_job_new (columns_new (document, view), fill_cb, columns_free, strip);
  return FALSE;
}

/* Where the left edge of column @index is in @view. */
static double
column_x (const ThHitColumns *self,
          guint               index,
          const ThView       *view)
{
  double there = self->view.width / self->n * index;

  /* Most often they are those of the view; then no time is rounded. */
  if (self->view.from == view->from && self->view.to == view->to &&
      self->view.width == view->width)
    return there;

  return th_view_time_to_x (view, th_view_x_to_time (&self->view, there));
}

void
th_hit_ticks_snapshot (ThHitTicks   *self,
                       GtkSnapshot  *snapshot,
                       ThDocument   *document,
                       const ThView *view,
                       double        x,
                       double        top,
                       double        height)
{
  const ThHitColumns *found = self->columns;
  GdkRGBA rgba = { .alpha = 1 };
  ThColor color;

  /* Those of another search would be wrong. */
  if (found == NULL || !can_have_ticks (document, view) ||
      found->search != th_event_search_get_serial (th_document_get_search (document)))
    return;

  color = th_theme_get_color (th_scene_get_theme (th_document_get_scene (document)), TH_COLOR_HIT);
  rgba = (GdkRGBA) { color.red, color.green, color.blue, 1 };
  for (guint i = 0, end; i < found->n; i = end + 1)
    {
      double left, right;

      for (end = i; end < found->n && found->filled[end]; end++)
        ;
      if (end == i)
        continue;
      left = MAX (column_x (found, i, view), 0);
      right = MIN (column_x (found, end, view), view->width);
      if (right > left)
        gtk_snapshot_append_color (snapshot, &rgba,
                                   &GRAPHENE_RECT_INIT (x + left, top, right - left, height));
    }
}
