/* th-tracedat.h - trace.dat: what its files share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: trace-cmd.dat.v6(5), trace-cmd.dat.v7(5); ring-buffer pages:
 * include/linux/ring_buffer.h of the kernel and libtraceevent's kbuffer.h.
 *
 * Opening reads the header (th-tracedat-sections.c, th-tracedat-options.c) into
 * a ThTdFile.  Loading cuts the data of every CPU into stripes, walks their
 * pages (th-tracedat-page.c) in worker threads and hands the events to the
 * recording (th-tracedat-load.c).  Afterwards the same file is the recording's
 * source (th-tracedat-reader.c).
 *
 * A place is an offset in the unpacked ring-buffer pages of one CPU, where the
 * header of the event lies.
 *
 * Cut and damaged files.  What can be found is read; version 7 lists its CPUs
 * behind their data, so their data is also found without the list
 * (th-tracedat-recover.c).  What is refused is a file that ends before its event
 * data, one of a version or compression that is not known here, and the text of
 * a latency tracer.  libtracecmd reads none of these but the last, whose text is
 * no recording, so nothing is left for which it would be worth having it in a
 * process of its own that may crash.
 *
 * Memory besides the columns: the stripes that the workers are at, 6 each, of
 * 128 KiB (packed 256) or one chunk (at most TH_TD_MAX_CHUNK).  12 bytes of a page hold at most
 * one event, which takes 11 bytes of columns, so a plain file takes no more than
 * its size; packed data may grow by 4096 at most, as an attack (real files: by
 * 20), and the load ends at the memory limit.  A CPU with data takes some 50 KiB
 * of columns even for one event.  Its data begins with a page of the file, so
 * there are no more such CPUs than pages; of what came out of a wrapper, which
 * may repeat itself without end, as many as its packed bytes make plausible.  The
 * data of no two CPUs overlap.
 */
#pragma once

#include "th-byte-cursor.h"
#include "th-bytes.h"
#include "th-format.h"
#include "th-loader.h"

G_BEGIN_DECLS

#define TH_TD_MAX_CPUS 65535 /* of all buffers together */
#define TH_TD_MAX_BUFFERS 1024
#define TH_TD_MIN_PAGE 4096
#define TH_TD_MAX_PAGE (4 << 20)
#define TH_TD_MAX_CHUNK (16 << 20)
#define TH_TD_SECTION_COMPRESSED 1

/* --- compression ------------------------------------------------------- */

typedef enum
{
  TH_TD_NONE,
  TH_TD_ZLIB,
  TH_TD_ZSTD,
  TH_TD_UNKNOWN
} ThTdCompression;

/* Unpacks for one thread. */
typedef struct _ThTdUnpacker ThTdUnpacker;

ThTdUnpacker *th_td_unpacker_new  (ThTdCompression  compression);
void          th_td_unpacker_free (ThTdUnpacker    *self);
/* How many bytes came out, at most @raw_size; -1 if they are damaged. */
gssize        th_td_unpacker_run  (ThTdUnpacker    *self,
                                   const guint8    *packed,
                                   gsize            packed_size,
                                   guint8          *raw,
                                   gsize            raw_size);
/* The first @size bytes only. */
gboolean      th_td_unpacker_peek (ThTdUnpacker    *self,
                                   const guint8    *packed,
                                   gsize            packed_size,
                                   guint8          *raw,
                                   gsize            size);
/* Makes @buffer hold @size bytes; what was in it may be gone.  FALSE: no memory. */
gboolean      th_td_reserve       (guint8         **buffer,
                                   gsize           *capacity,
                                   gsize            size);

/* --- the file ---------------------------------------------------------- */

typedef enum
{
  TH_TD_HEADER_INFO,
  TH_TD_FTRACE_EVENTS,
  TH_TD_EVENT_FORMATS,
  TH_TD_KALLSYMS,
  TH_TD_PRINTK,
  TH_TD_CMDLINES,
  TH_TD_OPTIONS, /* the one that is being read */
  TH_TD_N_SECTIONS
} ThTdSectionKind;

/* Where the contents lie; size 0: there is none. */
typedef struct
{
  guint64  offset;
  guint64  size;
  gboolean compressed;
} ThTdSection;

typedef struct
{
  guint64 offset; /* in the file, of the packed bytes */
  guint64 place;  /* of its first unpacked byte */
  guint32 packed;
  guint32 raw;    /* whole pages; what comes out may be less */
} ThTdChunk;

typedef struct
{
  guint      number;
  guint64    offset;   /* in the file */
  guint64    size;     /* bytes there that exist */
  guint64    raw_size; /* unpacked; known once the chunks are */
  ThTdChunk *chunks;   /* NULL when not compressed */
  guint      n_chunks;
} ThTdCpu;

/* How ticks of a recording become its times. */
typedef struct
{
  gboolean ticks;  /* they stay ticks */
  guint32  mult;   /* 0: already ns */
  guint32  shift;
  gint64   offset; /* added at the end */
  gboolean has_date; /* @offset makes it the time of day */
  gboolean interpolate;
  GArray  *shifts; /* per CPU a GArray of ThTdShift, or NULL */
} ThTdClock;

typedef struct
{
  gint64  time;
  gint64  offset;
  guint64 scaling;
  guint64 fraction;
} ThTdShift;

gint64        th_td_clock_convert (const ThTdClock *self,
                                   guint            cpu,
                                   guint64          stamp);
/* Whether times are just stamp + offset on @cpu. */
gboolean      th_td_clock_is_plain (const ThTdClock *self,
                                    guint            cpu);
/* @cursor: behind the peer's trace id */
void          th_td_clock_add_shifts (ThTdClock    *self,
                                      ThByteCursor *cursor);
void          th_td_clock_clear      (ThTdClock  *self);

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
  ThBytes        *bytes;
  guint           version;
  gboolean        big_endian;
  guint           long_size;   /* of the target's programs */
  guint           commit_size; /* of the target's kernel: 4 or 8 */
  guint           page_size;
  guint           sub_buffer_size; /* by header_page; 0: not said */
  ThTdCompression compression;
  ThTdSection     sections[TH_TD_N_SECTIONS];
  GPtrArray      *buffers;     /* ThTdBuffer */
  ThTdClock       clock;
  char           *clock_name;
  char           *tgids;
  guint           cpu_count;
  gboolean        has_latency_text;
  guint           id_offset;   /* of common_type in a record */
  GArray         *data_sections; /* guint64: those whose options are lost */
  guint64         missing;     /* bytes that the file promises and lacks */
  guint           n_cpus;      /* of all buffers */
  guint           n_filled;    /* those of them that have data */
  guint64         data_size;   /* of all of those */
  guint64         unpacked_size; /* of the sections that were packed */
  ThFormats      *formats;
  ThRecording    *recording;   /* not owned: the recording owns us */

  GHashTable     *id_of_type;  /* type → event id + 1; full after the open */
} ThTdFile;

ThTdFile     *th_td_file_new         (ThBytes     *bytes,
                                      ThRecording *recording);
void          th_td_file_free        (ThTdFile    *self);
/* The header and where everything lies. */
gboolean      th_td_file_read        (ThTdFile    *self,
                                      GError     **error);
/* v7: from the options section at @offset on; where that breaks off, from the
 * first section, at @first.  FALSE if neither options nor data are found. */
gboolean      th_td_file_read_options_v7 (ThTdFile *self,
                                          guint64   first,
                                          guint64   offset);
/* v7: makes buffers of data_sections (th-tracedat-recover.c). */
void          th_td_file_recover_v7   (ThTdFile    *self);
/* v6: what lies between "options  " and the option 0. */
void          th_td_file_read_options_v6 (ThTdFile     *self,
                                          ThByteCursor *cursor);
/* The contents of a section as bytes of their own, unpacked; NULL if there is
 * none, or after noting a problem. */
ThBytes      *th_td_file_unpack      (ThTdFile        *self,
                                      ThTdSectionKind  kind);
ThByteCursor    th_td_file_cursor      (ThTdFile        *self,
                                      ThBytes         *bytes,
                                      guint64          offset);
/* A buffer's place for its CPUs. */
ThTdBuffer   *th_td_file_add_buffer  (ThTdFile        *self,
                                      const char      *name,
                                      const char      *clock_name,
                                      guint            page_size);
/* FALSE: there is no room for more of them, which was noted. */
gboolean      th_td_buffer_add_cpu   (ThTdFile        *self,
                                      ThTdBuffer      *buffer,
                                      guint            number,
                                      guint64          offset,
                                      guint64          size);
/* Behind the last of its CPUs: brings them in order. */
void          th_td_buffer_sort_cpus (ThTdFile        *self,
                                      ThTdBuffer      *buffer);
/* Finds the chunks of @cpu, by hopping from header to header. */
void          th_td_file_find_chunks (ThTdFile        *self,
                                      ThTdBuffer      *buffer,
                                      ThTdCpu         *cpu);
void          th_td_file_declare     (ThTdFile        *self);

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

/* --- one ring-buffer page ---------------------------------------------- */

#define TH_TD_MAX_NAMES 2

/* Where an event type tells the name of a task. */
typedef struct
{
  guint16 pid;
  guint16 name;
  guint16 name_size;
} ThTdName;

typedef struct
{
  guint    n_names;
  ThTdName names[TH_TD_MAX_NAMES];
  gboolean is_switch; /* names[1] is who comes */
} ThTdSpecial;

/* What a walk must know about records; shared by all workers. */
typedef struct
{
  gboolean    big_endian;
  guint       commit_size;
  guint       id_offset;  /* of common_type, u16 */
  guint       pid_offset; /* of common_pid, s32 */
  guint       min_record;
  guint8     *specials;   /* by event id: TH_TD_UNDESCRIBED, TH_TD_PLAIN, or those + index into @special */
  guint16    *types;      /* by event id, where described */
  guint16    *unknown;    /* the same + 1 for the others, as they are met; atomic */
  ThTdSpecial special[16];
  guint       n_special;
} ThTdLayout;

/* Most ids are not described: so zero stands for that, and their part of the
 * tables costs no memory. */
#define TH_TD_UNDESCRIBED 0
#define TH_TD_PLAIN 1
#define TH_TD_SPECIAL 2
#define TH_TD_N_IDS 65536

typedef struct
{
  guint32 row; /* in the stripe */
  gint64  count;
} ThTdLost;

/* Rows from here to the next run have one pid. */
typedef struct
{
  guint32 row;
  gint32  pid;
} ThTdPidRun;

/* A row whose record must be looked into, or whose type is not known. */
typedef struct
{
  guint32 row;
  guint32 at;   /* of its record, in the page that was walked last */
  guint32 size;
  guint16 id;
} ThTdMark;

typedef struct
{
  guint32 row; /* the first of the page */
  guint64 stamp;
  guint64 highest; /* stamp of its rows */
} ThTdPageMark;

/* The events of some pages, as they are decoded. */
typedef struct
{
  guint32     n;
  guint32     capacity;  /* of each of the arrays */
  guint64    *stamps;    /* raw */
  guint64    *places;
  guint16    *types;     /* of undescribed ones once their marks were seen */
  ThTdPidRun *pid_runs;
  ThTdMark   *marks;
  guint32     n_pid_runs;
  guint32     n_marks;
  gint64      last_pid;  /* no pid before the first */
  guint32    *tasks;     /* these two are not the walk's, but have its capacity: */
  ThSwitch   *switches;  /* th_td_worker_decode() */
  guint32     n_switches;
  GArray     *lost;      /* ThTdLost */
  GArray     *pages;     /* ThTdPageMark */
  guint32     n_bad_pages;
  guint32     n_bad_records;
  guint64     first_bad; /* place */
} ThTdWalk;

void          th_td_walk_init    (ThTdWalk         *self);
void          th_td_walk_clear   (ThTdWalk         *self);
/* Empty, with room for what @raw_size bytes of pages can hold. */
gboolean      th_td_walk_reset   (ThTdWalk         *self,
                                  gsize             raw_size);
/* Appends the events of one page whose first byte has the place @place. */
void          th_td_walk_page    (ThTdWalk         *self,
                                  const ThTdLayout *layout,
                                  const guint8     *page,
                                  gsize             size,
                                  guint64           place);
/* Whether the page that begins with the header @head holds any event. */
gboolean      th_td_page_has_data (const ThTdLayout *layout,
                                   const guint8     *head);
/* Mends stamps that cannot be right; how many.  @next: the stamp of the page
 * behind; @reference: where the stamps of the recording lie; or NULL. */
guint32       th_td_walk_check_times (ThTdWalk      *walk,
                                      const guint64 *next,
                                      const guint64 *reference);
/* The record behind the event header at @offset of a page; FALSE if it does
 * not fit in it. */
gboolean      th_td_page_record  (const guint8     *page,
                                  gsize             size,
                                  gsize             offset,
                                  gboolean          big_endian,
                                  const guint8    **record,
                                  gsize            *record_size);
/* The same of several: those of @rows whose place lies in the page that begins
 * at @begin, up to the first that does not, are taken out of *@rows. Returns
 * which of them have a record, of bit i in @payloads[i]. */
guint64       th_td_page_records (const guint8     *page,
                                  gsize             size,
                                  guint64           begin,
                                  gboolean          big_endian,
                                  const guint64    *places,
                                  guint64          *rows,
                                  ThPayload        *payloads);

ThTdLayout   *th_td_layout_new   (ThTdFile         *file);
void          th_td_layout_free  (ThTdLayout       *self);

/* --- load and read ----------------------------------------------------- */

void          th_tracedat_load       (ThRecording *recording);
/* For tests: bytes of pages per stripe (0: default). */
void          th_tracedat_set_stripe (gsize        bytes);

extern const ThSource th_tracedat_source;
extern const ThLoader th_tracedat_loader;

G_END_DECLS
