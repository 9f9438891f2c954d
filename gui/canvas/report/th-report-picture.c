/* th-report-picture.c - draws the subject of each note with its surroundings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-text-values.h"
#include "th-journey.h"
#include "th-packets-table.h"
#include "th-picture.h"
#include "th-pinned-flows.h"
#include "th-report-figure.h"
#include "th-report-picture.h"
#include "th-scene-edit.h"
#include "th-time.h"

#define WIDTH_PX 1040
/* The greatest heights of the picture of a note, and of that of a whole recording. */
#define NOTE_PX 560
#define WHOLE_PX 900
/* Half of what is shown around an event, in ns, unless the recording is shorter than ten times
 * that. */
#define AROUND_NS 1000000
/* This part of a span is shown before and after it. */
#define MARGIN 8
#define MAX_NAMES 24

/* Everything of one picture. */
typedef struct
{
  const ThNotesRecording *recording;
  const ThNoteEntry      *entry; /* or NULL, as for @anchor and @place */
  const ThNoteAnchor     *anchor;
  const ThNotePlace      *place;
  ThScene                *scene;
  ThTimelinePicture       timeline;
} Painting;

static gboolean
is_packet (const Painting *painting)
{
  return painting->anchor != NULL && painting->anchor->on == TH_NOTE_ON_PACKET;
}

/* --- which span ----------------------------------------------------------- */

static void
set_around (Painting *painting,
            gint64    time)
{
  gint64 first = 0, last = 0, half;

  th_recording_get_range (painting->recording->recording, &first, &last);
  half = MAX (MIN (AROUND_NS, th_time_between (first, last) / 10), TH_VIEW_MIN_SPAN);
  painting->timeline.view.from = th_time_add (time, -half);
  painting->timeline.view.to = th_time_add (time, half);
  painting->timeline.mark = &painting->place->from;
}

static void
set_span (Painting *painting,
          gint64    from,
          gint64    to)
{
  gint64 margin = MAX (th_time_between (from, to) / MARGIN, TH_VIEW_MIN_SPAN);

  painting->timeline.view.from = th_time_add (from, -margin);
  painting->timeline.view.to = th_time_add (to, margin);
  /* The lane of a packet shows where it begins and ends. */
  if (is_packet (painting))
    return;
  painting->timeline.from = from;
  painting->timeline.to = to;
}

/* What its author saw, for a note about something that has no time, such as a lane. */
static void
set_what_was_in_view (Painting *painting,
                      gint64    first,
                      gint64    last)
{
  const ThNoteEntry *entry = painting->entry;
  gint64 from, to;

  if (entry->view_from == TH_TIME_NONE)
    return;

  from = MAX (entry->view_from, first);
  to = MIN (entry->view_to, last);
  if (from < to)
    {
      painting->timeline.view.from = from;
      painting->timeline.view.to = MAX (to, th_time_add (from, TH_VIEW_MIN_SPAN));
    }
}

static void
set_view (Painting *painting)
{
  const ThNotePlace *place = painting->place;
  ThRecording *recording = painting->recording->recording;
  gint64 first = 0, last = 0;

  painting->timeline = (ThTimelinePicture) {
    .format = TH_TIME_ABSOLUTE,
    .heading = th_recording_get_clock (recording)->ticks ? _("time (ticks)") : _("time (s)"),
    .from = G_MININT64, .to = G_MAXINT64, .max_height = place != NULL ? NOTE_PX : WHOLE_PX
  };
  th_recording_get_range (recording, &first, &last);
  painting->timeline.view = th_view_fit (first, last, WIDTH_PX);
  if (place == NULL)
    return;

  if (place->from == TH_TIME_NONE)
    set_what_was_in_view (painting, first, last);
  else if (painting->anchor->on == TH_NOTE_ON_EVENT || place->to <= place->from)
    set_around (painting, place->from);
  else
    set_span (painting, place->from, place->to);
}

/* --- which lanes ---------------------------------------------------------- */

/* Only the CPUs that the packet was on, its own lane, and its reader. */
static void
show_packet (Painting *painting)
{
  ThResults *results = painting->place->results;
  ThFlows *flows = th_results_get_flows (results);
  const ThFlow *flow = th_flows_get (flows, painting->place->flow);
  g_autoptr(GArray) cpus = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree gboolean *seen = g_new0 (gboolean, G_MAXUINT16 + 1);
  gint64 reader = th_journey_get_cell (results, painting->place->flow, "reader");

  for (guint32 i = 0; i < flow->n_steps; i++)
    {
      guint cpu = th_flows_get_step (flows, flow, i).cpu;

      if (!seen[cpu])
        g_array_append_val (cpus, cpu);
      seen[cpu] = TRUE;
    }
  th_scene_show_cpus (painting->scene, (const guint *) cpus->data, cpus->len);
  th_scene_pin_flow (painting->scene, results, painting->place->flow);
  th_scene_follow (painting->scene, results, painting->place->flow, FALSE);
  if (reader != TH_CELL_NONE && !th_cell_is_word (reader))
    th_scene_reveal_task (painting->scene, reader);
}

static void
set_lanes (Painting *painting)
{
  char **lanes = painting->anchor != NULL ? painting->anchor->lanes : NULL;

  for (guint i = 0; i < painting->recording->results->len; i++)
    th_scene_add_results (painting->scene, g_ptr_array_index (painting->recording->results, i));
  if (painting->place == NULL)
    return;

  if (is_packet (painting))
    show_packet (painting);
  th_scene_show_active (painting->scene, painting->timeline.view.from, painting->timeline.view.to);
  for (guint i = 0; lanes != NULL && lanes[i] != NULL; i++)
    {
      guint lane = th_scene_reveal (painting->scene, lanes[i]);

      if (lane != G_MAXUINT)
        th_scene_set_pinned (painting->scene, lane, TRUE);
    }
}

/* --- in words ------------------------------------------------------------- */

static void
append_lanes (const Painting *painting,
              guint           n_lanes,
              GString        *text)
{
  guint n = 0;

  for (guint i = 0; i < n_lanes && n <= MAX_NAMES; i++)
    {
      const ThLane *lane = th_scene_get_lane (painting->scene, i);

      if (lane->height <= 0 || th_lane_is_heading (lane))
        continue;
      g_string_append_printf (text, "%s%s", n == 0 ? "" : ", ",
                              n == MAX_NAMES ? "…" : lane->title);
      n++;
    }
}

static char *
describe (const Painting *painting)
{
  ThRecording *recording = painting->recording->recording;
  const ThView *view = &painting->timeline.view;
  g_autofree char *from = th_text_format_time (recording, view->from);
  g_autofree char *to = th_text_format_time (recording, view->to);
  g_autoptr(GString) lanes = g_string_new (NULL);
  GString *text = g_string_new (NULL);
  guint n_left = 0;

  th_scene_draw_timeline (painting->scene, &painting->timeline, NULL, TH_RENDER_VECTOR, &n_left);
  append_lanes (painting, th_scene_get_n_lanes (painting->scene) - n_left, lanes);
  /* Translators: two times, and the names of lanes */
  g_string_append_printf (text, _("From %s to %s. Lanes: %s."), from, to, lanes->str);
  if (n_left > 0)
    {
      g_string_append_c (text, ' ');
      g_string_append_printf (text, ngettext ("%u more lane is not shown.",
                                              "%u more lanes are not shown.", n_left), n_left);
    }
  if (is_packet (painting))
    {
      g_autofree char *stages =
        th_packets_describe_stages (recording, th_results_get_flows (painting->place->results),
                                    painting->place->flow);

      g_string_append_printf (text, " %s", stages);
    }
  return g_string_free (text, FALSE);
}

/* --- drawing -------------------------------------------------------------- */

static double
paint (gconstpointer    data,
       ThTheme         *theme,
       cairo_t         *cr,
       ThRenderBackend  backend)
{
  const Painting *painting = data;
  guint n_left;

  th_scene_set_theme (painting->scene, theme);
  return th_scene_draw_timeline (painting->scene, &painting->timeline, cr, backend, &n_left);
}

static void
painting_init (Painting               *self,
               const ThNotesRecording *recording,
               const ThNoteEntry      *entry,
               const ThNotePlace      *place)
{
  *self = (Painting) { recording, entry, entry != NULL ? entry->anchor : NULL, place };
  set_view (self);
}

void
th_report_find_view (const ThNotesRecording *recording,
                     const ThNoteEntry      *entry,
                     const ThNotePlace      *place,
                     ThView                 *view)
{
  Painting painting;

  painting_init (&painting, recording, entry, place);
  *view = painting.timeline.view;
}

void
th_report_add_picture (ThReport               *self,
                       const ThNotesRecording *recording,
                       const ThNoteEntry      *entry,
                       const ThNotePlace      *place,
                       const char             *title)
{
  g_autofree char *description = NULL;
  Painting painting;

  if (th_report_is_over (self) || !th_report_has_room (self))
    return;

  painting_init (&painting, recording, entry, place);
  painting.scene = th_scene_new (recording->recording, self->themes[0]);
  set_lanes (&painting);
  description = describe (&painting);
  th_report_add_figure (self, &(ThReportFigure) { paint, &painting, WIDTH_PX, title,
                                                  description });
  th_scene_free (painting.scene);
}
