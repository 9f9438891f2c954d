/* th-comparison-results.c - the results of a comparison: progress, then tables of differences
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-results.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-comparison-pages.h"
#include "th-comparison-table.h"
#include "th-comparison-text.h"
#include "th-difference-tab.h"
#include "th-notice.h"
#include "th-tab-box.h"
#include "th-widgets.h"

struct _ThComparisonResults
{
  GtkBox             parent;

  /* From the template */
  ThTabBox          *tabs;
  GtkWidget         *facts;
  GtkWidget         *message;
  GtkStack          *pages;
  GtkProgressBar    *progress;
  GtkLabel          *progress_text;
  GtkLabel          *failure;
  ThComparisonTable *table;
  ThDifferenceTab   *functions;
  ThSideRows        *rows[2];
  GtkWidget         *lost;
  GtkWidget         *conditions;

  ThComparisonJob   *job;         /* or NULL */
  GSignalGroup      *job_signals;
  GBindingGroup     *job_bindings;
  ThNotice          *notice;
  char              *wanted_row;  /* to be selected once there are rows; or NULL */
};

enum
{
  SIGNAL_COMPARED,
  SIGNAL_ROW_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThComparisonResults, th_comparison_results, GTK_TYPE_BOX)

/* --- the selected row --------------------------------------------------------- */

ThComparison *
th_comparison_results_get_comparison (ThComparisonResults *self)
{
  return self->job != NULL ? th_comparison_job_get_comparison (self->job) : NULL;
}

gint
th_comparison_results_get_selected (ThComparisonResults *self)
{
  return th_comparison_table_get_selected (self->table);
}

const ThComparisonRow *
th_comparison_results_get_row (ThComparisonResults *self)
{
  ThComparison *comparison = th_comparison_results_get_comparison (self);
  gint index = th_comparison_results_get_selected (self);

  return index >= 0 && comparison != NULL ? th_comparison_get_row (comparison, index) : NULL;
}

void
th_comparison_results_step_row (ThComparisonResults *self,
                                int                  step)
{
  g_return_if_fail (TH_IS_COMPARISON_RESULTS (self));

  th_comparison_table_step (self->table, step);
}

static char *
name_row (const ThComparisonRow *row)
{
  return g_strdup_printf ("%s/%s/%s/%u", row->analysis, row->measure, row->name, row->level);
}

char *
th_comparison_results_dup_row_name (ThComparisonResults *self)
{
  const ThComparisonRow *row = th_comparison_results_get_row (self);

  return row != NULL ? name_row (row) : NULL;
}

void
th_comparison_results_set_wanted_row (ThComparisonResults *self,
                                      const char          *name)
{
  g_return_if_fail (TH_IS_COMPARISON_RESULTS (self));

  g_free (self->wanted_row);
  self->wanted_row = g_strdup (name);
}

/* The wanted row, or else the one with the most evidence. */
static int
find_wanted (ThComparisonResults *self,
             ThComparison        *comparison)
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
selected_cb (ThComparisonResults *self)
{
  g_signal_emit (self, signals[SIGNAL_ROW_CHANGED], 0);
}

/* --- the tables --------------------------------------------------------------- */

/* The page that each tab shows, in the order of the tabs.  @section: what the table lists */
static const struct
{
  const char          *page;
  ThComparisonSection  section;
  const char          *rows;    /* the table of each side on the page "rows" */
} tabs[] = {
  { "differences", TH_COMPARISON_SECTION_MEASURES },
  { "differences", TH_COMPARISON_SECTION_COUNTERS },
  { "differences", TH_COMPARISON_SECTION_COUNTS },
  { "differences", TH_COMPARISON_SECTION_DROPS },
  { "lost" },
  { "conditions" },
  { "functions" },
  { "rows", .rows = "packets/packets" },
  { "rows", .rows = "events" },
};
#define COUNTS_TAB 2

/* The tab at this index; NULL past the last one. */
static GtkToggleButton *
find_tab (ThComparisonResults *self,
          guint                index)
{
  GtkWidget *tab = gtk_widget_get_first_child (GTK_WIDGET (th_tab_box_get_tabs (self->tabs)));

  for (guint i = 0; i < index && tab != NULL; i++)
    tab = gtk_widget_get_next_sibling (tab);
  return (GtkToggleButton *) tab;
}

static guint
get_tab (ThComparisonResults *self)
{
  guint index = 0;

  while (index < G_N_ELEMENTS (tabs) - 1 &&
         !gtk_toggle_button_get_active (find_tab (self, index)))
    index++;
  return index;
}

static void
show_tab (ThComparisonResults *self)
{
  guint tab = get_tab (self);

  if (strcmp (tabs[tab].page, "differences") == 0)
    g_object_set (self->table, "section", tabs[tab].section, NULL);
  for (guint side = 0; side < 2; side++)
    th_side_rows_set_table (self->rows[side], tabs[tab].rows);
  if (th_comparison_results_get_comparison (self) != NULL)
    gtk_stack_set_visible_child_name (self->pages, tabs[tab].page);
}

gboolean
th_comparison_results_rows_have_focus (ThComparisonResults *self)
{
  g_return_val_if_fail (TH_IS_COMPARISON_RESULTS (self), FALSE);

  return th_comparison_table_has_focus (self->table);
}

/* The tab that lists the row. */
static guint
find_tab_of_row (const ThComparisonRow *row)
{
  guint tab = 0;

  while (strcmp (tabs[tab].page, "differences") != 0 ||
         tabs[tab].section != th_comparison_row_get_section (row))
    tab++;
  return tab;
}

gboolean
th_comparison_results_show_row (ThComparisonResults *self,
                                const char          *name)
{
  ThComparison *comparison = th_comparison_results_get_comparison (self);
  gint index = comparison != NULL ? th_comparison_find_row_name (comparison, name) : -1;
  guint tab;

  if (index < 0)
    return FALSE;

  tab = find_tab_of_row (th_comparison_get_row (comparison, index));
  gtk_toggle_button_set_active (find_tab (self, tab), TRUE);
  th_comparison_table_show (self->table, index);
  return TRUE;
}

ThSideRows *
th_comparison_results_get_rows (ThComparisonResults *self,
                                guint                side)
{
  g_return_val_if_fail (TH_IS_COMPARISON_RESULTS (self) && side < 2, NULL);

  return self->rows[side];
}

static void
toggled_cb (ThComparisonResults *self,
            GtkToggleButton     *tab)
{
  /* The tab that is switched off is toggled, too. */
  if (!gtk_toggle_button_get_active (tab))
    return;

  show_tab (self);
  th_tab_box_reveal (self->tabs, GTK_WIDGET (tab));
}

void
th_comparison_results_step_tab (ThComparisonResults *self,
                                int                  direction)
{
  guint next = (get_tab (self) + G_N_ELEMENTS (tabs) + direction) % G_N_ELEMENTS (tabs);

  gtk_toggle_button_set_active (find_tab (self, next), TRUE);
}

/* Replaces the child of @place. */
static void
set_page (GtkWidget *place,
          GtkWidget *page)
{
  th_widget_clear (place);
  if (page != NULL)
    gtk_box_append (GTK_BOX (place), page);
}

static gboolean
has_measures (ThComparison *comparison)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    if (th_comparison_get_row (comparison, i)->kind == TH_COMPARISON_QUANTILE)
      return TRUE;
  return FALSE;
}

static char *
dup_seconds (ThComparisonResults *self)
{
  return th_comparison_results_get_comparison (self) != NULL
         ? g_strdup_printf (_("compared in %.2f s"), th_comparison_job_get_seconds (self->job))
         : NULL;
}

/* A message covers the end of the page, where it fits however narrow the window is. */
static void
show_facts (ThComparisonResults *self)
{
  const char *notice = th_notice_get_text (self->notice);
  g_autofree char *text = notice != NULL ? NULL : dup_seconds (self);

  th_label_set_text (self->facts, text);
  th_label_set_text (self->message, notice);
  gtk_widget_set_visible (self->message, notice != NULL);
}

void
th_comparison_results_say (ThComparisonResults *self,
                           const char          *text)
{
  g_return_if_fail (TH_IS_COMPARISON_RESULTS (self));

  th_notice_say (self->notice, text);
}

static void
show_results (ThComparisonResults *self)
{
  ThComparison *comparison = th_comparison_results_get_comparison (self);

  show_facts (self);
  th_comparison_table_set_comparison (self->table, comparison);
  set_page (self->lost, comparison != NULL ? th_lost_page_new (comparison) : NULL);
  set_page (self->conditions, comparison != NULL ? th_conditions_page_new (comparison) : NULL);
  /* Without measures, counts are all that there is to see. */
  if (comparison != NULL && get_tab (self) == 0 && !has_measures (comparison))
    gtk_toggle_button_set_active (find_tab (self, COUNTS_TAB), TRUE);
  th_difference_tab_set (self->functions, self->job != NULL
                         ? th_comparison_job_get_functions (self->job) : NULL);
  if (self->job != NULL)
    th_difference_tab_set_baselines (self->functions,
                                     th_comparison_job_get_n_baselines (self->job));
  g_signal_emit (self, signals[SIGNAL_COMPARED], 0);
  if (comparison != NULL && th_comparison_results_get_selected (self) < 0)
    th_comparison_table_set_selected (self->table, find_wanted (self, comparison));
  selected_cb (self);
  show_tab (self);
}

/* --- the job ------------------------------------------------------------------ */

static void
state_cb (ThComparisonResults *self)
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

ThComparisonJob *
th_comparison_results_get_job (ThComparisonResults *self)
{
  return self->job;
}

void
th_comparison_results_set_job (ThComparisonResults *self,
                               ThComparisonJob     *job)
{
  g_return_if_fail (TH_IS_COMPARISON_RESULTS (self));

  if (self->job != NULL)
    th_comparison_job_cancel (self->job);
  g_set_object (&self->job, job);
  g_signal_group_set_target (self->job_signals, job);
  g_binding_group_set_source (self->job_bindings, job);
  if (job != NULL)
    state_cb (self);
  else
    show_results (self);
}

/* --- class -------------------------------------------------------------------- */

static void
th_comparison_results_dispose (GObject *object)
{
  ThComparisonResults *self = TH_COMPARISON_RESULTS (object);

  if (self->job != NULL)
    th_comparison_job_cancel (self->job);
  g_clear_object (&self->job_signals);
  g_clear_object (&self->job_bindings);
  g_clear_object (&self->job);
  g_clear_object (&self->notice);
  g_clear_pointer (&self->wanted_row, g_free);

  G_OBJECT_CLASS (th_comparison_results_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, tabs);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, facts);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, message);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, pages);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, progress);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, progress_text);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, failure);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, table);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, functions);
  gtk_widget_class_bind_template_child_full (klass, "rows_a", FALSE,
                                             G_STRUCT_OFFSET (ThComparisonResults, rows[0]));
  gtk_widget_class_bind_template_child_full (klass, "rows_b", FALSE,
                                             G_STRUCT_OFFSET (ThComparisonResults, rows[1]));
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, lost);
  gtk_widget_class_bind_template_child (klass, ThComparisonResults, conditions);
  gtk_widget_class_bind_template_callback (klass, toggled_cb);
}

static void
th_comparison_results_class_init (ThComparisonResultsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_comparison_results_dispose;
  signals[SIGNAL_COMPARED] = g_signal_new ("compared", TH_TYPE_COMPARISON_RESULTS,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ROW_CHANGED] = g_signal_new ("row-changed", TH_TYPE_COMPARISON_RESULTS,
                                              G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              0);

  g_type_ensure (TH_TYPE_COMPARISON_TABLE);
  g_type_ensure (TH_TYPE_DIFFERENCE_TAB);
  g_type_ensure (TH_TYPE_SIDE_ROWS);
  g_type_ensure (TH_TYPE_TAB_BOX);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-comparison-results.ui");
  bind_children (widget_class);
}

static void
th_comparison_results_init (ThComparisonResults *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->notice = th_notice_new ();
  g_signal_connect_swapped (self->notice, "notify::text", G_CALLBACK (show_facts), self);
  self->job_signals = g_signal_group_new (TH_TYPE_COMPARISON_JOB);
  g_signal_group_connect_swapped (self->job_signals, "notify::state", G_CALLBACK (state_cb), self);
  self->job_bindings = g_binding_group_new ();
  g_binding_group_bind (self->job_bindings, "progress", self->progress, "fraction",
                        G_BINDING_SYNC_CREATE);
  g_binding_group_bind (self->job_bindings, "text", self->progress_text, "label",
                        G_BINDING_SYNC_CREATE);
  g_signal_connect_swapped (self->table, "notify::selected", G_CALLBACK (selected_cb), self);
}
