/* th-note-anchor.h - what a note is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An anchor names its subject by content: the key of the recording (th-session.h), times on the
 * clock of its file, the number of a CPU, the name of an event type, the address of a packet and
 * the time of its birth.  So it survives reloads, offsets on the timeline, cuts of the recording
 * and other versions of the analyses; th-note-find.h finds the subject again.
 *
 * As JSON: {"on": "event", "recording": KEY, "stream": NAME, "cpu": 2, "time": NS,
 * "event": "sched:sched_switch"}, with the members of the kind alone:
 *   review      (none)
 *   event       recording stream cpu time event
 *   span        recording time end lanes
 *   lane        recording lanes
 *   packet      recording noun address time (of its birth)
 *   row         recording table cells
 *   comparison  row
 * Times are integers in ns, or ticks of a clock that counts them.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "th-ref.h"

G_BEGIN_DECLS

typedef enum
{
  TH_NOTE_ON_REVIEW, /* on nothing in particular */
  TH_NOTE_ON_EVENT,
  TH_NOTE_ON_SPAN,
  TH_NOTE_ON_LANE,
  TH_NOTE_ON_PACKET,
  TH_NOTE_ON_ROW,
  TH_NOTE_ON_COMPARISON,
  TH_NOTE_N_ON
} ThNoteOn;

#define TH_NOTE_MAX_LANES 64u
#define TH_NOTE_MAX_CELLS 32u
#define TH_NOTE_MAX_KEY 64u   /* bytes of the key of a recording */
#define TH_NOTE_MAX_NAME 1024u /* bytes of a name or a cell */

/**
 * ThNoteAnchor:
 * @recording: the key of the recording, or %NULL if it does not matter
 * @stream: name of the buffer; %NULL as for "" the top one
 * @event: "system:name"
 * @cpu: number of the CPU
 * @time: of the event, start of the span, or birth of the packet; else %TH_TIME_NONE
 * @end: of the span, excluded
 * @lanes: names of lanes as in th-session.h, %NULL-terminated, or %NULL for all
 * @noun: what a flow is called, N_() of its analysis: "packet"
 * @address: the key of the flow
 * @table: "analysis/table"
 * @cells: id of a column, text of the cell, and so on; %NULL-terminated.  The texts are the
 *   plain ones of th-table-write.h
 * @row: names the row of a comparison: "reader · wget p99"
 *   (th_comparison_dup_row_name())
 *
 * Strings that the kind has no use for are %NULL.
 */
typedef struct
{
  ThNoteOn  on;
  char     *recording;
  char     *stream;
  char     *event;
  guint     cpu;
  gint64    time;
  gint64    end;
  char    **lanes;
  char     *noun;
  guint64   address;
  char     *table;
  char    **cells;
  char     *row;
} ThNoteAnchor;

ThNoteAnchor *th_note_anchor_new       (ThNoteOn            on);
ThNoteAnchor *th_note_anchor_copy      (const ThNoteAnchor *self);
void          th_note_anchor_free      (ThNoteAnchor       *self);

/* Adds the object as the next value. */
void          th_note_anchor_write     (const ThNoteAnchor *self,
                                        JsonBuilder        *builder);
/* NULL if @object lacks what its kind must have, or has too much of something. */
ThNoteAnchor *th_note_anchor_read      (JsonObject         *object);

/* "event", "packet": the words of the file format. */
const char   *th_note_on_get_id        (ThNoteOn            on);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThNoteAnchor, th_note_anchor_free)

G_END_DECLS
