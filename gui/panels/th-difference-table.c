/* th-difference-table.c - the functions of two sides of recordings, as a table
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-difference-table.h"

#include <glib/gi18n-lib.h>

#include "th-column-start.h"
#include "th-column-view-util.h"
#include "th-display-text.h"
#include "th-header-sorter.h"
#include "th-incremental-model.h"
#include "th-list-row.h"
#include "th-number-format.h"
#include "th-result-list.h"
#include "th-widgets.h"

#define NAME_MIN_CHARS 20
#define NAME_NAT_CHARS 48
#define KIND_CHARS 8
#define NUMBER_CHARS 9

struct _ThDifferenceTable
{
  GtkWidget           parent;

  ThCallDifference   *difference; /* or NULL */
  ThTable            *functions;  /* of the shown tree; owned by the difference */
  ThResultList       *list;
  GtkSingleSelection *selection;
  char               *text;       /* that is searched for */
  int                 sort;       /* a ThCallColumn, or -1: the order of rows */
  gboolean            descending;
  GtkWidget          *empty;
  GtkWidget          *view;
};

enum
{
  SIGNAL_SELECTED,
  SIGNAL_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThDifferenceTable, th_difference_table, GTK_TYPE_WIDGET)

/* --- texts ------------------------------------------------------------- */

static double
get_share (ThDifferenceTable *self,
           guint32            row,
           ThCallColumn       column)
{
  return (double) th_table_get_cell (self->functions, row, column) / TH_CALL_WHOLE;
}

static char *
dup_word (ThDifferenceTable *self,
          guint32            row,
          ThCallColumn       column)
{
  ThResults *results = th_call_difference_get_results (self->difference);
  gint64 word = th_table_get_cell (self->functions, row, column);

  return th_display_text_make_valid (th_results_get_word (results, word));
}

static gboolean
is_number (ThCallColumn column)
{
  return column != TH_CALL_COLUMN_FUNCTION && column != TH_CALL_COLUMN_KIND;
}

static char *
dup_cell (ThDifferenceTable *self,
          guint32            row,
          ThCallColumn       column)
{
  if (!is_number (column))
    return dup_word (self, row, column);
  if (column == TH_CALL_COLUMN_SELF_CHANGE || column == TH_CALL_COLUMN_TOTAL_CHANGE)
    return th_format_points (get_share (self, row, column), 0);

  return th_format_share (get_share (self, row, column));
}

/* Returns text like "A 1.0 %, B 2.4 %, +1.40 points, ×2.40", of the columns @first, which is
 * side A, and the next ones. */
static char *
describe_shares (ThDifferenceTable *self,
                 guint32            row,
                 ThCallColumn       first)
{
  g_autofree char *a = dup_cell (self, row, first), *b = dup_cell (self, row, first + 1);
  g_autofree char *points = dup_cell (self, row, first + 2);
  g_autofree char *factor =
    th_call_difference_format_factor (th_table_get_cell (self->functions, row, first),
                                      th_table_get_cell (self->functions, row, first + 1));

  /* Translators: the shares of a function on side A and side B, the change in percentage
   * points; then a comma and the factor, or “only in A”, or nothing */
  return g_strdup_printf (_("A %s, B %s, %s points%s%s"), a, b, points, *factor != '\0' ? ", " : "",
                          factor);
}

char *
th_difference_table_describe (ThDifferenceTable *self)
{
  ThResultRow *item = self->selection != NULL
                      ? gtk_single_selection_get_selected_item (self->selection) : NULL;
  g_autofree char *name = NULL, *kind = NULL, *own = NULL, *total = NULL;
  guint32 row;

  if (item == NULL)
    return g_strdup ("");

  row = th_result_row_get_row (item);
  name = dup_word (self, row, TH_CALL_COLUMN_FUNCTION);
  kind = dup_word (self, row, TH_CALL_COLUMN_KIND);
  own = describe_shares (self, row, TH_CALL_COLUMN_SELF_A);
  total = describe_shares (self, row, TH_CALL_COLUMN_TOTAL_A);
  /* Translators: a function and its location, how its self time or weight changed, and how its
   * total did */
  return g_strdup_printf (_("%s (%s): self %s; total %s"), name, kind, own, total);
}

/* --- cells ------------------------------------------------------------- */

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          gpointer                  data)
{
  ThCallColumn column = GPOINTER_TO_UINT (data);
  GtkWidget *cell = gtk_inscription_new (NULL);
  gboolean is_name = column == TH_CALL_COLUMN_FUNCTION;

  th_list_row_mark_cell (cell, item);
  g_object_set (cell, "min-lines", 1, "nat-lines", 1, "text-overflow",
                GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END,
                "min-chars", is_name ? NAME_MIN_CHARS : is_number (column) ? NUMBER_CHARS
                                                                           : KIND_CHARS,
                "nat-chars", is_name ? NAME_NAT_CHARS : is_number (column) ? NUMBER_CHARS
                                                                           : KIND_CHARS, NULL);
  gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (item, cell);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         gpointer                  data)
{
  ThDifferenceTable *self = g_object_get_data (G_OBJECT (factory), "table");
  ThCallColumn column = GPOINTER_TO_UINT (data);
  guint32 row = th_result_row_get_row (gtk_list_item_get_item (item));
  g_autofree char *text = dup_cell (self, row, column);

  th_column_view_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text,
                           is_number (column));
}

/* --- rows -------------------------------------------------------------- */

static void
tell_why_empty (ThDifferenceTable *self)
{
  gboolean is_empty = self->list != NULL &&
                      g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0;

  th_empty_state_set_text (self->empty, is_empty && self->text != NULL && *self->text != '\0'
                                        ? _("No matching functions") : NULL, NULL, NULL);
}

static void
arrange (ThDifferenceTable *self)
{
  if (self->list != NULL)
    th_result_list_arrange (self->list, self->sort, self->descending, self->text);
}

static void
selected_cb (ThDifferenceTable *self)
{
  g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
activate_cb (ThDifferenceTable *self,
             guint              position)
{
  guint32 row = th_result_list_get_row (self->list, position);
  ThResults *results = th_call_difference_get_results (self->difference);

  if (row != G_MAXUINT32)
    g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0,
                   th_results_get_word (results, th_table_get_cell (self->functions, row,
                                                                    TH_CALL_COLUMN_FUNCTION)));
}

static void
sorter_changed_cb (ThDifferenceTable *self)
{
  gpointer key = th_header_sorter_find (GTK_COLUMN_VIEW (self->view), &self->descending);

  self->sort = GPOINTER_TO_INT (key) - 1;
  arrange (self);
}

static void
clear (ThDifferenceTable *self)
{
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  if (self->list != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->selection);
  g_clear_object (&self->list);
  g_clear_pointer (&self->difference, th_call_difference_unref);
  self->functions = NULL;
}

void
th_difference_table_set (ThDifferenceTable *self,
                         ThCallDifference  *difference,
                         guint              index)
{
  g_autoptr(GtkSliceListModel) portions = NULL;
  g_autoptr(ThCallDifference) kept = difference != NULL ? th_call_difference_ref (difference)
                                                        : NULL;

  clear (self);
  if (difference != NULL)
    {
      self->difference = g_steal_pointer (&kept);
      self->functions = th_call_difference_get (difference, index)->functions;
      self->list = th_result_list_new (NULL, th_call_difference_get_results (difference),
                                       self->functions);
      g_signal_connect_swapped (self->list, "items-changed", G_CALLBACK (tell_why_empty), self);
      portions = th_incremental_model_new (g_object_ref (G_LIST_MODEL (self->list)));
      self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (portions)));
      g_signal_connect_swapped (self->selection, "notify::selected-item",
                                G_CALLBACK (selected_cb), self);
      gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view),
                                 GTK_SELECTION_MODEL (self->selection));
      arrange (self);
    }
  tell_why_empty (self);
}

void
th_difference_table_search (ThDifferenceTable *self,
                            const char        *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  arrange (self);
}

/* --- class -------------------------------------------------------------- */

static void
th_difference_table_dispose (GObject *object)
{
  ThDifferenceTable *self = TH_DIFFERENCE_TABLE (object);

  if (self->empty != NULL)
    {
      g_signal_handlers_disconnect_by_data (
        gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), self);
      clear (self);
    }
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (th_difference_table_parent_class)->dispose (object);
}

static void
th_difference_table_class_init (ThDifferenceTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_difference_table_dispose;
  signals[SIGNAL_SELECTED] = g_signal_new ("selected", TH_TYPE_DIFFERENCE_TABLE,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", TH_TYPE_DIFFERENCE_TABLE,
                                            G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                            G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "eventtable");
}

static void
add_column (ThDifferenceTable *self,
            ThCallColumn       column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) shown =
    gtk_column_view_column_new (th_call_column_get_title (column), factory);
  g_autoptr(GtkSorter) sorter = th_header_sorter_new (GUINT_TO_POINTER (column + 1));

  g_object_set_data (G_OBJECT (factory), "table", self);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (column));
  gtk_column_view_column_set_sorter (shown, sorter);
  gtk_column_view_column_set_resizable (shown, TRUE);
  gtk_column_view_column_set_expand (shown, column == TH_CALL_COLUMN_FUNCTION);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), shown);
  th_column_view_align_title (GTK_COLUMN_VIEW (self->view), column, is_number (column));
}

static void
th_difference_table_init (ThDifferenceTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->sort = -1;
  self->view = gtk_column_view_new (NULL);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Functions"), -1);
  for (guint column = 0; column < TH_N_CALL_COLUMNS; column++)
    add_column (self, column);
  th_column_view_pass_tab (GTK_COLUMN_VIEW (self->view));
  th_column_view_add_tips (GTK_COLUMN_VIEW (self->view));
  th_column_view_keep_start (GTK_COLUMN_VIEW (self->view));
  g_signal_connect_swapped (self->view, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed",
                            G_CALLBACK (sorter_changed_cb), self);

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->empty = th_empty_state_new (scroller);
  gtk_widget_set_parent (self->empty, GTK_WIDGET (self));
}
