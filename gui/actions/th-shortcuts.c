/* th-shortcuts.c - the shortcuts of actions: default and user-defined
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shortcuts.h"

#include <glib/gi18n-lib.h>

#include "th-settings.h"

#define ALL_MODIFIERS \
  (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK | GDK_META_MASK | GDK_SHIFT_MASK)
/* Maximum number of shortcuts of an action, as the settings may be edited by hand. */
#define MAX_KEYS 16

/* A GStrv for each action, in the order of the table; NULL until the settings are read. */
static GPtrArray *keys;
/* User-defined shortcuts: GStrv by action name. */
static GHashTable *own;

/* --- one key ------------------------------------------------------------- */

/* Removes modifiers that do not matter: Shift with symbols, as some keyboards need it for +
 * or ?. */
static GdkModifierType
significant (guint           keyval,
             GdkModifierType state)
{
  if (keyval < 0x80 && !g_ascii_isalpha (keyval))
    state &= ~GDK_SHIFT_MASK;

  return state & ALL_MODIFIERS;
}

static gboolean
can_be_chosen (guint keyval)
{
  switch (keyval)
    {
    case 0:
    case GDK_KEY_VoidSymbol:
    case GDK_KEY_Escape:
    case GDK_KEY_Tab:
    case GDK_KEY_KP_Tab:
    case GDK_KEY_ISO_Left_Tab:
    case GDK_KEY_Num_Lock:
    case GDK_KEY_Mode_switch:
    case GDK_KEY_Multi_key:
      return FALSE;
    default:
      /* Shift, Control, Caps_Lock, Meta, Alt, Super, Hyper; ISO_Lock, ISO_Level3_Shift, … */
      return !(keyval >= GDK_KEY_Shift_L && keyval <= GDK_KEY_Hyper_R) &&
             !(keyval >= GDK_KEY_ISO_Lock && keyval <= GDK_KEY_ISO_Last_Group_Lock);
    }
}

/* Normalizes an accelerator like th_shortcuts_name(); NULL if it is not valid. */
static char *
make_canonical (const char *accel)
{
  GdkModifierType modifiers;
  guint keyval;

  if (!gtk_accelerator_parse (accel, &keyval, &modifiers) || keyval == 0)
    return NULL;

  return gtk_accelerator_name (gdk_keyval_to_lower (keyval), modifiers);
}

gboolean
th_shortcuts_is_fixed (const ThAction *action)
{
  return g_str_equal (action->name, "win.cancel");
}

gboolean
th_shortcuts_is_global (const ThAction *action,
                        const char     *accel)
{
  GdkModifierType modifiers;
  guint keyval;

  if ((action->flags & TH_ACTION_LOCAL) || !gtk_accelerator_parse (accel, &keyval, &modifiers))
    return FALSE;

  /* Keys that type a character or move in a table go to the widget with the focus first. */
  return (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0 ||
         (keyval >= GDK_KEY_F1 && keyval <= GDK_KEY_F12);
}

/* --- all keys ------------------------------------------------------------ */

static void
add_user_keys (const ThAction    *action,
               const char *const *accels)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; accels[i] != NULL && i < MAX_KEYS; i++)
    {
      g_autofree char *accel = make_canonical (accels[i]);
      GdkModifierType modifiers;
      guint keyval = 0;

      if (accel != NULL && gtk_accelerator_parse (accel, &keyval, &modifiers) &&
          can_be_chosen (keyval))
        g_strv_builder_add (builder, accel);
    }

  g_hash_table_replace (own, (gpointer) action->name, g_strv_builder_end (builder));
}

static void
read_user_keys (void)
{
  g_autoptr(GVariantIter) iter = NULL;
  const char *name, **accels;

  g_clear_pointer (&own, g_hash_table_unref);
  own = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_strfreev);
  if (th_settings_get () == NULL)
    return;

  g_settings_get (th_settings_get (), "keys", "a{sas}", &iter);
  while (g_variant_iter_next (iter, "{&s^a&s}", &name, &accels))
    {
      const ThAction *action = th_actions_find (name);

      if (action != NULL && !th_shortcuts_is_fixed (action))
        add_user_keys (action, accels);
      g_free (accels);
    }
}

static gboolean
is_taken (const char *accel)
{
  GHashTableIter iter;
  gpointer accels;

  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, NULL, &accels))
    if (g_strv_contains (accels, accel))
      return TRUE;

  return FALSE;
}

/* Returns the default shortcuts except those that the user assigned to other actions. */
static char **
list_defaults (const ThAction *action)
{
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new ();

  if (action->key != NULL && !is_taken (action->key))
    g_strv_builder_add (builder, action->key);
  for (guint a = 0; action->accels[a] != NULL; a++)
    {
      g_autofree char *accel = make_canonical (action->accels[a]);

      if (!is_taken (accel))
        g_strv_builder_add (builder, accel);
    }

  return g_strv_builder_end (builder);
}

static void
read_keys (void)
{
  const ThAction *actions;
  guint n;

  read_user_keys ();
  g_clear_pointer (&keys, g_ptr_array_unref);
  keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      char **accels = g_hash_table_lookup (own, actions[i].name);

      g_ptr_array_add (keys, accels != NULL ? g_strdupv (accels) : list_defaults (&actions[i]));
    }
}

static void
ensure_keys (void)
{
  if (keys != NULL)
    return;

  read_keys ();
  /* This handler runs before those of th_shortcuts_watch(), which read the result. */
  if (th_settings_get () != NULL)
    g_signal_connect (th_settings_get (), "changed::keys", G_CALLBACK (read_keys), NULL);
}

const char *const *
th_shortcuts_get (const ThAction *action)
{
  const ThAction *actions;
  guint n;

  ensure_keys ();
  actions = th_actions_list (&n);

  return g_ptr_array_index (keys, action - actions);
}

gboolean
th_shortcuts_is_own (const ThAction *action)
{
  ensure_keys ();

  return g_hash_table_contains (own, action->name);
}

/* --- from a key to its action ----------------------------------------------------- */

static gboolean
accel_matches (const char     *accel,
               guint           keyval,
               GdkModifierType state)
{
  GdkModifierType modifiers;
  guint wanted;

  return gtk_accelerator_parse (accel, &wanted, &modifiers) &&
         gdk_keyval_to_lower (keyval) == wanted &&
         significant (keyval, state) == modifiers;
}

static gboolean
is_place (const ThAction *action,
          const char     *accel)
{
  return action->keycode != 0 && g_strcmp0 (accel, action->key) == 0;
}

/* Returns whether the action has the key by its hardware code.  If the user has removed the
 * shortcut, the hardware code does not count either. */
static gboolean
has_place (const ThAction *action,
           guint           keycode,
           GdkModifierType state)
{
  g_autofree char *accel = NULL;

  if (action->keycode == 0 || action->keycode != keycode ||
      (state & ALL_MODIFIERS) != action->modifiers)
    return FALSE;

  accel = action->key != NULL ? g_strdup (action->key) : make_canonical (action->accels[0]);
  return g_strv_contains (th_shortcuts_get (action), accel);
}

static const ThAction *
find_action (guint           keyval,
             guint           keycode,
             GdkModifierType state)
{
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    for (const char *const *accel = th_shortcuts_get (&actions[i]); *accel != NULL; accel++)
      if (!th_shortcuts_is_global (&actions[i], *accel) && !is_place (&actions[i], *accel) &&
          accel_matches (*accel, keyval, state))
        return &actions[i];

  /* The hardware code counts only if no action has the symbol of the key. */
  for (guint i = 0; i < n; i++)
    if (has_place (&actions[i], keycode, state))
      return &actions[i];

  return NULL;
}

const ThAction *
th_shortcuts_to_action (guint           keyval,
                        guint           keycode,
                        GdkModifierType state,
                        gboolean       *fast)
{
  const ThAction *action = find_action (keyval, keycode, state);

  *fast = FALSE;
  if (action != NULL || (state & GDK_SHIFT_MASK) == 0)
    return action;

  action = find_action (keyval, keycode, state & ~GDK_SHIFT_MASK);
  *fast = action != NULL && (action->flags & TH_ACTION_HOLD);
  return *fast ? action : NULL;
}

/* --- changing ------------------------------------------------------------ */

char *
th_shortcuts_name (guint            keyval,
                   guint            keycode,
                   GdkModifierType  state,
                   const ThAction **owner)
{
  char *accel;
  const ThAction *actions;
  guint n;

  if (!can_be_chosen (keyval))
    return NULL;

  accel = gtk_accelerator_name (gdk_keyval_to_lower (keyval), significant (keyval, state));
  *owner = NULL;
  actions = th_actions_list (&n);
  for (guint i = 0; i < n && *owner == NULL; i++)
    if (g_strv_contains (th_shortcuts_get (&actions[i]), accel) ||
        has_place (&actions[i], keycode, state))
      *owner = &actions[i];

  return accel;
}

/* Stores @accels, NULL-terminated, as the shortcuts of action @changed; NULL resets them. */
static void
write_user_keys (const ThAction    *changed,
                 const char *const *accels)
{
  GVariantBuilder builder;
  GHashTableIter iter;
  gpointer name, value;

  if (th_settings_get () == NULL)
    return;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a{sas}"));
  g_hash_table_iter_init (&iter, own);
  while (g_hash_table_iter_next (&iter, &name, &value))
    {
      g_autoptr(GStrvBuilder) left = g_strv_builder_new ();
      g_auto(GStrv) others = NULL;

      if (g_str_equal (name, changed->name))
        continue;
      for (char **accel = value; *accel != NULL; accel++)
        if (accels == NULL || !g_strv_contains (accels, *accel))
          g_strv_builder_add (left, *accel);
      others = g_strv_builder_end (left);
      g_variant_builder_add (&builder, "{s^as}", name, others);
    }
  if (accels != NULL)
    g_variant_builder_add (&builder, "{s^as}", changed->name, accels);

  g_settings_set_value (th_settings_get (), "keys", g_variant_builder_end (&builder));
}

void
th_shortcuts_add (const ThAction *action,
                  const char     *accel)
{
  g_autoptr(GPtrArray) accels = g_ptr_array_new ();

  for (const char *const *had = th_shortcuts_get (action); *had != NULL; had++)
    if (!g_str_equal (*had, accel))
      g_ptr_array_add (accels, (gpointer) *had);
  g_ptr_array_add (accels, (gpointer) accel);
  g_ptr_array_add (accels, NULL);

  write_user_keys (action, (const char *const *) accels->pdata);
}

void
th_shortcuts_clear (const ThAction *action)
{
  static const char *const none[] = { NULL };

  ensure_keys ();
  write_user_keys (action, none);
}

void
th_shortcuts_reset (const ThAction *action)
{
  ensure_keys ();
  if (action != NULL)
    write_user_keys (action, NULL);
  else if (th_settings_get () != NULL)
    g_settings_reset (th_settings_get (), "keys");
}

void
th_shortcuts_watch (gpointer  object,
                    GCallback callback)
{
  ensure_keys ();
  if (th_settings_get () != NULL)
    g_signal_connect_object (th_settings_get (), "changed::keys", callback, object,
                             G_CONNECT_SWAPPED);
}

static void
tell_application (GtkApplication *application)
{
  const ThAction *actions;
  guint n;

  actions = th_actions_list (&n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GPtrArray) accels = g_ptr_array_new ();

      for (const char *const *accel = th_shortcuts_get (&actions[i]); *accel != NULL; accel++)
        if (th_shortcuts_is_global (&actions[i], *accel))
          g_ptr_array_add (accels, (gpointer) *accel);
      g_ptr_array_add (accels, NULL);
      gtk_application_set_accels_for_action (application, actions[i].name,
                                             (const char *const *) accels->pdata);
    }
}

static gboolean
tell_application_cb (gpointer application)
{
  tell_application (application);

  return G_SOURCE_REMOVE;
}

/* GTK compares each accelerator with all that were set before, which would delay the first frame;
 * nobody presses a key before that. */
void
th_shortcuts_set_accels (GtkApplication *application)
{
  g_idle_add_full (G_PRIORITY_LOW, tell_application_cb, g_object_ref (application),
                   g_object_unref);
  th_shortcuts_watch (application, G_CALLBACK (tell_application));
}

/* --- labels ------------------------------------------------------------- */

char *
th_shortcuts_label (const char *accel)
{
  GdkModifierType modifiers = 0;
  guint keyval = 0;

  gtk_accelerator_parse (accel, &keyval, &modifiers);

  return gtk_accelerator_get_label (keyval, modifiers);
}

char *
th_shortcuts_dup_label (const ThAction *action)
{
  const char *accel = th_shortcuts_get (action)[0];

  return accel != NULL ? th_shortcuts_label (accel) : NULL;
}

char *
th_shortcuts_describe (const ThAction *action)
{
  g_autofree char *key = th_shortcuts_dup_label (action);

  return key != NULL ? g_strdup_printf ("%s (%s)", _(action->label), key)
                     : g_strdup (_(action->label));
}

static void
update_tooltip (GtkWidget *widget)
{
  g_autofree char *text =
    th_shortcuts_describe (g_object_get_data (G_OBJECT (widget), "th-action"));

  gtk_widget_set_tooltip_text (widget, text);
}

static gboolean
update_tooltip_cb (gpointer widget)
{
  update_tooltip (widget);

  return G_SOURCE_REMOVE;
}

/* GTK asks the X server for the position of the pointer whenever a tooltip is set.  Forty tooltips
 * would delay the first frame of a window by 10 ms, so those of a widget that is not shown yet
 * are set after it. */
static void
update_tooltip_soon (GtkWidget *widget)
{
  if (gtk_widget_get_mapped (widget))
    update_tooltip (widget);
  else
    g_idle_add_full (G_PRIORITY_LOW, update_tooltip_cb, g_object_ref (widget), g_object_unref);
}

void
th_shortcuts_set_tooltip (GtkWidget  *widget,
                          const char *action)
{
  gboolean watched = g_object_get_data (G_OBJECT (widget), "th-action") != NULL;

  g_object_set_data (G_OBJECT (widget), "th-action", (gpointer) th_actions_find (action));
  update_tooltip_soon (widget);
  if (!watched)
    th_shortcuts_watch (widget, G_CALLBACK (update_tooltip));
}
