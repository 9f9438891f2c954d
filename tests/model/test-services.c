/* test-services.c - the names of ports, against those of the system
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "th-services.h"

/* By the registry of IANA. */
static void
test_known (void)
{
  g_assert_cmpstr (th_service_get_name (22, FALSE), ==, "ssh");
  g_assert_cmpstr (th_service_get_name (443, FALSE), ==, "https");
  g_assert_cmpstr (th_service_get_name (443, TRUE), ==, "https");
  g_assert_cmpstr (th_service_get_name (53, TRUE), ==, "domain");
  g_assert_cmpstr (th_service_get_name (514, FALSE), ==, "shell");
  g_assert_cmpstr (th_service_get_name (514, TRUE), ==, "syslog");
  g_assert_cmpstr (th_service_get_name (7, FALSE), ==, "echo");
  g_assert_cmpstr (th_service_get_name (27017, FALSE), ==, "mongodb");
  g_assert_null (th_service_get_name (22, TRUE));
  g_assert_null (th_service_get_name (0, FALSE));
  g_assert_null (th_service_get_name (65535, FALSE));
}

/* Whether one of the words of a line of /etc/services is that name. */
static gboolean
has_word (char       **words,
          const char  *name)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (strcmp (words[i], name) == 0)
      return TRUE;

  return FALSE;
}

/* What this system calls a port, it is called here, too, if it has a name here. */
static void
test_system (void)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;
  guint n = 0;

  if (!g_file_get_contents ("/etc/services", &text, NULL, NULL))
    {
      g_test_skip ("there is no /etc/services");
      return;
    }

  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto(GStrv) words = g_strsplit_set (lines[i], " \t", -1);
      const char *name, *port = NULL;

      if (words[0] == NULL || lines[i][0] == '#')
        continue;
      for (guint j = 1; words[j] != NULL && port == NULL; j++)
        port = strchr (words[j], '/') != NULL ? words[j] : NULL;
      if (port == NULL || (!g_str_has_suffix (port, "/tcp") && !g_str_has_suffix (port, "/udp")))
        continue;
      name = th_service_get_name (g_ascii_strtoull (port, NULL, 10),
                                  g_str_has_suffix (port, "/udp"));
      /* Debian's name of SIP over TLS is older than the registry's. */
      if (name == NULL || strcmp (name, "sips") == 0)
        continue;
      g_assert_true (has_word (words, name));
      n++;
    }
  g_assert_cmpuint (n, >, 80);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/model/services/known", test_known);
  g_test_add_func ("/model/services/system", test_system);

  return g_test_run ();
}
