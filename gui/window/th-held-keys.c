/* th-held-keys.c - keys that are not accelerators: letters, arrows, held keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-held-keys.h"

#include "th-shortcuts.h"

/* A key that is down for longer counts as held. */
#define HOLD_MS 220
/* With Shift a key moves this many times as far, or as fast. */
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

struct _ThHeldKeys
{
  GObject     parent;

  GtkWindow  *window;    /* weak */
  ThTimeline *timeline;  /* weak; NULL while the window is empty */
  const char *action;    /* action of the key that is down; or NULL */
  gboolean    fast;      /* Shift is held */
  guint       keycode;
  guint       hold_id;   /* timeout after which the key counts as held */
};

G_DEFINE_FINAL_TYPE (ThHeldKeys, th_held_keys, G_TYPE_OBJECT)

static void
stop (ThHeldKeys *self)
{
  g_clear_handle_id (&self->hold_id, g_source_remove);
  if (self->action != NULL && self->timeline != NULL)
    th_timeline_hold (self->timeline, TH_HOLD_NONE, 1);
  self->action = NULL;
  self->keycode = 0;
}

static gboolean
hold_cb (gpointer data)
{
  ThHeldKeys *self = data;

  self->hold_id = 0;
  for (guint i = 0; i < G_N_ELEMENTS (holds); i++)
    if (self->action != NULL && self->timeline != NULL && g_str_equal (holds[i].name, self->action))
      th_timeline_hold (self->timeline, holds[i].hold, self->fast ? FAST : 1);

  return G_SOURCE_REMOVE;
}

static gboolean
focus_takes_text (ThHeldKeys *self)
{
  GtkWidget *focus = gtk_window_get_focus (self->window);

  return focus != NULL && (GTK_IS_EDITABLE (focus) || GTK_IS_TEXT_VIEW (focus));
}

static gboolean
pressed_cb (ThHeldKeys     *self,
            guint           keyval,
            guint           keycode,
            GdkModifierType state)
{
  gboolean fast;
  const ThAction *action = th_shortcuts_to_action (keyval, keycode, state, &fast);

  if (action == NULL || focus_takes_text (self))
    return FALSE;

  /* Ignore the repeat of the keyboard, as a timeout decides.  Shift may have changed. */
  if (self->action == action->name)
    {
      self->fast = fast;
      if (self->hold_id == 0)
        hold_cb (self);
      return TRUE;
    }

  stop (self);
  for (guint i = 0; i < (fast ? FAST : 1); i++)
    if (!gtk_widget_activate_action_variant (GTK_WIDGET (self->window), action->name, NULL))
      return FALSE;

  if (action->flags & TH_ACTION_HOLD)
    {
      self->action = action->name;
      self->fast = fast;
      self->keycode = keycode;
      self->hold_id = g_timeout_add (HOLD_MS, hold_cb, self);
    }

  return TRUE;
}

static void
released_cb (ThHeldKeys     *self,
             guint           keyval,
             guint           keycode,
             GdkModifierType state)
{
  if (keycode == self->keycode)
    stop (self);
}

/* An inactive window does not get the release of the key. */
static void
active_cb (ThHeldKeys *self)
{
  if (!gtk_window_is_active (self->window))
    stop (self);
}

void
th_held_keys_set_timeline (ThHeldKeys *self,
                           ThTimeline *timeline)
{
  g_return_if_fail (TH_IS_HELD_KEYS (self));

  if (self->timeline == timeline)
    return;

  stop (self);
  g_set_weak_pointer (&self->timeline, timeline);
}

/* --- class -------------------------------------------------------------- */

static void
th_held_keys_dispose (GObject *object)
{
  ThHeldKeys *self = TH_HELD_KEYS (object);

  g_clear_handle_id (&self->hold_id, g_source_remove);
  g_clear_weak_pointer (&self->window);
  g_clear_weak_pointer (&self->timeline);
  self->action = NULL;

  G_OBJECT_CLASS (th_held_keys_parent_class)->dispose (object);
}

static void
th_held_keys_class_init (ThHeldKeysClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_held_keys_dispose;
}

static void
th_held_keys_init (ThHeldKeys *self)
{
}

ThHeldKeys *
th_held_keys_new (GtkWindow *window)
{
  ThHeldKeys *self = g_object_new (TH_TYPE_HELD_KEYS, NULL);
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_set_weak_pointer (&self->window, window);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (pressed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (keys, "key-released", G_CALLBACK (released_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (window, "notify::is-active", G_CALLBACK (active_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (window), keys);

  return self;
}
