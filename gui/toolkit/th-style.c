/* th-style.c - light or dark, high contrast, and the theme of the canvas
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-style.h"

#include "th-context-colors.h"
#include "th-settings.h"

#define PORTAL_NAME      "org.freedesktop.portal.Desktop"
#define PORTAL_PATH      "/org/freedesktop/portal/desktop"
#define PORTAL_INTERFACE "org.freedesktop.portal.Settings"
#define APPEARANCE       "org.freedesktop.appearance"

/* GTK's own high-contrast theme, light and dark. */
#define HIGH_CONTRAST_THEME "Default-hc"

/* Size of GTK's icons and check marks. */
#define ICON_PX 16
#define MARK_PX 14

/* After the first frames, and mostly before the user opens a dialog. */
#define COMPLETE_MS 500

struct _ThStyle
{
  GObject          parent;

  ThStyleChoice    choice;
  gboolean         desktop_dark;
  gboolean         contrast;         /* high contrast by the user's choice */
  gboolean         desktop_contrast;
  gboolean         lent_theme;       /* we replaced GTK's theme */
  gboolean         updating;
  ThTheme         *theme;
  GtkCssProvider  *base;     /* shapes and places */
  guint            complete_id; /* timeout that adds those of parts.css; 0: they are there */
  GtkCssProvider  *palette;  /* light, dark or high contrast */
  const char      *palette_name;
  GtkCssProvider  *sizes;    /* of icons, which GTK does not scale with the text */
  int              icon_px;
  GCancellable    *cancellable;
  GDBusConnection *bus;
  guint            portal_id;
};

enum { CHANGED, N_SIGNALS };
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThStyle, th_style, G_TYPE_OBJECT)

static gboolean
has_contrast_theme (ThStyle *self)
{
  g_autofree char *name = NULL;

  if (self->lent_theme)
    return FALSE;

  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, NULL);

  return name != NULL &&
         (g_str_has_prefix (name, "HighContrast") || g_str_has_suffix (name, "-hc"));
}

static gboolean
has_high_contrast (ThStyle *self)
{
  return self->contrast || self->desktop_contrast || has_contrast_theme (self);
}

/* Applies the style to GTK's own widgets. */
static void
use_gtk_theme (ThStyle *self)
{
  gboolean lend = has_high_contrast (self) && !has_contrast_theme (self);

  if (lend == self->lent_theme)
    return;

  self->lent_theme = lend;
  if (lend)
    g_object_set (gtk_settings_get_default (), "gtk-theme-name", HIGH_CONTRAST_THEME, NULL);
  else
    gtk_settings_reset_property (gtk_settings_get_default (), "gtk-theme-name");
}

static double
text_scale (void)
{
  int dpi = 0;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);

  return dpi > 0 ? CLAMP (dpi / 1024.0 / 96.0, 0.5, 4) : 1;
}

static void
use_palette (ThStyle *self)
{
  const char *name = th_style_is_dark (self) ? "dark" : "light";
  g_autofree char *path = NULL;

  if (has_high_contrast (self))
    name = th_style_is_dark (self) ? "dark-hc" : "light-hc";
  if (g_strcmp0 (name, self->palette_name) == 0)
    return;

  self->palette_name = name;
  path = g_strdup_printf ("/org/thresher/css/%s.css", name);
  gtk_css_provider_load_from_resource (self->palette, path);
}

static void
use_sizes (ThStyle *self)
{
  int px = th_theme_grow (self->theme, ICON_PX), mark = th_theme_grow (self->theme, MARK_PX);
  g_autofree char *css = NULL;

  if (px == self->icon_px)
    return;

  self->icon_px = px;
  css = g_strdup_printf ("window, popover, .normal-icons, arrow { -gtk-icon-size: %dpx; }\n"
                         "check, radio { min-width: %dpx; min-height: %dpx; -gtk-icon-size: %dpx; "
                         "}\n", px, mark, mark, mark);
  gtk_css_provider_load_from_data (self->sizes, css, -1);
}

static void
update (ThStyle *self)
{
  GtkSettings *settings = gtk_settings_get_default ();
  gboolean dark = th_style_is_dark (self), prefer = FALSE;
  g_autofree char *font = NULL;
  ThThemeFlags flags = 0;

  if (self->updating)
    return;

  self->updating = TRUE;
  use_gtk_theme (self);
  self->updating = FALSE;
  g_object_get (settings, "gtk-application-prefer-dark-theme", &prefer, "gtk-font-name", &font,
                NULL);
  if (prefer != dark)
    g_object_set (settings, "gtk-application-prefer-dark-theme", dark, NULL);
  use_palette (self);

  flags |= dark ? TH_THEME_DARK : 0;
  flags |= has_high_contrast (self) ? TH_THEME_HIGH_CONTRAST : 0;
  g_clear_pointer (&self->theme, th_theme_unref);
  self->theme = th_theme_new (flags, font, text_scale ());
  use_sizes (self);
  th_context_colors_apply (self->theme);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- the desktop -------------------------------------------------------- */

/* color-scheme: 0 no preference, 1 dark, 2 light; contrast: 0 no preference, 1 high. */
static void
take_wish (ThStyle    *self,
           const char *key,
           GVariant   *value)
{
  g_autoptr(GVariant) plain = g_variant_ref (value);
  gboolean *wish = NULL;

  if (g_str_equal (key, "color-scheme"))
    wish = &self->desktop_dark;
  if (g_str_equal (key, "contrast"))
    wish = &self->desktop_contrast;
  /* Older versions of the portal wrap the value twice. */
  while (g_variant_is_of_type (plain, G_VARIANT_TYPE_VARIANT))
    {
      GVariant *inner = g_variant_get_variant (plain);

      g_variant_unref (plain);
      plain = inner;
    }
  if (wish == NULL || !g_variant_is_of_type (plain, G_VARIANT_TYPE_UINT32) ||
      (g_variant_get_uint32 (plain) == 1) == *wish)
    return;

  *wish = !*wish;
  update (self);
}

static void
setting_changed_cb (GDBusConnection *bus,
                    const char      *sender,
                    const char      *path,
                    const char      *interface,
                    const char      *signal,
                    GVariant        *parameters,
                    gpointer         data)
{
  g_autoptr(GVariant) value = NULL;
  const char *key;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ssv)")))
    return;

  g_variant_get (parameters, "(&s&sv)", NULL, &key, &value);
  take_wish (data, key, value);
}

static void
read_done_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr(GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result,
                                                             NULL);
  g_autoptr(GVariant) spaces = NULL;
  g_autoptr(GVariant) wishes = NULL;
  GVariantIter iter;
  const char *key;
  GVariant *value;

  if (reply == NULL)
    return; /* no portal, or the style was disposed */

  spaces = g_variant_get_child_value (reply, 0);
  if ((wishes = g_variant_lookup_value (spaces, APPEARANCE, G_VARIANT_TYPE_VARDICT)) == NULL)
    return;

  g_variant_iter_init (&iter, wishes);
  while (g_variant_iter_loop (&iter, "{&sv}", &key, &value))
    take_wish (data, key, value);
}

static void
got_bus_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  GDBusConnection *bus = g_bus_get_finish (result, NULL);
  ThStyle *self = data;

  if (bus == NULL)
    return;

  self->bus = bus;
  self->portal_id = g_dbus_connection_signal_subscribe (bus, PORTAL_NAME, PORTAL_INTERFACE,
                                                        "SettingChanged", PORTAL_PATH,
                                                        APPEARANCE, G_DBUS_SIGNAL_FLAGS_NONE,
                                                        setting_changed_cb, self, NULL);
  g_dbus_connection_call (bus, PORTAL_NAME, PORTAL_PATH, PORTAL_INTERFACE, "ReadAll",
                          g_variant_new_parsed ("([%s],)", APPEARANCE),
                          G_VARIANT_TYPE ("(a{sa{sv}})"),
                          G_DBUS_CALL_FLAGS_NONE, 5000, self->cancellable, read_done_cb, self);
}

/* --- class -------------------------------------------------------------- */

static void
choice_changed_cb (ThStyle *self)
{
  ThStyleChoice choice = g_settings_get_enum (th_settings_get (), "style");

  if (self->choice == choice)
    return;

  self->choice = choice;
  update (self);
}

static void
contrast_changed_cb (ThStyle *self)
{
  th_style_force_contrast (self, g_settings_get_boolean (th_settings_get (), "high-contrast"));
}

static void
toplevels_changed_cb (ThStyle *self)
{
  if (g_list_model_get_n_items (gtk_window_get_toplevels ()) > 1)
    th_style_complete (self);
}

static gboolean
complete_cb (gpointer data)
{
  th_style_complete (data);

  return G_SOURCE_REMOVE;
}

static void
th_style_dispose (GObject *object)
{
  ThStyle *self = TH_STYLE (object);

  g_clear_handle_id (&self->complete_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  if (self->portal_id != 0)
    g_dbus_connection_signal_unsubscribe (self->bus, self->portal_id);
  self->portal_id = 0;
  g_clear_object (&self->bus);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->base);
  g_clear_object (&self->palette);
  g_clear_object (&self->sizes);
  g_clear_pointer (&self->theme, th_theme_unref);

  G_OBJECT_CLASS (th_style_parent_class)->dispose (object);
}

static void
th_style_class_init (ThStyleClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_style_dispose;
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_STYLE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
th_style_init (ThStyle *self)
{
  GtkSettings *settings = gtk_settings_get_default ();
  GdkDisplay *display = gdk_display_get_default ();

  g_object_get (settings, "gtk-application-prefer-dark-theme", &self->desktop_dark, NULL);
  if (th_settings_get () != NULL)
    {
      self->choice = g_settings_get_enum (th_settings_get (), "style");
      self->contrast = g_settings_get_boolean (th_settings_get (), "high-contrast");
      g_signal_connect_object (th_settings_get (), "changed::style", G_CALLBACK (choice_changed_cb),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (th_settings_get (), "changed::high-contrast",
                               G_CALLBACK (contrast_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (th_settings_get (), "changed::context-colors", G_CALLBACK (update),
                               self, G_CONNECT_SWAPPED);
      g_signal_connect_object (th_settings_get (), "changed::context-colors-dark",
                               G_CALLBACK (update), self, G_CONNECT_SWAPPED);
    }

  self->base = gtk_css_provider_new ();
  self->palette = gtk_css_provider_new ();
  self->sizes = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (self->base, "/org/thresher/css/style.css");
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (self->palette),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (self->base),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  gtk_style_context_add_provider_for_display (display, GTK_STYLE_PROVIDER (self->sizes),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
  g_signal_connect_object (gtk_window_get_toplevels (), "items-changed",
                           G_CALLBACK (toplevels_changed_cb), self, G_CONNECT_SWAPPED);
  self->complete_id = g_timeout_add_full (G_PRIORITY_LOW, COMPLETE_MS, complete_cb, self, NULL);
  toplevels_changed_cb (self);
  update (self);

  g_signal_connect_object (settings, "notify::gtk-theme-name", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-font-name", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::gtk-xft-dpi", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  self->cancellable = g_cancellable_new ();
  g_bus_get (G_BUS_TYPE_SESSION, self->cancellable, got_bus_cb, self);
}

ThStyle *
th_style_get_default (void)
{
  static ThStyle *style;

  if (style == NULL)
    style = g_object_new (TH_TYPE_STYLE, NULL);

  return style;
}

void
th_style_complete (ThStyle *self)
{
  g_return_if_fail (TH_IS_STYLE (self));

  if (self->complete_id == 0)
    return;

  g_clear_handle_id (&self->complete_id, g_source_remove);
  /* Rules of a second provider would override more specific ones of the first. */
  gtk_css_provider_load_from_resource (self->base, "/org/thresher/css/all.css");
}

void
th_style_force (ThStyle      *self,
                ThStyleChoice choice)
{
  g_return_if_fail (TH_IS_STYLE (self));

  if (self->choice == choice)
    return;

  self->choice = choice;
  update (self);
}

void
th_style_force_contrast (ThStyle *self,
                         gboolean high)
{
  g_return_if_fail (TH_IS_STYLE (self));

  if (self->contrast == high)
    return;

  self->contrast = high;
  update (self);
}

void
th_style_set_choice (ThStyle      *self,
                     ThStyleChoice choice)
{
  th_style_force (self, choice);
  if (th_settings_get () != NULL)
    g_settings_set_enum (th_settings_get (), "style", choice);
}

ThStyleChoice
th_style_get_choice (ThStyle *self)
{
  return self->choice;
}

/* Without a preference from the portal, the theme's name decides: Adwaita-dark,
 * HighContrastInverse and the like. */
static gboolean
has_dark_theme (void)
{
  g_autofree char *name = NULL;

  g_object_get (gtk_settings_get_default (), "gtk-theme-name", &name, NULL);

  return name != NULL && (g_str_has_suffix (name, "Inverse") || g_str_has_suffix (name, "-dark"));
}

gboolean
th_style_is_dark (ThStyle *self)
{
  return self->choice == TH_STYLE_DARK ||
         (self->choice == TH_STYLE_FOLLOW && (self->desktop_dark || has_dark_theme ()));
}

ThTheme *
th_style_get_theme (ThStyle *self)
{
  return self->theme;
}

int
th_style_grow (double px)
{
  return th_theme_grow (th_style_get_theme (th_style_get_default ()), px);
}

GdkRGBA
th_style_get_rgba (ThColorRole role)
{
  ThColor color = th_theme_get_color (th_style_get_theme (th_style_get_default ()), role);

  return (GdkRGBA) { color.red, color.green, color.blue, 1 };
}

void
th_style_redraw (GtkWidget *widget)
{
  g_signal_connect_object (th_style_get_default (), "changed", G_CALLBACK (gtk_widget_queue_draw),
                           widget, G_CONNECT_SWAPPED);
}
