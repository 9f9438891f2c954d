/* th-reader.h - reads payload, text, fields and stack of an event on demand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The columns hold when, what and who.  All else stays in the source and is
 * read when it is looked at.  A reader belongs to one thread at a time and
 * keeps what it needs (the last pages, a formatter); make one for each thread.
 * Reading in row order of a CPU is cheap, so is switching between CPUs.
 *
 * Readers keep their recording alive.
 */
#pragma once

#include "th-ref.h"
#include "th-type.h"

G_BEGIN_DECLS

typedef struct _ThReader    ThReader;
typedef struct _ThRecording ThRecording;

/* One return address of a stack, innermost first. */
typedef struct
{
  guint64  address;
  gboolean user;
} ThFrame;

/* From here on there are 2^49 addresses that no code has: they stand for frames
 * that are known only by a name, or by a module and an offset in it.
 * th_recording_get_symbol() says which; they are nothing to show. */
#define TH_ADDRESS_MADE_UP G_GUINT64_CONSTANT (0xfffc000000000000)

static inline gboolean
th_address_is_made_up (guint64 address)
{
  return address >> 49 == TH_ADDRESS_MADE_UP >> 49;
}

ThReader *th_reader_new         (ThRecording     *recording);
void      th_reader_free        (ThReader        *self);

gboolean  th_reader_get_payload (ThReader        *self,
                                 ThRef            ref,
                                 ThPayload       *payload);
/* Of a block that begins with row @first (a multiple of TH_BLOCK_ROWS): those
 * rows that are set in @rows, row i into @payloads[i].  Returns which it has
 * tried, at least one of @rows; ask again for the rest.  Those in *@good could
 * be read, and all of them stay good until the next call. */
guint64   th_reader_get_payloads (ThReader       *self,
                                 ThRef            first,
                                 guint64          rows,
                                 ThPayload       *payloads,
                                 guint64         *good);
gboolean  th_reader_get_text    (ThReader        *self,
                                 ThRef            ref,
                                 gboolean         raw,
                                 GString         *text);
/* The same in short where th-compact-info.h knows how; else the event's own text. */
gboolean  th_reader_get_compact_text (ThReader   *self,
                                 ThRef            ref,
                                 GString         *text);
gboolean  th_reader_get_stack   (ThReader        *self,
                                 ThRef            ref,
                                 GArray          *frames);

/* Appends the value of @field of the event that was read last, as a person
 * wants to see it: hexadecimal addresses, symbols, names of flags and values.
 * FALSE if the record does not hold it. */
gboolean  th_reader_format_field (ThReader        *self,
                                  const ThField   *field,
                                  const ThPayload *payload,
                                  GString         *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReader, th_reader_free)

G_END_DECLS
