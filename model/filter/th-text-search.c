/* th-text-search.c - makes a filter from a text to search for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-filter-private.h"
#include "th-text-search.h"

/* The parts of the text of an event, cheapest first: a match in one part skips the rest. */
static const struct
{
  FilterSubject subject;
  guint         cost;
} parts[] = {
  { SUBJECT_EVENT, 1 },
  { SUBJECT_SAVED, 2 },
  { SUBJECT_TASK, 2 },
  { SUBJECT_INFO, COST_PAYLOAD + 1 },
};

static gboolean
has_capital (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isupper (g_utf8_get_char (text)))
      return TRUE;

  return FALSE;
}

/* --- texts -------------------------------------------------------------- */

static FilterText *
new_plain (const char *pattern)
{
  FilterText *text;

  if (!has_capital (pattern))
    return filter_text_new (TEXT_CONTAINS, FALSE, pattern);

  text = filter_text_new (TEXT_CONTAINS, FALSE, NULL);
  text->exact = TRUE;
  g_ptr_array_add (text->words, g_strdup (pattern));
  return text;
}

static FilterText *
new_text (ThFindKind    kind,
          const char   *pattern,
          gboolean      ignore_case,
          GError      **error)
{
  g_autoptr(GError) reason = NULL;
  FilterText *text;

  if (kind == TH_FIND_TEXT)
    return new_plain (pattern);

  if ((text = filter_text_new_regex (pattern, ignore_case, FALSE, &reason)) == NULL)
    g_set_error (error, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX,
                 _("Invalid regular expression: %s"), reason->message);
  return text;
}

/* For a valid text, one condition for each part. */
static gboolean
add_parts (ThFilter    *self,
           ThFindKind   kind,
           const char  *pattern,
           gboolean     ignore_case,
           GError     **error)
{
  self->root = filter_node_new (NODE_OR);
  self->root->cost = COST_PAYLOAD + 1;
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      FilterText *text = new_text (kind, pattern, ignore_case, error);
      FilterLeaf *leaf;
      FilterNode *node;

      if (text == NULL)
        return FALSE;

      leaf = filter_leaf_new (kind == TH_FIND_TEXT ? OP_CONTAINS : OP_REGEX, 0, strlen (pattern));
      leaf->left.subject = parts[i].subject;
      leaf->with_pid = parts[i].subject == SUBJECT_SAVED || parts[i].subject == SUBJECT_TASK;
      leaf->text = text;
      node = filter_leaf_node (self, leaf);
      node->cost = parts[i].cost;
      g_ptr_array_add (self->root->children, node);
    }

  return TRUE;
}

static ThFilter *
new_of_parts (ThRecording  *recording,
              ThFindKind    kind,
              const char   *pattern,
              gboolean      ignore_case,
              guint        *begin,
              guint        *end,
              GError      **error)
{
  g_autoptr(ThFilter) self = filter_new_empty (recording, pattern, begin, end, error);

  if (self == NULL)
    return NULL;

  if (!add_parts (self, kind, pattern, ignore_case, error))
    {
      *end = strlen (pattern);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* --- one line ----------------------------------------------------------- */

/* "/re/" and "/re/i", but not "/sys" or "//". */
static char *
dup_regex (const char *entry,
           gboolean   *ignore_case)
{
  gsize length = strlen (entry);

  *ignore_case = length > 0 && entry[length - 1] == 'i';
  length -= *ignore_case;
  if (length < 3 || entry[0] != '/' || entry[length - 1] != '/')
    return NULL;

  return g_strndup (entry + 1, length - 2);
}

static ThFilter *
new_of_entry (ThRecording  *recording,
              const char   *entry,
              guint        *begin,
              guint        *end,
              GError      **error)
{
  gboolean ignore_case;
  g_autofree char *regex = dup_regex (entry, &ignore_case);
  gboolean has_sign = regex != NULL || entry[0] == '=';
  ThFilter *self;

  if (regex != NULL)
    self = new_of_parts (recording, TH_FIND_REGEX, regex, ignore_case, begin, end, error);
  else if (entry[0] == '=')
    self = th_find_new (recording, TH_FIND_EXPRESSION, entry + 1, begin, end, error);
  else
    self = new_of_parts (recording, TH_FIND_TEXT, entry, FALSE, begin, end, error);

  *begin += has_sign;
  *end += has_sign;
  return self;
}

/* --- public ------------------------------------------------------------- */

ThFilter *
th_find_new (ThRecording  *recording,
             ThFindKind    kind,
             const char   *pattern,
             guint        *begin,
             guint        *end,
             GError      **error)
{
  guint ignored[2];

  begin = begin != NULL ? begin : &ignored[0];
  end = end != NULL ? end : &ignored[1];
  *begin = *end = 0;
  if (pattern[strspn (pattern, " \t\n")] == '\0' &&
      (kind == TH_FIND_EXPRESSION || pattern[0] == '\0'))
    {
      g_set_error_literal (error, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX,
                           _("There is nothing to find"));
      return NULL;
    }

  switch (kind)
    {
    case TH_FIND_EXPRESSION:
      return th_filter_new (recording, pattern, begin, end, error);
    case TH_FIND_ENTRY:
      return new_of_entry (recording, pattern, begin, end, error);
    default:
      return new_of_parts (recording, kind, pattern, FALSE, begin, end, error);
    }
}

gboolean
th_find_matches_case (const char *entry)
{
  gboolean ignore_case;
  g_autofree char *regex = dup_regex (entry, &ignore_case);

  if (regex != NULL)
    return !ignore_case;

  return entry[0] != '=' && has_capital (entry);
}

/* Writes the text as a regular expression between slashes. */
static char *
quote_text (const char *text)
{
  g_autofree char *escaped = g_regex_escape_string (text, -1);
  GString *quoted = g_string_new ("/");

  for (const char *at = escaped; *at != '\0'; at++)
    g_string_append_printf (quoted, "%s%c", *at == '/' ? "\\" : "", *at);
  g_string_append (quoted, has_capital (text) ? "/" : "/i");

  return g_string_free (quoted, FALSE);
}

ThFilter *
th_find_new_field (ThRecording  *recording,
                   const char   *field,
                   const char   *text,
                   guint        *begin,
                   guint        *end,
                   GError      **error)
{
  g_autofree char *as_text = NULL, *as_number = NULL, *quoted = NULL;
  g_autoptr(GError) reason = NULL;
  guint at[2];
  ThFilter *self;

  begin = begin != NULL ? begin : &at[0];
  end = end != NULL ? end : &at[1];
  *begin = *end = 0;
  if (!g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX,
                           _("This is not valid UTF-8"));
      return NULL;
    }

  quoted = quote_text (text);
  as_text = g_strdup_printf ("%s =~ %s", field, quoted);
  self = th_filter_new (recording, as_text, begin, end, &reason);
  if (self == NULL && g_error_matches (reason, TH_FILTER_ERROR, TH_FILTER_ERROR_TYPE))
    {
      as_number = g_strdup_printf ("%s == %s", field, text);
      self = th_filter_new (recording, as_number, begin, end, NULL);
    }

  /* The user wrote the field first. */
  *end = MIN (*end, strlen (field));
  *begin = MIN (*begin, *end);
  if (self == NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return self;
}
