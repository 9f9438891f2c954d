/* th-note-find.h - finds in a loaded recording what a note is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Call it once the recording is loaded and the analyses of @results have finished, or again when
 * they have.  Looking for a packet uses an index, looking for a row reads the table: do it on a
 * worker.  Any thread.
 */
#pragma once

#include "th-note-anchor.h"
#include "th-note-text.h"
#include "th-results.h"

G_BEGIN_DECLS

typedef enum
{
  TH_NOTE_FOUND,
  TH_NOTE_FOUND_ELSEWHERE, /* the same, but in a recording with another content: a cut of it */
  TH_NOTE_NO_RECORDING,    /* the recording is not open, and what is open does not have it */
  TH_NOTE_NO_BUFFER,
  TH_NOTE_NO_CPU,
  TH_NOTE_NO_EVENT,
  TH_NOTE_OUTSIDE,         /* the span lies outside of the recording */
  TH_NOTE_NO_PACKET,
  TH_NOTE_NO_TABLE,
  TH_NOTE_NO_ROW,
  TH_NOTE_NO_LANE,         /* none of its lanes: CPUs and tasks are known, tracks are not */
  TH_NOTE_NOT_HERE,        /* only a comparison has it: find the row by its name */
  TH_NOTE_N_FOUND
} ThNoteFound;

/**
 * ThNotePlace:
 * @part: index of the part of the recording
 * @event: the event, the first step of the packet, or the anchor of the row; or TH_REF_NONE
 * @from, @to: on the timeline; %TH_TIME_NONE if it has no time (a lane)
 * @results, @flow: of a packet; borrowed from the array of results
 * @table, @row: of a row; likewise
 */
typedef struct
{
  guint      part;
  ThRef      event;
  gint64     from;
  gint64     to;
  ThResults *results;
  guint32    flow;
  ThTable   *table;
  guint32    row;
} ThNotePlace;

/* @keys: the key of each part of @recording, each of which may be %NULL; @results: (element-type
 * ThResults) of all parts.  @place is set if it is found.  The lanes of a span, and those of
 * analyses, are not looked up. */
ThNoteFound   th_note_anchor_find      (const ThNoteAnchor *anchor,
                                        ThRecording        *recording,
                                        const char *const  *keys,
                                        GPtrArray          *results,
                                        ThNotePlace        *place);
/* Finds what a link in a text leads to: the first event within the digits of the time, a packet by
 * the end of its address and its number, if it is the only one.  @part: where the note is. */
ThNoteFound   th_note_link_find        (const ThNoteSpan   *link,
                                        ThRecording        *recording,
                                        guint               part,
                                        GPtrArray          *results,
                                        ThNotePlace        *place);
/* A translated sentence about why it was not found, or about where it was; "" for TH_NOTE_FOUND. */
const char   *th_note_found_get_text   (ThNoteFound         found);
/* The same for a command line or a report, where no recording can be opened or added. */
const char   *th_note_found_get_report_text (ThNoteFound    found);

/* Anchors of what is selected.  @key is that of the part of @recording that has it, or NULL. */
ThNoteAnchor *th_note_anchor_for_event (ThRecording        *recording,
                                        const char         *key,
                                        ThRef               ref);
ThNoteAnchor *th_note_anchor_for_flow  (ThRecording        *recording,
                                        const char         *key,
                                        ThResults          *results,
                                        guint32             flow);
ThNoteAnchor *th_note_anchor_for_row   (ThRecording        *recording,
                                        const char         *key,
                                        ThResults          *results,
                                        ThTable            *table,
                                        guint32             row);
/* @from, @to: on the timeline of @part. */
ThNoteAnchor *th_note_anchor_for_span  (ThRecording        *part,
                                        const char         *key,
                                        gint64              from,
                                        gint64              to,
                                        const char *const  *lanes);

G_END_DECLS
