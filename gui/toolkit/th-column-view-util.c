/* th-column-view-util.c - rebinding, alignment, tooltips and focus of column-view cells
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-column-view-util.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-list-row.h"
#include "th-printable.h"

#define KEY "th-cells"

/* Width of a line of a tooltip. */
#define TIP_CHARS 80

static void
bound_cb (GtkListItemFactory *factory,
          GtkListItem        *item,
          GHashTable         *cells)
{
  g_hash_table_add (cells, item);
}

static void
unbound_cb (GtkListItemFactory *factory,
            GtkListItem        *item,
            GHashTable         *cells)
{
  g_hash_table_remove (cells, item);
}

void
th_column_view_remember (GtkListItemFactory *factory)
{
  GHashTable *cells = g_hash_table_new (NULL, NULL);

  g_object_set_data_full (G_OBJECT (factory), KEY, cells, (GDestroyNotify) g_hash_table_unref);
  g_signal_connect (factory, "bind", G_CALLBACK (bound_cb), cells);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbound_cb), cells);
}

void
th_column_view_rebind (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr(GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkListItemFactory *factory = gtk_column_view_column_get_factory (column);
      GHashTable *cells = factory != NULL ? g_object_get_data (G_OBJECT (factory), KEY) : NULL;
      g_autoptr(GList) items = cells != NULL ? g_hash_table_get_keys (cells) : NULL;

      for (GList *item = items; item != NULL; item = item->next)
        g_signal_emit_by_name (factory, "bind", item->data);
    }
}

/* The direction of the first strong character, as Pango determines it;
 * pango_find_base_dir() is deprecated. */
static GtkTextDirection
find_direction (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);

      if (!g_unichar_isalpha (c))
        continue;
      switch (g_unichar_get_script (c))
        {
        case G_UNICODE_SCRIPT_HEBREW:
        case G_UNICODE_SCRIPT_ARABIC:
        case G_UNICODE_SCRIPT_SYRIAC:
        case G_UNICODE_SCRIPT_THAANA:
        case G_UNICODE_SCRIPT_NKO:
          return GTK_TEXT_DIR_RTL;
        default:
          return GTK_TEXT_DIR_LTR;
        }
    }

  return GTK_TEXT_DIR_NONE;
}

void
th_column_view_set_text (GtkInscription *cell,
                         const char     *text,
                         gboolean        number)
{
  gboolean rtl = !number &&
                 gtk_widget_get_direction (GTK_WIDGET (cell)) == GTK_TEXT_DIR_RTL;
  /* An inscription mirrors its alignment in right-to-left widgets, and Pango mirrors
   * it again for a line whose direction differs from that of the widget. */
  g_autofree char *shown = text == NULL || th_printable_is_clean (text, strlen (text))
                           ? NULL : th_printable_line (text);
  gboolean against = find_direction (text) == (rtl ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL);
  gboolean right = rtl || number;

  if (number)
    gtk_widget_set_direction (GTK_WIDGET (cell), GTK_TEXT_DIR_LTR);
  gtk_inscription_set_xalign (cell, right ^ rtl ^ against ? 1 : 0);
  gtk_inscription_set_text (cell, shown != NULL ? shown : text);
}

/* --- tooltips of ellipsized cells ---------------------------------------------------- */

static GtkInscription *
find_inscription (GtkWidget *cell)
{
  for (GtkWidget *at = cell; at != NULL; at = gtk_widget_get_first_child (at))
    if (GTK_IS_INSCRIPTION (at))
      return GTK_INSCRIPTION (at);

  return NULL;
}

/* Truncates a tip that would cover the window, and says where the whole text is. */
static char *
dup_tip_text (const char *text)
{
  if (strlen (text) <= TH_TEXT_MAX)
    return g_strdup (text);

  return g_strdup_printf ("%s\n\n%s", text,
                          _("The text goes on: select the row, and the inspector shows all of "
                            "it."));
}

/* Returns the text of the tooltip of @cell, which is or contains an inscription; NULL if the cell
 * shows all of its text. */
static char *
dup_tip (GtkWidget *cell)
{
  GtkInscription *inscription = find_inscription (cell);
  const char *text = inscription != NULL ? gtk_inscription_get_text (inscription) : NULL;
  g_autoptr(PangoLayout) layout = NULL;
  int width;

  if (text == NULL || text[0] == '\0')
    return NULL;

  layout = gtk_widget_create_pango_layout (GTK_WIDGET (inscription), text);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width > gtk_widget_get_width (GTK_WIDGET (inscription)) ? dup_tip_text (text) : NULL;
}

static gboolean
tip_cb (GtkWidget  *view,
        int         x,
        int         y,
        gboolean    by_keyboard,
        GtkTooltip *tip)
{
  GtkWidget *cell = by_keyboard ? NULL : th_list_row_find_cell (view, x, y);
  g_autofree char *text = cell != NULL ? dup_tip (cell) : NULL;
  graphene_rect_t bounds;

  if (text == NULL)
    return FALSE;

  gtk_tooltip_set_custom (tip,
                          g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap", TRUE,
                                        "wrap-mode", PANGO_WRAP_WORD_CHAR, "max-width-chars",
                                        TIP_CHARS, NULL));
  if (gtk_widget_compute_bounds (cell, view, &bounds))
    gtk_tooltip_set_tip_area (tip,
                              &(GdkRectangle) { bounds.origin.x, bounds.origin.y, bounds.size.width,
                                                bounds.size.height });
  return TRUE;
}

void
th_column_view_add_tips (GtkColumnView *view)
{
  gtk_widget_set_has_tooltip (GTK_WIDGET (view), TRUE);
  g_signal_connect (view, "query-tooltip", G_CALLBACK (tip_cb), NULL);
}

/* --- rows ---------------------------------------------------------------------------- */

GtkWidget *
th_column_view_find_list (GtkColumnView *view)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (view)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LIST_VIEW (child))
      return child;

  return NULL;
}

void
th_column_view_scroll_to (GtkColumnView *view,
                          guint          position)
{
  GtkWidget *list = th_column_view_find_list (view);

  if (list != NULL)
    gtk_widget_activate_action (list, "list.scroll-to-item", "u", position);
}
