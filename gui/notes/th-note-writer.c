/* th-note-writer.c - where notes, replies and labels are written: the composer and what it writes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-writer.h"

#include <glib/gi18n-lib.h>

#include "th-note-caption.h"
#include "th-note-composer.h"
#include "th-note-subject.h"
#include "th-shortcuts.h"
#include "th-widgets.h"

/* What the composer writes. */
typedef struct
{
  ThNoteKind    kind;
  char         *of;     /* the id of the note that it is about; NULL for a new note */
  char        **over;   /* of an edit: as ThNoteEntry.over, when the user began to write */
  ThNoteAnchor *anchor; /* of a new note */
  gint64        view_from, view_to;
  char         *view_filter;
} Target;

struct _ThNoteWriter
{
  GtkBox          parent;

  GtkWidget      *offer;    /* the button that begins a note, while the composer is hidden */
  GtkWidget      *about;
  GtkWidget      *write;
  ThNoteComposer *composer;

  ThOpenReview   *review;
  ThNotePlaces   *places;
  ThDocumentView *view;     /* not owned */
  GSignalGroup   *document; /* signals of the document of @view */
  Target         *target;   /* NULL: a reply to the selected note, if there is one */
};

enum
{
  MESSAGE,
  LEFT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteWriter, th_note_writer, GTK_TYPE_BOX)

static ThNoteStore *
get_store (ThNoteWriter *self)
{
  return th_open_review_get_store (self->review);
}

static void
say (ThNoteWriter *self,
     const char   *text)
{
  g_signal_emit (self, signals[MESSAGE], 0, text);
}

/* The note at the top of the selected thread; NULL if nothing is selected. */
static const ThNote *
get_selected (ThNoteWriter *self)
{
  return th_note_store_get_top (get_store (self), th_open_review_get_selected (self->review));
}

/* --- the offer to begin a note ------------------------------------------------ */

/* Says what a note would be about: the selection may change with each step through the events, so
 * nothing is looked up while this is hidden. */
static void
update_about (ThNoteWriter *self)
{
  g_autofree char *subject = NULL, *text = NULL;
  ThNoteAnchor *anchor;

  if (self->review == NULL || !gtk_widget_get_mapped (self->offer))
    return;

  anchor = th_note_subject_find (self->view, self->places, TH_NOTE_N_ON);
  subject = th_note_caption_for_anchor (self->places, anchor);
  /* Translators: %s is the subject of the note that a button begins: "lane CPU 2" */
  text = g_strdup_printf (_("About %s"), subject);
  th_label_set_text (self->about, text);
  gtk_widget_set_tooltip_text (self->about, text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->write),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
  th_note_anchor_free (anchor);
}

static void
update_offer (ThNoteWriter *self)
{
  gtk_widget_set_visible (self->offer, !gtk_widget_get_visible (GTK_WIDGET (self->composer)));
  update_about (self);
}

static void
document_cb (ThNoteWriter *self)
{
  g_signal_group_set_target (self->document, th_document_view_get_document (self->view));
  update_about (self);
}

/* The focus decides whether a note is about a row of a table. */
static void
th_note_writer_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (th_note_writer_parent_class)->root (widget);
  g_signal_connect_object (gtk_widget_get_root (widget), "notify::focus-widget",
                           G_CALLBACK (update_about), widget, G_CONNECT_SWAPPED);
}

static void
th_note_writer_unroot (GtkWidget *widget)
{
  g_signal_handlers_disconnect_by_func (gtk_widget_get_root (widget), update_about, widget);
  GTK_WIDGET_CLASS (th_note_writer_parent_class)->unroot (widget);
}

/* --- the composer ------------------------------------------------------------- */

static void
target_free (Target *target)
{
  g_free (target->of);
  g_strfreev (target->over);
  g_clear_pointer (&target->anchor, th_note_anchor_free);
  g_free (target->view_filter);
  g_free (target);
}

static char *
dup_key (const Target *target,
         const char   *title)
{
  return target->of != NULL ? g_strdup_printf ("%s:%s", th_note_kind_get_id (target->kind),
                                               target->of)
                            : g_strconcat ("note:", title, NULL);
}

static void
show_new (ThNoteWriter *self,
          const Target *target)
{
  g_autofree char *subject = th_note_caption_for_anchor (self->places, target->anchor);
  /* Translators: %s is the subject of a new note: "lane CPU 2" */
  g_autofree char *title = g_strdup_printf (_("New note about %s"), subject);
  g_autofree char *key = dup_key (target, title);

  th_note_composer_set_target (self->composer,
                               &(ThNoteTarget) { .key = key, .title = title,
                                                 .button = _("Save Note") });
}

static void
show_change (ThNoteWriter *self,
             const Target *target)
{
  const ThNote *note = th_note_store_find (get_store (self), target->of);
  const ThNote *top = th_note_store_get_top (get_store (self), target->of);
  gboolean is_label = target->kind == TH_NOTE_KIND_LABEL;
  g_autofree char *key = dup_key (target, NULL), *title = NULL;

  if (note == NULL || top == NULL)
    return;

  title = g_strdup_printf (is_label ? _("Label for note %u") : _("Another text in note %u"),
                           top->number);
  th_note_composer_set_target (self->composer,
                               &(ThNoteTarget) { .key = key, .title = title,
                                                 .button = is_label ? _("Add Label") : _("Save"),
                                                 .text = is_label ? NULL : note->text });
}

static void
show_reply (ThNoteWriter *self,
            const ThNote *note)
{
  g_autofree char *key = note != NULL ? g_strconcat ("reply:", note->entry->id, NULL) : NULL;
  g_autofree char *title = NULL;

  if (note == NULL)
    {
      th_note_composer_set_target (self->composer, NULL);
      return;
    }

  title = g_strdup_printf (_("Reply to note %u"), note->number);
  th_note_composer_set_target (self->composer,
                               &(ThNoteTarget) { .key = key, .title = title, .button = _("Reply"),
                                                 .is_reply = TRUE,
                                                 .can_resolve = note->resolved == NULL });
}

void
th_note_writer_update (ThNoteWriter *self)
{
  g_return_if_fail (TH_IS_NOTE_WRITER (self));

  if (self->target == NULL)
    show_reply (self, get_selected (self));
  else if (self->target->of == NULL)
    show_new (self, self->target);
  else
    show_change (self, self->target);
  update_offer (self);
}

static void
set_target (ThNoteWriter *self,
            Target       *target)
{
  g_clear_pointer (&self->target, target_free);
  self->target = target;
  th_note_writer_update (self);
}

static Target *
target_new (ThNoteKind  kind,
            const char *of)
{
  Target *target = g_new0 (Target, 1);

  target->kind = kind;
  target->of = g_strdup (of);
  target->view_from = target->view_to = TH_TIME_NONE;
  return target;
}

/* Stores the view at the time when the user begins to write.  FALSE if @subject, which it takes, is
 * NULL and nothing of the kind @on is selected. */
static gboolean
begin_note (ThNoteWriter *self,
            ThNoteOn      on,
            ThNoteAnchor *subject)
{
  ThNoteAnchor *anchor = subject != NULL ? subject
                         : th_note_subject_find (self->view, self->places, on);
  g_autoptr(ThNoteEntry) entry = NULL;
  Target *target;

  if (anchor == NULL)
    return FALSE;

  entry = th_note_entry_new (TH_NOTE_KIND_NOTE, "", 1);
  if (anchor->on != TH_NOTE_ON_COMPARISON)
    th_note_subject_add_view (self->view, entry);
  target = target_new (TH_NOTE_KIND_NOTE, NULL);
  target->anchor = anchor;
  target->view_from = entry->view_from;
  target->view_to = entry->view_to;
  target->view_filter = g_steal_pointer (&entry->view_filter);
  set_target (self, target);
  return TRUE;
}

void
th_note_writer_write (ThNoteWriter *self,
                      ThNoteOn      on,
                      ThNoteAnchor *subject)
{
  g_return_if_fail (TH_IS_NOTE_WRITER (self));

  if (begin_note (self, on, subject))
    th_note_composer_focus (self->composer);
}

/* --- saving -------------------------------------------------------------------- */

typedef struct
{
  ThNoteWriter *self;
  char         *key;
  char         *text;
  char         *id;       /* of the new note; or NULL */
  char         *resolves; /* the note that the reply resolves; or NULL */
} Saving;

static void
saving_free (Saving *saving)
{
  g_object_unref (saving->self);
  g_free (saving->key);
  g_free (saving->text);
  g_free (saving->id);
  g_free (saving->resolves);
  g_free (saving);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

/* The text stays in the composer until it is on the disk. */
static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr(Saving) saving = data;
  ThNoteWriter *self = saving->self;
  g_autoptr(GError) error = NULL;

  if (!th_note_store_append_finish (result, &error))
    {
      /* Translators: %s says why */
      g_autofree char *text = g_strdup_printf (_("The note was not saved: %s"), error->message);

      say (self, text);
      return;
    }
  if (self->review == NULL) /* the panel was closed */
    return;

  if (saving->key != NULL)
    {
      gboolean is_current = g_strcmp0 (th_note_composer_get_key (self->composer), saving->key) == 0;

      th_note_composer_saved (self->composer, saving->key, saving->text);
      if (is_current)
        set_target (self, NULL);
    }
  if (saving->resolves != NULL)
    th_open_review_change (self->review, TH_NOTE_KIND_RESOLVE, saving->resolves, NULL);
  if (saving->id != NULL)
    th_open_review_select (self->review, saving->id);
  say (self, _("Note saved"));
}

/* Creates the entry that @target (NULL: a reply to the selected note) asks for; NULL if its note is
 * gone. */
static ThNoteEntry *
make_entry (ThNoteWriter *self,
            const Target *target,
            const char   *text)
{
  const ThNote *selected = get_selected (self);
  const char *of = target != NULL ? target->of : selected != NULL ? selected->entry->id : NULL;
  ThNoteEntry *entry;

  if (of == NULL && target == NULL)
    return NULL;

  entry = th_note_store_new_entry (get_store (self),
                                   target != NULL ? target->kind : TH_NOTE_KIND_REPLY);
  entry->of = g_strdup (of);
  entry->over = target != NULL ? g_strdupv (target->over) : NULL;
  if (entry->kind == TH_NOTE_KIND_LABEL)
    entry->label = g_strdup (text);
  else
    entry->text = g_strdup (text);
  if (target != NULL && target->anchor != NULL)
    {
      entry->anchor = th_note_anchor_copy (target->anchor);
      entry->view_from = target->view_from;
      entry->view_to = target->view_to;
      entry->view_filter = g_strdup (target->view_filter);
    }

  return entry;
}

static void
save (ThNoteWriter *self,
      const char   *text,
      gboolean      resolve)
{
  ThNoteEntry *entry = make_entry (self, self->target, text);
  Saving *saving;

  if (entry == NULL)
    return;

  saving = g_new0 (Saving, 1);
  saving->self = g_object_ref (self);
  saving->key = g_strdup (th_note_composer_get_key (self->composer));
  saving->text = g_strdup (text);
  saving->id = entry->kind == TH_NOTE_KIND_NOTE ? g_strdup (entry->id) : NULL;
  saving->resolves = resolve ? g_strdup (entry->of) : NULL;
  th_note_store_append_async (get_store (self), entry, saved_cb, saving);
}

static void
save_cb (ThNoteWriter *self,
         const char   *text,
         gboolean      resolve)
{
  save (self, text, resolve);
  g_signal_emit (self, signals[LEFT], 0);
}

void
th_note_writer_save (ThNoteWriter *self,
                     const char   *text,
                     ThNoteAnchor *subject)
{
  g_return_if_fail (TH_IS_NOTE_WRITER (self));

  if (begin_note (self, TH_NOTE_N_ON, subject))
    save (self, text, FALSE);
}

static void
cancel_cb (ThNoteWriter *self)
{
  set_target (self, NULL);
  g_signal_emit (self, signals[LEFT], 0);
}

static void
link_cb (ThNoteWriter *self)
{
  g_autofree char *link = th_note_subject_make_link (self->view);

  if (link != NULL)
    th_note_composer_insert (self->composer, link);
  else
    say (self, _("Select an event or follow a packet first: the link leads there."));
}

/* --- what the panel asks for ----------------------------------------------------- */

void
th_note_writer_reply (ThNoteWriter *self)
{
  g_return_if_fail (TH_IS_NOTE_WRITER (self));

  set_target (self, NULL);
  th_note_composer_focus (self->composer);
}

void
th_note_writer_change (ThNoteWriter *self,
                       ThNoteKind    kind,
                       const char   *id)
{
  const ThNote *note;
  Target *target;

  g_return_if_fail (TH_IS_NOTE_WRITER (self));

  note = th_note_store_find (get_store (self), id);
  target = target_new (kind, id);
  if (kind == TH_NOTE_KIND_EDIT && note != NULL)
    target->over = th_note_list_texts (note);
  set_target (self, target);
  th_note_composer_focus (self->composer);
}

void
th_note_writer_follow_selection (ThNoteWriter *self)
{
  g_return_if_fail (TH_IS_NOTE_WRITER (self));

  if (self->target == NULL || self->target->of != NULL)
    set_target (self, NULL);
}

/* --- class ------------------------------------------------------------------------ */

static void
th_note_writer_dispose (GObject *object)
{
  ThNoteWriter *self = TH_NOTE_WRITER (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->target, target_free);
  g_clear_object (&self->places);
  g_clear_object (&self->review);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_NOTE_WRITER);

  G_OBJECT_CLASS (th_note_writer_parent_class)->dispose (object);
}

static void
th_note_writer_class_init (ThNoteWriterClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_note_writer_dispose;
  widget_class->root = th_note_writer_root;
  widget_class->unroot = th_note_writer_unroot;
  signals[MESSAGE] = g_signal_new ("message", TH_TYPE_NOTE_WRITER, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LEFT] = g_signal_new ("left", TH_TYPE_NOTE_WRITER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                G_TYPE_NONE, 0);
  g_type_ensure (TH_TYPE_NOTE_COMPOSER);
  gtk_widget_class_set_css_name (widget_class, "notewriter");
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-note-writer.ui");
  gtk_widget_class_bind_template_child (widget_class, ThNoteWriter, offer);
  gtk_widget_class_bind_template_child (widget_class, ThNoteWriter, about);
  gtk_widget_class_bind_template_child (widget_class, ThNoteWriter, write);
  gtk_widget_class_bind_template_child (widget_class, ThNoteWriter, composer);
  gtk_widget_class_bind_template_callback (widget_class, save_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_cb);
  gtk_widget_class_bind_template_callback (widget_class, link_cb);
}

static void
th_note_writer_init (ThNoteWriter *self)
{
  static const char *const changes[] = { "selection-changed", "follow-changed",
                                         "recording-changed" };

  gtk_widget_init_template (GTK_WIDGET (self));
  th_shortcuts_set_tooltip (self->write, "win.note");
  self->document = g_signal_group_new (TH_TYPE_DOCUMENT);
  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    g_signal_group_connect_swapped (self->document, changes[i], G_CALLBACK (update_about), self);
  g_signal_connect_swapped (self->offer, "map", G_CALLBACK (update_about), self);
  th_buttons_name (GTK_WIDGET (self));
}

void
th_note_writer_set_review (ThNoteWriter   *self,
                           ThOpenReview   *review,
                           ThNotePlaces   *places,
                           ThDocumentView *view)
{
  g_return_if_fail (TH_IS_NOTE_WRITER (self) && self->review == NULL);

  self->review = g_object_ref (review);
  self->places = g_object_ref (places);
  self->view = view;
  th_note_composer_set_memory (self->composer, th_open_review_get_memory (review));
  g_signal_connect_object (view, "notify::document", G_CALLBACK (document_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (th_document_view_get_timeline (view), "current-changed",
                           G_CALLBACK (update_about), self, G_CONNECT_SWAPPED);
  document_cb (self);
}
