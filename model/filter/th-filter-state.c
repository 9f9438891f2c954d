/* th-filter-state.c - a filter as the user sees it: a text and chips
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-filter-state.h"

/* Shared by atomic reference count; written only before it is returned. */
struct _ThFilterState
{
  char         *text;
  guint         n_chips;
  ThFilterChip  chips[TH_FILTER_MAX_CHIPS];
};

/* --- life --------------------------------------------------------------- */

static void
append_chip (ThFilterState *self,
             char          *test, /* takes ownership */
             gboolean       excluded)
{
  self->chips[self->n_chips++] = (ThFilterChip) { test, excluded };
}

static ThFilterState *
copy (const ThFilterState *self)
{
  ThFilterState *other = g_atomic_rc_box_new0 (ThFilterState);

  other->text = g_strdup (self->text);
  for (guint i = 0; i < self->n_chips; i++)
    append_chip (other, g_strdup (self->chips[i].test), self->chips[i].excluded);

  return other;
}

ThFilterState *
th_filter_state_new (const char *text)
{
  ThFilterState *self = g_atomic_rc_box_new0 (ThFilterState);

  self->text = g_strdelimit (g_strdup (text), "\n", ' ');

  return self;
}

ThFilterState *
th_filter_state_ref (ThFilterState *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  ThFilterState *self = data;

  for (guint i = 0; i < self->n_chips; i++)
    g_free (self->chips[i].test);
  g_free (self->text);
}

void
th_filter_state_unref (ThFilterState *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gboolean
th_filter_state_equal_chips (const ThFilterState *self,
                             const ThFilterState *other)
{
  if (self->n_chips != other->n_chips)
    return FALSE;

  for (guint i = 0; i < self->n_chips; i++)
    if (self->chips[i].excluded != other->chips[i].excluded ||
        strcmp (self->chips[i].test, other->chips[i].test) != 0)
      return FALSE;

  return TRUE;
}

gboolean
th_filter_state_equal (const ThFilterState *self,
                       const ThFilterState *other)
{
  if (self == NULL || other == NULL || self == other)
    return self == other;

  return strcmp (self->text, other->text) == 0 && th_filter_state_equal_chips (self, other);
}

/* --- as a string -------------------------------------------------------- */

static gboolean
is_blank (const char *text)
{
  while (g_ascii_isspace (*text))
    text++;

  return *text == '\0';
}

static void
parse_chip (ThFilterState *self,
            const char    *line,
            const char    *line_end)
{
  gboolean has_sign = line[0] == '+' || line[0] == '-';

  if (self->n_chips < TH_FILTER_MAX_CHIPS)
    append_chip (self, g_strndup (line + has_sign, line_end - line - has_sign), line[0] == '-');
}

ThFilterState *
th_filter_state_parse (const char *string)
{
  ThFilterState *self;
  const char *end;

  if (is_blank (string))
    return th_filter_state_new ("");

  self = g_atomic_rc_box_new0 (ThFilterState);
  for (; (end = strchr (string, '\n')) != NULL; string = end + 1)
    parse_chip (self, string, end);
  self->text = g_strdup (string);

  return self;
}

char *
th_filter_state_to_string (const ThFilterState *self)
{
  GString *string = g_string_new (NULL);

  for (guint i = 0; i < self->n_chips; i++)
    g_string_append_printf (string, "%c%s\n", self->chips[i].excluded ? '-' : '+',
                            self->chips[i].test);
  g_string_append (string, self->text);

  return g_string_free (string, FALSE);
}

/* --- reading ------------------------------------------------------------ */

gboolean
th_filter_state_is_empty (const ThFilterState *self)
{
  return self->n_chips == 0 && is_blank (self->text);
}

const char *
th_filter_state_get_text (const ThFilterState *self)
{
  return self->text;
}

guint
th_filter_state_get_n_chips (const ThFilterState *self)
{
  return self->n_chips;
}

const ThFilterChip *
th_filter_state_get_chip (const ThFilterState *self,
                          guint                index)
{
  return index < self->n_chips ? &self->chips[index] : NULL;
}

gboolean
th_filter_state_find_chip (const ThFilterState *self,
                           const char          *test,
                           guint               *index)
{
  for (guint i = 0; i < self->n_chips; i++)
    if (strcmp (self->chips[i].test, test) == 0)
      {
        *index = i;
        return TRUE;
      }

  return FALSE;
}

/* --- changing ----------------------------------------------------------- */

ThFilterState *
th_filter_state_replace_text (const ThFilterState *self,
                              const char          *text)
{
  ThFilterState *changed = copy (self);

  g_free (changed->text);
  changed->text = is_blank (text) ? g_strdup ("") : g_strdelimit (g_strdup (text), "\n", ' ');

  return changed;
}

ThFilterState *
th_filter_state_add_chip (const ThFilterState *self,
                          const char          *test,
                          gboolean             excluded)
{
  ThFilterState *changed = copy (self);
  guint index;

  if (th_filter_state_find_chip (self, test, &index))
    changed->chips[index].excluded = excluded;
  else if (self->n_chips < TH_FILTER_MAX_CHIPS && test[0] != '\0' && strchr (test, '\n') == NULL)
    append_chip (changed, g_strdup (test), excluded);

  return changed;
}

ThFilterState *
th_filter_state_remove_chip (const ThFilterState *self,
                             guint                index)
{
  ThFilterState *changed = copy (self);

  if (index >= self->n_chips)
    return changed;

  g_free (changed->chips[index].test);
  changed->n_chips--;
  memmove (&changed->chips[index], &changed->chips[index + 1],
           (changed->n_chips - index) * sizeof (ThFilterChip));

  return changed;
}

ThFilterState *
th_filter_state_turn_chip (const ThFilterState *self,
                           guint                index)
{
  ThFilterState *changed = copy (self);

  if (index < self->n_chips)
    changed->chips[index].excluded = !self->chips[index].excluded;

  return changed;
}
