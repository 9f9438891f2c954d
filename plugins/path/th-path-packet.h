/* th-path-packet.h - who sent the packet that ended a wait
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-path-history.h"
#include "th-results.h"

G_BEGIN_DECLS

/**
 * ThPathSender:
 * @task: who sent it; TH_TASK_NONE if that is not known
 * @time: when
 * @ref: the event there
 * @is_inferred: an original of the packet, or a clone, was sent rather than itself
 */
typedef struct
{
  guint32  task;
  gint64   time;
  ThRef    ref;
  gboolean is_inferred;
} ThPathSender;

/* Finds the sender of the packet @waker among the flows of @packets.  FALSE if it came from a
 * device, or if nothing is known about it. */
gboolean th_path_packet_find_sender (ThRecording   *recording,
                                     ThReader      *reader,
                                     ThResults     *packets,
                                     const ThWaker *waker,
                                     ThPathSender  *sender);

G_END_DECLS
