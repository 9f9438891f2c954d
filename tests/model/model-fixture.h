/* model-fixture.h - recordings made of written events, for tests
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

/* A recording with one stream of @n_cpus CPUs, numbered from 0. */
ThRecording *test_recording_new   (guint            n_cpus);

/* Appends in pieces of @piece rows, published after each. */
void         test_recording_write (ThRecording     *recording,
                                   guint            cpu,
                                   const TestEvent *events,
                                   guint            n,
                                   guint            piece);

/* @n events with random steps: mostly dense, sometimes a long silence, some
 * context switches.  The same for the same @seed. */
TestEvent   *test_events_random   (guint32          seed,
                                   guint            n);
