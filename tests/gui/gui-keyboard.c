/* gui-keyboard.c - keys as a keyboard sends them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "gui-keyboard.h"

#include <gdk/x11/gdkx.h>

#define PROGRAM "xdotool"

gboolean
keyboard_is_there (void)
{
  g_autofree char *path = g_find_program_in_path (PROGRAM);

  if (path == NULL && g_getenv ("CI") != NULL)
    g_error ("There is no " PROGRAM ": the keys are not tested");
  if (path == NULL)
    g_test_skip ("there is no " PROGRAM);

  return path != NULL;
}

/* The plainest way to type @keyval: no other modifier if any key has it. */
static gboolean
find_key (guint          keyval,
          GdkKeymapKey  *found)
{
  g_autofree GdkKeymapKey *keys = NULL;
  int n;

  if (!gdk_display_map_keyval (gdk_display_get_default (), keyval, &keys, &n))
    return FALSE;

  *found = keys[0];
  for (int i = 1; i < n; i++)
    if (keys[i].group == 0 && keys[i].level < found->level)
      *found = keys[i];

  return TRUE;
}

static void
run (GPtrArray *words)
{
  g_autoptr(GError) error = NULL;
  int status;

  g_ptr_array_add (words, NULL);
  g_spawn_sync (NULL, (char **) words->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

void
keyboard_away (void)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (const char *const *word = (const char *const []) { PROGRAM, "mousemove", "--", "10000", "10000", NULL }; *word != NULL; word++)
    g_ptr_array_add (words, g_strdup (*word));
  run (words);
}

void
keyboard_give (GtkWindow *window)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));

  g_ptr_array_add (words, g_strdup (PROGRAM));
  g_ptr_array_add (words, g_strdup ("windowfocus"));
  g_ptr_array_add (words, g_strdup_printf ("%lu", gdk_x11_surface_get_xid (surface)));
  run (words);
}

void
keyboard_press (const char *accel)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GString) key = g_string_new (NULL);
  GdkModifierType modifiers;
  GdkKeymapKey found = { 0, };
  gboolean keypad;
  guint keyval;

  g_assert_true (gtk_accelerator_parse (accel, &keyval, &modifiers));
  g_assert_true (find_key (keyval, &found));

  /* Digits of the keypad are on the level of Num Lock, not of Shift. */
  keypad = keyval >= GDK_KEY_KP_0 && keyval <= GDK_KEY_KP_9;
  if (modifiers & GDK_CONTROL_MASK)
    g_string_append (key, "ctrl+");
  if (modifiers & GDK_ALT_MASK)
    g_string_append (key, "alt+");
  if ((modifiers & GDK_SHIFT_MASK) || (found.level == 1 && !keypad))
    g_string_append (key, "shift+");
  /* A code of one digit would be taken for that digit. */
  if (found.keycode < 10)
    g_string_append (key, gdk_keyval_name (keyval));
  else
    g_string_append_printf (key, "%u", found.keycode);

  g_ptr_array_add (words, g_strdup (PROGRAM));
  g_ptr_array_add (words, g_strdup ("key"));
  if (keypad)
    g_ptr_array_add (words, g_strdup ("Num_Lock"));
  g_ptr_array_add (words, g_strdup (key->str));
  if (keypad)
    g_ptr_array_add (words, g_strdup ("Num_Lock"));
  run (words);
}
