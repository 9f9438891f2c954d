/* th-agent-main.c - thresher-agent, which records for a window on another machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The agent is not translated: who reads its standard error sits elsewhere.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <tracefs.h>

#include "th-agent.h"

static gboolean
show_version (void)
{
  printf ("thresher-agent %s\n", PACKAGE_VERSION);
  return TRUE;
}

/* NULL if it is not mounted; mounting it would change the machine. */
static char *
find_tracefs (void)
{
  const char *path = NULL;

  return tracefs_tracing_dir_is_mounted (false, &path) > 0 ? g_strdup (path) : NULL;
}

static gboolean
parse (int            argc,
       char          *argv[],
       gboolean      *version,
       ThAgentPlaces *places)
{
  const GOptionEntry entries[] = {
    { "version", 'V', 0, G_OPTION_ARG_NONE, version, "Print the version and exit", NULL },
    { "tracefs", 0, 0, G_OPTION_ARG_FILENAME, &places->tracefs,
      "Where tracefs is mounted (found if not given)", "FOLDER" },
    { "proc", 0, 0, G_OPTION_ARG_FILENAME, &places->proc,
      "Where proc is mounted (/proc)", "FOLDER" },
    { NULL }
  };
  g_autoptr(GOptionContext) context = g_option_context_new (NULL);
  g_autoptr(GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
    "Records with tracefs for Thresher, over standard input and output.\n"
    "It is started by the program that records, here or by way of ssh.");
  if (g_option_context_parse (context, &argc, &argv, &error) && argc == 1)
    return TRUE;
  fprintf (stderr, "thresher-agent: %s\n", error != NULL ? error->message : "Too many arguments");
  return FALSE;
}

int
main (int   argc,
      char *argv[])
{
  ThAgentPlaces places = { NULL };
  gboolean version = FALSE;
  int status;

  if (!parse (argc, argv, &version, &places))
    return EXIT_FAILURE;
  if (version)
    return show_version () ? EXIT_SUCCESS : EXIT_FAILURE;
  if (isatty (STDOUT_FILENO))
    {
      fputs ("thresher-agent: it talks to Thresher and not to a terminal; see thresher-agent(1)\n",
             stderr);
      return EXIT_FAILURE;
    }

  if (places.tracefs != NULL)
    tracefs_set_tracing_dir (places.tracefs);
  else
    places.tracefs = find_tracefs ();
  if (places.proc == NULL)
    places.proc = g_strdup ("/proc");
  status = th_agent_run (&places, STDIN_FILENO, STDOUT_FILENO);
  g_free (places.tracefs);
  g_free (places.proc);
  return status;
}
