/* th-agent-handover.c - passes a connection from one agent to another
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "th-agent-file.h"
#include "th-agent-handover.h"

#define TOKEN_BYTES 16
#define TOKEN_SIZE (2 * TOKEN_BYTES + 1)
/* The first agent may be busy with the kernel. */
#define ANSWER_MS 10000
#define MAX_ANSWER 512

/* The messages on the socket, each a packet: a request; then an error as its code and a sentence,
 * or one that is empty; then a byte with the two descriptors; then a byte with the status. */
typedef struct
{
  char    token[TOKEN_SIZE];
  guint64 n_frames;
} Request;

struct _ThAgentHandover
{
  char  token[TOKEN_SIZE];
  char *name;
  int   signals;  /* a signalfd */
  int   asking;   /* the socket of an agent that waits for its answer or passes its connection on */
  int   serving;  /* that of the agent whose connection is in use */
};

static int
get_signal (void)
{
  return SIGRTMIN;
}

static void
fill_set (sigset_t *set)
{
  sigemptyset (set);
  sigaddset (set, get_signal ());
}

static void
close_socket (int *fd)
{
  if (*fd >= 0)
    close (*fd);
  *fd = -1;
}

/* --- the first agent --------------------------------------------------------------------- */

void
th_agent_handover_block_signal (void)
{
  sigset_t set;

  fill_set (&set);
  sigprocmask (SIG_BLOCK, &set, NULL);
}

/* The kernel lets nobody but root look into a process whose program has file capabilities. */
gboolean
th_agent_handover_is_possible (void)
{
  return (geteuid () == 0 || prctl (PR_GET_DUMPABLE) == 1) &&
         syscall (SYS_pidfd_getfd, -1, 0, 0) < 0 && errno == EBADF;
}

/* When the process began, in ticks: with the pid it names a process for good.  0 if there is none;
 * the name of the program, in parentheses, may hold anything. */
static guint64
read_start_time (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/stat", pid);
  g_autofree char *text = th_agent_file_read (path, TH_AGENT_MAX_TEXT, NULL);
  const char *end = text != NULL ? strrchr (text, ')') : NULL;
  g_auto(GStrv) words = g_strsplit (end != NULL ? end : "", " ", -1);

  /* The parenthesis ends field 2, and the start time is field 22. */
  return g_strv_length (words) > 20 ? g_ascii_strtoull (words[20], NULL, 10) : 0;
}

static gboolean
make_token (char token[TOKEN_SIZE])
{
  guint8 bytes[TOKEN_BYTES];

  if (getentropy (bytes, sizeof bytes) != 0)
    return FALSE;
  for (guint i = 0; i < TOKEN_BYTES; i++)
    snprintf (token + 2 * i, 3, "%02x", bytes[i]);
  return TRUE;
}

ThAgentHandover *
th_agent_handover_new (void)
{
  g_autoptr(ThAgentHandover) self = NULL;
  sigset_t set;

  if (!th_agent_handover_is_possible ())
    return NULL;
  self = g_new0 (ThAgentHandover, 1);
  self->asking = self->serving = -1;
  fill_set (&set);
  self->signals = signalfd (-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (self->signals < 0 || !make_token (self->token))
    return NULL;
  self->name = g_strdup_printf ("%d:%" G_GUINT64_FORMAT ":%s", getpid (),
                                read_start_time (getpid ()), self->token);
  return g_steal_pointer (&self);
}

void
th_agent_handover_free (ThAgentHandover *self)
{
  close_socket (&self->signals);
  close_socket (&self->asking);
  close_socket (&self->serving);
  g_free (self->name);
  g_free (self);
}

const char *
th_agent_handover_get_name (ThAgentHandover *self)
{
  return self->name;
}

int
th_agent_handover_get_signal_fd (ThAgentHandover *self)
{
  return self->signals;
}

int
th_agent_handover_get_socket (ThAgentHandover *self)
{
  return self->asking;
}

static void
send_answer (int         socket,
             const char *code,
             const char *sentence)
{
  g_autofree char *answer = code != NULL ? g_strconcat (code, "\t", sentence, NULL)
                                         : g_strdup ("");

  if (send (socket, answer, strlen (answer) + 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
    g_debug ("Nobody waits for the answer: %s", g_strerror (errno));
}

/* The socket of the process that sent a signal; -1 if there is none. */
static int
open_socket (const struct signalfd_siginfo *info)
{
  int process = info->ssi_code == SI_QUEUE ? syscall (SYS_pidfd_open, info->ssi_pid, 0) : -1;
  int found = process >= 0 ? syscall (SYS_pidfd_getfd, process, info->ssi_int, 0) : -1;
  int type = 0;
  socklen_t size = sizeof type;

  close_socket (&process);
  if (found >= 0 && (getsockopt (found, SOL_SOCKET, SO_TYPE, &type, &size) != 0 ||
                     type != SOCK_SEQPACKET))
    close_socket (&found);
  return found;
}

gboolean
th_agent_handover_take_request (ThAgentHandover *self,
                                guint64         *n_frames)
{
  struct signalfd_siginfo info;

  while (read (self->signals, &info, sizeof info) == sizeof info)
    {
      int found = open_socket (&info);
      Request request;

      if (found < 0)
        continue;
      if (recv (found, &request, sizeof request, MSG_DONTWAIT) != sizeof request ||
          request.token[TOKEN_SIZE - 1] != '\0' || strcmp (request.token, self->token) != 0)
        send_answer (found, "resume", "This is not the token of that recording");
      else if (self->asking >= 0)
        send_answer (found, "busy", "Somebody else is taking up this recording");
      else
        {
          self->asking = found;
          *n_frames = request.n_frames;
          return TRUE;
        }
      close (found);
    }
  return FALSE;
}

void
th_agent_handover_accept (ThAgentHandover *self)
{
  send_answer (self->asking, NULL, NULL);
}

void
th_agent_handover_refuse (ThAgentHandover *self,
                          const GError    *error)
{
  send_answer (self->asking, th_agent_error_get_code (error), error->message);
  close_socket (&self->asking);
}

/* Returns the number of descriptors that were received; -1 if there was no message. */
static int
receive_line (int socket,
              int fds[2])
{
  char byte;
  union { struct cmsghdr header; char bytes[CMSG_SPACE (2 * sizeof (int))]; } control;
  struct iovec part = { &byte, 1 };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                            .msg_controllen = sizeof control.bytes };
  struct cmsghdr *header;
  int n;

  if (recvmsg (socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) < 0)
    return -1;
  header = CMSG_FIRSTHDR (&message);
  if (header == NULL || header->cmsg_type != SCM_RIGHTS)
    return 0;
  n = (header->cmsg_len - CMSG_LEN (0)) / sizeof (int);
  memcpy (fds, CMSG_DATA (header), n * sizeof (int));
  return n;
}

gboolean
th_agent_handover_take_line (ThAgentHandover *self,
                             int             *in,
                             int             *out)
{
  int fds[2] = { -1, -1 }, n;

  if (self->asking < 0)
    return FALSE;
  n = receive_line (self->asking, fds);
  if (n < 0 && (errno == EAGAIN || errno == EINTR))
    return FALSE;
  if (n < 2)
    {
      /* The second agent has ended. */
      close_socket (&fds[0]);
      close_socket (&self->asking);
      return FALSE;
    }
  *in = fds[0];
  *out = fds[1];
  return TRUE;
}

void
th_agent_handover_begin_line (ThAgentHandover *self)
{
  self->serving = self->asking;
  self->asking = -1;
}

void
th_agent_handover_end_line (ThAgentHandover *self,
                            int              status)
{
  guint8 byte = status;

  if (self->serving >= 0 && send (self->serving, &byte, 1, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
    g_debug ("The second agent is gone: %s", g_strerror (errno));
  close_socket (&self->serving);
}

/* --- the second agent -------------------------------------------------------------------- */

static int
refuse (GError      **error,
        ThAgentError  code,
        const char   *message)
{
  g_set_error_literal (error, TH_AGENT_ERROR, code, message);
  return -1;
}

static gboolean
parse_name (const char *name,
            int        *pid,
            guint64    *start,
            Request    *request)
{
  g_auto(GStrv) words = g_strsplit (name, ":", 4);
  guint64 number;

  if (g_strv_length (words) != 3 || strlen (words[2]) != TOKEN_SIZE - 1 ||
      !g_ascii_string_to_unsigned (words[0], 10, 2, G_MAXINT, &number, NULL) ||
      !g_ascii_string_to_unsigned (words[1], 10, 1, G_MAXUINT64, start, NULL))
    return FALSE;
  *pid = number;
  memcpy (request->token, words[2], TOKEN_SIZE);
  return TRUE;
}

/* Whether a process runs the same program file as this one. */
static gboolean
is_agent (int pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/exe", pid);
  struct stat own, other;

  return stat ("/proc/self/exe", &own) == 0 && stat (path, &other) == 0 &&
         own.st_dev == other.st_dev && own.st_ino == other.st_ino;
}

/* A descriptor of the process, which cannot become another one's; -1 if it is no agent. */
static int
open_agent (int     pid,
            guint64 start)
{
  int process = syscall (SYS_pidfd_open, pid, 0);

  if (process >= 0 && (pid == getpid () || read_start_time (pid) != start || !is_agent (pid)))
    close_socket (&process);
  return process;
}

static gboolean
send_signal (int process,
             int value)
{
  siginfo_t info = { .si_signo = get_signal (), .si_code = SI_QUEUE };

  info.si_pid = getpid ();
  info.si_uid = getuid ();
  info.si_value.sival_int = value;
  return syscall (SYS_pidfd_send_signal, process, get_signal (), &info, 0) == 0;
}

/* Waits for the answer and reads it. */
static gboolean
get_answer (int      socket,
            int      process,
            GError **error)
{
  struct pollfd fds[] = { { socket, POLLIN }, { process, POLLIN } };
  char answer[MAX_ANSWER] = "";
  char *sentence;
  gssize got = -1;

  if (poll (fds, G_N_ELEMENTS (fds), ANSWER_MS) > 0)
    got = recv (socket, answer, sizeof answer - 1, MSG_DONTWAIT);
  if (got <= 0)
    refuse (error, fds[1].revents != 0 ? TH_AGENT_ERROR_RESUME : TH_AGENT_ERROR_BUSY,
            fds[1].revents != 0 ? "The agent of that recording has ended"
                                : "The agent of that recording does not answer");
  else if ((sentence = strchr (answer, '\t')) != NULL)
    refuse (error, g_str_has_prefix (answer, "busy\t") ? TH_AGENT_ERROR_BUSY
                                                       : TH_AGENT_ERROR_RESUME, sentence + 1);
  else
    return TRUE;
  return FALSE;
}

/* Asks over a new pair of sockets; returns this end. */
static int
ask (int            process,
     int            pid,
     const Request *request,
     GError       **error)
{
  int ends[2];
  gboolean accepted;

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return refuse (error, TH_AGENT_ERROR_RESUME, g_strerror (errno));
  /* Yama may allow a process to be inspected by its ancestors only. */
  prctl (PR_SET_PTRACER, pid);
  if (send (ends[0], request, sizeof *request, MSG_NOSIGNAL) == sizeof *request &&
      send_signal (process, ends[1]))
    accepted = get_answer (ends[0], process, error);
  else
    accepted = refuse (error, TH_AGENT_ERROR_RESUME, g_strerror (errno)) == 0;
  close (ends[1]);
  if (!accepted)
    close_socket (&ends[0]);
  return ends[0];
}

int
th_agent_handover_ask (const char  *name,
                       guint64      n_frames,
                       GError     **error)
{
  Request request = { .n_frames = n_frames };
  guint64 start;
  int pid, process, socket;

  if (!parse_name (name, &pid, &start, &request))
    return refuse (error, TH_AGENT_ERROR_RESUME, "This names no recording");
  if (!th_agent_handover_is_possible ())
    return refuse (error, TH_AGENT_ERROR_RESUME,
                   "A recording can only be taken up on Linux 5.6 or later");
  process = open_agent (pid, start);
  if (process < 0)
    return refuse (error, TH_AGENT_ERROR_RESUME, "That recording has ended on the target");
  socket = ask (process, pid, &request, error);
  close (process);
  return socket;
}

gboolean
th_agent_handover_pass (int socket,
                        int in,
                        int out)
{
  char byte = 0;
  int fds[] = { in, out };
  union { struct cmsghdr header; char bytes[CMSG_SPACE (sizeof fds)]; } control = { 0 };
  struct iovec part = { &byte, 1 };
  struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes,
                            .msg_controllen = sizeof control.bytes };
  struct cmsghdr *header = CMSG_FIRSTHDR (&message);

  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN (sizeof fds);
  memcpy (CMSG_DATA (header), fds, sizeof fds);
  return sendmsg (socket, &message, MSG_NOSIGNAL) == 1;
}

int
th_agent_handover_wait (int socket)
{
  guint8 status;
  gssize got;

  while ((got = recv (socket, &status, 1, 0)) < 0 && errno == EINTR)
    ;
  return got == 1 ? status : 1;
}
