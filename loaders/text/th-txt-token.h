/* th-txt-token.h - numbers, times and tasks in a line of text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A parser gets the current position as *@at and the end of the line as @end.  It
 * advances *@at, or leaves it unchanged if it returns FALSE.  Nothing here is
 * NUL-terminated.
 */
#pragma once

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

static inline const char *
th_txt_skip_blanks (const char *at,
                    const char *end)
{
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

/* A decimal number of at most 18 digits. */
static inline gboolean
th_txt_number (const char **at,
               const char  *end,
               guint64     *value)
{
  const char *p = *at;
  guint64 sum = 0;

  while (p < end && th_txt_is_digit (*p))
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
