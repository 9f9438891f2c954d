/* th-note-item.h - a note in a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An item lasts as long as its note, while what is known of the note changes.
 *
 * Signal "changed": another text, reply, state, number or place.
 */
#pragma once

#include <glib-object.h>

#include "th-note-places.h"

G_BEGIN_DECLS

#define TH_TYPE_NOTE_ITEM (th_note_item_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteItem, th_note_item, TH, NOTE_ITEM, GObject)

/**
 * ThNoteItem:
 * @id: of the note
 * @note: as it is now; owned by the store of notes
 * @is_unread: whether the user has not read all of it
 * @found: whether its subject is in the document; TH_NOTE_N_FOUND: not known
 *
 * The fields may be read, but are written only through th_note_item_update().
 */
struct _ThNoteItem
{
  GObject       parent;

  char         *id;
  const ThNote *note;
  gboolean      is_unread;
  ThNoteFound   found;
  guint         fingerprint;
};

ThNoteItem *th_note_item_new    (const char   *id);
/* @from: the time of its subject in the document, if that is found there */
void        th_note_item_update (ThNoteItem   *self,
                                 const ThNote *note,
                                 gboolean      is_unread,
                                 ThNoteFound   found,
                                 gint64        from);

G_END_DECLS
