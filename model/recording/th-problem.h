/* th-problem.h - the problems that a recording may have: a closed list
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bad input is data, not a log message: a loader counts what it met, by kind,
 * with the place of the first in the file and on the timeline; windows and
 * commands show one sentence each, which says what it is and what to do.  What
 * makes a file unreadable as a whole is a GError of the loader instead.
 */
#pragma once

#include "th-cpu.h"

G_BEGIN_DECLS

typedef enum
{
  TH_PROBLEM_TRUNCATED,       /* the file ends before what it promises */
  TH_PROBLEM_BAD_SECTION,     /* a header section that cannot be right; it was left out */
  TH_PROBLEM_BAD_PAGE,        /* a ring-buffer page that cannot be right; rest of it left out */
  TH_PROBLEM_BAD_CHUNK,       /* compressed data that does not unpack; left out */
  TH_PROBLEM_BAD_RECORD,      /* an event too short or too long for its type */
  TH_PROBLEM_BAD_FORMAT,      /* a type whose format cannot be understood: shown as bytes */
  TH_PROBLEM_UNKNOWN_TYPE,    /* events of a type that the file does not describe */
  TH_PROBLEM_TIME_BACKWARDS,  /* events earlier than the one before on the same CPU */
  TH_PROBLEM_BAD_TIME,        /* times that are not plausible: too far from the rest */
  /* times that 63 bits of ns do not hold; shown where the event before is */
  TH_PROBLEM_HUGE_TIME,
  TH_PROBLEM_TOO_MANY_TYPES,  /* beyond TH_TYPE_MAX */
  TH_PROBLEM_TOO_MANY_EVENTS, /* beyond what a CPU can hold */
  TH_PROBLEM_MEMORY,          /* stopped at the memory limit */
  TH_PROBLEM_CHANGED,         /* the file changed while it was read */
  TH_PROBLEM_BAD_WRAPPER,     /* gzip, xz or zstd around the recording: cut or damaged */
  TH_PROBLEM_EXPANSION,       /* compressed so well that it cannot be a recording */
  TH_PROBLEM_SPOOL,           /* no room for what is unpacked or comes through a pipe */
  TH_PROBLEM_READ,            /* an input/output error; rest left out */
  TH_PROBLEM_CANCELLED,       /* loading was stopped by the user */
  TH_N_PROBLEMS
} ThProblemKind;

/**
 * ThProblem:
 * @offset: of the first, in the file; -1 if that has no meaning
 * @detail: of the first, e.g. the name of the section; or %NULL
 * @stream: index of the buffer where the earliest lies
 * @cpu: lent; its CPU, or %NULL: it has no place on the timeline
 * @time: of the event at it, or next to it
 * @resolution: of the clock of @time
 * @source: which of several recordings on one timeline has it, or %NULL
 */
typedef struct
{
  ThProblemKind kind;
  guint64       count;
  gint64        offset;
  char         *detail;
  guint         stream;
  const ThCpu  *cpu;
  gint64        time;
  ThResolution  resolution;
  char         *source;
} ThProblem;

void        th_problem_free     (ThProblem       *problem);

/* Stable, for scripts: "truncated", "bad-page", … */
const char *th_problem_kind_id  (ThProblemKind    kind);

/* The translated sentence or two of the kind: what it is, what to do.  Static. */
const char *th_problem_kind_text (ThProblemKind   kind);

/* Where the first is: "byte 4096 of the file", "CPU 2, time 188.024310512", both,
 * or ""; behind the name of its source.  Free with g_free(). */
char       *th_problem_place    (const ThProblem *problem);

/* All of it for the user: what, how often, where first, what to do.  Free with
 * g_free(). */
char       *th_problem_describe (const ThProblem *problem);
/* The same with thin spaces in the number of times, for the window. */
char       *th_problem_describe_grouped (const ThProblem *problem);

G_END_DECLS
