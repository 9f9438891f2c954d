/* model-fixture.h - recordings made from lists of events, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

typedef struct
{
  gint64  time;
  guint64 place;
  guint16 type;
  gint32  pid;
  gint32  next_pid; /* of a context switch, else -1 */
} TestEvent;

/* Returns a recording with one stream of @n_cpus CPUs, numbered from 0. */
ThRecording *test_recording_new   (guint            n_cpus);

/* Appends events in pieces of @piece rows and publishes each. */
void         test_recording_write (ThRecording     *recording,
                                   guint            cpu,
                                   const TestEvent *events,
                                   guint            n,
                                   guint            piece);

/* Returns @n events with random intervals: mostly dense, sometimes a long gap, some context
 * switches.  Reproducible by @seed. */
TestEvent   *test_events_random   (guint32          seed,
                                   guint            n);
