/* th-filter-state.c - a filter's text and the conditions beside it, in one string
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-private.h"
#include "th-filter-state.h"
#include "th-tracecmd-syntax.h"

/* --- reading ------------------------------------------------------------ */

const char *
th_filter_state_get_text (const char *state)
{
  const char *end = strrchr (state, '\n');

  return end != NULL ? end + 1 : state;
}

guint
th_filter_state_get_n_chips (const char *state)
{
  guint n = 0;

  while ((state = strchr (state, '\n')) != NULL)
    {
      state++;
      n++;
    }

  return MIN (n, TH_FILTER_MAX_CHIPS);
}

/* Where the line of a chip begins; NULL if there are fewer. */
static const char *
find_chip (const char *state,
           guint       index)
{
  for (; strchr (state, '\n') != NULL; state = strchr (state, '\n') + 1)
    if (index-- == 0)
      return state;

  return NULL;
}

char *
th_filter_state_dup_chip (const char *state,
                          guint       index,
                          gboolean   *out)
{
  const char *chip = index < TH_FILTER_MAX_CHIPS ? find_chip (state, index) : NULL;

  if (chip == NULL)
    return NULL;

  *out = chip[0] == '-';
  if (chip[0] == '+' || chip[0] == '-')
    chip++;
  return g_strndup (chip, strcspn (chip, "\n"));
}

/* --- changing ----------------------------------------------------------- */

char *
th_filter_state_set_text (const char *state,
                          const char *text)
{
  const char *old = th_filter_state_get_text (state);
  char *changed = g_strdup_printf ("%.*s%s", (int) (old - state), state, text);

  /* Elsewhere a line's end is a blank. */
  g_strdelimit (changed + (old - state), "\n", ' ');
  return changed;
}

char *
th_filter_state_remove_chip (const char *state,
                             guint       index)
{
  const char *chip = find_chip (state, index);

  if (chip == NULL)
    return g_strdup (state);

  return g_strdup_printf ("%.*s%s", (int) (chip - state), state, strchr (chip, '\n') + 1);
}

static char *
set_out (const char *state,
         guint       index,
         gboolean    out)
{
  char *changed = g_strdup (state);
  char *chip = (char *) find_chip (changed, index);

  if (chip != NULL && (chip[0] == '+' || chip[0] == '-'))
    chip[0] = out ? '-' : '+';
  return changed;
}

char *
th_filter_state_turn_chip (const char *state,
                           guint       index)
{
  const char *chip = find_chip (state, index);

  return set_out (state, index, chip != NULL && chip[0] == '+');
}

char *
th_filter_state_add_chip (const char *state,
                          const char *test,
                          gboolean    out)
{
  const char *text = th_filter_state_get_text (state);
  guint n = th_filter_state_get_n_chips (state);

  for (guint i = 0; i < n; i++)
    {
      gboolean was_out;
      g_autofree char *other = th_filter_state_dup_chip (state, i, &was_out);

      if (strcmp (other, test) == 0)
        return set_out (state, i, out);
    }
  if (n == TH_FILTER_MAX_CHIPS || strchr (test, '\n') != NULL || test[0] == '\0')
    return g_strdup (state);

  return g_strdup_printf ("%.*s%c%s\n%s", (int) (text - state), state, out ? '-' : '+', test, text);
}

/* --- as an expression --------------------------------------------------- */

/* What a test asks for: its first word; of types nothing but that. */
static char *
dup_subject (const char *test)
{
  gsize length = strspn (test, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.");

  return test[length] == ':' || test[length] == '\0' ? g_strdup ("type") : g_strndup (test, length);
}

static void
append_joint (GString    *all,
              const char *joint)
{
  if (all->len > 0)
    g_string_append (all, joint);
}

/* Whether it can stand beside others without parentheses. */
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

/* One of those that ask for the same as chip @index, which is their first. */
static void
append_group (GString    *all,
              const char *state,
              guint       index,
              GHashTable *done)
{
  gboolean out = FALSE;
  g_autofree char *test = th_filter_state_dup_chip (state, index, &out);
  g_autofree char *subject = dup_subject (test);
  g_autoptr(GString) group = g_string_new (NULL);
  guint n = 0;

  if (out || !g_hash_table_add (done, g_strdup (subject)))
    return;

  for (guint i = index; i < th_filter_state_get_n_chips (state); i++)
    {
      g_autofree char *other = th_filter_state_dup_chip (state, i, &out);
      g_autofree char *other_subject = dup_subject (other);

      if (out || strcmp (subject, other_subject) != 0)
        continue;
      append_joint (group, " or ");
      append_test (group, other);
      n++;
    }
  append_joint (all, " and ");
  g_string_append_printf (all, n > 1 ? "(%s)" : "%s", group->str);
}

static char *
chips_to_expression (const char *state)
{
  g_autoptr(GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *all = g_string_new (NULL);
  guint n = th_filter_state_get_n_chips (state);

  for (guint i = 0; i < n; i++)
    append_group (all, state, i, done);
  for (guint i = 0; i < n; i++)
    {
      gboolean out = FALSE;
      g_autofree char *test = th_filter_state_dup_chip (state, i, &out);

      if (!out)
        continue;
      append_joint (all, " and ");
      g_string_append (all, "not ");
      append_test (all, test);
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
th_filter_state_to_expression (ThRecording *recording,
                               const char  *state)
{
  const char *text = th_filter_state_get_text (state);
  g_autofree char *chips = NULL;

  if (th_filter_state_get_n_chips (state) == 0)
    return g_strdup (text);

  chips = chips_to_expression (state);
  if (is_blank (text))
    return g_steal_pointer (&chips);
  if (has_prefix (recording, text))
    return NULL;

  return g_strdup_printf (is_simple (text) ? "%s and %s" : "%s and (%s)", chips, text);
}

ThFilter *
th_filter_state_compile (ThRecording  *recording,
                         const char   *state,
                         guint        *begin,
                         guint        *end,
                         GError      **error)
{
  g_autoptr(ThFilter) self = th_filter_new (recording, th_filter_state_get_text (state), begin, end,
                                            error);
  g_autofree char *chips = chips_to_expression (state);
  ThFilter *other;

  if (self == NULL || chips[0] == '\0')
    return g_steal_pointer (&self);

  *begin = *end = 0;
  other = th_filter_new (recording, chips, NULL, NULL, error);
  if (other == NULL)
    return NULL;

  filter_join (self, other);
  return g_steal_pointer (&self);
}

/* --- what a chip says ---------------------------------------------------- */

/* "NO_SOCKET · eth0 · dropped" of several that have to hold: their values say enough. */
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
