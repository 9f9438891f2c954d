/* th-txt.h - what the files of the text loader share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A trace as text is lines.  th_txt_parse_line() tells what one line is and
 * where its parts lie, from its bytes alone; what needs the lines before it
 * (whose task, the running time of function_graph) is the load's.
 *
 * Opening scans the whole text once, because CPUs have to be declared before
 * the first event: CPUs, types, some places of lines of each type, whether
 * the lines of a CPU ascend in time.  The load reads it again and fills the
 * columns; lines out of order are sorted.  Of a text that grows the scan sees
 * the first third of a second; the load goes on with both, and is outgrown
 * where a line is not as was declared: a new CPU, a time that goes back, in
 * the end a field that no line before had.  What is loaded at last is the same
 * as of the whole text.  A place is the offset of the line.
 * Text, fields and stack are read from the line again.
 *
 * Memory besides the columns: 1 MiB of lines, up to 65 k types with their
 * names and samples, and 40 bytes for each event of CPUs whose lines do not
 * ascend.  A line of an event has at least 18 bytes, so the load takes less
 * than 16 times the size of the file, whatever is in it, above a fixed part
 * of 36 KiB for each CPU number in it, of which there are up to 8192.
 */
#pragma once

#include "th-format.h"
#include "th-loader.h"

G_BEGIN_DECLS

#define TH_TXT_MAX_CPUS 8192
#define TH_TXT_NO_CPU TH_TXT_MAX_CPUS  /* lines that do not tell their CPU */
#define TH_TXT_MAX_NAME 128
#define TH_TXT_N_SAMPLES 24

/* --- th-txt-line.c ----------------------------------------------------- */

typedef enum
{
  TH_TXT_OTHER,   /* more text of the event before, or nothing of ours */
  TH_TXT_EVENT,
  TH_TXT_COMMENT, /* `#` */
  TH_TXT_LOST,
  TH_TXT_SWITCH,  /* `0)  a-1  =>  b-2` of function_graph */
  TH_TXT_NOISE,   /* ends the text of an event, says nothing */
  TH_TXT_RAW      /* an event of the option "raw": only numbers */
} ThTxtKind;

typedef enum
{
  TH_TXT_FTRACE,
  TH_TXT_LATENCY,
  TH_TXT_GRAPH,
  TH_TXT_PERF
} ThTxtStyle;

typedef enum
{
  TH_TXT_TIME_NONE,
  TH_TXT_TIME_NS,
  TH_TXT_TIME_TICKS,
  TH_TXT_TIME_HUGE  /* there is one, but 63 bits do not hold it */
} ThTxtUnit;

/* A part of a line; not terminated. */
typedef struct
{
  const char *text;
  gsize       size;
} ThTxtPart;

/**
 * ThTxtLine:
 * @time: ns or ticks, as @unit says
 * @cpu: number, or %TH_TXT_NO_CPU
 * @pid: -1 if the line does not tell
 * @system: empty unless the line tells it
 * @info: what the event says, without its name
 * @duration: ns of a function_graph line, or -1
 * @lost: -1: unknown
 *
 * Parts point into the line, or are static.
 */
typedef struct
{
  ThTxtKind  kind;
  ThTxtStyle style;
  ThTxtUnit  unit;
  gint64     time;
  guint      cpu;
  gint32     pid;
  gint32     tgid;
  ThTxtPart  comm;
  ThTxtPart  system;
  ThTxtPart  name;
  ThTxtPart  info;
  gint64     duration;
  gint64     lost;
  gint32     next_pid; /* of a TH_TXT_SWITCH */
  ThTxtPart  next_comm;
  char       made[TH_TXT_MAX_NAME];
} ThTxtLine;

/* What the line [@text, @text + @size) is; it has no line end. */
void       th_txt_parse_line   (const char      *text,
                                gsize            size,
                                ThTxtLine       *line);
/* Number at *@at, which moves behind it; FALSE if there is none or it is too large. */
gboolean   th_txt_number       (const char     **at,
                                const char      *end,
                                guint64         *value);
const char *th_txt_skip_blanks (const char      *at,
                                const char      *end);
/* Name and information of an event, which begin at @at. */
gboolean   th_txt_parse_event  (const char      *at,
                                const char      *end,
                                ThTxtLine       *line);
/* "comm-pid" at the end of a part. */
gboolean   th_txt_parse_task   (ThTxtPart        part,
                                ThTxtPart       *comm,
                                gint32          *pid);
/* "683.073558", "19882us", "1234567"; moves *@at.  One that is too large is 0. */
gboolean   th_txt_parse_time   (const char     **at,
                                const char      *end,
                                gint64          *time,
                                ThTxtUnit       *unit);

/* --- th-txt-graph.c ---------------------------------------------------- */

/* A line of function_graph. */
gboolean   th_txt_parse_graph  (const char      *text,
                                const char      *end,
                                ThTxtLine       *line);
/* Duration and body of "+ 36.465 us  |  }": FALSE if it is not that. */
gboolean   th_txt_split_graph  (ThTxtPart        info,
                                gint64          *duration,
                                ThTxtPart       *body);

/* --- th-txt-lines.c ---------------------------------------------------- */

typedef struct
{
  ThBytes *bytes;
  char    *buffer;
  gsize    from;
  gsize    to;
  guint64  place;    /* of the buffer's first byte */
  gboolean at_end;
  gboolean starved;  /* no whole line is there, but more may come */
  gboolean skipping; /* the rest of a line that does not fit */
} ThTxtLines;

void       th_txt_lines_init   (ThTxtLines      *self,
                                ThBytes         *bytes);
void       th_txt_lines_clear  (ThTxtLines      *self);
/* The next line without its end; *@whole: it had one.  A line too long is cut.
 * FALSE at the end, and when starved. */
gboolean   th_txt_lines_next   (ThTxtLines      *self,
                                ThTxtPart       *line,
                                guint64         *place,
                                gboolean        *whole);
/* Starved no longer, after some time or when more has come. */
void       th_txt_lines_wait   (ThTxtLines      *self);

/* --- th-txt-types.c ---------------------------------------------------- */

typedef struct
{
  guint32  hash;
  guint16  type;
  gboolean is_switch;
  gboolean has_names;  /* sched_wakeup and the like: comm= and pid= */
  guint32  count;
  guint32  n_samples;
  guint64 *samples;    /* places of lines */
  char    *key;        /* as in the text */
  gsize    key_size;
  char    *name;       /* valid UTF-8 */
} ThTxtType;

/* One thread adds types, that of the scan and the load; any may ask. */
typedef struct _ThTxtTypes ThTxtTypes;

ThTxtTypes *th_txt_types_new    (ThRecording    *recording);
void        th_txt_types_free   (ThTxtTypes     *self);
/* NULL if there is none.  For the thread that adds. */
ThTxtType  *th_txt_types_find   (ThTxtTypes     *self,
                                 const ThTxtLine *line);
/* The same for any other. */
ThTxtType  *th_txt_types_look_up (ThTxtTypes    *self,
                                 const ThTxtLine *line);
/* The same, made if new; NULL when there are too many. */
ThTxtType  *th_txt_types_intern (ThTxtTypes     *self,
                                 const ThTxtLine *line);
void        th_txt_types_sample (ThTxtTypes     *self,
                                 ThTxtType      *type,
                                 guint64         place);
/* Free with g_array_unref(): guint64. */
GArray     *th_txt_types_dup_samples (ThTxtTypes *self,
                                 ThTxtType      *type);
/* By the recording's number. */
ThTxtType  *th_txt_types_get    (ThTxtTypes     *self,
                                 guint           type);
/* The kernel's system of a well-known event; "" if it is none. */
const char *th_txt_guess_system (const char     *name);

/* --- th-txt-scan.c ----------------------------------------------------- */

typedef struct
{
  guint    number;
  guint64  n;
  gint64   last;
  gboolean descends;
  gint32   first_pid; /* who ran before the first switch of function_graph; -1 */
} ThTxtCpu;

/* What was declared and may still turn out otherwise. */
typedef struct
{
  gboolean ticks;
  gboolean fine;
  gboolean graph_relative;
  gboolean hashed;
  guint    n_cpus;
} ThTxtFacts;

typedef struct
{
  ThBytes     *bytes;
  ThRecording *recording; /* not owned: it owns us */
  guint64      scanned;   /* what lies behind it the load has to scan */
  gboolean     whole;     /* nothing lies behind it */
  ThTxtTypes  *types;
  GArray      *cpus;      /* ThTxtCpu, by number */
  guint16      cpu_index[TH_TXT_MAX_CPUS + 1]; /* + 1; 0: none */
  guint64      n_events;
  guint64      n_raw;
  guint64      promised;  /* entries in the buffer, as a header tells; 0: unknown */
  guint        n_header_cpus;
  gboolean     ticks;
  gboolean     has_ns;
  gboolean     fine;      /* a time is no whole number of us */
  gboolean     graph_relative;
  gboolean     has_styles[TH_TXT_PERF + 1];
  gboolean     hashed;    /* addresses may not be the kernel's own */
  ThTxtFacts   declared_facts;
  gint64       newest;    /* time over all CPUs */
  gint64       first;     /* the first time that was seen, of any CPU */
  gboolean     has_first;
  gboolean     unordered; /* CPUs are behind each other by more than a little */

  GMutex       symbol_lock;
  GHashTable  *names;     /* of symbols; owned here, so that they go with the file */
  GHashTable  *symbols;   /* address → ThTxtSymbol */
  ThSymbols   *given;     /* the user's, once asked for; or NULL */
  gboolean     asked_given;
  GHashTable  *made;      /* name of a frame without address → address */
  GPtrArray   *tables;    /* ThTxtTable */
  GHashTable  *table_of_type;
} ThTxtFile;

ThTxtFile  *th_txt_file_new     (ThBytes        *bytes,
                                 ThRecording    *recording);
void        th_txt_file_free    (ThTxtFile      *self);
/* Reads all lines, or those of the first moment, and declares what they hold. */
gboolean    th_txt_file_scan    (ThTxtFile      *self,
                                 GError        **error);
/* A line behind those; FALSE: it is not as was declared. */
gboolean    th_txt_file_go_on   (ThTxtFile      *self,
                                 const ThTxtLine *line,
                                 ThTxtPart       text,
                                 guint64         place,
                                 gboolean        whole);
/* Behind the last line of all; FALSE: it should have been declared otherwise. */
gboolean    th_txt_file_end     (ThTxtFile      *self);
/* NULL if the scan did not meet it. */
ThTxtCpu   *th_txt_file_cpu     (ThTxtFile      *self,
                                 guint           number);

/* --- th-txt-names.c ---------------------------------------------------- */

typedef struct
{
  ThTxtPart comm;
  gint32    pid;
} ThTxtTask;

/* Who leaves and who comes; FALSE if the line does not tell. */
gboolean    th_txt_switch_tasks (ThTxtPart       info,
                                 ThTxtTask      *prev,
                                 ThTxtTask      *next);
/* Who is woken. */
gboolean    th_txt_woken_task   (ThTxtPart       info,
                                 ThTxtTask      *task);

/* --- th-txt-load.c ----------------------------------------------------- */

void        th_txt_load         (ThRecording    *recording);

/* --- th-txt-values.c --------------------------------------------------- */

typedef enum
{
  TH_TXT_INTEGER,
  TH_TXT_HEX,
  TH_TXT_ADDRESS,
  TH_TXT_WORDS
} ThTxtValueKind;

typedef struct
{
  ThTxtPart           name;
  const char         *label;   /* the name in the text, where the kernel's field has another */
  ThTxtPart           text;
  ThTxtValueKind      kind;
  guint64             number;
  const ThFieldValue *names;   /* of numbers, static */
  guint               n_names;
} ThTxtValue;

/* The fields of an event called @name; ThTxtValue, in the order of the text. */
void        th_txt_parse_values (const char     *name,
                                 ThTxtPart       info,
                                 GArray         *values);

/* --- th-txt-fields.c --------------------------------------------------- */

typedef struct
{
  ThFieldTable table;
  GArray      *fields;  /* ThField, the first is common_pid */
} ThTxtTable;

ThTxtTable *th_txt_table_new    (void);
void        th_txt_table_free   (ThTxtTable     *self);
void        th_txt_table_add    (ThTxtTable     *self,
                                 const GArray   *values);
/* Closes the table: no field is added any more. */
void        th_txt_table_seal   (ThTxtTable     *self);
gboolean    th_txt_table_equal  (const ThTxtTable *self,
                                 const ThTxtTable *other);
/* A record of this table in @record. */
void        th_txt_table_build  (const ThTxtTable *self,
                                 gint32            pid,
                                 const GArray     *values,
                                 GByteArray       *record);

/* --- th-txt-reader.c --------------------------------------------------- */

/* Whether lines came that have fields which a table in use does not know. */
gboolean    th_txt_file_tables_lack (ThTxtFile  *self);

extern const ThSource th_txt_source;

/* --- th-txt-stack.c ---------------------------------------------------- */

/* Appends the frames in lines of @text to @frames. */
gboolean    th_txt_parse_stack  (ThTxtFile      *file,
                                 const char     *text,
                                 gsize           size,
                                 GArray         *frames);
const char *th_txt_find_symbol  (ThTxtFile      *file,
                                 guint64         address,
                                 guint64        *offset);

/* --- th-txt.c ---------------------------------------------------------- */

extern const ThLoader th_txt_loader;

G_END_DECLS
