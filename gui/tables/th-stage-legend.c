/* th-stage-legend.c - the legend of the colors of stages, above a table with bars of them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-stage-legend.h"

#include <glib/gi18n-lib.h>

#include "th-journey.h"
#include "th-path.h"
#include "th-widgets.h"

/* The number of flows whose stages are in the legend. */
#define MAX_FLOWS 2000
#define SWATCH "■"

typedef struct
{
  ThDocument *document;
  ThResults  *results;
  guint32     n_seen;  /* number of flows examined */
  guint64     stages;  /* bit set of the stages that have a leg */
} Legend;

static void
legend_free (gpointer data)
{
  Legend *legend = data;

  th_results_unref (legend->results);
  g_free (legend);
}

static void
look_at_flows (Legend *legend)
{
  ThFlows *flows = th_results_get_flows (legend->results);
  guint32 n = MIN (th_flows_get_n (flows), MAX_FLOWS);

  for (; legend->n_seen < n; legend->n_seen++)
    {
      g_autoptr(GArray) legs = th_flows_list_legs (flows, th_flows_get (flows, legend->n_seen));

      for (guint i = 0; i < legs->len; i++)
        if (g_array_index (legs, ThLeg, i).stage < 64)
          legend->stages |= G_GUINT64_CONSTANT (1) << g_array_index (legs, ThLeg, i).stage;
    }
}

/* Appends text like "■ irq", with the square in the color of the stage. */
static void
add_stage (GString       *text,
           PangoAttrList *attributes,
           ThTheme       *theme,
           const ThFlows *flows,
           guint          stage)
{
  ThColor color = th_path_get_color (theme, flows, stage);
  PangoAttribute *attribute = pango_attr_foreground_new (color.red * 65535, color.green * 65535,
                                                         color.blue * 65535);

  g_string_append (text, text->len > 0 ? "   " : "");
  attribute->start_index = text->len;
  g_string_append (text, SWATCH);
  attribute->end_index = text->len;
  pango_attr_list_insert (attributes, attribute);
  g_string_append_printf (text, "\u00a0%s", th_flows_get_stage_title (flows, stage));
}

static void
update (GtkWidget *label)
{
  Legend *legend = g_object_get_data (G_OBJECT (label), "legend");
  ThFlows *flows = th_results_get_flows (legend->results);
  ThScene *scene = th_document_get_scene (legend->document);
  g_autoptr(GString) text = g_string_new (NULL), names = g_string_new (NULL);
  PangoAttrList *attributes;

  if (scene == NULL)
    return;

  look_at_flows (legend);
  attributes = pango_attr_list_new ();
  for (guint i = 0; i < MIN (th_flows_get_info (flows)->n_stages, 64); i++)
    if (legend->stages >> i & 1)
      {
        add_stage (text, attributes, th_scene_get_theme (scene), flows, i);
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "",
                                th_flows_get_stage_title (flows, i));
      }
  gtk_label_set_text (GTK_LABEL (label), text->str);
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
  gtk_widget_set_visible (label, text->len > 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LABEL, names->str,
                                  -1);
}

static void
grown_cb (GtkWidget *label)
{
  Legend *legend = g_object_get_data (G_OBJECT (label), "legend");

  if (legend->n_seen < MIN (th_flows_get_n (th_results_get_flows (legend->results)), MAX_FLOWS))
    update (label);
}

GtkWidget *
th_stage_legend_new (ThDocument *document,
                     ThResults  *results)
{
  GtkWidget *label = th_paragraph_new ("", "stage-legend");
  Legend *legend = g_new0 (Legend, 1);

  gtk_label_set_width_chars (GTK_LABEL (label), TH_PARAGRAPH_CHARS);
  legend->document = document;
  legend->results = th_results_ref (results);
  g_object_set_data_full (G_OBJECT (label), "legend", legend, legend_free);
  gtk_widget_set_tooltip_text (label, _("Colors of the bars"));
  g_signal_connect_object (document, "theme-changed", G_CALLBACK (update), label,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "results-changed", G_CALLBACK (grown_cb), label,
                           G_CONNECT_SWAPPED);
  update (label);

  return label;
}
