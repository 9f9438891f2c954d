/* th-full.c - leaves the commands that need many libraries to thresh-full
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The dynamic linker takes several times as long for the libraries that draw, those that read
 * archives and those that read JSON as for all others.  So `thresh` is linked without them;
 * thresh-full, which replaces it for these commands, has all of them.  It is beside `thresh` in
 * the build tree, and in a folder of its own in an installation.
 */
#include "config.h"

#include <errno.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-commands.h"
#include "th-compare-experiment.h"
#include "th-info-review.h"

#define NAME "thresh-full"

/* In the order of preference.  The installed one is found from where `thresh` is, because the
 * installation may have been moved. */
static const char *const folders[] = { ".", FULL_DIR };

/* Runs `thresh COMMAND` with the arguments after argv[0], which other commands may have made. */
static int
run_full (const char *command,
          int         argc,
          char      **argv)
{
  g_autofree const char **arguments = g_new0 (const char *, argc + 2);
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *here = self != NULL ? g_path_get_dirname (self) : NULL;
  g_autofree char *path = NULL;

  arguments[0] = "thresh";
  arguments[1] = command;
  for (int i = 1; i < argc; i++)
    arguments[i + 1] = argv[i];
  for (guint i = 0; here != NULL && i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = g_canonicalize_filename (folders[i], here);

      g_free (path);
      path = g_build_filename (folder, NAME, NULL);
      execv (path, (char **) arguments);
      if (errno != ENOENT)
        break;
    }

  g_printerr (_("thresh: cannot run “%s”: %s. It is part of Thresher; install Thresher again.\n"),
              path != NULL ? path : NAME, g_strerror (errno));
  return TH_EXIT_REFUSED;
}

#define LEAVE(function, command) \
  int \
  function (int    argc, \
            char **argv) \
  { \
    return run_full (command, argc, argv); \
  }

LEAVE (th_compare_experiment_main, "compare")
LEAVE (th_experiment_main, "experiment")
LEAVE (th_info_reviews_main, "info")
LEAVE (th_notes_main, "notes")
LEAVE (th_record_main, "record")
LEAVE (th_render_main, "render")
LEAVE (th_report_main, "report")
LEAVE (th_review_main, "review")
LEAVE (th_sanitize_main, "sanitize")
