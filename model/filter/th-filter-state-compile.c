/* th-filter-state-compile.c - combines the text and the chips of a filter into an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-private.h"
#include "th-filter-state.h"
#include "th-hash.h"
#include "th-tracecmd-syntax.h"

/* --- as an expression --------------------------------------------------- */

/* The name that a condition tests: its first word, or "type" for an event type. */
static char *
dup_subject (const char *test)
{
  gsize length = strspn (test, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");

  return test[length] == ':' || test[length] == '\0' ? g_strdup ("type") : g_strndup (test, length);
}

static void
append_operator (GString    *all,
                 const char *name)
{
  if (all->len > 0)
    g_string_append (all, name);
}

/* Whether it needs no parentheses beside other conditions. */
static gboolean
is_simple (const char *test)
{
  return strcasestr (test, " or ") == NULL && strcasestr (test, " and ") == NULL &&
         strpbrk (test, "|&()\t") == NULL;
}

static void
append_test (GString    *all,
             const char *test)
{
  g_string_append_printf (all, is_simple (test) ? "%s" : "(%s)", test);
}

/* Appends the included chips with the same subject as chip @index, the first of them. */
static void
append_group (GString             *all,
              const ThFilterState *self,
              guint                index,
              GHashTable          *done)
{
  const ThFilterChip *chip = th_filter_state_get_chip (self, index);
  g_autofree char *subject = dup_subject (chip->test);
  g_autoptr(GString) group = g_string_new (NULL);
  guint n = 0;

  if (chip->excluded || !g_hash_table_add (done, g_strdup (subject)))
    return;

  for (guint i = index; (chip = th_filter_state_get_chip (self, i)) != NULL; i++)
    {
      g_autofree char *other_subject = dup_subject (chip->test);

      if (chip->excluded || strcmp (subject, other_subject) != 0)
        continue;
      append_operator (group, " or ");
      append_test (group, chip->test);
      n++;
    }
  append_operator (all, " and ");
  g_string_append_printf (all, n > 1 ? "(%s)" : "%s", group->str);
}

static char *
chips_to_expression (const ThFilterState *self)
{
  g_autoptr(GHashTable) done = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  GString *all = g_string_new (NULL);
  const ThFilterChip *chip;

  for (guint i = 0; i < th_filter_state_get_n_chips (self); i++)
    append_group (all, self, i, done);
  for (guint i = 0; (chip = th_filter_state_get_chip (self, i)) != NULL; i++)
    {
      if (!chip->excluded)
        continue;
      append_operator (all, " and ");
      g_string_append (all, "not ");
      append_test (all, chip->test);
    }

  return g_string_free (all, FALSE);
}

static gboolean
is_blank (const char *text)
{
  return text[strspn (text, " \t")] == '\0';
}

static gboolean
has_prefix (ThRecording *recording,
            const char  *text)
{
  g_autoptr(GArray) types = g_array_new (FALSE, TRUE, sizeof (FilterTypes));
  guint begin, end, from = filter_find_prefix (recording, text, types, &begin, &end, NULL);

  for (guint i = 0; i < types->len; i++)
    filter_types_clear (&g_array_index (types, FilterTypes, i));
  return from > 0;
}

char *
th_filter_state_to_expression (ThRecording         *recording,
                               const ThFilterState *self)
{
  const char *text = th_filter_state_get_text (self);
  g_autofree char *chips = NULL;

  if (th_filter_state_get_n_chips (self) == 0)
    return g_strdup (text);

  chips = chips_to_expression (self);
  if (is_blank (text))
    return g_steal_pointer (&chips);
  if (has_prefix (recording, text))
    return NULL;

  return g_strdup_printf (is_simple (text) ? "%s and %s" : "%s and (%s)", chips, text);
}

ThFilter *
th_filter_state_compile (ThRecording          *recording,
                         const ThFilterState  *self,
                         guint                *begin,
                         guint                *end,
                         GError              **error)
{
  g_autoptr(ThFilter) filter = th_filter_new (recording, th_filter_state_get_text (self), begin,
                                              end, error);
  g_autofree char *chips = chips_to_expression (self);
  ThFilter *other;

  if (filter == NULL || chips[0] == '\0')
    return g_steal_pointer (&filter);

  *begin = *end = 0;
  other = th_filter_new (recording, chips, NULL, NULL, error);
  if (other == NULL)
    return NULL;

  filter_join (filter, other);
  return g_steal_pointer (&filter);
}

/* --- the title of a chip ------------------------------------------------ */

/* "NO_SOCKET · eth0 · dropped": of several conditions only the values are shown. */
static char *
dup_values (const char *test)
{
  g_auto(GStrv) parts = g_strsplit (test, " and ", -1);
  g_autoptr(GString) values = g_string_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *sign = strstr (parts[i], " == ");
      const char *value = sign != NULL ? sign + 4 : NULL;
      gsize length = value != NULL ? strlen (value) : 0;

      if (value == NULL)
        continue;
      if (length >= 2 && value[0] == '"' && value[length - 1] == '"')
        g_string_append_printf (values, "%s%.*s", values->len > 0 ? " · " : "", (int) length - 2,
                                value + 1);
      else
        g_string_append_printf (values, "%s%s", values->len > 0 ? " · " : "", value);
    }

  return g_strdup (values->len > 0 ? values->str : test);
}

char *
th_filter_chip_dup_title (const char *test)
{
  const char *sign = strstr (test, " == ");
  const char *value = sign != NULL ? sign + 4 : NULL;
  gsize length = value != NULL ? strlen (value) : 0;

  if (value == NULL || strpbrk (test, "()|&") != NULL || strstr (test, " or ") != NULL)
    return g_strdup (test);
  if (strstr (test, " and ") != NULL)
    return dup_values (test);
  if (length > 2 && value[0] == '"' && strchr (value + 1, '"') == value + length - 1 &&
      strchr (value, '\\') == NULL)
    return g_strdup_printf ("%.*s %.*s", (int) (sign - test), test, (int) length - 2, value + 1);

  return g_strdup_printf ("%.*s %s", (int) (sign - test), test, value);
}
