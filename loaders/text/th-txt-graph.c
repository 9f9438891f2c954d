/* th-txt-graph.c - lines of the function_graph tracer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   [time |] cpu) [comm-pid |] [flags |] [mark] [duration us] |  body
 */
#include "config.h"

#include <string.h>

#include "th-txt-event.h"
#include "th-txt-graph.h"
#include "th-txt-line.h"
#include "th-txt-token.h"

#define PART(s) ((ThTxtPart) { s, sizeof s - 1 })

static ThTxtPart
trim (const char *at,
      const char *end)
{
  at = th_txt_skip_blanks (at, end);
  while (end > at && (end[-1] == ' ' || end[-1] == '\t'))
    end--;
  return (ThTxtPart) { at, (gsize) (end - at) };
}

/* Parses "", "3.475 us", "+ 39.419 us"; from one second on there is no fraction:
 * "$ 1234567 us". */
static gboolean
parse_duration (ThTxtPart  part,
                gint64    *duration)
{
  const char *at = part.text;
  const char *end = at + part.size;
  ThTxtUnit unit;

  *duration = -1;
  if (part.size > 1 && memchr ("+!#*@$", *at, 6) != NULL)
    at = th_txt_skip_blanks (at + 1, end);
  if (at == end)
    return TRUE;
  if (!th_txt_parse_time (&at, end, duration, &unit) || unit == TH_TXT_TIME_HUGE ||
      *duration > G_MAXINT64 / 1000)
    return FALSE;

  /* The digits were read as seconds. */
  *duration = unit == TH_TXT_TIME_NS ? *duration / 1000000 : *duration * 1000;
  at = th_txt_skip_blanks (at, end);
  return end - at == 2 && memcmp (at, "us", 2) == 0;
}

static gboolean
is_flags (ThTxtPart part)
{
  if (part.size < 3 || part.size > 10)
    return FALSE;
  for (gsize i = 0; i < part.size; i++)
    if (!g_ascii_isalnum (part.text[i]) && part.text[i] != '.' && part.text[i] != '#')
      return FALSE;
  return TRUE;
}

gboolean
th_txt_split_graph (ThTxtPart  info,
                    gint64    *duration,
                    ThTxtPart *body)
{
  const char *end = info.text + info.size;
  const char *bar = memchr (info.text, '|', MIN (info.size, 40));

  if (bar == NULL || !parse_duration (trim (info.text, bar), duration))
    return FALSE;
  *body = (ThTxtPart) { bar + 1, (gsize) (end - bar - 1) };
  return TRUE;
}

/* Returns where @word begins, or @end if it does not occur. */
static const char *
find_word (const char *at,
           const char *end,
           const char *word)
{
  const char *found = memmem (at, (gsize) (end - at), word, strlen (word));

  return found != NULL ? found : end;
}

/* Splits off the comment at the end of a line, and moves *@end to where it begins.  Returns its
 * text, starting with the blank before the first word. */
static ThTxtPart
take_comment (const char  *at,
              const char **end)
{
  const char *comment = find_word (at, *end, "/* ");
  const char *stop = *end;

  *end = comment;
  if (comment == stop)
    return (ThTxtPart) { stop, 0 };

  comment += strlen ("/*");
  return (ThTxtPart) { comment, (gsize) (find_word (comment, stop, " */") - comment) };
}

/* Takes the return value from the end of a comment, and shortens the comment. */
static void
take_result (ThTxtPart *comment,
             ThTxtCall *call)
{
  const char *end = comment->text + comment->size;
  const char *caller = find_word (comment->text, end, " <-");
  const char *result = find_word (comment->text, end, " ret=");
  gsize skip = strlen (" ret=");

  if (result == end)
    {
      result = find_word (comment->text, end, " = ");
      skip = strlen (" = ");
    }
  if (result != end)
    call->result = (ThTxtPart) { result + skip, (gsize) (end - result - skip) };
  comment->size = (gsize) (MIN (result, caller) - comment->text);
}

/* Arguments may have parentheses of their own, so the last one ends them. */
static void
take_function (ThTxtPart  text,
           ThTxtCall *call)
{
  const char *end = text.text + text.size;
  const char *open = find_word (text.text, end, "(");
  const char *close = memrchr (open, ')', (gsize) (end - open));

  call->function = (ThTxtPart) { text.text, (gsize) (open - text.text) };
  if (close != NULL)
    call->arguments = (ThTxtPart) { open + 1, (gsize) (close - open - 1) };
}

/* Matches "fn();" and whatever follows. */
static gboolean
is_leaf (ThTxtPart body)
{
  const char *at = th_txt_skip_blanks (body.text, body.text + body.size);
  const char *end = body.text + body.size;
  const char *comment = memmem (at, (gsize) (end - at), " /*", 3);
  const char *semicolon = memrchr (at, ';', (gsize) ((comment != NULL ? comment : end) - at));

  return at < end && *at != '}' && semicolon != NULL;
}

ThTxtCall
th_txt_split_call (ThTxtPart body)
{
  const char *end = body.text + body.size;
  const char *at = th_txt_skip_blanks (body.text, end);
  ThTxtCall call = {
    { at, 0 }, { at, 0 }, { at, 0 }, (guint) MAX (at - body.text - 2, 0) / 2, is_leaf (body)
  };
  ThTxtPart comment = take_comment (at, &end);

  take_result (&comment, &call);
  if (at == end || *at != '}')
    take_function ((ThTxtPart) { at, (gsize) (end - at) }, &call);
  else if (comment.size > 0)
    call.function = (ThTxtPart) { comment.text + 1, comment.size - 1 };

  return call;
}

/* An event between functions is printed as a comment. */
static gboolean
parse_comment (ThTxtPart  part,
               ThTxtLine *line)
{
  const char *at = th_txt_skip_blanks (part.text + 2, part.text + part.size);
  const char *end = part.text + part.size;

  if (part.size >= 4 && memcmp (end - 2, "*/", 2) == 0)
    end = trim (at, end - 2).text + trim (at, end - 2).size;
  if (at >= end)
    return FALSE;
  if (th_txt_parse_event (at, end, line) != NULL && line->info.text != at)
    return TRUE;

  line->name = PART ("print");
  line->system = (ThTxtPart) { "", 0 };
  line->info = (ThTxtPart) { at, (gsize) (end - at) };
  return TRUE;
}

static gboolean
parse_body (const char *columns,
            const char *bar,
            const char *end,
            ThTxtLine  *line)
{
  ThTxtPart body = trim (bar + 1, end);

  if (body.size == 0)
    return FALSE;
  if (body.size > 2 && memcmp (body.text, "/*", 2) == 0)
    return parse_comment (body, line);

  line->name = body.text[0] == '}' ? PART ("funcgraph_exit") : PART ("funcgraph_entry");
  columns = th_txt_skip_blanks (columns, bar);
  line->info = (ThTxtPart) { columns, (gsize) (end - columns) };
  return TRUE;
}

/* Parses the columns after "cpu)". */
static gboolean
parse_columns (const char *at,
               const char *end,
               ThTxtLine  *line)
{
  for (guint i = 0; i < 4; i++)
    {
      const char *bar = memchr (at, '|', (gsize) MIN (end - at, 64));
      ThTxtPart part;

      if (bar == NULL)
        return FALSE;
      part = trim (at, bar);
      if (parse_duration (part, &line->duration))
        return parse_body (at, bar, end, line);
      if (!th_txt_parse_task (part, &line->comm, &line->pid) && !is_flags (part))
        return FALSE;
      at = bar + 1;
    }
  return FALSE;
}

/* "  kworker-17   =>    <idle>-0   " */
static gboolean
parse_switch (const char *at,
              const char *end,
              ThTxtLine  *line)
{
  const char *arrow = memmem (at, (gsize) MIN (end - at, 128), " => ", 4);

  if (arrow == NULL || !th_txt_parse_task (trim (at, arrow), &line->comm, &line->pid) ||
      !th_txt_parse_task (trim (arrow + 4, end), &line->next_comm, &line->next_pid))
    return FALSE;
  line->kind = TH_TXT_SWITCH;
  return TRUE;
}

gboolean
th_txt_parse_graph (const char *text,
                    const char *end,
                    ThTxtLine  *line)
{
  const char *at = th_txt_skip_blanks (text, end);
  guint64 cpu;

  if (at >= end || !g_ascii_isdigit (*at))
    return FALSE;

  if (th_txt_parse_time (&at, end, &line->time, &line->unit) && at < end && *at != ')')
    {
      at = th_txt_skip_blanks (at, end);
      if (at >= end || *at != '|')
        return FALSE;
      at = th_txt_skip_blanks (at + 1, end);
    }
  else
    {
      line->unit = TH_TXT_TIME_NONE;
      line->time = 0;
      at = th_txt_skip_blanks (text, end);
    }
  if (!th_txt_number (&at, end, &cpu) || cpu >= TH_TXT_MAX_CPUS || at >= end || *at != ')')
    return FALSE;

  line->cpu = cpu;
  line->style = TH_TXT_GRAPH;
  return parse_columns (at + 1, end, line) || parse_switch (at + 1, end, line);
}
