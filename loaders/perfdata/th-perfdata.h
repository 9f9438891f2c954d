/* th-perfdata.h - perf.data: what its files share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Layout: tools/perf/Documentation/perf.data-file-format.txt of the kernel for
 * the file, include/uapi/linux/perf_event.h for records and samples.
 *
 * Opening reads the header, the attributes and the features (th-perfdata-file.c,
 * -attr.c, -features.c, -formats.c); of a pipe's file these are the first
 * records of the stream.  Loading walks all records once, in one thread: where
 * a record begins is only known from the one before (th-perfdata-walk.c).
 * Samples go to their CPU's lane, which puts late ones right before they are
 * published (th-perfdata-queues.c).  Afterwards the same file is the recording's
 * source (th-perfdata-reader.c).
 *
 * What perf wrote into a pipe may still grow: the load takes what comes, and
 * publishes after each of perf's rounds.
 *
 * A place is where the record begins: an offset in the file, or, for records
 * that were compressed, TH_PF_SPOOLED plus an offset in the spool that they
 * were unpacked to.
 */
#pragma once

#include "th-byte-cursor.h"
#include "th-bytes.h"
#include "th-format.h"
#include "th-kernel-symbols.h"
#include "th-load-options.h"
#include "th-loader.h"
#include "th-spool.h"

G_BEGIN_DECLS

#define TH_PF_MAX_CPUS 65535
#define TH_PF_MAX_ATTRS 65535
#define TH_PF_MAX_IDS (1u << 21) /* of all attributes: 4,096 events on 512 CPUs */
#define TH_PF_MAX_RECORD 65536
#define TH_PF_HEADER 8      /* of a record: u32 type, u16 misc, u16 size */
#define TH_PF_N_FEATURES 256
#define TH_PF_MAX_BUILD_ID 20
#define TH_PF_NO_FORMAT G_MAXUINT32
#define TH_PF_N_NOTES 12
#define TH_PF_NOTE_NAME 4096 /* PATH_MAX */
#define TH_PF_SPOOLED ((guint64) 1 << 56)
#define TH_PF_UNTIL_END G_MAXUINT64 /* of bytes that grow */

/* enum perf_event_type, and what perf adds to it. */
enum
{
  TH_PF_MMAP = 1,
  TH_PF_LOST = 2,
  TH_PF_COMM = 3,
  TH_PF_EXIT = 4,
  TH_PF_THROTTLE = 5,
  TH_PF_UNTHROTTLE = 6,
  TH_PF_FORK = 7,
  TH_PF_SAMPLE = 9,
  TH_PF_MMAP2 = 10,
  TH_PF_AUX = 11,
  TH_PF_LOST_SAMPLES = 13,
  TH_PF_SWITCH = 14,
  TH_PF_SWITCH_CPU_WIDE = 15,
  TH_PF_NAMESPACES = 16,
  TH_PF_KSYMBOL = 17,
  TH_PF_HEADER_ATTR = 64,
  TH_PF_TRACING_DATA = 66,
  TH_PF_BUILD_ID = 67,
  TH_PF_FINISHED_ROUND = 68,
  TH_PF_AUXTRACE = 71,
  TH_PF_EVENT_UPDATE = 78,
  TH_PF_HEADER_FEATURE = 80,
  TH_PF_COMPRESSED = 81,
  TH_PF_COMPRESSED2 = 83
};

/* enum perf_event_sample_format */
enum
{
  TH_PF_S_IP = 1 << 0,
  TH_PF_S_TID = 1 << 1,
  TH_PF_S_TIME = 1 << 2,
  TH_PF_S_ADDR = 1 << 3,
  TH_PF_S_READ = 1 << 4,
  TH_PF_S_CALLCHAIN = 1 << 5,
  TH_PF_S_ID = 1 << 6,
  TH_PF_S_CPU = 1 << 7,
  TH_PF_S_PERIOD = 1 << 8,
  TH_PF_S_STREAM_ID = 1 << 9,
  TH_PF_S_RAW = 1 << 10,
  TH_PF_S_STACK_USER = 1 << 13,
  TH_PF_S_IDENTIFIER = 1 << 16
};

/* --- attributes -------------------------------------------------------- */

/* Where a part of a sample lies, from the beginning of its record. */
#define TH_PF_ABSENT 0

/* One event that was recorded: struct perf_event_attr, and what follows from it. */
typedef struct
{
  guint32  type;
  guint64  config;
  guint64  sample_type;
  guint64  read_format;
  gboolean sample_id_all;
  gboolean use_clockid;
  gint32   clockid;
  char    *name;         /* as perf calls it, or NULL */

  guint16  event_type;   /* in the recording */
  guint32  format;       /* id in the formats, or TH_PF_NO_FORMAT */
  gboolean is_switch;
  guint32  next_pid, next_comm; /* in the raw record */

  guint8   ip, tid, time, addr, id, cpu, period;
  guint8   fixed;        /* where what has no fixed place begins */
  guint8   trail;        /* bytes that other records have behind them, and */
  guint8   trail_time;   /* how far before their end its parts lie */
  guint8   trail_tid;
  guint8   trail_id;
  guint8   trail_cpu;
} ThPfAttr;

typedef struct
{
  guint64 id;
  guint32 attr; /* + 1; 0: free */
} ThPfId;

/* --- the file ---------------------------------------------------------- */

typedef struct
{
  guint64 offset;
  guint64 size;
} ThPfSection;

typedef struct
{
  guint64 start;
  guint64 end;
  char   *name; /* interned */
} ThPfSymbol;

typedef struct _ThPfMaps ThPfMaps;

typedef struct
{
  char *text;
  gsize size;
} ThPfText;

typedef struct
{
  ThBytes     *bytes;
  ThRecording *recording; /* borrowed */
  gboolean     big_endian;
  gboolean     pipe;
  gboolean     cut;        /* its data ends before it should */
  ThSideband notes;     /* which of them are events, too */

  ThPfSection  attr_section;
  guint64      attr_size;  /* of an entry in it */
  ThPfSection  data;
  ThPfSection  features[TH_PF_N_FEATURES]; /* size 0: none */

  GPtrArray   *attrs;      /* of ThPfAttr */
  ThPfId      *ids;        /* open addressing, a power of two */
  guint64      id_keys[2]; /* of its hash: a file cannot know where its ids go */
  guint32      n_ids;
  guint64      n_ids_read; /* with those that come again */
  guint32      ids_size;

  guint32      n_cpus;     /* that the file tells of */
  gboolean     may_outgrow; /* it did not yet, and more came than was asked */
  gboolean     without_cpu; /* some samples do not say theirs */
  gboolean     without_time;
  gint64       first, last; /* of the samples, as perf noted; 0: did not */
  gint64       wall_offset;

  ThFormats   *formats;
  GPtrArray   *texts;      /* that came with them */
  ThPfText    *kallsyms;   /* one of them, or NULL */
  GHashTable  *attr_of_type; /* event type → ThPfAttr */
  gint         note_types[TH_PF_N_NOTES]; /* atomic: + 1; 0: none came */

  ThPfMaps    *maps;
  const char  *kernel_reference; /* "_text" or "_stext": static; NULL: unknown */
  guint64      kernel_address;   /* of it */

  GMutex       lock;
  GArray      *symbols;    /* ThPfSymbol */
  gboolean     symbols_sorted;
  GHashTable  *tables;     /* ThPfAttr → ThFieldTable */
  ThSpool     *spool;      /* NULL: nothing was compressed */
} ThPfFile;

ThPfFile   *th_pf_file_new            (ThBytes         *bytes,
                                       ThRecording     *recording);
void        th_pf_file_free           (ThPfFile        *self);
/* Header, attributes and features. */
gboolean    th_pf_file_read           (ThPfFile        *self,
                                       GError         **error);
/* Streams, CPUs, types and facts, from what was read. */
void        th_pf_file_declare        (ThPfFile        *self);
ThByteCursor  th_pf_file_cursor         (ThPfFile        *self,
                                       guint64          offset,
                                       guint64          size);

/* --- th-perfdata-attr.c ------------------------------------------------ */

/* The attribute at the cursor, @size bytes of it at most; NULL if it cannot be one. */
ThPfAttr   *th_pf_attr_read           (ThByteCursor *cursor,
                                       guint64       size);
void        th_pf_attr_free           (ThPfAttr        *self);
/* Takes @attr; FALSE when there are too many. */
gboolean    th_pf_file_add_attr       (ThPfFile        *self,
                                       ThPfAttr        *attr);
/* FALSE: too many were read. */
gboolean    th_pf_file_add_id         (ThPfFile        *self,
                                       guint64          id,
                                       guint32          attr);

/* Its slot in the table of @size, a power of two: the own one or a free one. */
static inline ThPfId *
th_pf_id_slot (const ThPfFile *self,
               ThPfId         *ids,
               guint32         size,
               guint64         id)
{
  guint64 hash = (id ^ self->id_keys[0]) * self->id_keys[1];
  guint32 at;

  hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15u;
  at = (guint32) (hash >> 32) & (size - 1);
  while (ids[at].attr != 0 && ids[at].id != id)
    at = (at + 1) & (size - 1);
  return &ids[at];
}
static inline ThPfAttr *
th_pf_file_attr (const ThPfFile *self,
                 guint           index)
{
  return g_ptr_array_index (self->attrs, index);
}

static inline ThPfAttr *
th_pf_file_find_id (const ThPfFile *self,
                    guint64         id)
{
  const ThPfId *slot;

  if (self->ids_size == 0)
    return NULL;

  slot = th_pf_id_slot (self, self->ids, self->ids_size, id);
  return slot->attr != 0 ? th_pf_file_attr (self, slot->attr - 1) : NULL;
}

/* --- th-perfdata-features.c -------------------------------------------- */

void        th_pf_file_read_feature   (ThPfFile     *self,
                                       guint         feature,
                                       ThByteCursor *cursor);
/* A feature by its number in the header of the file, for what has many. */
/* A record of a module's build id: in that feature, or in a pipe. */
void        th_pf_file_take_build_id  (ThPfFile        *self,
                                       const guint8    *record,
                                       guint32          size);
enum
{
  TH_PF_F_TRACING_DATA = 1,
  TH_PF_F_BUILD_ID = 2,
  TH_PF_F_DIR_FORMAT = 24,
  TH_PF_F_SIMPLEPERF = 128, /* its list of files; what follows is not perf's either */
  TH_PF_F_SIMPLEPERF_FACTS = 129
};

/* --- th-perfdata-formats.c --------------------------------------------- */

void        th_pf_file_read_formats   (ThPfFile     *self,
                                       ThByteCursor *cursor);
void        th_pf_file_declare_types  (ThPfFile        *self);

/* --- th-perfdata-fields.c ---------------------------------------------- */

/* What a sample that has no format of its own looks like to the model: a
 * record of ours, in our byte order. */
typedef struct
{
  guint64 ip;
  guint64 addr;
  guint64 period;
  gint32  pid;
  gint32  tid;
  guint32 cpu;
  guint32 mode;
} ThPfRecord;

const ThFieldTable *th_pf_fields_for  (ThPfFile        *self,
                                       const ThPfAttr  *attr);
void        th_pf_record_print        (const ThPfRecord *record,
                                       const ThPfAttr  *attr,
                                       gboolean         raw,
                                       GString         *text);

/* --- th-perfdata-sample.c ---------------------------------------------- */

/* One sample, whose record is all there. */
typedef struct
{
  const ThPfAttr *attr;
  const guint8   *record;
  guint32         size;
  gboolean        big_endian;
} ThPfSample;

/* Whose sample it is, or NULL; its parts of fixed place lie inside. */
static inline ThPfAttr *
th_pf_sample_attr (const ThPfFile *file,
                   const guint8   *record,
                   guint32         size)
{
  ThPfAttr *attr;
  guint8 id;

  if (G_UNLIKELY (file->attrs->len == 0))
    return NULL;

  /* Several events in a file have their id at the same place in all samples. */
  attr = th_pf_file_attr (file, 0);
  id = attr->id;
  if (file->attrs->len > 1 && id != TH_PF_ABSENT)
    {
      if (size < id + 8u)
        return NULL;
      attr = th_pf_file_find_id (file, th_bytes_u64 (record + id, file->big_endian));
    }
  return attr != NULL && size >= attr->fixed ? attr : NULL;
}

void        th_pf_sample_fill         (const ThPfSample *sample,
                                       ThPfRecord      *record);
/* Offset and number of addresses of its call chain, and the raw record. */
gboolean    th_pf_sample_chain        (const ThPfSample *sample,
                                       guint32         *offset,
                                       guint32         *n);
gboolean    th_pf_sample_raw          (const ThPfSample *sample,
                                       guint32         *offset,
                                       guint32         *size);

/* Whose words stand behind a record that is no sample, all of them inside; or
 * NULL: there are none. */
const ThPfAttr *th_pf_trail_attr      (const ThPfFile  *file,
                                       const guint8    *record,
                                       guint32          size);

/* --- th-perfdata-sideband.c ----------------------------------------------- */

/* What such a record looks like to the model, in our byte order. */
typedef struct
{
  guint32 preempt;
  gint32  pid;  /* of the other one at a switch: only where all of a CPU was recorded */
  gint32  tid;
  gint32  parent_pid, parent_tid;
  guint32 exec; /* its name comes of exec() */
  guint32 prot;
  guint64 words[7]; /* inodes of namespaces; of a loss, the count and the id; of a mapping, address, size and offset */
  char    name[TH_PF_NOTE_NAME]; /* ends the note, as long as it is */
} ThPfNote;

/* Whether it is an event, where @notes are asked for. */
gboolean    th_pf_is_note             (guint32          record_type,
                                       ThSideband    notes);

/* Its event type, made when the first comes. */
guint16     th_pf_note_type           (ThPfFile        *file,
                                       const guint8    *record);
/* NULL: not one of those types. */
const ThFieldTable *th_pf_note_fields (ThPfFile        *file,
                                       guint            type);
/* How much of @note the record has. */
gsize       th_pf_note_fill           (const ThPfFile  *file,
                                       const guint8    *record,
                                       guint32          size,
                                       ThPfNote        *note);
/* @note: what was filled of @record. */
void        th_pf_note_print          (const ThPfFile  *file,
                                       const guint8    *record,
                                       const ThPayload *note,
                                       GString         *text);

/* --- th-perfdata-queues.c ----------------------------------------------- */

typedef struct
{
  gint64  time;
  guint64 place;  /* of a loss: how many */
  guint32 task;   /* TH_TASK_NONE: a loss */
  guint32 next;   /* the task that is switched to, or TH_TASK_NONE */
  guint16 type;
} ThPfRow;

/* Its columns are what the CPU's are filled from, without a copy between. */
typedef struct
{
  ThCpu    *out;
  gint64   *time;
  guint64  *place;
  guint32  *task;
  guint16  *type;
  ThSwitch *switches;
  guint32   n, room;
  guint32   n_switches, room_switches;
  gint64    last;
  gboolean  late; /* not in order */
  gboolean  full;
} ThPfLane;

typedef struct
{
  ThRecording *recording;
  ThPfLane    *lanes;   /* one a CPU, the pseudo-CPU last */
  guint        n_lanes;
  gint64       newest;
  gint64       round;   /* the newest at the end of the last round */
  gint64       limit;   /* nothing earlier than this is still to come */
  guint32      n_since; /* rows since the last flush */
  gsize        memory_limit;
  gboolean     seen_late;
  gboolean     stopped;
} ThPfLanes;

void        th_pf_lanes_init          (ThPfLanes       *self,
                                       ThRecording     *recording);
void        th_pf_lanes_clear         (ThPfLanes       *self);
/* Makes room for one row. */
gboolean    th_pf_lanes_grow          (ThPfLanes       *self,
                                       ThPfLane        *lane);
/* perf wrote all that the CPUs had: what it wrote the last time is complete. */
void        th_pf_lanes_round         (ThPfLanes       *self);
/* What is complete is published now, for more has to be waited for. */
void        th_pf_lanes_show          (ThPfLanes       *self);
void        th_pf_lanes_finish        (ThPfLanes       *self);

void        th_pf_lane_switch         (ThPfLane        *lane,
                                       guint32          row,
                                       guint32          next);

static inline void
th_pf_lanes_add (ThPfLanes     *self,
                 ThPfLane      *lane,
                 const ThPfRow *row)
{
  guint32 at;

  if (G_UNLIKELY (lane->n == lane->room) && !th_pf_lanes_grow (self, lane))
    return;

  at = lane->n++;
  lane->time[at] = row->time;
  lane->place[at] = row->place;
  lane->task[at] = row->task;
  lane->type[at] = row->type;
  if (row->next != TH_TASK_NONE)
    th_pf_lane_switch (lane, at, row->next);
  lane->late |= row->time < lane->last;
  lane->last = row->time;
  self->newest = MAX (self->newest, row->time);
  self->n_since++;
}

/* --- th-perfdata-names.c ----------------------------------------------- */

/* What the records tell about names, put in order of time before the task
 * table hears of it: a child has its parent's name. */
typedef struct
{
  ThTasks    *tasks;
  GArray     *events;
  GHashTable *names; /* pid → interned name */
} ThPfNames;

void        th_pf_names_init          (ThPfNames       *self,
                                       ThTasks         *tasks);
void        th_pf_names_clear         (ThPfNames       *self);
void        th_pf_names_comm          (ThPfNames       *self,
                                       gint64           time,
                                       gint32           pid,
                                       const guint8    *name,
                                       gsize            size);
void        th_pf_names_fork          (ThPfNames       *self,
                                       gint64           time,
                                       gint32           pid,
                                       gint32           parent);
/* Those up to @until, of which none may come later. */
void        th_pf_names_apply         (ThPfNames       *self,
                                       gint64           until);

/* --- th-perfdata-maps.c ------------------------------------------------ */

/* A part of a file in the memory of a process. */
typedef struct
{
  gint64        time;
  gint32        pid;
  guint64       start, size;
  guint64       offset;    /* in the file */
  const guint8 *name;
  gsize         name_size;
  const guint8 *build_id;
  gsize         build_id_size; /* 0: not told here */
} ThPfMapped;

/* Filled by the load, asked by any thread. */
ThPfMaps   *th_pf_maps_new            (void);
void        th_pf_maps_free           (ThPfMaps        *self);
void        th_pf_maps_add            (ThPfMaps        *self,
                                       const ThPfMapped *mapped);
void        th_pf_maps_add_build_id   (ThPfMaps        *self,
                                       const guint8    *name,
                                       gsize            name_size,
                                       const guint8    *id,
                                       gsize            size);
/* @id: room for TH_PF_MAX_BUILD_ID; FALSE if there is none. */
gboolean    th_pf_maps_get_build_id   (ThPfMaps        *self,
                                       const char      *path,
                                       guint8          *id,
                                       gsize           *size);
void        th_pf_maps_fork           (ThPfMaps        *self,
                                       gint64           time,
                                       gint32           pid,
                                       gint32           parent);
/* What stands for the code at @address then (TH_ADDRESS_MADE_UP …); @address
 * itself where nothing is known to lie there. */
guint64     th_pf_maps_place          (ThPfMaps        *self,
                                       gint32           pid,
                                       gint64           time,
                                       guint64          address);
/* Of such a place; as long as @self. */
const char *th_pf_maps_find_symbol    (ThPfMaps        *self,
                                       guint64          made_up,
                                       guint64         *offset);

/* --- th-perfdata-walk.c ------------------------------------------------ */

/* Gets each record, whole; FALSE ends the walk.  Without a record: more has to
 * be waited for. */
typedef gboolean (*ThPfRecordFunc) (gpointer      data,
                                    const guint8 *record,
                                    guint32       size,
                                    guint64       place);

/* All records between @offset and @end, which may be TH_PF_UNTIL_END;
 * compressed ones are unpacked when @unpack is set and handed to @func
 * otherwise. */
void        th_pf_walk                (ThPfFile        *file,
                                       guint64          offset,
                                       guint64          end,
                                       gboolean         unpack,
                                       ThPfRecordFunc   func,
                                       gpointer         data);

/* --- load and read ----------------------------------------------------- */

void        th_pf_file_add_symbol     (ThPfFile        *self,
                                       guint64          start,
                                       guint64          size,
                                       const guint8    *name,
                                       gsize            name_size);
const char *th_pf_file_find_symbol    (ThPfFile        *self,
                                       guint64          address,
                                       guint64         *offset);
void        th_perfdata_load          (ThRecording     *recording);

extern const ThSource th_perfdata_source;
extern const ThLoader th_perfdata_loader;

static inline guint32
th_pf_record_type (const guint8 *record,
                   gboolean      big_endian)
{
  return th_bytes_u32 (record, big_endian);
}

static inline guint32
th_pf_record_size (const guint8 *record,
                   gboolean      big_endian)
{
  return th_bytes_u16 (record + 6, big_endian);
}

G_END_DECLS
