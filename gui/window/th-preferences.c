/* th-preferences.c - the settings of all recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-preferences.h"

#include <glib/gi18n-lib.h>

#include "th-context-colors.h"
#include "th-settings.h"
#include "th-style.h"
#include "th-widgets.h"

#define MAX_MIB 16777216

struct _ThPreferences
{
  GtkWindow  parent;

  /* Groups of rows */
  GtkWidget *appearance;
  GtkWidget *behavior;
  GtkWidget *perf_events;
  GtkWidget *new_recordings;
  GtkWidget *colors;

  gboolean   syncing; /* the color buttons are being set to the current colors */
};

G_DEFINE_FINAL_TYPE (ThPreferences, th_preferences, GTK_TYPE_WINDOW)

/* --- rows ---------------------------------------------------------------- */

static GtkWidget *
add_row (GtkWidget  *list,
         const char *title,
         const char *detail,
         GtkWidget  *widget)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_box_append (GTK_BOX (texts), th_paragraph_new (title, NULL));
  if (detail != NULL)
    gtk_box_append (GTK_BOX (texts), th_paragraph_new (detail, "detail"));
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (widget, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), widget);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_append (GTK_LIST_BOX (list), row);

  return box;
}

static void
add_switch (GtkWidget  *list,
            const char *title,
            const char *detail,
            const char *key)
{
  GtkWidget *widget = gtk_switch_new ();

  g_settings_bind (th_settings_get (), key, widget, "active", G_SETTINGS_BIND_DEFAULT);
  add_row (list, title, detail, widget);
}

/* An enumeration in the settings.  A drop-down lists its values in their order. */
typedef struct
{
  const char        *key;
  const char *const *ids;
} Choice;

static gboolean
get_index (GValue   *value,
           GVariant *setting,
           gpointer  data)
{
  g_value_set_uint (value,
                    (guint) g_settings_get_enum (th_settings_get (), ((const Choice *) data)->key));

  return TRUE;
}

static GVariant *
set_index (const GValue       *value,
           const GVariantType *type,
           gpointer            data)
{
  const Choice *choice = data;
  guint index = g_value_get_uint (value);

  return index < g_strv_length ((char **) choice->ids) ? g_variant_new_string (choice->ids[index])
                                                       : NULL;
}

static void
add_choice (GtkWidget         *list,
            const char        *title,
            const Choice      *choice,
            const char *const *titles)
{
  GtkWidget *widget = gtk_drop_down_new_from_strings (titles);

  g_settings_bind_with_mapping (th_settings_get (), choice->key, widget, "selected",
                                G_SETTINGS_BIND_DEFAULT, get_index, set_index,
                                (gpointer) choice, NULL);
  add_row (list, title, NULL, widget);
  th_inner_button_name (widget, title);
}

static void
add_memory (GtkWidget *list)
{
  GtkWidget *widget = gtk_spin_button_new_with_range (0, MAX_MIB, 256);

  g_settings_bind (th_settings_get (), "memory-limit", widget, "value", G_SETTINGS_BIND_DEFAULT);
  add_row (list, _("Memory Limit per Recording, in MiB"),
           _("For decoded events. Files of trace-cmd and perf are decoded again as needed; others "
             "are loaded and shown only up to the limit. 0: as much as suits the file"), widget);
}

/* Buttons of several rows have the same label; the accessible name says which row it is. */
static void
add_button (GtkWidget  *box,
            const char *title,
            const char *label,
            const char *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  th_button_name_of (button, title, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_box_append (GTK_BOX (box), button);
}

static void
add_keys (GtkWidget *list)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  add_button (buttons, _("Keyboard Shortcuts"), _("Choose…"), "win.keys");
  add_row (list, _("Keyboard Shortcuts"), NULL, buttons);
}

static void
add_action (GtkWidget  *list,
            const char *title,
            const char *keep,
            const char *reset)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  add_button (buttons, title, _("As in This Window"), keep);
  add_button (buttons, title, _("Default"), reset);
  add_row (list, title, NULL, buttons);
}

/* --- colors ------------------------------------------------------------- */

static const ThContextName *
get_context (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "th-context");
}

static void
show_color (ThPreferences *self,
            GtkWidget     *button)
{
  ThColor color = th_theme_get_context_color (th_style_get_theme (th_style_get_default ()),
                                              get_context (button)->context);

  self->syncing = TRUE;
  gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (button),
                              &(GdkRGBA) { color.red, color.green, color.blue, 1 });
  self->syncing = FALSE;
}

static void
color_set_cb (GtkWidget     *button,
              ThPreferences *self)
{
  GdkRGBA color;

  if (self->syncing)
    return;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (button), &color);
  th_context_colors_set (get_context (button)->id, th_style_is_dark (th_style_get_default ()),
                         &color);
}

static void
reset_color_cb (GtkWidget *button)
{
  th_context_colors_set (get_context (button)->id, th_style_is_dark (th_style_get_default ()),
                         NULL);
}

static void
style_changed_cb (GtkWidget *button)
{
  show_color (TH_PREFERENCES (gtk_widget_get_root (button)), button);
}

static void
add_colors (ThPreferences *self,
            GtkWidget     *list)
{
  const ThContextName *names;
  guint n;

  names = th_context_colors_list (&n);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *button = gtk_color_button_new ();
      GtkWidget *reset = th_icon_button_new ("edit-undo-symbolic", _("Default color"));

      g_object_set_data (G_OBJECT (button), "th-context", (gpointer) &names[i]);
      g_object_set_data (G_OBJECT (reset), "th-context", (gpointer) &names[i]);
      gtk_widget_set_name (button, names[i].id);
      gtk_color_button_set_title (GTK_COLOR_BUTTON (button), _(names[i].title));
      th_inner_button_name (button, _(names[i].title));
      gtk_widget_add_css_class (reset, "flat");
      gtk_widget_set_valign (reset, GTK_ALIGN_CENTER);
      th_button_name_of (reset, _(names[i].title), _("Default color"));
      gtk_box_append (GTK_BOX (add_row (list, _(names[i].title), NULL, button)), reset);
      show_color (self, button);
      g_signal_connect (button, "color-set", G_CALLBACK (color_set_cb), self);
      g_signal_connect (reset, "clicked", G_CALLBACK (reset_color_cb), NULL);
      g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (style_changed_cb),
                               button, G_CONNECT_SWAPPED);
    }
}

/* --- groups ------------------------------------------------------------- */

static void
add_appearance (GtkWidget *list)
{
  static const char *const style_ids[] = { "follow", "light", "dark", NULL };
  static const char *const time_ids[] = { "absolute", "relative", "since-marker", "since-before",
                                          NULL };
  static const Choice style = { "style", style_ids }, time = { "time-format", time_ids };
  const char *styles[] = { _("Follow System"), _("Light"), _("Dark"), NULL };
  const char *times[] = { _("Absolute"), _("Since the first event"), _("Since marker A"),
                          _("Since the previous row"), NULL };

  add_choice (list, _("Style"), &style, styles);
  add_switch (list, _("High Contrast"), _("Even if the system does not ask for it"),
              "high-contrast");
  add_choice (list, _("Times"), &time, times);
  add_switch (list, _("Animate View Changes"), _("Only if the system allows animations"),
              "animations");
}

static void
add_behavior (GtkWidget *list)
{
  add_switch (list, _("Compact Event Texts"),
              _("Short texts of switches, wakeups and system calls in the event table"),
              "compact-info");
  add_switch (list, _("Reverse Scrolling"), _("For zooming with Ctrl and panning with Shift"),
              "reverse-wheel");
  add_memory (list);
  add_keys (list);
}

static void
add_perf_events (GtkWidget *list)
{
  add_switch (list, _("Lost and Throttled Samples"), _("Always shown as gaps"), "show-lost-events");
  add_switch (list, _("Task Start, Exit and Rename"), NULL, "show-task-events");
  add_switch (list, _("File Mappings"), _("Reload an open recording to apply this"),
              "show-mmap-events");
}

/* --- class -------------------------------------------------------------- */

static void
th_preferences_class_init (ThPreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, ThPreferences, appearance);
  gtk_widget_class_bind_template_child (widget_class, ThPreferences, behavior);
  gtk_widget_class_bind_template_child (widget_class, ThPreferences, perf_events);
  gtk_widget_class_bind_template_child (widget_class, ThPreferences, new_recordings);
  gtk_widget_class_bind_template_child (widget_class, ThPreferences, colors);
}

static void
th_preferences_init (ThPreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
th_preferences_new (GtkWindow *parent)
{
  ThPreferences *self;

  if (th_settings_get () == NULL)
    return NULL;

  self = th_dialog_new (TH_TYPE_PREFERENCES, parent);
  if (GTK_IS_APPLICATION_WINDOW (parent))
    th_dialog_lend_actions (GTK_WINDOW (self), parent);

  add_appearance (self->appearance);
  add_behavior (self->behavior);
  add_perf_events (self->perf_events);
  add_action (self->new_recordings, _("Lanes"), "win.keep-lanes", "win.forget-lanes");
  add_action (self->new_recordings, _("Columns of the event table"), "win.keep-columns",
              "win.forget-columns");
  add_colors (self, self->colors);

  return GTK_WIDGET (self);
}
