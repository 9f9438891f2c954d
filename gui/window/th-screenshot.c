/* th-screenshot.c - takes a picture of the window for the option --screenshot
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-screenshot.h"

#include "th-thread-pool.h"

#define STEP_MS 100
/* Number of idle steps before an action or the picture, in which fields are read and
 * animations end. */
#define REST_STEPS 6
#define MAX_TRIES 50

typedef struct
{
  ThWindow                *window;
  GApplicationCommandLine *line;
  char                    *path;
  char                   **actions;
  guint                    n_done;
  guint                    rest;
  gint64                   frame; /* the number of the latest one; -1 before the first */
  guint                    n_tries;
} Shot;

static void
shot_free (gpointer data)
{
  Shot *shot = data;

  g_clear_weak_pointer (&shot->window);
  g_object_unref (shot->line);
  g_free (shot->path);
  g_strfreev (shot->actions);
  g_free (shot);
}

/* Returns whether lanes show old pictures because frames had no time to draw them. */
static gboolean
is_late (ThWindow *window)
{
  gboolean is_sharp;

  if (!g_str_equal (th_window_get_page (window), "recording"))
    return FALSE;

  g_object_get (th_window_get_timeline (window), "sharp", &is_sharp, NULL);
  return !is_sharp;
}

static gboolean
is_busy (ThWindow *window)
{
  ThDocument *document = th_window_get_document (window);

  if (th_window_awaits_comparison (window))
    return TRUE;
  if (document == NULL)
    return FALSE;

  return is_late (window) || !th_thread_pool_wait (0) ||
         th_document_get_state (document) == TH_DOCUMENT_OPENING ||
         th_document_get_state (document) == TH_DOCUMENT_LOADING ||
         th_inspector_is_busy (th_window_get_inspector (window)) ||
         th_table_pane_is_settling (th_window_get_table_pane (window));
}

/* Returns whether no frame was drawn since the previous step, as on a busy machine, and requests
 * one: lists build their rows and scroll frame by frame. */
static gboolean
awaits_frame (Shot *shot)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (shot->window));
  gint64 frame = clock != NULL ? gdk_frame_clock_get_frame_counter (clock) : shot->frame;

  if (frame == shot->frame)
    return TRUE;

  shot->frame = frame;
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_UPDATE);
  return FALSE;
}

static gboolean
do_next (Shot *shot)
{
  const char *name = shot->actions != NULL ? shot->actions[shot->n_done] : NULL;
  g_autoptr(GVariant) target = NULL;
  g_autofree char *plain = NULL;

  if (name == NULL)
    return FALSE;

  shot->n_done++;
  if (!g_action_parse_detailed_name (name, &plain, &target, NULL) ||
      !gtk_widget_activate_action_variant (GTK_WIDGET (shot->window), plain, target))
    g_application_command_line_printerr (shot->line, "thresher: no action %s\n", name);

  return TRUE;
}

/* Saves the picture and closes the window.  Returns %FALSE if that must be tried again, as
 * widgets without an allocation cannot be drawn. */
static gboolean
save (Shot *shot)
{
  g_autoptr(GdkTexture) texture = th_window_render (shot->window);

  if (texture == NULL && shot->n_tries++ < MAX_TRIES)
    return FALSE;

  if (texture == NULL || !gdk_texture_save_to_png (texture, shot->path))
    {
      g_application_command_line_printerr (shot->line, "thresher: cannot save %s\n", shot->path);
      g_application_command_line_set_exit_status (shot->line, 1);
    }
  gtk_window_close (GTK_WINDOW (shot->window));
  return TRUE;
}

static gboolean
step_cb (gpointer data)
{
  Shot *shot = data;

  if (shot->window == NULL)
    return G_SOURCE_REMOVE;
  if (is_busy (shot->window) || !gtk_widget_get_mapped (GTK_WIDGET (shot->window)))
    shot->rest = 0;
  if (awaits_frame (shot) || shot->rest++ < REST_STEPS)
    return G_SOURCE_CONTINUE;

  shot->rest = 0;
  if (do_next (shot))
    return G_SOURCE_CONTINUE;

  return save (shot) ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

void
th_screenshot_from_options (ThWindow                *window,
                            GApplicationCommandLine *line,
                            GVariantDict            *options)
{
  g_autofree char *path = NULL;
  g_autofree char *size = NULL;
  int width, height;
  Shot *shot;

  if (g_variant_dict_contains (options, "size") || g_variant_dict_contains (options, "screenshot"))
    th_window_forget_size (window);
  if (g_variant_dict_lookup (options, "size", "s", &size) &&
      sscanf (size, "%dx%d", &width, &height) == 2)
    gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  if (!g_variant_dict_lookup (options, "screenshot", "^ay", &path))
    return;

  shot = g_new0 (Shot, 1);
  shot->frame = -1;
  g_set_weak_pointer (&shot->window, window);
  shot->line = g_object_ref (line);
  shot->path = g_steal_pointer (&path);
  g_variant_dict_lookup (options, "activate", "^as", &shot->actions);
  g_timeout_add_full (G_PRIORITY_DEFAULT, STEP_MS, step_cb, shot, shot_free);
}
