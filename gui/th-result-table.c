/* th-result-table.c - one table of an analysis: sorted, filtered, each row leads to its event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-result-table.h"

#include <glib/gi18n-lib.h>

#include "th-portions.h"
#include "th-text.h"

struct _ThResultTable
{
  GtkWidget           parent;

  ThDocument         *document;
  ThResults          *results;
  ThTable            *table;
  ThResultList       *list;
  GtkSliceListModel  *portions; /* of the list, for the view */
  GtkSingleSelection *selection;
  GtkWidget          *box;
  GtkWidget          *view;
  GPtrArray          *columns; /* GtkColumnViewColumn, lent by the view */
  gint                sort;
  gboolean            descending;
  gint                asked;   /* which column's sorter was asked first */
  guint32             n_shown;
  char               *text;
};

/* Of one column: its factory and sorter have it. */
typedef struct
{
  ThResultTable *table;
  guint          index;
} Place;

G_DEFINE_FINAL_TYPE (ThResultTable, th_result_table, GTK_TYPE_WIDGET)

/* --- cells -------------------------------------------------------------- */

static char *
task_text (ThResultTable *self,
           guint32        row,
           gint64         cell)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThRef anchor = th_table_get_anchor (self->table, row);
  gint64 time = th_ref_is_none (anchor) ? G_MAXINT64 : th_recording_get_time (recording, anchor);
  ThTasks *tasks = th_recording_get_tasks (recording);
  g_autofree char *name = NULL;

  if (cell < 0 || cell >= TH_TASK_NONE)
    return g_strdup ("–");

  name = th_text_make_valid (th_tasks_get_name (tasks, cell, time));
  return g_strdup_printf ("%s (%d)", name, th_tasks_get_pid (tasks, cell));
}

static char *
cell_text (ThResultTable *self,
           guint32        row,
           guint          column)
{
  gint64 cell = th_table_get_cell (self->table, row, column);

  if (cell == TH_CELL_NONE)
    return g_strdup ("–");

  switch (th_table_get_info (self->table)->columns[column].kind)
    {
    case TH_COLUMN_TIME: return th_document_format_time (self->document, cell);
    case TH_COLUMN_DURATION: return th_document_format_duration (self->document, cell);
    case TH_COLUMN_COUNT: return cell < 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, cell) : th_format_count (cell);
    case TH_COLUMN_BYTES: return g_strdup_printf ("%" G_GINT64_FORMAT " B", cell);
    case TH_COLUMN_ADDRESS: return g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", cell);
    case TH_COLUMN_TEXT: return th_text_make_valid (th_results_get_word (self->results, cell));
    case TH_COLUMN_TASK: return task_text (self, row, cell);
    case TH_COLUMN_CPU: return g_strdup_printf ("%" G_GINT64_FORMAT, cell);
    case TH_COLUMN_SHARE: return g_strdup_printf ("%.1f %%", cell / 10.0);
    case TH_COLUMN_EVENT:
      {
        ThRecording *recording = th_document_get_recording (self->document);
        ThRef ref = th_cell_to_ref (cell);

        return th_ref_is_none (ref) ? g_strdup ("–")
                                    : th_text_make_valid (th_recording_get_type_name (recording, th_recording_get_type (recording, ref)));
      }
    case TH_COLUMN_STAGES: /* drawn, once there are flows */
    default: return g_strdup ("");
    }
}

static gboolean
is_right (ThColumnKind kind)
{
  return kind != TH_COLUMN_TEXT && kind != TH_COLUMN_TASK && kind != TH_COLUMN_EVENT && kind != TH_COLUMN_STAGES;
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          Place                    *place)
{
  ThColumnKind kind = th_table_get_info (place->table->table)->columns[place->index].kind;
  GtkWidget *cell = gtk_inscription_new (NULL);
  guint n_chars = kind == TH_COLUMN_TEXT || kind == TH_COLUMN_TASK ? 18 : kind == TH_COLUMN_TIME ? 15 : 11;

  gtk_inscription_set_xalign (GTK_INSCRIPTION (cell), is_right (kind) ? 1 : 0);
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), kind == TH_COLUMN_TIME ? 14 : kind == TH_COLUMN_DURATION ? 10 : 5); /* numbers are never cut */
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), n_chars);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell), GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  gtk_widget_add_css_class (cell, "numeric");
  gtk_list_item_set_child (item, cell);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         Place                    *place)
{
  g_autofree char *text = cell_text (place->table, th_result_row_get_row (gtk_list_item_get_item (item)), place->index);

  gtk_inscription_set_text (GTK_INSCRIPTION (gtk_list_item_get_child (item)), text);
}

/* --- sorting ------------------------------------------------------------ */

/* Nothing is compared here: the list is sorted in one go.  GTK 4.8 does not
 * tell which title was clicked, but its sorter asks that column first, and
 * turns the answer round when it is to be descending. */
static int
ask_cb (gconstpointer a,
        gconstpointer b,
        gpointer      data)
{
  Place *place = data;

  if (place->table->asked < 0)
    place->table->asked = place->index;

  return 1;
}

static GHashTable *
remembered (void)
{
  static GHashTable *sorts;

  if (sorts == NULL)
    sorts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return sorts;
}

static void
arrange (ThResultTable *self)
{
  self->n_shown = th_table_get_n (self->table);
  th_result_list_arrange (self->list, self->sort, self->descending, self->text);
}

static void
sorter_changed_cb (ThResultTable *self)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view));
  GtkOrdering order;

  self->asked = -1;
  order = gtk_sorter_compare (sorter, self->list, self->selection); /* any two: one alone equals itself */
  self->sort = self->asked;
  self->descending = order == GTK_ORDERING_SMALLER;
  if (self->sort >= 0)
    g_hash_table_replace (remembered (), g_strdup (th_table_get_info (self->table)->id),
                          GINT_TO_POINTER (self->sort * 2 + self->descending + 1));
  arrange (self);
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
sort_at_first (ThResultTable *self)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  int kept = GPOINTER_TO_INT (g_hash_table_lookup (remembered (), info->id));

  if (kept > 0 && (guint) (kept - 1) / 2 < info->n_columns)
    th_result_table_sort (self, (kept - 1) / 2, (kept - 1) % 2);
  else if (info->sort >= 0 && (guint) info->sort < info->n_columns)
    th_result_table_sort (self, info->sort, info->descending);
  else
    arrange (self);
}

/* --- rows --------------------------------------------------------------- */

static void
lead_there (ThResultTable *self,
            guint          position)
{
  guint32 row = th_result_list_get_row (self->list, position);

  if (row != G_MAXUINT32)
    th_document_lead_to (self->document, th_table_get_anchor (self->table, row));
}

static void
selected_cb (ThResultTable *self)
{
  lead_there (self, gtk_single_selection_get_selected (self->selection));
}

void
th_result_table_select (ThResultTable *self,
                        guint          position)
{
  th_portions_reach (self->portions, position);
  gtk_single_selection_set_selected (self->selection, position);
}

void
th_result_table_set_text (ThResultTable *self,
                          const char    *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  arrange (self);
}

void
th_result_table_update (ThResultTable *self)
{
  if (th_table_get_n (self->table) != self->n_shown)
    arrange (self);
}

ThTable *
th_result_table_get_table (ThResultTable *self)
{
  return self->table;
}

ThResultList *
th_result_table_get_list (ThResultTable *self)
{
  return self->list;
}

/* --- class -------------------------------------------------------------- */

static void
th_result_table_dispose (GObject *object)
{
  ThResultTable *self = TH_RESULT_TABLE (object);

  if (self->box != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->selection, self);
      g_signal_handlers_disconnect_by_data (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), self);
      gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
    }
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->portions);
  g_clear_object (&self->list);
  g_clear_pointer (&self->results, th_results_unref);
  g_clear_object (&self->document);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (th_result_table_parent_class)->dispose (object);
}

static void
th_result_table_class_init (ThResultTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_result_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eventtable");
}

static void
th_result_table_init (ThResultTable *self)
{
  self->columns = g_ptr_array_new ();
  self->sort = -1;
}

static void
add_column (ThResultTable *self,
            guint          index)
{
  const ThTableInfo *info = th_table_get_info (self->table);
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new (_(info->columns[index].title), factory);
  g_autoptr(GtkSorter) sorter = NULL;
  Place *place = g_new (Place, 1);

  *place = (Place) { self, index };
  g_object_set_data_full (G_OBJECT (factory), "place", place, g_free);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), place);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), place);
  place = g_memdup2 (place, sizeof *place);
  sorter = GTK_SORTER (gtk_custom_sorter_new (ask_cb, place, g_free));
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, index + 1 == info->n_columns);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
  g_ptr_array_add (self->columns, column);
}

/* GTK 4.8 has no word for where a title stands: over numbers it stands right. */
static void
align_titles (ThResultTable *self)
{
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_first_child (self->view));

  for (guint i = 0; title != NULL && i < self->columns->len; i++, title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *box = gtk_widget_get_first_child (title);
      GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;

      if (!is_right (th_table_get_info (self->table)->columns[i].kind) || !GTK_IS_LABEL (label))
        continue;
      gtk_widget_set_hexpand (label, TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 1);
    }
}

/* Every visible cell is written anew: there is no way to do it for a column. */
static void
time_format_cb (ThResultTable *self)
{
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (self->selection));
}

static void
search_cb (ThResultTable  *self,
           GtkSearchEntry *entry)
{
  th_result_table_set_text (self, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static void
build (ThResultTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *entry = gtk_search_entry_new ();
  const ThTableInfo *info = th_table_get_info (self->table);

  self->view = gtk_column_view_new (g_object_ref (GTK_SELECTION_MODEL (self->selection)));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, _(info->title), -1);
  for (guint i = 0; i < info->n_columns; i++)
    add_column (self, i);
  align_titles (self);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->view);
  gtk_widget_set_vexpand (scroller, TRUE);

  g_object_set (entry, "placeholder-text", _("Rows that contain…"), "margin-start", 10, "margin-end", 10, "margin-bottom", 6, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Rows that contain"), -1);
  g_signal_connect_swapped (entry, "search-changed", G_CALLBACK (search_cb), self);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), entry);
  gtk_box_append (GTK_BOX (self->box), scroller);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
th_result_table_new (ThDocument *document,
                     ThResults  *results,
                     ThTable    *table)
{
  ThResultTable *self = g_object_new (TH_TYPE_RESULT_TABLE, NULL);

  self->document = g_object_ref (document);
  self->results = th_results_ref (results);
  self->table = table;
  self->list = th_result_list_new (th_document_get_recording (document), results, table);
  self->portions = th_portions_new (g_object_ref (G_LIST_MODEL (self->list)));
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->portions)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_signal_connect_swapped (self->selection, "notify::selected", G_CALLBACK (selected_cb), self);
  build (self);
  g_signal_connect_swapped (gtk_column_view_get_sorter (GTK_COLUMN_VIEW (self->view)), "changed", G_CALLBACK (sorter_changed_cb), self);
  g_signal_connect_object (document, "notify::time-format", G_CALLBACK (time_format_cb), self, G_CONNECT_SWAPPED);
  sort_at_first (self);

  return GTK_WIDGET (self);
}
