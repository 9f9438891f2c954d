/* th-format.h - the kernel's event formats: fields, text, symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace.dat and perf.data carry, for each event type, the text of
 * /sys/kernel/tracing/events/<system>/<event>/format: its fields and a C-like
 * print format.  A ThFormats holds those texts, parses each on first use, and
 * prints records.  Everything in it comes from a stranger's file: no size,
 * offset, index, recursion depth or print format in it is trusted, and none
 * is ever used as a format of ours.
 *
 * Text.  A print format is compiled once into a list of pieces that walk the
 * record.  libtraceevent 1.7 (tep_print_event() without plugins) is the oracle
 * in tests: what it prints and what we print is the same text.  The compiler
 * takes all that libtraceevent takes, and %c and sizeof(u64) besides, so no
 * stranger's format need ever be given to it: it would not survive all of
 * them.  What neither understands is printed raw, in libtraceevent's words:
 * "[FAILED TO PARSE] name=value …".
 *
 * Threads.  ThFormats is shared: adding is for the thread that opens the
 * file; asking is for any thread (a lock inside guards first use).  A
 * ThFormatter prints and belongs to one thread.
 *
 * Sources: Documentation/trace/events.rst and include/trace/stages/ of the
 * kernel for the format files, kernel/trace/trace_output.c for the helpers
 * (__print_flags and relatives), lib/vsprintf.c for %p extensions, and
 * libtraceevent's event-parse.h for what its printer accepts.
 */
#pragma once

#include "th-symbols.h"
#include "th-type.h"

G_BEGIN_DECLS

typedef struct _ThFormats   ThFormats;
typedef struct _ThFormatter ThFormatter;

/* --- the formats of one file ------------------------------------------- */

/* How to get the kallsyms text (and the printk formats) on first need; may
 * return NULL.  The caller takes the text over (g_free). */
typedef char *(*ThTextFunc) (gpointer  data,
                             gsize    *size);

ThFormats  *th_formats_new           (gboolean         big_endian,
                                      guint            long_size);
void        th_formats_free          (ThFormats       *self);

void        th_formats_set_kallsyms  (ThFormats       *self,
                                      ThTextFunc       func,
                                      gpointer         data);
/* The text of /sys/kernel/tracing/printk_formats ("address : \"text\"" lines). */
void        th_formats_set_printk    (ThFormats       *self,
                                      ThTextFunc       func,
                                      gpointer         data);

/* Adds one format file.  Only its `name:` and `ID:` lines are read now.
 * Returns the event id, or -1 if the text has none.  @text is copied. */
gint        th_formats_add           (ThFormats       *self,
                                      const char      *system,
                                      const char      *text,
                                      gsize            size);

guint       th_formats_get_n         (ThFormats       *self);
/* The ids, ascending; lent until the next add. */
const guint *th_formats_peek_ids     (ThFormats       *self);
/* NULL if there is no such id. */
const char *th_formats_get_system    (ThFormats       *self,
                                      guint            id);
const char *th_formats_get_name      (ThFormats       *self,
                                      guint            id);

/* The fields of event @id, common fields first; empty, never NULL.  An array
 * without a length (and the kernel's stack) has the size G_MAXINT32: it goes
 * on to the end of the record, where th_field_read_bytes() cuts it. */
const ThFieldTable *
            th_formats_get_fields    (ThFormats       *self,
                                      guint            id);

/* The symbols, read on first need; NULL if there are none. */
ThSymbols  *th_formats_get_symbols   (ThFormats       *self);

/**
 * ThFormatKind:
 * @TH_FORMAT_COMPILED: printed by our own compiled form
 * @TH_FORMAT_RAW: printed as name=value: neither understands it
 * @TH_FORMAT_NONE: no such id
 */
typedef enum
{
  TH_FORMAT_COMPILED,
  TH_FORMAT_RAW,
  TH_FORMAT_NONE
} ThFormatKind;

/* How events of @id are printed; *@why is a reason for us, or NULL. */
ThFormatKind th_formats_get_kind     (ThFormats       *self,
                                      guint            id,
                                      const char     **why);

/* --- printing ---------------------------------------------------------- */

ThFormatter *th_formatter_new        (ThFormats       *formats);
void         th_formatter_free       (ThFormatter     *self);

/* Appends the info text of the record, the same as tep_print_event() with
 * TEP_PRINT_INFO and no plugins.  @id is the record's common_type.  Without a
 * format: as trace-cmd prints an unknown event.  Always valid UTF-8: bytes
 * that are not are replaced by U+FFFD. */
void         th_formatter_print      (ThFormatter     *self,
                                      guint            id,
                                      const ThPayload *payload,
                                      GString         *text);

/* The same as fields: " name=value …", as `trace-cmd report -R`.  An array of
 * characters that once held other bytes is from then on printed as bytes, so
 * records printed in the order of the file give the same text. */
void         th_formatter_print_raw  (ThFormatter     *self,
                                      guint            id,
                                      const ThPayload *payload,
                                      GString         *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFormats, th_formats_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFormatter, th_formatter_free)

G_END_DECLS
