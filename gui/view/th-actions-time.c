/* th-actions-time.c - actions that zoom, pan and set the time format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-view-actions.h"

#include "th-settings.h"

#define KEY_ZOOM 1.6
#define KEY_PAN  0.2

/* --- zooming and panning --------------------------------------------------------------- */

TH_DEFINE_VIEW_ACTION (zoom_in)
{
  ThDocumentView *self = data;

  th_timeline_zoom (self->timeline, KEY_ZOOM);
}

TH_DEFINE_VIEW_ACTION (zoom_out)
{
  ThDocumentView *self = data;

  th_timeline_zoom (self->timeline, 1 / KEY_ZOOM);
}

TH_DEFINE_VIEW_ACTION (pan_left)
{
  ThDocumentView *self = data;

  th_timeline_pan (self->timeline, -KEY_PAN);
}

TH_DEFINE_VIEW_ACTION (pan_right)
{
  ThDocumentView *self = data;

  th_timeline_pan (self->timeline, KEY_PAN);
}

static void
fit (ThDocumentView *self)
{
  ThView view;

  if (self->document == NULL)
    return;

  view = th_document_get_fit (self->document);
  th_timeline_go (self->timeline, view.from, view.to);
}

TH_DEFINE_VIEW_ACTION (fit)
{
  fit (data);
}

/* Gets the span to zoom to: the selected span, or else the run of the task at the selected
 * event, or else some time around that event.  Returns %FALSE if nothing is selected. */
static gboolean
get_focus_span (ThDocumentView *self,
                gint64         *from,
                gint64         *to)
{
  ThRef ref = th_document_get_selected (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  gint64 margin, time;
  ThStream *stream;
  guint32 index;
  ThCpu *cpu;
  ThRun run;

  if (!th_document_get_span (self->document, from, to))
    {
      if (th_ref_is_none (ref))
        return FALSE;

      time = th_recording_get_time (recording, ref);
      *from = *to = time;
      stream = th_recording_get_stream (recording, ref.stream);
      cpu = th_recording_get_runs_cpu (recording, stream, th_stream_get_cpu (stream, ref.cpu));
      if (cpu != NULL && (index = th_cpu_find_run (cpu, time)) != G_MAXUINT32)
        {
          run = th_cpu_get_run (cpu, index);
          *from = MIN (run.begin, time);
          *to = MAX (run.end, time);
        }
    }

  margin = MAX ((*to - *from) / 10, 50);
  *from -= margin;
  *to += margin;
  return TRUE;
}

TH_DEFINE_VIEW_ACTION (focus)
{
  ThDocumentView *self = data;
  ThView target;
  gint64 from, to, slack;

  if (!th_view_has_recording (self))
    return;

  target = th_timeline_get_target (self->timeline);
  slack = (target.to - target.from) / 20;
  if (!get_focus_span (self, &from, &to) ||
      (ABS (target.from - from) <= slack && ABS (target.to - to) <= slack))
    fit (self);
  else
    th_timeline_go (self->timeline, from, to);
}

TH_DEFINE_VIEW_ACTION (center)
{
  ThDocumentView *self = data;
  gint64 from, to;

  if (!th_view_has_recording (self))
    return;

  if (th_document_get_span (self->document, &from, &to))
    th_timeline_center (self->timeline, from + (to - from) / 2);
  else if (th_document_get_cursor (self->document) != TH_TIME_NONE)
    th_timeline_center (self->timeline, th_document_get_cursor (self->document));
}

/* Shows the span between two times. */
TH_DEFINE_VIEW_ACTION (show_span)
{
  ThDocumentView *self = data;
  gint64 from, to;

  g_variant_get (parameter, "(xx)", &from, &to);
  if (self->document != NULL && from < to)
    th_timeline_go (self->timeline, from, to);
}

/* --- history ------------------------------------------------------------ */

static void
step_view (ThDocumentView *self,
           gboolean        forward)
{
  ThView view;

  if (self->document != NULL && th_document_step_history (self->document, forward, &view))
    th_timeline_go (self->timeline, view.from, view.to);
}

TH_DEFINE_VIEW_ACTION (view_back)
{
  step_view (data, FALSE);
}

TH_DEFINE_VIEW_ACTION (view_forward)
{
  step_view (data, TRUE);
}

/* --- time formats --------------------------------------------------------- */

/* The states of "time-format". */
static const char *const time_formats[TH_N_TIME_FORMATS] = { "absolute", "relative", "since-marker",
                                                             "since-before" };

static ThTimeFormat
find_time_format (const char *name)
{
  for (guint i = 0; i < TH_N_TIME_FORMATS; i++)
    if (g_str_equal (time_formats[i], name))
      return i;

  return TH_TIME_ABSOLUTE;
}

static void
set_time_format (ThDocumentView *self,
                 ThTimeFormat    format)
{
  g_simple_action_set_state (th_view_actions_find (self, "time-format"),
                             g_variant_new_string (time_formats[format]));
  if (self->document != NULL)
    th_document_set_time_format (self->document, format);
}

static void
time_setting_cb (ThDocumentView *self)
{
  set_time_format (self, (ThTimeFormat) g_settings_get_enum (th_settings_get (), "time-format"));
}

TH_DEFINE_VIEW_ACTION (time_format)
{
  set_time_format (data, find_time_format (g_variant_get_string (parameter, NULL)));
}

TH_DEFINE_VIEW_ACTION (next_time_format)
{
  ThDocumentView *self = data;

  if (self->document != NULL)
    set_time_format (self, (th_document_get_time_format (self->document) + 1) % TH_N_TIME_FORMATS);
}

static gboolean
can_go_back (ThDocumentView *self)
{
  return th_view_has_events (self) && th_document_can_step (self->document, FALSE);
}

static gboolean
can_go_forward (ThDocumentView *self)
{
  return th_view_has_events (self) && th_document_can_step (self->document, TRUE);
}

static const ThViewAction actions[] = {
  { { "zoom-in", zoom_in_cb }, th_view_has_events },
  { { "zoom-out", zoom_out_cb }, th_view_has_events },
  { { "pan-left", pan_left_cb }, th_view_has_events },
  { { "pan-right", pan_right_cb }, th_view_has_events },
  { { "fit", fit_cb }, th_view_has_events },
  { { "focus", focus_cb }, th_view_has_events },
  { { "center", center_cb }, th_view_has_events },
  { { "show-span", show_span_cb, "(xx)" }, th_view_has_events },
  { { "view-back", view_back_cb }, can_go_back },
  { { "view-forward", view_forward_cb }, can_go_forward },
  { { "time-format", time_format_cb, "s", "'absolute'" } },
  { { "next-time-format", next_time_format_cb }, th_view_has_events },
};

void
th_view_add_time_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
  if (th_settings_get () == NULL)
    return;

  g_signal_connect_object (th_settings_get (), "changed::time-format",
                           G_CALLBACK (time_setting_cb), self, G_CONNECT_SWAPPED);
  time_setting_cb (self);
}

void
th_view_apply_time_format (ThDocumentView *self)
{
  g_autoptr(GVariant) state =
    g_action_get_state (G_ACTION (th_view_actions_find (self, "time-format")));

  th_document_set_time_format (self->document,
                               find_time_format (g_variant_get_string (state, NULL)));
}
