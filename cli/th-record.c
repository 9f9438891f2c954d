/* th-record.c - `thresh record`: records on this machine or on another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-agent-install.h"
#include "th-cli-error.h"
#include "th-record-exec.h"
#include "th-record-presets.h"
#include "th-record-processes.h"
#include "th-record-run.h"
#include "th-record-trace-cmd.h"
#include "th-trace-writer.h"

typedef struct
{
  ThRecordPlan *plan;
  char         *agent;
  char         *recover;
  gboolean      install;
  gboolean      estimate;
  gboolean      list_events;
  gboolean      list_presets;
  gboolean      print_command;
  gboolean      by_trace_cmd;
  gboolean      is_quiet;
  char        **arguments;
} Options;

static void
options_clear (Options *self)
{
  g_clear_pointer (&self->plan, th_record_plan_free);
  g_free (self->agent);
  g_free (self->recover);
  g_strfreev (self->arguments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static ThExit
recover (const char *path,
         const char *output)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autoptr(GError) error = NULL;

  if (!th_trace_writer_recover (path, output, &error))
    {
      g_printerr ("thresh record: %s: %s\n", name, error->message);
      return TH_EXIT_REFUSED;
    }
  g_printerr (_("thresh record: %s is recovered; the file is complete now\n"), name);
  return TH_EXIT_WHOLE;
}

static ThExit
install (ThTarget   *target,
         const char *agent)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *where = th_agent_install (target, agent, &error);

  if (where == NULL)
    return th_cli_fail ("record", error);

  g_printerr (_("thresh record: the agent is installed: %s\n"), where);
  return TH_EXIT_WHOLE;
}

static ThPresets *
load_presets (void)
{
  g_autoptr(GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  ThPresets *presets = th_presets_load (problems);

  for (guint i = 0; i < problems->len; i++)
    g_printerr ("thresh record: %s\n", (const char *) problems->pdata[i]);
  return presets;
}

static gboolean
has_names (char **processes)
{
  for (guint i = 0; processes != NULL && processes[i] != NULL; i++)
    if (!th_record_process_is_number (processes[i]))
      return TRUE;
  return FALSE;
}

/* The command runs on the first target. */
static const char *
find_mistake (const Options *self,
              ThTarget      *target,
              gboolean       is_first)
{
  if (self->plan->command != NULL && self->plan->ring_mb > 0)
    return _("--exec and --ring cannot be used together");
  if (self->plan->command != NULL && is_first && !th_record_exec_is_possible (target))
    return _("--exec needs a target that commands can be run on: local: or ssh://");
  if (self->by_trace_cmd && has_names (self->plan->pids))
    return _("--pid needs numbers with --trace-cmd: names are looked up by the agent");
  if (self->by_trace_cmd && th_target_get_kind (target) == TH_TARGET_EXEC)
    return _("--trace-cmd needs a target that commands can be run on: local: or ssh://");
  if (self->by_trace_cmd && self->plan->until != NULL)
    return _("--until needs the agent, not --trace-cmd: a recording of trace-cmd arrives at its "
             "end");
  if (self->by_trace_cmd && (self->plan->ring_mb > 0 || self->plan->hold || self->estimate ||
                             self->plan->limit_mb > 0))
    return _("--ring, --hold, --limit and --estimate need the agent, not --trace-cmd");
  return NULL;
}

static ThRecordMode
get_mode (const Options *self)
{
  return self->estimate ? TH_RECORD_ESTIMATE
         : self->list_events ? TH_RECORD_LIST_EVENTS
         : self->list_presets ? TH_RECORD_LIST_PRESETS : TH_RECORD_FILE;
}

/* Only recordings are made on several targets at once. */
static const char *
find_mistake_of_several (const Options *self)
{
  if (self->install || self->print_command || self->by_trace_cmd ||
      get_mode (self) != TH_RECORD_FILE)
    return _("several targets can only be recorded, and not with --trace-cmd");
  return NULL;
}

static ThExit
use_targets (const Options *self,
             ThTarget     **targets,
             guint          n)
{
  g_autoptr(ThPresets) presets = NULL;
  g_autoptr(GError) error = NULL;

  if (self->install)
    return install (targets[0], self->agent);
  if (self->print_command)
    {
      g_autofree char *command = th_record_plan_dup_command (self->plan, targets[0]);

      g_print ("%s\n", command);
      return TH_EXIT_WHOLE;
    }
  presets = load_presets ();
  if ((get_mode (self) == TH_RECORD_FILE || self->estimate) &&
      !th_record_plan_check (self->plan, presets, &error))
    return th_cli_usage_error ("record", "%s", error->message);
  if (n > 1 && !th_record_plan_check_several (self->plan, presets, &error))
    return th_cli_usage_error ("record", "%s", error->message);
  if (self->by_trace_cmd)
    return th_record_by_trace_cmd (targets[0], self->plan, presets, self->is_quiet);
  return th_record_run (targets, n, self->agent, self->plan, presets, get_mode (self),
                        self->is_quiet);
}

static ThExit
parse_targets (const Options *self,
               guint          n)
{
  g_autoptr(GPtrArray) targets = g_ptr_array_new_with_free_func ((GDestroyNotify) th_target_unref);
  const char *mistake = n > 1 ? find_mistake_of_several (self) : NULL;

  for (guint i = 0; i < n && mistake == NULL; i++)
    {
      g_autoptr(GError) error = NULL;
      ThTarget *target = th_target_parse (self->arguments[i], &error);

      if (target == NULL)
        return th_cli_usage_error ("record", "%s", error->message);
      g_ptr_array_add (targets, target);
      mistake = find_mistake (self, target, i == 0);
    }
  if (mistake != NULL)
    return th_cli_usage_error ("record", "%s", mistake);
  return use_targets (self, (ThTarget **) targets->pdata, n);
}

static ThExit
record (const Options *self)
{
  guint n = self->arguments != NULL ? g_strv_length (self->arguments) : 0;
  const char *output = self->plan->path;

  if (output != NULL && *output == '\0')
    return th_cli_usage_error ("record", "%s", _("the name of the file is empty"));
  if (g_strcmp0 (output, "-") == 0)
    return th_cli_usage_error ("record", "%s",
                               _("a recording cannot be written to standard output; choose the "
                                 "name of a file"));
  if (self->recover != NULL)
    return n == 0 ? recover (self->recover, self->plan->path)
           : th_cli_usage_error ("record", "%s", _("--recover takes no target"));
  if (self->list_presets && n == 0)
    {
      g_autoptr(ThPresets) presets = load_presets ();

      return th_record_print_presets (presets, NULL);
    }
  if (n == 0)
    return th_cli_usage_error ("record", "%s",
                               _("a target is needed: local:, ssh://[USER@]HOST[:PORT], "
                                 "ssh+sudo://[USER@]HOST[:PORT] or exec:COMMAND"));
  return parse_targets (self, n);
}

static gboolean
parse (Options   *self,
       int       *argc,
       char    ***argv,
       GError   **error)
{
  const GOptionEntry entries[] = {
    { "estimate", 0, 0, G_OPTION_ARG_NONE, &self->estimate,
      N_("Measure for a second how much would be recorded, and print it"), NULL },
    { "list-presets", 0, 0, G_OPTION_ARG_NONE, &self->list_presets,
      N_("Print the presets; with a target, also how much of each it supports"), NULL },
    { "list-events", 0, 0, G_OPTION_ARG_NONE, &self->list_events,
      N_("Print the events of the target"), NULL },
    { "recover", 0, 0, G_OPTION_ARG_FILENAME, &self->recover,
      N_("Finish a recording that a crash has left as FILE.part"), N_("FILE") },
    { "install-agent", 0, 0, G_OPTION_ARG_NONE, &self->install,
      N_("Copy the agent of this computer, or the file of --agent, to ~/.local/bin of the target"),
      NULL },
    { "agent", 0, 0, G_OPTION_ARG_FILENAME, &self->agent,
      N_("Path of the agent on the target"), N_("PATH") },
    { "trace-cmd", 0, 0, G_OPTION_ARG_NONE, &self->by_trace_cmd,
      N_("Record with trace-cmd, for a target without an agent"), NULL },
    { "print-command", 0, 0, G_OPTION_ARG_NONE, &self->print_command,
      N_("Print the command line of these options, and do nothing"), NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &self->is_quiet,
      N_("Print only errors"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &self->arguments, NULL, NULL },
    { NULL }
  };
  g_autoptr(GOptionContext) context = g_option_context_new (_("TARGET…"));
  GOptionGroup *group = th_record_plan_add_options (self->plan);

  g_option_group_add_entries (group, entries);
  g_option_context_set_main_group (context, group);
  g_option_context_set_summary (context, _("Record on this machine (local:) or on another "
                                           "(ssh://[USER@]HOST), or on several at once."));
  g_set_prgname ("thresh record");
  return g_option_context_parse (context, argc, argv, error);
}

int
th_record_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { .plan = th_record_plan_new () };
  g_autoptr(GError) error = NULL;

  if (!parse (&options, &argc, &argv, &error))
    return th_cli_usage_error ("record", "%s", error->message);
  return record (&options);
}
