/* th-info-review.c - `thresh info` of reviews
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-info-review.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-report.h"
#include "th-info-command.h"
#include "th-printable.h"
#include "th-review-open.h"
#include "th-review-show.h"

/* @path as a word of a shell. */
static char *
dup_word (const char *path)
{
  g_autofree char *quoted = g_shell_quote (path);
  gsize n = strspn (path, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "./_+-");

  return th_printable_line (path[n] == '\0' ? path : quoted);
}

/* How to look at the review; an archive first has to become a folder. */
static void
print_ways (const char *path)
{
  g_autofree char *word = dup_word (path);

  if (th_review_is_archive (path))
    g_print (_("\nUnpack it with “thresh review unpack %s”.\n"), word);
  else
    g_print (_("\nOpen it with “thresher %s”.\n"), word);
  g_print (_("Read its notes with “thresh notes list %s”.\n"), word);
}

static ThExit
show (const char *path,
      gboolean    json)
{
  g_autofree char *folder = th_review_open_argument ("info", path, TRUE);
  g_autofree char *line = th_printable_line (path);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) review = folder != NULL ? th_review_open (folder, &error) : NULL;
  ThExit status;

  if (error != NULL)
    th_cli_report (path, error->message);
  if (review == NULL)
    return TH_EXIT_REFUSED;

  if (!json)
    g_print (th_review_is_archive (path) ? _("%s: a packed review\n") : _("%s: a review\n"), line);
  status = th_review_show (review, path, json);
  if (!json)
    print_ways (path);
  return status;
}

int
th_info_reviews_main (int    argc,
                      char **argv)
{
  return th_info_command_run (argc, argv, show);
}
