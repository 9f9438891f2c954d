/* th-compare.c - `thresh compare`, of files or of an experiment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-commands.h"
#include "th-compare-command.h"
#include "th-compare-experiment.h"

int
th_compare_main (int    argc,
                 char **argv)
{
  for (int i = 1; i < argc; i++)
    if (g_file_test (argv[i], G_FILE_TEST_IS_DIR))
      return th_compare_experiment_main (argc, argv);

  return th_compare_command_run (argc, argv, NULL);
}
