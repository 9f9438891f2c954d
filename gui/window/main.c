/* main.c - the main program of thresher
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <locale.h>

#include <glib/gi18n-lib.h>

#include "th-application.h"
#include "th-compare-arguments.h"
#include "th-file-limit.h"

int
main (int    argc,
      char **argv)
{
  g_autoptr(ThApplication) application = NULL;

  th_file_limit_make_error ();
  setlocale (LC_ALL, "");
  /* Times in traces and numbers in filters have a decimal point, so all numbers are
   * written with one.  GTK must not set the locale again. */
  setlocale (LC_NUMERIC, "C");
  gtk_disable_setlocale ();
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  for (int i = 1; i < argc; i++)
    if (g_str_equal (argv[i], "--compare"))
      th_compare_arguments_mark (argc, argv);

  g_set_application_name ("Thresher");
  application = th_application_new ();

  return g_application_run (G_APPLICATION (application), argc, argv);
}
