/* th-agent-names.c - which texts of a window may reach the kernel
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-agent-names.h"

#define MAX_WORD 127
#define MAX_PROBE_NAME 63

static gboolean
consists_of (const char *text,
             const char *others,
             gsize       max)
{
  gsize n = 0;

  for (; text[n] != '\0'; n++)
    if (n >= max || (!g_ascii_isalnum (text[n]) && strchr (others, text[n]) == NULL))
      return FALSE;
  return n > 0;
}

gboolean
th_agent_is_word (const char *text)
{
  return consists_of (text, "_-.", MAX_WORD) && *text != '.' && *text != '-';
}

gboolean
th_agent_is_line (const char *text,
                  gsize       max)
{
  gsize n = strlen (text);

  if (n == 0 || n > max)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    if (g_ascii_iscntrl (text[i]))
      return FALSE;
  return TRUE;
}

gboolean
th_agent_is_functions (const char *text)
{
  return consists_of (text, "_.*?", MAX_WORD);
}

gboolean
th_agent_split_event (const char  *text,
                      char       **system,
                      char       **event)
{
  g_auto(GStrv) parts = g_strsplit (text, ":", 3);

  if (g_strv_length (parts) != 2 || !th_agent_is_word (parts[0]) || !th_agent_is_word (parts[1]))
    return FALSE;
  *system = g_strdup (parts[0]);
  *event = g_strdup (parts[1]);
  return TRUE;
}

static gboolean
is_kind (const char *kind)
{
  gsize n_digits;

  if (kind[0] == '\0' || strchr ("prft", kind[0]) == NULL)
    return FALSE;
  n_digits = strspn (kind + 1, "0123456789");
  return kind[1 + n_digits] == '\0' && n_digits <= (kind[0] == 'r' ? 4 : 0);
}

char *
th_agent_dup_probe (const char  *line,
                    const char  *group,
                    char       **name)
{
  g_auto(GStrv) words = NULL;

  /* "#" would begin a comment. */
  if (!th_agent_is_line (line, TH_AGENT_MAX_PROBE) || strchr (line, '#') != NULL)
    return NULL;
  words = g_strsplit (line, " ", 4);
  if (g_strv_length (words) < 3 || !is_kind (words[0]) ||
      !consists_of (words[1], "_", MAX_PROBE_NAME) || g_ascii_isdigit (words[1][0]) ||
      !consists_of (words[2], "_.:+%$", MAX_WORD))
    return NULL;

  *name = g_strdup (words[1]);
  return g_strdup_printf ("%s:%s/%s %s %s", words[0], group, words[1], words[2],
                          words[3] != NULL ? words[3] : "");
}
