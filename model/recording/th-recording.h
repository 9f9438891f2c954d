/* th-recording.h - one file, pipe or capture: streams, types, tasks, problems
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording owns event types, tasks and 1…n streams (one per buffer of the
 * file); a stream owns its CPUs (th-cpu.h).  It is made by a loader, which
 * declares everything that the header of the source tells (streams, CPUs,
 * types, facts) before the first event, then fills the CPUs from worker
 * threads.  Types and tasks may still be added while it loads; streams and
 * CPUs may not.
 *
 * Reference-counted, any thread.  The counts and getters below may be called
 * from any thread while it loads.
 *
 * Several sources on one timeline: a *joined* recording has a part for each
 * (th_recording_new_joined()).  A part is a recording too, the one that its
 * loader fills.  Streams, types and tasks are numbered over all parts, so
 * columns and references mean the same to the whole and to a part; but a part
 * knows by name only what is its own, and of the others it sees streams
 * without CPUs.  What finds things by name, or keeps state by pid or address
 * (an analysis), works on a part and need not know of others.  A part lives as
 * long as its whole: a reference on it is one on the whole.  A recording that
 * is not joined is its own only part.
 *
 * Growth: each CPU says up to when it is complete (th_cpu_get_complete());
 * the smallest of these is the watermark.  Beyond it a lane is *not loaded*,
 * not idle.  th_recording_finish() says that nothing more will come, and how
 * it ended.
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
 * @name: as the source calls it: "local", "mono", "x86-tsc"; "" if unknown
 * @ticks: times count something that is not ns
 * @wall_offset: what to add to a time for ns since 1970, or %TH_TIME_NONE
 * @coarse: the source tells whole us; further digits would be made up
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
  TH_LOAD_PART,      /* some of it could not be: see the problems */
  TH_LOAD_CANCELLED  /* the user stopped it; what came until then is good */
} ThLoadState;

/* --- making, by a loader ----------------------------------------------- */

ThRecording  *th_recording_new             (const char       *format); /* "trace.dat" */
ThRecording  *th_recording_ref             (ThRecording      *self);
void          th_recording_unref           (ThRecording      *self);

/* For parts; it has no source itself. */
ThRecording  *th_recording_new_joined      (void);
/* The next part of @whole, called @name, whose times all get @shift added.  It
 * belongs to the caller until th_recording_join() takes it, once its streams
 * and CPUs are declared; of one that is given up before that, @whole keeps type
 * names and must be given up as well. */
ThRecording  *th_recording_new_part        (ThRecording      *whole,
                                            const char       *format,
                                            const char       *name,
                                            gint64            shift);
void          th_recording_join            (ThRecording      *part);

/* A fact of the header for the user: "kernel", "host", "command", "version",
 * "compression", …  The last one of a key wins. */
void          th_recording_set_fact        (ThRecording      *self,
                                            const char       *key,
                                            const char       *value);

/* @name is "" for the top buffer. */
ThStream     *th_recording_add_stream      (ThRecording      *self,
                                            const char       *name,
                                            const ThClock    *clock,
                                            ThPlaceWidth      width);
/* CPUs in the order of their numbers. */
ThCpu        *th_stream_add_cpu            (ThStream         *self,
                                            guint             number);

/* The number of type @system:@name with the source's own @id; made if new. */
guint         th_recording_intern_type     (ThRecording      *self,
                                            const char       *system,
                                            const char       *name);

void          th_recording_add_problem     (ThRecording      *self,
                                            ThProblemKind     kind,
                                            guint64           count,
                                            gint64            offset,
                                            const char       *detail);

/* Takes back all that was added of @kind: it turned out to come of another. */
void          th_recording_forget_problem  (ThRecording      *self,
                                            ThProblemKind     kind);
/* Where on the timeline a problem that was added lies, by the clock of the
 * source; the earliest counts. */
void          th_recording_place_problem   (ThRecording      *self,
                                            ThProblemKind     kind,
                                            const ThCpu      *cpu,
                                            gint64            time);

/* Bytes done and in all (0: unknown), for progress. */
void          th_recording_set_progress    (ThRecording      *self,
                                            guint64           done,
                                            guint64           total);
void          th_recording_add_progress    (ThRecording      *self,
                                            guint64           done);

/* Between opening and loading: as if the source had no events of the types that
 * @pattern means (th_type_matches()).  May be called for several. */
void          th_recording_ignore          (ThRecording      *self,
                                            const char       *pattern);

/* What grows can turn out other than it was declared: a new CPU, say.  The
 * loader then ends the load; the same bytes must be opened again. */
void          th_recording_set_outgrown    (ThRecording      *self);
gboolean      th_recording_is_outgrown     (ThRecording      *self);

/* Whether the loader should stop soon and keep what it has. */
gboolean      th_recording_is_cancelled    (ThRecording      *self);

/* Ends the load.  The state follows from cancellation and problems. */
void          th_recording_finish          (ThRecording      *self);

/* --- using ------------------------------------------------------------- */

void          th_recording_cancel          (ThRecording      *self);
ThLoadState   th_recording_get_state       (ThRecording      *self);
/* 0 … 1; -1 where the size is not known. */
double        th_recording_get_progress    (ThRecording      *self);

/* 1 and itself where it is not joined. */
guint         th_recording_get_n_parts     (ThRecording      *self);
ThRecording  *th_recording_get_part        (ThRecording      *self,
                                            guint             index);
/* The part whose source has this stream, type (NULL: no such type). */
ThRecording  *th_recording_get_stream_part (ThRecording      *self,
                                            guint             stream);
ThRecording  *th_recording_get_type_part   (ThRecording      *self,
                                            guint             type);
/* Whether a type of @whole is one of @self: always, but for parts. */
gboolean      th_recording_has_type        (ThRecording      *self,
                                            guint             type);
/* Of a part: its index, what it is called, and how its times were moved; else
 * 0, "" and 0. */
guint         th_recording_get_index       (ThRecording      *self);
const char   *th_recording_get_name        (ThRecording      *self);
gint64        th_recording_get_shift       (ThRecording      *self);

/* Of a joined recording format, facts and clock are those of its first part. */
const char   *th_recording_get_format      (ThRecording      *self);
const char   *th_recording_get_fact        (ThRecording      *self,
                                            const char       *key); /* or NULL */
/* NULL-terminated keys in the order they were first set; free with g_strfreev(). */
char        **th_recording_list_facts      (ThRecording      *self);

/* Of the first stream that is its own; never NULL, and of no name while there is none. */
const ThClock *th_recording_get_clock      (ThRecording      *self);
ThResolution  th_clock_get_resolution      (const ThClock    *clock);
/* Of that stream in ticks; otherwise of the finest clock of all its streams. */
ThResolution  th_recording_get_resolution  (ThRecording      *self);
/* Index of that stream: 0, but for parts. */
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
/* Whether its events are left out (th_recording_ignore()). */
gboolean      th_recording_is_type_ignored (ThRecording      *self,
                                            guint             type);
/* "system:name" or "name", or just one type's number; TH_TYPE_NONE if there is
 * none.  Every part may have one of that name: this is the first. */
guint         th_recording_find_type       (ThRecording      *self,
                                            const char       *name);
/* Parsed on first use; never NULL, may be empty. */
const ThFieldTable *
              th_recording_get_fields      (ThRecording      *self,
                                            guint             type);
/* Of the first type that has a field of that name; NULL if none has. */
const ThField *
              th_recording_find_field      (ThRecording      *self,
                                            const char       *name);
/* Of a part, or of what is not joined: another kernel has other symbols. */
const char   *th_recording_get_symbol      (ThRecording      *self,
                                            guint64           address,
                                            guint64          *offset);
/* "[e1000]", where the code at @address is known to be of a module; else NULL. */
const char   *th_recording_get_module      (ThRecording      *self,
                                            guint64           address);
/* Whether events of @type may carry a stack of their own. */
gboolean      th_recording_has_stacks      (ThRecording      *self,
                                            guint             type);

/* A copy; free with g_ptr_array_unref().  Elements are ThProblem. */
GPtrArray    *th_recording_list_problems   (ThRecording      *self);

/* Whether the file under us is no longer the one that was loaded.  Asks the
 * operating system: not for every frame. */
gboolean      th_recording_has_changed     (ThRecording      *self);

/* Events published so far, over all streams. */
guint64       th_recording_get_n_events    (ThRecording      *self);
/* First and last time published so far; FALSE, and both are 0, while there is none. */
gboolean      th_recording_get_range       (ThRecording      *self,
                                            gint64           *first,
                                            gint64           *last);
gint64        th_recording_get_watermark   (ThRecording      *self);
/* Bytes of memory that the columns and the index take. */
gsize         th_recording_get_memory      (ThRecording      *self);

const char    *th_stream_get_name          (ThStream         *self);
guint          th_stream_get_index         (ThStream         *self);
const ThClock *th_stream_get_clock         (ThStream         *self);
guint          th_stream_get_n_cpus        (ThStream         *self);
ThCpu         *th_stream_get_cpu           (ThStream         *self,
                                            guint             index);
/* Without touching that CPU, which counts where there are tens of thousands. */
guint          th_stream_get_cpu_number    (ThStream         *self,
                                            guint             index);
ThRecording   *th_stream_get_recording     (ThStream         *self); /* lent */

/* Whose runs say best what ran on this CPU: its own, or those of another
 * buffer of its source that recorded sched_switch on the CPU of the same
 * number. */
ThCpu         *th_recording_get_runs_cpu   (ThRecording      *self,
                                            ThStream         *stream,
                                            ThCpu            *cpu);

typedef struct
{
  ThRecording *part; /* all lent */
  ThCpu       *cpu;  /* the first of its number in this part */
  ThCpu       *runs; /* that tells what ran on it */
} ThCpuRuns;

/* Every CPU that runs are known of, once also where several buffers recorded it,
 * part after part.  Returns (element-type ThCpuRuns): free with g_array_unref(). */
GArray        *th_recording_list_runs      (ThRecording      *self);

/* Shorthands by reference. */
ThCpu         *th_recording_get_cpu        (ThRecording      *self,
                                            ThRef             ref);
gint64         th_recording_get_time       (ThRecording      *self,
                                            ThRef             ref);
/* By the clock of the source, not moved. */
gint64         th_recording_get_own_time   (ThRecording      *self,
                                            ThRef             ref);
guint          th_recording_get_type       (ThRecording      *self,
                                            ThRef             ref);
guint32        th_recording_get_task       (ThRecording      *self,
                                            ThRef             ref);

/* What a room above keeps with the recording under @key, for as long as the
 * recording lives.  The first call has @create make it.  Any thread; what is
 * returned locks itself. */
gpointer       th_recording_ensure_data    (ThRecording      *self,
                                            GQuark            key,
                                            gpointer        (*create) (void),
                                            GDestroyNotify    destroy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRecording, th_recording_unref)

G_END_DECLS
