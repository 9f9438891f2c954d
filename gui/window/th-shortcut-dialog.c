/* th-shortcut-dialog.c - asks for the new shortcut of an action
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-shortcut-dialog.h"

#include <glib/gi18n-lib.h>

#include "th-shortcuts.h"
#include "th-widgets.h"

struct _ThShortcutDialog
{
  GtkWindow       parent;

  const ThAction *action;
  char           *accel;   /* the shortcut pressed last; or NULL */
  GtkWidget      *key;
  GtkWidget      *message;
  GtkWidget      *take;
};

G_DEFINE_FINAL_TYPE (ThShortcutDialog, th_shortcut_dialog, GTK_TYPE_WINDOW)

static void
show_message (ThShortcutDialog *self,
              const char       *key,
              const char       *text)
{
  gtk_label_set_text (GTK_LABEL (self->key), key);
  gtk_label_set_text (GTK_LABEL (self->message), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
}

static void
take (ThShortcutDialog *self)
{
  th_shortcuts_add (self->action, self->accel);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
ask (ThShortcutDialog *self,
     const ThAction   *owner)
{
  g_autofree char *label = th_shortcuts_label (self->accel), *text = NULL;

  if (owner == self->action)
    text =
      g_strdup (_("Already assigned to this action. Press another shortcut, or Esc to cancel."));
  else
    /* Translators: %s is an action, such as "Zoom in" */
    text =
      g_strdup_printf (_("Used by “%s”. Press Enter to reassign it, another shortcut, or Esc to "
                         "cancel."), _(owner->label));
  gtk_widget_set_visible (self->take, owner != self->action);
  /* Enter activates the button that shows the focus. */
  if (owner != self->action)
    {
      gtk_widget_grab_focus (self->take);
      gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
    }
  show_message (self, label, text);
}

static gboolean
pressed_cb (ThShortcutDialog *self,
            guint             keyval,
            guint             keycode,
            GdkModifierType   state)
{
  const ThAction *owner;
  char *accel;

  if (self->accel != NULL && gtk_widget_get_visible (self->take) &&
      (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter))
    {
      take (self);
      return TRUE;
    }

  accel = th_shortcuts_name (keyval, keycode, state, &owner);
  if (accel == NULL)
    return FALSE;

  g_free (self->accel);
  self->accel = accel;
  if (owner == NULL)
    take (self);
  else
    ask (self, owner);

  return TRUE;
}

/* --- class -------------------------------------------------------------- */

static void
th_shortcut_dialog_dispose (GObject *object)
{
  g_clear_pointer (&TH_SHORTCUT_DIALOG (object)->accel, g_free);

  G_OBJECT_CLASS (th_shortcut_dialog_parent_class)->dispose (object);
}

static void
th_shortcut_dialog_class_init (ThShortcutDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_shortcut_dialog_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-shortcut-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ThShortcutDialog, key);
  gtk_widget_class_bind_template_child (widget_class, ThShortcutDialog, message);
  gtk_widget_class_bind_template_child (widget_class, ThShortcutDialog, take);
  gtk_widget_class_bind_template_callback (widget_class, pressed_cb);
  gtk_widget_class_bind_template_callback (widget_class, take);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_destroy);
}

static void
th_shortcut_dialog_init (ThShortcutDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_buttons_name (GTK_WIDGET (self));
}

GtkWidget *
th_shortcut_dialog_new (GtkWindow      *parent,
                        const ThAction *action)
{
  ThShortcutDialog *self = th_dialog_new (TH_TYPE_SHORTCUT_DIALOG, parent);

  gtk_window_set_title (GTK_WINDOW (self), _(action->label));
  self->action = action;
  show_message (self, "…",
                _("Press the new shortcut, with Ctrl, Alt or Shift if you like. Esc cancels."));
  return GTK_WIDGET (self);
}
