/* th-format-source.h - the ThSource functions that all loaders share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A loader's file is the source of its recording.  Its struct begins with a
 * ThFormatSource and that of its reader with a ThFormatReader, so the functions below
 * can be used in a ThSource directly.  A loader has its own function only where its
 * format differs.  Threads as in th-source.h.
 */
#pragma once

#include "th-bytes.h"
#include "th-format.h"
#include "th-source.h"

G_BEGIN_DECLS

/**
 * ThFormatSource:
 * @bytes: the file
 * @formats: its event formats; %NULL if such files have none
 * @recording: borrowed, since the recording owns its source
 *
 * The common members of the files of all loaders.  The loader frees them.
 */
typedef struct
{
  ThBytes     *bytes;
  ThFormats   *formats;
  ThRecording *recording;
} ThFormatSource;

/**
 * ThFormatReader:
 * @formatter: made for the first event that is printed; %NULL before
 *
 * The common members of the readers of files with event formats.
 */
typedef struct
{
  ThFormatter *formatter;
} ThFormatReader;

/* ThSource.symbol and ThSource.module, from the kernel symbols of the formats. */
const char *th_format_source_symbol  (gpointer         source,
                                      guint64          address,
                                      guint64         *offset);
const char *th_format_source_module  (gpointer         source,
                                      guint64          address);
/* ThSource.changed */
gboolean    th_format_source_changed (gpointer         source);

/* Appends the text of the record @payload of event @id, as ThSource.text does. */
void        th_format_reader_print   (ThFormatReader  *self,
                                      ThFormats       *formats,
                                      guint            id,
                                      const ThPayload *payload,
                                      gboolean         raw,
                                      GString         *text);
void        th_format_reader_clear   (ThFormatReader  *self);

/* Returns the CPU of @ref, or NULL if it has no such row (yet). */
static inline ThCpu *
th_format_source_find_cpu (const ThFormatSource *self,
                           ThRef                 ref)
{
  ThCpu *cpu = th_recording_get_cpu (self->recording, ref);

  return cpu != NULL && ref.row < th_cpu_get_n_rows (cpu) ? cpu : NULL;
}

G_END_DECLS
