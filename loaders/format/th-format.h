/* th-format.h - the kernel's event formats: fields, text, symbols
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace.dat and perf.data have, for each event type, the text of
 * /sys/kernel/tracing/events/<system>/<event>/format: its fields and a C-like
 * print format.  A ThFormats holds those texts, parses each on first use, and
 * prints records.  Everything in it comes from an untrusted file: no size,
 * offset, index, recursion depth or print format in it is trusted, and none is ever
 * passed to printf().
 *
 * Text.  A print format is compiled once into a list of pieces that walk the
 * record.  libtraceevent 1.7 (tep_print_event() without plugins) is the oracle in tests: the
 * output is the same text.  The compiler accepts everything that libtraceevent
 * accepts, plus %c and sizeof(u64), so no untrusted format is ever passed to that
 * library, which would crash on some.  A format that cannot be parsed is printed raw,
 * like libtraceevent does: "[FAILED TO PARSE] name=value …".
 *
 * Threads.  ThFormats is shared: the thread that opens the file adds formats, any
 * thread may look them up (a lock inside protects first use).  A ThFormatter prints
 * and belongs to one thread.
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

/* Provides the kallsyms text (and the printk formats) on first use; may return NULL.  The
 * caller frees the text with g_free(). */
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
/* Replace what was there by a text that came later; take ownership of @text.  What was looked up
 * in the old one stays valid. */
void        th_formats_take_kallsyms (ThFormats       *self,
                                      char            *text,
                                      gsize            size);
void        th_formats_take_printk   (ThFormats       *self,
                                      char            *text,
                                      gsize            size);

/* Adds one format file.  Only its `name:` and `ID:` lines are read now.
 * Returns the event id, or -1 if the text has none.  @text is copied. */
gint        th_formats_add           (ThFormats       *self,
                                      const char      *system,
                                      const char      *text,
                                      gsize            size);

guint       th_formats_get_n         (ThFormats       *self);
/* The ids in ascending order; valid until the next add. */
const guint *th_formats_peek_ids     (ThFormats       *self);
/* NULL if there is no such id. */
const char *th_formats_get_system    (ThFormats       *self,
                                      guint            id);
const char *th_formats_get_name      (ThFormats       *self,
                                      guint            id);

/* The fields of event @id, common fields first; empty, never NULL.  An array
 * without a length (such as the kernel stack) has the size G_MAXINT32: it extends to
 * the end of the record, where th_field_read_bytes() truncates it. */
const ThFieldTable *
            th_formats_get_fields    (ThFormats       *self,
                                      guint            id);

/* The symbols, parsed on first use; NULL if there are none. */
ThSymbols  *th_formats_get_symbols   (ThFormats       *self);

/**
 * ThFormatKind:
 * @TH_FORMAT_COMPILED: printed by the compiled print format
 * @TH_FORMAT_RAW: printed as name=value, as the print format cannot be parsed
 * @TH_FORMAT_NONE: no such id
 */
typedef enum
{
  TH_FORMAT_COMPILED,
  TH_FORMAT_RAW,
  TH_FORMAT_NONE
} ThFormatKind;

/* How events of @id are printed; *@why is a reason for developers, or NULL.  For tests. */
ThFormatKind th_formats_get_kind     (ThFormats       *self,
                                      guint            id,
                                      const char     **why);

/* --- printing ---------------------------------------------------------- */

ThFormatter *th_formatter_new        (ThFormats       *formats);
void         th_formatter_free       (ThFormatter     *self);

/* Appends the info text of the record, the same as tep_print_event() with
 * TEP_PRINT_INFO and no plugins.  @id is the record's common_type.  Without a
 * format: like trace-cmd for an unknown event.  Always valid UTF-8: invalid bytes are
 * replaced by U+FFFD. */
void         th_formatter_print      (ThFormatter     *self,
                                      guint            id,
                                      const ThPayload *payload,
                                      GString         *text);

/* The same as fields: " name=value …", like `trace-cmd report -R`.  Once an array of
 * characters contains non-printable bytes, it is printed as bytes from then on; so the
 * text is only the same if records are printed in the order of the file. */
void         th_formatter_print_raw  (ThFormatter     *self,
                                      guint            id,
                                      const ThPayload *payload,
                                      GString         *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFormats, th_formats_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFormatter, th_formatter_free)

G_END_DECLS
