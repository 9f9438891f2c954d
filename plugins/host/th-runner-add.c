/* th-runner-add.c - selects the analyses to run, their order and their recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-runner-private.h"
#include "th-flow-registry.h"

/* Appends @results to a NULL-terminated list. */
static void
unref_results (gpointer results)
{
  if (results != NULL)
    th_results_unref (results);
}

char *
th_runner_dup_id (const ThAnalysis *analysis,
                  GHashTable       *params)
{
  GString *id = g_string_new (analysis->id);
  const char *separator = "(";

  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    {
      const char *value = g_hash_table_lookup (params, param->id);

      if (value == NULL || g_strcmp0 (value, param->value) == 0)
        continue;
      g_string_append_printf (id, "%s%s", separator, value);
      separator = ",";
    }
  if (*separator == ',')
    g_string_append_c (id, ')');

  return g_string_free (id, FALSE);
}

char *
th_runner_dup_id_of_part (const ThAnalysis *analysis,
                          GHashTable       *params,
                          guint             part)
{
  g_autofree char *id = th_runner_dup_id (analysis, params);

  return part > 0 ? g_strdup_printf ("%s@%u", id, part + 1) : g_steal_pointer (&id);
}

static char *
results_id (ThRunner         *self,
            ThRecording      *part,
            const ThAnalysis *analysis,
            GHashTable       *params)
{
  return th_runner_dup_id_of_part (analysis, params,
                                   part != self->recording ? th_recording_get_index (part) : 0);
}

/* Returns all parameters of @analysis, or NULL with @error set if a mandatory one is missing. */
static GHashTable *
complete_params (const ThAnalysis  *analysis,
                 GHashTable        *given,
                 GError           **error)
{
  g_autoptr(GHashTable) params = g_hash_table_new (g_str_hash, g_str_equal);

  for (const ThParam *param = analysis->params; param != NULL && param->id != NULL; param++)
    {
      const char *value = given != NULL ? g_hash_table_lookup (given, param->id) : NULL;

      if (value == NULL)
        value = param->value;
      if (value == NULL)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("“%s” needs the parameter “%s”"),
                       analysis->id, param->id);
          return NULL;
        }
      g_hash_table_insert (params, (char *) param->id, (char *) value);
    }

  return g_steal_pointer (&params);
}

static char *
results_title (ThRunner         *self,
               ThRecording      *part,
               const ThAnalysis *analysis)
{
  if (th_recording_get_n_parts (self->recording) == 1 || analysis->whole_timeline)
    return g_strdup (_(analysis->title));

  /* Translators: what an analysis found, and the name of the recording where;
   * as in "Packets · host.dat" */
  return g_strdup_printf (_("%s · %s"), _(analysis->title), th_recording_get_name (part));
}

/* --- dependencies ------------------------------------------------------ */

static const ThAnalysis *
find_needed (const ThRunner *self,
             const char     *id)
{
  for (const ThAnalysis *const *known = self->analyses; known != NULL && *known != NULL; known++)
    if (strcmp ((*known)->id, id) == 0)
      return *known;

  return NULL;
}

/* Returns whether all analyses that @analysis needs exist, without a cycle through @path. */
static gboolean
check_needs (const ThRunner    *self,
             const ThAnalysis  *analysis,
             GPtrArray         *path,
             GError           **error)
{
  gboolean good = TRUE;

  if (g_ptr_array_find (path, analysis, NULL))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _("The analysis “%s” needs its own results"), analysis->id);
      return FALSE;
    }

  g_ptr_array_add (path, (gpointer) analysis);
  for (const char *const *id = analysis->needs; good && id != NULL && *id != NULL; id++)
    {
      const ThAnalysis *needed = find_needed (self, *id);

      good = needed != NULL && check_needs (self, needed, path, error);
      if (needed == NULL)
        g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                     _("The analysis “%s” needs “%s”, which does not exist"), analysis->id, *id);
    }
  g_ptr_array_set_size (path, path->len - 1);

  return good;
}

/* Returns the run with that id whose results can be shared, or NULL. */
static Run *
find_run (const ThRunner   *self,
          const ThAnalysis *analysis,
          const char       *id,
          gboolean          is_asked)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = g_ptr_array_index (self->runs, i);

      if (run->analysis == analysis && (is_asked || !run->is_asked) &&
          strcmp (th_results_get_id (run->results), id) == 0)
        return run;
    }

  return NULL;
}

static Run *runner_add_run (ThRunner          *self,
                            ThRecording       *part,
                            const ThAnalysis  *analysis,
                            GHashTable        *params,
                            gboolean           is_asked,
                            GError           **error);

/* Returns the number of recordings that @analysis processes separately. */
static guint
count_parts (ThRunner         *self,
             const ThAnalysis *analysis)
{
  return analysis->whole_timeline ? 1 : th_recording_get_n_parts (self->recording);
}

static ThRecording *
choose_part (ThRunner         *self,
             const ThAnalysis *analysis,
             guint             index)
{
  return analysis->whole_timeline ? self->recording
                                  : th_recording_get_part (self->recording, index);
}

/* Whether @analysis reads nothing but finished results.  One that reads events, too, may ask what
 * another one knows at each of them. */
static gboolean
reads_only_results (const ThAnalysis *analysis)
{
  return analysis->subscriptions[0].event == NULL && analysis->more_subscriptions == NULL;
}

/* Returns finished results of @needed with default parameters, or NULL. */
static ThResults *
find_lent (ThRunner         *self,
           ThRecording      *part,
           const ThAnalysis *needed)
{
  g_autoptr(GHashTable) params = complete_params (needed, NULL, NULL);
  g_autofree char *id = params != NULL ? results_id (self, part, needed, params) : NULL;

  for (guint i = 0; id != NULL && i < self->lent->len; i++)
    if (strcmp (th_results_get_id (self->lent->pdata[i]), id) == 0)
      return self->lent->pdata[i];

  return NULL;
}

/* Appends the results of @needed on @part, or on each part of the timeline, to the @results that
 * @analysis reads. */
static gboolean
add_needed (ThRunner          *self,
            ThRecording       *part,
            const ThAnalysis  *analysis,
            const ThAnalysis  *needed,
            GPtrArray         *results,
            GError           **error)
{
  gboolean one = part != self->recording && !needed->whole_timeline;
  guint n = one ? 1 : count_parts (self, needed);

  for (guint i = 0; i < n; i++)
    {
      ThRecording *where = one ? part : choose_part (self, needed, i);
      ThResults *lent = reads_only_results (analysis) ? find_lent (self, where, needed) : NULL;
      Run *run = lent == NULL ? runner_add_run (self, where, needed, NULL, FALSE, error) : NULL;

      if (lent == NULL && run == NULL)
        return FALSE;
      g_ptr_array_add (results, th_results_ref (lent != NULL ? lent : run->results));
    }

  return TRUE;
}

/* Returns the results that @analysis needs on @part, NULL-terminated. */
static GPtrArray *
list_needed (ThRunner          *self,
             ThRecording       *part,
             const ThAnalysis  *analysis,
             GError           **error)
{
  g_autoptr(GPtrArray) results = g_ptr_array_new_with_free_func (unref_results);

  for (const char *const *id = analysis->needs; id != NULL && *id != NULL; id++)
    if (!add_needed (self, part, analysis, find_needed (self, *id), results, error))
      return NULL;

  g_ptr_array_add (results, NULL);
  return g_steal_pointer (&results);
}

/* --- runs -------------------------------------------------------------- */

static Run *
run_new (ThRunner          *self,
         ThRecording       *part,
         const ThAnalysis  *analysis,
         GHashTable        *params,
         GPtrArray         *needed,
         GError           **error)
{
  g_autofree char *id = results_id (self, part, analysis, params);
  g_autofree char *title = results_title (self, part, analysis);
  g_autoptr(ThResults) results = th_results_new (id, title);
  gpointer state;
  Run *run;

  th_results_set_part (results, th_recording_get_index (part));
  state = analysis->begin (part, results, params, (ThResults *const *) needed->pdata, error);
  if (state == NULL)
    return NULL;

  run = g_new0 (Run, 1);
  run->analysis = analysis;
  run->part = part;
  run->state = state;
  run->results = g_steal_pointer (&results);
  run->needed = g_ptr_array_ref (needed);
  run->lacking = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run->streams = g_new0 (guint8, th_recording_get_n_streams (self->recording) + 1);
  th_runner_run_subscription (run, params);
  return run;
}

/* Adds the run of @analysis on @part after the runs that it needs.  A run that is only required
 * by another (@is_asked: FALSE) can be shared. */
static Run *
runner_add_run (ThRunner          *self,
                ThRecording       *part,
                const ThAnalysis  *analysis,
                GHashTable        *params,
                gboolean           is_asked,
                GError           **error)
{
  g_autoptr(GHashTable) all = complete_params (analysis, params, error);
  g_autofree char *id = all != NULL ? results_id (self, part, analysis, all) : NULL;
  Run *run = id != NULL ? find_run (self, analysis, id, !is_asked) : NULL;
  g_autoptr(GPtrArray) needed = NULL;

  if (all == NULL || run != NULL)
    return run;
  if (analysis->abi != TH_ANALYSIS_ABI)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                   _("“%s” was made for another version of this program"), analysis->id);
      return NULL;
    }
  if (!(needed = list_needed (self, part, analysis, error)) ||
      !(run = run_new (self, part, analysis, all, needed, error)))
    return NULL;

  g_ptr_array_add (self->runs, run);
  return run;
}

/* Adds nothing unless everything it needs can be added. */
static ThResults *
runner_add_part (ThRunner          *self,
                 ThRecording       *part,
                 const ThAnalysis  *analysis,
                 GHashTable        *params,
                 GError           **error)
{
  g_autoptr(GPtrArray) path = g_ptr_array_new ();
  guint n_before = self->runs->len;
  Run *run;

  g_return_val_if_fail (!self->advanced, NULL);

  if (!check_needs (self, analysis, path, error))
    return NULL;
  if (!(run = runner_add_run (self, part, analysis, params, TRUE, error)))
    {
      g_ptr_array_set_size (self->runs, n_before);
      return NULL;
    }

  run->is_asked = TRUE;
  for (guint i = n_before; i < self->runs->len; i++)
    {
      ThResults *results = ((Run *) g_ptr_array_index (self->runs, i))->results;

      th_results_publish (results);
      if (th_results_get_flows (results) != NULL)
        th_flow_registry_add (self->recording, results);
    }

  return th_results_ref (run->results);
}

/* --- adding ------------------------------------------------------------ */

void
th_runner_lend (ThRunner  *self,
                ThResults *results)
{
  if (th_results_is_finished (results))
    g_ptr_array_add (self->lent, th_results_ref (results));
}

GPtrArray *
th_runner_list_results (ThRunner *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (unref_results);

  for (guint i = 0; i < self->runs->len; i++)
    g_ptr_array_add (all, th_results_ref (((Run *) self->runs->pdata[i])->results));

  return all;
}

ThResults *
th_runner_add (ThRunner          *self,
               const ThAnalysis  *analysis,
               GHashTable        *params,
               GError           **error)
{
  return runner_add_part (self, choose_part (self, analysis, 0), analysis, params, error);
}

GPtrArray *
th_runner_add_parts (ThRunner          *self,
                     const ThAnalysis  *analysis,
                     GHashTable        *params,
                     GError           **error)
{
  g_autoptr(GPtrArray) all = g_ptr_array_new_with_free_func (unref_results);
  g_autoptr(GError) first = NULL;

  for (guint i = 0; i < count_parts (self, analysis); i++)
    {
      ThResults *results = runner_add_part (self, choose_part (self, analysis, i), analysis,
                                            params, first == NULL ? &first : NULL);

      if (results != NULL)
        g_ptr_array_add (all, results);
    }
  if (all->len > 0)
    return g_steal_pointer (&all);

  g_propagate_error (error, g_steal_pointer (&first));
  return NULL;
}

static gboolean
has_noun (const char *text,
          const char *noun)
{
  g_autofree char *head = noun != NULL ? g_strconcat (noun, ".", NULL) : NULL;

  return head != NULL && strstr (text, head) != NULL;
}

static gboolean
speaks_of (const char       *text,
           const ThAnalysis *analysis)
{
  return has_noun (text, analysis->noun) || has_noun (text, analysis->linked_noun);
}

GPtrArray *
th_runner_add_named (ThRunner   *self,
                     const char *text)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (unref_results);

  for (const ThAnalysis *const *analysis = self->analyses; *analysis != NULL; analysis++)
    {
      g_autoptr(GPtrArray) added = speaks_of (text, *analysis) &&
                                   th_analysis_is_automatic (*analysis)
                                     ? th_runner_add_parts (self, *analysis, NULL, NULL) : NULL;

      for (guint i = 0; added != NULL && i < added->len; i++)
        g_ptr_array_add (all, th_results_ref (added->pdata[i]));
    }

  return all;
}

static void
add_automatic (ThRunner  *self,
               guint      index,
               GPtrArray *all)
{
  for (const ThAnalysis *const *analysis = self->analyses; *analysis != NULL; analysis++)
    {
      gboolean wanted = th_analysis_is_automatic (*analysis) &&
                        index < count_parts (self, *analysis);
      ThResults *results = wanted ? runner_add_part (self, choose_part (self, *analysis, index),
                                                     *analysis, NULL, NULL) : NULL;

      if (results != NULL)
        g_ptr_array_add (all, results);
    }
}

GPtrArray *
th_runner_add_all (ThRunner *self)
{
  GPtrArray *all = g_ptr_array_new_with_free_func (unref_results);

  for (guint i = 0; i < th_recording_get_n_parts (self->recording); i++)
    add_automatic (self, i, all);

  return all;
}
