/* th-txt-token.h - numbers, times and tasks in a line of text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A parser gets the current position as *@at and the end of the line as @end.  It
 * advances *@at, or leaves it unchanged if it returns FALSE.  Nothing here is
 * NUL-terminated.
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

#define TH_TXT_MAX_CPUS 8192
#define TH_TXT_NO_CPU TH_TXT_MAX_CPUS /* for lines without a CPU */

typedef enum
{
  TH_TXT_TIME_NONE,
  TH_TXT_TIME_NS,
  TH_TXT_TIME_TICKS,
  TH_TXT_TIME_HUGE  /* a time beyond 63 bits */
} ThTxtUnit;

/* A part of a line; not terminated. */
typedef struct
{
  const char *text;
  gsize       size;
} ThTxtPart;

static inline gboolean
th_txt_is_digit (char c)
{
  return (guchar) (c - '0') < 10;
}

static inline gboolean
th_txt_is_blank (char c)
{
  return c == ' ' || c == '\t';
}

/* Returns eight characters as one number, the first one in the lowest byte. */
static inline guint64
th_txt_eight (const char *at)
{
  guint64 eight;

  memcpy (&eight, at, sizeof eight);
  return GUINT64_FROM_LE (eight);
}

#define TH_TXT_EACH(c) ((guint64) (c) * 0x0101010101010101)

static inline const char *
th_txt_skip_blanks (const char *at,
                    const char *end)
{
  /* Columns are padded with spaces. */
  while (end - at >= 8)
    {
      guint64 others = th_txt_eight (at) ^ TH_TXT_EACH (' ');

      at += others != 0 ? (guint) __builtin_ctzll (others) / 8 : 8;
      if (others != 0)
        break;
    }
  while (at < end && th_txt_is_blank (*at))
    at++;
  return at;
}

static inline const char *
th_txt_skip_word (const char *at,
                  const char *end)
{
  while (at < end && !th_txt_is_blank (*at))
    at++;
  return at;
}

/* Reads up to eight digits at @at.  Returns their value, and in *@n how many there are. */
static inline guint32
th_txt_digits (const char *at,
               const char *end,
               guint      *n)
{
  guint64 eight, others;
  guint32 sum = 0;

  if (G_UNLIKELY (end - at < 8))
    {
      for (*n = 0; at < end && th_txt_is_digit (*at); ++*n)
        sum = sum * 10 + (guint32) (*at++ - '0');
      return sum;
    }

  /* The highest bit of each byte of @others tells that the byte is not a digit.  This is only
   * reliable up to the first such byte, because that may carry into the next one. */
  eight = th_txt_eight (at) ^ TH_TXT_EACH ('0');
  others = ((eight + TH_TXT_EACH (0x76)) | eight) & TH_TXT_EACH (0x80);
  *n = others != 0 ? (guint) __builtin_ctzll (others) / 8 : 8;
  if (*n == 0)
    return 0;

  /* Puts zeros in front, then turns pairs, fours and finally all eight digits into numbers. */
  eight <<= 64 - *n * 8;
  eight = (eight * 10 + (eight >> 8)) & 0x00ff00ff00ff00ff;
  eight = (eight * 100 + (eight >> 16)) & 0x0000ffff0000ffff;
  return (guint32) (eight * 10000 + (eight >> 32));
}

/* A decimal number of at most 18 digits. */
static inline gboolean
th_txt_number (const char **at,
               const char  *end,
               guint64     *value)
{
  const char *p = *at;
  guint n;
  guint64 sum = th_txt_digits (p, end, &n);

  p += n;
  while (n == 8 && p < end && th_txt_is_digit (*p))
    {
      if (p - *at >= 18)
        return FALSE;
      sum = sum * 10 + (guint64) (*p++ - '0');
    }
  if (p == *at)
    return FALSE;

  *at = p;
  *value = sum;
  return TRUE;
}

/* The same for a pid. */
gboolean    th_txt_parse_pid   (const char **at,
                                const char  *end,
                                gint32      *pid);
/* "683.073558" (seconds), "19882us", "1234567" (ticks).  @time becomes ns or ticks;
 * if the time is too large for that, it is 0 and @unit TH_TXT_TIME_HUGE. */
gboolean    th_txt_parse_time  (const char **at,
                                const char  *end,
                                gint64      *time,
                                ThTxtUnit   *unit);
/* Splits "comm-pid", which must be all of @part. */
gboolean    th_txt_parse_task  (ThTxtPart    part,
                                ThTxtPart   *comm,
                                gint32      *pid);

G_END_DECLS
