/* th-actions-events.c - actions that select events and spans
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include "th-scene-hit.h"

/* Returns the next event of the current lane (the previous one with a negative @step), from
 * the time of the selected event, which may be in another lane.  If none is selected, starts
 * at the edge of the view. */
static ThRef
first_in_lane (ThDocumentView *self,
               int             step)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThScene *scene = th_document_get_scene (self->document);
  guint index = th_timeline_get_current (self->timeline);
  ThRef selected = th_document_get_selected (self->document);
  const ThView *view = th_document_get_view (self->document);
  const ThLane *lane;
  guint32 n_rows, row;
  gint64 time;
  ThCpu *cpu;

  if (index >= th_scene_get_n_lanes (scene))
    return TH_REF_NONE;

  time = !th_ref_is_none (selected) ? th_recording_get_time (recording, selected) : step > 0
         ? view->from : view->to;
  lane = th_scene_get_lane (scene, index);
  if (lane->kind != TH_LANE_CPU)
    return th_scene_step_lane (scene, index, time, step);
  if (lane->stream == selected.stream && lane->cpu == selected.cpu)
    return th_document_get_neighbor (self->document, selected, step);

  cpu = th_stream_get_cpu (th_recording_get_stream (recording, lane->stream), lane->cpu);
  n_rows = th_cpu_get_n_rows (cpu);
  row = th_cpu_lower_bound (cpu, n_rows, time);
  if (step < 0)
    row = row > 0 ? row - 1 : n_rows;

  return row < n_rows ? (ThRef) { lane->stream, lane->cpu, row } : TH_REF_NONE;
}

static void
step_event (ThDocumentView *self,
            int             step)
{
  ThRef ref;

  if (!th_view_has_recording (self))
    return;

  ref = first_in_lane (self, step);
  if (!th_ref_is_none (ref))
    th_document_select (self->document, ref);
}

TH_DEFINE_VIEW_ACTION (next_event)
{
  step_event (data, 1);
}

TH_DEFINE_VIEW_ACTION (previous_event)
{
  step_event (data, -1);
}

/* Selects the next event and extends the span to it.  Without a span that ends at the
 * selected event, the span starts at that event. */
static void
extend (ThDocumentView *self,
        int             step)
{
  ThRecording *recording;
  ThRef before;
  gint64 from, to, time, anchor;
  ThRef after;

  if (!th_view_has_selected (self))
    return;

  recording = th_document_get_recording (self->document);
  before = th_document_get_selected (self->document);
  time = th_recording_get_time (recording, before);
  anchor = time;
  if (th_document_get_span (self->document, &from, &to) && (time == from || time == to))
    anchor = time == to ? from : to;
  after = th_scene_lane_has (th_document_get_scene (self->document),
                             th_timeline_get_current (self->timeline), before)
          ? first_in_lane (self, step)
          : th_document_get_neighbor (self->document, before, step);
  if (th_ref_is_none (after))
    return;

  th_document_select (self->document, after);
  th_document_select_span (self->document, anchor, th_recording_get_time (recording, after));
}

TH_DEFINE_VIEW_ACTION (extend_next)
{
  extend (data, 1);
}

TH_DEFINE_VIEW_ACTION (extend_previous)
{
  extend (data, -1);
}

TH_DEFINE_VIEW_ACTION (select)
{
  ThDocumentView *self = data;
  guint32 stream, cpu, row;

  g_variant_get (parameter, "(uuu)", &stream, &cpu, &row);
  if (self->document != NULL && stream < G_MAXUINT16 && cpu < G_MAXUINT16)
    th_document_select (self->document, (ThRef) { stream, cpu, row });
}

TH_DEFINE_VIEW_ACTION (select_span)
{
  ThDocumentView *self = data;
  gint64 from, to;

  g_variant_get (parameter, "(xx)", &from, &to);
  if (th_view_has_recording (self))
    th_document_select_span (self->document, from, to);
}

TH_DEFINE_VIEW_ACTION (fit_run)
{
  ThDocumentView *self = data;

  th_timeline_fit_run (self->timeline);
}

static const ThViewAction actions[] = {
  { { "next-event", next_event_cb }, th_view_has_events },
  { { "previous-event", previous_event_cb }, th_view_has_events },
  { { "extend-next", extend_next_cb }, th_view_has_selected },
  { { "extend-previous", extend_previous_cb }, th_view_has_selected },
  { { "select", select_cb, "(uuu)" }, th_view_has_events },
  { { "select-span", select_span_cb, "(xx)" }, th_view_has_events },
  { { "fit-run", fit_run_cb }, th_view_has_events },
};

void
th_view_add_event_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
