/* th-tracedat-file.h - the description of a trace.dat file, and the location of its data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th-tracedat-sections.c fills a ThTdFile from the header, in one thread.  After that it
 * does not change, except for the sizes of CPUs of a file that is being recorded, and any
 * thread may read it.
 */
#pragma once

#include "th-byte-cursor.h"
#include "th-format-source.h"
#include "th-recording.h"
#include "th-tracedat-clock.h"
#include "th-tracedat-unpack.h"

G_BEGIN_DECLS

#define TH_TD_MAX_CPUS 65535 /* of all buffers together */
#define TH_TD_MAX_BUFFERS 1024
#define TH_TD_MIN_PAGE 4096
#define TH_TD_MAX_PAGE (4 << 20)
#define TH_TD_MAX_CHUNK (16 << 20)

typedef enum
{
  TH_TD_HEADER_INFO,
  TH_TD_FTRACE_EVENTS,
  TH_TD_EVENT_FORMATS,
  TH_TD_KALLSYMS,
  TH_TD_PRINTK,
  TH_TD_CMDLINES,
  TH_TD_OPTIONS, /* the options section that is being read */
  TH_TD_N_SECTIONS
} ThTdSectionKind;

/* The location of a section's contents; size 0: there is no such section. */
typedef struct
{
  guint64  offset;
  guint64  size;
  gboolean compressed;
} ThTdSection;

typedef struct
{
  guint64 offset; /* of the packed bytes in the file */
  guint64 place;  /* place of its first unpacked byte */
  guint32 packed;
  guint32 raw;    /* a multiple of the page size; the actual size may be smaller */
} ThTdChunk;

typedef struct
{
  guint      number;
  guint64    offset;   /* in the file */
  guint64    size;     /* number of bytes there that exist; atomic while it is recorded */
  guint64    raw_size; /* unpacked; known once the chunks are found */
  ThTdChunk *chunks;   /* NULL when not compressed */
  guint      n_chunks;
  guint      page_size; /* of its buffer; set if its columns may be decoded again */
} ThTdCpu;

/* What decodes columns again (th-tracedat-again.h). */
typedef struct _ThTdAgain ThTdAgain;

/* An option that is not about where something is in the file. */
typedef struct
{
  guint   id;
  GBytes *data;
} ThTdOption;

typedef struct
{
  char    *name;
  char    *clock_name;
  guint64  section;    /* v7: offset of its data section */
  guint    page_size;
  gboolean compressed;
  GArray  *cpus;       /* ThTdCpu, by number */
} ThTdBuffer;

typedef struct
{
  ThFormatSource  base;
  guint           version;
  gboolean        big_endian;
  guint           long_size;   /* size of long in user space of the target */
  guint           commit_size; /* in the kernel of the target: 4 or 8 */
  guint           page_size;
  guint           sub_buffer_size; /* from header_page; 0: unknown */
  ThTdCompression compression;
  ThTdSection     sections[TH_TD_N_SECTIONS];
  ThTdSection     counters;    /* v7: the sections of our own of th-trace-writer.h */
  ThTdSection     origin;
  GPtrArray      *buffers;     /* ThTdBuffer */
  gboolean        keeps_options; /* set before th_td_file_read() */
  GArray         *options;     /* ThTdOption, in their order; empty unless @keeps_options */
  guint64         options_size;
  ThTdClock       clock;
  char           *clock_name;
  char           *tgids;
  guint           cpu_count;
  gboolean        has_latency_text;
  guint           id_offset;   /* of common_type in a record */
  GArray         *data_sections; /* guint64: offsets of those whose options are lost */
  gboolean        has_late_symbols; /* these two only for th_td_file_declare_late() */
  gboolean        has_late_printk;
  guint64         missing;     /* bytes declared in the header but missing from the file */
  guint           n_cpus;      /* number of CPUs of all buffers */
  guint           n_filled;    /* number of CPUs that have data */
  guint64         data_size;   /* total size of their data */
  guint64         unpacked_size; /* total size of the compressed sections */

  ThTdUnpacker   *spare;       /* an unpacker that is not in use, or NULL; atomic */

  ThTdAgain      *again;       /* NULL: columns stay in memory */
  GDestroyNotify  again_free;

  GHashTable     *id_of_type;  /* type → event id + 1; complete once the file is open */
} ThTdFile;

ThTdFile    *th_td_file_new         (ThBytes     *bytes,
                                     ThRecording *recording);
void         th_td_file_free        (ThTdFile    *self);
ThByteCursor th_td_file_cursor      (ThTdFile    *self,
                                     ThBytes     *bytes,
                                     guint64      offset);
/* Returns @size, or 0 if it is not a valid page size. */
guint        th_td_check_page_size  (guint64      size);
/* Adds a buffer without CPUs, which the file owns. */
ThTdBuffer  *th_td_file_add_buffer  (ThTdFile    *self,
                                     const char  *name,
                                     const char  *clock_name,
                                     guint        page_size);
/* Returns FALSE if there are too many CPUs, which is recorded as a problem. */
gboolean     th_td_buffer_add_cpu   (ThTdFile    *self,
                                     ThTdBuffer  *buffer,
                                     guint        number,
                                     guint64      offset,
                                     guint64      size);
/* Sorts the CPUs by number; call it after the last one was added. */
void         th_td_buffer_sort_cpus (ThTdFile    *self,
                                     ThTdBuffer  *buffer);

/* Returns the spare unpacker of the file, or a new one; the caller gives it back or frees it.  Any
 * thread may call these two.  Making an unpacker takes longer than unpacking a small section. */
ThTdUnpacker *th_td_file_take_unpacker (ThTdFile     *self);
void          th_td_file_give_unpacker (ThTdFile     *self,
                                        ThTdUnpacker *unpacker);

static inline ThTdBuffer *
th_td_file_buffer (const ThTdFile *self,
                   guint           index)
{
  return g_ptr_array_index (self->buffers, index);
}

static inline ThTdCpu *
th_td_buffer_cpu (const ThTdBuffer *self,
                  guint             index)
{
  return &g_array_index (self->cpus, ThTdCpu, index);
}

/* The load of a file that is being recorded is the only writer. */
static inline guint64
th_td_cpu_get_size (const ThTdCpu *self)
{
  return __atomic_load_n (&self->size, __ATOMIC_ACQUIRE);
}

static inline void
th_td_cpu_set_size (ThTdCpu *self,
                    guint64  size)
{
  __atomic_store_n (&self->size, size, __ATOMIC_RELEASE);
}

G_END_DECLS
