/* test-atomic-file.c - a file appears once it is complete, and nothing else does
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "th-atomic-file.h"

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("thresher-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  fixture->path = g_build_filename (fixture->folder, "a.txt", NULL);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->folder), ==, 0);
  g_free (fixture->path);
  g_free (fixture->folder);
}

static guint
count_names (Fixture *fixture)
{
  g_autoptr(GDir) dir = g_dir_open (fixture->folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
begin (Fixture      *fixture,
       ThAtomicFile *file,
       const char   *text)
{
  g_assert_true (th_atomic_file_begin (file, fixture->path));
  g_assert_true (th_write_all (file->fd, text, strlen (text)));
}

static void
assert_contents (Fixture    *fixture,
                 const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (fixture->path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* The file is replaced, with the permissions that the umask leaves. */
static void
test_commit (Fixture       *fixture,
             gconstpointer  data)
{
  struct stat status;

  umask (027);
  for (guint i = 0; i < 2; i++)
    {
      g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;

      begin (fixture, &file, i == 0 ? "one" : "two");
      if (i > 0)
        assert_contents (fixture, "one");
      g_assert_true (th_atomic_file_commit (&file));
      assert_contents (fixture, i == 0 ? "one" : "two");
    }
  g_assert_cmpuint (count_names (fixture), ==, 1);
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0640);
}

static void
test_clear (Fixture       *fixture,
            gconstpointer  data)
{
  ThAtomicFile file = TH_ATOMIC_FILE_INIT;

  begin (fixture, &file, "one");
  th_atomic_file_clear (&file);
  g_assert_cmpuint (count_names (fixture), ==, 0);
}

/* A folder is in the way: that is reported, and nothing else is left there. */
static void
test_failure (Fixture       *fixture,
              gconstpointer  data)
{
  ThAtomicFile file = TH_ATOMIC_FILE_INIT;
  g_autofree char *lost = g_build_filename (fixture->folder, "none", "a", NULL);

  begin (fixture, &file, "one");
  g_assert_cmpint (g_mkdir (fixture->path, 0755), ==, 0);
  g_assert_false (th_atomic_file_commit (&file));
  g_assert_cmpint (errno, ==, EISDIR);
  th_atomic_file_clear (&file);
  g_assert_cmpuint (count_names (fixture), ==, 1);
  g_assert_cmpint (g_rmdir (fixture->path), ==, 0);
  g_assert_false (th_atomic_file_begin (&file, lost));
  g_assert_cmpint (errno, ==, ENOENT);
}

/* Whether the file system has files without a name. */
static gboolean
has_nameless (Fixture *fixture)
{
  int fd = open (fixture->folder, O_TMPFILE | O_RDWR, 0600);

  if (fd >= 0)
    close (fd);
  return fd >= 0;
}

static void
test_killed (Fixture       *fixture,
             gconstpointer  data)
{
  ThAtomicFile file = TH_ATOMIC_FILE_INIT;
  int status;
  pid_t pid;

  if (!has_nameless (fixture))
    {
      g_test_skip ("the file system has no O_TMPFILE");
      return;
    }
  pid = fork ();
  if (pid == 0)
    {
      if (th_atomic_file_begin (&file, fixture->path) && th_write_all (file.fd, "one", 3) &&
          th_atomic_file_sync (&file))
        kill (getpid (), SIGKILL);
      _exit (1);
    }
  g_assert_cmpint (waitpid (pid, &status, 0), ==, pid);
  g_assert_true (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  g_assert_cmpuint (count_names (fixture), ==, 0);
}

/* What is neither a file nor a folder gets the bytes and stays what it is. */
static void
test_pipe (Fixture       *fixture,
           gconstpointer  data)
{
  g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;
  char text[8] = "";
  struct stat status;
  int reader;

  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  reader = open (fixture->path, O_RDONLY | O_NONBLOCK);
  g_assert_cmpint (reader, >=, 0);
  g_assert_true (th_atomic_file_begin_output (&file, fixture->path));
  g_assert_true (th_write_all (file.fd, "one", 3));
  g_assert_true (th_atomic_file_commit (&file));
  g_assert_cmpint (read (reader, text, sizeof text), ==, 3);
  g_assert_cmpstr (text, ==, "one");
  g_assert_cmpint (g_stat (fixture->path, &status), ==, 0);
  g_assert_true (S_ISFIFO (status.st_mode));
  g_assert_cmpuint (count_names (fixture), ==, 1);
  close (reader);
}

/* An open file is written through its name in /proc, and through a link to that. */
static void
test_open_file (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *link = g_build_filename (fixture->folder, "link", NULL);
  int fd = open (fixture->path, O_RDWR | O_CREAT, 0600);

  g_assert_cmpint (fd, >=, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;
      g_autofree char *name = g_strdup_printf ("/proc/self/fd/%d", fd);

      if (i > 0)
        g_assert_cmpint (symlink (name, link), ==, 0);
      g_assert_true (th_atomic_file_begin_output (&file, i > 0 ? link : name));
      g_assert_true (th_write_all (file.fd, i > 0 ? "two" : "one", 3));
      g_assert_true (th_atomic_file_commit (&file));
      assert_contents (fixture, i > 0 ? "onetwo" : "one");
    }
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  close (fd);

  /* What is not given by a user is replaced, whatever it leads to. */
  {
    g_auto(ThAtomicFile) file = TH_ATOMIC_FILE_INIT;

    g_assert_true (th_atomic_file_begin (&file, link));
    g_assert_true (th_write_all (file.fd, "three", 5));
    g_assert_true (th_atomic_file_commit (&file));
  }
  assert_contents (fixture, "onetwo");
  g_assert_false (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_unlink (link);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/atomic-file/commit", Fixture, NULL, set_up, test_commit, tear_down);
  g_test_add ("/atomic-file/clear", Fixture, NULL, set_up, test_clear, tear_down);
  g_test_add ("/atomic-file/failure", Fixture, NULL, set_up, test_failure, tear_down);
  g_test_add ("/atomic-file/pipe", Fixture, NULL, set_up, test_pipe, tear_down);
  g_test_add ("/atomic-file/open-file", Fixture, NULL, set_up, test_open_file, tear_down);
  g_test_add ("/atomic-file/killed", Fixture, NULL, set_up, test_killed, tear_down);
  return g_test_run ();
}
