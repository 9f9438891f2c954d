/* th-widgets.c - small building blocks of windows and panels
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printable.h"
#include "th-widgets.h"

/* A paragraph of so many characters is at least TH_PARAGRAPH_CHARS wide; a shorter one is as wide
 * as its text. */
#define LONG_CHARS 16

void
th_label_set_text (GtkWidget  *label,
                   const char *text)
{
  g_autofree char *shown = text == NULL || th_printable_is_clean (text, strlen (text))
                           ? NULL : th_printable_dup (text);

  gtk_label_set_text (GTK_LABEL (label), shown != NULL ? shown : text != NULL ? text : "");
}

void
th_label_show_text (GtkWidget  *label,
                    const char *text)
{
  gtk_widget_set_visible (label, text != NULL);
  th_label_set_text (label, text != NULL ? text : "");
}

void
th_widget_set_class (GtkWidget  *widget,
                     const char *name,
                     gboolean    is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

GtkWidget *
th_label_new (const char *text,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  th_label_set_text (label, text);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

GtkWidget *
th_paragraph_new (const char *text,
                  const char *css_class)
{
  GtkWidget *label = th_label_new (text, css_class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (g_utf8_strlen (gtk_label_get_text (GTK_LABEL (label)), -1) >= LONG_CHARS)
    gtk_label_set_width_chars (GTK_LABEL (label), TH_PARAGRAPH_CHARS);

  return label;
}

void
th_label_forbid_hyphens (GtkWidget *label)
{
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (GTK_LABEL (label), attributes);
  pango_attr_list_unref (attributes);
}

GtkWidget *
th_button_new (const char *mnemonic)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (mnemonic);

  th_button_fix_name (button);
  return button;
}

GtkWidget *
th_icon_button_new (const char *icon,
                    const char *text)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return button;
}

GdkPaintable *
th_logo_new (int size_px,
             int scale)
{
  g_autoptr(GFile) file =
    g_file_new_for_uri ("resource:///org/thresher/icons/org.thresher.Thresher.svg");

  return GDK_PAINTABLE (gtk_icon_paintable_new_for_file (file, size_px, scale));
}

void
th_button_name_of (GtkWidget  *button,
                   const char *of,
                   const char *text)
{
  g_autofree char *name = g_strdup_printf ("%s: %s", of, text);

  gtk_accessible_reset_relation (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

void
th_label_place (GtkWidget  *label,
                const char *row,
                const char *column)
{
  g_autofree char *place = g_strdup_printf ("%s, %s", row, column);

  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  place, -1);
}

GtkWidget *
th_empty_state_new (GtkWidget *child)
{
  GtkWidget *empty_state = gtk_overlay_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *text = th_paragraph_new (NULL, "dim-label"), *button = gtk_button_new ();

  gtk_label_set_justify (GTK_LABEL (text), GTK_JUSTIFY_CENTER);
  gtk_label_set_max_width_chars (GTK_LABEL (text), 50);
  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), button);
  g_object_set (box, "halign", GTK_ALIGN_CENTER, "valign", GTK_ALIGN_CENTER, "visible", FALSE,
                NULL);
  gtk_overlay_set_child (GTK_OVERLAY (empty_state), child);
  gtk_overlay_add_overlay (GTK_OVERLAY (empty_state), box);

  return empty_state;
}

void
th_empty_state_set_text (GtkWidget  *empty_state,
                         const char *text,
                         const char *button,
                         const char *action)
{
  GtkWidget *box = gtk_widget_get_last_child (empty_state);
  GtkWidget *label = gtk_widget_get_first_child (box), *click = gtk_widget_get_last_child (box);

  if (text == NULL && !gtk_widget_get_visible (box))
    return;

  th_label_set_text (label, text);
  gtk_widget_set_visible (click, button != NULL);
  if (button != NULL)
    {
      gtk_button_set_label (GTK_BUTTON (click), button);
      th_button_fix_name (click);
    }
  gtk_actionable_set_action_name (GTK_ACTIONABLE (click), action);
  gtk_widget_set_visible (box, text != NULL);
}

GtkWidget *
th_scroller_new (GtkWidget *child)
{
  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "child", child, "hscrollbar-policy",
                       GTK_POLICY_NEVER, NULL);
}

gpointer
th_dialog_new (GType      type,
               GtkWindow *parent)
{
  GtkWindow *dialog = g_object_new (type, "transient-for", parent, "destroy-with-parent", TRUE,
                                    NULL);

  th_window_forget_parent (dialog);
  return dialog;
}

void
th_dialog_add_header (GtkWindow *dialog)
{
  gtk_window_set_titlebar (dialog, gtk_header_bar_new ());
}

/* The dialog holds a reference to its parent, so closing the parent must destroy
 * the dialog explicitly. */
void
th_dialog_lend_actions (GtkWindow *dialog,
                        GtkWindow *parent)
{
  gtk_widget_insert_action_group (GTK_WIDGET (dialog), "win", G_ACTION_GROUP (parent));
  g_signal_connect_object (parent, "unrealize", G_CALLBACK (gtk_window_destroy), dialog,
                           G_CONNECT_SWAPPED);
}

GtkWindow *
th_dialog_find (GtkWindow *parent,
                GType      type)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr(GtkWindow) window = g_list_model_get_item (windows, i);

      if (G_TYPE_CHECK_INSTANCE_TYPE (window, type) &&
          gtk_window_get_transient_for (window) == parent)
        return window;
    }

  return NULL;
}

gboolean
th_dialog_present (GtkWindow *parent,
                   GType      type)
{
  GtkWindow *dialog = th_dialog_find (parent, type);

  if (dialog != NULL)
    gtk_window_present (dialog);

  return dialog != NULL;
}

void
th_widget_set_code (GtkWidget *widget)
{
  gtk_widget_set_direction (widget, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    th_widget_set_code (child);
}

void
th_popovers_close (GtkWidget *parent)
{
  for (GtkWidget *child = gtk_widget_get_first_child (parent); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      th_popovers_close (child);
      if (GTK_IS_POPOVER (child) && gtk_widget_get_mapped (child))
        gtk_popover_popdown (GTK_POPOVER (child));
    }
}
