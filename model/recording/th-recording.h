/* th-recording.h - one file, pipe or capture: streams, types, tasks, problems
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording owns event types, tasks and 1…n streams (one per buffer of the
 * file); a stream owns its CPUs (th-cpu.h).  A loader creates it, declares
 * everything in the header of the source (streams, CPUs, types, facts) before
 * the first event, then fills the CPUs from worker threads.  Types and tasks may
 * still be added while it loads; streams and CPUs may not.
 *
 * Reference-counted, any thread.  The counts and getters below may be called
 * from any thread while it loads.
 *
 * Several sources on one timeline: a *joined* recording has a part for each
 * (th_recording_new_joined()).  A part is a recording too, the one that its
 * loader fills.  Streams, types and tasks are numbered over all parts, so
 * columns and references mean the same to the whole and to a part; but a part
 * finds only its own things by name, and has the streams of other parts without
 * CPUs.  Code that finds things by name, or has state by pid or address (an
 * analysis), works on one part and need not know the others.  A part lives as
 * long as its whole: a reference to it is one to the whole.  A recording that is
 * not joined is its own only part.
 *
 * Growth: each CPU has a time up to which it is complete (th_cpu_get_complete());
 * the smallest of these is the watermark.  Beyond it a lane is *not loaded*, not
 * idle.  th_recording_finish() ends the load and sets its outcome.
 */
#pragma once

#include "th-cpu.h"
#include "th-problem.h"
#include "th-reader.h"
#include "th-tasks.h"
#include "th-type.h"

G_BEGIN_DECLS

struct _ThResults;

typedef struct _ThStream ThStream;

/**
 * ThClock:
 * @name: its name in the source: "local", "mono", "x86-tsc"; "" if unknown
 * @ticks: times are ticks of a counter, not ns
 * @wall_offset: offset from a time to ns since 1970, or %TH_TIME_NONE
 * @coarse: the source has only whole µs; further digits would be meaningless
 */
typedef struct
{
  const char *name;
  gboolean    ticks;
  gint64      wall_offset;
  gboolean    coarse;
} ThClock;

typedef enum
{
  TH_LOAD_RUNNING,
  TH_LOAD_WHOLE,     /* everything was read */
  TH_LOAD_PART,      /* some of it could not be read: see the problems */
  TH_LOAD_CANCELLED  /* the user stopped it; what was loaded until then is valid */
} ThLoadState;

/* --- creation, by a loader --------------------------------------------- */

ThRecording  *th_recording_new             (const char       *format); /* "trace.dat" */
ThRecording  *th_recording_ref             (ThRecording      *self);
void          th_recording_unref           (ThRecording      *self);

/* A joined recording, which has parts but no source of its own. */
ThRecording  *th_recording_new_joined      (void);
/* The next part of @whole, called @name, with @shift added to all its times.  It
 * belongs to the caller until th_recording_join() takes it over, after its streams
 * and CPUs are declared.  If it is freed before that, @whole still has its types and
 * must be freed, too. */
ThRecording  *th_recording_new_part        (ThRecording      *whole,
                                            const char       *format,
                                            const char       *name,
                                            gint64            shift);
void          th_recording_join            (ThRecording      *part);

/* Sets a fact of the header for the user: "kernel", "host", "command", "version",
 * "compression", …  The last value of a key wins. */
void          th_recording_set_fact        (ThRecording      *self,
                                            const char       *key,
                                            const char       *value);

/* Keeps what the source holds beside its events: "counters" (model/counters).  The first value of a
 * name is kept; it may be set at any time before the load ends. */
void          th_recording_set_attachment  (ThRecording      *self,
                                            const char       *name,
                                            GBytes           *bytes);

/* @name is "" for the top buffer. */
ThStream     *th_recording_add_stream      (ThRecording      *self,
                                            const char       *name,
                                            const ThClock    *clock,
                                            ThPlaceWidth      width);
/* CPUs should be added in the order of their numbers. */
ThCpu        *th_stream_add_cpu            (ThStream         *self,
                                            guint             number);

/* A stream of frames that the network interface @name sent and received.  They belong to no CPU,
 * so the only CPU of the stream has the number G_MAXUINT, and to no task, whatever the column of
 * tasks holds. */
ThStream     *th_recording_add_interface   (ThRecording      *self,
                                            const char       *name,
                                            const ThClock    *clock,
                                            ThPlaceWidth      width);

/* The number of type @system:@name; adds it if it is new. */
guint         th_recording_intern_type     (ThRecording      *self,
                                            const char       *system,
                                            const char       *name);

/* Notes that according to the header of the source, events of @type were recorded, whether or
 * not there are any.  A source that notes this for one type must do so for all recorded types,
 * except those that it generates itself (markers, stacks, lost samples). */
void          th_recording_set_type_enabled (ThRecording     *self,
                                            guint             type);

void          th_recording_add_problem     (ThRecording      *self,
                                            ThProblemKind     kind,
                                            guint64           count,
                                            gint64            offset,
                                            const char       *detail);

/* Removes all problems of @kind: they turned out to be consequences of another. */
void          th_recording_forget_problem  (ThRecording      *self,
                                            ThProblemKind     kind);
/* Sets the position on the timeline of a problem that was added, by the clock of the
 * source, and its offset in the file (-1: unknown); the earliest one is kept. */
void          th_recording_place_problem   (ThRecording      *self,
                                            ThProblemKind     kind,
                                            const ThCpu      *cpu,
                                            gint64            time,
                                            gint64            offset);

/* Sets the bytes read so far and in total (0: unknown), for progress. */
void          th_recording_set_progress    (ThRecording      *self,
                                            guint64           done,
                                            guint64           total);
void          th_recording_add_progress    (ThRecording      *self,
                                            guint64           done);

/* Drops events of the types that match @pattern (th_type_matches()).  Call it between
 * opening and loading, once per pattern. */
void          th_recording_ignore          (ThRecording      *self,
                                            const char       *pattern);

/* Notes that a growing source no longer matches its declarations: for example, it has a new CPU.
 * The loader then ends the load, and the source must be opened again. */
void          th_recording_set_outgrown    (ThRecording      *self);
gboolean      th_recording_is_outgrown     (ThRecording      *self);

/* Notes, while opening, that the source is being recorded: the load lasts as long as the recording,
 * and readers wait for its growth instead of polling. */
void          th_recording_set_live        (ThRecording      *self);
/* Wakes the threads that wait for growth: there are more events, or the watermark is later. */
void          th_recording_note_growth     (ThRecording      *self);

/* Whether the loader should stop soon and keep what it has loaded. */
gboolean      th_recording_is_cancelled    (ThRecording      *self);

/* Ends the load.  The state follows from cancellation and problems. */
void          th_recording_finish          (ThRecording      *self);

/* --- using ------------------------------------------------------------- */

void          th_recording_cancel          (ThRecording      *self);
ThLoadState   th_recording_get_state       (ThRecording      *self);
/* Whether a source of @self is being recorded, and its load has not ended. */
gboolean      th_recording_is_live         (ThRecording      *self);
/* Blocks until the recording has grown since @serial or is no longer live; returns the serial to
 * wait for next.  th_recording_note_growth() also ends it. */
guint         th_recording_wait_growth     (ThRecording      *self,
                                            guint             serial);
/* Calls @func at each growth, on the thread of the load, until it is replaced by NULL; it must be
 * quick, and must not call this function. */
typedef void (*ThGrowthFunc) (gpointer data);
void          th_recording_watch_growth    (ThRecording      *self,
                                            ThGrowthFunc      func,
                                            gpointer          data);
/* 0 … 1; -1 if the size is not known. */
double        th_recording_get_progress    (ThRecording      *self);

/* A recording that is not joined has one part, itself. */
guint         th_recording_get_n_parts     (ThRecording      *self);
ThRecording  *th_recording_get_part        (ThRecording      *self,
                                            guint             index);
/* The part whose source has this stream. */
ThRecording  *th_recording_get_stream_part (ThRecording      *self,
                                            guint             stream);
/* Whether @type belongs to @self; always true except for parts. */
gboolean      th_recording_has_type        (ThRecording      *self,
                                            guint             type);
/* The index, the name and the time offset of a part; otherwise 0, "" and 0. */
guint         th_recording_get_index       (ThRecording      *self);
const char   *th_recording_get_name        (ThRecording      *self);
gint64        th_recording_get_shift       (ThRecording      *self);

/* Format, facts and clock of a joined recording are those of its first part. */
const char   *th_recording_get_format      (ThRecording      *self);
const char   *th_recording_get_fact        (ThRecording      *self,
                                            const char       *key); /* or NULL */
/* The keys in the order they were first set, NULL-terminated; free with g_strfreev(). */
char        **th_recording_list_facts      (ThRecording      *self);

/* NULL if there is none of that name (yet).  Owned by @self; that of the first part. */
GBytes       *th_recording_get_attachment  (ThRecording      *self,
                                            const char       *name);

/* The clock of its first own stream; never NULL, without a name if there is no stream. */
const ThClock *th_recording_get_clock      (ThRecording      *self);
ThResolution  th_clock_get_resolution      (const ThClock    *clock);
/* The resolution of that clock if it counts ticks, else of the finest clock of all its
 * streams. */
ThResolution  th_recording_get_resolution  (ThRecording      *self);
/* The index of that stream: 0 except for parts. */
guint         th_recording_get_first_stream (ThRecording     *self);
guint         th_recording_get_n_streams   (ThRecording      *self);
ThStream     *th_recording_get_stream      (ThRecording      *self,
                                            guint             index);
ThTasks      *th_recording_get_tasks       (ThRecording      *self);

guint         th_recording_get_n_types     (ThRecording      *self);
const char   *th_recording_get_type_system (ThRecording      *self,
                                            guint             type);
const char   *th_recording_get_type_name   (ThRecording      *self,
                                            guint             type);
/* Whether the header says that events of @type were recorded, or that events of any type were.
 * Dropped types count as not recorded. */
gboolean      th_recording_is_type_enabled (ThRecording      *self,
                                            guint             type);
gboolean      th_recording_lists_enabled   (ThRecording      *self);
/* Whether events of @type are dropped (th_recording_ignore()). */
gboolean      th_recording_is_type_ignored (ThRecording      *self,
                                            guint             type);
/* The type called "system:name" or "name"; TH_TYPE_NONE if there is none.  If several
 * parts have one of that name, the first of them. */
guint         th_recording_find_type       (ThRecording      *self,
                                            const char       *name);
/* The fields of @type, parsed on first use; never NULL, may be empty. */
const ThFieldTable *
              th_recording_get_fields      (ThRecording      *self,
                                            guint             type);
/* The field of the first type that has one of that name, or NULL. */
const ThField *
              th_recording_find_field      (ThRecording      *self,
                                            const char       *name);
/* For a part, or a recording that is not joined: each kernel has its own symbols. */
const char   *th_recording_get_symbol      (ThRecording      *self,
                                            guint64           address,
                                            guint64          *offset);
/* Appends "do_idle+0x1f6", as perf script shows it; returns FALSE, and appends nothing, if no
 * function is known there. */
gboolean      th_recording_append_function (ThRecording     *self,
                                            guint64          address,
                                            GString         *text);
/* "[e1000]" if the code at @address is known to belong to a module; else NULL. */
const char   *th_recording_get_module      (ThRecording      *self,
                                            guint64           address);
/* Returns a sentence for the user that says what is missing from the stacks read so far, or NULL;
 * free with g_free(). */
char         *th_recording_dup_stack_remark (ThRecording    *self);
/* Whether events of @type may carry a stack of their own. */
gboolean      th_recording_has_stacks      (ThRecording      *self,
                                            guint             type);

/* Returns a new (element-type ThProblem); free with g_ptr_array_unref(). */
GPtrArray    *th_recording_list_problems   (ThRecording      *self);

/* Whether the file has changed since it was loaded.  Makes system calls: not for every
 * frame. */
gboolean      th_recording_has_changed     (ThRecording      *self);

/* The number of events published so far, over all streams. */
guint64       th_recording_get_n_events    (ThRecording      *self);
/* First and last time published so far; FALSE and both 0 while there is none. */
gboolean      th_recording_get_range       (ThRecording      *self,
                                            gint64           *first,
                                            gint64           *last);
gint64        th_recording_get_watermark   (ThRecording      *self);
/* The memory of the columns and the index in bytes. */
gsize         th_recording_get_memory      (ThRecording      *self);

const char    *th_stream_get_name          (ThStream         *self);
guint          th_stream_get_index         (ThStream         *self);
const ThClock *th_stream_get_clock         (ThStream         *self);
guint          th_stream_get_n_cpus        (ThStream         *self);
ThCpu         *th_stream_get_cpu           (ThStream         *self,
                                            guint             index);
/* Does not access the ThCpu, which matters if there are tens of thousands. */
guint          th_stream_get_cpu_number    (ThStream         *self,
                                            guint             index);
ThRecording   *th_stream_get_recording     (ThStream         *self); /* unowned */
gboolean       th_stream_is_interface      (ThStream         *self);
/* Whether one of its streams is an interface: it is a capture, or has one as a part. */
gboolean       th_recording_is_capture     (ThRecording      *self);

/* The CPU with the best runs for this CPU: itself, or the CPU of the same number in
 * another buffer of its source that recorded sched_switch. */
ThCpu         *th_recording_get_runs_cpu   (ThRecording      *self,
                                            ThStream         *stream,
                                            ThCpu            *cpu);

typedef struct
{
  ThRecording *part; /* all unowned */
  ThCpu       *cpu;  /* the first CPU of its number in this part */
  ThCpu       *runs; /* the CPU whose runs are used for it */
} ThCpuRuns;

/* Every CPU that has runs, by part, only once even if several buffers recorded it.
 * Returns (element-type ThCpuRuns): free with g_array_unref(). */
GArray        *th_recording_list_runs      (ThRecording      *self);

/* Shorthands that take a reference to an event. */
ThCpu         *th_recording_get_cpu        (ThRecording      *self,
                                            ThRef             ref);
gint64         th_recording_get_time       (ThRecording      *self,
                                            ThRef             ref);
/* The time by the clock of the source, without the offset of its part. */
gint64         th_recording_get_own_time   (ThRecording      *self,
                                            ThRef             ref);
guint          th_recording_get_type       (ThRecording      *self,
                                            ThRef             ref);
/* TH_TASK_NONE: it belongs to none. */
guint32        th_recording_get_task       (ThRecording      *self,
                                            ThRef             ref);

/* Data that a higher layer attaches to the recording under @key, for its lifetime.
 * The first call creates it with @create.  Any thread; the data must do its own
 * locking. */
gpointer       th_recording_ensure_data    (ThRecording      *self,
                                            GQuark            key,
                                            gpointer        (*create) (void),
                                            GDestroyNotify    destroy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRecording, th_recording_unref)

G_END_DECLS
