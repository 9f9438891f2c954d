/* th-anchor.c - refers to an event in saved state
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-anchor.h"

#include "th-time.h"

ThAnchor
th_anchor_make (ThRecording *recording,
                ThRef        ref)
{
  ThRecording *part = th_recording_get_stream_part (recording, ref.stream);

  return (ThAnchor) { th_recording_get_index (part),
                      ref.stream - th_recording_get_first_stream (part),
                      ref.cpu, ref.row, th_recording_get_own_time (recording, ref) };
}

ThRef
th_anchor_find (const ThAnchor *anchor,
                ThRecording    *recording)
{
  ThRecording *part;
  ThStream *stream;
  guint index;
  guint32 n_rows, row;
  gint64 time;
  ThCpu *cpu;

  if (anchor->part >= th_recording_get_n_parts (recording))
    return TH_REF_NONE;
  part = th_recording_get_part (recording, anchor->part);
  index = th_recording_get_first_stream (part) + anchor->stream;
  if (anchor->stream >= th_recording_get_n_streams (recording) ||
      index >= th_recording_get_n_streams (recording) ||
      th_recording_get_stream_part (recording, index) != part)
    return TH_REF_NONE;
  stream = th_recording_get_stream (recording, index);
  if (anchor->cpu >= th_stream_get_n_cpus (stream))
    return TH_REF_NONE;

  time = th_time_shift (anchor->time, th_recording_get_shift (part));
  cpu = th_stream_get_cpu (stream, anchor->cpu);
  n_rows = th_cpu_get_n_rows (cpu);
  row = anchor->row;
  if (row >= n_rows || th_cpu_get_time (cpu, row) != time)
    row = th_cpu_lower_bound (cpu, n_rows, time);

  return row < n_rows && th_cpu_get_time (cpu, row) == time ? (ThRef) { index, anchor->cpu, row }
                                                            : TH_REF_NONE;
}
