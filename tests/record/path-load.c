/* path-load.c - a load whose critical paths are known, for path.py
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each scenario is one span of a task, which waits for others.  It prints one JSON object with the
 * begin and the end of the span (CLOCK_MONOTONIC, ns), and the parts that are known to lie in it:
 * the CPU time of a task that worked, and the time of a task that slept or waited for its CPU.
 */
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000
#define MAX_PARTS 32

typedef struct
{
  const char *cause;
  int         pid;
  int64_t     from;
  int64_t     time;
} Part;

/* Shared by all processes of a scenario. */
typedef struct
{
  int             pid;
  int64_t         from;
  int64_t         to;
  int             n_parts;
  Part            parts[MAX_PARTS];
  pthread_mutex_t mutex;
} Truth;

static Truth *truth;

static int64_t
now (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

static void
add (const char *cause,
     int64_t     from,
     int64_t     time)
{
  int i = __atomic_fetch_add (&truth->n_parts, 1, __ATOMIC_SEQ_CST);

  if (i < MAX_PARTS)
    truth->parts[i] = (Part) { cause, getpid (), from, time };
}

/* Uses so much CPU time. */
static void
work (int ms)
{
  int64_t from = now (CLOCK_MONOTONIC), begin = now (CLOCK_THREAD_CPUTIME_ID);

  while (now (CLOCK_THREAD_CPUTIME_ID) - begin < (int64_t) ms * MS)
    ;
  add (truth->pid == getpid () ? "running" : "other", from,
       now (CLOCK_THREAD_CPUTIME_ID) - begin);
}

static void
rest (int ms)
{
  struct timespec time = { 0, ms * MS };
  int64_t from = now (CLOCK_MONOTONIC);

  nanosleep (&time, NULL);
  add ("timer", from, now (CLOCK_MONOTONIC) - from);
}

static void
begin (void)
{
  truth->pid = getpid ();
  truth->from = now (CLOCK_MONOTONIC);
}

static void
finish (void)
{
  truth->to = now (CLOCK_MONOTONIC);
}

static void
pin (int cpu)
{
  cpu_set_t set;

  CPU_ZERO (&set);
  CPU_SET (cpu, &set);
  sched_setaffinity (0, sizeof set, &set);
}

static void
set_realtime (int priority)
{
  struct sched_param param = { .sched_priority = priority };

  sched_setscheduler (0, priority > 0 ? SCHED_FIFO : SCHED_OTHER, &param);
}

static void
print (const char *name)
{
  printf ("{\"name\": \"%s\", \"pid\": %d, \"from\": %lld, \"to\": %lld, \"parts\": [", name,
          truth->pid, (long long) truth->from, (long long) truth->to);
  for (int i = 0; i < truth->n_parts && i < MAX_PARTS; i++)
    printf ("%s{\"cause\": \"%s\", \"pid\": %d, \"from\": %lld, \"time\": %lld}",
            i > 0 ? ", " : "", truth->parts[i].cause, truth->parts[i].pid,
            (long long) truth->parts[i].from, (long long) truth->parts[i].time);
  printf ("]}\n");
}

/* Starts a process called @name. */
static int
start (const char *name)
{
  int pid;

  fflush (stdout);
  pid = fork ();
  if (pid == 0)
    prctl (PR_SET_NAME, name);
  if (pid < 0)
    exit (1);
  return pid;
}

static void
run (const char *name,
     void      (*scenario) (int),
     int         argument)
{
  int pid;

  truth->n_parts = 0;
  pid = start (name);
  if (pid == 0)
    {
      scenario (argument);
      while (wait (NULL) > 0)
        ;
      _exit (0);
    }
  waitpid (pid, NULL, 0);
  print (name);
}

static void
settle (void)
{
  struct timespec time = { 0, 5 * MS };

  nanosleep (&time, NULL);
}

/* --- scenarios --------------------------------------------------------- */

static void
get (int fd)
{
  char byte;

  if (read (fd, &byte, 1) != 1)
    _exit (1);
}

static void
put (int fd)
{
  if (write (fd, "x", 1) != 1)
    _exit (1);
}

/* @n tasks: the last one sleeps and works; each of the others then works and tells the next. */
static void
chain (int n)
{
  int fds[8][2];

  for (int i = 0; i < n; i++)
    if (pipe (fds[i]) != 0)
      _exit (1);
  for (int i = 1; i < n; i++)
    {
      char name[16];

      snprintf (name, sizeof name, "link-%d", i);
      if (start (name) != 0)
        continue;
      if (i < n - 1)
        get (fds[i][0]);
      else
        {
          settle ();
          rest (8);
        }
      work (2);
      put (fds[i - 1][1]);
      _exit (0);
    }

  settle ();
  begin ();
  get (fds[0][0]);
  finish ();
}

static void
hold (int n)
{
  int pipes[2];

  if (pipe (pipes) != 0)
    _exit (1);
  if (start ("holder") == 0)
    {
      pthread_mutex_lock (&truth->mutex);
      put (pipes[1]);
      rest (9);
      work (5);
      pthread_mutex_unlock (&truth->mutex);
      _exit (0);
    }

  get (pipes[0]);
  begin ();
  pthread_mutex_lock (&truth->mutex);
  finish ();
  pthread_mutex_unlock (&truth->mutex);
}

static void
serve (int fd)
{
  get (fd);
  work (3);
  rest (4);
  work (2);
  put (fd);
  _exit (0);
}

static void
ask (int fd)
{
  settle ();
  begin ();
  put (fd);
  get (fd);
  finish ();
}

static void
unix_socket (int n)
{
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_STREAM, 0, fds) != 0)
    _exit (1);
  if (start ("unix-server") == 0)
    serve (fds[0]);
  ask (fds[1]);
}

static void
tcp (int n)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM, 0), fd, one = 1;

  if (bind (listener, (struct sockaddr *) &address, length) != 0 || listen (listener, 1) != 0 ||
      getsockname (listener, (struct sockaddr *) &address, &length) != 0)
    _exit (1);
  if (start ("tcp-server") == 0)
    serve (accept (listener, NULL, NULL));

  fd = socket (AF_INET, SOCK_STREAM, 0);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect (fd, (struct sockaddr *) &address, length) != 0)
    _exit (1);
  ask (fd);
}

/* Two tasks that never sleep share one CPU. */
static void
share (int n)
{
  int64_t cpu, wall;
  int hog;

  pin (0);
  set_realtime (0);
  hog = start ("hog");
  if (hog == 0)
    for (;;)
      ;
  settle ();
  begin ();
  wall = truth->from;
  cpu = now (CLOCK_THREAD_CPUTIME_ID);
  while (now (CLOCK_THREAD_CPUTIME_ID) - cpu < 12 * MS)
    ;
  finish ();
  cpu = now (CLOCK_THREAD_CPUTIME_ID) - cpu;
  add ("running", wall, cpu);
  add ("preempted", wall, truth->to - wall - cpu);
  kill (hog, 9);
}

/* It is woken while a task of higher priority has its CPU. */
static void
queue (int n)
{
  struct timespec time = { 0, 8 * MS };

  pin (0);
  if (start ("rival") == 0)
    {
      set_realtime (20);
      rest (10);
      work (12);
      _exit (0);
    }
  settle ();
  begin ();
  nanosleep (&time, NULL);
  finish ();
  wait (NULL);
  truth->n_parts = 0;
  add ("timer", truth->from, 8 * MS);
  add ("runnable", truth->from + 8 * MS, truth->to - truth->from - 8 * MS);
}

static void
read_disk (int n)
{
  char name[] = "path-load.XXXXXX";
  size_t size = 1 << 20;
  int fd = mkstemp (name);
  char *buffer = NULL;
  int64_t cpu;

  if (fd < 0 || posix_memalign ((void **) &buffer, 4096, size) != 0)
    _exit (1);
  memset (buffer, 1, size);
  for (int i = 0; i < 8; i++)
    if (write (fd, buffer, size) != (ssize_t) size)
      _exit (1);
  fsync (fd);
  close (fd);
  fd = open (name, O_RDONLY | O_DIRECT);
  unlink (name);

  begin ();
  cpu = now (CLOCK_THREAD_CPUTIME_ID);
  for (int i = 0; i < 8; i++)
    if (pread (fd, buffer, size, (off_t) i * size) != (ssize_t) size)
      _exit (1);
  finish ();
  cpu = now (CLOCK_THREAD_CPUTIME_ID) - cpu;
  add ("running", truth->from, cpu);
}

int
main (void)
{
  pthread_mutexattr_t attributes;

  truth = mmap (NULL, sizeof *truth, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_setpshared (&attributes, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init (&truth->mutex, &attributes);
  set_realtime (10);

  run ("pipes-2", chain, 2);
  run ("pipes-4", chain, 4);
  run ("pipes-6", chain, 6);
  run ("lock", hold, 0);
  run ("unix", unix_socket, 0);
  run ("tcp", tcp, 0);
  run ("share", share, 0);
  run ("queue", queue, 0);
  run ("disk", read_disk, 0);
  return 0;
}
