/* th-runner-types.c - which analysis wants which event type, and what is lacking
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-runner-private.h"

/* A remark names so many of the types that are lacking. */
#define MAX_NAMED 4

/* --- wants ------------------------------------------------------------- */

static const char *
put_in (Run        *run,
        GHashTable *params,
        const char *text)
{
  const char *value = NULL;

  /* What a parameter says may be another one, but not round and round. */
  for (guint i = 0; i < 4 && text[0] == '$' && (value = g_hash_table_lookup (params, text + 1)) != NULL; i++)
    text = value;

  return value != NULL ? g_string_chunk_insert (run->strings, text) : text;
}

/* Their analysis has looked at them, so it is not told again. */
static void
want_add_fields (ThWant     *want,
                 guint      *n,
                 Run        *run,
                 const char *list)
{
  g_auto(GStrv) names = g_strsplit (list, ",", -1);

  for (guint i = 0; names[i] != NULL && *n < TH_WANT_MAX_FIELDS; i++)
    {
      g_autofree char *optional = g_strconcat ("?", g_strstrip (names[i]), NULL);

      want->fields[(*n)++] = g_string_chunk_insert (run->strings, optional);
    }
}

static void
run_add_wants (Run          *run,
               GHashTable   *params,
               const ThWant *list)
{
  for (const ThWant *want = list; want != NULL && want->event != NULL && run->wants->len < TH_ANALYSIS_MAX_WANTS; want++)
    {
      ThWant copy = { put_in (run, params, want->event), want->hides, { NULL, }, want->with_stack };
      guint n = 0;

      for (guint i = 0; i < TH_WANT_MAX_FIELDS && want->fields[i] != NULL; i++)
        if (want->fields[i][0] == '$')
          want_add_fields (&copy, &n, run, put_in (run, params, want->fields[i]));
        else if (n < TH_WANT_MAX_FIELDS)
          copy.fields[n++] = want->fields[i];
      g_array_append_val (run->wants, copy);
    }
}

void
th_feed_run_want (Run        *run,
                  GHashTable *params)
{
  run->wants = g_array_new (FALSE, TRUE, sizeof (ThWant));
  run->strings = g_string_chunk_new (256);

  run_add_wants (run, params, run->analysis->wants);
  if (run->analysis->more_wants != NULL)
    run_add_wants (run, params, run->analysis->more_wants (run->state));
  run->wants_met = g_new0 (guint8, run->wants->len + 1);
  run->wants_seen = g_new0 (guint8, run->wants->len + 1);
}

static const ThWant *
run_want (const Run *run,
          guint      index)
{
  return &g_array_index (run->wants, ThWant, index);
}

static gboolean
want_fits (const ThWant *want,
           ThRecording  *recording,
           guint         type)
{
  return th_type_matches (want->event, th_recording_get_type_system (recording, type),
                          th_recording_get_type_name (recording, type)) &&
         (!want->with_stack || th_recording_has_stacks (recording, type));
}

static void
run_remark_field (Run        *run,
                  const char *type,
                  const char *field,
                  const char *hides)
{
  g_autofree char *key = g_strdup_printf ("%s.%s", type, field);
  g_autofree char *text = NULL;

  if (!g_hash_table_add (run->lacking, g_strdup (key)))
    return;

  text = g_strdup_printf (_("The event type %s of this recording has no field “%s”. %s"), type, field, _(hides));
  th_results_add_remark (run->results, text);
}

static void
handler_init (Handler            *handler,
              Run                *run,
              guint               index,
              const ThFieldTable *table,
              const char         *type)
{
  const ThWant *want = run_want (run, index);

  *handler = (Handler) { run, index, { NULL, } };
  for (guint i = 0; i < TH_WANT_MAX_FIELDS && want->fields[i] != NULL; i++)
    {
      gboolean optional = want->fields[i][0] == '?';
      const char *name = want->fields[i] + optional;

      handler->fields[i] = th_field_table_find (table, name);
      if (handler->fields[i] == NULL && !optional && want->hides != NULL)
        run_remark_field (run, type, name, want->hides);
    }
}

static void
route_add_run (Route              *route,
               Run                *run,
               const ThFieldTable *table,
               ThRecording        *recording,
               guint               type)
{
  const char *system = th_recording_get_type_system (recording, type);
  const char *name = th_recording_get_type_name (recording, type);
  g_autofree char *full = g_strconcat (system, *system != '\0' ? ":" : "", name, NULL);
  gboolean named = FALSE;

  for (guint i = 0; i < run->wants->len; i++)
    {
      const ThWant *want = run_want (run, i);
      gboolean pattern = strchr (want->event, '*') != NULL;

      if (!want_fits (want, recording, type))
        continue;
      /* A route is made for the first event of a type. */
      run->wants_seen[i] = TRUE;
      if (pattern && named)
        continue;
      handler_init (&route->handlers[route->n_handlers++], run, i, table, full);
      route->payload |= want->fields[0] != NULL;
      named = TRUE;
    }
}

Route *
th_feed_route_new (ThRecording *recording,
                   GPtrArray   *runs,
                   guint        type)
{
  Route *route;
  guint n_wants = 0;
  const ThFieldTable *table = th_recording_get_fields (recording, type);

  for (guint i = 0; i < runs->len; i++)
    n_wants += ((Run *) g_ptr_array_index (runs, i))->wants->len;
  route = g_malloc0 (sizeof (Route) + n_wants * sizeof (Handler));

  for (guint i = 0; i < runs->len; i++)
    if (th_recording_has_type (((Run *) g_ptr_array_index (runs, i))->part, type))
      route_add_run (route, g_ptr_array_index (runs, i), table, recording, type);

  /* A stranger's file may have many types, each of which few want. */
  return g_realloc (route, sizeof (Route) + route->n_handlers * sizeof (Handler));
}

/* --- remarks ----------------------------------------------------------- */

static void
run_meet_wants (Run *run)
{
  ThRecording *recording = run->part;

  for (guint type = 0; type < th_recording_get_n_types (recording); type++)
    {
      if (!th_recording_has_type (recording, type) || th_recording_is_type_ignored (recording, type))
        continue;
      for (guint j = 0; j < run->wants->len; j++)
        run->wants_met[j] |= want_fits (run_want (run, j), recording, type);
    }
}

/* How many of the wants are what the analysis is about. */
static guint
run_count_subject (const Run *run)
{
  guint n = run->analysis->n_subject;

  return n > 0 ? MIN (n, run->wants->len) : run->wants->len;
}

/* @described: the recording has such types, but no event of them. */
static void
run_remark_nothing (Run      *run,
                    gboolean  described)
{
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;
  guint n = run_count_subject (run);

  for (guint i = 0; i < n && i < MAX_NAMED; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            run_want (run, i)->with_stack ? _("samples with a call chain") : run_want (run, i)->event);
  if (n > MAX_NAMED)
    g_string_append (names, ", …");

  text = g_strdup_printf (described ? _("The file describes the required events, but none of them was recorded: %s.")
                                    : _("None of the required events were recorded: %s."), names->str);
  th_results_add_remark (run->results, text);
}

void
th_feed_run_remark (Run      *run,
                    gboolean  whole)
{
  /* A text does not tell what was asked for, only what came. */
  gboolean is_text = strcmp (th_recording_get_format (run->part), "text") == 0;

  run_meet_wants (run);
  if (memchr (run->wants_met, TRUE, run_count_subject (run)) == NULL)
    {
      run_remark_nothing (run, FALSE);
      return;
    }
  if (whole && memchr (run->wants_seen, TRUE, run_count_subject (run)) == NULL)
    run_remark_nothing (run, TRUE);

  for (guint i = 0; i < run->wants->len; i++)
    {
      const ThWant *want = run_want (run, i);
      g_autofree char *text = NULL;

      if (run->wants_met[i] || want->hides == NULL)
        continue;
      text = g_strdup_printf (is_text ? _("%s is not in this text. %s") : _("%s was not recorded. %s"), want->event, _(want->hides));
      th_results_add_remark (run->results, text);
    }
}
