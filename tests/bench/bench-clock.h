/* bench-clock.h - wall and CPU time of a piece of work
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdio.h>
#include <time.h>

typedef struct
{
  double wall;
  double cpu;
} BenchTime;

static inline BenchTime
bench_now (void)
{
  struct timespec wall, cpu;

  clock_gettime (CLOCK_MONOTONIC, &wall);
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &cpu);
  return (BenchTime) { wall.tv_sec * 1e3 + wall.tv_nsec / 1e6,
                       cpu.tv_sec * 1e3 + cpu.tv_nsec / 1e6 };
}

/* Returns the CPU time of this thread in ms, which does not depend on other load of the machine. */
static inline double
bench_thread_now (void)
{
  struct timespec cpu;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &cpu);
  return cpu.tv_sec * 1e3 + cpu.tv_nsec / 1e6;
}

/* Prints one figure as a line of JSON for bench.py. */
static inline void
bench_print (const char *name,
             double      value)
{
  printf ("{\"name\":\"%s\",\"value\":%.15g}\n", name, value);
}

static inline void
bench_print_since (const char *name,
                   BenchTime   since)
{
  BenchTime now = bench_now ();
  char line[64];

  snprintf (line, sizeof line, "%s.wall_ms", name);
  bench_print (line, now.wall - since.wall);
  snprintf (line, sizeof line, "%s.cpu_ms", name);
  bench_print (line, now.cpu - since.cpu);
}

static inline int
bench_compare (const void *a,
               const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}
