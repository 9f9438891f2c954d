/* th-trace-writer.h - writes a trace.dat that is valid at every moment
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The format is version 7 of trace.dat (man page trace-cmd.dat.v7(5)).  Each CPU owns a region of a
 * sparse file, far from the next; its size in the file's table is rewritten after its pages have
 * been.  Late texts (symbols, names, counters) are appended after the last region.
 *
 *   file header, with the offset of the options in force
 *   sections: header_page, formats
 *   options A, options B   one of them in force, the other the next to be written
 *   data section           the regions of all CPUs
 *   sections: late texts
 *
 * Options change by writing the other of the two sections and then their offset in the file
 * header, eight bytes.  The room for both is allocated at the beginning, so a full disk does not
 * prevent it.  A crash at any moment leaves a file that trace-cmd and KernelShark read.
 *
 * While it is being written the file is called NAME.part, and is locked with flock(2).
 * th_trace_writer_finish() removes the holes (in place with FALLOC_FL_COLLAPSE_RANGE where the
 * file system can, else by a copy) and renames it.  th_trace_writer_recover() does the same for a
 * file that a crash left, also for one whose holes had been removed in part.
 *
 * The file system must have sparse files; th_trace_writer_begin() fails on one that has not (FAT).
 *
 * Pages are not trusted: they are stored, not interpreted; the bounds of the file
 * (th_trace_writer_set_limit()) are checked before each write.  A failed write is an error that
 * stays; what was written before it is kept.
 *
 * One thread at a time; the feed may be read by others.
 */
#pragma once

#include <glib.h>

#include "th-feed.h"

G_BEGIN_DECLS

typedef struct _ThTraceWriter ThTraceWriter;

#define TH_TRACE_WRITER_ERROR (th_trace_writer_error_quark ())
GQuark th_trace_writer_error_quark (void);

/* The messages are translated and tell the user what to do. */
typedef enum
{
  TH_TRACE_WRITER_ERROR_EXISTS,  /* there is a file of that name */
  TH_TRACE_WRITER_ERROR_SPARSE,  /* the file system has no sparse files */
  TH_TRACE_WRITER_ERROR_DISK,    /* an I/O error */
  TH_TRACE_WRITER_ERROR_FULL,    /* no room: the disk, the quota or the largest size of a file */
  TH_TRACE_WRITER_ERROR_LIMIT,   /* th_trace_writer_set_limit(), or a region is full */
  TH_TRACE_WRITER_ERROR_INVALID, /* the head, a format or a page is too large or invalid */
  TH_TRACE_WRITER_ERROR_BUSY,    /* the file to recover is still being recorded */
  TH_TRACE_WRITER_ERROR_DAMAGED  /* the file to recover was not written by this module */
} ThTraceWriterError;

#define TH_TRACE_MAX_CPUS 8192

/**
 * ThTraceHead:
 * @page_size: of the ring buffer's sub-buffers; a power of two from 4096 to 4 MiB
 * @big_endian, @long_size: of the machine that records
 * @header_page, @header_event: texts of tracefs
 * @cpus: the numbers of the CPUs, ascending; they may have holes
 * @clock: the clock of the buffer, as in trace_clock: "mono"
 * @uname: as `uname -a` prints, or NULL
 * @version: what records, or NULL
 */
typedef struct
{
  guint         page_size;
  gboolean      big_endian;
  guint         long_size;
  const char   *header_page;
  const char   *header_event;
  const guint  *cpus;
  guint         n_cpus;
  const char   *clock;
  const char   *uname;
  const char   *version;
} ThTraceHead;

/* What ThTraceWriter stores as it is; the names are those of the format. */
typedef enum
{
  TH_TRACE_TEXT_KALLSYMS,
  TH_TRACE_TEXT_PRINTK,
  TH_TRACE_TEXT_CMDLINES,
  TH_TRACE_TEXT_COUNTERS, /* a section that other programs skip; see model/counters */
  TH_TRACE_TEXT_ORIGIN,   /* likewise; see th-origin.h */
  TH_TRACE_N_TEXTS
} ThTraceText;

/* Whether th_trace_writer_new() would succeed now; creates nothing. */
gboolean       th_trace_writer_may_create (const char         *path,
                                           GError            **error);
/* Creates PATH.part; neither it nor @path may exist. */
ThTraceWriter *th_trace_writer_new        (const char         *path,
                                           GError            **error);
/* Closes the feed.  A file that was not finished stays, as after a crash. */
void           th_trace_writer_free       (ThTraceWriter      *self);
/* Before th_trace_writer_begin().  @system "ftrace" for the formats of tracefs's own events. */
void           th_trace_writer_add_format (ThTraceWriter      *self,
                                           const char         *system,
                                           const void         *text,
                                           gsize               size);
/* Writes the head; from now on the file is valid. */
gboolean       th_trace_writer_begin      (ThTraceWriter      *self,
                                           const ThTraceHead  *head,
                                           GError            **error);
/* The most bytes that pages may occupy on the disk; 0: no limit. */
void           th_trace_writer_set_limit  (ThTraceWriter      *self,
                                           guint64             limit);
/* Appends one page of @size bytes or fewer; @cpu is an index in the head's CPUs. */
gboolean       th_trace_writer_append     (ThTraceWriter      *self,
                                           guint               cpu,
                                           const guint8       *page,
                                           gsize               size,
                                           GError            **error);
/* Makes all appended pages part of the file, and publishes them in the feed; after an error, those
 * that were written before it. */
gboolean       th_trace_writer_commit     (ThTraceWriter      *self,
                                           GError            **error);
/* Readers are to add @offset ns, known within @error ns, to all times; trace-cmd, KernelShark and
 * our loader do.  It becomes part of the file with the next texts, or when the file is finished. */
void           th_trace_writer_set_offset (ThTraceWriter      *self,
                                           gint64              offset,
                                           gint64              error);
/* @until: see th_feed_get_until(); published by the next commit. */
void           th_trace_writer_set_until  (ThTraceWriter      *self,
                                           gint64              until);
/* Copies a text; it becomes part of the file, instead of an earlier one of the same kind, with the
 * next th_trace_writer_add_texts() or with th_trace_writer_finish(). */
void           th_trace_writer_set_text   (ThTraceWriter      *self,
                                           ThTraceText         which,
                                           const void         *text,
                                           gsize               size);
gboolean       th_trace_writer_add_texts  (ThTraceWriter      *self,
                                           GError            **error);
/* Removes the pages whose events are all before @time of the recording's clock ("stop and keep the
 * last 10 s").  The feed does not notice before th_trace_writer_finish(). */
gboolean       th_trace_writer_keep_from  (ThTraceWriter      *self,
                                           guint64             time,
                                           GError            **error);
/* The stamps of the first and the last event that are in the file; FALSE if it has none. */
gboolean       th_trace_writer_get_span   (ThTraceWriter      *self,
                                           guint64            *first,
                                           guint64            *last);
/* Adds the pending texts, removes the holes, gives the file its name, and closes the feed.  After
 * an error of an earlier call, finishes what was written before it.  FALSE if the file is still
 * called .part: it is valid, and may be recovered later (a copy had no room). */
gboolean       th_trace_writer_finish     (ThTraceWriter      *self,
                                           GError            **error);
/* Removes the file and closes the feed. */
void           th_trace_writer_discard    (ThTraceWriter      *self);

ThFeed        *th_trace_writer_get_feed   (ThTraceWriter      *self); /* after begin */
const char    *th_trace_writer_get_path   (ThTraceWriter      *self); /* of the .part */

/* Finishes a .part that a crash left; @path is that of the .part, @as the name of the file on the
 * same file system, which must not exist; NULL: without the .part.  Pages that were lost with the
 * power are left out. */
gboolean       th_trace_writer_recover    (const char         *path,
                                           const char         *as,
                                           GError            **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTraceWriter, th_trace_writer_free)

G_END_DECLS
