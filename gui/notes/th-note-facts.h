/* th-note-facts.h - what a column of a table says about a note, and the order that it gives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Main thread.
 */
#pragma once

#include "th-note-item.h"
#include "th-note-places.h"

G_BEGIN_DECLS

typedef enum
{
  TH_NOTE_FACT_NUMBER, /* the order in which the notes were written */
  TH_NOTE_FACT_AUTHOR,
  TH_NOTE_FACT_TIME,   /* of the subject */
  TH_NOTE_FACT_WHERE,
  TH_NOTE_FACT_TEXT,   /* as one line */
  TH_NOTE_FACT_LABELS,
  TH_NOTE_FACT_REPLIES,
  TH_NOTE_FACT_STATE,
  TH_NOTE_FACT_WRITTEN, /* by the clock of the author */
  TH_NOTE_N_FACTS
} ThNoteFact;

/* Safe to display; "" if there is nothing to say.  Free with g_free(). */
char     *th_note_fact_dup_text (const ThNoteItem *item,
                                 ThNoteFact        fact,
                                 ThNotePlaces     *places);
/* Sorts a list of ThNoteItem.  Notes that do not differ in @fact are in the order of their
 * numbers. */
void      th_note_facts_sort    (GPtrArray        *items,
                                 ThNoteFact        fact,
                                 gboolean          descending,
                                 ThNotePlaces     *places);
/* Whether the author, the place, a label, the text or a reply contains @sought, which went through
 * g_utf8_casefold(). */
gboolean  th_note_facts_contain (const ThNoteItem *item,
                                 const char       *sought,
                                 ThNotePlaces     *places);

G_END_DECLS
