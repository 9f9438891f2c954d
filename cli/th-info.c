/* th-info.c - `thresh info`, of recordings or also of reviews
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-commands.h"
#include "th-info-review.h"
#include "th-info-command.h"

int
th_info_main (int    argc,
              char **argv)
{
  for (int i = 1; i < argc; i++)
    if (th_info_command_is_review (argv[i]))
      return th_info_reviews_main (argc, argv);

  return th_info_command_run (argc, argv, NULL);
}
