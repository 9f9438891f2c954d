/* th-source.h - the interface through which a recording reads events from its loader
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The columns of a recording hold the time, the type and the task of each event, in memory
 * or decoded on demand (th-column-cache.h).  Everything else is read from the file on demand,
 * through the functions below, which only ThReader and ThRecording call.
 */
#pragma once

#include "th-column-cache.h"
#include "th-recording.h"

G_BEGIN_DECLS

/**
 * ThSource:
 * @free: frees the source
 * @fields: the fields of @type; called once per type under a lock, any thread.
 *   The table lives as long as the source.  A type whose format cannot be parsed
 *   has an empty table
 * @symbol: the symbol of the code at @address, or %NULL; *@offset is the offset
 *   of @address from its start.  Lives as long as the source.  Any thread
 * @module: "[e1000]" if the code at @address is known to belong to a module,
 *   else %NULL.  Interned.  Any thread
 * @has_stacks: whether events of @type may have a stack of their own, not in a
 *   separate event.  Any thread
 * @stack_remark: a sentence for the user that says what is missing from the stacks read so far, or
 *   %NULL; free with g_free().  Any thread
 * @reader_new: creates the state of one reader
 * @payload: the bytes of the record, valid until the next call on this reader
 * @payloads: the same for several rows of a block at once (NULL: one at a time), valid until
 *   the next call for the same CPU, see th_reader_get_payloads()
 * @text: appends the info text that `trace-cmd report` prints without plugins;
 *   with @raw the fields as `name=value` (like `report -R`)
 * @stack: appends ThFrame to @frames: the stack that was recorded with this
 *   event, innermost first.  Returns %FALSE if there is none
 * @recorded_stack: the same without frames that have to be unwound (NULL: @stack does not unwind)
 * @stack_end: a sentence for the user that says why the user frames of the stack that @stack read
 *   last end before the outermost one, or %NULL; free with g_free()
 * @frame: the captured bytes of a frame, at most @max, valid until the next call on this reader;
 *   *@size: how many
 * @changed: whether the file has changed since it was loaded
 *
 * The functions of a loader; @source is its own data.  A function may be NULL,
 * which means "none".  After a change of the file they fail instead of returning
 * wrong bytes.
 */
typedef struct
{
  void                (*free)        (gpointer          source);
  const ThFieldTable *(*fields)      (gpointer          source,
                                      guint             type);
  const char         *(*symbol)      (gpointer          source,
                                      guint64           address,
                                      guint64          *offset);
  const char         *(*module)      (gpointer          source,
                                      guint64           address);
  gboolean            (*has_stacks)  (gpointer          source,
                                      guint             type);
  char               *(*stack_remark) (gpointer         source);
  gpointer            (*reader_new)  (gpointer          source);
  void                (*reader_free) (gpointer          reader);
  gboolean            (*payload)     (gpointer          reader,
                                      ThRef             ref,
                                      ThPayload        *payload);
  guint64             (*payloads)    (gpointer          reader,
                                      ThRef             first,
                                      guint64           rows,
                                      ThPayload        *payloads,
                                      guint64          *good);
  gboolean            (*text)        (gpointer          reader,
                                      ThRef             ref,
                                      gboolean          raw,
                                      GString          *text);
  gboolean            (*stack)       (gpointer          reader,
                                      ThRef             ref,
                                      GArray           *frames);
  gboolean            (*recorded_stack) (gpointer       reader,
                                      ThRef             ref,
                                      GArray           *frames);
  char               *(*stack_end)   (gpointer          reader);
  const guint8       *(*frame)       (gpointer          reader,
                                      ThRef             ref,
                                      gsize             max,
                                      gsize            *size);
  gboolean            (*changed)     (gpointer          source);
} ThSource;

/* A loader calls this once.  @vtable must be static; the recording takes ownership of
 * @source and frees it with its free function. */
void            th_recording_set_source  (ThRecording    *self,
                                          const ThSource *vtable,
                                          gpointer        source);
/* Returns NULL while the recording has no source; *@source stays owned by it. */
const ThSource *th_recording_peek_source (ThRecording    *self,
                                          gpointer       *source);

/* The cache for the columns of CPUs that have a source of their own (th_cpu_set_source()). */
ThColumnCache  *th_recording_get_column_cache (ThRecording *self);
/* The memory of the recording, for what a loader keeps for as long. */
ThArena        *th_recording_get_arena        (ThRecording *self);

G_END_DECLS
