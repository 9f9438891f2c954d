/* gui-keyboard.c - sends keys and clicks through the display server
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

/* Returns the simplest way to type @keyval: without modifiers if any key allows that. */
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
  g_spawn_sync (NULL, (char **) words->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
}

void
keyboard_away (void)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (const char *const *word = (const char *const []) { PROGRAM, "mousemove", "--", "10000",
                                                          "10000", NULL }; *word != NULL; word++)
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
  /* xdotool would take a code of one digit for that digit. */
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

static void
add_words (GPtrArray  *words,
           const char *text)
{
  g_auto(GStrv) parts = g_strsplit (text, " ", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    g_ptr_array_add (words, g_strdup (parts[i]));
}

static void
add_move (GPtrArray *words,
          GtkWidget *widget,
          double     x,
          double     y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  g_autofree char *move = NULL;
  double left, top;

  g_assert_true (gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &x, &y));
  gtk_native_get_surface_transform (native, &left, &top);
  move = g_strdup_printf ("mousemove --sync --window %lu %d %d",
                          gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
                          (int) ((x + left) * scale), (int) ((y + top) * scale));
  add_words (words, move);
}

void
pointer_drag (GtkWidget  *widget,
              guint       button,
              double      from_x,
              double      from_y,
              double      to_x,
              double      to_y,
              const char *key)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *down = g_strdup_printf ("mousedown %u", button);
  g_autofree char *up = g_strdup_printf ("mouseup %u", button);

  g_ptr_array_add (words, g_strdup (PROGRAM));
  add_move (words, widget, from_x, from_y);
  if (key != NULL)
    add_words (words, "keydown"), add_words (words, key);
  add_words (words, down);
  /* A drag takes more than one step. */
  for (guint i = 1; i <= 4 && from_x != to_x; i++)
    add_move (words, widget, from_x + (to_x - from_x) * i / 4, from_y + (to_y - from_y) * i / 4);
  add_words (words, up);
  if (key != NULL)
    add_words (words, "keyup"), add_words (words, key);
  run (words);
}

void
pointer_press (GtkWidget  *widget,
               double      from_x,
               double      from_y,
               double      to_x,
               double      to_y,
               const char *key)
{
  pointer_drag (widget, 1, from_x, from_y, to_x, to_y, key);
}

void
pointer_click (GtkWidget  *widget,
               guint       button,
               guint       n_clicks,
               double      x,
               double      y,
               const char *key)
{
  g_autoptr(GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *click = g_strdup_printf ("click --delay 40 --repeat %u %u", n_clicks, button);

  g_ptr_array_add (words, g_strdup (PROGRAM));
  /* xdotool waits for a long time if the pointer is already there. */
  add_move (words, widget, x + 2, y);
  add_move (words, widget, x, y);
  if (key != NULL)
    add_words (words, "keydown"), add_words (words, key);
  add_words (words, click);
  if (key != NULL)
    add_words (words, "keyup"), add_words (words, key);
  run (words);
}
