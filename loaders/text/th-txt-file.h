/* th-txt-file.h - the description of a text trace
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The scan (th-txt-scan.h) and the load (th-txt-load.h) fill it in one thread after the
 * other.  Afterwards it belongs to the recording as its source; the tables of fields
 * and the symbols are made on demand, under @symbol_lock.
 */
#pragma once

#include "th-format-source.h"
#include "th-txt-types.h"

G_BEGIN_DECLS

typedef struct
{
  guint    number;
  guint64  n;
  gint64   last;
  gboolean descends;
  gint32   first_pid; /* the task before the first switch of function_graph, or -1 */
} ThTxtCpu;

/* Declarations that later lines may contradict. */
typedef struct
{
  gboolean ticks;
  gboolean fine;
  gboolean graph_relative;
  gboolean hashed;
  gboolean perf;     /* the tasks of some lines have names of their time */
  guint    n_cpus;
} ThTxtFacts;

typedef struct
{
  ThFormatSource base;   /* without formats */
  guint64      scanned;   /* the load must scan from this offset on */
  gboolean     whole;     /* whether the whole file was scanned */
  ThTxtTypes  *types;
  GArray      *cpus;      /* ThTxtCpu, by number */
  guint16      cpu_index[TH_TXT_MAX_CPUS + 1]; /* + 1; 0: none */
  guint64      n_events;
  guint64      n_raw;
  guint64      n_binary;  /* lines with binary data */
  guint64      promised;  /* entries in the buffer according to the header; 0: unknown */
  guint        n_header_cpus;
  gboolean     ticks;
  gboolean     has_ns;
  gboolean     fine;      /* whether a time is not a whole number of µs */
  gboolean     graph_relative;
  gboolean     has_styles[TH_TXT_PERF + 1];
  gboolean     hashed;    /* addresses may be hashed */
  ThTxtFacts   declared_facts;
  gint64       newest;    /* the latest time over all CPUs */
  gint64       first;     /* the first time in the text, of any CPU */
  gboolean     has_first;
  gboolean     unordered; /* the lines of CPUs are not merged by time */

  GMutex       symbol_lock;
  GHashTable  *names;     /* of symbols; freed with the file */
  GHashTable  *symbols;   /* address → Symbol of th-txt-stack.c */
  ThSymbols   *given;     /* the user's symbols, once requested; or NULL */
  gboolean     asked_given;
  GHashTable  *made;      /* name of a frame without address → made-up address */
  GPtrArray   *tables;    /* ThTxtTable */
  GHashTable  *table_of_type;
} ThTxtFile;

ThTxtFile *th_txt_file_new  (ThBytes     *bytes,
                             ThRecording *recording);
void       th_txt_file_free (ThTxtFile   *self);
/* NULL if the scan found no line of this CPU. */
ThTxtCpu  *th_txt_file_cpu  (ThTxtFile   *self,
                             guint        number);

G_END_DECLS
