/* test-cli-time.c - times and CPUs on the command line
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-time.h"

/* What a text means is th_time_parse()'s; here: which sentence, and the defaults. */
static void
test_spans (void)
{
  g_autoptr(ThRecording) recording = th_recording_new ("test");
  g_autoptr(GError) error = NULL;
  gint64 begin, end;

  th_recording_add_stream (recording, "", &(ThClock) { "local", FALSE, TH_TIME_NONE }, TH_PLACE_U32);
  th_recording_finish (recording);
  g_assert_true (th_cli_parse_span (recording, "1.5ms", "+2us", &begin, &end, &error));
  g_assert_no_error (error);
  g_assert_cmpint (begin, ==, 1500000);
  g_assert_cmpint (end, ==, 2000);
  g_assert_false (th_cli_parse_span (recording, "0", "12 parsecs", &begin, &end, &error));
  g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
  g_assert_nonnull (strstr (error->message, "“12 parsecs”"));
}

static char *
cpus_text (const char *list)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) cpus = th_cli_parse_cpus (list, &error);
  GString *text = g_string_new (NULL);

  g_assert_true ((cpus == NULL) == (error != NULL));
  for (guint i = 0; cpus != NULL && i < cpus->len; i++)
    g_string_append_printf (text, "%u ", g_array_index (cpus, guint, i));

  return g_string_free (text, FALSE);
}

static void
test_cpus (void)
{
  static const char *const lists[][2] = {
    { "0", "0 " }, { "0,2-3", "0 2 3 " }, { "7-7", "7 " }, { "3,1", "3 1 " }, { "65535", "65535 " },
    { "", "" }, { ",", "" }, { "0,", "" }, { "-1", "" }, { "1-", "" }, { "3-1", "" }, { "a", "" },
    { "1-2-3", "" }, { "65536", "" }, { "0-4294967295", "" }, { " 1", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      g_autofree char *text = cpus_text (lists[i][0]);

      g_test_message ("“%s”", lists[i][0]);
      g_assert_cmpstr (text, ==, lists[i][1]);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/time/spans", test_spans);
  g_test_add_func ("/cli/time/cpus", test_cpus);

  return g_test_run ();
}
