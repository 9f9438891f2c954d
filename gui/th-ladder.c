/* th-ladder.c - the steps of a flow, one below the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-ladder.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-journey-text.h"
#include "th-path.h"
#include "th-style.h"
#include "th-text.h"
#include "th-widgets.h"

/* A file may make a flow of any length; each row is some widgets. */
#define MAX_ROWS 400
/* As many at a time, and a frame between: what one sees, first. */
#define PORTION 20

#define RAIL_PX 18
#define DOT_PX 4.5
#define SIGN_PX 11

struct _ThLadder
{
  GtkWidget   parent;

  GtkWidget  *box;
  GtkWidget  *list;
  GtkWidget  *more;
  ThDocument *document; /* lent by the panel */
  ThResults  *results;
  guint32     row;
  guint       longest;  /* the step that ends the longest leg */
  guint32     n_shown;
  guint32     wanted;   /* the step that is selected, whether it is shown yet or not */
  guint       more_id;  /* further steps are to come */
  gboolean    syncing;
};

G_DEFINE_FINAL_TYPE (ThLadder, th_ladder, GTK_TYPE_WIDGET)

static const ThFlow *
get_flow (ThLadder *self,
          ThFlows **flows)
{
  *flows = th_results_get_flows (self->results);

  return th_flows_get (*flows, self->row);
}

static ThTheme *
get_theme (ThLadder *self)
{
  return th_scene_get_theme (th_document_get_scene (self->document));
}

/* --- drawings ----------------------------------------------------------- */

/* The first step has no leg that ends there: it begins the next one. */
static guint
step_stage (const ThFlows *flows,
            const ThFlow  *flow,
            guint32        index)
{
  return th_flows_get_step (flows, flow, index == 0 && flow->n_steps > 1 ? 1 : index).stage;
}

static void
draw_rail_cb (GtkDrawingArea *area,
              cairo_t        *cr,
              int             width,
              int             height,
              gpointer        data)
{
  ThLadder *self = data;
  double dot = th_style_grow (2 * DOT_PX) / 2.0;
  guint32 index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "step"));
  ThColor line, color;
  const ThFlow *flow;
  ThFlows *flows;

  if (self->results == NULL || th_document_get_scene (self->document) == NULL)
    return;

  flow = get_flow (self, &flows);
  line = th_theme_get_color (get_theme (self), TH_COLOR_NOT_LOADED);
  cairo_set_source_rgb (cr, line.red, line.green, line.blue);
  if (index > 0)
    cairo_rectangle (cr, floor (width / 2.0) - 1, 0, 2, height / 2.0 - dot - 2);
  if (index + 1 < flow->n_steps)
    cairo_rectangle (cr, floor (width / 2.0) - 1, height / 2.0 + dot + 2, 2, height);
  cairo_fill (cr);

  color = step_stage (flows, flow, index) == TH_FLOW_NO_STAGE
            ? th_theme_get_color (get_theme (self), TH_COLOR_INK_DIM)
            : th_path_get_color (get_theme (self), flows, step_stage (flows, flow, index));
  cairo_set_source_rgb (cr, color.red, color.green, color.blue);
  cairo_arc (cr, floor (width / 2.0), height / 2.0, dot, 0, 2 * G_PI);
  if (th_flows_get_step (flows, flow, index).flags & TH_STEP_PLACE)
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
  ThLadder *self = data;
  int size = th_style_grow (SIGN_PX);
  ThSureness sureness = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "sureness"));
  GdkRGBA color;

  if (self->results == NULL || th_document_get_scene (self->document) == NULL)
    return;

  cairo_translate (cr, floor ((width - size) / 2.0), floor ((height - size) / 2.0));
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (area)), &color);
  th_path_draw_sureness ((ThColor) { color.red, color.green, color.blue }, sureness, size, cr);
}

static GtkWidget *
drawing_new (ThLadder               *self,
             int                     width,
             GtkDrawingAreaDrawFunc  draw)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), width);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, self, NULL);

  return area;
}

/* --- rows --------------------------------------------------------------- */

static GtkWidget *
label_new (const char *text,
           const char *css_class)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "ellipsize", PANGO_ELLIPSIZE_END, "single-line-mode", TRUE, NULL);

  gtk_widget_add_css_class (label, css_class);
  return label;
}

static const char *
rule_text (const ThFlows *flows,
           const ThStep  *step)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  return step->rule < info->n_rules ? _(info->rules[step->rule].text) : "";
}

static GtkWidget *
names_new (ThLadder     *self,
           const ThStep *step)
{
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *label = th_text_make_valid (th_results_get_word (self->results, step->label));
  g_autofree char *detail = th_journey_dup_detail (self->results, step);
  g_autofree char *valid = th_text_make_valid (detail);

  gtk_box_append (GTK_BOX (names), label_new (label, "step"));
  gtk_box_append (GTK_BOX (names), label_new (valid, "detail"));
  gtk_widget_set_hexpand (names, TRUE);
  gtk_widget_set_valign (names, GTK_ALIGN_CENTER);

  return names;
}

/* All that the row shows by place, colour or sign, in words. */
static void
describe_row (ThLadder      *self,
              GtkWidget     *row,
              const ThFlows *flows,
              const ThStep  *step,
              const char    *offset,
              gboolean       ticks)
{
  g_autofree char *label = th_text_make_valid (th_results_get_word (self->results, step->label));
  g_autofree char *detail = th_journey_dup_detail (self->results, step);
  g_autofree char *valid = th_text_make_valid (detail);
  const char *stage = step->stage != TH_FLOW_NO_STAGE ? th_flows_get_stage_title (flows, step->stage) : NULL;
  g_autofree char *tooltip = NULL, *text = NULL;

  tooltip = g_strdup_printf ("%s\n%s%s%s: %s", label, stage != NULL ? stage : "", stage != NULL ? " · " : "",
                             th_sureness_get_word (step->sureness), rule_text (flows, step));
  text = g_strdup_printf ("%s, %s%s, %s%s%s, %s", label, offset, ticks ? "" : " µs", stage != NULL ? stage : "", stage != NULL ? ", " : "",
                          valid, th_sureness_get_word (step->sureness));
  gtk_widget_set_tooltip_text (row, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, rule_text (flows, step), -1);
}

static GtkWidget *
row_new (ThLadder *self,
         guint32   index)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *rail = drawing_new (self, th_style_grow (RAIL_PX), draw_rail_cb);
  GtkWidget *sign = drawing_new (self, th_style_grow (SIGN_PX + 2), draw_sign_cb);
  ThFlows *flows;
  const ThFlow *flow = get_flow (self, &flows);
  ThStep step = th_flows_get_step (flows, flow, index);
  gboolean ticks = th_stream_get_clock (th_recording_get_stream (th_document_get_recording (self->document), 0))->ticks;
  g_autofree char *offset = th_journey_dup_offset (flow, step.time, ticks);
  GtkWidget *time = gtk_label_new (offset);

  g_object_set_data (G_OBJECT (rail), "step", GUINT_TO_POINTER (index));
  g_object_set_data (G_OBJECT (sign), "sureness", GUINT_TO_POINTER ((guint) step.sureness));
  gtk_widget_add_css_class (sign, "sign");
  if (step.sureness == TH_SURE_BROKEN)
    gtk_widget_add_css_class (sign, "broken");
  gtk_widget_add_css_class (time, index == self->longest ? "longest" : "value");
  gtk_box_append (GTK_BOX (box), rail);
  gtk_box_append (GTK_BOX (box), names_new (self, &step));
  th_widget_set_code (time);
  gtk_box_append (GTK_BOX (box), time);
  gtk_box_append (GTK_BOX (box), sign);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  describe_row (self, row, flows, &step, offset, ticks);

  return row;
}

static void
find_longest (ThLadder *self)
{
  ThFlows *flows;
  const ThFlow *flow = get_flow (self, &flows);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  guint longest = th_journey_find_longest (legs);

  self->longest = longest != G_MAXUINT ? g_array_index (legs, ThLeg, longest).end_step : G_MAXUINT;
}

static void
clear (ThLadder *self)
{
  self->syncing = TRUE;
  th_widget_clear (self->list);
  self->syncing = FALSE;
  g_clear_handle_id (&self->more_id, g_source_remove);
  self->n_shown = 0;
  self->wanted = G_MAXUINT32;
  gtk_widget_set_visible (self->more, FALSE);
}

static void
show_selected (ThLadder *self)
{
  self->syncing = TRUE;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), self->wanted));
  self->syncing = FALSE;
}

/* Returns %TRUE if there are more. */
static gboolean
show_portion (ThLadder *self)
{
  ThFlows *flows;
  guint32 n = MIN (get_flow (self, &flows)->n_steps, MAX_ROWS), begin = self->n_shown;

  for (; self->n_shown < MIN (begin + PORTION, n); self->n_shown++)
    gtk_list_box_append (GTK_LIST_BOX (self->list), row_new (self, self->n_shown));
  if (self->wanted >= begin && self->wanted < self->n_shown)
    show_selected (self);

  return self->n_shown < n;
}

static gboolean
more_cb (gpointer data)
{
  ThLadder *self = data;

  if (show_portion (self))
    return G_SOURCE_CONTINUE;

  self->more_id = 0;
  return G_SOURCE_REMOVE;
}

gboolean
th_ladder_is_busy (ThLadder *self)
{
  return self->more_id != 0;
}

void
th_ladder_show (ThLadder   *self,
                ThDocument *document,
                ThResults  *results,
                guint32     row)
{
  g_autofree char *more = NULL;
  const ThFlow *flow;
  ThFlows *flows;

  clear (self);
  self->document = document;
  self->results = results;
  self->row = row;
  if (results == NULL)
    return;

  find_longest (self);
  flow = get_flow (self, &flows);
  if (show_portion (self))
    self->more_id = g_idle_add (more_cb, self);

  if (flow->n_steps <= MAX_ROWS)
    return;
  more = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more step", "%u more steps", flow->n_steps - MAX_ROWS), flow->n_steps - MAX_ROWS);
  gtk_label_set_text (GTK_LABEL (self->more), more);
  gtk_widget_set_visible (self->more, TRUE);
}

gboolean
th_ladder_select (ThLadder *self,
                  guint32   step)
{
  if (step >= MAX_ROWS)
    step = G_MAXUINT32;
  if (self->wanted == step)
    return FALSE;

  self->wanted = step;
  show_selected (self);
  return TRUE;
}

static void
selected_cb (ThLadder      *self,
             GtkListBoxRow *row)
{
  if (!self->syncing && row != NULL)
    th_document_select_step (self->document, gtk_list_box_row_get_index (row));
}

/* --- class -------------------------------------------------------------- */

static void
th_ladder_dispose (GObject *object)
{
  ThLadder *self = TH_LADDER (object);

  self->results = NULL;
  if (self->box != NULL)
    clear (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (th_ladder_parent_class)->dispose (object);
}

static void
th_ladder_class_init (ThLadderClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_ladder_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "ladder");
}

static void
th_ladder_init (ThLadder *self)
{
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_SINGLE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Steps"), -1);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (selected_cb), self);
  self->more = gtk_label_new ("");
  gtk_widget_add_css_class (self->more, "dim-label");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->list);
  gtk_box_append (GTK_BOX (self->box), self->more);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
th_ladder_new (void)
{
  return g_object_new (TH_TYPE_LADDER, NULL);
}
