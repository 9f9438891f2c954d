/* th-experiment.c - `thresh experiment`: records two states of the machine in turns
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-experiment-run.h"

#define DEFAULT_RUNS 5
#define DEFAULT_RECORD "trace-cmd record -o {output} -e net -e napi -e irq -e skb -e sock " \
                       "-e sched:sched_switch -e sched:sched_wakeup -e sched:sched_waking " \
                       "-- sh -c {load}"

typedef struct
{
  char    *before;
  char    *after;
  char    *load;
  char    *record;
  char    *restore;
  char    *output;
  char    *resume;
  gint64   seed;
  int      runs;
  gboolean looks;
  char   **arguments;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->before);
  g_free (self->after);
  g_free (self->load);
  g_free (self->record);
  g_free (self->restore);
  g_free (self->output);
  g_free (self->resume);
  g_strfreev (self->arguments);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The error in the options; NULL if there is none. */
static const char *
find_mistake (const Options *options)
{
  const char *record = options->record != NULL ? options->record : DEFAULT_RECORD;

  if (options->arguments != NULL)
    return _("commands are given as one argument each, in quotation marks");
  if (options->resume != NULL)
    return options->before || options->after || options->load || options->record ||
           options->restore || options->output || options->runs != 0 || options->looks ||
           options->seed >= 0
           ? _("--resume takes the whole experiment from its directory, so no other option") : NULL;
  if (!options->before || !options->after || !options->load || !options->output)
    return _("--before, --after, --load and -o are needed");
  if (strstr (record, "{output}") == NULL || strstr (record, "{load}") == NULL)
    return _("--record needs the words {output} and {load}");
  if (options->looks && options->runs != 0)
    return _("--looks fixes the number of runs, so --runs cannot be used");
  if (options->runs < 0 || options->runs > TH_EXPERIMENT_MAX_RUNS)
    return _("--runs is a number from 1 to 99");
  if (options->seed > G_MAXUINT32 || options->seed < -1)
    return _("--seed is a number from 0 to 4294967295");
  return NULL;
}

static ThExperimentPlan *
make_plan (const Options *options)
{
  ThExperimentPlan *plan = th_experiment_plan_new ();

  plan->before = g_strdup (options->before);
  plan->after = g_strdup (options->after);
  plan->load = g_strdup (options->load);
  plan->record = g_strdup (options->record != NULL ? options->record : DEFAULT_RECORD);
  plan->restore = g_strdup (options->restore);
  plan->seed = options->seed >= 0 ? (guint32) options->seed : g_random_int ();
  plan->has_looks = options->looks;
  plan->n_runs = options->looks ? th_experiment_looks[TH_EXPERIMENT_N_LOOKS - 1]
                 : options->runs != 0 ? (guint) options->runs : DEFAULT_RUNS;
  th_experiment_plan_shuffle (plan);
  return plan;
}

static ThExit
refuse (const char *directory,
        const char *reason)
{
  g_autofree char *name = g_filename_display_name (directory);

  g_printerr ("thresh experiment: %s: %s\n", name, reason);
  return TH_EXIT_REFUSED;
}

/* A directory with recordings but without a manifest is not that of an experiment. */
static gboolean
has_recordings (const char *directory)
{
  g_autoptr(GDir) dir = g_dir_open (directory, 0, NULL);
  const char *entry;

  while (dir != NULL && (entry = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (entry, ".dat"))
      return TRUE;
  return FALSE;
}

/* Returns the plan of the directory in *@plan, if it matches the options, or a new one. */
static ThExit
get_plan (const Options     *options,
          const char        *directory,
          ThExperimentPlan **plan)
{
  g_autoptr(ThExperimentPlan) asked = options->resume == NULL ? make_plan (options) : NULL;
  g_autoptr(GError) error = NULL;

  if (asked != NULL && !th_experiment_plan_exists (directory))
    {
      if (has_recordings (directory))
        return refuse (directory, _("there are recordings, but no manifest of an experiment"));
      *plan = g_steal_pointer (&asked);
      return TH_EXIT_WHOLE;
    }
  *plan = asked != NULL ? th_experiment_plan_load (directory, &error)
                        : th_experiment_plan_load_own (directory, &error);
  if (*plan == NULL)
    return th_cli_fail ("experiment", error);

  if (asked != NULL && !th_experiment_plan_equal (asked, *plan, options->seed >= 0))
    return refuse (directory, _("another experiment is there; give another directory"));
  return TH_EXIT_WHOLE;
}

/* Locks the directory until the process ends, so that only one experiment writes to it. */
static ThExit
lock (const char *directory)
{
  int fd = open (directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return refuse (directory, g_strerror (errno));
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    return TH_EXIT_WHOLE;

  close (fd);
  return refuse (directory, _("this experiment is running already"));
}

static ThExit
experiment (const Options *options)
{
  const char *directory = options->resume != NULL ? options->resume : options->output;
  char *argv[] = { (char *) "compare", (char *) directory, NULL };
  g_autoptr(ThExperimentPlan) plan = NULL;
  ThExit status;

  if (options->resume == NULL && g_mkdir_with_parents (directory, 0777) != 0)
    return refuse (directory, g_strerror (errno));

  status = lock (directory);
  if (status == TH_EXIT_WHOLE)
    status = get_plan (options, directory, &plan);
  if (status == TH_EXIT_WHOLE)
    status = th_experiment_run (plan, directory);
  return status == TH_EXIT_WHOLE ? (ThExit) th_compare_main (2, argv) : status;
}

int
th_experiment_main (int    argc,
                    char **argv)
{
  g_auto(Options) options = { .seed = -1 };
  const GOptionEntry entries[] = {
    { "before", 0, 0, G_OPTION_ARG_STRING, &options.before,
      N_("Put the machine into state A with this command"), N_("COMMAND") },
    { "after", 0, 0, G_OPTION_ARG_STRING, &options.after,
      N_("Put the machine into state B with this command"), N_("COMMAND") },
    { "load", 0, 0, G_OPTION_ARG_STRING, &options.load,
      N_("Measure this command; before each recording it runs once to warm up"), N_("COMMAND") },
    { "restore", 0, 0, G_OPTION_ARG_STRING, &options.restore,
      N_("Restore the machine with this command, however the experiment ends"), N_("COMMAND") },
    { "record", 0, 0, G_OPTION_ARG_STRING, &options.record,
      N_("Record with this command, like 'perf record -o {output} -a -e sched:* -- sh -c {load}'; "
         "trace-cmd by default"), N_("COMMAND") },
    { "runs", 0, 0, G_OPTION_ARG_INT, &options.runs,
      N_("Recordings per side; 5 by default"), N_("NUMBER") },
    { "looks", 0, 0, G_OPTION_ARG_NONE, &options.looks,
      N_("Look after 3, 5, 8 and 12 runs per side, and stop when that is enough"), NULL },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &options.seed,
      N_("Shuffle the order of the runs by this number"), N_("NUMBER") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Write the recordings to this folder, or resume the experiment that it has"),
      N_("FOLDER") },
    { "resume", 0, 0, G_OPTION_ARG_FILENAME, &options.resume,
      N_("Resume the experiment in this folder: runs the commands of its manifest"),
      N_("FOLDER") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.arguments, NULL, NULL },
    { NULL }
  };
  const char *mistake;

  if (!th_cli_parse (&argc, &argv, entries, NULL,
                     _("Record a load in two states of the machine, in turns, and compare them.")))
    return TH_EXIT_USAGE;

  mistake = find_mistake (&options);
  return mistake != NULL ? th_cli_usage_error ("experiment", "%s", mistake)
                         : experiment (&options);
}
