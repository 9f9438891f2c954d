/* th-guest.h - the virtual machines that were recorded together with their host
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * trace-cmd on a host can record guests at the same time, each into a recording of
 * its own.  The host's recording then has the name of each guest, the trace id of
 * its recording, and the host tasks that are its CPUs; the guest's recording has
 * the trace id of the host's (its peer).
 *
 * A loader sets all this before the first event; afterwards it does not change, and
 * any thread reads it.  In a joined recording, each part has its own.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* Limits of the guests of a file, and of the CPUs of a guest. */
#define TH_MAX_GUESTS 256
#define TH_MAX_VCPUS 4096

/* @cpu: its number in the guest; @pid: the task of the host that runs it, or -1 if
 * unknown, as for a guest that was recorded over a network */
typedef struct
{
  guint32 cpu;
  gint32  pid;
} ThVcpu;

/* @name: UTF-8, may be ""; @trace_id: of the guest's recording; @vcpus: in the order of
 * the file, @n_vcpus of them; 0 if they are unknown */
typedef struct
{
  const char   *name;
  guint64       trace_id;
  const ThVcpu *vcpus;
  guint         n_vcpus;
} ThGuest;

/* The trace id of the recording, by which others refer to it; 0: unknown. */
void           th_recording_set_trace_id   (ThRecording   *self,
                                            guint64        id);
guint64        th_recording_get_trace_id   (ThRecording   *self);
/* The trace id of the host's recording to whose clock the times are converted while
 * they are read; 0: they are not converted. */
void           th_recording_set_peer       (ThRecording   *self,
                                            guint64        trace_id);
guint64        th_recording_get_peer       (ThRecording   *self);

/* Adds a copy of a guest.  Adds nothing and returns FALSE if there are too many; keeps
 * the first CPUs of a guest that has too many. */
gboolean       th_recording_add_guest      (ThRecording   *self,
                                            const ThGuest *guest);
guint          th_recording_get_n_guests   (ThRecording   *self);
const ThGuest *th_recording_get_guest      (ThRecording   *self,
                                            guint          index);
/* The guest of @self that @other is the recording of, or NULL. */
const ThGuest *th_recording_find_guest     (ThRecording   *self,
                                            ThRecording   *other);
/* "inner: CPU 0 is task 136, CPU 1 is task 138"; free with g_free(). */
char          *th_guest_describe           (const ThGuest *guest);

G_END_DECLS
