/* th-start-page.c - the page of a window that has no recording yet
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-start-page.h"

#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-interrupted-box.h"
#include "th-recent-file.h"
#include "th-settings.h"
#include "th-widgets.h"

#define MAX_RECENT 8

struct _ThStartPage
{
  GtkBox     parent;

  GtkImage  *logo;
  GtkWidget *recent_box;
  GtkWidget *list;          /* a button for each recent file */
  GtkWidget *sample_button;
  GMenu     *menu;          /* the same files */
};

G_DEFINE_FINAL_TYPE (ThStartPage, th_start_page, GTK_TYPE_BOX)

/* --- recent files ------------------------------------------------------- */

static int
compare_recent (gconstpointer a,
                gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/* Doubles "_" in the text, as it marks a mnemonic in menus. */
static void
add_recent_item (ThStartPage *self,
                 const char  *text,
                 const char  *uri)
{
  g_auto(GStrv) parts = g_strsplit (text, "_", -1);
  g_autofree char *escaped = g_strjoinv ("__", parts);
  g_autoptr(GMenuItem) item = g_menu_item_new (escaped, NULL);

  g_menu_item_set_action_and_target (item, "win.open-uri", "s", uri);
  g_menu_append_item (self->menu, item);
}

static GtkWidget *
recent_label_new (const char *text,
                  const char *style)
{
  GtkWidget *label = th_label_new (text, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  return label;
}

static void
add_recent_button (ThStartPage *self,
                   const char  *name,
                   const char  *place,
                   const char  *tip,
                   const char  *uri)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autofree char *label = g_strconcat (name, ", ", place, NULL);

  gtk_box_append (GTK_BOX (box), recent_label_new (name, NULL));
  gtk_box_append (GTK_BOX (box), recent_label_new (place, "dim-label"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_button_set_has_frame (GTK_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, tip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open-uri");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", uri);
  gtk_box_append (GTK_BOX (self->list), button);
}

static void
add_recent (ThStartPage   *self,
            GtkRecentInfo *info)
{
  const char *uri = gtk_recent_info_get_uri (info);
  g_autoptr(GFile) file = g_file_new_for_uri (uri);
  g_autofree char *name = th_display_text_make_valid (gtk_recent_info_get_display_name (info));
  g_autofree char *place = th_recent_file_describe (file);
  g_autofree char *line = g_strconcat (name, " — ", place, NULL);
  g_autofree char *path = gtk_recent_info_get_uri_display (info);
  g_autofree char *tip = path != NULL ? th_display_text_make_valid (path) : NULL;

  add_recent_item (self, line, uri);
  add_recent_button (self, name, place, tip, uri);
}

static void
update (ThStartPage *self)
{
  g_autolist(GtkRecentInfo) all = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  guint n = 0;

  th_widget_clear (self->list);
  g_menu_remove_all (self->menu);

  all = g_list_sort (all, compare_recent);
  for (GList *link = all; link != NULL && n < MAX_RECENT; link = link->next)
    if (gtk_recent_info_has_group (link->data, "thresher") &&
        (!gtk_recent_info_is_local (link->data) || gtk_recent_info_exists (link->data)))
      {
        add_recent (self, link->data);
        n++;
      }

  gtk_widget_set_visible (self->recent_box, n > 0);
}

GMenuModel *
th_start_page_get_recent_menu (ThStartPage *self)
{
  return G_MENU_MODEL (self->menu);
}

/* The icon comes from the resources, because the icon theme only has it if the program is
 * installed. */
static void
show_logo (ThStartPage *self)
{
  g_autoptr(GdkPaintable) logo =
    th_logo_new (gtk_image_get_pixel_size (self->logo),
                 gtk_widget_get_scale_factor (GTK_WIDGET (self->logo)));

  gtk_image_set_from_paintable (self->logo, logo);
}

/* --- class -------------------------------------------------------------- */

static void
th_start_page_dispose (GObject *object)
{
  ThStartPage *self = TH_START_PAGE (object);

  g_clear_object (&self->menu);

  G_OBJECT_CLASS (th_start_page_parent_class)->dispose (object);
}

static void
th_start_page_class_init (ThStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_start_page_dispose;
  g_type_ensure (TH_TYPE_INTERRUPTED_BOX);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ThStartPage, logo);
  gtk_widget_class_bind_template_child (widget_class, ThStartPage, recent_box);
  gtk_widget_class_bind_template_child (widget_class, ThStartPage, list);
  gtk_widget_class_bind_template_child (widget_class, ThStartPage, sample_button);
}

static void
th_start_page_init (ThStartPage *self)
{
  g_autoptr(GFile) sample = th_settings_find_sample ();

  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (GTK_WIDGET (self));
  self->menu = g_menu_new ();
  show_logo (self);
  g_signal_connect_object (self->logo, "notify::scale-factor", G_CALLBACK (show_logo), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_visible (self->sample_button, sample != NULL);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}
