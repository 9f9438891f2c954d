/* th-hit-ticks.c - search hits as ticks on a strip of time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hit-ticks.h"

#include "th-event-search.h"

#define COLUMN_PX 2
#define MAX_COLUMNS 8192

void
th_hit_ticks_clear (ThHitTicks *self)
{
  g_free (self->columns);
  *self = (ThHitTicks) { 0 };
}

static gboolean
is_fresh (const ThHitTicks *self,
          guint             search,
          ThRows           *hits,
          const ThView     *view)
{
  return self->columns != NULL && self->search == search &&
         self->n_decided == th_rows_get_n_decided (hits) && self->view.from == view->from &&
         self->view.to == view->to && self->view.width == view->width;
}

static void
fill (ThHitTicks   *self,
      guint         search,
      ThRows       *hits,
      const ThView *view)
{
  guint n = CLAMP (view->width / COLUMN_PX, 1, MAX_COLUMNS);
  g_autofree ThPixel *pixels = g_new (ThPixel, n);
  ThRecording *recording = th_rows_get_recording (hits);

  th_hit_ticks_clear (self);
  *self = (ThHitTicks) { search, th_rows_get_n_decided (hits), *view, g_new0 (guint8, n), n };
  for (guint s = 0; s < th_recording_get_n_streams (recording); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (recording, s)); c++)
      {
        if (th_rows_get_n_cpu (hits, s, c) == 0)
          continue;
        th_rows_get_pixels (hits, s, c, view->from, view->to, n, pixels);
        for (guint i = 0; i < n; i++)
          self->columns[i] |= pixels[i].count > 0;
      }
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
  ThRows *hits = th_document_get_hits (document);
  guint search = th_document_get_find_serial (document);
  ThColor color;
  double column;

  if (hits == NULL || view->to <= view->from || view->width < COLUMN_PX)
    {
      th_hit_ticks_clear (self);
      return;
    }
  if (!is_fresh (self, search, hits, view))
    fill (self, search, hits, view);

  color = th_theme_get_color (th_scene_get_theme (th_document_get_scene (document)), TH_COLOR_HIT);
  column = view->width / self->n_columns;
  for (guint i = 0, end; i < self->n_columns; i = end)
    {
      for (end = i; end < self->n_columns && self->columns[end]; end++)
        ;
      if (end > i)
        gtk_snapshot_append_color (snapshot, &(GdkRGBA) { color.red, color.green, color.blue, 1 },
                                   &GRAPHENE_RECT_INIT (x + i * column, top, (end - i) * column,
                                                        height));
      else
        end++;
    }
}
