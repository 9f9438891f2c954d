/* th-comparison-view.c - one view of a document, or two sides and what differs between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-view.h"

#include <glib/gi18n-lib.h>

#include "th-widgets.h"

struct _ThComparisonView
{
  GtkBox             parent;

  /* From the template */
  GtkWidget         *bars;
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

  ThComparisonSides *sides;           /* NULL without a comparison */
  ThComparisonJob   *job;             /* or NULL */
  GSignalGroup      *job_signals;
  GBindingGroup     *job_bindings;
};

enum
{
  PROP_0,
  PROP_COMPARING,
  PROP_TITLE,
  PROP_SUMMARY,
  PROP_JOB,
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

/* --- results ------------------------------------------------------------------ */

static char *
dup_summary (ThComparisonView *self)
{
  ThComparison *comparison = th_comparison_job_get_comparison (self->job);
  guint counts[TH_VERDICT_SAME + 1] = { 0 }, n_tests = 0;

  if (comparison == NULL)
    return NULL;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    {
      const ThComparisonRow *row = th_comparison_get_row (comparison, i);

      n_tests += row->is_tested;
      if (row->verdict <= TH_VERDICT_SAME)
        counts[row->verdict]++;
    }
  /* Translators: numbers of tests, and how many of them had which result */
  return g_strdup_printf (_("%u tests · %u slower · %u faster · %u same"), n_tests,
                          counts[TH_VERDICT_SLOWER], counts[TH_VERDICT_FASTER],
                          counts[TH_VERDICT_SAME]);
}

static void
show_results (ThComparisonView *self)
{
  g_autofree char *summary = dup_summary (self);

  th_label_set_text (self->facts, summary);
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
      gtk_label_set_text (self->failure, th_comparison_job_get_error (self->job));
      gtk_stack_set_visible_child_name (self->pages, "failed");
      break;
    case TH_COMPARISON_JOB_DONE:
      show_results (self);
      break;
    }
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

static void
set_sides (ThComparisonView  *self,
           ThComparisonSides *sides)
{
  gboolean comparing = sides != NULL;

  g_clear_pointer (&self->sides, th_comparison_sides_unref);
  self->sides = comparing ? th_comparison_sides_ref (sides) : NULL;
  gtk_widget_set_visible (self->bars, comparing);
  gtk_widget_set_visible (self->results, comparing);
  if (comparing && th_comparison_view_get_side (self, 1) == NULL)
    gtk_paned_set_end_child (self->pair, g_object_new (TH_TYPE_SIDE_VIEW, "side", 1, NULL));
  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      th_side_view_set_sides (th_comparison_view_get_side (self, side), sides);

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

void
th_comparison_view_end (ThComparisonView *self)
{
  g_return_if_fail (TH_IS_COMPARISON_VIEW (self));

  if (self->sides == NULL)
    return;

  set_job (self, NULL);
  set_sides (self, NULL);
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

/* "5 : 5 runs" */
static char *
dup_runs (ThComparisonView *self)
{
  guint n_a, n_b;

  if (self->sides == NULL)
    return NULL;

  n_a = th_comparison_sides_get_n (self->sides, 0);
  n_b = th_comparison_sides_get_n (self->sides, 1);
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
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_comparison_view_dispose (GObject *object)
{
  ThComparisonView *self = TH_COMPARISON_VIEW (object);

  if (self->job_signals != NULL)
    set_job (self, NULL);
  g_clear_object (&self->job_signals);
  g_clear_object (&self->job_bindings);
  g_clear_pointer (&self->sides, th_comparison_sides_unref);

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
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (TH_TYPE_SIDE_VIEW);
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
}
