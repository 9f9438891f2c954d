/* th-tracecmd-syntax.c - reads trace-cmd's list of types, as in "system/event[,…]:"
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace-cmd interprets a name as a regular expression that must match the whole name, ignoring
 * case; a name without a slash matches the system or the event (trace-cmd-report(1), -F).
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-error.h"
#include "th-filter-names.h"
#include "th-tracecmd-syntax.h"

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* --- detection --------------------------------------------------------- */

/* The end of a possible list of types: its colon or the end of the text; 0 if the text is
 * something else.  Words may only be separated by commas. */
static guint
list_end (const char *text)
{
  gboolean in_word = FALSE, ended = FALSE;
  guint at = 0;

  for (; text[at] != '\0' && text[at] != ':'; at++)
    {
      if (text[at] == ',' || text[at] == '/')
        in_word = ended = FALSE;
      else if (g_ascii_isspace (text[at]))
        ended = in_word;
      else if (!is_name (text[at]) && strchr (".*?+[]^$|\\-", text[at]) == NULL)
        return 0;
      else if (ended)
        return 0;
      else
        in_word = TRUE;
    }

  return at;
}

/* Whether "a:b" is a type and not the type list a before the field b. */
static gboolean
is_type (ThRecording *recording,
         const char  *text,
         guint        colon)
{
  g_autofree char *system = g_strndup (text, colon);
  guint to = colon + 1;
  g_autofree char *event = NULL;
  gboolean found;
  FilterTypes types = { 0, };

  while (is_name (text[to]) || text[to] == '*' || text[to] == '?')
    to++;
  event = g_strndup (text + colon + 1, to - colon - 1);
  types.system = filter_text_new (TEXT_GLOB, FALSE, system);
  types.event = filter_text_new (TEXT_GLOB, FALSE, event);
  found = filter_types_match_any (&types, recording);
  filter_types_clear (&types);
  if (found || strpbrk (event, "*?") != NULL)
    return TRUE;

  /* There is no such type, so if a comparison follows it is a field. */
  while (g_ascii_isspace (text[to]))
    to++;
  return text[to] == '\0' || strchr ("=!<>&~+-*/%|^", text[to]) == NULL;
}

static gboolean
is_list (ThRecording *recording,
         const char  *text,
         guint        end)
{
  g_autofree char *list = g_strndup (text, end);

  if (end == 0)
    return FALSE;
  if (text[end] == '\0' && strchr (list, ',') == NULL && strchr (list, '/') != NULL)
    return !filter_is_quotient (recording, text, strchr (list, '/') - list);
  if (text[end] == '\0')
    return strpbrk (list, "/,") != NULL;
  if (strpbrk (list, "/,.+[]^$|\\") != NULL)
    return TRUE;

  return g_ascii_isspace (text[end - 1]) ||
         !(is_name (text[end + 1]) || text[end + 1] == '*' || text[end + 1] == '?') ||
         !is_type (recording, text, end);
}

/* --- parsing ----------------------------------------------------------- */

/* Finds the types as trace-cmd does; if there are none, interprets the names as globs. */
static gboolean
fill_types (ThRecording *recording,
            const char  *system,
            const char  *event,
            FilterTypes *types)
{
  for (guint i = 0; i < 2; i++)
    {
      const char *words[] = { system, event };
      FilterText *texts[2];

      for (guint j = 0; j < 2; j++)
        {
          g_autofree char *pattern = filter_regex_from_basic (words[j], TRUE);

          texts[j] = i == 0 ? filter_text_new_regex (pattern, TRUE, FALSE, NULL)
                            : filter_text_new (TEXT_GLOB, FALSE, words[j]);
        }

      *types = (FilterTypes) { texts[0], texts[1], system == event };
      if (texts[0] != NULL && texts[1] != NULL && filter_types_match_any (types, recording))
        return TRUE;
      filter_types_clear (types);
    }

  return FALSE;
}

static gboolean
add_types (ThRecording *recording,
           const char  *text,
           guint        from,
           guint        to,
           GArray      *list)
{
  g_autofree char *copy = g_strndup (text + from, to - from);
  char *slash = strchr (copy, '/');
  char *system = copy, *event = copy;
  FilterTypes types;

  if (slash != NULL)
    {
      *slash = '\0';
      event = slash + 1;
      g_strstrip (event);
    }
  g_strstrip (system);

  if (system[0] == '\0' || event[0] == '\0' || !fill_types (recording, system, event, &types))
    return FALSE;

  g_array_append_val (list, types);
  return TRUE;
}

guint
filter_find_prefix (ThRecording  *recording,
                    const char   *text,
                    GArray       *types,
                    guint        *begin,
                    guint        *end,
                    GError      **error)
{
  guint to = list_end (text);

  if (!is_list (recording, text, to))
    return 0;

  for (guint at = 0; at < to; at++)
    {
      guint from = at;

      while (at < to && text[at] != ',')
        at++;
      while (from < at && g_ascii_isspace (text[from]))
        from++;
      if (!add_types (recording, text, from, at, types))
        {
          filter_fail (begin, end, error, TH_FILTER_ERROR_UNKNOWN, from, at,
                       _("There is no event or system named “%.*s”"),
                       (int) (at - from), text + from);
          return 0;
        }
    }

  return text[to] == ':' ? to + 1 : to;
}
