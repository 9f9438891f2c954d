/* th-comparison-panel.c - details of one row of a comparison
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-panel.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compare-colors.h"
#include "th-comparison-text.h"
#include "th-distribution-view.h"
#include "th-draw.h"
#include "th-number-format.h"
#include "th-parts-list.h"
#include "th-shift-view.h"
#include "th-style.h"
#include "th-thread-pool.h"
#include "th-verdict-pill.h"
#include "th-widgets.h"

#define N_BINS 96
#define SWATCH_PX 11

struct _ThComparisonPanel
{
  GtkWidget       parent;

  GtkWidget      *pages;
  GtkWidget      *progress;
  GtkWidget      *swatch;
  GtkWidget      *title;
  GtkWidget      *detail;
  GtkWidget      *banner;
  GtkWidget      *sign;
  GtkWidget      *sentence;
  GtkWidget      *facts;
  GtkWidget      *shift_box;
  GtkWidget      *shift_view;
  GtkWidget      *distribution_box;
  GtkWidget      *distribution_view;
  GtkWidget      *range;
  GtkWidget      *select;
  GtkWidget      *why_box;
  GtkWidget      *why;
  GtkWidget      *moved;
  GtkWidget      *parts;
  GtkWidget      *no_parts;
  GtkWidget      *examples;
  GtkWidget      *example_a;
  GtkWidget      *example_b;
  GtkWidget      *warnings;

  ThComparison   *comparison; /* or NULL */
  gint            index;
  ThShift        *shift;      /* of the row, once computed */
  ThLogHistogram *histogram;
  GCancellable   *job;        /* of the plots; or NULL */
  GBindingGroup  *bindings;   /* to the job of the comparison */
  GSignalGroup   *signals;    /* of that job */
};

enum
{
  PROP_0,
  PROP_BUSY,
  N_PROPS
};

enum
{
  SIGNAL_EXAMPLE,
  SIGNAL_SELECT_RANGE,
  SIGNAL_SELECT_QUANTILES,
  SIGNAL_STEP_ROW,
  SIGNAL_RANGE_CHANGED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThComparisonPanel, th_comparison_panel, GTK_TYPE_WIDGET)

static const ThComparisonRow *
get_row (ThComparisonPanel *self)
{
  return th_comparison_get_row (self->comparison, self->index);
}

/* --- the brush ------------------------------------------------------------------------ */

static gboolean
get_range (ThComparisonPanel *self,
           gint64            *low,
           gint64            *high)
{
  return th_distribution_view_get_range (TH_DISTRIBUTION_VIEW (self->distribution_view), low, high);
}

/* "6.30 µs – 20.1 µs: 60 in A, 3 559 in B" */
static char *
dup_range_text (ThComparisonPanel *self)
{
  gint64 low, high;
  g_autofree char *from = NULL, *to = NULL, *a = NULL, *b = NULL;

  if (!get_range (self, &low, &high))
    return g_strdup (_("Drag to mark a range of values."));

  from = th_comparison_format_value (get_row (self), low);
  to = th_comparison_format_value (get_row (self), high);
  a = th_format_count (th_log_histogram_count (self->histogram, 0, low, high));
  b = th_format_count (th_log_histogram_count (self->histogram, 1, low, high));
  return g_strdup_printf (_("%s – %s: %s in A, %s in B"), from, to, a, b);
}

static void
brush_changed_cb (ThComparisonPanel *self)
{
  g_autofree char *text = dup_range_text (self);
  gint64 low, high;

  gtk_label_set_text (GTK_LABEL (self->range), text);
  gtk_widget_set_sensitive (self->select, get_range (self, &low, &high));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->distribution_view),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  g_signal_emit (self, signals[SIGNAL_RANGE_CHANGED], 0);
}

static void
select_cb (ThComparisonPanel *self)
{
  gint64 low, high;

  if (get_range (self, &low, &high))
    g_signal_emit (self, signals[SIGNAL_SELECT_RANGE], 0, low, high);
}

static void
brushed_cb (ThComparisonPanel *self,
            double             low,
            double             high)
{
  g_signal_emit (self, signals[SIGNAL_SELECT_QUANTILES], 0, low, high);
}

/* --- plots ---------------------------------------------------------------------------- */

typedef struct
{
  ThComparison   *comparison;
  guint           index;
  ThShift        *shift;
  ThLogHistogram *histogram;
} Plots;

static void
plots_free (gpointer data)
{
  Plots *plots = data;

  th_comparison_unref (plots->comparison);
  g_clear_pointer (&plots->shift, th_shift_free);
  g_clear_pointer (&plots->histogram, th_log_histogram_free);
  g_free (plots);
}

static void
plots_worker (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  Plots *plots = data;
  const ThComparisonRow *row = th_comparison_get_row (plots->comparison, plots->index);

  plots->histogram = th_log_histogram_new (plots->comparison, row, N_BINS);
  if (!g_cancellable_is_cancelled (cancellable))
    plots->shift = th_shift_new (plots->comparison, row);
  g_task_return_boolean (task, TRUE);
}

static void
clear_plots (ThComparisonPanel *self)
{
  th_shift_view_set (TH_SHIFT_VIEW (self->shift_view), NULL, 0, .5);
  th_distribution_view_set (TH_DISTRIBUTION_VIEW (self->distribution_view), NULL, TH_UNIT_TIME);
  g_clear_pointer (&self->shift, th_shift_free);
  g_clear_pointer (&self->histogram, th_log_histogram_free);
}

static void
show_plots (ThComparisonPanel *self)
{
  const ThComparisonRow *row = get_row (self);

  th_shift_view_set (TH_SHIFT_VIEW (self->shift_view), self->shift,
                     th_comparison_get_row_margin (self->comparison, row),
                     th_comparison_row_get_p (row));
  th_distribution_view_set (TH_DISTRIBUTION_VIEW (self->distribution_view), self->histogram,
                            row->unit);
  gtk_widget_set_visible (self->shift_box, self->shift != NULL);
  gtk_widget_set_visible (self->distribution_box, self->histogram != NULL);
}

static void
plots_done_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  ThComparisonPanel *self = TH_COMPARISON_PANEL (source);
  Plots *plots = g_task_get_task_data (G_TASK (result));

  /* Cancelled, because another row is shown or the panel was destroyed. */
  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;

  clear_plots (self);
  self->shift = g_steal_pointer (&plots->shift);
  self->histogram = g_steal_pointer (&plots->histogram);
  g_clear_object (&self->job);
  show_plots (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

static void
stop_job (ThComparisonPanel *self)
{
  g_cancellable_cancel (self->job);
  g_clear_object (&self->job);
}

static void
start_job (ThComparisonPanel *self)
{
  g_autoptr(GTask) task = NULL;
  Plots *plots = g_new0 (Plots, 1);

  plots->comparison = th_comparison_ref (self->comparison);
  plots->index = self->index;
  self->job = g_cancellable_new ();
  task = g_task_new (self, self->job, plots_done_cb, NULL);
  g_task_set_task_data (task, plots, plots_free);
  th_thread_pool_run (task, plots_worker);
}

/* --- texts ---------------------------------------------------------------------------- */

static void
show_title (ThComparisonPanel     *self,
            const ThComparisonRow *row)
{
  g_autofree char *name = th_comparison_format_name (row);
  char *mark = strstr (name, " · ");

  th_label_set_text (self->detail, mark != NULL ? mark + strlen (" · ") : row->title);
  if (mark != NULL)
    *mark = '\0';
  th_label_set_text (self->title, name);
  gtk_widget_queue_draw (self->swatch);
}

static void
show_verdict (ThComparisonPanel     *self,
              const ThComparisonRow *row)
{
  g_autofree char *text = th_comparison_describe_row (row);

  gtk_label_set_text (GTK_LABEL (self->sign), th_comparison_get_sign (row));
  th_label_set_text (self->sentence, text);
  th_verdict_pill_set_class (self->banner, row);
  gtk_widget_set_visible (self->banner, *text != '\0');
}

static void
show_why (ThComparisonPanel     *self,
          const ThComparisonRow *row)
{
  g_autofree char *why = th_comparison_format_why (row);
  g_autofree char *moved = th_comparison_format_moved (row, row->mean_b - row->mean_a);
  gboolean has_samples = row->classes != NULL || row->kind == TH_COMPARISON_POOL;
  /* They are unknown if a run has no samples. */
  gboolean has_means = row->mean_a > 0 || row->mean_b > 0;

  gtk_label_set_text (GTK_LABEL (self->why), why);
  gtk_label_set_text (GTK_LABEL (self->moved), moved);
  gtk_widget_set_visible (self->why, has_means);
  gtk_widget_set_visible (self->moved, has_means);
  th_parts_list_set (TH_PARTS_LIST (self->parts), self->comparison, self->index);
  gtk_widget_set_visible (self->no_parts, row->parts->len == 0);
  gtk_widget_set_visible (self->why_box, has_samples && row->a.n_runs > 0 && row->b.n_runs > 0);
}

static GtkWidget *
warning_new (const ThComparisonWarning *warning)
{
  g_autofree char *text = th_comparison_describe_warning (warning);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *label = th_paragraph_new (text, NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Warning"), -1);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (box, "compare-warning");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  return box;
}

static void
show_warnings (ThComparisonPanel     *self,
               const ThComparisonRow *row)
{
  th_widget_clear (self->warnings);
  for (guint i = 0; i < row->warnings->len; i++)
    gtk_box_append (GTK_BOX (self->warnings),
                    warning_new (&g_array_index (row->warnings, ThComparisonWarning, i)));
  gtk_widget_set_visible (self->warnings, row->warnings->len > 0);
}

static void
show_row (ThComparisonPanel *self)
{
  const ThComparisonRow *row = get_row (self);
  g_autofree char *facts = th_comparison_format_facts (self->comparison, row);

  show_title (self, row);
  show_verdict (self, row);
  gtk_label_set_text (GTK_LABEL (self->facts), facts);
  show_why (self, row);
  show_warnings (self, row);
  gtk_widget_set_visible (self->examples, row->classes != NULL);
  gtk_widget_set_sensitive (self->example_a, row->a.n > 0);
  gtk_widget_set_sensitive (self->example_b, row->b.n > 0);
}

static void
show_page (ThComparisonPanel *self)
{
  g_autoptr(ThComparisonJob) job = g_signal_group_dup_target (self->signals);
  ThComparisonJobState state = job != NULL ? th_comparison_job_get_state (job)
                                           : TH_COMPARISON_JOB_DONE;

  /* Why a job failed is shown in the place of its results. */
  gtk_widget_set_visible (self->pages, state != TH_COMPARISON_JOB_FAILED);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages),
                                    self->comparison != NULL ? "row"
                                    : state == TH_COMPARISON_JOB_RUNNING ? "running" : "empty");
}

void
th_comparison_panel_set_job (ThComparisonPanel *self,
                             ThComparisonJob   *job)
{
  g_return_if_fail (TH_IS_COMPARISON_PANEL (self));

  g_binding_group_set_source (self->bindings, job);
  g_signal_group_set_target (self->signals, job);
  show_page (self);
}

void
th_comparison_panel_set_row (ThComparisonPanel *self,
                             ThComparison      *comparison,
                             gint               index)
{
  ThComparison *old = self->comparison;
  gboolean is_shown = comparison != NULL && index >= 0;

  g_return_if_fail (TH_IS_COMPARISON_PANEL (self));

  stop_job (self);
  clear_plots (self);
  gtk_widget_set_visible (self->shift_box, FALSE);
  gtk_widget_set_visible (self->distribution_box, FALSE);
  self->comparison = is_shown ? th_comparison_ref (comparison) : NULL;
  self->index = index;
  if (is_shown)
    {
      show_row (self);
      start_job (self);
    }
  else
    th_parts_list_set (TH_PARTS_LIST (self->parts), NULL, 0);
  g_clear_pointer (&old, th_comparison_unref);
  show_page (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BUSY]);
}

/* --- examples ------------------------------------------------------------------------- */

static void
example (ThComparisonPanel *self,
         guint              side)
{
  if (self->comparison != NULL)
    g_signal_emit (self, signals[SIGNAL_EXAMPLE], 0, side,
                   th_parts_list_get_part (TH_PARTS_LIST (self->parts)));
}

static void
example_a_cb (ThComparisonPanel *self)
{
  example (self, 0);
}

static void
example_b_cb (ThComparisonPanel *self)
{
  example (self, 1);
}

/* --- rows ----------------------------------------------------------------------------- */

static void
previous_cb (ThComparisonPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_STEP_ROW], 0, -1);
}

static void
next_cb (ThComparisonPanel *self)
{
  g_signal_emit (self, signals[SIGNAL_STEP_ROW], 0, 1);
}

/* --- class ---------------------------------------------------------------------------- */

static void
draw_swatch_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        data)
{
  ThComparisonPanel *self = data;
  int size = MIN (th_style_grow (SWATCH_PX), MIN (width, height));

  if (self->comparison == NULL)
    return;

  th_draw_color (cr, th_compare_get_row_color (th_style_get_theme (th_style_get_default ()),
                                               get_row (self)));
  cairo_rectangle (cr, (width - size) / 2, (height - size) / 2, size, size);
  cairo_fill (cr);
}

static void
th_comparison_panel_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  g_assert (id == PROP_BUSY);
  g_value_set_boolean (value, TH_COMPARISON_PANEL (object)->job != NULL);
}

static void
th_comparison_panel_dispose (GObject *object)
{
  ThComparisonPanel *self = TH_COMPARISON_PANEL (object);

  if (self->pages != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->distribution_view, self);
      stop_job (self);
      clear_plots (self);
    }
  g_clear_object (&self->bindings);
  g_clear_object (&self->signals);
  g_clear_pointer (&self->comparison, th_comparison_unref);
  g_clear_pointer (&self->pages, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_COMPARISON_PANEL);

  G_OBJECT_CLASS (th_comparison_panel_parent_class)->dispose (object);
}

static void
add_signals (void)
{
  signals[SIGNAL_EXAMPLE] = g_signal_new ("example", TH_TYPE_COMPARISON_PANEL, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT,
                                          G_TYPE_INT);
  signals[SIGNAL_SELECT_RANGE] = g_signal_new ("select-range", TH_TYPE_COMPARISON_PANEL,
                                               G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                               G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT64);
  signals[SIGNAL_SELECT_QUANTILES] = g_signal_new ("select-quantiles", TH_TYPE_COMPARISON_PANEL,
                                                   G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                   G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
  signals[SIGNAL_STEP_ROW] = g_signal_new ("step-row", TH_TYPE_COMPARISON_PANEL,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                           G_TYPE_INT);
  signals[SIGNAL_RANGE_CHANGED] = g_signal_new ("range-changed", TH_TYPE_COMPARISON_PANEL,
                                                G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                                G_TYPE_NONE, 0);
}

#define BIND(child) \
  gtk_widget_class_bind_template_child (widget_class, ThComparisonPanel, child)

static void
bind_children (GtkWidgetClass *widget_class)
{
  BIND (pages);
  BIND (progress);
  BIND (swatch);
  BIND (title);
  BIND (detail);
  BIND (banner);
  BIND (sign);
  BIND (sentence);
  BIND (facts);
  BIND (shift_box);
  BIND (shift_view);
  BIND (distribution_box);
  BIND (distribution_view);
  BIND (range);
  BIND (select);
  BIND (why_box);
  BIND (why);
  BIND (moved);
  BIND (parts);
  BIND (no_parts);
  BIND (examples);
  BIND (example_a);
  BIND (example_b);
  BIND (warnings);
  gtk_widget_class_bind_template_callback (widget_class, previous_cb);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, brush_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, select_cb);
  gtk_widget_class_bind_template_callback (widget_class, brushed_cb);
  gtk_widget_class_bind_template_callback (widget_class, example_a_cb);
  gtk_widget_class_bind_template_callback (widget_class, example_b_cb);
}

static void
th_comparison_panel_class_init (ThComparisonPanelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_comparison_panel_get_property;
  object_class->dispose = th_comparison_panel_dispose;
  properties[PROP_BUSY] = g_param_spec_boolean ("busy", NULL, NULL, FALSE,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  add_signals ();

  g_type_ensure (TH_TYPE_SHIFT_VIEW);
  g_type_ensure (TH_TYPE_DISTRIBUTION_VIEW);
  g_type_ensure (TH_TYPE_PARTS_LIST);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "comparisonpanel");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-comparison-panel.ui");
  bind_children (widget_class);
}

static void
th_comparison_panel_init (ThComparisonPanel *self)
{
  self->index = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->bindings = g_binding_group_new ();
  g_binding_group_bind (self->bindings, "progress", self->progress, "fraction",
                        G_BINDING_SYNC_CREATE);
  self->signals = g_signal_group_new (TH_TYPE_COMPARISON_JOB);
  g_signal_group_connect_swapped (self->signals, "notify::state", G_CALLBACK (show_page), self);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->swatch), draw_swatch_cb, self, NULL);
  gtk_widget_set_size_request (self->swatch, th_style_grow (SWATCH_PX), -1);
  th_style_redraw (self->swatch);
}
