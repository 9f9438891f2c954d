/* th-notes-columns.c - the columns of the table of notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes-columns.h"

#include <glib/gi18n-lib.h>

#include "th-column-start.h"
#include "th-column-view-util.h"
#include "th-header-sorter.h"
#include "th-list-row.h"
#include "th-widgets.h"

static const struct
{
  const char *title;
  ThNoteFact  fact;
  gboolean    is_number;
  guint       min_chars;
  guint       nat_chars;
} columns[] = {
  /* Translators: the number of a note */
  { N_("No."), TH_NOTE_FACT_NUMBER, TRUE, 4, 4 },
  { N_("Time"), TH_NOTE_FACT_TIME, TRUE, 13, 15 },
  /* Translators: the CPU, lane or packet that a note is about */
  { N_("Where"), TH_NOTE_FACT_WHERE, FALSE, 10, 18 },
  { N_("Author"), TH_NOTE_FACT_AUTHOR, FALSE, 8, 13 },
  { N_("Note"), TH_NOTE_FACT_TEXT, FALSE, 16, 24 },
  { N_("Labels"), TH_NOTE_FACT_LABELS, FALSE, 6, 8 },
  { N_("Replies"), TH_NOTE_FACT_REPLIES, TRUE, 4, 4 },
  /* Translators: whether a note is open or resolved */
  { N_("State"), TH_NOTE_FACT_STATE, FALSE, 9, 11 },
  { N_("Written"), TH_NOTE_FACT_WRITTEN, FALSE, 10, 12 },
};

/* Owned by the factory of its column. */
typedef struct
{
  guint         index;
  ThNotePlaces *places;
} Binding;

static void
binding_free (gpointer data)
{
  Binding *binding = data;

  g_object_unref (binding->places);
  g_free (binding);
}

static const Binding *
get_binding (GtkListItem *item)
{
  return g_object_get_data (G_OBJECT (item), "binding");
}

static void
show_cell (GtkListItem *item)
{
  const Binding *binding = get_binding (item);
  const ThNoteItem *note = gtk_list_item_get_item (item);
  GtkWidget *cell = gtk_list_item_get_child (item);
  g_autofree char *text = th_note_fact_dup_text (note, columns[binding->index].fact,
                                                 binding->places);

  th_column_view_set_text (GTK_INSCRIPTION (cell), text, columns[binding->index].is_number);
  th_widget_set_class (cell, "unread", note->is_unread);
}

static void
setup_cb (Binding     *binding,
          GtkListItem *item)
{
  GtkWidget *cell = gtk_inscription_new (NULL);

  gtk_inscription_set_min_chars (GTK_INSCRIPTION (cell), columns[binding->index].min_chars);
  gtk_inscription_set_nat_chars (GTK_INSCRIPTION (cell), columns[binding->index].nat_chars);
  gtk_inscription_set_min_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_nat_lines (GTK_INSCRIPTION (cell), 1);
  gtk_inscription_set_text_overflow (GTK_INSCRIPTION (cell),
                                     GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END);
  if (columns[binding->index].is_number)
    gtk_widget_add_css_class (cell, "numeric");
  th_list_row_mark_cell (cell, item);
  gtk_list_item_set_child (item, cell);
  g_object_set_data (G_OBJECT (item), "binding", binding);
}

static void
unbind_cb (Binding     *binding,
           GtkListItem *item)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_cell, item);
}

/* A cell may be bound again without having been unbound: see th_column_view_rebind(). */
static void
bind_cb (Binding     *binding,
         GtkListItem *item)
{
  unbind_cb (binding, item);
  g_signal_connect_object (gtk_list_item_get_item (item), "changed", G_CALLBACK (show_cell), item,
                           G_CONNECT_SWAPPED);
  show_cell (item);
}

static void
add_column (GtkColumnView *view,
            ThNotePlaces  *places,
            guint          index)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr(GtkColumnViewColumn) column = gtk_column_view_column_new (_(columns[index].title),
                                                                      factory);
  g_autoptr(GtkSorter) sorter = th_header_sorter_new (GUINT_TO_POINTER (index + 1));
  Binding *binding = g_new (Binding, 1);

  *binding = (Binding) { index, g_object_ref (places) };
  g_object_set_data_full (G_OBJECT (factory), "binding", binding, binding_free);
  g_signal_connect_swapped (factory, "setup", G_CALLBACK (setup_cb), binding);
  g_signal_connect_swapped (factory, "bind", G_CALLBACK (bind_cb), binding);
  g_signal_connect_swapped (factory, "unbind", G_CALLBACK (unbind_cb), binding);
  th_column_view_remember (factory);
  gtk_column_view_column_set_sorter (column, sorter);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, columns[index].fact == TH_NOTE_FACT_TEXT);
  gtk_column_view_append_column (view, column);
  th_column_view_align_title (view, index, columns[index].is_number);
}

void
th_notes_columns_add (GtkColumnView *view,
                      ThNotePlaces  *places)
{
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    add_column (view, places, i);
  th_column_view_pass_tab (view);
  th_column_view_add_tips (view);
  th_column_view_keep_start (view);
}

ThNoteFact
th_notes_columns_get_sort (GtkColumnView *view,
                           gboolean      *descending)
{
  guint key = GPOINTER_TO_UINT (th_header_sorter_find (view, descending));

  return key > 0 ? columns[key - 1].fact : TH_NOTE_FACT_NUMBER;
}
