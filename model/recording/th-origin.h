/* th-origin.h - how a recording was made
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording that was made by `thresh record` or the window says what was chosen: the presets, the
 * events with their filters, the clock, and the command line that makes such a recording again.  It
 * is kept beside the events, as an a{sv} in little-endian normal form (see
 * th_recording_get_attachment(), "origin").  Of other recordings only what their format stores is
 * known: perf.data has a command line, the trace.dat of trace-cmd its version and its clock.
 *
 * The command line has no passwords: of a command that ran with --exec only the program is named.
 * Names of hosts, users and processes may be in it; loaders/sanitize replaces them.
 *
 * Files are not trusted: texts are printable lines, and their number and lengths are bounded.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

#define TH_ORIGIN_ATTACHMENT "origin"
/* The most bytes of an encoded origin; a larger one is ignored. */
#define TH_ORIGIN_MAX_SIZE (1u << 20)

/**
 * ThOriginEvent:
 * @name: "sched:sched_switch"
 * @filter: in the syntax of the kernel; "" if there was none
 */
typedef struct
{
  char *name;
  char *filter;
} ThOriginEvent;

/**
 * ThOrigin:
 * @program: what recorded: "thresher" (its window or `thresh record`), "trace-cmd", "perf"
 * @version: of the program
 * @command: a command line that makes such a recording again
 * @target: the machine as the user wrote it: "ssh://root@web-3"
 * @host: the name of the machine
 * @agent: the version of thresher-agent
 * @clock: of the recording: "mono"
 * @tracer: "function_graph"
 * @cut_of: the key (th-session.h) of the file that this recording was cut from
 * @presets: ids, as in `thresh record --preset`; ends with %NULL, never %NULL itself
 * @functions: globs, for the tracer; likewise
 * @processes: by number or name, if only these were recorded; likewise
 * @events: (element-type ThOriginEvent): what was recorded, without events that the target lacks;
 *   may be empty
 * @buffer_kb: of each CPU; 0: unknown
 * @ring_mb: only the last MiB were kept; 0: everything was
 * @n_lost: events that the kernel counted as lost, also where the recording tells a gap of unknown
 *   size, or none because nothing followed; 0: none, or unknown
 *
 * A text is %NULL if it is unknown.
 */
typedef struct
{
  char      *program;
  char      *version;
  char      *command;
  char      *target;
  char      *host;
  char      *agent;
  char      *clock;
  char      *tracer;
  char      *cut_of;
  char     **presets;
  char     **functions;
  char     **processes;
  GPtrArray *events;
  guint64    buffer_kb;
  guint64    ring_mb;
  guint64    n_lost;
} ThOrigin;

/* Nothing is known. */
ThOrigin *th_origin_new       (void);
void      th_origin_free      (ThOrigin       *self);
void      th_origin_add_event (ThOrigin       *self,
                               const char     *name,
                               const char     *filter);

/* As it is stored. */
GBytes   *th_origin_encode    (const ThOrigin *self);
/* NULL if @bytes hold no origin. */
ThOrigin *th_origin_decode    (GBytes         *bytes);

/* How @recording, or the first part of a joined one, was made; NULL if nothing is known.  What a
 * cut does not store itself comes from the facts of its format. */
ThOrigin *th_origin_find      (ThRecording    *recording);

/* Calls @add for each line that the facts of @recording do not have, like "presets", "command" and
 * "filters", with its text.  Keys are not translated, like those of facts. */
typedef void (*ThOriginLine) (const char *key,
                              const char *text,
                              gpointer    data);
void      th_origin_describe  (ThRecording    *recording,
                               ThOriginLine    add,
                               gpointer        data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThOrigin, th_origin_free)

G_END_DECLS
