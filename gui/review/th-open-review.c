/* th-open-review.c - the review that a window has open
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-open-review.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-hash.h"
#include "th-number-format.h"

struct _ThOpenReview
{
  GObject         parent;

  ThOpenedReview *opened;
  GFile          *folder;
  char           *name;
  ThNoteStore    *store;
  ThReviewMemory *memory;
  char           *selected; /* or NULL */
  char           *summary;
  guint           n_notes;
  guint           n_open;
  guint           n_unread;
};

enum
{
  PROP_0,
  PROP_N_NOTES,
  PROP_N_OPEN,
  PROP_N_UNREAD,
  PROP_SUMMARY,
  PROP_SELECTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CHANGED,
  RECORDINGS_CHANGED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThOpenReview, th_open_review, G_TYPE_OBJECT)

/* --- what was read ---------------------------------------------------------- */

gboolean
th_open_review_is_own (ThOpenReview *self,
                       const ThNote *note)
{
  return strcmp (note->entry->author, th_note_store_get_author (self->store)) == 0;
}

static gboolean
is_entry_unread (ThOpenReview *self,
                 const ThNote *note)
{
  return !note->deleted && !th_open_review_is_own (self, note) &&
         !th_review_memory_has_read (self->memory, note->entry->id);
}

gboolean
th_open_review_is_unread (ThOpenReview *self,
                          const ThNote *note)
{
  g_return_val_if_fail (TH_IS_OPEN_REVIEW (self) && note != NULL, FALSE);

  /* What is remembered is not known yet. */
  if (!th_review_memory_is_loaded (self->memory))
    return FALSE;

  for (guint i = 0; note->replies != NULL && i < note->replies->len; i++)
    if (is_entry_unread (self, g_ptr_array_index (note->replies, i)))
      return TRUE;
  return is_entry_unread (self, note);
}

static void
mark_read (ThOpenReview *self,
           const ThNote *note)
{
  g_autoptr(GPtrArray) ids = g_ptr_array_new ();

  if (!th_open_review_is_unread (self, note))
    return;

  g_ptr_array_add (ids, note->entry->id);
  for (guint i = 0; note->replies != NULL && i < note->replies->len; i++)
    g_ptr_array_add (ids, ((const ThNote *) g_ptr_array_index (note->replies, i))->entry->id);
  th_review_memory_add_read (self->memory, ids);
}

/* --- numbers ---------------------------------------------------------------- */

static void
set_number (ThOpenReview *self,
            guint        *number,
            guint         value,
            guint         property)
{
  if (*number == value)
    return;

  *number = value;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
}

static guint
count_people (GPtrArray *notes)
{
  g_autoptr(GHashTable) people = g_hash_table_new (th_string_hash, g_str_equal);

  for (guint i = 0; i < notes->len; i++)
    {
      const ThNote *note = g_ptr_array_index (notes, i);

      g_hash_table_add (people, note->entry->author);
      for (guint j = 0; note->replies != NULL && j < note->replies->len; j++)
        g_hash_table_add (people,
                          ((const ThNote *) g_ptr_array_index (note->replies, j))->entry->author);
    }

  return g_hash_table_size (people);
}

static void
update_summary (ThOpenReview *self,
                guint         n_people)
{
  g_autofree char *count = th_format_count (n_people), *total = th_format_count (self->n_notes);
  g_autofree char *open = th_format_count (self->n_open);
  g_autofree char *people = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s person",
                                                          "%s people", n_people), count);
  g_autofree char *notes = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s note", "%s notes",
                                                         self->n_notes), total);

  g_free (self->summary);
  /* Translators: people who wrote, notes, and how many of these are open:
   * "3 people · 7 notes, 2 open" */
  self->summary = self->n_notes > 0 ? g_strdup_printf (_("%s · %s, %s open"), people, notes, open)
                                    : g_strdup (_("no notes yet"));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUMMARY]);
}

static void
count (ThOpenReview *self)
{
  GPtrArray *notes = th_note_store_get_all (self->store);
  guint n_open = 0, n_unread = 0;

  for (guint i = 0; i < notes->len; i++)
    {
      const ThNote *note = g_ptr_array_index (notes, i);

      n_open += note->resolved == NULL;
      n_unread += th_open_review_is_unread (self, note);
    }
  set_number (self, &self->n_notes, notes->len, PROP_N_NOTES);
  set_number (self, &self->n_open, n_open, PROP_N_OPEN);
  set_number (self, &self->n_unread, n_unread, PROP_N_UNREAD);
  update_summary (self, count_people (notes));
}

static void
changed_cb (ThOpenReview *self)
{
  count (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- selection -------------------------------------------------------------- */

/* A note is read once it is selected; a reply that arrives while it is selected, when the selection
 * moves on. */
void
th_open_review_select (ThOpenReview *self,
                       const char   *id)
{
  const ThNote *before, *note;
  g_autofree char *old = NULL;

  g_return_if_fail (TH_IS_OPEN_REVIEW (self));

  if (g_strcmp0 (self->selected, id) == 0)
    return;

  old = g_steal_pointer (&self->selected);
  self->selected = g_strdup (id);
  before = th_note_store_get_top (self->store, old);
  note = th_note_store_get_top (self->store, id);
  if (before != NULL)
    mark_read (self, before);
  if (note != NULL)
    mark_read (self, note);
  changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

const char *
th_open_review_get_selected (ThOpenReview *self)
{
  return self->selected;
}

/* --- changes ---------------------------------------------------------------- */

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr(ThOpenReview) self = data;
  g_autoptr(GError) error = NULL;

  if (!th_note_store_append_finish (result, &error))
    g_signal_emit (self, signals[FAILED], 0, error->message);
}

void
th_open_review_change (ThOpenReview *self,
                       ThNoteKind    kind,
                       const char   *of,
                       const char   *text)
{
  const ThNote *note;
  ThNoteEntry *entry;

  g_return_if_fail (TH_IS_OPEN_REVIEW (self) && of != NULL);

  entry = th_note_store_new_entry (self->store, kind);
  entry->of = g_strdup (of);
  if (kind == TH_NOTE_KIND_DELETE && (note = th_note_store_find (self->store, of)) != NULL)
    entry->over = th_note_list_texts (note);
  if (kind == TH_NOTE_KIND_LABEL || kind == TH_NOTE_KIND_UNLABEL)
    entry->label = g_strdup (text);
  else
    entry->text = g_strdup (text);
  th_note_store_append_async (self->store, entry, saved_cb, g_object_ref (self));
}

/* --- getters ---------------------------------------------------------------- */

GFile *
th_open_review_get_folder (ThOpenReview *self)
{
  return self->folder;
}

const char *
th_open_review_get_name (ThOpenReview *self)
{
  return self->name;
}

const char *
th_open_review_get_summary (ThOpenReview *self)
{
  return self->summary;
}

ThNoteStore *
th_open_review_get_store (ThOpenReview *self)
{
  return self->store;
}

ThReviewMemory *
th_open_review_get_memory (ThOpenReview *self)
{
  return self->memory;
}

static const ThReviewRecording *
get_recording (ThOpenReview *self,
               guint         index)
{
  return g_ptr_array_index (self->opened->review->recordings, index);
}

guint
th_open_review_get_n_recordings (ThOpenReview *self)
{
  return self->opened->review->recordings->len;
}

ThReviewState
th_open_review_get_state (ThOpenReview *self,
                          guint         index)
{
  return self->opened->states[index];
}

const char *
th_open_review_get_key (ThOpenReview *self,
                        guint         index)
{
  return get_recording (self, index)->key;
}

gboolean
th_open_review_has_content (ThOpenReview *self,
                            guint         index,
                            const char   *key)
{
  const ThReviewRecording *recording = get_recording (self, index);

  return g_strcmp0 (recording->key, key) == 0 ||
         g_strcmp0 (th_review_get_original (recording), key) == 0;
}

GHashTable *
th_open_review_dup_originals (ThOpenReview *self)
{
  GHashTable *originals = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < th_open_review_get_n_recordings (self); i++)
    {
      const ThReviewRecording *recording = get_recording (self, i);

      if (recording->cut_of != NULL)
        g_hash_table_insert (originals, g_strdup (recording->key),
                             g_strdup (th_review_get_original (recording)));
    }

  return originals;
}

GFile *
th_open_review_get_file (ThOpenReview *self,
                         guint         index)
{
  g_autofree char *path = th_review_dup_path (self->opened->review, get_recording (self, index));

  return g_file_new_for_path (path);
}

void
th_open_review_replace (ThOpenReview   *self,
                        ThOpenedReview *opened)
{
  th_opened_review_free (self->opened);
  self->opened = opened;
  g_signal_emit (self, signals[RECORDINGS_CHANGED], 0);
}

/* --- class ------------------------------------------------------------------ */

static void
th_open_review_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  ThOpenReview *self = TH_OPEN_REVIEW (object);

  switch (id)
    {
    case PROP_N_NOTES: g_value_set_uint (value, self->n_notes); break;
    case PROP_N_OPEN: g_value_set_uint (value, self->n_open); break;
    case PROP_N_UNREAD: g_value_set_uint (value, self->n_unread); break;
    case PROP_SUMMARY: g_value_set_string (value, self->summary); break;
    case PROP_SELECTED: g_value_set_string (value, self->selected); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_open_review_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  switch (id)
    {
    case PROP_SELECTED:
      th_open_review_select (TH_OPEN_REVIEW (object), g_value_get_string (value));
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_open_review_finalize (GObject *object)
{
  ThOpenReview *self = TH_OPEN_REVIEW (object);

  g_clear_object (&self->store);
  g_clear_object (&self->memory);
  g_clear_object (&self->folder);
  th_opened_review_free (self->opened);
  g_free (self->name);
  g_free (self->selected);
  g_free (self->summary);

  G_OBJECT_CLASS (th_open_review_parent_class)->finalize (object);
}

static GParamSpec *
number_spec (const char *name)
{
  return g_param_spec_uint (name, NULL, NULL, 0, G_MAXUINT, 0,
                            G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
th_open_review_class_init (ThOpenReviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_open_review_get_property;
  object_class->set_property = th_open_review_set_property;
  object_class->finalize = th_open_review_finalize;
  properties[PROP_N_NOTES] = number_spec ("n-notes");
  properties[PROP_N_OPEN] = number_spec ("n-open");
  properties[PROP_N_UNREAD] = number_spec ("n-unread");
  properties[PROP_SUMMARY] = g_param_spec_string ("summary", NULL, NULL, NULL,
                                                  G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_SELECTED] = g_param_spec_string ("selected", NULL, NULL, NULL,
                                                   G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                                   G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_OPEN_REVIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
  signals[RECORDINGS_CHANGED] = g_signal_new ("recordings-changed", TH_TYPE_OPEN_REVIEW,
                                              G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                              0);
  signals[FAILED] = g_signal_new ("failed", TH_TYPE_OPEN_REVIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
th_open_review_init (ThOpenReview *self)
{
}

static char *
make_name (const char *folder)
{
  g_autofree char *base = g_path_get_basename (folder);

  if (g_str_has_suffix (base, TH_REVIEW_SUFFIX))
    base[strlen (base) - strlen (TH_REVIEW_SUFFIX)] = '\0';
  return th_display_text_make_valid (base);
}

ThOpenReview *
th_open_review_new (ThOpenedReview *opened)
{
  ThOpenReview *self = g_object_new (TH_TYPE_OPEN_REVIEW, NULL);
  const char *folder = opened->review->folder;
  g_autofree char *notes = th_review_dup_notes (opened->review);

  self->opened = opened;
  self->folder = g_file_new_for_path (folder);
  self->name = make_name (folder);
  self->memory = th_review_memory_new (folder);
  self->store = th_note_store_new (notes);
  g_signal_connect_object (self->store, "changed", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->memory, "loaded", G_CALLBACK (changed_cb), self,
                           G_CONNECT_SWAPPED);
  count (self);

  return self;
}
