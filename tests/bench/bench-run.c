/* bench-run.c - runs a program and reports its cost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   bench-run REPORT PROGRAM [ARGUMENT...]
 *
 * Writes one line of JSON to the file REPORT: wall and CPU time from before the fork until the
 * program has ended, and its largest resident size, as the kernel counts them.  A program inherits
 * the maximum size of the process that started it, so this is a small C program and not a script.
 *
 * BENCH_BEGIN in the program's environment is the monotonic time of its start
 * in ns.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench-clock.h"

static void
run (char **command)
{
  struct timespec now;
  char text[32];

  clock_gettime (CLOCK_MONOTONIC, &now);
  snprintf (text, sizeof text, "%lld", now.tv_sec * 1000000000ll + now.tv_nsec);
  setenv ("BENCH_BEGIN", text, 1);
  execvp (command[0], command);
  perror (command[0]);
  _exit (127);
}

static double
milliseconds (struct timeval time)
{
  return time.tv_sec * 1e3 + time.tv_usec / 1e3;
}

int
main (int   argc,
      char *argv[])
{
  BenchTime begin = bench_now ();
  struct rusage usage;
  FILE *report;
  int status;
  pid_t pid;

  if (argc < 3 || (report = fopen (argv[1], "we")) == NULL)
    {
      fprintf (stderr, "usage: bench-run REPORT PROGRAM [ARGUMENT...]\n");
      return 64;
    }

  pid = fork ();
  if (pid == 0)
    run (argv + 2);
  if (pid < 0 || wait4 (pid, &status, 0, &usage) != pid)
    {
      perror ("bench-run");
      return 1;
    }

  fprintf (report, "{\"wall_ms\":%.6g,\"cpu_ms\":%.6g,\"peak_bytes\":%ld,\"status\":%d}\n",
           bench_now ().wall - begin.wall,
           milliseconds (usage.ru_utime) + milliseconds (usage.ru_stime),
           usage.ru_maxrss * 1024,
           WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status));
  fclose (report);

  return 0;
}
