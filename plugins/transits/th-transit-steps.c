/* th-transit-steps.c - the steps of a packet at the sender and at the receiver
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-reader.h"
#include "th-transits-private.h"

/* Of a device, with the NUL. */
#define MAX_NAME 16

/* The steps from @first up to @end surely belong to an event, whose step is @at. */
typedef struct
{
  guint32 first;
  guint32 at;
  guint32 end;
} Stretch;

struct _TransitSteps
{
  ThRecording  *recording;
  ThResults    *results;
  ThResults    *frames; /* it has links once it is finished */
  TransitStages stages;
  ThReader     *reader;
  GArray       *steps;  /* of ThStep */
};

TransitSteps *
th_transit_steps_new (ThRecording   *recording,
                      ThResults     *results,
                      ThResults     *frames,
                      TransitStages  stages)
{
  TransitSteps *self = g_new0 (TransitSteps, 1);

  self->recording = recording;
  self->results = results;
  self->frames = frames;
  self->stages = stages;
  self->reader = th_reader_new (recording);
  self->steps = g_array_new (FALSE, FALSE, sizeof (ThStep));
  return self;
}

void
th_transit_steps_free (TransitSteps *self)
{
  th_reader_free (self->reader);
  g_array_unref (self->steps);
  g_free (self);
}

/* --- which steps are the packet's --------------------------------------------------- */

/* Whether a frame on @interface is the packet of the event. */
static gboolean
is_frame (const TransitSteps *self,
          ThRef               event,
          guint               interface)
{
  const ThEventLinks *all = th_results_get_links (self->frames);
  guint n;
  const ThEventLink *links = th_event_links_find_of (all, event, &n);

  for (guint i = 0; i < n; i++)
    if (links[i].event.stream == interface)
      return TRUE;
  return FALSE;
}

/* The name of the device in the event, copied into @name. */
static gboolean
read_device (const TransitSteps *self,
             ThRef               event,
             char                name[MAX_NAME])
{
  guint type = th_recording_get_type (self->recording, event);
  const ThField *field = th_field_table_find (th_recording_get_fields (self->recording, type),
                                              "name");
  const guint8 *bytes;
  ThPayload payload;
  gsize size;

  if (field == NULL || !th_reader_get_payload (self->reader, event, &payload) ||
      !th_field_read_bytes (field, &payload, &bytes, &size) || size >= MAX_NAME)
    return FALSE;

  memcpy (name, bytes, size);
  name[size] = '\0';
  return TRUE;
}

/* Whether @other is what @event is, at the same device: a packet passes a device once. */
static gboolean
is_again (const TransitSteps *self,
          ThRef               event,
          ThRef               other)
{
  char names[2][MAX_NAME];

  return th_recording_get_type (self->recording, event) ==
         th_recording_get_type (self->recording, other) &&
         read_device (self, event, names[0]) && read_device (self, other, names[1]) &&
         strcmp (names[0], names[1]) == 0;
}

/* If events with which packets begin and end were not recorded, the analysis of packets may take
 * several packets for one.  A step that it calls ambiguous may be the first one of another packet.
 * Only the event itself is sure if some steps are clearly of another packet: another frame on the
 * interface, the same event at the same device once more, or that the machine sent a packet before
 * it received this one. */
static Stretch
find_stretch (const TransitSteps *self,
              const ThFlows      *flows,
              const ThFlow       *flow,
              ThRef               event,
              guint               interface)
{
  Stretch found = { 0, 0, flow->n_steps };
  gboolean is_received = !th_transit_is_sent (self->recording, event);
  gboolean is_behind = FALSE, has_other = FALSE;

  for (guint32 i = 0; i < found.end; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (!th_step_is_own (&step))
        continue;
      if (step.confidence >= TH_CONFIDENCE_AMBIGUOUS)
        *(is_behind ? &found.end : &found.first) = i;
      if (th_ref_equal (step.anchor, event))
        {
          found.at = i;
          if (has_other)
            found.first = i;
          is_behind = TRUE;
        }
      else if (is_frame (self, step.anchor, interface) ||
               is_again (self, event, step.anchor) ||
               (is_received && !is_behind && th_transit_is_sent (self->recording, step.anchor)))
        {
          has_other = TRUE;
          if (is_behind)
            found.end = found.at + 1;
        }
    }
  return found;
}

/* The time of the first step of the stretch that is the packet's own. */
static gint64
find_arrival (const ThFlows *flows,
              const ThFlow  *flow,
              const Stretch *stretch)
{
  for (guint32 i = stretch->first; i < stretch->at; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (th_step_is_own (&step))
        return step.time;
    }
  return th_flows_get_step (flows, flow, stretch->at).time;
}

/* --- adding them -------------------------------------------------------------------- */

static void
add_step (TransitSteps *self,
          ThResults    *packets,
          ThStep        step)
{
  step.label = th_transit_intern (self->results, packets, step.label, G_MAXUINT32);
  step.detail = th_transit_intern (self->results, packets, step.detail, TH_STEP_NO_DETAIL);
  g_array_append_val (self->steps, step);
}

/* The stage of a step of a packet, as a stage of transits. */
static guint8
map_stage (const TransitSteps *self,
           guint8              stage)
{
  return stage < self->stages.n ? self->stages.of_packet[stage] : stage;
}

static gboolean
is_in_driver (const ThFlows *flows,
              const ThStep  *step)
{
  const ThFlowsInfo *info = th_flows_get_info (flows);

  return step->stage < info->n_stages && strcmp (info->stages[step->stage].id, "driver") == 0;
}

/* Adds the steps up to the one with which the packet left: the driver's return, if it did not
 * arrive before that, else the call.  Returns the time of that step. */
static gint64
add_sent (TransitSteps  *self,
          ThResults     *packets,
          const Transit *transit,
          gint64         arrival)
{
  ThFlows *flows = th_results_get_flows (packets);
  const ThFlow *flow = th_flows_get (flows, transit->sent.row);
  Stretch stretch = find_stretch (self, flows, flow, transit->sent.event, transit->interface);
  gint64 left = flow->first;

  for (guint32 i = stretch.first; i < stretch.end; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (i > stretch.at && (!is_in_driver (flows, &step) || step.time > arrival))
        break;
      left = step.time;
      step.stage = map_stage (self, step.stage);
      add_step (self, packets, step);
    }
  return left;
}

/* Adds the steps from the first one after @left.  An interrupt or a poll that began before that was
 * for earlier packets. */
static void
add_received (TransitSteps  *self,
              ThResults     *packets,
              const Transit *transit,
              const Stretch *stretch,
              gint64         left)
{
  ThFlows *flows = th_results_get_flows (packets);
  const ThFlow *flow = th_flows_get (flows, transit->received.row);
  gboolean has_arrived = FALSE;

  for (guint32 i = stretch->first; i < stretch->end; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);

      if (!has_arrived && !th_step_is_own (&step) && step.time < left)
        continue;
      if (has_arrived)
        step.stage = map_stage (self, step.stage);
      else
        {
          step.stage = self->stages.wire;
          step.rule = self->stages.rule;
          step.confidence = transit->confidence;
        }
      has_arrived = TRUE;
      add_step (self, packets, step);
    }
}

const GArray *
th_transit_steps_list (TransitSteps     *self,
                       ThResults *const *packets,
                       const Transit    *transit,
                       gboolean         *is_whole)
{
  ThResults *sent = packets[transit->sent.part], *received = packets[transit->received.part];
  ThFlows *flows = th_results_get_flows (received);
  const ThFlow *flow = th_flows_get (flows, transit->received.row);
  Stretch stretch = find_stretch (self, flows, flow, transit->received.event, transit->interface);
  gint64 left;

  g_array_set_size (self->steps, 0);
  left = add_sent (self, sent, transit, find_arrival (flows, flow, &stretch));
  add_received (self, received, transit, &stretch, left);
  *is_whole = stretch.end == flow->n_steps;
  return self->steps;
}
