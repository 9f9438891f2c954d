/* th-comparison-view.c - one view of a document, or two sides and what differs between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-view.h"

#include <glib/gi18n-lib.h>

#include "th-alignment-bar.h"
#include "th-comparison-guide.h"
#include "th-comparison-memory.h"
#include "th-comparison-panel.h"
#include "th-comparison-results.h"
#include "th-comparison-text.h"
#include "th-conditions-bar.h"
#include "th-gtk48.h"
#include "th-lane-room.h"
#include "th-paned-bin.h"
#include "th-shortcuts.h"
#include "th-style.h"
#include "th-widgets.h"

/* The share of the timelines in the height of a window that was not divided yet. */
#define TIMELINES_PERCENT 48
/* In a view below this height, bars and rows are compact. */
#define TIGHT_BELOW_PX 720
/* The minimum height of the results: three rows, and what is above them. */
#define RESULTS_LEAST_PX 188
/* The width of the details in a window that was not divided yet, and the least. */
#define PANEL_PX 380
#define PANEL_LEAST_PX 300

struct _ThComparisonView
{
  GtkBox               parent;

  /* From the template */
  ThPanedBin          *columns_bin;     /* places the divider of the columns */
  GtkPaned            *columns;         /* rows | details of a difference */
  ThPanedBin          *rows_bin;        /* places the divider of the rows */
  GtkPaned            *rows;            /* timelines above, results below */
  GtkPaned            *pair;            /* A above B */
  ThSideView          *first;

  /* Made for the first comparison, as most windows show none; NULL before */
  GtkWidget           *bars;
  ThAlignmentBar      *alignment_bar;
  ThConditionsBar     *conditions;
  ThComparisonResults *results;
  ThComparisonPanel   *panel;

  ThComparisonSides   *sides;           /* these are NULL without a comparison */
  ThPairing           *pairing;
  ThComparisonGuide   *guide;
  ThLaneRoom          *room;
  gboolean             is_tight;
};

enum
{
  PROP_0,
  PROP_COMPARING,
  PROP_TITLE,
  PROP_SUMMARY,
  PROP_JOB,
  PROP_PAIRING,
  PROP_SIDE_BY_SIDE,
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
  GtkWidget *rows;

  if (widget == NULL || second == NULL)
    return 0;

  rows = GTK_WIDGET (th_comparison_results_get_rows (self->results, 1));
  return widget == GTK_WIDGET (second) || gtk_widget_is_ancestor (widget, GTK_WIDGET (second)) ||
         gtk_widget_is_ancestor (widget, rows);
}

ThPairing *
th_comparison_view_get_pairing (ThComparisonView *self)
{
  return self->pairing;
}

static ThDocumentView *
get_view (ThComparisonView *self,
          guint             side)
{
  return th_side_view_get_view (th_comparison_view_get_side (self, side));
}

GPtrArray *
th_comparison_view_list_panes (ThComparisonView *self)
{
  GPtrArray *panes = g_ptr_array_new ();
  ThDocumentView *view = get_view (self, 0);

  g_ptr_array_add (panes, th_document_view_get_timeline (view));
  if (self->sides == NULL)
    {
      g_ptr_array_add (panes, th_document_view_get_table_pane (view));
      g_ptr_array_add (panes, th_document_view_get_inspector (view));
    }
  else
    {
      g_ptr_array_add (panes, th_document_view_get_timeline (get_view (self, 1)));
      g_ptr_array_add (panes, self->results);
      g_ptr_array_add (panes, self->panel);
    }

  return panes;
}

/* --- results --------------------------------------------------------------------- */

/* A report saved from either side is about the comparison. */
static void
place_report (ThComparisonView *self)
{
  ThComparison *comparison = self->sides != NULL
                             ? th_comparison_results_get_comparison (self->results) : NULL;
  ThDocumentView *views[2] = { NULL, NULL };
  g_autofree char *a = comparison != NULL ? th_comparison_sides_name (self->sides, 0) : NULL;
  g_autofree char *b = comparison != NULL ? th_comparison_sides_name (self->sides, 1) : NULL;
  const char *names[2] = { a, b };

  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      views[side] = get_view (self, side);
  for (guint side = 0; side < 2; side++)
    if (views[side] != NULL)
      th_document_view_set_comparison (views[side], comparison, views, names);
}

static void
compared_cb (ThComparisonView *self)
{
  place_report (self);
  th_conditions_bar_set_comparison (self->conditions,
                                    th_comparison_results_get_comparison (self->results));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

static void
row_cb (ThComparisonView *self)
{
  const ThComparisonRow *row = th_comparison_results_get_row (self->results);

  th_comparison_panel_set_row (self->panel, th_comparison_results_get_comparison (self->results),
                               th_comparison_results_get_selected (self->results));
  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      th_side_view_set_steps (th_comparison_view_get_side (self, side),
                              row != NULL && row->classes != NULL);
}

static void
set_job (ThComparisonView *self,
         ThComparisonJob  *job)
{
  th_comparison_panel_set_job (self->panel, job);
  th_comparison_results_set_job (self->results, job);
  place_report (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_JOB]);
}

ThComparisonJob *
th_comparison_view_get_job (ThComparisonView *self)
{
  return self->results != NULL ? th_comparison_results_get_job (self->results) : NULL;
}

char *
th_comparison_view_dup_row (ThComparisonView *self,
                            gboolean          focused)
{
  const ThComparisonRow *row;

  g_return_val_if_fail (TH_IS_COMPARISON_VIEW (self), NULL);

  if (self->results == NULL)
    return NULL;

  row = th_comparison_results_get_row (self->results);
  return row != NULL && (!focused || th_comparison_results_rows_have_focus (self->results))
         ? th_comparison_dup_row_name (row) : NULL;
}

gboolean
th_comparison_view_show_row (ThComparisonView *self,
                             const char       *name)
{
  g_return_val_if_fail (TH_IS_COMPARISON_VIEW (self) && name != NULL, FALSE);

  return self->results != NULL && th_comparison_results_show_row (self->results, name);
}

/* --- messages ------------------------------------------------------------------- */

void
th_comparison_view_say (ThComparisonView *self,
                        const char       *text)
{
  g_return_if_fail (TH_IS_COMPARISON_VIEW (self));

  if (self->results != NULL)
    th_comparison_results_say (self->results, text);
}

static void
notice_cb (ThComparisonView *self,
           GParamSpec       *pspec G_GNUC_UNUSED,
           ThDocumentView   *view)
{
  g_autofree char *notice = NULL, *text = NULL;

  g_object_get (view, "notice", &notice, NULL);
  if (self->sides == NULL || notice == NULL)
    return;

  text = g_strdup_printf ("%s: %s", view == get_view (self, 0) ? "A" : "B", notice);
  th_comparison_view_say (self, text);
}

/* --- from the results to the timelines ------------------------------------------- */

static void
example_cb (ThComparisonView *self,
            guint             side,
            int               part)
{
  const ThComparisonRow *row = th_comparison_results_get_row (self->results);

  if (row != NULL && self->guide != NULL)
    th_comparison_guide_show_example (self->guide, side, row, part);
}

static void
select_range_cb (ThComparisonView *self,
                 gint64            low,
                 gint64            high)
{
  const ThComparisonRow *row = th_comparison_results_get_row (self->results);

  if (row != NULL && self->guide != NULL)
    th_comparison_guide_mark_range (self->guide, row, low, high);
}

static void
select_quantiles_cb (ThComparisonView *self,
                     double            low,
                     double            high)
{
  const ThComparisonRow *row = th_comparison_results_get_row (self->results);

  if (row != NULL && self->guide != NULL)
    th_comparison_guide_mark_quantiles (self->guide, row, low, high);
}

static void
step_cb (ThComparisonView *self,
         int               step,
         ThSideView       *side)
{
  const ThComparisonRow *row = th_comparison_results_get_row (self->results);

  if (row != NULL && row->classes != NULL && self->guide != NULL)
    th_comparison_guide_step_example (self->guide, side != self->first, row, step);
}

void
th_comparison_view_show_counterpart (ThComparisonView *self,
                                     guint             side)
{
  g_return_if_fail (TH_IS_COMPARISON_VIEW (self));

  if (self->guide != NULL)
    th_comparison_guide_show_counterpart (self->guide, side,
                                          th_comparison_results_get_row (self->results));
}

static void
answered_cb (ThComparisonView *self,
             guint             side)
{
  gtk_widget_grab_focus (GTK_WIDGET (th_document_view_get_timeline (get_view (self, side))));
}

/* --- pairing --------------------------------------------------------------------- */

/* A filter applies to both sides, so one filter bar is enough: that of side A, if it has one, moves
 * into the bar for both. */
static void
place_filter (ThComparisonView *self)
{
  gboolean linked = self->pairing != NULL &&
                    th_view_link_get_linked (th_pairing_get_link (self->pairing));
  gboolean shares = linked && th_side_view_get_document (self->first) != NULL;

  th_document_view_move_filter (get_view (self, 0), shares
                                ? th_alignment_bar_get_filter_place (self->alignment_bar) : NULL);
  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      th_side_view_set_shares_filter (th_comparison_view_get_side (self, side), shares);
}

static void
set_pairing (ThComparisonView *self,
             ThPairing        *pairing)
{
  ThViewLink *link = pairing != NULL ? th_pairing_get_link (pairing) : NULL;

  g_set_object (&self->pairing, pairing);
  g_clear_object (&self->guide);
  if (self->alignment_bar != NULL)
    th_alignment_bar_set_link (self->alignment_bar, link);
  if (pairing != NULL)
    {
      self->guide = th_comparison_guide_new (pairing);
      g_signal_connect_object (self->guide, "answered", G_CALLBACK (answered_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->guide, "message", G_CALLBACK (th_comparison_results_say),
                               self->results, G_CONNECT_SWAPPED);
      g_signal_connect_object (link, "notify::linked", G_CALLBACK (place_filter), self,
                               G_CONNECT_SWAPPED);
    }
  place_filter (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAIRING]);
}

/* --- memory ------------------------------------------------------------------------ */

ThComparisonMemory *
th_comparison_view_dup_settings (ThComparisonView *self)
{
  ThComparisonMemory *memory;

  g_return_val_if_fail (TH_IS_COMPARISON_VIEW (self), NULL);

  if (self->sides == NULL || self->pairing == NULL)
    return NULL;

  memory = g_new0 (ThComparisonMemory, 1);
  th_pairing_store (self->pairing, memory);
  memory->side_by_side = th_comparison_view_get_side_by_side (self);
  for (guint side = 0; side < 2; side++)
    memory->runs[side] = th_side_view_get_run (th_comparison_view_get_side (self, side));
  memory->row = th_comparison_results_dup_row_name (self->results);
  return memory;
}

static void
save_memory (ThComparisonView *self)
{
  g_autoptr(ThComparisonMemory) memory = th_comparison_view_dup_settings (self);

  if (memory != NULL)
    th_comparison_memory_save (memory, self->sides);
}

/* @memory may be NULL. */
static void
restore_memory (ThComparisonView         *self,
                const ThComparisonMemory *memory)
{
  th_comparison_results_set_wanted_row (self->results, memory != NULL ? memory->row : NULL);
  if (memory == NULL)
    return;

  th_pairing_restore (self->pairing, memory);
  th_comparison_view_set_side_by_side (self, memory->side_by_side);
  for (guint side = 0; side < 2; side++)
    if (memory->runs[side] != th_side_view_get_run (th_comparison_view_get_side (self, side)))
      th_side_view_set_run (th_comparison_view_get_side (self, side), memory->runs[side]);
}

/* --- a low window ---------------------------------------------------------------- */

/* The style class makes bars and rows compact. */
static void
update_tight (GtkWidget *widget)
{
  ThComparisonView *self = TH_COMPARISON_VIEW (widget);
  int height = gtk_widget_get_height (widget);
  gboolean is_tight = self->sides != NULL && height > 0 && height < th_style_grow (TIGHT_BELOW_PX);

  if (is_tight == self->is_tight)
    return;

  self->is_tight = is_tight;
  th_widget_set_class (widget, "tight", is_tight);
  th_paned_bin_place (self->rows_bin);
}

static void
resized_cb (ThComparisonView *self)
{
  th_widget_call_when_idle (GTK_WIDGET (self), update_tight);
}

/* --- begin and end -------------------------------------------------------------- */

static void
connect_view (ThComparisonView *self,
              guint             side)
{
  g_signal_connect_object (get_view (self, side), "notify::notice", G_CALLBACK (notice_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (th_comparison_view_get_side (self, side), "step", G_CALLBACK (step_cb),
                           self, G_CONNECT_SWAPPED);
}

static void
connect_results (ThComparisonView *self,
                 guint             side)
{
  g_signal_connect_object (get_view (self, side), "step-tab",
                           G_CALLBACK (th_comparison_results_step_tab), self->results,
                           G_CONNECT_SWAPPED);
}

static void
make_bars (ThComparisonView *self)
{
  g_autoptr(GtkBuilder) builder =
    gtk_builder_new_from_resource ("/org/thresher/ui/th-comparison-bars.ui");

  self->bars = GTK_WIDGET (gtk_builder_get_object (builder, "bars"));
  self->alignment_bar = TH_ALIGNMENT_BAR (gtk_builder_get_object (builder, "alignment_bar"));
  self->conditions = TH_CONDITIONS_BAR (gtk_builder_get_object (builder, "conditions"));
  th_shortcuts_set_tooltip (GTK_WIDGET (gtk_builder_get_object (builder, "recipe")),
                            "win.copy-recipe");
  gtk_box_prepend (GTK_BOX (self), self->bars);
}

static void
make_results (ThComparisonView *self)
{
  self->results = g_object_new (TH_TYPE_COMPARISON_RESULTS, NULL);
  g_signal_connect_swapped (self->results, "compared", G_CALLBACK (compared_cb), self);
  g_signal_connect_swapped (self->results, "row-changed", G_CALLBACK (row_cb), self);
  gtk_paned_set_end_child (self->rows, GTK_WIDGET (self->results));
  connect_results (self, 0);
}

static void
make_panel (ThComparisonView *self)
{
  self->panel = g_object_new (TH_TYPE_COMPARISON_PANEL, "width-request", PANEL_LEAST_PX, NULL);
  g_signal_connect_swapped (self->panel, "example", G_CALLBACK (example_cb), self);
  g_signal_connect_swapped (self->panel, "step-row", G_CALLBACK (th_comparison_results_step_row),
                            self->results);
  g_signal_connect_swapped (self->panel, "select-range", G_CALLBACK (select_range_cb), self);
  g_signal_connect_swapped (self->panel, "select-quantiles", G_CALLBACK (select_quantiles_cb),
                            self);
  gtk_paned_set_end_child (self->columns, GTK_WIDGET (self->panel));
}

/* Makes everything that only a comparison shows. */
static void
need_parts (ThComparisonView *self)
{
  if (self->results != NULL)
    return;

  make_bars (self);
  make_results (self);
  make_panel (self);
}

static void
add_second (ThComparisonView *self)
{
  if (th_comparison_view_get_side (self, 1) != NULL)
    return;

  gtk_paned_set_end_child (self->pair, g_object_new (TH_TYPE_SIDE_VIEW, "side", 1, NULL));
  connect_view (self, 1);
  connect_results (self, 1);
}

static void
remove_second (ThComparisonView *self)
{
  ThSideView *second = th_comparison_view_get_side (self, 1);

  if (second == NULL)
    return;

  th_side_rows_set_view (th_comparison_results_get_rows (self->results, 1), NULL);
  th_document_view_close (th_side_view_get_view (second));
  gtk_paned_set_end_child (self->pair, NULL);
}

static int
get_left_width (int      width,
                gpointer data)
{
  return width - MIN (th_style_grow (PANEL_PX), width / 3);
}

/* Leaves room for some CPUs of each side (th-lane-room.h), provided that three rows of the results
 * stay visible. */
static int
get_timelines_height (int      height,
                      gpointer data)
{
  ThComparisonView *self = data;
  int n_above = th_comparison_view_get_side_by_side (self) ? 1 : 2;
  int wanted = self->room != NULL ? th_lane_room_get_wanted (self->room) : 0;
  int least, least_timeline;

  gtk_widget_measure (GTK_WIDGET (self->pair), GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL,
                      NULL);
  gtk_widget_measure (GTK_WIDGET (th_document_view_get_timeline (get_view (self, 0))),
                      GTK_ORIENTATION_VERTICAL, -1, &least_timeline, NULL, NULL, NULL);
  return MAX (height * TIMELINES_PERCENT / 100,
              MIN (least + n_above * MAX (wanted - least_timeline, 0),
                   height - th_style_grow (RESULTS_LEAST_PX)));
}

static void
make_room (ThComparisonView *self)
{
  self->room = th_lane_room_new (th_comparison_view_get_side (self, 0),
                                 th_comparison_view_get_side (self, 1));
  g_signal_connect_object (self->room, "notify::wanted", G_CALLBACK (th_paned_bin_place),
                           self->rows_bin, G_CONNECT_SWAPPED);
}

/* @memory: the settings of the comparison; or NULL */
static void
set_sides (ThComparisonView         *self,
           ThComparisonSides        *sides,
           const ThComparisonMemory *memory)
{
  gboolean comparing = sides != NULL;

  need_parts (self);
  save_memory (self);
  set_pairing (self, NULL);
  g_clear_object (&self->room);
  if (comparing && self->sides == NULL)
    {
      th_paned_bin_reset (self->columns_bin);
      th_paned_bin_reset (self->rows_bin);
    }
  g_clear_pointer (&self->sides, th_comparison_sides_unref);
  self->sides = comparing ? th_comparison_sides_ref (sides) : NULL;
  gtk_widget_set_visible (self->bars, comparing);
  gtk_widget_set_visible (GTK_WIDGET (self->results), comparing);
  gtk_widget_set_visible (GTK_WIDGET (self->panel), comparing);
  if (comparing)
    add_second (self);
  else
    th_side_rows_set_view (th_comparison_results_get_rows (self->results, 0), NULL);
  for (guint side = 0; side < 2; side++)
    if (th_comparison_view_get_side (self, side) != NULL)
      th_side_view_set_sides (th_comparison_view_get_side (self, side), sides);
  if (comparing)
    {
      g_autoptr(ThPairing) pairing = th_pairing_new (th_comparison_view_get_side (self, 0),
                                                     th_comparison_view_get_side (self, 1));

      set_pairing (self, pairing);
      make_room (self);
      for (guint side = 0; side < 2; side++)
        th_side_rows_set_view (th_comparison_results_get_rows (self->results, side),
                               th_comparison_view_get_side (self, side));
      restore_memory (self, memory);
    }

  update_tight (GTK_WIDGET (self));
  place_report (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_COMPARING]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
  /* By now nothing uses the view of B any more. */
  if (!comparing)
    remove_second (self);
}

void
th_comparison_view_restore (ThComparisonView         *self,
                            ThComparisonSides        *sides,
                            const ThComparisonMemory *settings)
{
  g_autoptr(ThComparisonJob) job = NULL;

  g_return_if_fail (TH_IS_COMPARISON_VIEW (self) && sides != NULL);
  g_return_if_fail (th_comparison_sides_get_n (sides, 0) > 0);
  g_return_if_fail (th_comparison_sides_get_n (sides, 1) > 0);

  th_style_complete (th_style_get_default ());
  job = th_comparison_job_new (sides);
  set_sides (self, sides, settings);
  set_job (self, job);
}

void
th_comparison_view_compare (ThComparisonView  *self,
                            ThComparisonSides *sides)
{
  g_autoptr(ThComparisonMemory) memory = NULL;

  g_return_if_fail (TH_IS_COMPARISON_VIEW (self) && sides != NULL);

  /* The comparison may be repeated. */
  save_memory (self);
  memory = th_comparison_memory_load (sides);
  th_comparison_view_restore (self, sides, memory);
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
  set_sides (self, NULL, NULL);
  focus_first (self);
}

void
th_comparison_view_set_side_by_side (ThComparisonView *self,
                                     gboolean          side_by_side)
{
  g_return_if_fail (TH_IS_COMPARISON_VIEW (self));

  if (th_comparison_view_get_side_by_side (self) == !!side_by_side)
    return;

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->pair),
                                  side_by_side ? GTK_ORIENTATION_HORIZONTAL
                                               : GTK_ORIENTATION_VERTICAL);
  th_paned_bin_place (self->rows_bin);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SIDE_BY_SIDE]);
}

gboolean
th_comparison_view_get_side_by_side (ThComparisonView *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->pair)) == GTK_ORIENTATION_HORIZONTAL;
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
  ThComparison *comparison = th_comparison_results_get_comparison (self->results);

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
    case PROP_JOB: g_value_set_object (value, th_comparison_view_get_job (self)); break;
    case PROP_PAIRING: g_value_set_object (value, self->pairing); break;
    case PROP_SIDE_BY_SIDE:
      g_value_set_boolean (value, th_comparison_view_get_side_by_side (self));
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_comparison_view_set_property (GObject      *object,
                                 guint         id,
                                 const GValue *value,
                                 GParamSpec   *pspec)
{
  if (id == PROP_SIDE_BY_SIDE)
    th_comparison_view_set_side_by_side (TH_COMPARISON_VIEW (object), g_value_get_boolean (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_comparison_view_dispose (GObject *object)
{
  ThComparisonView *self = TH_COMPARISON_VIEW (object);

  if (self->sides != NULL)
    {
      save_memory (self);
      set_pairing (self, NULL);
      g_clear_object (&self->room);
      set_job (self, NULL);
      /* The results may show the tables of the views, which are freed one after the other. */
      for (guint side = 0; side < 2; side++)
        th_side_rows_set_view (th_comparison_results_get_rows (self->results, side), NULL);
    }
  g_clear_pointer (&self->sides, th_comparison_sides_unref);

  G_OBJECT_CLASS (th_comparison_view_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child (klass, ThComparisonView, columns_bin);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, columns);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, rows_bin);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, rows);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, pair);
  gtk_widget_class_bind_template_child (klass, ThComparisonView, first);
}

static void
th_comparison_view_class_init (ThComparisonViewClass *klass)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_comparison_view_get_property;
  object_class->set_property = th_comparison_view_set_property;
  object_class->dispose = th_comparison_view_dispose;
  properties[PROP_COMPARING] = g_param_spec_boolean ("comparing", NULL, NULL, FALSE, readable);
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, NULL, readable);
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL, readable);
  properties[PROP_JOB] = g_param_spec_object ("job", NULL, NULL, TH_TYPE_COMPARISON_JOB, readable);
  properties[PROP_PAIRING] = g_param_spec_object ("pairing", NULL, NULL, TH_TYPE_PAIRING, readable);
  properties[PROP_SIDE_BY_SIDE] = g_param_spec_boolean ("side-by-side", NULL, NULL, FALSE,
                                                        G_PARAM_READWRITE |
                                                        G_PARAM_EXPLICIT_NOTIFY |
                                                        G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (TH_TYPE_PANED_BIN);
  g_type_ensure (TH_TYPE_SIDE_VIEW);
  g_type_ensure (TH_TYPE_ALIGNMENT_BAR);
  g_type_ensure (TH_TYPE_CONDITIONS_BAR);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-comparison-view.ui");
  bind_children (widget_class);
}

static void
th_comparison_view_init (ThComparisonView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_paned_bin_set_func (self->columns_bin, get_left_width, self);
  th_paned_bin_set_func (self->rows_bin, get_timelines_height, self);
  g_signal_connect_swapped (self->rows_bin, "notify::size", G_CALLBACK (resized_cb), self);
  g_signal_connect_swapped (self->first, "notify::document", G_CALLBACK (place_filter), self);
  connect_view (self, 0);
}
