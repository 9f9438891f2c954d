/* th-frames.c - the analysis that matches frames of captures with packets of traces
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-flow-registry.h"
#include "th-frames.h"
#include "th-frames-private.h"

static const ThLinkKind relations[TH_N_FRAME_RELATIONS] = {
  [TH_FRAME_WHOLE] = { "whole", N_("the frame") },
  /* Translators: a frame of a capture, of a larger packet that was cut into frames */
  [TH_FRAME_SEGMENT] = { "segment", N_("a segment of it") },
  /* Translators: a frame of a capture, which is a part of a packet now */
  [TH_FRAME_MERGED] = { "merged", N_("merged into it") },
};

static gboolean
has_capture (ThRecording *recording)
{
  for (guint i = 0; i < th_recording_get_n_types (recording); i++)
    if (g_strcmp0 (th_recording_get_type_system (recording, i), "frame") == 0)
      return TRUE;
  return FALSE;
}

static gpointer
frames_begin (ThRecording       *recording,
              ThResults         *results,
              GHashTable        *params,
              ThResults *const  *needed,
              GError           **error)
{
  Frames *self = g_new0 (Frames, 1);

  self->results = results;
  self->recording = recording;
  self->packets = needed[0] != NULL ? needed : NULL;
  th_frames_collect_begin (self);
  if (has_capture (recording))
    th_flow_registry_set_links (recording, results, th_frames_analysis.linked_noun);
  return self;
}

/* Without a capture, events of packets need not be read. */
static const ThSubscription *
frames_more_subscriptions (gpointer state)
{
  static const ThSubscription none[] = { { NULL } };
  Frames *self = state;

  return has_capture (self->recording) ? th_frame_packet_subscriptions : none;
}

static void
frames_event (gpointer       state,
              const ThEvent *event)
{
  th_frames_collect (state, event);
}

static void
frames_lost (gpointer      state,
             guint         stream,
             guint         cpu,
             const ThLost *lost)
{
  Frames *self = state;

  self->has_loss[th_recording_get_index (th_recording_get_stream_part (self->recording,
                                                                       stream))] = TRUE;
}

/* Frames that two captures have are the same packet, whatever the lengths are. */
static void
compare_captures (Frames *self)
{
  for (guint i = 0; i < self->interfaces->len; i++)
    for (guint j = i + 1; j < self->interfaces->len; j++)
      {
        Port *a = g_ptr_array_index (self->interfaces, i);
        Port *b = g_ptr_array_index (self->interfaces, j);
        FramePair pair;

        if (a->part == b->part)
          continue;
        th_frame_pair_compare (self, a, b, &pair);
        if (pair.state != TH_FRAME_CLOCK_NONE)
          th_frame_rows_add (self, &pair);
        th_frame_relay_add (self, &pair);
        th_frame_pair_clear (&pair);
      }
}

static void
add_remarks (Frames *self)
{
  if (self->is_full)
    th_results_add_remark (self->results,
                           _("There are too many frames and packets: only the first ones were "
                             "matched."));
  if (self->devices->len == 0)
    th_results_add_remark (self->results,
                           _("No recording of this timeline has events of network devices, such "
                             "as net:netif_receive_skb and net:net_dev_start_xmit."));
}

static void
remark_unmatched (Frames     *self,
                  const Port *interface)
{
  g_autofree char *text =
    g_strdup_printf (_("The frames of %s could not be matched with packets, so it is not known "
                       "which of them the kernel did not see."), interface->name);

  th_results_add_remark (self->results, text);
}

static void
remark_remote (Frames          *self,
               const FramePair *pair)
{
  ThRecording *machine = th_recording_get_part (self->recording, pair->other->part);
  g_autofree char *text =
    /* Translators: an interface of a capture, the name of a recording */
    g_strdup_printf (_("The frames of %s were captured at the other end of the wire, not on the "
                       "machine of %s: packets are on their way between the times of both."),
                     pair->interface->name, th_recording_get_name (machine));

  th_results_add_remark (self->results, text);
}

static void
add_pair (Frames    *self,
          FramePair *pair)
{
  pair->is_remote = th_frame_remote_is (pair);
  if (pair->is_remote)
    remark_remote (self, pair);
  th_frame_rows_add (self, pair);
  if (pair->matches == NULL && pair->other != NULL)
    remark_unmatched (self, pair->interface);
  /* The comparison of captures reads the directions that were found. */
  for (guint row = 0; pair->matches != NULL && row < pair->interface->items->len; row++)
    {
      Frame *frame = &g_array_index (pair->interface->items, Frame, row);

      frame->seen.direction = pair->matches[row].direction;
    }
}

/* Finds the device with the packets of @interface in each recording.  The one that fits best is
 * that interface itself; the others are of other machines, which had the same packets. */
static void
match_interface (Frames *self,
                 Port   *interface)
{
  g_autofree FramePair *pairs = g_new0 (FramePair, self->n_parts);
  guint best = 0;

  for (guint part = 0; part < self->n_parts; part++)
    {
      th_frame_pair_find (self, interface, part, &pairs[part]);
      if (th_frame_pair_is_better (&pairs[part], &pairs[best]))
        best = part;
    }
  add_pair (self, &pairs[best]);
  for (guint part = 0; part < self->n_parts; part++)
    {
      pairs[part].is_remote = TRUE;
      if (part != best && pairs[part].matches != NULL && !pairs[part].is_device_ambiguous)
        th_frame_rows_add_other (self, &pairs[part]);
      th_frame_pair_clear (&pairs[part]);
    }
}

static void
frames_finish (gpointer state)
{
  Frames *self = state;

  if (self->interfaces->len == 0)
    return;
  th_frame_rows_begin (self);
  th_frame_ends_find (self);
  for (guint i = 0; i < self->interfaces->len; i++)
    match_interface (self, g_ptr_array_index (self->interfaces, i));
  self->own_links = th_event_links_new (NULL, 0, g_array_copy (self->links));
  compare_captures (self);
  th_results_take_links (self->results,
                         th_event_links_new (relations, G_N_ELEMENTS (relations),
                                             th_frame_relay_list (self)));
  add_remarks (self);
}

static void
frames_free (gpointer state)
{
  Frames *self = state;

  th_frames_collect_end (self);
  g_free (self);
}

static const char *const needs[] = { "packets", NULL };

const ThAnalysis th_frames_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "frames",
  .title = N_("Frames"),
  .text = N_("Which packet each frame of a capture is, and how the clocks of captures and traces "
             "relate"),
  .subscriptions = th_frame_subscriptions,
  .begin = frames_begin,
  .event = frames_event,
  .lost = frames_lost,
  .finish = frames_finish,
  .free = frames_free,
  .more_subscriptions = frames_more_subscriptions,
  .n_subject = 1,
  .needs = needs,
  .whole_timeline = TRUE,
  .linked_noun = "packet",
  .measures = th_frame_measures,
};
