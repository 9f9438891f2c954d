/* th-note-text.h - the text of a note: paragraphs, lists, code, and links that were typed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text stays as it was typed.  What it means:
 *   a blank line          separates paragraphs
 *   "- ", "* ", "1. "     at the start of a line begins an item of a list
 *   `code`                on one line; there are no links in it
 *   188.024512            a time with at least six digits after the point, without a unit
 *   188.024 on CPU 2      a time on a CPU, with at least three
 *   packet 0xffff9a…#15   a packet by address and number, as the window shows it: the address may
 *                         be cut at its beginning ("…6a1f4c00#8"), and after the word "packet" it
 *                         may be missing ("packet …#15")
 *
 * Any thread.
 */
#pragma once

#include "th-ref.h"

G_BEGIN_DECLS

typedef enum
{
  TH_NOTE_BLOCK_PARAGRAPH,
  TH_NOTE_BLOCK_BULLET,
  TH_NOTE_BLOCK_NUMBERED
} ThNoteBlockKind;

/* Bytes @begin … @end of the text, without the marks of a list and the line feeds around it; a
 * paragraph may have line feeds, which are kept.  @number: of an item of a numbered list. */
typedef struct
{
  ThNoteBlockKind kind;
  guint           begin;
  guint           end;
  guint           number;
} ThNoteBlock;

typedef enum
{
  TH_NOTE_SPAN_CODE,  /* without its backticks */
  TH_NOTE_SPAN_TIME,
  TH_NOTE_SPAN_PACKET
} ThNoteSpanKind;

/**
 * ThNoteSpan:
 * @begin, @end: bytes of the text
 * @time: in ns; or %TH_TIME_NONE
 * @precision: the last digit of @time stands for this many ns
 * @cpu: number of the CPU, or -1
 * @address, @address_mask: an address fits if its bits under the mask are those of @address
 * @generation: the number after "#"
 */
typedef struct
{
  ThNoteSpanKind kind;
  guint          begin;
  guint          end;
  gint64         time;
  gint64         precision;
  int            cpu;
  guint64        address;
  guint64        address_mask;
  guint32        generation;
} ThNoteSpan;

/* Returns (element-type ThNoteBlock) in order; free with g_array_unref(). */
GArray *th_note_text_list_blocks (const char *text);
/* Code and links in order, without those that overlap.  Returns (element-type ThNoteSpan); free
 * with g_array_unref(). */
GArray *th_note_text_list_spans  (const char *text);

/* The text as one line of prose: blocks are joined by a space, items of a list begin with "•" or
 * their number, and code has no backticks.  Free with g_free(). */
char   *th_note_text_dup_line    (const char *text);

/* Formats a link that th_note_text_list_spans() finds: "188.024512000 on CPU 2" (without a CPU for
 * -1) and "packet 0xffff9a086a1f4c00#8".  Free with g_free(). */
char   *th_note_link_for_time    (gint64      time,
                                  int         cpu);
char   *th_note_link_for_packet  (guint64     address,
                                  guint32     generation);

G_END_DECLS
