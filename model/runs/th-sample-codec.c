/* th-sample-codec.c - numbers in as few bytes as they need
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sample-codec.h"

#define LONGEST 10

static void
put (GByteArray *bytes,
     guint64     number)
{
  guint8 one[LONGEST];
  guint n = 0;

  for (; number >= 0x80; number >>= 7)
    one[n++] = number | 0x80;
  one[n++] = number;
  g_byte_array_append (bytes, one, n);
}

/* FALSE if the number is cut off, or has more than 64 bits. */
static gboolean
get (const guint8 **at,
     const guint8  *end,
     guint64       *number)
{
  *number = 0;
  for (guint shift = 0; *at < end && shift < 64; shift += 7)
    {
      guint8 byte = *(*at)++;

      if (shift == 63 && byte > 1)
        return FALSE;
      *number |= (guint64) (byte & 0x7f) << shift;
      if (byte < 0x80)
        return TRUE;
    }
  return FALSE;
}

/* The sign goes into the lowest bit. */
static guint64
fold (gint64 value)
{
  return (guint64) value << 1 ^ (value < 0 ? G_MAXUINT64 : 0);
}

static gint64
unfold (guint64 number)
{
  return number >> 1 ^ (number & 1 ? G_MAXUINT64 : 0);
}

void
th_sample_codec_put (GByteArray   *bytes,
                     const gint64 *values,
                     gsize         n)
{
  for (gsize i = 0; i < n; i++)
    put (bytes, fold (values[i]));
}

void
th_sample_codec_put_ascending (GByteArray   *bytes,
                               const gint64 *values,
                               gsize         n)
{
  for (gsize i = 0; i < n; i++)
    put (bytes, i == 0 ? fold (values[0]) : (guint64) values[i] - (guint64) values[i - 1]);
}

/* @bytes may be NULL if there are none, and NULL + 0 is undefined. */
static const guint8 *
get_end (const guint8 *bytes,
         gsize         size)
{
  return size > 0 ? bytes + size : bytes;
}

gboolean
th_sample_codec_get (const guint8 *bytes,
                     gsize         size,
                     gint64       *values,
                     gsize         n)
{
  const guint8 *end = get_end (bytes, size);

  for (gsize i = 0; i < n; i++)
    {
      guint64 number;

      if (!get (&bytes, end, &number))
        return FALSE;
      values[i] = unfold (number);
    }
  return bytes == end;
}

gboolean
th_sample_codec_get_ascending (const guint8 *bytes,
                               gsize         size,
                               gint64       *values,
                               gsize         n)
{
  const guint8 *end = get_end (bytes, size);

  for (gsize i = 0; i < n; i++)
    {
      guint64 number;

      if (!get (&bytes, end, &number))
        return FALSE;
      values[i] = i == 0 ? unfold (number) : (gint64) ((guint64) values[i - 1] + number);
      if (i > 0 && values[i] < values[i - 1])
        return FALSE;
    }
  return bytes == end;
}
