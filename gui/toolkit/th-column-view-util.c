/* th-column-view-util.c - rebinding, alignment, tooltips and focus of column-view cells
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-column-view-util.h"

#include <string.h>

#include <glib/gi18n-lib.h>

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

/* The header holds the titles in the order in which the columns were added, not in
 * the order in which they are shown. */
void
th_column_view_align_title (GtkColumnView *view,
                            guint          column,
                            gboolean       right)
{
  g_autoptr(GtkColumnViewColumn) wanted = g_list_model_get_item (gtk_column_view_get_columns (view),
                                                                 column);
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  const char *text = wanted != NULL ? gtk_column_view_column_get_title (wanted) : NULL;

  for (GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
       title != NULL; title = gtk_widget_get_next_sibling (title))
    {
      GtkWidget *box = gtk_widget_get_first_child (title);
      GtkWidget *label = box != NULL ? gtk_widget_get_first_child (box) : NULL;
      gboolean ltr;

      /* The sort arrow may have been moved to the front already. */
      if (label != NULL && !GTK_IS_LABEL (label))
        label = gtk_widget_get_next_sibling (label);
      if (!GTK_IS_LABEL (label) || g_strcmp0 (gtk_label_get_text (GTK_LABEL (label)), text) != 0)
        continue;
      /* After a right-aligned title, the arrow would push the title away from its numbers. */
      ltr = gtk_widget_get_direction (label) != GTK_TEXT_DIR_RTL;
      gtk_box_reorder_child_after (GTK_BOX (box), label,
                                   right && ltr ? gtk_widget_get_last_child (box) : NULL);
      gtk_widget_set_halign (box, right && ltr ? GTK_ALIGN_END : GTK_ALIGN_FILL);
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
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (cell)) == GTK_TEXT_DIR_RTL;
  /* An inscription mirrors its alignment in right-to-left widgets, and Pango mirrors
   * it again for a line whose direction differs from that of the widget. */
  g_autofree char *shown = text == NULL || th_printable_is_clean (text, strlen (text))
                           ? NULL : th_printable_line (text);
  gboolean against = find_direction (text) == (rtl ? GTK_TEXT_DIR_LTR : GTK_TEXT_DIR_RTL);
  gboolean right = rtl || number;

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

char *
th_column_view_dup_tip (GtkWidget *cell)
{
  GtkInscription *inscription = find_inscription (cell);
  const char *text = inscription != NULL ? gtk_inscription_get_text (inscription) : NULL;
  g_autoptr(PangoLayout) layout = NULL;
  int width;

  if (text == NULL || text[0] == '\0')
    return NULL;

  layout = gtk_widget_create_pango_layout (GTK_WIDGET (inscription), text);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width > gtk_widget_get_width (GTK_WIDGET (inscription)) ? g_strdup (text) : NULL;
}

static gboolean
tip_cb (GtkWidget  *view,
        int         x,
        int         y,
        gboolean    by_keyboard,
        GtkTooltip *tip)
{
  GtkWidget *cell = by_keyboard ? NULL : th_list_row_find_cell (view, x, y);
  g_autofree char *text = cell != NULL ? th_column_view_dup_tip (cell) : NULL;
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

/* --- focus --------------------------------------------------------------------- */

void
th_column_view_lead_keys (GtkWidget *list,
                          guint      position)
{
  GtkRoot *root = gtk_widget_get_root (list);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *row = gtk_widget_get_first_child (list);

  while (row != NULL && th_list_row_get (row) != position)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL && focus != NULL && gtk_widget_is_ancestor (focus, list))
    gtk_widget_grab_focus (row);
}

static gboolean
tab_cb (GtkWidget      *list,
        guint           keyval,
        guint           keycode,
        GdkModifierType state)
{
  GtkRoot *root = gtk_widget_get_root (list);
  gboolean forward = keyval == GDK_KEY_Tab || keyval == GDK_KEY_KP_Tab;

  if ((!forward && keyval != GDK_KEY_ISO_Left_Tab) ||
      (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  gtk_widget_set_can_focus (list, FALSE);
  g_signal_emit_by_name (root, "move-focus", forward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD);
  gtk_widget_set_can_focus (list, TRUE);
  return TRUE;
}

void
th_column_view_pass_tab (GtkColumnView *view)
{
  GtkWidget *list = gtk_widget_get_last_child (GTK_WIDGET (view));
  GtkEventController *keys = gtk_event_controller_key_new ();

  while (list != NULL && !GTK_IS_LIST_VIEW (list))
    list = gtk_widget_get_prev_sibling (list);
  g_return_if_fail (list != NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Rows"),
                                  -1);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (tab_cb), list);
  gtk_widget_add_controller (list, keys);
}
