/* th-trace-writer-private.h - the state of a trace writer, shared by its files
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * No file calls one that is named before it: writer, recover and keep use compact, head and
 * options, which use state, which uses file and encode.
 */
#pragma once

#include "th-trace-encode.h"
#include "th-trace-writer.h"

G_BEGIN_DECLS

#define TH_TRACE_MIN_PAGE 4096
#define TH_TRACE_MAX_PAGE (4 << 20)
/* Regions begin at multiples of this, or of the page size; a multiple of the blocks of all usual
 * file systems. */
#define TH_TRACE_ALIGN (64 << 10)

/* The region of one CPU. */
/* The text of the option OFFSET: two numbers of ns and zeros. */
#define TH_TRACE_OFFSET_SIZE 48

typedef struct
{
  guint       number;
  guint64     offset;  /* where it begins in the file */
  guint64     removed; /* bytes at its begin that do not count any more */
  guint64     size;    /* bytes that were written, with those */
  GByteArray *pending; /* appended pages that were not written yet; NULL: none so far */
} ThTraceCpu;

/* A section with a late text; offset 0: there is none. */
typedef struct
{
  guint64  offset;
  GBytes  *pending; /* to be written, or NULL */
} ThTraceLateText;

struct _ThTraceWriter
{
  char           *path;
  char           *part;
  int             fd;
  GError         *error;        /* the first error of a write, which stays */

  GPtrArray      *formats;      /* before the begin; see th-trace-head.c */
  guint64         formats_size;

  gboolean        big_endian;
  guint           page_size;
  guint           commit_size;  /* of a page's header, after the stamp: 4 or 8 */
  char           *clock;
  GArray         *cpus;         /* ThTraceCpu */
  guint64         gap;          /* from one region to the next */
  GByteArray     *fixed;        /* the options whose size does not change */
  gsize           offset_at;    /* in them: the text of the option OFFSET */
  guint64         pointer_at;   /* where the file header has the offset of the options */
  guint64         slots[2];     /* offsets of the two sections of options */
  guint           slot;         /* the one in force */
  guint32         slot_size;    /* of the contents */
  guint64         table_at;     /* the table of CPUs in the options in force */
  guint64         data_section; /* offset of the data section */
  guint64         tail;         /* where the late sections begin */
  guint64         end;          /* of the file */
  ThTraceLateText texts[TH_TRACE_N_TEXTS];

  ThFeed         *feed;
  guint64         limit;
  guint64         n_bytes;      /* of pages appended, padded */
};

static inline ThTraceCpu *
th_trace_writer_cpu (const ThTraceWriter *self,
                     guint                index)
{
  return &g_array_index (self->cpus, ThTraceCpu, index);
}

static inline guint64
th_trace_align (guint64 offset,
                guint64 unit)
{
  return (offset + unit - 1) / unit * unit;
}

/* The unit in which regions are placed. */
static inline guint64
th_trace_unit (guint page_size)
{
  return MAX (page_size, TH_TRACE_ALIGN);
}

/* --- th-trace-state.c --- */

/* An empty writer on @fd, which it owns. */
ThTraceWriter *th_trace_writer_make        (const char          *path,
                                            int                  fd);
/* Returns FALSE and a copy of the error that stays, if there is one. */
gboolean       th_trace_writer_report      (ThTraceWriter       *self,
                                            GError             **error);
/* Keeps the first error; returns FALSE. */
gboolean       th_trace_writer_fail        (ThTraceWriter       *self,
                                            int                  code);
gboolean       th_trace_writer_write       (ThTraceWriter       *self,
                                            guint64              offset,
                                            const GByteArray    *bytes);

/* --- th-trace-writer.c --- */

/* Writes pages that wait. */
gboolean       th_trace_writer_flush       (ThTraceWriter       *self);

/* --- th-trace-head.c --- */

/* Everything before the options. */
GByteArray    *th_trace_head_encode        (ThTraceWriter       *self,
                                            const ThTraceHead   *head,
                                            GError             **error);

/* --- th-trace-options.c --- */

/* Where the parts of the file are, as options tell it. */
typedef struct
{
  const guint64 *regions;                   /* offset of the first byte that counts, by CPU; NULL:
                                             * where they are now */
  guint64        texts[TH_TRACE_N_TEXTS];   /* offsets of the sections, or 0 */
  guint64        tail;                      /* where the late sections begin */
} ThTraceLayout;

/* The room that options need at most. */
guint32        th_trace_options_measure    (const ThTraceWriter *self);
/* The contents of a section of options, padded to the size of a slot; *@table: the offset of the
 * table of CPUs in it. */
GByteArray    *th_trace_options_encode     (const ThTraceWriter *self,
                                            const ThTraceLayout *layout,
                                            gsize               *table);
/* Writes options into the slot that is not in force.  If @journal is not 0 it is the size of the
 * file before its holes are removed, for a recovery. */
gboolean       th_trace_options_prepare    (ThTraceWriter       *self,
                                            const ThTraceLayout *layout,
                                            guint64              journal);
/* Puts that slot in force. */
gboolean       th_trace_options_flip       (ThTraceWriter       *self);
/* Rewrites the table of CPUs in the options in force. */
gboolean       th_trace_options_update     (ThTraceWriter       *self);
/* The journal in the slot that is not in force; 0: none. */
guint64        th_trace_options_get_journal (ThTraceWriter      *self);
/* Where the late sections begin, by the slot in force; 0: it cannot be read. */
guint64        th_trace_options_get_tail   (ThTraceWriter       *self);

/* --- th-trace-compact.c --- */

/* Removes the holes and gives the file its name.  @journal: the size of the file before holes were
 * removed, if that was interrupted; else 0. */
gboolean       th_trace_writer_compact     (ThTraceWriter       *self,
                                            guint64              journal,
                                            GError             **error);

G_END_DECLS
