/* th-formats-read.c - reads the lists of formats written by trace-cmd and perf
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * perf adopted this layout from early versions of trace-cmd.
 */
#include "config.h"

#include "th-byte-cursor.h"
#include "th-formats-read.h"

#define MAX_FORMAT (4 << 20)

static void
add_format (ThFormats    *formats,
            ThRecording  *recording,
            const char   *system,
            ThByteCursor *cursor)
{
  guint64 size = th_byte_cursor_uint (cursor, 8);
  g_autofree char *text = size <= MAX_FORMAT ? th_byte_cursor_dup (cursor, size) : NULL;

  if (text == NULL)
    cursor->failed = TRUE;
  else if (th_formats_add (formats, system, text, size) < 0)
    th_recording_add_problem (recording, TH_PROBLEM_BAD_FORMAT, 1, -1, system);
}

void
th_formats_read (ThFormats    *formats,
                 ThRecording  *recording,
                 const char   *system,
                 ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);

  for (guint64 i = 0; i < n && !cursor->failed; i++)
    add_format (formats, recording, system, cursor);
}

void
th_formats_read_systems (ThFormats    *formats,
                         ThRecording  *recording,
                         ThByteCursor *cursor)
{
  guint64 n = th_byte_cursor_uint (cursor, 4);

  for (guint64 i = 0; i < n && !cursor->failed; i++)
    {
      g_autofree char *system = th_byte_cursor_text (cursor, TH_MAX_SYSTEM);
      g_autofree char *valid = system != NULL ? g_utf8_make_valid (system, -1) : NULL;

      if (valid != NULL)
        th_formats_read (formats, recording, valid, cursor);
    }
}
