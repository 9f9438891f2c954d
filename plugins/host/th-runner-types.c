/* th-runner-types.c - routes event types to subscribers, and reports missing types
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-runner-types.h"

/* The number of missing types to list in a remark. */
#define MAX_NAMED 4

/* --- subscriptions ----------------------------------------------------- */

static const char *
put_in (Run        *run,
        GHashTable *params,
        const char *text)
{
  const char *value = NULL;

  /* A parameter may refer to another one; the limit breaks cycles. */
  for (guint i = 0; i < 4 && text[0] == '$' &&
       (value = g_hash_table_lookup (params, text + 1)) != NULL; i++)
    text = value;

  return value != NULL ? g_string_chunk_insert (run->strings, text) : text;
}

/* The analysis has already checked them, so they are not reported again. */
static void
subscription_add_fields (ThSubscription *subscription,
                         guint          *n,
                         Run            *run,
                         const char     *list)
{
  g_auto(GStrv) names = g_strsplit (list, ",", -1);

  for (guint i = 0; names[i] != NULL && *n < TH_SUBSCRIPTION_MAX_FIELDS; i++)
    {
      g_autofree char *optional = g_strconcat ("?", g_strstrip (names[i]), NULL);

      subscription->fields[(*n)++] = g_string_chunk_insert (run->strings, optional);
    }
}

static void
run_add_subscriptions (Run                  *run,
                       GHashTable           *params,
                       const ThSubscription *list)
{
  for (const ThSubscription *subscription = list; subscription != NULL &&
       subscription->event != NULL &&
       run->subscriptions->len < TH_ANALYSIS_MAX_SUBSCRIPTIONS; subscription++)
    {
      ThSubscription copy = { put_in (run, params, subscription->event), subscription->hides,
                              { NULL, }, subscription->with_stack, subscription->instead };
      guint n = 0;

      for (guint i = 0; i < TH_SUBSCRIPTION_MAX_FIELDS && subscription->fields[i] != NULL; i++)
        if (subscription->fields[i][0] == '$')
          subscription_add_fields (&copy, &n, run, put_in (run, params, subscription->fields[i]));
        else if (n < TH_SUBSCRIPTION_MAX_FIELDS)
          copy.fields[n++] = subscription->fields[i];
      g_array_append_val (run->subscriptions, copy);
    }
}

void
th_runner_run_subscription (Run        *run,
                            GHashTable *params)
{
  run->subscriptions = g_array_new (FALSE, TRUE, sizeof (ThSubscription));
  run->strings = g_string_chunk_new (256);

  run_add_subscriptions (run, params, run->analysis->subscriptions);
  if (run->analysis->more_subscriptions != NULL)
    run_add_subscriptions (run, params, run->analysis->more_subscriptions (run->state));
  run->subscriptions_met = g_new0 (guint8, run->subscriptions->len + 1);
  run->subscriptions_seen = g_new0 (guint8, run->subscriptions->len + 1);
}

static const ThSubscription *
run_subscription (const Run *run,
                  guint      index)
{
  return &g_array_index (run->subscriptions, ThSubscription, index);
}

static gboolean
subscription_fits (const ThSubscription *subscription,
                   ThRecording          *recording,
                   guint                 type)
{
  return th_type_matches (subscription->event, th_recording_get_type_system (recording, type),
                          th_recording_get_type_name (recording, type)) &&
         (!subscription->with_stack || th_recording_has_stacks (recording, type));
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

  text = g_strdup_printf (_("The event type %s of this recording has no field “%s”. %s"), type,
                          field, _(hides));
  th_results_add_remark (run->results, text);
}

static void
handler_init (Handler            *handler,
              Run                *run,
              guint               index,
              const ThFieldTable *table,
              const char         *type)
{
  const ThSubscription *subscription = run_subscription (run, index);

  *handler = (Handler) { run, index, { NULL, } };
  for (guint i = 0; i < TH_SUBSCRIPTION_MAX_FIELDS && subscription->fields[i] != NULL; i++)
    {
      gboolean optional = subscription->fields[i][0] == '?';
      const char *name = subscription->fields[i] + optional;

      handler->fields[i] = th_field_table_find (table, name);
      if (handler->fields[i] == NULL && !optional && subscription->hides != NULL)
        run_remark_field (run, type, name, subscription->hides);
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

  for (guint i = 0; i < run->subscriptions->len; i++)
    {
      const ThSubscription *subscription = run_subscription (run, i);
      gboolean pattern = strchr (subscription->event, '*') != NULL;

      if (!subscription_fits (subscription, recording, type))
        continue;
      /* A route is created for the first event of a type. */
      run->subscriptions_seen[i] = TRUE;
      if (pattern && named)
        continue;
      handler_init (&route->handlers[route->n_handlers++], run, i, table, full);
      route->payload |= subscription->fields[0] != NULL;
      named = TRUE;
    }
}

Route *
th_runner_route_new (ThRecording *recording,
                     GPtrArray   *runs,
                     guint        type)
{
  Route *route;
  guint n_subscriptions = 0;
  const ThFieldTable *table = th_recording_get_fields (recording, type);

  for (guint i = 0; i < runs->len; i++)
    n_subscriptions += ((Run *) g_ptr_array_index (runs, i))->subscriptions->len;
  route = g_malloc0 (sizeof (Route) + n_subscriptions * sizeof (Handler));

  for (guint i = 0; i < runs->len; i++)
    if (th_recording_has_type (((Run *) g_ptr_array_index (runs, i))->part, type))
      route_add_run (route, g_ptr_array_index (runs, i), table, recording, type);

  /* Trim it, as a file may have many types, each of interest to few analyses. */
  return g_realloc (route, sizeof (Route) + route->n_handlers * sizeof (Handler));
}

/* --- remarks ----------------------------------------------------------- */

static void
run_meet_subscriptions (Run *run)
{
  ThRecording *recording = run->part;

  for (guint type = 0; type < th_recording_get_n_types (recording); type++)
    {
      if (!th_recording_has_type (recording, type) ||
          th_recording_is_type_ignored (recording, type))
        continue;
      for (guint j = 0; j < run->subscriptions->len; j++)
        run->subscriptions_met[j] |= subscription_fits (run_subscription (run, j), recording, type);
    }
}

/* The number of subscriptions that are essential for the analysis. */
static guint
run_count_subject (const Run *run)
{
  guint n = run->analysis->n_subject;

  return n > 0 ? MIN (n, run->subscriptions->len) : run->subscriptions->len;
}

/* @described: the recording has such types, but no events of them. */
static void
run_remark_nothing (Run      *run,
                    gboolean  described)
{
  g_autoptr(GString) names = g_string_new (NULL);
  g_autofree char *text = NULL;
  guint n = run_count_subject (run);

  for (guint i = 0; i < n && i < MAX_NAMED; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            run_subscription (run, i)->with_stack ? _("samples with a call chain")
                            : run_subscription (run, i)->event);
  if (n > MAX_NAMED)
    g_string_append (names, ", …");

  text = g_strdup_printf (described
                          ? _("The file describes the required events, but none of them was "
                              "recorded: %s.")
                                    : _("None of the required events were recorded: %s."),
                                    names->str);
  th_results_add_remark (run->results, text);
}

/* Whether events of the analysis were enabled, although none occurred. */
static gboolean
run_is_subject_enabled (Run *run)
{
  guint n = run_count_subject (run);

  for (guint type = 0; type < th_recording_get_n_types (run->part); type++)
    {
      if (!th_recording_has_type (run->part, type) ||
          !th_recording_is_type_enabled (run->part, type))
        continue;
      for (guint i = 0; i < n; i++)
        if (subscription_fits (run_subscription (run, i), run->part, type))
          return TRUE;
    }

  return FALSE;
}

/* Whether the recording has another event that tells the same. */
static gboolean
run_has_instead (Run                  *run,
                 const ThSubscription *subscription)
{
  for (guint i = 0; subscription->instead != NULL && i < run->subscriptions->len; i++)
    if (run->subscriptions_met[i] &&
        g_strcmp0 (run_subscription (run, i)->event, subscription->instead) == 0)
      return TRUE;

  return FALSE;
}

void
th_runner_run_remark (Run      *run,
                      gboolean  whole)
{
  /* A text does not say which events were enabled, only which occurred. */
  gboolean is_text = strcmp (th_recording_get_format (run->part), "text") == 0;

  if (run->subscriptions->len == 0)
    return; /* it reads only the results of others */
  run_meet_subscriptions (run);
  if (memchr (run->subscriptions_met, TRUE, run_count_subject (run)) == NULL)
    {
      run_remark_nothing (run, FALSE);
      th_results_set_blind (run->results);
      return;
    }
  if (whole && memchr (run->subscriptions_seen, TRUE, run_count_subject (run)) == NULL)
    {
      run_remark_nothing (run, TRUE);
      if (!run_is_subject_enabled (run))
        th_results_set_blind (run->results);
    }

  for (guint i = 0; i < run->subscriptions->len; i++)
    {
      const ThSubscription *subscription = run_subscription (run, i);
      g_autofree char *text = NULL;

      if (run->subscriptions_met[i] || subscription->hides == NULL ||
          run_has_instead (run, subscription))
        continue;
      text = g_strdup_printf (is_text
                              ? _("%s is not in this text. %s") : _("%s was not recorded. %s"),
                              subscription->event, _(subscription->hides));
      th_results_add_remark (run->results, text);
    }
}
