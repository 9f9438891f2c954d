/* th-note-list.h - the list model of the notes of a review, ordered and filtered
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Properties: "order" (uint: ThNoteFact), "filter" (uint: ThNoteFilter), "text" (string: what notes
 * must contain, see th_note_facts_contain()).  The selected note is listed even if it does not pass
 * the filter.
 *
 * Signal "changed": the list was brought up to date.
 */
#pragma once

#include "th-note-facts.h"

G_BEGIN_DECLS

typedef enum
{
  TH_NOTE_FILTER_ALL,
  TH_NOTE_FILTER_OPEN,
  TH_NOTE_FILTER_UNREAD
} ThNoteFilter;

#define TH_TYPE_NOTE_LIST (th_note_list_get_type ())
G_DECLARE_FINAL_TYPE (ThNoteList, th_note_list, TH, NOTE_LIST, GObject)

ThNoteList *th_note_list_new           (ThOpenReview *review,
                                        ThNotePlaces *places);
/* A list of ThNoteItem; owned by @self. */
GListModel *th_note_list_get_model     (ThNoteList   *self);
void        th_note_list_sort          (ThNoteList   *self,
                                        ThNoteFact    order,
                                        gboolean      descending);
/* The position of the selected note; G_MAXUINT if there is none. */
guint       th_note_list_find_selected (ThNoteList   *self);
/* The id of the next (1) or previous (-1) note in the list, which wraps around; NULL if the list is
 * empty.  Owned by @self. */
const char *th_note_list_get_next      (ThNoteList   *self,
                                        int           step);

G_END_DECLS
