/* th-agent-answers.c - answers the questions of a window about the machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-agent-answers.h"
#include "th-agent-names.h"
#include "th-message.h"

#define MAX_NAMES 10000
/* All names together: an answer must fit into its frame. */
#define MAX_BYTES (900 << 10)
#define MAX_FUNCTIONS_TEXT (64 << 20)
#define MAX_PATTERN 128
#define MAX_STARS 8

typedef struct
{
  GPatternSpec   *pattern; /* NULL: all */
  guint           limit;
  guint           n;
  gsize           size;
  gboolean        more;
  GVariantBuilder names;
} Answer;

static void
add_name (Answer     *self,
          const char *name)
{
  g_autofree char *valid = NULL;

  if (self->more || (self->pattern != NULL && !g_pattern_spec_match_string (self->pattern, name)))
    return;
  valid = g_utf8_make_valid (name, -1);
  if (self->n >= self->limit || self->size + strlen (valid) > MAX_BYTES)
    {
      self->more = TRUE;
      return;
    }
  g_variant_builder_add (&self->names, "s", valid);
  self->size += strlen (valid) + 8;
  self->n++;
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

static void
list_events (Answer              *self,
             const ThAgentPlaces *places)
{
  g_autofree char *text = th_agent_file_read_in (places->tracefs, "available_events");
  g_auto(GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);

  qsort (lines, g_strv_length (lines), sizeof *lines, compare_lines);
  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      add_name (self, lines[i]);
}

/* A line is "function [module]". */
static void
list_functions (Answer              *self,
                const ThAgentPlaces *places)
{
  g_autofree char *path = g_build_filename (places->tracefs, "available_filter_functions", NULL);
  g_autofree char *text = th_agent_file_read (path, MAX_FUNCTIONS_TEXT, NULL);

  for (char *line = text; line != NULL && *line != '\0' && !self->more;)
    {
      char *end = line + strcspn (line, "\n");
      gboolean last = *end == '\0';

      *end = '\0';
      line[strcspn (line, " \t")] = '\0';
      add_name (self, line);
      line = last ? NULL : end + 1;
    }
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint64 first = g_ascii_strtoull (*(char *const *) a, NULL, 10);
  guint64 second = g_ascii_strtoull (*(char *const *) b, NULL, 10);

  return first < second ? -1 : first > second;
}

static void
list_processes (Answer              *self,
                const ThAgentPlaces *places)
{
  g_auto(GStrv) pids = th_agent_file_list (places->proc);

  if (pids == NULL)
    return;
  qsort (pids, g_strv_length (pids), sizeof *pids, compare_numbers);
  for (guint i = 0; pids[i] != NULL; i++)
    {
      g_autofree char *folder = g_build_filename (places->proc, pids[i], NULL);
      g_autofree char *name = NULL;
      g_autofree char *line = NULL;

      if (!g_ascii_isdigit (*pids[i]))
        continue;
      name = th_agent_file_read_in (folder, "comm");
      if (name == NULL)
        continue;
      line = g_strdup_printf ("%s %s", pids[i], name);
      add_name (self, line);
    }
}

static gboolean
add_format (Answer              *self,
            const ThAgentPlaces *places,
            const char          *name,
            GError             **error)
{
  g_autofree char *system = NULL;
  g_autofree char *event = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  if (!th_agent_split_event (name, &system, &event))
    {
      g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST,
                           "match: not the name of an event (system:event)");
      return FALSE;
    }
  path = g_build_filename (places->tracefs, "events", system, event, NULL);
  text = th_agent_file_read_in (path, "format");
  if (text != NULL)
    add_name (self, text);
  return TRUE;
}

static gboolean
parse_pattern (Answer      *self,
               const char  *match,
               GError     **error)
{
  guint n_stars = 0;

  for (const char *c = match; *c != '\0'; c++)
    n_stars += *c == '*';
  /* Many stars take time that grows with their number as an exponent. */
  if (strlen (match) > MAX_PATTERN || n_stars > MAX_STARS)
    {
      g_set_error_literal (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST,
                           "match: too long, or too many stars");
      return FALSE;
    }
  self->pattern = g_pattern_spec_new (match);
  return TRUE;
}

static gboolean
collect (Answer              *self,
         const ThAgentPlaces *places,
         GVariant            *question,
         const char          *what,
         GError             **error)
{
  const char *match = th_message_get_string (question, "match", NULL);

  self->limit = MIN (th_message_get_uint (question, "limit", MAX_NAMES), MAX_NAMES);
  if (g_str_equal (what, "format") && places->tracefs != NULL)
    return add_format (self, places, match != NULL ? match : "", error);
  if (match != NULL && !parse_pattern (self, match, error))
    return FALSE;

  if (g_str_equal (what, "events") && places->tracefs != NULL)
    list_events (self, places);
  else if (g_str_equal (what, "functions") && places->tracefs != NULL)
    list_functions (self, places);
  else if (g_str_equal (what, "processes"))
    list_processes (self, places);
  else
    {
      g_set_error (error, TH_AGENT_ERROR, TH_AGENT_ERROR_REQUEST, "what: %s cannot be asked for",
                   what);
      return FALSE;
    }
  return TRUE;
}

GVariant *
th_agent_answer (const ThAgentPlaces *places,
                 GVariant            *question,
                 GError             **error)
{
  const char *what = th_message_get_string (question, "what", "");
  Answer self = { NULL };
  g_autoptr(GVariant) names = NULL;
  gboolean collected;
  GVariantDict dict;

  g_variant_builder_init (&self.names, G_VARIANT_TYPE ("as"));
  collected = collect (&self, places, question, what, error);
  names = g_variant_ref_sink (g_variant_builder_end (&self.names));
  g_clear_pointer (&self.pattern, g_pattern_spec_free);
  if (!collected)
    return NULL;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "ticket", "u", (guint) th_message_get_uint (question, "ticket", 0));
  g_variant_dict_insert (&dict, "what", "s", what);
  g_variant_dict_insert_value (&dict, "names", names);
  g_variant_dict_insert (&dict, "more", "b", self.more);
  return g_variant_dict_end (&dict);
}
