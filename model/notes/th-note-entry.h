/* th-note-entry.h - one line of a file of notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A file of notes has one JSON object on each line, and lines are only ever appended:
 *   "id":     names the entry; random, unique in the world
 *   "kind":   "note", "reply", "edit", "delete", "resolve", "reopen", "label", "unlabel", "color"
 *   "order":  1 more than the highest order that its author had seen; see th-notes.h
 *   "time":   µs since 1970 by the clock of its author; for display alone
 *   "author": a name for display
 *   "of":     the id of the entry that it is about; not of a note
 *   "text":   of note, reply and edit; see th-note-text.h
 *   "label":  of label and unlabel
 *   "over":   of edit and delete: the ids of the entries whose texts it replaces, which are those
 *             that its author saw; without it, all earlier ones
 *   "color":  of note and color: 0 … 15, as that of bookmarks
 *   "anchor": of note; see th-note-anchor.h
 *   "view":   of note: {"from", "to", "filter", "lanes", "recording"}: what its author saw
 * A reader skips unknown members and lines of unknown kinds, so both can be added.
 *
 * The text is untrusted.  A line that lacks a member that its kind needs, or in which one is
 * invalid or too long, is refused as a whole.
 *
 * Any thread, one at a time.
 */
#pragma once

#include "th-note-anchor.h"

G_BEGIN_DECLS

typedef enum
{
  TH_NOTE_KIND_NOTE,
  TH_NOTE_KIND_REPLY,
  TH_NOTE_KIND_EDIT,
  TH_NOTE_KIND_DELETE,
  TH_NOTE_KIND_RESOLVE,
  TH_NOTE_KIND_REOPEN,
  TH_NOTE_KIND_LABEL,
  TH_NOTE_KIND_UNLABEL,
  TH_NOTE_KIND_COLOR,
  TH_NOTE_N_KINDS
} ThNoteKind;

#define TH_NOTE_MAX_LINE   (256u << 10) /* bytes, with everything */
#define TH_NOTE_MAX_TEXT   (32u << 10)
#define TH_NOTE_MAX_AUTHOR 256u
#define TH_NOTE_MAX_LABEL  64u
#define TH_NOTE_MAX_ID     64u
#define TH_NOTE_MAX_COLOR  15u
#define TH_NOTE_MAX_OVER   16u
#define TH_NOTE_MAX_ORDER  (G_GINT64_CONSTANT (1) << 52)

/**
 * ThNoteEntry:
 * @over: %NULL-terminated; %NULL: not known
 * @color: -1: none
 * @view_from, @view_to: the visible span, on the clock of the file of a recording, as times of
 *   anchors are; %TH_TIME_NONE if there is no view
 * @view_filter: the filter, or %NULL
 * @view_lanes: names of the visible lanes as in th-session.h, %NULL-terminated; %NULL: not known
 * @view_recording: the key of the recording that has the clock; %NULL: that of the anchor
 *
 * All strings are valid UTF-8, but may have control characters; those that the kind has no use
 * for are %NULL.
 */
typedef struct
{
  char         *id;
  ThNoteKind    kind;
  gint64        order;
  gint64        time;
  char         *author;
  char         *of;
  char         *text;
  char         *label;
  char        **over;
  int           color;
  ThNoteAnchor *anchor;
  gint64        view_from;
  gint64        view_to;
  char         *view_filter;
  char        **view_lanes;
  char         *view_recording;
} ThNoteEntry;

/* Has a new random id and the time of now; the caller sets the rest.  @order comes from
 * th_notes_get_next_order(). */
ThNoteEntry *th_note_entry_new       (ThNoteKind         kind,
                                      const char        *author,
                                      gint64             order);
void         th_note_entry_free      (ThNoteEntry       *self);

/* A random id that is unique in the world; free with g_free(). */
char        *th_note_make_id         (void);

/* Returns the line, with its line feed; free with g_free().  Members that th_note_entry_from_line()
 * would refuse are an error of the domain TH_NOTE_ENTRY_ERROR, whose message is translated. */
char        *th_note_entry_to_line   (const ThNoteEntry *self,
                                      GError           **error);

/* The same without any check. */
char        *th_note_entry_dup_line  (const ThNoteEntry *self);

typedef enum
{
  TH_NOTE_LINE_ENTRY,
  TH_NOTE_LINE_UNKNOWN, /* of a kind that a later version may know */
  TH_NOTE_LINE_INVALID
} ThNoteLine;

/* Reads a line, with or without its line feed.  @entry: set for TH_NOTE_LINE_ENTRY alone. */
ThNoteLine   th_note_entry_from_line (const char        *line,
                                      gsize              length,
                                      ThNoteEntry      **entry);

/* Which of two entries comes later, by order, time and id: it wins. */
int          th_note_entry_compare   (const ThNoteEntry *a,
                                      const ThNoteEntry *b);

/* "note", "reply", …: the words of the file format. */
const char  *th_note_kind_get_id     (ThNoteKind         kind);

#define TH_NOTE_ENTRY_ERROR (th_note_entry_error_quark ())
GQuark th_note_entry_error_quark (void);

typedef enum
{
  TH_NOTE_ENTRY_ERROR_INVALID
} ThNoteEntryError;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThNoteEntry, th_note_entry_free)

G_END_DECLS
