/* th-path-packet.c - who sent the packet that ended a wait
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-packet.h"

#include <string.h>

#define FLAGS_INTERRUPT 0x18 /* hardirq, softirq (enum trace_flag_type) */
#define MAX_PARENTS 4

/* What the first event of a packet says that tells where it comes from. */
typedef enum
{
  COMES_NO_IDEA,
  COMES_FROM_DEVICE,
  COMES_FROM_SENDER
} Comes;

static Comes
get_meaning (ThRecording *recording,
             ThRef        ref)
{
  const char *name = th_recording_get_type_name (recording,
                                                 th_recording_get_type (recording, ref));

  if (strcmp (name, "net_dev_queue") == 0 || strcmp (name, "net_dev_start_xmit") == 0 ||
      strcmp (name, "net_dev_xmit") == 0)
    return COMES_FROM_SENDER;
  return strcmp (name, "netif_receive_skb") == 0 || g_str_has_prefix (name, "netif_r") ||
         g_str_has_prefix (name, "napi_gro_") ? COMES_FROM_DEVICE : COMES_NO_IDEA;
}

/* Sets @ref to the event of @flow that tells where the packet comes from. */
static Comes
find_origin (ThRecording   *recording,
             const ThFlows *flows,
             const ThFlow  *flow,
             ThRef         *ref)
{
  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      Comes comes = (step.flags & (TH_STEP_CONTEXT | TH_STEP_PLACE)) == 0
                    ? get_meaning (recording, step.anchor) : COMES_NO_IDEA;

      *ref = step.anchor;
      if (comes != COMES_NO_IDEA)
        return comes;
    }

  return COMES_NO_IDEA;
}

/* Softirqs send packets, too, in the middle of any task. */
static gboolean
is_in_task (ThRecording *recording,
            ThReader    *reader,
            ThRef        ref)
{
  guint type = th_recording_get_type (recording, ref);
  const ThField *field = th_field_table_find (th_recording_get_fields (recording, type),
                                              "common_flags");
  ThPayload payload;
  guint64 flags;

  return field != NULL && th_reader_get_payload (reader, ref, &payload) &&
         th_field_read_u64 (field, &payload, &flags) && (flags & FLAGS_INTERRUPT) == 0;
}

gboolean
th_path_packet_find_sender (ThRecording   *recording,
                            ThReader      *reader,
                            ThResults     *packets,
                            const ThWaker *waker,
                            ThPathSender  *sender)
{
  ThFlows *flows = packets != NULL ? th_results_get_flows (packets) : NULL;
  guint32 row = flows != NULL ? th_flows_find (flows, waker->key, waker->time, waker->ref)
                              : TH_FLOW_NONE;
  Comes comes = COMES_NO_IDEA;
  ThRef ref = TH_REF_NONE;

  *sender = (ThPathSender) { TH_TASK_NONE, TH_TIME_NONE, TH_REF_NONE, FALSE };
  for (guint i = 0; row != TH_FLOW_NONE && i < MAX_PARENTS; i++)
    {
      const ThFlow *flow = th_flows_get (flows, row);
      const ThFlowLinks *links = th_flows_get_links (flows, flow);
      guint32 parent = links->origin != TH_FLOW_NONE ? links->origin : links->parent;

      comes = find_origin (recording, flows, flow, &ref);
      if (comes == COMES_FROM_SENDER)
        break;
      sender->is_inferred = TRUE;
      row = parent != TH_FLOW_NONE ? th_flows_get_row (flows, parent) : TH_FLOW_NONE;
    }
  if (comes != COMES_FROM_SENDER)
    return FALSE;

  sender->ref = ref;
  sender->time = th_recording_get_time (recording, ref);
  if (sender->time <= waker->time && is_in_task (recording, reader, ref))
    sender->task = th_recording_get_task (recording, ref);
  return sender->time <= waker->time;
}
