/* th-pcap-queues.h - sorts the frames of each interface by time
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Programs write the frames of one interface in the order of time, or nearly: those that several
 * CPUs received, and those of a file that was merged from others, may be somewhat late.  So the
 * last few thousand frames of an interface wait here, and are sorted before they are appended.  One
 * that is later than that is shown at the time of its predecessor, and counted.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

/**
 * ThPcapRow:
 * @time: TH_TIME_NONE: unknown; the frame is shown at the time of the one before it in the file
 * @lost: frames that were lost before it
 */
typedef struct
{
  gint64  time;
  guint64 place;
  guint64 lost;
  guint16 type;
} ThPcapRow;

typedef struct _ThPcapQueues ThPcapQueues;

ThPcapQueues *th_pcap_queues_new    (ThRecording     *recording,
                                     guint            n_streams);
/* Appends everything that waits, and ends all CPUs. */
void          th_pcap_queues_finish (ThPcapQueues    *self);
void          th_pcap_queues_add    (ThPcapQueues    *self,
                                     guint            stream,
                                     const ThPcapRow *row);
/* Makes visible what cannot change any more, before waiting for more. */
void          th_pcap_queues_show   (ThPcapQueues    *self);

G_END_DECLS
