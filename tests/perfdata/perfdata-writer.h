/* perfdata-writer.h - writes small recordings of perf
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The PERF_SAMPLE_… bits of the samples. */
#define WRITER_SAMPLE (1 << 0 | 1 << 1 | 1 << 2 | 1 << 7 | 1 << 8) /* ip, tid, time, cpu, period */
#define WRITER_TIME (1 << 2)
#define WRITER_CPU (1 << 7)

#define WRITER_USER (1 << 12 | 1 << 13) /* registers and stack of the process */

typedef struct
{
  gboolean    big_endian;
  gboolean    pipe;
  gboolean    first_magic; /* PERFFILE */
  guint       attr_size;   /* 64 … */
  guint64     sample_type;
  guint       n_cpus;      /* 0: not recorded */
  guint64     user_registers; /* which the samples have */
  gboolean    with_second; /* another event, whose samples have an address, too; not in a pipe */
} PerfShape;

/* The part of a sample that user stacks are unwound from. */
typedef struct
{
  guint64        abi;
  const guint64 *registers;
  guint          n_registers;
  guint64        size;     /* as the record says */
  const guint8  *stack;
  guint          n_stack;  /* bytes that the record has; a multiple of 8 */
  guint64        copied;   /* as the record says behind them */
} PerfUser;

/* A mapping of a file. */
typedef struct
{
  gint32        pid;
  guint64       start, size, offset;
  const char   *path;
  guint32       major, minor;
  guint64       inode;
  const guint8 *build_id;  /* of 20 bytes; NULL: the record has the inode instead */
} PerfMap;

typedef struct
{
  PerfShape   shape;
  GByteArray *bytes;
  gsize       data;        /* offset of the data */
} PerfWriter;

void        perf_writer_init   (PerfWriter      *self,
                                const PerfShape *shape);
void        perf_writer_sample (PerfWriter      *self,
                                gint64           time,
                                guint            cpu,
                                gint32           tid);
/* A sample in user mode, of a process with one thread. */
void        perf_writer_user   (PerfWriter      *self,
                                gint64           time,
                                gint32           pid,
                                const PerfUser  *user);
/* A sample of the second event. */
void        perf_writer_second (PerfWriter      *self,
                                gint64           time,
                                guint            cpu,
                                gint32           tid);
void        perf_writer_comm   (PerfWriter      *self,
                                gint64           time,
                                gint32           tid,
                                const char      *name);
void        perf_writer_fork   (PerfWriter      *self,
                                gint64           time,
                                gint32           tid,
                                gint32           parent);
/* The same record for a task that exits. */
void        perf_writer_exit   (PerfWriter      *self,
                                gint64           time,
                                gint32           tid,
                                gint32           parent);
/* Adds a readable and executable mapping of offset 0x1000 of the file; PERF_RECORD_MMAP2 if @prot.
 * */
void        perf_writer_mmap   (PerfWriter      *self,
                                gint64           time,
                                gint32           tid,
                                guint64          address,
                                const char      *name,
                                gboolean         prot);
void        perf_writer_map    (PerfWriter      *self,
                                gint64           time,
                                const PerfMap   *map);
/* Adds the name of the machine; in a pipe. */
void        perf_writer_host   (PerfWriter      *self,
                                const char      *name);
void        perf_writer_lost   (PerfWriter      *self,
                                gint64           time,
                                guint            cpu,
                                guint64          count);
void        perf_writer_throttle (PerfWriter    *self,
                                gint64           time,
                                guint            cpu);
/* @other: the pid of the previous or the next task; -1: not recorded. */
void        perf_writer_switch (PerfWriter      *self,
                                gint64           time,
                                guint            cpu,
                                gint32           tid,
                                gboolean         out,
                                gint32           other);
/* Adds a record with two namespaces, with the inodes 71 and 72. */
void        perf_writer_namespaces (PerfWriter  *self,
                                gint64           time,
                                guint            cpu,
                                gint32           tid);
void        perf_writer_round  (PerfWriter      *self);
/* Adds the build id, of 20 bytes, of a file; in a pipe. */
void        perf_writer_build_id (PerfWriter    *self,
                                const guint8    *id,
                                const char      *name);
/* Returns the whole file; free with g_bytes_unref(). */
GBytes     *perf_writer_finish (PerfWriter      *self);

G_END_DECLS
