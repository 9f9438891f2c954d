/* th-step-row.c - a row of the step list: one step, or a fold of repeated steps
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-step-row.h"

#include <math.h>

#include "th-path.h"
#include "th-step-group.h"
#include "th-style.h"
#include "th-widgets.h"

#define RAIL_PX 18
#define DOT_PX 4.5
#define SIGN_PX 11

struct _ThStepRow
{
  GtkListBoxRow parent;

  ThDocument   *document; /* owned by the panel */
  ThResults    *results;  /* owned by the panel */
  guint32       flow;
  ThFold        fold;
  guint32       length;   /* number of steps */
  ThConfidence  confidence;
  GtkWidget    *rail;
  GtkWidget    *name;
  GtkWidget    *arrow;
  GtkWidget    *detail;
  GtkWidget    *times;
  GtkWidget    *first;
  GtkWidget    *second;
  GtkWidget    *sign;
};

G_DEFINE_FINAL_TYPE (ThStepRow, th_step_row, GTK_TYPE_LIST_BOX_ROW)

/* --- drawings ----------------------------------------------------------- */

/* Returns NULL while the document has no recording. */
static ThTheme *
get_theme (ThStepRow *self)
{
  ThScene *scene = th_document_get_scene (self->document);

  return scene != NULL ? th_scene_get_theme (scene) : NULL;
}

static void
draw_line (cairo_t           *cr,
           const ThStepGroup *group,
           ThColor            color,
           double             dot,
           int                width,
           int                height)
{
  guint32 last = group->fold.first + th_step_group_get_length (group) - 1;

  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  if (group->fold.first > 0)
    cairo_rectangle (cr, floor (width / 2.0) - 1, 0, 2, height / 2.0 - dot - 2);
  if (last + 1 < group->flow->n_steps)
    cairo_rectangle (cr, floor (width / 2.0) - 1, height / 2.0 + dot + 2, 2, height);
  cairo_fill (cr);
}

/* Draws the dot in the color of the stage, and the line to the steps above and below. */
static void
draw_rail_cb (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        data)
{
  ThStepRow *self = data;
  double dot = th_style_grow (2 * DOT_PX) / 2.0;
  ThTheme *theme = get_theme (self);
  ThStepGroup group;
  ThColor color;
  guint stage;

  if (theme == NULL)
    return;

  group = th_step_group_get (self->document, self->results, self->flow, &self->fold);
  stage = th_step_group_get_stage (&group);
  draw_line (cr, &group, th_theme_get_color (theme, TH_COLOR_NOT_LOADED), dot, width, height);

  color = stage == TH_FLOW_NO_STAGE ? th_theme_get_color (theme, TH_COLOR_INK_DIM)
                                    : th_path_get_color (theme, group.flows, stage);
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_arc (cr, floor (width / 2.0), height / 2.0, dot, 0, 2 * G_PI);
  if (group.step.flags & TH_STEP_PLACE)
    {
      cairo_set_line_width (cr, 2);
      cairo_stroke (cr);
    }
  else
    cairo_fill (cr);
}

static void
draw_sign_cb (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        data)
{
  ThStepRow *self = data;
  int size = th_style_grow (SIGN_PX);
  GdkRGBA color;

  cairo_translate (cr, floor ((width - size) / 2.0), floor ((height - size) / 2.0));
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &color);
  th_path_draw_confidence ((ThColor) { color.red, color.green, color.blue }, self->confidence, size,
                           cr);
}

/* --- content ------------------------------------------------------------ */

static void
show_times (ThStepRow         *self,
            const ThStepGroup *group,
            gboolean           ends_longest)
{
  g_autofree char *first = th_step_group_dup_time (group);
  g_autofree char *second = th_step_group_dup_second_time (group);

  gtk_label_set_text (GTK_LABEL (self->first), first);
  gtk_widget_add_css_class (self->first, ends_longest ? "longest" : "value");
  gtk_label_set_text (GTK_LABEL (self->second), second != NULL ? second : "");
  gtk_widget_set_visible (self->second, second != NULL);
}

static void
show (ThStepRow         *self,
      const ThStepGroup *group,
      gboolean           ends_longest)
{
  g_autofree char *name = th_step_group_dup_name (group);
  g_autofree char *detail = th_step_group_dup_detail (group);
  g_autofree char *tooltip = th_step_group_dup_tooltip (group, ends_longest);
  g_autofree char *label = th_step_group_dup_label (group);

  th_label_set_text (self->name, name);
  th_label_set_text (self->detail, detail);
  gtk_widget_set_visible (self->detail, detail[0] != '\0');
  show_times (self, group, ends_longest);
  if (self->confidence == TH_CONFIDENCE_BROKEN)
    gtk_widget_add_css_class (self->sign, "broken");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
}

static void
show_arrow (ThStepRow *self,
            gboolean   expanded)
{
  gtk_image_set_from_icon_name (GTK_IMAGE (self->arrow),
                                expanded ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, expanded, -1);
}

void
th_step_row_set_expanded (ThStepRow *self,
                          gboolean   expanded)
{
  gtk_list_box_row_set_selectable (GTK_LIST_BOX_ROW (self), !expanded);
  show_arrow (self, expanded);
}

gboolean
th_step_row_is_expanded (ThStepRow *self)
{
  return self->length > 1 && !gtk_list_box_row_get_selectable (GTK_LIST_BOX_ROW (self));
}

guint32
th_step_row_get_first (ThStepRow *self)
{
  return self->fold.first;
}

guint32
th_step_row_get_length (ThStepRow *self)
{
  return self->length;
}

/* --- class -------------------------------------------------------------- */

static void
th_step_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), TH_TYPE_STEP_ROW);

  G_OBJECT_CLASS (th_step_row_parent_class)->dispose (object);
}

static void
th_step_row_class_init (ThStepRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_step_row_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-step-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, rail);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, name);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, arrow);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, detail);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, times);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, first);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, second);
  gtk_widget_class_bind_template_child (widget_class, ThStepRow, sign);
}

static void
th_step_row_init (ThStepRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_label_forbid_hyphens (self->name);
  th_widget_set_code (self->times);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->rail), th_style_grow (RAIL_PX));
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->sign), th_style_grow (SIGN_PX + 2));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->rail), draw_rail_cb, self, NULL);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->sign), draw_sign_cb, self, NULL);
}

GtkWidget *
th_step_row_new (ThDocument   *document,
                 ThResults    *results,
                 guint32       flow,
                 const ThFold *fold,
                 guint         longest)
{
  ThStepRow *self = g_object_new (TH_TYPE_STEP_ROW, NULL);
  ThStepGroup group = th_step_group_get (document, results, flow, fold);

  self->document = document;
  self->results = results;
  self->flow = flow;
  self->fold = *fold;
  self->length = th_step_group_get_length (&group);
  self->confidence = th_step_group_get_confidence (&group);
  show (self, &group, th_step_group_contains (&group, longest));
  if (fold->n_times > 1)
    {
      gtk_widget_set_visible (self->arrow, TRUE);
      show_arrow (self, FALSE);
    }

  return GTK_WIDGET (self);
}
