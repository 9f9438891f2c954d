/* th-counters.h - what moved between two readings of a machine's counters
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording made by thresher-agent has the counters of its machine from before and after it,
 * beside the events: the COUNTERS dictionaries of docs/protocol.md as an aa{sv}, little-endian,
 * in normal form, with the texts of th-counter-texts.h.  The second one is missing if the
 * connection was lost.  For recordings made elsewhere, the outputs of nstat, netstat -s or
 * ethtool -S serve as well.
 *
 * Rates are over the time between the two readings, which is a little longer than the
 * recording.  The counters are those of the network namespace of the agent, and include its own
 * traffic.
 */
#pragma once

#include "th-counter-set.h"

G_BEGIN_DECLS

#define TH_COUNTERS_ERROR (th_counters_error_quark ())
GQuark th_counters_error_quark (void);

typedef enum
{
  TH_COUNTERS_ERROR_FORMAT,  /* not the counters of a recording, or a later version of them */
  TH_COUNTERS_ERROR_TOOL     /* not the output of a tool that is known */
} ThCountersError;

/* The most bytes of a text with counters. */
#define TH_COUNTERS_MAX_TEXT (64 << 20)

typedef enum
{
  TH_COUNTER_MOVED,
  TH_COUNTER_SAME,
  TH_COUNTER_NEW,     /* was not there before: it counts from 0 */
  TH_COUNTER_GONE,    /* is not there afterwards */
  TH_COUNTER_SETTING  /* a setting that was changed meanwhile */
} ThCounterState;

typedef struct
{
  const ThCounter *counter;  /* of the second reading, if it is there */
  ThCounterState   state;
  gint64           before;
  gint64           after;
  gint64           change;   /* modulo 2^32 for 32-bit counters; a level may go down */
  const char      *before_text; /* of settings; else NULL */
  const char      *after_text;
} ThCounterChange;

typedef struct _ThCounters ThCounters;

/* @data: of the recording; not trusted. */
ThCounters *th_counters_new_from_data  (const guint8 *data,
                                        gsize         size,
                                        GError      **error);
/* @device: the source of the counters of ethtool -S; NULL for "device".  @seconds between the
 * readings; 0 if unknown. */
ThCounters *th_counters_new_from_tools (const char   *before,
                                        const char   *after,
                                        const char   *device,
                                        double        seconds,
                                        GError      **error);
ThCounters *th_counters_ref            (ThCounters   *self);
void        th_counters_unref          (ThCounters   *self);

/* The changes, in the order of the second reading, then what is gone. */
guint       th_counters_get_n          (ThCounters   *self);
const ThCounterChange *
            th_counters_get            (ThCounters   *self,
                                        guint         index);
/* All but those that stayed the same. */
guint       th_counters_get_n_moved    (ThCounters   *self);
/* Between the readings; 0 if unknown. */
double      th_counters_get_seconds    (ThCounters   *self);
/* Whether there are both readings. */
gboolean    th_counters_is_complete    (ThCounters   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCounters, th_counters_unref)

G_END_DECLS
