/* th-step-list.c - the list of the steps of a flow
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-step-list.h"

#include <math.h>

#include <glib/gi18n-lib.h>

#include "th-journey-text.h"
#include "th-number-format.h"
#include "th-path.h"
#include "th-style.h"
#include "th-display-text.h"
#include "th-widgets.h"

/* Limits, as a flow can have any number of steps, and each row needs several widgets. */
#define MAX_STEPS 4096
#define MAX_ROWS 400
#define MAX_UNFOLDED 200
/* Number of rows that are created between two frames. */
#define PORTION 20

#define RAIL_PX 18
#define DOT_PX 4.5
#define SIGN_PX 11

struct _ThStepList
{
  GtkWidget   parent;

  GtkWidget  *box;
  GtkWidget  *list;
  GtkWidget  *more;
  ThDocument *document; /* owned by the panel */
  ThResults  *results;
  guint32     row;
  guint       longest;  /* the step at the end of the longest leg */
  GArray     *folds;    /* of ThFold, one per row */
  guint32     n_shown;  /* number of folds that have a row */
  guint32     wanted;   /* selected step, which may not have a row yet */
  guint       more_id;  /* idle source that adds rows */
  gboolean    syncing;  /* the list itself changes the selection */
};

G_DEFINE_FINAL_TYPE (ThStepList, th_step_list, GTK_TYPE_WIDGET)

static const ThFlow *
get_flow (ThStepList *self,
          ThFlows   **flows)
{
  *flows = th_results_get_flows (self->results);

  return th_flows_get (*flows, self->row);
}

static ThTheme *
get_theme (ThStepList *self)
{
  return th_scene_get_theme (th_document_get_scene (self->document));
}

/* --- drawings ----------------------------------------------------------- */

/* Returns the stage of a step.  The first step has the stage of the leg that it begins. */
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
  ThStepList *self = data;
  double dot = th_style_grow (2 * DOT_PX) / 2.0;
  guint32 index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "step"));
  guint32 last = index + GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (area), "n")) - 1;
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
  if (last + 1 < flow->n_steps)
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
  ThStepList *self = data;
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
drawing_new (ThStepList               *self,
             int                       width,
             GtkDrawingAreaDrawFunc    draw)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), width);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, self, NULL);

  return area;
}

/* --- rows --------------------------------------------------------------- */

/* The steps of one row.  Repeated steps are folded; an arrow expands them. */
typedef struct
{
  ThFlows      *flows;
  const ThFlow *flow;
  ThFold        fold;
  ThStep        step;   /* the first step of the fold */
  ThStep        last;   /* the last step of the fold */
  ThResolution  resolution;
} Group;

static gboolean
counts_ticks (const Group *group)
{
  return group->resolution == TH_RESOLUTION_TICKS;
}

static guint32
fold_length (const ThFold *fold)
{
  return fold->period * fold->n_times;
}

/* Returns the lowest certainty of the steps of the row. */
static ThSureness
get_sureness (const Group *group)
{
  guint sureness = group->step.sureness;

  for (guint32 i = 1; i < group->fold.period; i++)
    sureness = MAX (sureness,
                    th_flows_get_step (group->flows, group->flow, group->fold.first + i).sureness);

  return sureness;
}

static Group
get_group (ThStepList     *self,
          const ThFold   *fold)
{
  Group group = { .fold = *fold, .resolution = th_document_get_resolution (self->document) };

  group.flow = get_flow (self, &group.flows);
  group.step = th_flows_get_step (group.flows, group.flow, fold->first);
  group.last = th_flows_get_step (group.flows, group.flow, fold->first + fold_length (fold) - 1);

  return group;
}

static const char *
rule_text (const ThFlows *flows,
           const ThStep  *step)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  return step->rule < info->n_rules ? _(info->rules[step->rule].text) : "";
}

/* Returns names like "skb_copy_datagram_iovec, sys_exit_recvfrom ×5". */
static char *
dup_name (ThStepList   *self,
          const Group  *group)
{
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *count = NULL;

  for (guint32 i = 0; i < group->fold.period; i++)
    {
      ThStep step = th_flows_get_step (group->flows, group->flow, group->fold.first + i);
      g_autofree char *name =
        th_display_text_make_valid (th_results_get_word (self->results, step.label));

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", name);
    }
  if (group->fold.n_times == 1)
    return g_strdup (names->str);

  count = th_format_count (group->fold.n_times);
  /* Translators: names of events, and how often they were repeated */
  return g_strdup_printf (_("%s ×%s"), names->str, count);
}

/* Returns the detail and the CPU if all steps of the row share them. */
static char *
dup_detail (ThStepList   *self,
            const Group  *group)
{
  ThStep common = group->step;
  g_autofree char *detail = NULL;

  for (guint32 i = 1; i < fold_length (&group->fold); i++)
    {
      ThStep step = th_flows_get_step (group->flows, group->flow, group->fold.first + i);

      common.detail = step.detail == common.detail ? common.detail : TH_STEP_NO_DETAIL;
      common.cpu = step.cpu == common.cpu ? common.cpu : G_MAXUINT16;
    }

  detail = th_journey_dup_detail (self->results, &common);
  return th_display_text_make_valid (detail);
}

/* Returns the second time of a row: for one step the time since the previous step, for
 * several the time of the last one.  NULL if there is no previous step. */
static char *
dup_second_time (const Group *group)
{
  g_autofree char *last = NULL;
  ThStep before;

  if (group->fold.n_times > 1)
    {
      last = th_format_offset (group->flow->first, group->last.time, group->resolution);
      /* Translators: the time of the last of some steps, after that of the first: "+2283.844 …
       * +2376.985" */
      return g_strdup_printf (_("… %s"), last);
    }
  if (group->fold.first == 0)
    return NULL;

  before = th_flows_get_step (group->flows, group->flow, group->fold.first - 1);
  return th_format_offset (before.time, group->step.time, group->resolution);
}

static gboolean
ends_longest (ThStepList   *self,
              const Group  *group)
{
  return self->longest >= group->fold.first &&
         self->longest < group->fold.first + fold_length (&group->fold);
}

static GtkWidget *
name_new (const char *name)
{
  GtkWidget *label = th_paragraph_new (name, "step");

  th_label_forbid_hyphens (label);
  return label;
}

/* Creates the name and the detail of a row.  @arrow expands a fold; NULL for a single step. */
static GtkWidget *
names_new (ThStepList   *self,
           const Group  *group,
           GtkWidget    *arrow)
{
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  g_autofree char *name = dup_name (self, group), *detail = dup_detail (self, group);

  gtk_box_append (GTK_BOX (names), name_new (name));
  if (arrow != NULL)
    gtk_box_append (GTK_BOX (line), arrow);
  if (detail[0] != '\0')
    gtk_box_append (GTK_BOX (line), th_paragraph_new (detail, "detail"));
  gtk_box_append (GTK_BOX (names), line);
  gtk_widget_set_hexpand (names, TRUE);
  gtk_widget_set_valign (names, GTK_ALIGN_CENTER);

  return names;
}

static GtkWidget *
time_new (const char *text,
          const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, css_class);
  th_widget_set_code (label);

  return label;
}

static GtkWidget *
times_new (ThStepList   *self,
           const Group  *group)
{
  GtkWidget *times = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *first = th_format_offset (group->flow->first, group->step.time,
                                             group->resolution);
  g_autofree char *second = dup_second_time (group);

  gtk_box_append (GTK_BOX (times),
                  time_new (first, ends_longest (self, group) ? "longest" : "value"));
  if (second != NULL)
    gtk_box_append (GTK_BOX (times), time_new (second, "detail"));
  gtk_widget_set_valign (times, GTK_ALIGN_CENTER);

  return times;
}

static char *
dup_tooltip (ThStepList   *self,
             const Group  *group)
{
  g_autofree char *name = dup_name (self, group), *second = dup_second_time (group);
  const char *stage = group->step.stage != TH_FLOW_NO_STAGE
                      ? th_flows_get_stage_title (group->flows, group->step.stage) : NULL;
  const char *rule = group->fold.period == 1 ? rule_text (group->flows, &group->step) : "";
  GString *text = g_string_new (name);

  if (second != NULL && group->fold.n_times == 1)
    /* Translators: %s is a time with its sign and unit: "+1.442 µs since the previous step" */
    g_string_append_printf (text, counts_ticks (group) ? _("\n%s since the previous step")
                                                        : _("\n%s µs since the previous step"),
                            second);
  g_string_append_printf (text, "\n%s%s%s%s%s", stage != NULL ? stage : "",
                          stage != NULL ? " · " : "",
                          th_sureness_get_word (get_sureness (group)), *rule != '\0' ? ": " : "",
                          rule);
  if (ends_longest (self, group))
    g_string_append_printf (text, "\n%s",
                            _("The time is red because the longest stage ends here."));

  return g_string_free (text, FALSE);
}

/* Sets an accessible text for what the row shows by position, color and sign. */
static void
describe_row (ThStepList   *self,
              GtkWidget    *row,
              const Group  *group)
{
  g_autofree char *name = dup_name (self, group), *detail = dup_detail (self, group);
  g_autofree char *offset = th_format_offset (group->flow->first, group->step.time,
                                              group->resolution);
  const char *stage = group->step.stage != TH_FLOW_NO_STAGE
                      ? th_flows_get_stage_title (group->flows, group->step.stage) : NULL;
  g_autofree char *tooltip = dup_tooltip (self, group), *text = NULL;

  text = g_strdup_printf ("%s, %s%s, %s%s%s%s%s", name, offset, counts_ticks (group) ? "" : " µs",
                          stage != NULL ? stage : "", stage != NULL ? ", " : "",
                          detail, detail[0] != '\0' ? ", " : "",
                          th_sureness_get_word (get_sureness (group)));
  gtk_widget_set_tooltip_text (row, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
}

static GtkWidget *
sign_new (ThStepList   *self,
          const Group  *group)
{
  GtkWidget *sign = drawing_new (self, th_style_grow (SIGN_PX + 2), draw_sign_cb);

  g_object_set_data (G_OBJECT (sign), "sureness", GUINT_TO_POINTER ((guint) get_sureness (group)));
  gtk_widget_add_css_class (sign, "sign");
  if (get_sureness (group) == TH_SURE_BROKEN)
    gtk_widget_add_css_class (sign, "broken");

  return sign;
}

static void
set_arrow (GtkWidget *row,
           gboolean   open)
{
  GtkWidget *arrow = g_object_get_data (G_OBJECT (row), "arrow");

  gtk_image_set_from_icon_name (GTK_IMAGE (arrow), open ? "pan-down-symbolic" : "pan-end-symbolic");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_EXPANDED, open, -1);
}

static GtkWidget *
row_new (ThStepList     *self,
         const ThFold   *fold)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *rail = drawing_new (self, th_style_grow (RAIL_PX), draw_rail_cb);
  GtkWidget *arrow = fold->n_times > 1 ? gtk_image_new () : NULL;
  Group group = get_group (self, fold);

  for (guint i = 0; i < 2; i++)
    {
      g_object_set_data (G_OBJECT (i == 0 ? row : rail), "step", GUINT_TO_POINTER (fold->first));
      g_object_set_data (G_OBJECT (i == 0 ? row : rail), "n",
                         GUINT_TO_POINTER (fold_length (fold)));
    }
  gtk_box_append (GTK_BOX (box), rail);
  gtk_box_append (GTK_BOX (box), names_new (self, &group, arrow));
  g_object_set_data (G_OBJECT (row), "arrow", arrow);
  if (arrow != NULL)
    set_arrow (row, FALSE);
  gtk_box_append (GTK_BOX (box), times_new (self, &group));
  gtk_box_append (GTK_BOX (box), sign_new (self, &group));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  describe_row (self, row, &group);

  return row;
}

/* --- folds -------------------------------------------------------------- */

/* The range of steps in a row. */
typedef struct
{
  guint32 first;
  guint32 n;
} Span;

static Span
get_span (GtkListBoxRow *row)
{
  return (Span) { GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "step")),
                  GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "n")) };
}

/* Returns whether the row is the head of an open fold, whose steps have their own rows. */
static gboolean
is_open (GtkListBoxRow *row)
{
  return get_span (row).n > 1 && !gtk_list_box_row_get_selectable (row);
}

static GtkListBoxRow *
find_row (ThStepList *self,
          guint32     step)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list), i)) != NULL; i++)
    {
      Span span = get_span (row);

      if (!is_open (row) && step >= span.first && step - span.first < span.n)
        return row;
    }

  return NULL;
}

static void
unfold (ThStepList      *self,
        GtkListBoxRow   *row)
{
  Span span = get_span (row);
  int place = gtk_list_box_row_get_index (row);

  self->syncing = TRUE;
  gtk_list_box_row_set_selectable (row, FALSE);
  set_arrow (GTK_WIDGET (row), TRUE);
  for (guint32 i = 0; i < MIN (span.n, MAX_UNFOLDED); i++)
    gtk_list_box_insert (GTK_LIST_BOX (self->list),
                         row_new (self, &(ThFold) { span.first + i, 1, 1 }), ++place);
  self->syncing = FALSE;
}

static void
fold_again (ThStepList      *self,
            GtkListBoxRow   *row)
{
  Span span = get_span (row);
  int place = gtk_list_box_row_get_index (row) + 1;

  self->syncing = TRUE;
  for (guint32 i = 0; i < MIN (span.n, MAX_UNFOLDED); i++)
    gtk_list_box_remove (GTK_LIST_BOX (self->list),
                         GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->list),
                                                                    place)));
  gtk_list_box_row_set_selectable (row, TRUE);
  set_arrow (GTK_WIDGET (row), FALSE);
  self->syncing = FALSE;
}

static void
find_longest (ThStepList *self)
{
  ThFlows *flows;
  const ThFlow *flow = get_flow (self, &flows);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  guint longest = th_journey_find_longest (legs);

  self->longest = longest != G_MAXUINT ? g_array_index (legs, ThLeg, longest).end_step : G_MAXUINT;
}

static void
clear (ThStepList *self)
{
  self->syncing = TRUE;
  th_widget_clear (self->list);
  self->syncing = FALSE;
  g_clear_handle_id (&self->more_id, g_source_remove);
  g_clear_pointer (&self->folds, g_array_unref);
  self->n_shown = 0;
  self->wanted = G_MAXUINT32;
  gtk_widget_set_visible (self->more, FALSE);
}

static void
mark_selected (ThStepList *self)
{
  self->syncing = TRUE;
  gtk_list_box_select_row (GTK_LIST_BOX (self->list),
                           self->wanted != G_MAXUINT32 ? find_row (self, self->wanted) : NULL);
  self->syncing = FALSE;
}

/* Selects the row of the wanted step; opens its fold if it is not the first step there. */
static void
show_selected (ThStepList *self)
{
  GtkListBoxRow *row = self->wanted != G_MAXUINT32 ? find_row (self, self->wanted) : NULL;

  if (row != NULL && self->wanted != get_span (row).first &&
      self->wanted - get_span (row).first < MAX_UNFOLDED)
    unfold (self, row);
  mark_selected (self);
}

/* Adds some rows.  Returns %TRUE if there are more. */
static gboolean
show_portion (ThStepList *self)
{
  guint32 n = MIN (self->folds->len, MAX_ROWS), begin = self->n_shown;

  for (; self->n_shown < MIN (begin + PORTION, n); self->n_shown++)
    gtk_list_box_append (GTK_LIST_BOX (self->list),
                         row_new (self, &g_array_index (self->folds, ThFold, self->n_shown)));
  if (self->wanted != G_MAXUINT32 &&
      self->wanted >= g_array_index (self->folds, ThFold, begin).first)
    show_selected (self);

  return self->n_shown < n;
}

static gboolean
more_cb (gpointer data)
{
  ThStepList *self = data;

  if (show_portion (self))
    return G_SOURCE_CONTINUE;

  self->more_id = 0;
  return G_SOURCE_REMOVE;
}

gboolean
th_step_list_is_busy (ThStepList *self)
{
  return self->more_id != 0;
}

/* Shows how many steps have no row. */
static void
show_left_out (ThStepList     *self,
               const ThFlow   *flow)
{
  const ThFold *next = self->folds->len > MAX_ROWS ? &g_array_index (self->folds, ThFold, MAX_ROWS)
                                                   : NULL;
  guint32 n = next != NULL ? flow->n_steps - next->first
                           : flow->n_steps - MIN (flow->n_steps, MAX_STEPS);
  g_autofree char *count = th_format_count (n);
  g_autofree char *more =
    g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more step", "%s more steps", n), count);

  gtk_label_set_text (GTK_LABEL (self->more), more);
  gtk_widget_set_visible (self->more, n > 0);
}

void
th_step_list_show (ThStepList   *self,
                   ThDocument   *document,
                   ThResults    *results,
                   guint32       row)
{
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
  self->folds = th_journey_list_folds (flows, flow, MAX_STEPS);
  if (show_portion (self))
    self->more_id = g_idle_add (more_cb, self);
  show_left_out (self, flow);
}

gboolean
th_step_list_select (ThStepList *self,
                     guint32     step)
{
  if (self->wanted == step)
    return FALSE;

  self->wanted = step;
  show_selected (self);
  return TRUE;
}

static void
selected_cb (ThStepList      *self,
             GtkListBoxRow   *row)
{
  if (!self->syncing && row != NULL)
    th_document_select_step (self->document, get_span (row).first);
}

static void
activated_cb (ThStepList      *self,
              GtkListBoxRow   *row)
{
  if (get_span (row).n == 1)
    return;

  if (is_open (row))
    fold_again (self, row);
  else
    unfold (self, row);
  mark_selected (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_step_list_dispose (GObject *object)
{
  ThStepList *self = TH_STEP_LIST (object);

  self->results = NULL;
  if (self->box != NULL)
    clear (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);

  G_OBJECT_CLASS (th_step_list_parent_class)->dispose (object);
}

static void
th_step_list_class_init (ThStepListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_step_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "steplist");
}

static void
th_step_list_init (ThStepList *self)
{
  self->list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (self->list), GTK_SELECTION_SINGLE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Steps"), -1);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (self->list), TRUE);
  g_signal_connect_swapped (self->list, "row-selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->list, "row-activated", G_CALLBACK (activated_cb), self);
  self->more = gtk_label_new ("");
  gtk_widget_add_css_class (self->more, "dim-label");
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), self->list);
  gtk_box_append (GTK_BOX (self->box), self->more);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}
