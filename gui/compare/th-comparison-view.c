/* th-comparison-view.c - one view of a document, or two sides and what differs between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-view.h"

#include <glib/gi18n-lib.h>

#include "th-alignment-bar.h"
#include "th-comparison-memory.h"
#include "th-comparison-panel.h"
#include "th-comparison-table.h"
#include "th-comparison-text.h"
#include "th-conditions-bar.h"
#include "th-difference-tab.h"
#include "th-style.h"
#include "th-widgets.h"

/* The share of the timelines in the height, and the width of the details, in a window that
 * was not divided yet. */
#define TIMELINES_PERCENT 48
#define PANEL_PX 380

struct _ThComparisonView
{
  GtkBox             parent;

  /* From the template */
  GtkWidget         *bars;
  ThAlignmentBar    *alignment_bar;
  ThConditionsBar   *conditions;
  GtkPaned          *columns;         /* rows | details of a difference */
  GtkPaned          *rows;            /* timelines above, results below */
  GtkPaned          *pair;            /* A above B */
  ThSideView        *first;
  GtkWidget         *results;
  GtkToggleButton   *differences_tab;
  GtkToggleButton   *functions_tab;
  GtkWidget         *facts;
  GtkStack          *pages;
  GtkProgressBar    *progress;
  GtkLabel          *progress_text;
  GtkLabel          *failure;
  ThComparisonTable *table;
  ThDifferenceTab   *functions;
  ThComparisonPanel *panel;

  ThComparisonSides *sides;           /* NULL without a comparison */
  ThComparisonJob   *job;             /* or NULL */
  GSignalGroup      *job_signals;
  GBindingGroup     *job_bindings;
  ThPairing         *pairing;         /* or NULL */
  char              *wanted_row;      /* to be selected once there are rows; or NULL */
};

enum
{
  PROP_0,
  PROP_COMPARING,
  PROP_TITLE,
  PROP_SUMMARY,
  PROP_JOB,
  PROP_PAIRING,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThComparisonView, th_comparison_view, GTK_TYPE_BOX)

ThSideView *
th_comparison_view_get_side (ThComparisonView *self,
                             guint             side)
{
  return side == 0 ? self->first : (ThSideView *) gtk_paned_get_end_child (self->pair);
}

void
th_comparison_view_foreach (ThComparisonView *self,
                            void            (*func) (ThDocumentView *view))
{
  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      func (th_side_view_get_view (th_comparison_view_get_side (self, side)));
}

guint
th_comparison_view_find_side (ThComparisonView *self,
                              GtkWidget        *widget)
{
  ThSideView *second = th_comparison_view_get_side (self, 1);

  return widget != NULL && second != NULL &&
         (widget == GTK_WIDGET (second) || gtk_widget_is_ancestor (widget, GTK_WIDGET (second)));
}

ThPairing *
th_comparison_view_get_pairing (ThComparisonView *self)
{
  return self->pairing;
}

/* --- results ------------------------------------------------------------------ */

static ThComparison *
get_comparison (ThComparisonView *self)
{
  return self->job != NULL ? th_comparison_job_get_comparison (self->job) : NULL;
}

static const ThComparisonRow *
get_row (ThComparisonView *self)
{
  int index = th_comparison_table_get_selected (self->table);

  return index >= 0 && get_comparison (self) != NULL
         ? th_comparison_get_row (get_comparison (self), index) : NULL;
}

static char *
name_row (const ThComparisonRow *row)
{
  return g_strdup_printf ("%s/%s/%s/%u", row->analysis, row->measure, row->name, row->level);
}

/* The row that was selected the last time, or else the one with the most evidence. */
static int
find_wanted (ThComparisonView *self,
             ThComparison     *comparison)
{
  for (guint i = 0; self->wanted_row != NULL && i < th_comparison_get_n_rows (comparison); i++)
    {
      g_autofree char *name = name_row (th_comparison_get_row (comparison, i));

      if (g_str_equal (name, self->wanted_row))
        return i;
    }
  return th_comparison_get_n_rows (comparison) > 0 ? 0 : -1;
}

static void
selected_cb (ThComparisonView *self)
{
  th_comparison_panel_set_row (self->panel, get_comparison (self),
                               th_comparison_table_get_selected (self->table));
}

static void
show_tab (ThComparisonView *self)
{
  if (get_comparison (self) != NULL)
    gtk_stack_set_visible_child_name (self->pages,
                                      gtk_toggle_button_get_active (self->functions_tab)
                                      ? "functions" : "differences");
}

static gboolean
has_measures (ThComparison *comparison)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    if (th_comparison_get_row (comparison, i)->kind == TH_COMPARISON_QUANTILE)
      return TRUE;
  return FALSE;
}

static void
show_seconds (ThComparisonView *self)
{
  g_autofree char *text = g_strdup_printf (_("compared in %.2f s"),
                                           th_comparison_job_get_seconds (self->job));

  th_label_set_text (self->facts, text);
}

static void
show_results (ThComparisonView *self)
{
  ThComparison *comparison = get_comparison (self);

  th_label_set_text (self->facts, NULL);
  if (comparison != NULL)
    show_seconds (self);
  th_conditions_bar_set_comparison (self->conditions, comparison);
  th_comparison_table_set_comparison (self->table, comparison);
  /* Without measures, counts are all that there is to see. */
  if (comparison != NULL && !has_measures (comparison))
    g_object_set (self->table, "has-counts", TRUE, NULL);
  th_difference_tab_set (self->functions, self->job != NULL
                         ? th_comparison_job_get_functions (self->job) : NULL);
  if (comparison != NULL && th_comparison_table_get_selected (self->table) < 0)
    th_comparison_table_set_selected (self->table, find_wanted (self, comparison));
  selected_cb (self);
  show_tab (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

static void
state_cb (ThComparisonView *self)
{
  switch (th_comparison_job_get_state (self->job))
    {
    case TH_COMPARISON_JOB_RUNNING:
      gtk_stack_set_visible_child_name (self->pages, "running");
      break;
    case TH_COMPARISON_JOB_FAILED:
      th_label_set_text (GTK_WIDGET (self->failure), th_comparison_job_get_error (self->job));
      gtk_stack_set_visible_child_name (self->pages, "failed");
      break;
    case TH_COMPARISON_JOB_DONE:
      break;
    }
  show_results (self);
}

/* --- leading to flows ----------------------------------------------------------- */

void
th_comparison_view_align_flows (ThComparisonView *self)
{
  ThTimeAlignment *alignment = th_pairing_get_alignment (self->pairing);

  if (th_time_alignment_get_mode (alignment) == TH_ALIGN_BY_FIRST_EVENT)
    th_time_alignment_set_mode (alignment, TH_ALIGN_BY_FLOW);
}

/* --- examples ------------------------------------------------------------------ */

static void
example_cb (ThComparisonView *self,
            guint             side,
            int               part)
{
  const ThComparisonRow *row = get_row (self);
  ThCompareExampleQuery query;

  if (row == NULL || self->pairing == NULL)
    return;

  th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
  if (part >= 0 && (guint) part < row->parts->len)
    {
      query.dimension = g_array_index (row->parts, ThComparisonPart, part).dimension;
      query.key = g_array_index (row->parts, ThComparisonPart, part).key;
    }
  th_comparison_view_align_flows (self);
  th_brush_lead (th_pairing_get_brush (self->pairing), side, &query);
}

static void
select_range_cb (ThComparisonView *self,
                 gint64            low,
                 gint64            high)
{
  const ThComparisonRow *row = get_row (self);
  ThCompareExampleQuery query;
  g_autofree char *name = NULL, *from = NULL, *to = NULL, *label = NULL;

  if (row == NULL || self->pairing == NULL || high <= low)
    return;

  th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
  query.low = low;
  query.high = high - 1;
  name = th_comparison_format_name (row);
  from = th_comparison_format_value (row, low);
  to = th_comparison_format_value (row, high);
  label = g_strdup_printf ("%s, %s – %s", name, from, to);
  th_brush_set (th_pairing_get_brush (self->pairing), &query, label);
}

static ThDocumentView *
get_view (ThComparisonView *self,
          guint             side)
{
  return th_side_view_get_view (th_comparison_view_get_side (self, side));
}

static void
led_cb (ThComparisonView *self,
        guint             side,
        gboolean          found)
{
  if (found)
    gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (get_view (self, side))));
  else
    th_label_set_text (self->facts, side == 0 ? _("The shown run of A has no such example")
                                              : _("The shown run of B has no such example"));
}

static void
likeness_cb (ThComparisonView *self)
{
  switch (th_flow_likeness_get_state (th_pairing_get_likeness (self->pairing)))
    {
    case TH_LIKENESS_NOT_FOLLOWED:
      th_label_set_text (self->facts, _("Follow a packet first to find its like"));
      break;
    case TH_LIKENESS_NOT_FOUND:
      th_label_set_text (self->facts, _("The other side has no packet of this class"));
      break;
    case TH_LIKENESS_IDLE:
    case TH_LIKENESS_SEARCHING:
      break;
    }
}

/* What is filtered on one side is filtered on both, so that the bar of A is enough, if there
 * is one. */
static void
show_bars (ThComparisonView *self)
{
  gboolean linked = self->pairing != NULL &&
                    th_view_link_get_linked (th_pairing_get_link (self->pairing));

  if (th_comparison_view_get_side (self, 1) != NULL)
    g_object_set (get_view (self, 1), "show-bars",
                  !linked || th_side_view_get_document (self->first) == NULL, NULL);
}

/* --- pairing --------------------------------------------------------------------- */

static void
set_pairing (ThComparisonView *self,
             ThPairing        *pairing)
{
  ThViewLink *link = pairing != NULL ? th_pairing_get_link (pairing) : NULL;

  g_set_object (&self->pairing, pairing);
  th_alignment_bar_set_link (self->alignment_bar, link);
  if (pairing != NULL)
    {
      g_signal_connect_object (th_pairing_get_brush (pairing), "led", G_CALLBACK (led_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (th_pairing_get_likeness (pairing), "notify::state",
                               G_CALLBACK (likeness_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (link, "notify::linked", G_CALLBACK (show_bars), self,
                               G_CONNECT_SWAPPED);
      show_bars (self);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAIRING]);
}

/* --- memory ------------------------------------------------------------------------ */

static void
save_memory (ThComparisonView *self)
{
  ThComparisonMemory memory = { 0 };
  ThTimeAlignment *alignment;
  const ThComparisonRow *row;
  g_autofree char *name = NULL;

  if (self->sides == NULL || self->pairing == NULL)
    return;

  alignment = th_pairing_get_alignment (self->pairing);
  row = get_row (self);
  name = row != NULL ? name_row (row) : NULL;
  memory.mode = th_time_alignment_get_mode (alignment);
  memory.filter = (char *) th_time_alignment_get_filter (alignment);
  memory.offset = th_time_alignment_get_offset (alignment);
  memory.linked = th_view_link_get_linked (th_pairing_get_link (self->pairing));
  memory.side_by_side = gtk_orientable_get_orientation (GTK_ORIENTABLE (self->pair)) ==
                        GTK_ORIENTATION_HORIZONTAL;
  for (guint side = 0; side < 2; side++)
    memory.runs[side] = th_side_view_get_run (th_comparison_view_get_side (self, side));
  memory.row = name;
  th_comparison_memory_save (&memory, self->sides);
}

static void
restore_memory (ThComparisonView *self)
{
  g_autoptr(ThComparisonMemory) memory = th_comparison_memory_load (self->sides);
  ThTimeAlignment *alignment = th_pairing_get_alignment (self->pairing);

  g_clear_pointer (&self->wanted_row, g_free);
  if (memory == NULL)
    return;

  self->wanted_row = g_strdup (memory->row);
  if (memory->filter != NULL)
    th_time_alignment_set_filter (alignment, memory->filter);
  if (memory->mode == TH_ALIGN_BY_HAND)
    th_time_alignment_set_offset (alignment, memory->offset);
  else
    th_time_alignment_set_mode (alignment, memory->mode);
  th_view_link_set_linked (th_pairing_get_link (self->pairing), memory->linked);
  th_comparison_view_set_side_by_side (self, memory->side_by_side);
  for (guint side = 0; side < 2; side++)
    if (memory->runs[side] != th_side_view_get_run (th_comparison_view_get_side (self, side)))
      th_side_view_set_run (th_comparison_view_get_side (self, side), memory->runs[side]);
}

static void
set_job (ThComparisonView *self,
         ThComparisonJob  *job)
{
  if (self->job != NULL)
    th_comparison_job_cancel (self->job);
  g_set_object (&self->job, job);
  g_signal_group_set_target (self->job_signals, job);
  g_binding_group_set_source (self->job_bindings, job);
  if (job != NULL)
    state_cb (self);
  else
    show_results (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JOB]);
}

/* --- begin and end -------------------------------------------------------------- */

static void
remove_second (ThComparisonView *self)
{
  ThSideView *second = th_comparison_view_get_side (self, 1);

  if (second == NULL)
    return;

  th_document_view_close (th_side_view_get_view (second));
  gtk_paned_set_end_child (self->pair, NULL);
}

/* Divides the space in a window that has a size. */
static void
divide_space (ThComparisonView *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));

  if (width <= 0)
    gtk_window_get_default_size (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), &width,
                                 &height);
  gtk_paned_set_position (self->columns, width - MIN (th_style_grow (PANEL_PX), width / 3));
  gtk_paned_set_position (self->rows, height * TIMELINES_PERCENT / 100);
}

static void
set_sides (ThComparisonView  *self,
           ThComparisonSides *sides)
{
  gboolean comparing = sides != NULL;

  save_memory (self);
  set_pairing (self, NULL);
  if (comparing && self->sides == NULL)
    divide_space (self);
  g_clear_pointer (&self->sides, th_comparison_sides_unref);
  self->sides = comparing ? th_comparison_sides_ref (sides) : NULL;
  gtk_widget_set_visible (self->bars, comparing);
  gtk_widget_set_visible (self->results, comparing);
  gtk_widget_set_visible (GTK_WIDGET (self->panel), comparing);
  if (comparing && th_comparison_view_get_side (self, 1) == NULL)
    gtk_paned_set_end_child (self->pair, g_object_new (TH_TYPE_SIDE_VIEW, "side", 1, NULL));
  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      th_side_view_set_sides (th_comparison_view_get_side (self, side), sides);
  if (comparing)
    {
      g_autoptr(ThPairing) pairing = th_pairing_new (th_comparison_view_get_side (self, 0),
                                                     th_comparison_view_get_side (self, 1));

      set_pairing (self, pairing);
      restore_memory (self);
    }

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPARING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
  /* By now nothing uses the view of B any more. */
  if (!comparing)
    remove_second (self);
}

void
th_comparison_view_compare (ThComparisonView  *self,
                            ThComparisonSides *sides)
{
  g_autoptr(ThComparisonJob) job = NULL;

  g_return_if_fail (TH_IS_COMPARISON_VIEW (self) && sides != NULL);
  g_return_if_fail (th_comparison_sides_get_n (sides, 0) > 0);
  g_return_if_fail (th_comparison_sides_get_n (sides, 1) > 0);

  job = th_comparison_job_new (sides);
  set_sides (self, sides);
  set_job (self, job);
}

/* The focus was probably on something that is hidden or gone now. */
static void
focus_first (ThComparisonView *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));

  if (th_side_view_get_document (self->first) != NULL &&
      (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (get_view (self, 0)))))
    gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (get_view (self, 0))));
}

void
th_comparison_view_end (ThComparisonView *self)
{
  g_return_if_fail (TH_IS_COMPARISON_VIEW (self));

  if (self->sides == NULL)
    return;

  set_job (self, NULL);
  set_sides (self, NULL);
  focus_first (self);
}

void
th_comparison_view_set_side_by_side (ThComparisonView *self,
                                     gboolean          side_by_side)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->pair),
                                  side_by_side ? GTK_ORIENTATION_HORIZONTAL
                                               : GTK_ORIENTATION_VERTICAL);
}

ThComparisonSides *
th_comparison_view_get_sides (ThComparisonView *self)
{
  return self->sides;
}

/* --- class ---------------------------------------------------------------------- */

static char *
dup_title (ThComparisonView *self)
{
  g_autofree char *a = NULL, *b = NULL;

  if (self->sides == NULL)
    return NULL;

  a = th_comparison_sides_name (self->sides, 0);
  b = th_comparison_sides_name (self->sides, 1);
  return g_strdup_printf ("%s ↔ %s", a, b);
}

/* A baseline is one file with any number of runs, known when it is loaded. */
static guint
count_runs (ThComparisonView *self,
            guint             side)
{
  ThComparison *comparison = get_comparison (self);

  return comparison != NULL ? th_comparison_get_n_runs (comparison, side)
                            : th_comparison_sides_get_n (self->sides, side);
}

/* "5 : 5 runs" */
static char *
dup_runs (ThComparisonView *self)
{
  guint n_a, n_b;

  if (self->sides == NULL)
    return NULL;

  n_a = count_runs (self, 0);
  n_b = count_runs (self, 1);
  if (n_a == 1 && n_b == 1)
    return g_strdup (_("one run per side"));

  /* Translators: numbers of runs of side A and of side B */
  return g_strdup_printf (_("%u : %u runs"), n_a, n_b);
}

static void
th_comparison_view_get_property (GObject    *object,
                                 guint       id,
                                 GValue     *value,
                                 GParamSpec *pspec)
{
  ThComparisonView *self = TH_COMPARISON_VIEW (object);

  switch (id)
    {
    case PROP_COMPARING: g_value_set_boolean (value, self->sides != NULL); break;
    case PROP_TITLE: g_value_take_string (value, dup_title (self)); break;
    case PROP_SUMMARY: g_value_take_string (value, dup_runs (self)); break;
    case PROP_JOB: g_value_set_object (value, self->job); break;
    case PROP_PAIRING: g_value_set_object (value, self->pairing); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_comparison_view_dispose (GObject *object)
{
  ThComparisonView *self = TH_COMPARISON_VIEW (object);

  if (self->job_signals != NULL)
    {
      save_memory (self);
      set_pairing (self, NULL);
      set_job (self, NULL);
    }
  g_clear_object (&self->job_signals);
  g_clear_object (&self->job_bindings);
  g_clear_pointer (&self->sides, th_comparison_sides_unref);
  g_clear_pointer (&self->wanted_row, g_free);

  G_OBJECT_CLASS (th_comparison_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child (klass, ThComparisonView, bars);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, columns);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, rows);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, pair);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, first);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, results);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, differences_tab);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, functions_tab);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, facts);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, pages);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, progress);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, progress_text);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, failure);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, alignment_bar);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, conditions);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, table);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, functions);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, panel);
}

static void
th_comparison_view_class_init (ThComparisonViewClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_comparison_view_get_property;
  object_class->dispose = th_comparison_view_dispose;
  properties[PROP_COMPARING] = g_param_spec_boolean ("comparing", NULL, NULL, FALSE, readable);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, readable);
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL, readable);
  properties[PROP_JOB] = g_param_spec_object ("job", NULL, NULL, TH_TYPE_COMPARISON_JOB, readable);
  properties[PROP_PAIRING] = g_param_spec_object ("pairing", NULL, NULL, TH_TYPE_PAIRING, readable);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (TH_TYPE_SIDE_VIEW);
  g_type_ensure (TH_TYPE_ALIGNMENT_BAR);
  g_type_ensure (TH_TYPE_CONDITIONS_BAR);
  g_type_ensure (TH_TYPE_COMPARISON_TABLE);
  g_type_ensure (TH_TYPE_DIFFERENCE_TAB);
  g_type_ensure (TH_TYPE_COMPARISON_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-comparison-view.ui");
  bind_children (widget_class);
}

static void
th_comparison_view_init (ThComparisonView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->job_signals = g_signal_group_new (TH_TYPE_COMPARISON_JOB);
  g_signal_group_connect_swapped (self->job_signals, "notify::state", G_CALLBACK (state_cb), self);
  self->job_bindings = g_binding_group_new ();
  g_binding_group_bind (self->job_bindings, "progress", self->progress, "fraction",
                        G_BINDING_SYNC_CREATE);
  g_binding_group_bind (self->job_bindings, "text", self->progress_text, "label",
                        G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped (self->first, "notify::document", G_CALLBACK (show_bars), self);
  g_signal_connect_swapped (self->table, "notify::selected", G_CALLBACK (selected_cb), self);
  g_signal_connect_swapped (self->panel, "example", G_CALLBACK (example_cb), self);
  g_signal_connect_swapped (self->panel, "select-range", G_CALLBACK (select_range_cb), self);
  g_signal_connect_swapped (self->functions_tab, "toggled", G_CALLBACK (show_tab), self);
}
