/* th-record-configure.c - a plan for a target: what is asked of the agent there
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-capture-origin.h"
#include "th-message.h"
#include "th-record-plan.h"
#include "th-record-processes.h"
#include "th-refuse.h"

/* zstd makes pages about a ninth of their size, and breaks the loop of a line that traces
 * itself. */
#define PACK_LEVEL 1

static gboolean
check_preset (const ThRecordPlan  *self,
              ThPresets           *presets,
              const char          *id,
              GError             **error)
{
  const ThPreset *preset = th_presets_find (presets, id);

  if (preset == NULL)
    return th_refuse (error, _("there is no preset “%s”; “thresh record --list-presets” lists "
                               "them"), id);
  if ((preset->needs & TH_PRESET_NEEDS_PIDS) && self->pids == NULL && self->command == NULL)
    return th_refuse (error, _("the preset “%s” needs a process: --pid, or --exec"), id);
  if ((preset->needs & TH_PRESET_NEEDS_FUNCTIONS) && self->functions == NULL)
    return th_refuse (error, _("the preset “%s” needs functions: --function"), id);
  return TRUE;
}

gboolean
th_record_plan_check (const ThRecordPlan  *self,
                      ThPresets           *presets,
                      GError             **error)
{
  if (self->presets == NULL && self->events == NULL && self->functions == NULL)
    return th_refuse (error, _("choose what to record: use --preset, --event or --function"));
  for (guint i = 0; self->presets != NULL && self->presets[i] != NULL; i++)
    if (!check_preset (self, presets, self->presets[i], error))
      return FALSE;
  if (self->until != NULL && self->ring_mb == 0 && self->hold)
    return th_refuse (error, _("--until cannot be used with --hold: nothing arrives that a filter "
                               "could match"));
  if (self->only_command && self->command == NULL)
    return th_refuse (error, _("--only-command needs a command: --exec"));
  if (self->only_command && self->pids != NULL)
    return th_refuse (error, _("--only-command and --pid cannot be used together"));
  if (self->after_seconds > 0 && (self->until == NULL || self->ring_mb > 0))
    return th_refuse (error, _("--after needs --until, without --ring: the kernel stops a ring at "
                               "the event"));
  return TRUE;
}

static gboolean
check_clock (const ThRecordPlan   *self,
             const ThTargetFacts  *facts,
             GError              **error)
{
  g_autofree const char **clocks = th_message_get_strings (facts->hello, "clocks");

  if (self->clock != NULL && clocks[0] != NULL && !g_strv_contains (clocks, self->clock))
    {
      g_autofree char *all = g_strjoinv (", ", (char **) clocks);

      return th_refuse (error, _("the target has no clock “%s”; it has: %s"), self->clock, all);
    }
  return TRUE;
}

static gboolean
choose_tracer (const ThRecordPlan   *self,
               ThPresetMatch        *match,
               const ThTargetFacts  *facts,
               GError              **error)
{
  const char *tracer = self->tracer != NULL ? self->tracer
                       : self->functions != NULL && match->tracer == NULL ? "function_graph"
                       : match->tracer;

  if (tracer == NULL)
    return TRUE;
  if (!g_strv_contains (facts->preset.tracers, tracer))
    return th_refuse (error, _("the kernel of the target does not have the tracer %s"), tracer);
  match->tracer = tracer;
  if (self->max_depth > 0)
    match->max_depth = (guint) self->max_depth;
  return TRUE;
}

ThPresetMatch *
th_record_plan_match (const ThRecordPlan   *self,
                      ThPresets            *presets,
                      const ThTargetFacts  *facts,
                      GError              **error)
{
  g_autoptr(ThPresetMatch) match = NULL;

  if (!th_record_plan_check (self, presets, error) || !check_clock (self, facts, error))
    return NULL;
  match = th_preset_match (presets, (const char *const *) self->presets, &facts->preset);
  for (guint i = 0; self->events != NULL && self->events[i] != NULL; i++)
    if (!th_preset_match_add_event (match, self->events[i], &facts->preset, error))
      return NULL;
  if (!choose_tracer (self, match, facts, error))
    return NULL;
  if (match->choices->len == 0 && match->tracer == NULL)
    {
      th_refuse (error, _("the kernel of the target has none of the events that were chosen"));
      return NULL;
    }
  return g_steal_pointer (&match);
}

/* --- configuration --------------------------------------------------------- */

gboolean
th_record_plan_traces_command (const ThRecordPlan *self,
                               ThPresets          *presets)
{
  if (self->command == NULL || self->pids != NULL)
    return FALSE;

  for (guint i = 0; self->presets != NULL && self->presets[i] != NULL; i++)
    {
      const ThPreset *preset = th_presets_find (presets, self->presets[i]);

      if (preset != NULL && (preset->needs & TH_PRESET_NEEDS_PIDS))
        return TRUE;
    }
  return self->only_command;
}

gboolean
th_record_plan_check_processes (const ThRecordPlan   *self,
                                const ThTargetFacts  *facts,
                                GError              **error)
{
  g_autoptr(GArray) pids = th_record_processes_find (self->pids, facts, error);

  return pids != NULL;
}

gboolean
th_record_plan_check_several (const ThRecordPlan  *self,
                              ThPresets           *presets,
                              GError             **error)
{
  for (guint i = 0; self->pids != NULL && self->pids[i] != NULL; i++)
    if (th_record_process_is_number (self->pids[i]))
      return th_refuse (error, _("a process number belongs to one machine: with several targets, "
                                 "give the name of the process instead of %s"), self->pids[i]);
  if (th_record_plan_traces_command (self, presets))
    return th_refuse (error, _("the command runs on the first target only: with several targets, "
                               "it cannot be recorded alone"));
  return TRUE;
}

/* Without any, all processes are recorded. */
static void
insert_pids (const ThRecordPlan  *self,
             const ThTargetFacts *facts,
             GPid                 command,
             GVariantDict        *dict)
{
  g_autoptr(GArray) pids = th_record_processes_find (self->pids, facts, NULL);
  gint32 pid = command;

  g_return_if_fail (pids != NULL); /* as has been checked */

  if (command != 0)
    g_array_append_val (pids, pid);
  if (pids->len > 0)
    g_variant_dict_insert_value (dict, "pids",
                                 g_variant_new_fixed_array (G_VARIANT_TYPE_INT32, pids->data,
                                                            pids->len, sizeof (gint32)));
}

/* The memory of a ring is divided among the CPUs. */
static void
insert_buffer (const ThRecordPlan  *self,
               const ThTargetFacts *facts,
               GVariantDict        *dict)
{
  guint64 max = facts->preset.max_buffer_kb;
  guint64 kb = (guint64) self->buffer_kb;

  if (self->ring_mb > 0)
    {
      kb = MAX ((guint64) self->ring_mb * 1024 / MAX (facts->n_cpus, 1), 64);
      g_variant_dict_insert (dict, "ring", "b", TRUE);
    }
  if (kb == 0)
    return;
  if (max > 0)
    kb = MIN (kb, max);
  g_variant_dict_insert (dict, "buffer-kb", "t", kb);
}

static void
insert_trigger (const ThRecordPlan *self,
                GVariantDict       *dict)
{
  const char *slash;
  g_autofree char *event = NULL;

  if (self->until == NULL || self->ring_mb == 0)
    return;
  slash = strchr (self->until, '/');
  event = slash != NULL ? g_strndup (self->until, slash - self->until) : g_strdup (self->until);
  g_variant_dict_insert (dict, "stop-trigger", "(ss)", event, slash != NULL ? slash + 1 : "");
}

/* The command line that makes such a recording again.  The file has a name of its own; arguments of
 * a command may hold passwords, so only its program is named. */
static char *
dup_origin_command (const ThRecordPlan *self,
                    ThTarget           *target)
{
  g_autoptr(ThRecordPlan) plan = th_record_plan_copy (self);

  g_clear_pointer (&plan->path, g_free);
  if (plan->command != NULL)
    {
      gsize length = strcspn (plan->command, " \t\n");
      char *program = plan->command[length] == '\0' ? g_strdup (plan->command)
                      : g_strdup_printf ("%.*s …", (int) length, plan->command);

      g_free (plan->command);
      plan->command = program;
    }
  return th_record_plan_dup_command (plan, target);
}

static void
add_choices (ThOrigin            *origin,
             const ThPresetMatch *match)
{
  for (guint i = 0; i < match->choices->len; i++)
    {
      const ThPresetChoice *choice = match->choices->pdata[i];

      th_origin_add_event (origin, choice->name, choice->filter);
    }
}

static void
set_list (char       ***member,
          char *const  *list)
{
  if (list == NULL)
    return;
  g_strfreev (*member);
  *member = g_strdupv ((char **) list);
}

/* How the recording is being made; the agent's part is added when that is known. */
static void
insert_origin (const ThRecordPlan  *self,
               const ThPresetMatch *match,
               ThTarget            *target,
               GVariantDict        *dict)
{
  g_autoptr(ThOrigin) origin = th_origin_new ();
  g_autoptr(GBytes) bytes = NULL;

  origin->program = g_strdup ("thresher");
  origin->version = g_strdup (PACKAGE_VERSION);
  origin->command = dup_origin_command (self, target);
  origin->target = g_strdup (th_target_get_text (target));
  origin->tracer = g_strdup (match->tracer);
  origin->ring_mb = (guint64) self->ring_mb;
  set_list (&origin->presets, self->presets);
  set_list (&origin->functions, self->functions);
  set_list (&origin->processes, self->pids);
  add_choices (origin, match);
  bytes = th_origin_encode (origin);
  g_variant_dict_insert_value (dict, TH_CAPTURE_ORIGIN,
                               g_variant_new_from_bytes (G_VARIANT_TYPE_BYTESTRING, bytes, TRUE));
}

GVariant *
th_record_plan_dup_configuration (const ThRecordPlan  *self,
                                  const ThPresetMatch *match,
                                  const ThTargetFacts *facts,
                                  ThTarget            *target,
                                  GPid                 command)
{
  gboolean is_remote = th_target_is_remote (target);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  th_preset_match_configure (match, &facts->preset, &dict);
  g_variant_dict_insert (&dict, "clock", "s", self->clock != NULL ? self->clock : "mono");
  insert_pids (self, facts, command, &dict);
  if (self->functions != NULL)
    g_variant_dict_insert_value (&dict, "functions",
                                 g_variant_new_strv ((const char *const *) self->functions, -1));
  insert_buffer (self, facts, &dict);
  insert_trigger (self, &dict);
  g_variant_dict_insert (&dict, "hold", "b", self->hold);
  g_variant_dict_insert (&dict, "counters", "b", !self->no_counters);
  g_variant_dict_insert (&dict, "remote", "b", is_remote);
  /* pkexec would ask for a password again. */
  if (is_remote)
    g_variant_dict_insert (&dict, "resume", "u", TH_RECORD_RESUME_SECONDS);
  g_variant_dict_insert (&dict, "pack", "i", is_remote ? PACK_LEVEL : 0);
  insert_origin (self, match, target, &dict);
  return g_variant_dict_end (&dict);
}

/* --- names of files -------------------------------------------------------- */

/* What a host calls itself names a file, so only harmless characters stay. */
static char *
dup_host (const char *host)
{
  g_autofree char *name = g_strndup (*host != '\0' ? host : "recording", 60);

  g_strcanon (name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.", '_');
  if (*name == '.' || *name == '-')
    *name = '_';
  return g_steal_pointer (&name);
}

static gboolean
is_free (const char *path)
{
  g_autofree char *part = g_strconcat (path, ".part", NULL);

  return !g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (part, G_FILE_TEST_EXISTS);
}

char *
th_record_plan_dup_path (const ThTargetFacts *facts,
                         const char          *folder)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%d-%H%M%S");
  g_autofree char *host = dup_host (facts->host);

  for (guint i = 1;; i++)
    {
      g_autofree char *number = i > 1 ? g_strdup_printf ("-%u", i) : g_strdup ("");
      g_autofree char *name = g_strdup_printf ("%s-%s%s.dat", host, time, number);
      g_autofree char *path = folder != NULL ? g_build_filename (folder, name, NULL)
                              : g_strdup (name);

      if (i == 1000 || is_free (path))
        return g_steal_pointer (&path);
    }
}

char *
th_record_plan_dup_path_of (const ThTargetFacts *facts,
                            const char          *path)
{
  g_autofree char *host = dup_host (facts->host);
  gboolean has_suffix = g_str_has_suffix (path, ".dat");
  g_autofree char *stem = g_strndup (path, strlen (path) - (has_suffix ? strlen (".dat") : 0));

  return g_strdup_printf ("%s-%s%s", stem, host, has_suffix ? ".dat" : "");
}

char *
th_record_plan_dup_folder (void)
{
  return g_build_filename (g_get_home_dir (), "Recordings", NULL);
}
