/* th-note-composer.c - where a note or a reply is written
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-composer.h"

#include <string.h>

#include "th-shortcuts.h"

struct _ThNoteComposer
{
  GtkBox          parent;

  GtkWidget      *title;
  GtkWidget      *begin;
  GtkWidget      *text;
  GtkTextBuffer  *buffer;
  GtkWidget      *link;
  GtkWidget      *code;
  GtkWidget      *resolve;
  GtkWidget      *save;

  char           *key;        /* of the target; or NULL */
  gboolean        can_resolve;
  ThReviewMemory *memory;     /* which keeps the drafts */
};

enum
{
  SAVE,
  CANCEL,
  LINK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteComposer, th_note_composer, GTK_TYPE_BOX)

/* --- text ------------------------------------------------------------------ */

static char *
dup_text (ThNoteComposer *self)
{
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (self->buffer, &begin, &end);
  return g_strstrip (gtk_text_buffer_get_text (self->buffer, &begin, &end, FALSE));
}

static void
update_buttons (ThNoteComposer *self)
{
  g_autofree char *text = dup_text (self);
  gboolean can_save = self->key != NULL && text[0] != '\0';

  gtk_widget_set_sensitive (self->save, can_save);
  gtk_widget_set_sensitive (self->resolve, can_save);
}

static void
changed_cb (ThNoteComposer *self)
{
  g_autofree char *text = dup_text (self);

  update_buttons (self);
  if (self->key != NULL)
    th_review_memory_set_draft (self->memory, self->key, text);
}

/* A draft that was left by another window of the same target. */
static void
loaded_cb (ThNoteComposer *self)
{
  const char *draft = NULL;

  if (self->key != NULL)
    draft = th_review_memory_get_draft (self->memory, self->key);
  if (draft != NULL)
    gtk_text_buffer_set_text (self->buffer, draft, -1);
}

void
th_note_composer_set_memory (ThNoteComposer *self,
                             ThReviewMemory *memory)
{
  g_return_if_fail (TH_IS_NOTE_COMPOSER (self) && self->memory == NULL);

  self->memory = g_object_ref (memory);
  g_signal_connect_object (memory, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
}

void
th_note_composer_insert (ThNoteComposer *self,
                         const char     *text)
{
  g_return_if_fail (TH_IS_NOTE_COMPOSER (self));

  gtk_text_buffer_insert_at_cursor (self->buffer, text, -1);
  gtk_widget_grab_focus (self->text);
}

void
th_note_composer_focus (ThNoteComposer *self)
{
  gtk_widget_grab_focus (self->text);
}

/* --- targets --------------------------------------------------------------- */

static const char *
find_text (ThNoteComposer     *self,
           const ThNoteTarget *target)
{
  const char *draft = th_review_memory_get_draft (self->memory, target->key);

  if (draft != NULL)
    return draft;

  return target->text != NULL ? target->text : "";
}

void
th_note_composer_set_target (ThNoteComposer     *self,
                             const ThNoteTarget *target)
{
  g_return_if_fail (TH_IS_NOTE_COMPOSER (self));

  gtk_widget_set_visible (GTK_WIDGET (self), target != NULL);
  if (target != NULL)
    {
      gtk_label_set_text (GTK_LABEL (self->title), target->title);
      gtk_widget_set_tooltip_text (self->title, target->title);
      gtk_button_set_label (GTK_BUTTON (self->save), target->button);
      gtk_widget_set_visible (self->begin, target->is_reply);
      gtk_widget_set_visible (self->resolve, target->can_resolve);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->text),
                                      GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, target->title, -1);
    }
  if (g_strcmp0 (self->key, target != NULL ? target->key : NULL) == 0)
    return;

  /* Without a key meanwhile, so that the new text is not taken for a draft of the old target. */
  g_clear_pointer (&self->key, g_free);
  gtk_text_buffer_set_text (self->buffer, target != NULL ? find_text (self, target) : "", -1);
  self->key = target != NULL ? g_strdup (target->key) : NULL;
  update_buttons (self);
}

const char *
th_note_composer_get_key (ThNoteComposer *self)
{
  return self->key;
}

void
th_note_composer_saved (ThNoteComposer *self,
                        const char     *key,
                        const char     *text)
{
  g_autofree char *now = NULL;

  g_return_if_fail (TH_IS_NOTE_COMPOSER (self));

  if (g_strcmp0 (th_review_memory_get_draft (self->memory, key), text) == 0)
    th_review_memory_set_draft (self->memory, key, "");
  now = dup_text (self);
  if (g_strcmp0 (self->key, key) == 0 && strcmp (now, text) == 0)
    gtk_text_buffer_set_text (self->buffer, "", -1);
}

/* --- keys and buttons -------------------------------------------------------- */

static void
emit_save (ThNoteComposer *self,
           gboolean        resolve)
{
  g_autofree char *text = dup_text (self);

  if (self->key != NULL && text[0] != '\0')
    g_signal_emit (self, signals[SAVE], 0, text, resolve);
}

static void
save_cb (ThNoteComposer *self)
{
  emit_save (self, FALSE);
}

static void
resolve_cb (ThNoteComposer *self)
{
  emit_save (self, TRUE);
}

static void
link_cb (ThNoteComposer *self)
{
  g_signal_emit (self, signals[LINK], 0);
}

/* Puts the marks of code around the selected text, or the cursor between them. */
static void
code_cb (ThNoteComposer *self)
{
  GtkTextIter begin, end;
  g_autofree char *text = NULL, *marked = NULL;

  gtk_text_buffer_get_selection_bounds (self->buffer, &begin, &end);
  text = gtk_text_buffer_get_text (self->buffer, &begin, &end, FALSE);
  marked = g_strdup_printf ("`%s`", text);
  gtk_text_buffer_begin_user_action (self->buffer);
  gtk_text_buffer_delete (self->buffer, &begin, &end);
  gtk_text_buffer_insert (self->buffer, &begin, marked, -1);
  gtk_text_buffer_end_user_action (self->buffer);
  if (text[0] == '\0' && gtk_text_iter_backward_char (&begin))
    gtk_text_buffer_place_cursor (self->buffer, &begin);
  gtk_widget_grab_focus (self->text);
}

static gboolean
key_cb (ThNoteComposer  *self,
        guint            keyval,
        guint            keycode,
        GdkModifierType  state)
{
  gboolean enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;

  if (enter && (state & GDK_CONTROL_MASK) != 0)
    {
      save_cb (self);
      return TRUE;
    }
  if (keyval == GDK_KEY_Escape)
    {
      g_signal_emit (self, signals[CANCEL], 0);
      return TRUE;
    }

  return FALSE;
}

/* --- class ------------------------------------------------------------------- */

static void
th_note_composer_dispose (GObject *object)
{
  ThNoteComposer *self = TH_NOTE_COMPOSER (object);

  g_clear_pointer (&self->key, g_free);
  if (self->memory != NULL)
    th_review_memory_save_drafts (self->memory);
  g_clear_object (&self->memory);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_NOTE_COMPOSER);

  G_OBJECT_CLASS (th_note_composer_parent_class)->dispose (object);
}

static void
th_note_composer_class_init (ThNoteComposerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_note_composer_dispose;
  signals[SAVE] = g_signal_new ("save", TH_TYPE_NOTE_COMPOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[CANCEL] = g_signal_new ("cancel", TH_TYPE_NOTE_COMPOSER, G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[LINK] = g_signal_new ("link", TH_TYPE_NOTE_COMPOSER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_css_name (widget_class, "notecomposer");
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-note-composer.ui");
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, title);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, begin);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, text);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, buffer);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, link);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, code);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, resolve);
  gtk_widget_class_bind_template_child (widget_class, ThNoteComposer, save);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, key_cb);
  gtk_widget_class_bind_template_callback (widget_class, link_cb);
  gtk_widget_class_bind_template_callback (widget_class, code_cb);
  gtk_widget_class_bind_template_callback (widget_class, resolve_cb);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
}

static void
th_note_composer_init (ThNoteComposer *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->resolve))),
                           PANGO_ELLIPSIZE_END);
  th_shortcuts_set_tooltip (self->begin, "win.note");
  update_buttons (self);
}
