/* th-comparison-table.c - the rows of a comparison as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-table.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-column-start.h"
#include "th-column-view-util.h"
#include "th-comparison-columns.h"
#include "th-comparison-selection.h"
#include "th-comparison-text.h"
#include "th-context-menus.h"
#include "th-evidence-strip.h"
#include "th-header-sorter.h"
#include "th-incremental-model.h"
#include "th-list-row.h"
#include "th-removed-rows.h"
#include "th-style.h"
#include "th-widgets.h"

#define NARROW_PX 760

struct _ThComparisonTable
{
  GtkWidget          parent;

  GtkWidget         *box;
  GtkWidget         *entry;
  GtkWidget         *error;    /* what is wrong with the filter */
  GtkWidget         *sorts;
  GtkWidget         *groups;
  GtkWidget         *group_box; /* the choice of groups */
  GtkWidget         *facts;
  GtkWidget         *legend;
  GtkWidget         *place;    /* contains the table */

  GtkWidget         *empty;    /* says why there are no rows */
  GtkWidget         *view;
  ThComparisonList  *list;
  GtkSliceListModel *portions; /* the rows that the view has received so far */
  gboolean           is_awaited; /* the view has not received the selected row yet */
  ThComparisonCells  cells;
  ThComparisonOrder  order;    /* without the filter */
  gboolean           syncing;  /* a change of the drop-down or the titles is our own */
};

enum
{
  PROP_0,
  PROP_SELECTED,
  PROP_SORT,
  PROP_DESCENDING,
  PROP_GROUP,
  PROP_TEXT,
  PROP_SECTION,
  PROP_LIST,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThComparisonTable, th_comparison_table, GTK_TYPE_WIDGET)

/* --- texts -------------------------------------------------------------------------- */

static guint
count_verdict (ThComparison *comparison,
               ThVerdict     verdict)
{
  guint n = 0;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    n += th_comparison_get_row (comparison, i)->is_tested &&
         th_comparison_get_row (comparison, i)->verdict == verdict;
  return n;
}

static char *
dup_verdicts (ThComparison *comparison)
{
  return g_strdup_printf (_("Tests: %u · slower: %u · faster: %u · same: %u · can’t tell: %u"),
                          th_comparison_get_family (comparison)->n_tests,
                          count_verdict (comparison, TH_VERDICT_SLOWER),
                          count_verdict (comparison, TH_VERDICT_FASTER),
                          count_verdict (comparison, TH_VERDICT_SAME),
                          count_verdict (comparison, TH_VERDICT_CANT_TELL));
}

static void
show_facts (ThComparisonTable *self)
{
  ThComparison *comparison = self->cells.comparison;
  g_autofree char *text = NULL;

  if (comparison != NULL && self->order.section == TH_COMPARISON_SECTION_MEASURES)
    text = dup_verdicts (comparison);
  else if (comparison != NULL)
    text = g_strdup (_("Means of the runs, not judged: counts per second, or without “/s” the "
                       "number of things such as tasks"));
  gtk_label_set_text (GTK_LABEL (self->facts), text != NULL ? text : "");
}

static gboolean
has_section (ThComparison        *comparison,
             ThComparisonSection  section)
{
  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    if (th_comparison_row_get_section (th_comparison_get_row (comparison, i)) == section)
      return TRUE;
  return FALSE;
}

static void
tell_why_empty (ThComparisonTable *self)
{
  static const char *const nothing[TH_COMPARISON_N_SECTIONS] = {
    [TH_COMPARISON_SECTION_MEASURES] =
      N_("The recordings have no measures that could be compared."),
    [TH_COMPARISON_SECTION_COUNTS] = N_("The recordings have no events."),
    [TH_COMPARISON_SECTION_DROPS] = N_("Dropped packets were not recorded."),
    [TH_COMPARISON_SECTION_COUNTERS] = N_("No counter of the machine moved."),
  };
  g_autofree char *no_counters = NULL;
  const char *text = NULL;

  if (self->cells.comparison == NULL)
    text = _("Nothing is compared yet.");
  else if (self->order.section == TH_COMPARISON_SECTION_COUNTERS &&
           (no_counters = th_comparison_describe_counters (self->cells.comparison)) != NULL)
    text = no_counters;
  else if (!has_section (self->cells.comparison, self->order.section))
    text = _(nothing[self->order.section]);
  else if (th_comparison_list_get_n_rows (self->list) == 0)
    text = _("No matching rows");
  th_empty_state_set_text (self->empty, text, NULL, NULL);
}

/* --- order -------------------------------------------------------------------------- */

/* Says what is wrong with the filter, below its entry; NULL if nothing is. */
static void
show_error (ThComparisonTable *self,
            const char        *error)
{
  th_label_set_text (self->error, error != NULL ? error : "");
  gtk_widget_set_visible (self->error, error != NULL);
  th_widget_set_class (self->entry, "error", error != NULL);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_STATE_INVALID,
                               error != NULL ? GTK_ACCESSIBLE_INVALID_TRUE
                                             : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/* Lists all rows if the filter makes no sense. */
static void
arrange (ThComparisonTable *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  g_autoptr(GError) error = NULL;
  g_autoptr(ThRowFilter) filter = th_row_filter_new (text, &error);
  ThComparisonOrder order = self->order;

  show_error (self, error != NULL ? error->message : NULL);
  order.filter = filter;
  th_comparison_list_arrange (self->list, &order);
  tell_why_empty (self);
}

static void
sorter_changed_cb (ThComparisonTable *self)
{
  gpointer key = th_header_sorter_find (GTK_COLUMN_VIEW (self->view), &self->order.descending);

  if (self->syncing)
    return;

  self->order.sort = key != NULL ? GPOINTER_TO_INT (key) - 1 : TH_COMPARISON_SORT_EVIDENCE;
  self->syncing = TRUE;
  gtk_drop_down_set_selected (GTK_DROP_DOWN (self->sorts), self->order.sort);
  self->syncing = FALSE;
  arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SORT]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DESCENDING]);
}

static void
sort_by (ThComparisonTable *self,
         ThComparisonSort   sort,
         gboolean           descending)
{
  GtkColumnViewColumn *column;

  g_return_if_fail (TH_IS_COMPARISON_TABLE_WIDGET (self) && sort < TH_COMPARISON_N_SORTS);

  column = th_comparison_columns_find (GTK_COLUMN_VIEW (self->view), sort);
  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), column,
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

/* Sorts names in ascending order and numbers in descending order. */
static void
sort_chosen_cb (ThComparisonTable *self)
{
  guint sort = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->sorts));

  if (!self->syncing && sort < TH_COMPARISON_N_SORTS)
    sort_by (self, sort, sort == TH_COMPARISON_SORT_CHANGE ||
                         sort == TH_COMPARISON_SORT_VALUE);
}

static void
group_chosen_cb (ThComparisonTable *self)
{
  if (self->syncing)
    return;

  self->order.group = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->groups));
  arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GROUP]);
}

/* A narrow table shows the evidence rather than the values and the legend; counts are not judged,
 * so they need no legend either. */
static void
choose_columns (GtkWidget *widget)
{
  ThComparisonTable *self = TH_COMPARISON_TABLE_WIDGET (widget);
  gboolean has_verdicts = self->order.section == TH_COMPARISON_SECTION_MEASURES;

  if (self->view == NULL)
    return;

  th_comparison_columns_choose (GTK_COLUMN_VIEW (self->view), self->cells.is_narrow,
                                has_verdicts);
  th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
  gtk_widget_set_visible (self->legend, has_verdicts && !self->cells.is_narrow);
}

static void
set_section (ThComparisonTable   *self,
             ThComparisonSection  section)
{
  if (section == self->order.section)
    return;

  self->order.section = section;
  gtk_widget_set_visible (self->group_box, section == TH_COMPARISON_SECTION_MEASURES);
  choose_columns (GTK_WIDGET (self));
  show_facts (self);
  arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SECTION]);
}

static void
search_cb (ThComparisonTable *self)
{
  arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

/* --- selection ---------------------------------------------------------------------- */

static void
selected_cb (ThComparisonTable *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

gint
th_comparison_table_get_selected (ThComparisonTable *self)
{
  return th_comparison_list_get_selected (self->list);
}

static void
scroll_to_selected (ThComparisonTable *self)
{
  guint position = th_comparison_list_find (self->list,
                                            th_comparison_list_get_selected (self->list));

  self->is_awaited = position != GTK_INVALID_LIST_POSITION &&
                     !th_incremental_model_reach (self->portions, position);
  if (position != GTK_INVALID_LIST_POSITION && !self->is_awaited)
    th_column_view_scroll_to (GTK_COLUMN_VIEW (self->view), position);
}

static void
portion_cb (ThComparisonTable *self)
{
  if (self->is_awaited)
    scroll_to_selected (self);
}

void
th_comparison_table_set_selected (ThComparisonTable *self,
                                  gint               index)
{
  g_return_if_fail (TH_IS_COMPARISON_TABLE_WIDGET (self));

  th_comparison_list_select (self->list, index);
  scroll_to_selected (self);
}

void
th_comparison_table_show (ThComparisonTable *self,
                          gint               index)
{
  g_return_if_fail (TH_IS_COMPARISON_TABLE_WIDGET (self) && self->cells.comparison != NULL);

  set_section (self, th_comparison_row_get_section (th_comparison_get_row (self->cells.comparison,
                                                                           index)));
  if (th_comparison_list_find (self->list, index) == GTK_INVALID_LIST_POSITION)
    g_object_set (self, "text", "", NULL);
  th_comparison_table_set_selected (self, index);
}

gboolean
th_comparison_table_has_focus (ThComparisonTable *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && (focus == self->view || gtk_widget_is_ancestor (focus, self->view));
}

/* Skips the titles of groups. */
void
th_comparison_table_step (ThComparisonTable *self,
                          int                step)
{
  GListModel *list;
  guint position;

  g_return_if_fail (TH_IS_COMPARISON_TABLE_WIDGET (self) && (step == 1 || step == -1));

  list = G_LIST_MODEL (self->list);
  position = th_comparison_list_find (self->list, th_comparison_table_get_selected (self));
  if (position == GTK_INVALID_LIST_POSITION && step == 1)
    position = -1; /* the first row */
  do
    position += step;
  while (position < g_list_model_get_n_items (list) &&
         th_comparison_list_get_index (self->list, position) < 0);
  if (position < g_list_model_get_n_items (list))
    th_comparison_table_set_selected (self, th_comparison_list_get_index (self->list, position));
}

static gboolean
is_same_row (const ThComparisonRow *a,
             const ThComparisonRow *b)
{
  return a->kind == b->kind && a->level == b->level && strcmp (a->analysis, b->analysis) == 0 &&
         strcmp (a->measure, b->measure) == 0 && strcmp (a->name, b->name) == 0;
}

/* The row of @comparison with the same name as the selected one; -1 if there is none. */
static gint
find_again (ThComparisonTable *self,
            ThComparison      *comparison)
{
  gint selected = th_comparison_list_get_selected (self->list);

  if (selected < 0 || comparison == NULL)
    return -1;

  for (guint i = 0; i < th_comparison_get_n_rows (comparison); i++)
    if (is_same_row (th_comparison_get_row (comparison, i),
                     th_comparison_get_row (self->cells.comparison, selected)))
      return i;
  return -1;
}

void
th_comparison_table_set_comparison (ThComparisonTable *self,
                                    ThComparison      *comparison)
{
  ThComparison *old = self->cells.comparison;
  gint selected;

  g_return_if_fail (TH_IS_COMPARISON_TABLE_WIDGET (self));

  selected = find_again (self, comparison);
  self->cells.comparison = comparison != NULL ? th_comparison_ref (comparison) : NULL;
  th_comparison_list_set_comparison (self->list, comparison);
  g_clear_pointer (&old, th_comparison_unref);
  if (comparison != NULL)
    th_factor_axis_fit (&self->cells.axis, comparison);
  gtk_widget_queue_draw (self->view);
  show_facts (self);
  arrange (self);
  th_comparison_table_set_selected (self, selected);
}

/* --- the menu of a row -------------------------------------------------------------- */

static void
copy_name_cb (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  ThComparisonTable *self = TH_COMPARISON_TABLE_WIDGET (widget);
  gint index = th_comparison_table_get_selected (self);
  g_autofree char *name = NULL;

  if (index < 0)
    return;

  name = th_comparison_dup_row_name (th_comparison_get_row (self->cells.comparison, index));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), name);
}

static void
menu_cb (ThComparisonTable *self,
         int                n_press,
         double             x,
         double             y)
{
  guint position = th_list_row_find (GTK_WIDGET (self), x, y);
  gint index = position != GTK_INVALID_LIST_POSITION
               ? th_comparison_list_get_index (self->list, position) : -1;
  GMenu *menu;

  if (index < 0)
    return;

  th_comparison_list_select (self->list, index);
  menu = g_menu_new ();
  g_menu_append (menu, _("_Copy Name"), "comparison.copy-name");
  th_context_menu_append_note (menu, "comparison");
  th_context_menu_popup (GTK_WIDGET (self), x, y, G_MENU_MODEL (menu));
}

static void
add_menu (ThComparisonTable *self)
{
  GtkGesture *menu = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
}

/* --- layout ------------------------------------------------------------------------- */

static void
draw_legend_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        data)
{
  th_evidence_strip_draw_legend (th_style_get_theme (th_style_get_default ()), 0, height, cr);
}

static void
size_legend (ThComparisonTable *self)
{
  ThTheme *theme = th_style_get_theme (th_style_get_default ());

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->legend),
                                      ceil (th_evidence_strip_draw_legend (theme, 0, 0, NULL)));
  gtk_widget_queue_draw (self->legend);
}

static void
th_comparison_table_size_allocate (GtkWidget *widget,
                                   int        width,
                                   int        height,
                                   int        baseline)
{
  ThComparisonTable *self = TH_COMPARISON_TABLE_WIDGET (widget);
  gboolean is_narrow = width < th_style_grow (NARROW_PX);

  gtk_widget_size_allocate (self->box, &(GtkAllocation) { 0, 0, width, height }, baseline);
  if (is_narrow == self->cells.is_narrow)
    return;

  self->cells.is_narrow = is_narrow;
  th_widget_call_when_idle (widget, choose_columns); /* not allowed during layout */
}

static void
th_comparison_table_measure (GtkWidget      *widget,
                             GtkOrientation  orientation,
                             int             for_size,
                             int            *minimum,
                             int            *natural,
                             int            *minimum_baseline,
                             int            *natural_baseline)
{
  gtk_widget_measure (TH_COMPARISON_TABLE_WIDGET (widget)->box, orientation, for_size, minimum,
                      natural, NULL, NULL);
}

/* --- class -------------------------------------------------------------------------- */

static void
th_comparison_table_get_property (GObject    *object,
                                  guint       id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  ThComparisonTable *self = TH_COMPARISON_TABLE_WIDGET (object);

  switch (id)
    {
    case PROP_SELECTED:
      g_value_set_int (value, th_comparison_table_get_selected (self));
      break;
    case PROP_SORT:
      g_value_set_uint (value, self->order.sort);
      break;
    case PROP_DESCENDING:
      g_value_set_boolean (value, self->order.descending);
      break;
    case PROP_GROUP:
      g_value_set_uint (value, self->order.group);
      break;
    case PROP_TEXT:
      g_value_set_string (value, gtk_editable_get_text (GTK_EDITABLE (self->entry)));
      break;
    case PROP_SECTION:
      g_value_set_uint (value, self->order.section);
      break;
    case PROP_LIST:
      g_value_set_object (value, self->list);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_comparison_table_set_property (GObject      *object,
                                  guint         id,
                                  const GValue *value,
                                  GParamSpec   *pspec)
{
  ThComparisonTable *self = TH_COMPARISON_TABLE_WIDGET (object);

  switch (id)
    {
    case PROP_SELECTED:
      th_comparison_table_set_selected (self, g_value_get_int (value));
      break;
    case PROP_SORT:
      sort_by (self, g_value_get_uint (value), self->order.descending);
      break;
    case PROP_DESCENDING:
      sort_by (self, self->order.sort, g_value_get_boolean (value));
      break;
    case PROP_GROUP:
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->groups), g_value_get_uint (value));
      break;
    case PROP_TEXT:
      gtk_editable_set_text (GTK_EDITABLE (self->entry), g_value_get_string (value) != NULL
                                                         ? g_value_get_string (value) : "");
      search_cb (self);
      break;
    case PROP_SECTION:
      set_section (self, g_value_get_uint (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_comparison_table_dispose (GObject *object)
{
  ThComparisonTable *self = TH_COMPARISON_TABLE_WIDGET (object);

  if (self->view != NULL)
    {
      g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (
                                              self->view)), self);
      gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
      self->view = NULL;
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_COMPARISON_TABLE);
  g_clear_object (&self->portions);
  g_clear_object (&self->list);
  g_clear_pointer (&self->cells.comparison, th_comparison_unref);

  G_OBJECT_CLASS (th_comparison_table_parent_class)->dispose (object);
}

static void
add_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  properties[PROP_SELECTED] = g_param_spec_int ("selected", NULL, NULL, -1, G_MAXINT, -1, flags);
  properties[PROP_SORT] = g_param_spec_uint ("sort", NULL, NULL, 0, TH_COMPARISON_N_SORTS - 1, 0,
                                             flags);
  properties[PROP_DESCENDING] = g_param_spec_boolean ("descending", NULL, NULL, FALSE, flags);
  properties[PROP_GROUP] = g_param_spec_uint ("group", NULL, NULL, 0, TH_COMPARISON_GROUP_VERDICT,
                                              0, flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", flags);
  properties[PROP_SECTION] = g_param_spec_uint ("section", NULL, NULL, 0,
                                                TH_COMPARISON_N_SECTIONS - 1, 0, flags);
  properties[PROP_LIST] = g_param_spec_object ("list", NULL, NULL, TH_TYPE_COMPARISON_LIST,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_comparison_table_class_init (ThComparisonTableClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = th_comparison_table_get_property;
  object_class->set_property = th_comparison_table_set_property;
  object_class->dispose = th_comparison_table_dispose;
  add_properties (object_class);

  widget_class->measure = th_comparison_table_measure;
  widget_class->size_allocate = th_comparison_table_size_allocate;
  gtk_widget_class_install_action (widget_class, "comparison.copy-name", NULL, copy_name_cb);
  gtk_widget_class_set_css_name (widget_class, "eventtable");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-comparison-table.ui");
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, box);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, entry);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, error);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, sorts);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, groups);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, group_box);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, facts);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, legend);
  gtk_widget_class_bind_template_child (widget_class, ThComparisonTable, place);
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, sort_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, group_chosen_cb);
}

static void
style_changed_cb (ThComparisonTable *self)
{
  th_column_view_rebind (GTK_COLUMN_VIEW (self->view));
  size_legend (self);
}

static void
add_view (ThComparisonTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_autoptr(ThComparisonSelection) selection = NULL;
  GtkColumnView *view;

  self->list = th_comparison_list_new ();
  self->portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (self->list)));
  selection = th_comparison_selection_new (self->list, G_LIST_MODEL (self->portions));
  self->view = gtk_column_view_new (NULL);
  view = GTK_COLUMN_VIEW (self->view);
  th_removed_rows_free_later (view, G_LIST_MODEL (selection));
  gtk_column_view_set_model (view, GTK_SELECTION_MODEL (selection));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Comparison"), -1);
  th_comparison_columns_add (view, &self->cells);
  th_column_view_pass_tab (view);
  th_column_view_add_tips (view);
  th_column_view_keep_start (view);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->empty = th_empty_state_new (scroller);
  gtk_box_append (GTK_BOX (self->place), self->empty);
}

static void
th_comparison_table_init (ThComparisonTable *self)
{
  th_factor_axis_init (&self->cells.axis, 0, 0);
  self->syncing = TRUE; /* the drop-downs are being filled */
  gtk_widget_init_template (GTK_WIDGET (self));
  self->syncing = FALSE;
  th_inner_button_name (self->sorts, _("Sort by"));
  th_inner_button_name (self->groups, _("Group by"));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->legend), draw_legend_cb, NULL, NULL);
  size_legend (self);
  add_view (self);
  add_menu (self);
  g_signal_connect_object (self->list, "notify::selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->portions, "notify::size", G_CALLBACK (portion_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_swapped (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                            G_CALLBACK (sorter_changed_cb), self);
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (style_changed_cb), self,
                           G_CONNECT_SWAPPED);
  tell_why_empty (self);
}
