/* th-trace-encode.c - numbers, texts and sections of a trace.dat, in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-trace-encode.h"

void
th_trace_store (guint8   *at,
                guint64   value,
                guint     size,
                gboolean  big_endian)
{
  for (guint i = 0; i < size; i++)
    at[big_endian ? size - 1 - i : i] = (guint8) (value >> (8 * i));
}

guint64
th_trace_fetch (const guint8 *at,
                guint         size,
                gboolean      big_endian)
{
  guint64 value = 0;

  for (guint i = 0; i < size; i++)
    value |= (guint64) at[big_endian ? size - 1 - i : i] << (8 * i);
  return value;
}

void
th_trace_put (GByteArray *out,
              guint64     value,
              guint       size,
              gboolean    big_endian)
{
  guint8 raw[8];

  th_trace_store (raw, value, size, big_endian);
  g_byte_array_append (out, raw, size);
}

void
th_trace_put_string (GByteArray *out,
                     const char *text)
{
  g_byte_array_append (out, (const guint8 *) text, strlen (text) + 1);
}

void
th_trace_put_section (GByteArray *out,
                      guint       id,
                      guint64     size,
                      gboolean    big_endian)
{
  th_trace_put (out, id, 2, big_endian);
  th_trace_put (out, 0, 2, big_endian); /* flags: not compressed */
  th_trace_put (out, 0, 4, big_endian); /* no description */
  th_trace_put (out, size, 8, big_endian);
}

void
th_trace_put_sized (GByteArray *out,
                    guint       width,
                    const void *data,
                    gsize       size,
                    gboolean    big_endian)
{
  th_trace_put (out, size, width, big_endian);
  if (size > 0)
    g_byte_array_append (out, data, size);
}

void
th_trace_put_text_option (GByteArray *out,
                          guint       id,
                          const char *text,
                          gboolean    big_endian)
{
  th_trace_put (out, id, 2, big_endian);
  th_trace_put_sized (out, 4, text, strlen (text) + 1, big_endian);
}

void
th_trace_put_number_option (GByteArray *out,
                            guint       id,
                            guint64     value,
                            guint       size,
                            gboolean    big_endian)
{
  th_trace_put (out, id, 2, big_endian);
  th_trace_put (out, size, 4, big_endian);
  th_trace_put (out, value, size, big_endian);
}
