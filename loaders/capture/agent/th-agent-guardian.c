/* th-agent-guardian.c - a process that cleans up after the agent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "th-agent-cleanup.h"
#include "th-agent-guardian.h"

/* What the agent writes into the pipe: lines with a letter and its arguments, separated by tabs. */
#define TELL_WATCH 'w'
#define TELL_RESTORE 'r'
#define TELL_DISMISS 'd'
#define MAX_TOLD (1 << 20)
/* The agent may still be closing its files. */
#define LOCK_WAIT_US (10 * G_USEC_PER_SEC)

struct _ThAgentGuardian
{
  pid_t pid;
  int   pipe;
};

static void
leave_session (int pipe)
{
  int null = open ("/dev/null", O_RDWR);
  int last = sysconf (_SC_OPEN_MAX);

  setsid ();
  prctl (PR_SET_NAME, "thresher-guard");
  for (int i = 1; i < NSIG; i++)
    signal (i, SIG_IGN);
  /* The connection would stay open as long as one of these descriptors. */
  for (int fd = 0; fd < 3; fd++)
    if (null < 0 || dup2 (null, fd) < 0)
      close (fd);
  for (int fd = 3; fd < CLAMP (last, 256, 65536); fd++)
    if (fd != pipe)
      close (fd);
  if (chdir ("/") != 0)
    _exit (1);
}

static void
act (const ThAgentPlaces *places,
     char               **words)
{
  guint n = g_strv_length (words);

  if (n == 2 && words[0][0] == TELL_WATCH)
    {
      th_agent_remove_abandoned (places, words[1], LOCK_WAIT_US);
    }
  else if (n == 3 && words[0][0] == TELL_RESTORE)
    {
      g_autofree char *path = g_build_filename (places->tracefs, words[1], NULL);

      th_agent_file_write (path, words[2], O_TRUNC);
    }
}

/* In reverse order: what was changed last is restored before what it was built on. */
static void
clean_up (const ThAgentPlaces *places,
          const char          *told)
{
  g_auto(GStrv) lines = g_strsplit (told, "\n", -1);

  for (guint i = g_strv_length (lines); i > 0; i--)
    {
      g_auto(GStrv) words = g_strsplit (lines[i - 1], "\t", 3);

      act (places, words);
    }
}

static void
run (const ThAgentPlaces *places,
     int                  pipe)
{
  g_autoptr(GString) told = g_string_new (NULL);
  char piece[4096];
  gssize got;

  leave_session (pipe);
  while ((got = read (pipe, piece, sizeof piece)) != 0)
    {
      if (got > 0 && told->len < MAX_TOLD)
        g_string_append_len (told, piece, got);
      else if (got < 0 && errno != EINTR)
        break;
    }
  if (told->len == 0 || told->str[told->len - 1] != TELL_DISMISS)
    clean_up (places, told->str);
  _exit (0);
}

ThAgentGuardian *
th_agent_guardian_new (const ThAgentPlaces *places)
{
  ThAgentGuardian *self;
  int ends[2];
  pid_t pid;

  if (pipe2 (ends, O_CLOEXEC) != 0)
    return NULL;
  pid = fork ();
  if (pid == 0)
    {
      close (ends[1]);
      run (places, ends[0]);
    }
  close (ends[0]);
  if (pid < 0)
    {
      close (ends[1]);
      return NULL;
    }

  self = g_new0 (ThAgentGuardian, 1);
  self->pid = pid;
  self->pipe = ends[1];
  return self;
}

int
th_agent_guardian_get_pid (ThAgentGuardian *self)
{
  return self->pid;
}

static void
tell (ThAgentGuardian *self,
      const char      *text)
{
  /* If the guardian was killed, the sweep of a later agent cleans up. */
  if (write (self->pipe, text, strlen (text)) < 0)
    g_debug ("The guardian is gone: %s", g_strerror (errno));
}

void
th_agent_guardian_watch (ThAgentGuardian *self,
                         const char      *instance)
{
  g_autofree char *line = g_strdup_printf ("%c\t%s\n", TELL_WATCH, instance);

  tell (self, line);
}

void
th_agent_guardian_restore (ThAgentGuardian *self,
                           const char      *file,
                           const char      *text)
{
  g_autofree char *line = g_strdup_printf ("%c\t%s\t%s\n", TELL_RESTORE, file, text);

  tell (self, line);
}

void
th_agent_guardian_dismiss (ThAgentGuardian *self)
{
  char last[] = { TELL_DISMISS, '\0' };

  tell (self, last);
  close (self->pipe);
  while (waitpid (self->pid, NULL, 0) < 0 && errno == EINTR)
    ;
  g_free (self);
}

void
th_agent_guardian_leave (ThAgentGuardian *self)
{
  /* The end of the process closes the pipe. */
  g_free (self);
}
