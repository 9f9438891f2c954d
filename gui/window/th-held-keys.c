/* th-held-keys.c - keys that are no accelerators: letters, arrows, held keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Accelerators of the application come before any widget; a letter must not,
 * or nobody could type.  So these wait until the focus has left them over.
 */
#include "config.h"

#include "th-window-private.h"

#include "th-shortcuts.h"

/* A key that is down this long is held; less is a press. */
#define HOLD_MS 220
/* With Shift: so many times as far, or as fast. */
#define FAST 4

static const struct
{
  const char *name;
  ThHold      hold;
} holds[] = {
  { "win.zoom-in", TH_HOLD_ZOOM_IN },
  { "win.zoom-out", TH_HOLD_ZOOM_OUT },
  { "win.pan-left", TH_HOLD_PAN_LEFT },
  { "win.pan-right", TH_HOLD_PAN_RIGHT },
};

static void
stop_holding (ThWindow *self)
{
  g_clear_handle_id (&self->hold_id, g_source_remove);
  if (self->held != NULL)
    th_timeline_hold (self->timeline, TH_HOLD_NONE, 1);
  self->held = NULL;
  self->held_keycode = 0;
}

static gboolean
hold_cb (gpointer data)
{
  ThWindow *self = data;

  self->hold_id = 0;
  for (guint i = 0; i < G_N_ELEMENTS (holds); i++)
    if (self->held != NULL && g_str_equal (holds[i].name, self->held))
      th_timeline_hold (self->timeline, holds[i].hold, self->held_fast ? FAST : 1);

  return G_SOURCE_REMOVE;
}

static gboolean
focus_takes_text (ThWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus));
}

static gboolean
pressed_cb (ThWindow        *self,
            guint            keyval,
            guint            keycode,
            GdkModifierType  state)
{
  gboolean fast;
  const ThAction *action = th_shortcuts_to_action (keyval, keycode, state, &fast);

  if (action == NULL || focus_takes_text (self))
    return FALSE;

  /* The keyboard repeats; we go by time.  Shift may come and go. */
  if (self->held == action->name)
    {
      self->held_fast = fast;
      if (self->hold_id == 0)
        hold_cb (self);
      return TRUE;
    }

  stop_holding (self);
  for (guint i = 0; i < (fast ? FAST : 1); i++)
    if (!gtk_widget_activate_action_variant (GTK_WIDGET (self), action->name, NULL))
      return FALSE;

  if (action->flags & TH_ACTION_HOLD)
    {
      self->held = action->name;
      self->held_fast = fast;
      self->held_keycode = keycode;
      self->hold_id = g_timeout_add (HOLD_MS, hold_cb, self);
    }

  return TRUE;
}

static void
released_cb (ThWindow        *self,
             guint            keyval,
             guint            keycode,
             GdkModifierType  state)
{
  if (keycode == self->held_keycode)
    stop_holding (self);
}

/* The release of a key goes to whoever has the focus by then, and meanwhile the
 * recorder may have been started again. */
static void
active_cb (ThWindow *self)
{
  if (!gtk_window_is_active (GTK_WINDOW (self)))
    stop_holding (self);
  else if (self->document != NULL)
    th_document_look_at_files (self->document);
}

void
th_window_add_keys (ThWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (pressed_cb), self);
  g_signal_connect_swapped (keys, "key-released", G_CALLBACK (released_cb), self);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (active_cb), NULL);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
