/* th-txt-line.c - parses one line of a text trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-txt-event.h"
#include "th-txt-graph.h"
#include "th-txt-line.h"
#include "th-txt-token.h"

/* The head of an event is no longer than this. */
#define MAX_HEAD 320
#define MAX_FLAGS 16
#define MAX_COMM 16

/* --- ftrace and trace-cmd report --------------------------------------- */

/* Parses from the time on: "683.073558: (+20) name: …". */
static gboolean
parse_from_time (const char *at,
                 const char *end,
                 ThTxtLine  *line)
{
  if (!th_txt_parse_time (&at, end, &line->time, &line->unit))
    return FALSE;
  /* The latency layout marks a long delay. */
  if (at + 1 < end && at[1] == ':' && memchr (" +!#*@$", *at, 7) != NULL)
    at++;
  if (at >= end || *at != ':')
    return FALSE;

  at = th_txt_skip_blanks (at + 1, end);
  if (end - at > 3 && at[0] == '(' && at[1] == '+' && th_txt_is_digit (at[2]))
    at = th_txt_skip_blanks (th_txt_skip_word (at, end), end);
  return th_txt_parse_event (at, end, line) != NULL;
}

static gboolean
parse_cpu (const char **at,
           const char  *end,
           ThTxtLine   *line)
{
  guint64 cpu;

  if (!th_txt_number (at, end, &cpu) || cpu >= TH_TXT_MAX_CPUS)
    return FALSE;
  line->cpu = cpu;
  return TRUE;
}

static gboolean
parse_brackets (const char *at,
                const char *end,
                ThTxtLine  *line)
{
  const char *p;

  at++;
  if (!parse_cpu (&at, end, line) || at >= end || *at != ']')
    return FALSE;

  line->style = TH_TXT_FTRACE;
  p = at = th_txt_skip_blanks (at + 1, end);
  if (parse_from_time (at, end, line))
    return TRUE;
  /* This is the column of flags, not the time. */
  p = th_txt_skip_word (p, end);
  return p - at <= MAX_FLAGS && parse_from_time (th_txt_skip_blanks (p, end), end, line);
}

/* Parses "2d..2. 19882us+: …", where CPU and flags are one word. */
static gboolean
parse_latency (const char *at,
               const char *end,
               ThTxtLine  *line)
{
  const char *flags;

  if (!parse_cpu (&at, end, line))
    return FALSE;
  flags = at;
  at = th_txt_skip_word (at, end);
  line->style = TH_TXT_LATENCY;
  return at - flags >= 3 && at - flags <= MAX_FLAGS &&
         parse_from_time (th_txt_skip_blanks (at, end), end, line);
}

static const char *
parse_tgid (const char *at,
            const char *end,
            ThTxtLine  *line)
{
  const char *close;

  if (at >= end || *at != '(')
    return at;
  close = memchr (at, ')', (gsize) MIN (end - at, 16));
  if (close == NULL)
    return end;

  at = th_txt_skip_blanks (at + 1, close);
  if (!th_txt_parse_pid (&at, close, &line->tgid) || at != close)
    line->tgid = -1;
  return th_txt_skip_blanks (close + 1, end);
}

/* Parses from the dash of "comm-pid" on. */
static gboolean
parse_behind_dash (const char *at,
                   const char *end,
                   ThTxtLine  *line)
{
  if (!th_txt_parse_pid (&at, end, &line->pid) || at >= end || !th_txt_is_blank (*at))
    return FALSE;

  at = parse_tgid (th_txt_skip_blanks (at, end), end, line);
  if (at >= end)
    return FALSE;
  return *at == '[' ? parse_brackets (at, end, line) : parse_latency (at, end, line);
}

/* @from is the first character of the line that is not blank. */
static gboolean
parse_ftrace (const char *text,
              const char *from,
              const char *end,
              ThTxtLine  *line)
{
  const char *limit = text + MIN (end - text, MAX_HEAD);
  const char *dash = from;

  while (dash < limit && (dash = memchr (dash, '-', (gsize) (limit - dash))) != NULL)
    {
      if (dash + 1 < end && th_txt_is_digit (dash[1]) && parse_behind_dash (dash + 1, end, line))
        {
          line->comm = (ThTxtPart) { from, (gsize) (dash - from) };
          return TRUE;
        }
      dash++;
    }
  return FALSE;
}

/* --- perf script ------------------------------------------------------- */

static gboolean
parse_perf_time (const char *at,
                 const char *end,
                 ThTxtLine  *line)
{
  const char *p;
  guint64 period;

  if (!th_txt_parse_time (&at, end, &line->time, &line->unit) || line->unit == TH_TXT_TIME_TICKS ||
      at >= end || *at != ':')
    return FALSE;

  p = at = th_txt_skip_blanks (at + 1, end);
  /* perf script --show-…-events prints the records that name tasks. */
  if (end - at > 12 && memcmp (at, "PERF_RECORD_", 12) == 0)
    {
      line->kind = TH_TXT_NOISE;
      return TRUE;
    }
  if (th_txt_number (&p, end, &period) && p < end && th_txt_is_blank (*p))
    at = th_txt_skip_blanks (p, end);
  p = th_txt_parse_event (at, end, line);
  return p != NULL && p > at + 1 && p[-1] == ':';
}

/* Parses from the CPU on, if there is one: "[000] 357.472231: …". */
static gboolean
parse_perf_cpu (const char *at,
                const char *end,
                ThTxtLine  *line)
{
  line->cpu = TH_TXT_NO_CPU;
  if (at < end && *at == '[')
    {
      at++;
      if (!parse_cpu (&at, end, line) || at >= end || *at != ']')
        return FALSE;
      at = th_txt_skip_blanks (at + 1, end);
    }
  return parse_perf_time (at, end, line);
}

/* Parses from the thread on: "620/621 [000] 357.472231: …". */
static gboolean
parse_perf_pid (const char *at,
                const char *end,
                ThTxtLine  *line)
{
  if (!th_txt_parse_pid (&at, end, &line->pid))
    return FALSE;
  if (at < end && *at == '/')
    {
      line->tgid = line->pid;
      at++;
      if (!th_txt_parse_pid (&at, end, &line->pid))
        return FALSE;
    }
  if (at >= end || !th_txt_is_blank (*at))
    return FALSE;

  return parse_perf_cpu (th_txt_skip_blanks (at, end), end, line);
}

/* perf prints microseconds or nanoseconds.  Without a name or a thread before the time,
 * only that distinguishes its lines from those of other logs. */
static gboolean
is_perf_time (const char *at,
              const char *end)
{
  const char *colon = memchr (at, ':', (gsize) (end - at)), *point;

  if (colon == NULL)
    return FALSE;
  point = memrchr (at, '.', (gsize) (colon - at));
  return point != NULL && (colon - point == 7 || colon - point == 10);
}

/* Whether a name is followed by the CPU or the time; in a truncated or foreign line,
 * another column would stand there. */
static gboolean
is_lone_comm (const char *from,
              const char *end)
{
  return end - from <= MAX_COMM && memchr (from, '[', (gsize) (end - from)) == NULL;
}

/* With perf script -F, a line may lack the task's name, the thread and the CPU. */
static gboolean
parse_perf (const char *text,
            const char *end,
            ThTxtLine  *line)
{
  const char *limit = text + MIN (end - text, MAX_HEAD);
  const char *from = th_txt_skip_blanks (text, end), *comm_end = from;

  line->style = TH_TXT_PERF;
  for (const char *at = from; at < limit;
       comm_end = th_txt_skip_word (at, limit), at = th_txt_skip_blanks (comm_end, limit))
    {
      gboolean has_pid;

      line->tgid = -1;
      if (!th_txt_is_digit (*at) && *at != '[')
        continue;
      has_pid = parse_perf_pid (at, end, line);
      if (!has_pid)
        line->pid = line->tgid = -1;
      if (!has_pid && !(is_lone_comm (from, comm_end) && parse_perf_cpu (at, end, line)))
        continue;
      if ((!has_pid || at == from) && !is_perf_time (at, end))
        continue;

      line->comm = (ThTxtPart) { from, (gsize) (comm_end - from) };
      return TRUE;
    }
  return FALSE;
}

/* --- other lines ------------------------------------------------------- */

/* "CPU:0 [LOST 323 EVENTS]", "CPU:0 [323 EVENTS DROPPED]", "CPU:0 [EVENTS DROPPED]" */
static gboolean
parse_lost (const char *at,
            const char *end,
            ThTxtLine  *line)
{
  guint64 count;

  if (end - at < 8 || memcmp (at, "CPU:", 4) != 0)
    return FALSE;
  at = th_txt_skip_blanks (at + 4, end);
  if (!parse_cpu (&at, end, line))
    return FALSE;
  at = th_txt_skip_blanks (at, end);
  if (at >= end || *at++ != '[')
    return FALSE;

  if (end - at > 5 && memcmp (at, "LOST ", 5) == 0)
    at += 5;
  line->lost = th_txt_number (&at, end, &count) ? (gint64) count : -1;
  at = th_txt_skip_blanks (at, end);
  line->kind = TH_TXT_LOST;
  return end - at >= 6 && memcmp (at, "EVENTS", 6) == 0;
}

/* "1139 2 683073630816 type: 148" */
static gboolean
parse_raw (const char *at,
           const char *end)
{
  guint64 number;

  for (guint i = 0; i < 3; i++)
    {
      if (!th_txt_number (&at, end, &number) || at >= end || *at != ' ')
        return FALSE;
      at++;
    }
  return end - at > 6 && memcmp (at, "type: ", 6) == 0;
}

/* "  123.456789", " T123" */
static gboolean
is_stamp (const char *at,
          const char *end)
{
  for (; at < end; at++)
    if (!th_txt_is_digit (*at) && memchr (" .TC", *at, 4) == NULL)
      return FALSE;
  return TRUE;
}

/* Skips the prefix that a console, syslog or the journal puts before a kernel line. */
static const char *
skip_console (const char *at,
              const char *end)
{
  const char *limit = at + MIN (end - at, 160);
  const char *p = at;

  if (p < limit && *p == '<' && p + 1 < limit && th_txt_is_digit (p[1]))
    {
      const char *close = memchr (p, '>', (gsize) MIN (limit - p, 6));

      p = close != NULL ? close + 1 : p;
    }
  else if (p < limit && *p != ' ' && *p != '[')
    {
      const char *kernel = memmem (p, (gsize) (limit - p), " kernel: ", 9);

      p = kernel != NULL ? kernel + 9 : p;
    }

  /* "[  123.456789] ", "[ 12.3][ T42] " */
  for (guint i = 0; i < 2 && p < limit && *p == '['; i++)
    {
      const char *close = memchr (p, ']', (gsize) MIN (limit - p, 32));

      if (close == NULL || !is_stamp (p + 1, close))
        break;
      p = close + 1;
    }
  if (p != at && p < end && *p == ' ')
    p++;
  return p;
}

static void
line_clear (ThTxtLine *line)
{
  line->cpu = TH_TXT_NO_CPU;
  line->pid = line->tgid = -1;
  line->unit = TH_TXT_TIME_NONE;
  line->time = 0;
  line->comm = line->system = line->name = line->info = (ThTxtPart) { "", 0 };
  line->duration = line->lost = -1;
}

static gboolean
parse_any (const char *at,
           const char *end,
           ThTxtLine  *line)
{
  const char *first = th_txt_skip_blanks (at, end);

  line_clear (line);
  line->kind = TH_TXT_EVENT;
  if (first < end && th_txt_is_digit (*first))
    {
      if (th_txt_parse_graph (first, end, line))
        return TRUE;
      line_clear (line);
    }
  return parse_ftrace (at, first, end, line) || parse_perf (at, end, line);
}

static gboolean
is_rule (const char *at,
         const char *end)
{
  const char *from = at;

  while (at < end && (*at == '-' || *at == '='))
    at++;
  return at - from > 10 && th_txt_skip_blanks (at, end) == end;
}

static gboolean
is_noise (const char *at,
          const char *end)
{
  return is_rule (at, end) || (end - at >= 9 && memcmp (at, "</script>", 9) == 0) ||
         (end - at == 2 && memcmp (at, "\";", 2) == 0) ||
         (end - at >= 6 && memcmp (at, "cpus=", 5) == 0) ||
         (end - at >= 7 && memcmp (at, "Dumping ", 7) == 0);
}

/* Whether the line has bytes that do not occur in text. */
static gboolean
is_binary (const char *text,
           const char *end)
{
  for (; text < end; text++)
    if ((guchar) *text < 0x20 && memchr ("\t\r\f\033", *text, 4) == NULL)
      return TRUE;
  return FALSE;
}

static void
parse_rest (const char *text,
            const char *end,
            ThTxtLine  *line)
{
  const char *at = th_txt_skip_blanks (text, end);

  if (parse_lost (at, end, line))
    line->kind = TH_TXT_LOST;
  else if (at == text && parse_raw (at, end))
    line->kind = TH_TXT_RAW;
  else if (is_noise (at, end))
    line->kind = TH_TXT_NOISE;
  else
    line->kind = is_binary (text, end) ? TH_TXT_BINARY : TH_TXT_OTHER;
}

/* Task names of the kernel are shorter, so a longer one has a prefix. */
static gboolean
is_plain_event (const char *text,
                const char *end,
                ThTxtLine  *line)
{
  return parse_any (text, end, line) && line->comm.size <= MAX_COMM;
}

void
th_txt_parse_line (const char *text,
                   gsize       size,
                   ThTxtLine  *line)
{
  const char *end = text + size;
  const char *inner;

  if (end > text && end[-1] == '\r')
    end--;
  /* The first HTML of systrace had the trace as a JavaScript string: "…\n\". */
  if (end - text >= 3 && memcmp (end - 3, "\\n\\", 3) == 0)
    {
      end -= 3;
      if (end == text)
        {
          line_clear (line);
          line->kind = TH_TXT_NOISE;
          return;
        }
    }
  if (text < end && *text == '#')
    {
      line_clear (line);
      line->kind = TH_TXT_COMMENT;
      return;
    }
  if (text < end && *text != '[' && *text != '<' && is_plain_event (text, end, line))
    return;
  /* It was a CPU, not a timestamp of the console. */
  line_clear (line);
  line->kind = TH_TXT_EVENT;
  if (text < end && *text == '[' && parse_perf (text, end, line) && line->comm.size == 0)
    return;

  inner = skip_console (text, end);
  if (inner != text && is_plain_event (inner, end, line))
    return;
  if (parse_any (text, end, line))
    return;
  line_clear (line);
  parse_rest (inner, end, line);
}
