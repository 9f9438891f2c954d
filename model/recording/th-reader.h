/* th-reader.h - reads payload, text, fields and stack of an event on demand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The columns hold time, type and task.  Everything else stays in the source and is
 * read on demand.  A reader belongs to one thread at a time and has its own caches
 * (the last pages, a formatter); create one per thread.  Reading in row order of a
 * CPU is cheap, and so is switching between CPUs.
 *
 * Readers keep their recording alive.
 */
#pragma once

#include "th-ref.h"
#include "th-type.h"

G_BEGIN_DECLS

typedef struct _ThReader    ThReader;
typedef struct _ThRecording ThRecording;

/* A return address of a stack, whose frames are innermost first. */
typedef struct
{
  guint64  address;
  gboolean user;
} ThFrame;

/* The first of 2^49 addresses where there is never code.  They represent frames that are
 * known only by name, or by module and offset: th_recording_get_symbol() has the name.
 * Such an address must not be shown. */
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
/* Reads the rows @first + i of a block whose bit i is set in @rows into @payloads[i];
 * @first is a multiple of TH_BLOCK_ROWS.  Returns the rows that it tried, at least one
 * of @rows; call it again for the rest.  Those in *@good could be read.  They stay valid
 * until the next call for the same CPU; if there is only one, until the next call. */
guint64   th_reader_get_payloads (ThReader       *self,
                                 ThRef            first,
                                 guint64          rows,
                                 ThPayload       *payloads,
                                 guint64         *good);
gboolean  th_reader_get_text    (ThReader        *self,
                                 ThRef            ref,
                                 gboolean         raw,
                                 GString         *text);
/* The compact text of th-compact-info.h if the type has one, else the event's own
 * text. */
gboolean  th_reader_get_compact_text (ThReader   *self,
                                 ThRef            ref,
                                 GString         *text);
/* Appends the stack of the event to @frames, of ThFrame.  Frames may have to be unwound, which may
 * read programs and libraries: any thread except the main one. */
gboolean  th_reader_get_stack   (ThReader        *self,
                                 ThRef            ref,
                                 GArray          *frames);
/* The same without frames that have to be unwound; those of the kernel never have to. */
gboolean  th_reader_get_recorded_stack (ThReader *self,
                                 ThRef            ref,
                                 GArray          *frames);
/* Says to the user why the user frames of the stack that th_reader_get_stack() read last end before
 * the outermost one; NULL if they do not, or if that is not known.  Free with g_free(). */
char     *th_reader_dup_stack_end (ThReader      *self);

/* The captured bytes of a frame from its link header on, the first @max of them; *@size: how many.
 * NULL if the event is no frame.  Valid until the next call on the reader. */
const guint8 *th_reader_get_frame (ThReader      *self,
                                 ThRef            ref,
                                 gsize            max,
                                 gsize           *size);

/* Appends the value of @field, of the event that was read last, in readable form:
 * hexadecimal addresses, symbols, names of flags and values.  Returns FALSE if the
 * record does not contain it. */
gboolean  th_reader_format_field (ThReader        *self,
                                  const ThField   *field,
                                  const ThPayload *payload,
                                  GString         *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThReader, th_reader_free)

G_END_DECLS
