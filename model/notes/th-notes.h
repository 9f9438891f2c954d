/* th-notes.h - the notes that the entries of all files add up to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Merging is union: the state depends only on the set of entries that were added, and neither on
 * their order nor on how often each was added.  So two people can write at once, files can be
 * copied, mailed and merged by lines, and a file that arrived in part can be completed later.
 * These rules ensure that:
 *
 * - An entry's id names it.  If two different entries have the same id, which no honest writer
 *   causes, the one whose text is smaller bytewise counts.
 * - Of entries that contradict each other, the one with the higher order wins; then the later
 *   time; then the greater id.  An entry gets an order above all that its author had seen, so an
 *   answer wins over what it answers, however wrong the clocks are.
 * - Only the author of a note or reply edits and deletes it: entries of others do nothing.  (This
 *   prevents accidents; names are not proven.)
 * - An edit replaces the texts that its author saw, and a deletion deletes them.  Texts
 *   that were written on two machines at once are all in force, until an edit that saw them.
 *   An edit or deletion that does not tell what its author saw means all that come before it; such
 *   a deletion is final.
 * - Resolve, reopen, label, unlabel and color apply to the whole thread: to the note at its top,
 *   whichever entry of it they name.
 * - A reply belongs to the thread of the entry that it names.  While that is missing, or if replies
 *   name each other in a circle, a reply is shown as a note of its own, an orphan.
 * - A deleted reply disappears, and so does a deleted note without replies; one with replies
 *   stays, without its text.
 * - More than TH_NOTES_MAX_ENTRIES, or lines of more than TH_NOTES_MAX_BYTES, are refused; from
 *   then on the state depends on the order.
 *
 * One thread at a time.
 */
#pragma once

#include "th-note-entry.h"

G_BEGIN_DECLS

#define TH_NOTES_MAX_ENTRIES 200000u
#define TH_NOTES_MAX_BYTES (128u << 20) /* of the lines of all entries */
#define TH_NOTES_MAX_LABELS 32u /* of one note; further ones do nothing */
#define TH_NOTES_MAX_TEXTS TH_NOTE_MAX_OVER /* in force; of more, the first ones are dropped */

typedef struct _ThNotes ThNotes;

/**
 * ThNote:
 * @entry: the note or reply itself
 * @text: the text in force, the latest first if there are several; %NULL if it is deleted
 * @texts: (element-type ThNoteEntry): whose texts are in force, the latest last; %NULL: that of
 *   @entry
 * @edits: (element-type ThNoteEntry): those that apply, the latest last; or %NULL
 * @deleted: whether its author deleted it
 * @orphan: whether it is a reply that is shown as a note
 * @replies: (element-type ThNote): in their order; a reply has none itself: threads are flat
 * @resolved: the entry that resolved it, or %NULL while it is open
 * @labels: sorted by strcmp(); never %NULL
 * @color: -1: none
 * @number: from 1, in the order of the notes; it changes when notes arrive
 *
 * @replies to @number are of notes alone.  Everything is owned by the notes.  An entry lives as
 * long as they do, unless another of the same id replaces it.
 */
typedef struct
{
  const ThNoteEntry  *entry;
  const char         *text;
  GPtrArray          *texts;
  GPtrArray          *edits;
  gboolean            deleted;
  gboolean            orphan;
  GPtrArray          *replies;
  const ThNoteEntry  *resolved;
  GPtrArray          *labels;
  int                 color;
  guint               number;
} ThNote;

ThNotes      *th_notes_new            (void);
void          th_notes_free           (ThNotes       *self);

/* Adds @entry, which it takes ownership of.  Returns FALSE if an equal entry is there already, or
 * if the entry is refused. */
gboolean      th_notes_take           (ThNotes       *self,
                                       ThNoteEntry   *entry);
/* Adds all lines of a file.  @text need not end with a line feed: a last line that was torn is
 * not an entry yet, and the rest of it, or a line feed, may follow when the file is read again. */
void          th_notes_add_lines      (ThNotes       *self,
                                       const char    *text,
                                       gsize          length);

/* The notes in their order, (element-type ThNote), without those that disappeared.  Valid until
 * the next entry is added. */
GPtrArray    *th_notes_get_all        (ThNotes       *self);
/* The note or reply whose id begins with @id, or NULL if there is none, or several: then *@several
 * is set (@several may be NULL).  Deleted ones are not found. */
const ThNote *th_notes_find           (ThNotes       *self,
                                       const char    *id,
                                       gboolean      *several);
/* The ids of the entries whose texts are in force: ThNoteEntry.over of an entry that edits or
 * deletes the note as it is now.  Free with g_strfreev(). */
char        **th_note_list_texts      (const ThNote  *self);
/* The note at the top of the thread of @note. */
const ThNote *th_notes_get_top        (ThNotes       *self,
                                       const ThNote  *note);

/* The order for the next entry. */
gint64        th_notes_get_next_order (ThNotes       *self);
guint         th_notes_get_n_entries  (ThNotes       *self);
/* The number of notes and replies that @before lacks. */
guint         th_notes_count_new      (ThNotes       *before,
                                       ThNotes       *after);
/* Counts of distinct lines that are invalid or of an unknown kind, of ids with two contents, and of
 * entries beyond the maximum. */
guint         th_notes_get_n_invalid  (ThNotes       *self);
/* The path of the file with the first invalid line, which th_note_file_read() sets; or NULL. */
const char   *th_notes_get_invalid_file (ThNotes     *self);
void          th_notes_set_invalid_file (ThNotes     *self,
                                         const char  *path);
guint         th_notes_get_n_unknown  (ThNotes       *self);
guint         th_notes_get_n_conflicts (ThNotes      *self);
guint         th_notes_get_n_refused  (ThNotes       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThNotes, th_notes_free)

G_END_DECLS
