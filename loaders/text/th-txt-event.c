/* th-txt-event.c - name and information of an event in a line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-txt-event.h"
#include "th-txt-line.h"
#include "th-txt-token.h"

#define PART(s) ((ThTxtPart) { s, sizeof s - 1 })

/* "cycles:u" is an event with a modifier, "skb:kfree_skb" an event of a system. */
static gboolean
is_modifier (const char *text,
             gsize       size)
{
  if (size > 8)
    return FALSE;
  for (gsize i = 0; i < size; i++)
    if (memchr ("ukhIGHpPSDWeb", text[i], 13) == NULL)
      return FALSE;
  return TRUE;
}

/* @colon: the first one in the name, or NULL. */
static void
set_name (ThTxtLine  *line,
          const char *text,
          gsize       size,
          const char *colon)
{
  line->name = (ThTxtPart) { text, size };
  if (colon == NULL || colon == text || is_modifier (colon + 1, (gsize) (text + size - colon - 1)))
    return;

  line->system = (ThTxtPart) { text, (gsize) (colon - text) };
  line->name = (ThTxtPart) { colon + 1, (gsize) (text + size - colon - 1) };
}

static void
make_name (ThTxtLine  *line,
           const char *before,
           const char *text,
           gsize       size)
{
  gsize length = strlen (before);

  size = MIN (size, sizeof line->made - length);
  memcpy (line->made, before, length);
  memcpy (line->made + length, text, size);
  line->name = (ThTxtPart) { line->made, length + size };
}

/* Events whose text does not begin with "name:". */
static void
set_odd_name (const char *at,
              const char *word_end,
              const char *end,
              ThTxtLine  *line)
{
  const char *bracket = memchr (at, '(', (gsize) (word_end - at));
  gboolean is_call = word_end - at > 4 && memcmp (at, "sys_", 4) == 0;

  line->info = (ThTxtPart) { at, (gsize) (end - at) };
  if (end - word_end >= 3 && memcmp (word_end, " <-", 3) == 0)
    line->name = PART ("function");
  else if (end - at >= 6 && memcmp (at, "<stack", 6) == 0)
    line->name = PART ("kernel_stack");
  else if (end - at >= 5 && memcmp (at, "<user", 5) == 0)
    line->name = PART ("user_stack");
  else if (is_call && bracket != NULL)
    make_name (line, "sys_enter_", at + 4, (gsize) (bracket - at) - 4);
  else if (is_call && end - word_end >= 4 && memcmp (word_end, " -> ", 4) == 0)
    make_name (line, "sys_exit_", at + 4, (gsize) (word_end - at) - 4);
  else
    line->name = PART ("unnamed");
}

const char *
th_txt_parse_event (const char *at,
                    const char *end,
                    ThTxtLine  *line)
{
  /* Characters that end the word or divide it. */
  static const gboolean is_special[256] = {
    [' '] = TRUE, ['\t'] = TRUE, [':'] = TRUE, ['('] = TRUE
  };
  const char *word_end, *colon = NULL, *bracket = NULL;

  for (word_end = at; word_end < end; word_end++)
    if (!is_special[(guchar) *word_end])
      continue;
    else if (th_txt_is_blank (*word_end))
      break;
    else if (*word_end == '(')
      bracket = word_end;
    else if (colon == NULL)
      colon = word_end;
  if (word_end == at)
    return NULL;

  if (word_end[-1] != ':' || word_end - at > TH_TXT_MAX_NAME || bracket != NULL)
    {
      set_odd_name (at, word_end, end, line);
      return word_end;
    }
  if (word_end - at < 2)
    return NULL;

  set_name (line, at, (gsize) (word_end - at) - 1, colon != word_end - 1 ? colon : NULL);
  at = th_txt_skip_blanks (word_end, end);
  line->info = (ThTxtPart) { at, (gsize) (end - at) };
  return word_end;
}
