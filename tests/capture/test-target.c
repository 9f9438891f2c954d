/* test-target.c - targets: what is refused, and the words that reach an agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-known-targets.h"
#include "th-target.h"

#define SSH "ssh -T -x -a -o BatchMode=no -o ConnectTimeout=15 -o ServerAliveInterval=5 " \
            "-o ServerAliveCountMax=3 "

static void
check_words (const char *text,
             const char *expected)
{
  static const char *const command[] = { "true", NULL };
  g_autoptr(GError) error = NULL;
  g_autoptr(ThTarget) target = th_target_parse (text, &error);
  g_auto(GStrv) argv = NULL;
  g_autofree char *line = NULL;

  g_assert_no_error (error);
  argv = th_target_dup_command_argv (target, command);
  line = g_strjoinv (" ", argv);
  g_assert_cmpstr (line, ==, expected);
}

static void
test_ssh_words (void)
{
  check_words ("ssh://web-3", SSH "-- web-3 'true'");
  check_words ("ssh://root@web-3:2222", SSH "-p 2222 -l root -- web-3 'true'");
  check_words ("ssh+sudo://dev@[fe80::1%eth0]:22", SSH "-p 22 -l dev -- fe80::1%eth0 'true'");
  check_words ("local:", "true");
}

static void
test_refused (void)
{
  static const char *const wrong[] = {
    "", "web-3", "ssh:", "ssh://", "ssh://-oProxyCommand=x", "ssh://-l@host", "ssh://a b",
    "ssh://host:0", "ssh://host:65536", "ssh://host:22x", "ssh://host:", "ssh://me:secret@host",
    "ssh://@host", "ssh://host/path", "ssh://[::1", "ssh://[::1]x", "ssh://h\nost", "ssh://h`id`",
    "ssh+sudo://-host", "exec:", "exec:'", "exec:   ", "exec:a\033b", "http://host", "local:x",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr(GError) error = NULL;
      ThTarget *target = th_target_parse (wrong[i], &error);

      if (target != NULL)
        g_error ("“%s” was taken", wrong[i]);
      g_assert_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE);
    }
}

static void
test_secret_is_not_repeated (void)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (th_target_parse ("ssh://me:hunter2@host", &error));
  g_assert_null (strstr (error->message, "hunter2"));
}

static void
test_names (void)
{
  static const struct
  {
    const char  *text, *name;
    ThTargetKind kind;
    gboolean     is_remote;
  } cases[] = {
    { "local:", "This Computer", TH_TARGET_LOCAL, FALSE },
    { "ssh://root@web-3", "ssh root@web-3", TH_TARGET_SSH, TRUE },
    { "ssh+sudo://db-1:2022", "ssh db-1:2022 (sudo)", TH_TARGET_SSH_SUDO, TRUE },
    { "exec:kubectl exec -i tracer -- agent", "kubectl exec -i tracer -- agent", TH_TARGET_EXEC,
      TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(ThTarget) target = th_target_parse (cases[i].text, NULL);

      g_assert_cmpstr (th_target_get_name (target), ==, cases[i].name);
      g_assert_cmpstr (th_target_get_text (target), ==, cases[i].text);
      g_assert_cmpint (th_target_get_kind (target), ==, cases[i].kind);
      g_assert_cmpint (th_target_is_remote (target), ==, cases[i].is_remote);
    }
}

static void
test_exec_words (void)
{
  g_autoptr(ThTarget) target = th_target_parse ("exec:kubectl exec 'my pod' -- \"a\"", NULL);
  g_auto(GStrv) argv = th_target_dup_agent_argv (target, NULL);
  static const char *const command[] = { "true", NULL };
  const char *const expected[] = { "kubectl", "exec", "my pod", "--", "a", NULL };

  g_assert_true (g_strv_equal ((const char *const *) argv, expected));
  g_assert_null (th_target_dup_command_argv (target, command));
}

/* Runs what ssh would hand to the login shell there, in an empty environment with @home. */
static int
run_far (const char  *words,
         const char  *home,
         char       **output)
{
  g_autofree char *home_entry = g_strconcat ("HOME=", home, NULL);
  char *argv[] = { (char *) "/bin/sh", (char *) "-c", (char *) words, NULL };
  char *environment[] = { home_entry, (char *) "PATH=/usr/bin:/bin", NULL };
  g_autofree char *errors = NULL;
  g_autoptr(GError) error = NULL;
  int status;

  g_spawn_sync (NULL, argv, environment, G_SPAWN_DEFAULT, NULL, NULL, output, &errors, &status,
                &error);
  g_assert_no_error (error);
  return g_spawn_check_wait_status (status, &error) ? 0 : error->code;
}

static void
test_far_words_are_quoted (void)
{
  const char *const command[] = { "printf", "%s|", "a b", "$HOME", "`id`", "it's", "\"", "\\", "",
                                  "-n", "*", NULL };
  g_autoptr(ThTarget) target = th_target_parse ("ssh://host", NULL);
  g_auto(GStrv) argv = th_target_dup_command_argv (target, command);
  g_autofree char *output = NULL;

  g_assert_cmpint (run_far (argv[g_strv_length (argv) - 1], "/", &output), ==, 0);
  g_assert_cmpstr (output, ==, "a b|$HOME|`id`|it's|\"|\\||-n|*|");
}

static void
test_agent_is_found (void)
{
  g_autoptr(ThTarget) target = th_target_parse ("ssh://host", NULL);
  g_auto(GStrv) argv = th_target_dup_agent_argv (target, NULL);
  const char *words = argv[g_strv_length (argv) - 1];
  g_autofree char *home = g_dir_make_tmp ("home with ' blank-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (home, ".local", "bin", NULL);
  g_autofree char *agent = g_build_filename (folder, "thresher-agent", NULL);
  g_autofree char *nothing = NULL;
  g_autofree char *output = NULL;

  g_assert_cmpint (run_far (words, home, &nothing), ==, 127);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents_full (agent, "#!/bin/sh\necho agent \"$#\"\n", -1,
                                           G_FILE_SET_CONTENTS_NONE, 0755, NULL));
  g_assert_cmpint (run_far (words, home, &output), ==, 0);
  g_assert_cmpstr (output, ==, "agent 0\n");

  g_unlink (agent);
  g_rmdir (folder);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_rmdir (parent);
  g_rmdir (home);
}

static void
test_agent_words (void)
{
  g_autoptr(ThTarget) sudo = th_target_parse ("ssh+sudo://host", NULL);
  g_autoptr(ThTarget) plain = th_target_parse ("ssh://host", NULL);
  g_autoptr(ThTarget) local = th_target_parse ("local:", NULL);
  g_auto(GStrv) sudo_argv = th_target_dup_agent_argv (sudo, "/opt/my agent");
  g_auto(GStrv) plain_argv = th_target_dup_agent_argv (plain, "/opt/my agent");
  g_auto(GStrv) local_argv = th_target_dup_agent_argv (local, "/opt/agent");
  g_autofree char *line = g_strjoinv (" ", local_argv);

  g_assert_cmpstr (sudo_argv[g_strv_length (sudo_argv) - 1], ==,
                   "'sudo' '-n' '--' '/opt/my agent'");
  g_assert_cmpstr (plain_argv[g_strv_length (plain_argv) - 1], ==, "'/opt/my agent'");
  g_assert_cmpstr (line, ==, geteuid () == 0 ? "/opt/agent" : "pkexec /opt/agent");
}

/* --- known targets --------------------------------------------------------- */

static char *
list_known (void)
{
  g_autoptr(GPtrArray) known = th_known_targets_list ();
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < known->len; i++)
    {
      const ThKnownTarget *one = known->pdata[i];

      g_string_append_printf (text, "%s[%s]%s;", th_target_get_text (one->target), one->name,
                              one->settings);
    }
  return g_string_free (text, FALSE);
}

static void
store (const char *text,
       const char *name,
       const char *settings)
{
  g_autoptr(ThTarget) target = th_target_parse (text, NULL);
  g_autoptr(GError) error = NULL;

  th_known_targets_store (target, name, settings, &error);
  g_assert_no_error (error);
}

static char *
dup_file (void)
{
  return g_build_filename (g_get_user_state_dir (), "thresher", "targets.ini", NULL);
}

static void
test_known (void)
{
  g_autofree char *path = dup_file ();
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  g_autoptr(ThTarget) gone = th_target_parse ("ssh://one", NULL);
  GStatBuf about;

  store ("ssh://one", NULL, "--preset packets");
  store ("exec:sh -c 'a [b]'", "Mine", NULL);
  g_assert_cmpint (g_stat (path, &about), ==, 0);
  g_assert_cmpint (about.st_mode & 0777, ==, 0600);
  first = list_known ();
  g_assert_nonnull (strstr (first, "ssh://one[ssh one]--preset packets;"));
  g_assert_nonnull (strstr (first, "exec:sh -c 'a [b]'[Mine];"));

  store ("ssh://one", "First", NULL);
  second = list_known ();
  g_assert_nonnull (strstr (second, "ssh://one[First]--preset packets;"));

  g_assert_true (th_known_targets_forget (gone, NULL));
  third = list_known ();
  g_assert_cmpstr (third, ==, "exec:sh -c 'a [b]'[Mine];");
}

/* The last used comes first, whatever the order in the file; what is strange is left out. */
static void
test_known_hostile (void)
{
  static const char text[] =
    "[a]\ntarget=ssh://old\nused=5\n[b]\ntarget=ssh://-oProxyCommand=x\nused=9\n"
    "[c]\ntarget=ssh://new\nused=7\nname=N\\nx\nsettings=a\\tb\n[d]\nused=1\n"
    "[e]\ntarget=ssh://u:secret@h\n[f]\ntarget=\xff\n";
  g_autofree char *path = dup_file ();
  g_autofree char *listed = NULL;
  g_autofree char *large = NULL;
  g_autofree char *none = NULL;

  store ("ssh://any", NULL, NULL); /* makes the folder */
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  listed = list_known ();
  g_assert_cmpstr (listed, ==, "ssh://new[ssh new];ssh://old[ssh old];");

  large = g_malloc (2 << 20);
  memset (large, 'a', 2 << 20);
  g_assert_true (g_file_set_contents (path, large, 2 << 20, NULL));
  none = list_known ();
  g_assert_cmpstr (none, ==, "");
}

static void
test_known_is_bounded (void)
{
  g_autoptr(GPtrArray) known = NULL;

  for (guint i = 0; i < TH_KNOWN_TARGETS_MAX + 5; i++)
    {
      g_autofree char *text = g_strdup_printf ("ssh://host-%u", i);

      store (text, NULL, NULL);
    }
  known = th_known_targets_list ();
  g_assert_cmpuint (known->len, ==, TH_KNOWN_TARGETS_MAX);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);

  g_test_add_func ("/capture/target/ssh-words", test_ssh_words);
  g_test_add_func ("/capture/target/refused", test_refused);
  g_test_add_func ("/capture/target/secret", test_secret_is_not_repeated);
  g_test_add_func ("/capture/target/names", test_names);
  g_test_add_func ("/capture/target/exec-words", test_exec_words);
  g_test_add_func ("/capture/target/quoted", test_far_words_are_quoted);
  g_test_add_func ("/capture/target/agent-found", test_agent_is_found);
  g_test_add_func ("/capture/target/agent-words", test_agent_words);
  g_test_add_func ("/capture/target/known", test_known);
  g_test_add_func ("/capture/target/known-hostile", test_known_hostile);
  g_test_add_func ("/capture/target/known-bounded", test_known_is_bounded);
  return g_test_run ();
}
