/* th-source.h - what a loader gives to its recording, to read an event's bytes again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The columns of a recording hold the time, the type and the task of each event.
 * Everything else is read from the file when somebody asks for it: through the
 * functions below, which only ThReader and ThRecording call.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * ThSource:
 * @free: gives up the source
 * @fields: the fields of @type; called once per type under a lock, any thread.
 *   The table lives as long as the source.  A type that cannot be understood
 *   has a table with no fields
 * @symbol: name of the code at @address, or %NULL; *@offset is how far behind
 *   the symbol's start it lies.  It lives as long as the source.
 *   Any thread
 * @module: "[e1000]" where the code at @address is known to be of a module,
 *   else %NULL.  Interned.  Any thread
 * @has_stacks: whether events of @type may carry a stack of their own, that no
 *   further event holds.  Any thread
 * @reader_new: state of one reader
 * @payload: the record's bytes, good until the next call on this reader
 * @payloads: the same of several rows of a block at once (NULL: one at a time),
 *   as th_reader_get_payloads()
 * @text: appends the info text, as `trace-cmd report` prints it without
 *   plugins; with @raw the fields as `name=value` (as `report -R`)
 * @stack: appends ThFrame to @frames: the stack that was recorded with this
 *   event, innermost first.  Returns %FALSE if there is none
 * @changed: whether the bytes under the recording are no longer those that
 *   were loaded
 *
 * What a loader gives to its recording; @source is its own.  Functions that
 * are NULL say "none".  After a change of the file they fail rather than
 * return wrong bytes.
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
  gboolean            (*changed)     (gpointer          source);
} ThSource;

/* A loader calls this once.  @vtable must be static; the recording owns @source
 * from now on, and frees it with its free function. */
void            th_recording_set_source  (ThRecording    *self,
                                          const ThSource *vtable,
                                          gpointer        source);
/* Returns NULL as long as the recording has no source; *@source is lent. */
const ThSource *th_recording_peek_source (ThRecording    *self,
                                          gpointer       *source);

G_END_DECLS
