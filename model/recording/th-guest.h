/* th-guest.h - the virtual machines that were recorded together with a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recorder on a host may have guests recorded at the same time, each into a
 * recording of its own.  The host's recording then notes what each guest is
 * called, the trace id of its recording, and which tasks of the host are its
 * CPUs; the guest's one notes the trace id of the host's (its peer).
 *
 * A loader sets all this before the first event; afterwards it does not change
 * and any thread reads it.  Of a joined recording it is told of each part alone.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/* However many guests a file names, and CPUs of one. */
#define TH_MAX_GUESTS 256
#define TH_MAX_VCPUS 4096

/* @cpu: its number in the guest; @pid: the task of the host that runs it, -1: not
 * told, as for a guest that was reached over a network */
typedef struct
{
  guint32 cpu;
  gint32  pid;
} ThVcpu;

/* @name: UTF-8, may be ""; @trace_id: of the guest's recording; @vcpus: as the file
 * has them, @n_vcpus of them; 0: it does not tell */
typedef struct
{
  const char   *name;
  guint64       trace_id;
  const ThVcpu *vcpus;
  guint         n_vcpus;
} ThGuest;

/* What tells recordings that were made together from others; 0: not told. */
void           th_recording_set_trace_id   (ThRecording   *self,
                                            guint64        id);
guint64        th_recording_get_trace_id   (ThRecording   *self);
/* That of the recording, a host's, to whose clock its times are brought while they
 * are read; 0: to none. */
void           th_recording_set_peer       (ThRecording   *self,
                                            guint64        trace_id);
guint64        th_recording_get_peer       (ThRecording   *self);

/* Copied.  FALSE, and nothing is added, if there are too many; of a guest with
 * too many CPUs the first are kept. */
gboolean       th_recording_add_guest      (ThRecording   *self,
                                            const ThGuest *guest);
guint          th_recording_get_n_guests   (ThRecording   *self);
const ThGuest *th_recording_get_guest      (ThRecording   *self,
                                            guint          index);
/* The guest of @self whose recording @other is; NULL if it is none. */
const ThGuest *th_recording_find_guest     (ThRecording   *self,
                                            ThRecording   *other);
/* "inner: CPU 0 is task 136, CPU 1 is task 138"; free with g_free(). */
char          *th_guest_describe           (const ThGuest *guest);

G_END_DECLS
