/* th-path-cell.c - a cell that shows the stages of a flow as a bar
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-cell.h"

#include <math.h>

#include "th-flow-facts.h"
#include "th-path.h"
#include "th-style.h"

#define BAR_HEIGHT 11
#define MIN_WIDTH 140

typedef struct
{
  ThDocument *document;
  ThResults  *results;
  guint32     row;
} Path;

static void
draw_cb (GtkDrawingArea *area,
         cairo_t        *cr,
         int             width,
         int             height,
         gpointer        data)
{
  const Path *path = data;
  int bar = th_style_grow (BAR_HEIGHT);
  ThFlows *flows = path->results != NULL ? th_results_get_flows (path->results) : NULL;

  if (flows == NULL || path->row >= th_flows_get_n (flows) ||
      th_document_get_scene (path->document) == NULL)
    return;

  cairo_translate (cr, 0, floor ((height - bar) / 2.0));
  th_path_draw_bar (th_scene_get_theme (th_document_get_scene (path->document)), flows,
                    th_flows_get (flows, path->row),
                    width, bar, cr);
}

void
th_path_cell_bind (GtkWidget *cell,
                   ThResults *results,
                   guint32    row)
{
  Path *path = g_object_get_data (G_OBJECT (cell), "path");
  ThFlows *flows = th_results_get_flows (results);
  g_autofree char *text = NULL;

  path->results = results;
  path->row = row;
  text = row < th_flows_get_n (flows)
         ? th_flow_facts_dup_stages (path->document, flows, th_flows_get (flows, row))
         : g_strdup ("");
  gtk_widget_set_tooltip_text (cell, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  gtk_widget_queue_draw (cell);
}

GtkWidget *
th_path_cell_new (ThDocument *document)
{
  GtkWidget *cell = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG,
                                  "content-width", th_style_grow (MIN_WIDTH),
                                  "content-height", th_style_grow (BAR_HEIGHT), NULL);
  Path *path = g_new0 (Path, 1);

  path->document = document;
  g_object_set_data_full (G_OBJECT (cell), "path", path, g_free);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (cell), draw_cb, path, NULL);

  return cell;
}
