/* th-problem.h - the kinds of problems that a recording may have
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bad input is data, not a log message: a loader counts problems by kind, with the
 * position of the first one in the file and on the timeline; the GUI and the
 * commands show a sentence or two for each, which say what it is and what to do.
 * If a file cannot be read at all, the loader returns a GError instead.
 */
#pragma once

#include "th-cpu.h"

G_BEGIN_DECLS

typedef enum
{
  TH_PROBLEM_TRUNCATED,       /* the file is shorter than its headers say */
  TH_PROBLEM_BAD_SECTION,     /* an invalid header section, which was skipped */
  TH_PROBLEM_BAD_PAGE,        /* an invalid ring-buffer page; the rest of it was skipped */
  TH_PROBLEM_BAD_CHUNK,       /* compressed data that cannot be unpacked; skipped */
  TH_PROBLEM_BAD_RECORD,      /* a record too short or too long for its type; skipped */
  TH_PROBLEM_BAD_LINE,        /* a line of text with binary bytes; skipped */
  TH_PROBLEM_BAD_FORMAT,      /* a type whose format cannot be parsed: shown as bytes */
  TH_PROBLEM_UNKNOWN_TYPE,    /* events of a type without a description in the file */
  TH_PROBLEM_TIME_BACKWARDS,  /* events earlier than their predecessor on the same CPU */
  TH_PROBLEM_BAD_TIME,        /* implausible times, too far from the rest */
  /* times beyond 63 bits of ns; shown at the time of the preceding event */
  TH_PROBLEM_HUGE_TIME,
  TH_PROBLEM_TOO_MANY_TYPES,  /* more than TH_TYPE_MAX */
  TH_PROBLEM_TOO_MANY_EVENTS, /* more than a CPU can hold */
  TH_PROBLEM_MEMORY,          /* stopped at the memory limit */
  TH_PROBLEM_CHANGED,         /* the file changed while it was read */
  TH_PROBLEM_BAD_WRAPPER,     /* the gzip, xz or zstd wrapper is truncated or damaged */
  TH_PROBLEM_EXPANSION,       /* a compression ratio too high for a recording */
  TH_PROBLEM_SPOOL,           /* no space for data that is unpacked or read from a pipe */
  TH_PROBLEM_READ,            /* an I/O error; the rest was not read */
  TH_PROBLEM_CANCELLED,       /* loading was stopped by the user */
  TH_N_PROBLEMS
} ThProblemKind;

/**
 * ThProblem:
 * @offset: file offset of the first occurrence; -1 if that has no meaning
 * @detail: a detail of the first, such as the name of the section; or %NULL
 * @stream: index of the buffer with the earliest occurrence
 * @cpu: (unowned) its CPU, or %NULL if it has no position on the timeline
 * @time: time of the event there, or of the nearest one
 * @resolution: resolution of the clock of @time
 * @source: the one of several recordings on a timeline that has it, or %NULL
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

/* A stable id for scripts: "truncated", "bad-page", … */
const char *th_problem_kind_id  (ThProblemKind    kind);

/* One or two translated sentences: what it is, and what to do.  Static. */
const char *th_problem_kind_text (ThProblemKind   kind);

/* The position of the first: "byte 4096 of the file", "CPU 2, time 188.024310512",
 * both, or ""; preceded by the name of its source.  Free with g_free(). */
char       *th_problem_place    (const ThProblem *problem);

/* The full message for the user: what it is, how often, where first, and what to do.
 * Free with g_free(). */
char       *th_problem_describe (const ThProblem *problem);
/* The same for the window, with TH_DIGIT_SEPARATOR between thousands. */
char       *th_problem_describe_grouped (const ThProblem *problem);

G_END_DECLS
