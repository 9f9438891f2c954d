/* th-result-table-columns.c - the columns of a table of results: cells, widths, choice
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-table-private.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-column-view-util.h"
#include "th-display-text.h"
#include "th-header-sorter.h"
#include "th-journey.h"
#include "th-list-row.h"
#include "th-path-cell.h"
#include "th-result-text.h"
#include "th-widgets.h"

/* Rows whose texts are measured before any row is shown. */
#define SAMPLE_ROWS 200
/* A text may shrink to this many characters before the table scrolls ... */
#define MIN_TEXT_CHARS 14
#define MIN_NAME_CHARS 32 /* in the column that takes the remaining width */
/* ... and asks for no more than this. */
#define MAX_TEXT_CHARS 64
/* A column of shorter texts does not take the remaining width, because the numbers beside it
 * would be far away from them. */
#define LONG_TEXT_CHARS 24

/* One column, owned by its factory. */
typedef struct
{
  ThResultTable *table;
  guint          index;
  guint          min_chars;
  guint          nat_chars;
  gboolean       expands;
} Column;

static const ThColumn *
get_info (const Column *column)
{
  return &th_table_get_info (column->table->table)->columns[column->index];
}

/* --- widths ------------------------------------------------------------- */

static gboolean
is_number (ThColumnKind kind)
{
  return kind != TH_COLUMN_TEXT && kind != TH_COLUMN_TASK && kind != TH_COLUMN_EVENT &&
         kind != TH_COLUMN_STAGES;
}

static gboolean
is_path (ThResultTable *self,
         guint          column)
{
  return self->flows != NULL &&
         th_table_get_info (self->table)->columns[column].kind == TH_COLUMN_STAGES;
}

/* Widens the column if necessary.  It never shrinks, so it does not jump while scrolling. */
static void
fit_text (Column     *column,
          const char *text)
{
  guint n_chars = g_utf8_strlen (text, -1);

  /* The ellipsis and the # of an address are wider than digits. */
  if (get_info (column)->kind == TH_COLUMN_ADDRESS)
    n_chars += 2;
  if (is_number (get_info (column)->kind))
    {
      column->min_chars = column->nat_chars = MAX (column->min_chars, n_chars);
      return;
    }

  n_chars = MIN (n_chars + 1, MAX_TEXT_CHARS);
  column->nat_chars = MAX (column->nat_chars, n_chars);
  column->min_chars = MIN (column->nat_chars, column->expands ? MIN_NAME_CHARS : MIN_TEXT_CHARS);
}

static char *
dup_cell_text (ThResultTable *self,
               guint32        row,
               guint          column)
{
  return th_result_text_dup (self->document, self->recording, self->results, self->table, row,
                             column);
}

static void
fit_sample (Column *column)
{
  ThResultTable *self = column->table;
  guint32 n = th_table_get_n (self->table), step = MAX (n / SAMPLE_ROWS, 1);

  for (guint32 row = 0; row < n; row += step)
    {
      g_autofree char *text = dup_cell_text (self, row, column->index);

      fit_text (column, text);
    }
}

/* --- cells -------------------------------------------------------------- */

/* A dropped packet shows the reason as text, not only by color. */
static char *
outcome_text (ThResultTable *self,
              guint32        row,
              char          *outcome) /* taken */
{
  const char *reason = th_journey_get_word (self->results, row, "reason");
  g_autofree char *taken = outcome;
  g_autofree char *valid = reason != NULL ? th_display_text_make_valid (reason) : NULL;

  if (!th_journey_is_dropped (self->results, row))
    return g_steal_pointer (&taken);

  return g_strdup_printf ("✕ %s", valid != NULL ? valid : taken);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          Column                   *column)
{
  GtkWidget *cell = is_path (column->table, column->index)
                    ? th_path_cell_new (column->table->document) : gtk_inscription_new (NULL);

  th_list_row_mark_cell (cell, item);
  gtk_list_item_set_child (item, cell);
  if (!GTK_IS_INSCRIPTION (cell))
    return;

  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_add_css_class (cell, "numeric");
}

static void
show_text (Column         *column,
           GtkInscription *cell,
           const char     *text)
{
  fit_text (column, text);
  gtk_inscription_set_min_chars (cell, column->min_chars);
  gtk_inscription_set_nat_chars (cell, column->nat_chars);
  th_column_view_set_text (cell, text, is_number (get_info (column)->kind));
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         Column                   *column)
{
  ThResultTable *self = column->table;
  guint32 row = th_result_row_get_row (gtk_list_item_get_item (item));
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_autofree char *text = NULL;

  if (is_path (self, column->index))
    {
      th_path_cell_bind (cell, self->results, row);
      return;
    }

  text = dup_cell_text (self, row, column->index);
  if (self->flows != NULL && g_str_equal (get_info (column)->id, "outcome"))
    {
      text = outcome_text (self, row, g_steal_pointer (&text));
      th_widget_set_class (cell, "error", th_journey_is_dropped (self->results, row));
    }
  show_text (column, GTK_INSCRIPTION (cell), text);
}

/* --- columns ------------------------------------------------------------ */

static void
add_column (ThResultTable *self,
            Column        *column, /* taken */
            guint          place)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  const char *title = _(get_info (column)->title);
  g_autoptr(GtkColumnViewColumn) shown = gtk_column_view_column_new (title, factory);
  g_autoptr(GtkSorter) sorter = th_header_sorter_new (GUINT_TO_POINTER (column->index + 1));

  g_object_set_data_full (G_OBJECT (factory), "column", column, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), column);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), column);
  th_column_view_remember (factory);
  gtk_column_view_column_set_sorter (shown, sorter);
  gtk_column_view_column_set_resizable (shown, TRUE);
  gtk_column_view_column_set_expand (shown, column->expands);
  gtk_column_view_insert_column (GTK_COLUMN_VIEW (self->view), place, shown);
  th_column_view_align_title (GTK_COLUMN_VIEW (self->view), place,
                              is_number (get_info (column)->kind));
  self->columns->pdata[column->index] = shown;
}

/* Returns the column that takes the remaining width: the bars of flows, or else the last one if
 * it has text, or else the one with the longest text; G_MAXUINT if there is none. */
static guint
find_expanding (ThResultTable *self,
                Column *const *columns)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  guint longest = LONG_TEXT_CHARS, best = G_MAXUINT;

  for (guint i = 0; i < info->n_columns; i++)
    if (is_path (self, i))
      return i;
  if (!is_number (info->columns[info->n_columns - 1].kind))
    return info->n_columns - 1;

  for (guint i = 0; i < info->n_columns; i++)
    if (info->columns[i].kind == TH_COLUMN_TEXT && columns[i]->nat_chars > longest)
      {
        longest = columns[i]->nat_chars;
        best = i;
      }

  return best;
}

/* In a narrow window the bars of flows come before other columns. */
static gboolean
is_behind_bars (ThResultTable *self,
                guint          column)
{
  static const char *const behind[] = { "device", "length", "reader" };

  for (guint i = 0; self->flows != NULL && i < G_N_ELEMENTS (behind); i++)
    if (g_str_equal (th_table_get_info (self->table)->columns[column].id, behind[i]))
      return TRUE;

  return FALSE;
}

void
th_result_table_add_columns (ThResultTable *self)
{
  guint n = th_table_get_info (self->table)->n_columns, place = 0, expanding;
  g_autofree Column **columns = g_new (Column *, n);

  for (guint i = 0; i < n; i++)
    {
      columns[i] = g_new0 (Column, 1);
      *columns[i] = (Column) { .table = self, .index = i };
      fit_sample (columns[i]);
    }
  expanding = find_expanding (self, columns);
  if (expanding != G_MAXUINT)
    {
      columns[expanding]->expands = TRUE;
      fit_text (columns[expanding], "");
    }

  g_ptr_array_set_size (self->columns, n);
  for (guint behind = 0; behind < 2; behind++)
    for (guint i = 0; i < n; i++)
      if (is_behind_bars (self, i) == (behind == 1))
        add_column (self, columns[i], place++);
}

GArray *
th_result_table_list_shown_columns (ThResultTable *self)
{
  GListModel *shown = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (shown, i);
      guint index;

      if (gtk_column_view_column_get_visible (column) &&
          g_ptr_array_find (self->columns, column, &index) && !is_path (self, index))
        g_array_append_val (columns, index);
    }

  return columns;
}

/* --- which columns --------------------------------------------------------- */

/* A table of flows has a column for each stage, and some that only repeat another. */
static gboolean
is_hidden_at_first (ThResultTable *self,
                    guint          column)
{
  static const char *const hidden[] = { "generation", "direction", "reason", "location", "copied",
                                         "connection", "src", "sport", "dst", "dport", "service" };
  const ThTableInfo *info = th_table_get_info (self->table);

  for (guint i = 0; i < G_N_ELEMENTS (hidden); i++)
    if (g_str_equal (info->columns[column].id, hidden[i]))
      return TRUE;

  return info->columns[column].kind == TH_COLUMN_DURATION &&
         info->columns[column].role != TH_ROLE_SPAN &&
         !g_str_equal (info->columns[column].id, "total");
}

void
th_result_table_sort (ThResultTable *self,
                      guint          column,
                      gboolean       descending)
{
  g_return_if_fail (TH_IS_RESULT_TABLE (self) && column < self->columns->len);

  gtk_column_view_sort_by_column (GTK_COLUMN_VIEW (self->view), self->columns->pdata[column],
                                  descending ? GTK_SORT_DESCENDING : GTK_SORT_ASCENDING);
}

static void
sort_clicked_cb (ThResultTable *self,
                 GtkWidget     *button)
{
  guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "column"));

  gtk_column_view_column_set_visible (self->columns->pdata[index], TRUE);
  th_result_table_sort (self, index, TRUE);
}

static GtkWidget *
column_row_new (ThResultTable *self,
                guint          index)
{
  const char *title = _(th_table_get_info (self->table)->columns[index].title);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *check = gtk_check_button_new_with_label (title);
  /* Translators: %s is the title of a column */
  g_autofree char *text = g_strdup_printf (_("Sort by %s, largest first"), title);
  GtkWidget *sort = th_icon_button_new ("view-sort-descending-symbolic", text);

  gtk_widget_set_hexpand (check, TRUE);
  g_object_bind_property (self->columns->pdata[index], "visible", check, "active",
                          G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);
  g_object_set_data (G_OBJECT (sort), "column", GUINT_TO_POINTER (index));
  gtk_button_set_has_frame (GTK_BUTTON (sort), FALSE);
  g_signal_connect_swapped (sort, "clicked", G_CALLBACK (sort_clicked_cb), self);
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (row), sort);

  return row;
}

GtkWidget *
th_result_table_columns_button_new (ThResultTable *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scroller;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  for (guint i = 0; i < self->columns->len; i++)
    {
      if (is_hidden_at_first (self, i))
        gtk_column_view_column_set_visible (self->columns->pdata[i], FALSE);
      if (!is_path (self, i))
        gtk_box_append (GTK_BOX (box), column_row_new (self, i));
    }
  scroller = th_scroller_new (box);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 420);
  gtk_popover_set_child (GTK_POPOVER (popover), scroller);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), popover);
  gtk_menu_button_set_label (GTK_MENU_BUTTON (button), _("Columns"));

  return button;
}
