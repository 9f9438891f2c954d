/* th-ref.h - refers to one event by stream, CPU and row
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * An event is never copied and is not an object.  A reference names its position: the
 * stream (buffer) of the recording, the CPU in that stream and the row on that CPU.  The
 * rows of a CPU ascend in time and never move once they are published, so a reference stays
 * valid as long as the recording lives, also while it grows.
 *
 * To refer to an event across loads of its file, use th-anchor.h.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThRef:
 * @stream: index of the stream in its recording
 * @cpu: index of the CPU in that stream; not the CPU's number, for which see
 *   th_cpu_get_number()
 * @row: row of the event on that CPU
 */
typedef struct
{
  guint16 stream;
  guint16 cpu;
  guint32 row;
} ThRef;

G_STATIC_ASSERT (sizeof (ThRef) == 8);

#define TH_REF_NONE ((ThRef) { G_MAXUINT16, G_MAXUINT16, G_MAXUINT32 })

static inline gboolean
th_ref_is_none (ThRef ref)
{
  return ref.stream == G_MAXUINT16;
}

static inline gboolean
th_ref_equal (ThRef a,
              ThRef b)
{
  return a.stream == b.stream && a.cpu == b.cpu && a.row == b.row;
}

/* The order of streams, of CPUs in one stream, of rows on one CPU: less than, equal to or greater
 * than 0. */
static inline int
th_ref_compare (ThRef a,
                ThRef b)
{
  if (a.stream != b.stream)
    return a.stream < b.stream ? -1 : 1;
  if (a.cpu != b.cpu)
    return a.cpu < b.cpu ? -1 : 1;
  return a.row < b.row ? -1 : a.row > b.row;
}

/* No time: unknown, or before the first event.  Sorts before every time. */
#define TH_TIME_NONE G_MININT64

/* The resolution of the last digit of a time. */
typedef enum
{
  TH_RESOLUTION_NS,
  TH_RESOLUTION_US,
  TH_RESOLUTION_TICKS
} ThResolution;

G_END_DECLS
