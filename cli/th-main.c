/* th-main.c - `thresh`: runs the command
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <locale.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-filter.h"
#include "th-cli-output.h"
#include "th-cli-report.h"
#include "th-commands.h"
#include "th-guess.h"

typedef struct
{
  const char *name;
  const char *summary; /* N_() */
  int       (*main) (int    argc,
                     char **argv);
} Command;

static const Command commands[] = {
  { "info", N_("Summarize a recording: buffers, CPUs, event types, tasks, lost events"),
    th_info_main },
  { "events", N_("Print events as text, in time order"), th_events_main },
  { "find", N_("Find events by text or expression"), th_find_main },
  { "span", N_("Print statistics of a time span: tasks, events, CPUs, packet stages"),
    th_span_main },
  { "tables", N_("List the tables that the analyses produce"), th_tables_main },
  { "table", N_("Print a table of an analysis: wakeups, softirqs, syscalls, …"), th_table_main },
  { "measures", N_("Print measured latencies and durations"), th_measures_main },
  { "stacks", N_("Count call chains, in the format of flame graph tools"), th_stacks_main },
  { "packets", N_("Print the outcome of each packet and where its time went"), th_packets_main },
  { "journey", N_("Print one packet, step by step"), th_journey_main },
  { "drops", N_("Print which packets were dropped, where and why"), th_drops_main },
  { "path", N_("Print what a task waited for, waker by waker"), th_path_main },
  { "frames", N_("Print which packet each frame of a capture is, and how the clocks relate"),
    th_frames_main },
  { "sockets", N_("Print connections, the packets of one, drops and listening sockets"),
    th_sockets_main },
  { "requests", N_("Print requests and answers, slowest first, and where their time went"),
    th_requests_main },
  { "transits", N_("Print packets from one machine to another, and where their time went"),
    th_transits_main },
  { "counters", N_("Print what the machine counted during a recording"), th_counters_main },
  { "cut", N_("Write a part of a trace.dat as another trace.dat"), th_cut_main },
  { "sanitize", N_("Remove or rename personal data in a recording or a review"), th_sanitize_main },
  { "compare", N_("Tell whether recordings differ from others, and where"), th_compare_main },
  { "experiment", N_("Record two states of the machine in turns, and compare them"),
    th_experiment_main },
  { "record", N_("Record on this computer or on another machine"), th_record_main },
  { "export", N_("Write a recording in the format of another program"), th_export_main },
  { "review", N_("Create, show, pack, unpack and merge reviews"), th_review_main },
  { "notes", N_("Read and write the notes of a review"), th_notes_main },
  { "report", N_("Write a report about a review or recordings, as HTML or Markdown"),
    th_report_main },
  { "render", N_("Draw a picture of the timeline"), th_render_main },
};

static void
print_help (void)
{
  g_print ("%s\n", _("Usage: thresh COMMAND [OPTION…] FILE…"));
  g_print ("\n%s\n\n", _("Analyzes recordings of the Linux kernel’s tracer without a display."));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_print ("  %-10s  %s\n", commands[i].name, _(commands[i].summary));

  g_print ("\n%s\n", _("FILE is a file or a pipe, “-” is standard input; gzip, xz and zstd are "
                       "unpacked on the fly."));
  g_print ("\n%s\n", _("“thresh COMMAND --help” lists the options of a command."));
  g_print ("\n%s\n",
           _("Exit status: 0 complete, 3 partly read, 2 refused, 64 wrong usage; of compare also "
             "1 failed, 4 can’t tell; of experiment 1 a command failed, 3 interrupted; of record "
             "1 the command failed, 3 the connection was lost."));
}

/* NULL if no command is similar. */
static const char *
find_similar (const char *name)
{
  ThGuess guess = { .wanted = name };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    th_guess_try_prefix (&guess, commands[i].name);
  th_guess_try_prefix (&guess, "--help");
  th_guess_try_prefix (&guess, "--version");
  return guess.best;
}

static int
usage (const char *argument)
{
  const char *similar = argument != NULL ? find_similar (argument) : NULL;

  if (argument == NULL)
    g_printerr ("%s\n", _("thresh: no command was given"));
  else if (similar != NULL)
    g_printerr (_("thresh: unknown command “%s”; did you mean “%s”?\n"), argument, similar);
  else
    g_printerr (_("thresh: unknown command “%s”.\n"), argument);

  g_printerr ("%s\n", _("Try “thresh --help”."));
  return TH_EXIT_USAGE;
}

static const Command *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (name, commands[i].name) == 0)
      return &commands[i];

  return NULL;
}

/* `thresh help COMMAND` is `thresh COMMAND --help`. */
static int
help (char **argv)
{
  const Command *command = argv[2] != NULL ? find_command (argv[2]) : NULL;
  char *arguments[] = { argv[2], (char *) "--help", NULL };

  if (argv[2] != NULL && command == NULL)
    return usage (argv[2]);
  if (command != NULL)
    return command->main (G_N_ELEMENTS (arguments) - 1, arguments);

  print_help ();
  return TH_EXIT_WHOLE;
}

int
main (int    argc,
      char **argv)
{
  const Command *command;

  setlocale (LC_ALL, "");
  /* Scripts parse the numbers, so they have the same format in every language. */
  setlocale (LC_NUMERIC, "C");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  th_cli_output_guard ();

  if (argc < 2)
    return usage (NULL);

  command = find_command (argv[1]);
  if (command != NULL)
    return (int) th_cli_check_given_up (th_cli_check_reads ((ThExit) command->main (argc - 1,
                                                                                     argv + 1)));

  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "-h") == 0 ||
      strcmp (argv[1], "help") == 0)
    return help (argv);
  if (strcmp (argv[1], "--version") == 0)
    g_print ("thresh %s\n", PACKAGE_VERSION);
  else
    return usage (argv[1]);

  return TH_EXIT_WHOLE;
}
