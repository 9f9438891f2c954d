/* th-note-item.c - a note in a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-item.h"

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteItem, th_note_item, G_TYPE_OBJECT)

static guint
mix (guint hash,
     guint value)
{
  return hash * 31 + value;
}

static guint
hash_entry (const ThNote *note)
{
  guint hash = g_str_hash (note->entry->id);

  return mix (mix (hash, note->text != NULL ? g_str_hash (note->text) : 0),
              note->edits != NULL ? note->edits->len : 0);
}

/* A number that differs if what is shown of the note differs. */
static guint
make_fingerprint (const ThNote *note,
                  gboolean      is_unread,
                  ThNoteFound   found,
                  gint64        from)
{
  guint hash = mix (mix (mix (hash_entry (note), note->number), is_unread), found);

  hash = mix (mix (hash, note->resolved != NULL), note->deleted);
  hash = mix (mix (hash, (guint) from), (guint) (from >> 32));
  for (guint i = 0; i < note->labels->len; i++)
    hash = mix (hash, g_str_hash (note->labels->pdata[i]));
  for (guint i = 0; note->replies != NULL && i < note->replies->len; i++)
    hash = mix (hash, hash_entry (note->replies->pdata[i]));

  return hash;
}

void
th_note_item_update (ThNoteItem   *self,
                     const ThNote *note,
                     gboolean      is_unread,
                     ThNoteFound   found,
                     gint64        from)
{
  guint fingerprint = make_fingerprint (note, is_unread, found, from);

  self->note = note;
  self->is_unread = is_unread;
  self->found = found;
  if (self->fingerprint == fingerprint)
    return;

  self->fingerprint = fingerprint;
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
th_note_item_finalize (GObject *object)
{
  g_free (TH_NOTE_ITEM (object)->id);

  G_OBJECT_CLASS (th_note_item_parent_class)->finalize (object);
}

static void
th_note_item_class_init (ThNoteItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_note_item_finalize;
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_NOTE_ITEM, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
th_note_item_init (ThNoteItem *self)
{
}

ThNoteItem *
th_note_item_new (const char *id)
{
  ThNoteItem *self = g_object_new (TH_TYPE_NOTE_ITEM, NULL);

  self->id = g_strdup (id);
  return self;
}
