/* th-feed-types.c - which analysis wants which event type, and what is lacking
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-feed-private.h"

/* A remark names so many of the types that are lacking. */
#define MAX_NAMED 4

static const char *
type_full_name (ThRecording *recording,
                guint        type,
                GString     *name)
{
  const char *system = th_recording_get_type_system (recording, type);

  g_string_printf (name, "%s%s%s", system, *system != '\0' ? ":" : "", th_recording_get_type_name (recording, type));
  return name->str;
}

/* A want without "*" may name an event of a source that knows no systems. */
static gboolean
want_fits (const ThWant *want,
           const char   *full,
           const char   *name)
{
  const char *colon = strchr (want->event, ':');

  if (strchr (want->event, '*') != NULL)
    return g_pattern_match_simple (want->event, full);

  return strcmp (want->event, full) == 0 || (full == name && colon != NULL && strcmp (colon + 1, name) == 0);
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
  const ThWant *want = &run->analysis->wants[index];

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

Route *
th_feed_route_new (ThRecording *recording,
                   GPtrArray   *runs,
                   guint        type)
{
  Route *route = g_malloc0 (sizeof (Route) + runs->len * sizeof (Handler));
  const ThFieldTable *table = th_recording_get_fields (recording, type);
  const char *name = th_recording_get_type_name (recording, type);
  g_autoptr(GString) text = g_string_new (NULL);
  const char *full = type_full_name (recording, type, text);

  if (*th_recording_get_type_system (recording, type) == '\0')
    full = name;

  for (guint i = 0; i < runs->len; i++)
    {
      Run *run = g_ptr_array_index (runs, i);

      for (guint j = 0; j < run->n_wants; j++)
        if (want_fits (&run->analysis->wants[j], full, name))
          {
            handler_init (&route->handlers[route->n_handlers++], run, j, table, full);
            route->payload |= run->analysis->wants[j].fields[0] != NULL;
            break;
          }
    }

  return route;
}

/* --- remarks ----------------------------------------------------------- */

static void
run_meet_wants (Run         *run,
                ThRecording *recording)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint type = 0; type < th_recording_get_n_types (recording); type++)
    {
      const char *name = th_recording_get_type_name (recording, type);
      const char *full = type_full_name (recording, type, text);

      if (*th_recording_get_type_system (recording, type) == '\0')
        full = name;
      for (guint j = 0; j < run->n_wants; j++)
        if (want_fits (&run->analysis->wants[j], full, name))
          run->wants_met |= G_GUINT64_CONSTANT (1) << j;
    }
}

static void
run_remark_nothing (Run *run)
{
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < run->n_wants && i < MAX_NAMED; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", run->analysis->wants[i].event);
  if (run->n_wants > MAX_NAMED)
    g_string_append (names, ", …");

  text = g_strdup_printf (_("None of the events that this needs were recorded: %s."), names->str);
  th_results_add_remark (run->results, text);
}

void
th_feed_run_remark (Run         *run,
                    ThRecording *recording)
{
  run_meet_wants (run, recording);
  if (run->wants_met == 0)
    {
      run_remark_nothing (run);
      return;
    }

  for (guint i = 0; i < run->n_wants; i++)
    {
      const ThWant *want = &run->analysis->wants[i];
      g_autofree char *text = NULL;

      if (run->wants_met & G_GUINT64_CONSTANT (1) << i || want->hides == NULL)
        continue;
      text = g_strdup_printf (_("%s was not recorded. %s"), want->event, _(want->hides));
      th_results_add_remark (run->results, text);
    }
}
