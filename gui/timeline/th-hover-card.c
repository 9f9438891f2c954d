/* th-hover-card.c - a card with a few lines about the item under the pointer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hover-card.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-journey.h"
#include "th-scene-hit.h"
#include "th-scene-times.h"
#include "th-style.h"
#include "th-display-text.h"
#include "th-widgets.h"

/* Frames shown of the stack where a task went to sleep. */
#define MAX_FRAMES 6

struct _ThHoverCard
{
  GtkWidget     parent;

  GtkWidget    *box;
  GtkWidget    *time;
  GtkWidget    *task;
  GtkWidget    *event;
  GtkWidget    *why;
  GtkWidget    *info;
  GtkWidget    *end;
  GtkWidget    *legend; /* the shades of idle states */
  guint         level;  /* the idle state under the pointer */

  ThDocument   *document;
  GSignalGroup *document_signals;
  ThRecording  *recording; /* the reader's */
  ThReader     *reader;
};

G_DEFINE_FINAL_TYPE (ThHoverCard, th_hover_card, GTK_TYPE_WIDGET)

/* Functions on the path of every sleep, which do not reveal its reason. */
static gboolean
is_scheduler (const char *symbol)
{
  static const char *const common[] = { "schedule", "__schedule", "__traceiter_sched_switch",
                                        "trace_event_raw_event_sched_switch" };

  for (guint i = 0; i < G_N_ELEMENTS (common); i++)
    if (g_str_equal (symbol, common[i]))
      return TRUE;

  return FALSE;
}

static void
set_line (GtkWidget  *label,
          const char *text)
{
  th_label_set_text (label, text);
  gtk_widget_set_visible (label, text != NULL && text[0] != '\0');
}

/* Describes the task that ran at @hit, and for how long. */
static char *
describe_run (ThHoverCard  *self,
              const ThLane *lane,
              const ThHit  *hit)
{
  ThStream *stream = th_recording_get_stream (self->recording, lane->stream);
  ThCpu *cpu = th_recording_get_runs_cpu (self->recording, stream,
                                          th_stream_get_cpu (stream, lane->cpu));
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  g_autofree char *length = NULL, *name = NULL;
  ThRun run;

  if (hit->run == G_MAXUINT32 || cpu == NULL || hit->run >= th_cpu_get_n_runs (cpu))
    return NULL;
  run = th_cpu_get_run (cpu, hit->run);
  if (run.task == TH_TASK_NONE)
    return NULL;

  length = th_document_format_length (self->document, run.end - run.begin);
  if (run.task == TH_TASK_IDLE)
    /* Translators: the CPU was idle for that long */
    return g_strdup_printf (_("idle for %s"), length);

  name = th_display_text_make_valid (th_tasks_get_name (tasks, run.task, run.begin));
  if (run.flags & TH_RUN_INFERRED)
    /* Translators: task name, pid, duration; not known from a context switch */
    return g_strdup_printf (_("%s (%d) for about %s, inferred from its events"), name,
                            th_tasks_get_pid (tasks, run.task), length);

  /* Translators: task name, pid, duration */
  return g_strdup_printf (_("%s (%d) for %s"), name, th_tasks_get_pid (tasks, run.task), length);
}

static char *
describe_slice (ThHoverCard *self,
                const ThHit *hit)
{
  ThSlices *slices = th_track_get_slices (hit->track);
  g_autofree char *name = NULL, *length = NULL;
  const ThSlice *slice;

  if (slices == NULL || hit->slice >= th_slices_get_n (slices, hit->depth))
    return NULL;

  slice = th_slices_get (slices, hit->depth, hit->slice);
  name = th_display_text_make_valid (th_results_get_word (hit->results, slice->name));
  length = th_document_format_length (self->document, slice->end - slice->begin);

  /* Translators: what went on (an interrupt, a system call, a state), duration */
  return g_strdup_printf (_("%s for %s"), name, length);
}

/* The first event of @cpu at @time; or G_MAXUINT32. */
static guint32
find_at (ThCpu  *cpu,
         gint64  time)
{
  guint32 n = th_cpu_get_n_rows (cpu);
  guint32 row = th_cpu_lower_bound (cpu, n, time);

  return row < n && th_cpu_get_time (cpu, row) == time ? row : G_MAXUINT32;
}

/* The first event of @task at @time in the recording that @anchor is from, on any CPU. */
static ThRef
find_of_task (ThHoverCard *self,
              ThRef        anchor,
              gint64       time,
              guint32      task)
{
  for (guint s = 0; s < th_recording_get_n_streams (self->recording); s++)
    {
      ThStream *stream = th_recording_get_stream (self->recording, s);

      if (th_stream_get_recording (stream) !=
          th_recording_get_stream_part (self->recording, anchor.stream))
        continue;
      for (guint c = 0; c < th_stream_get_n_cpus (stream); c++)
        {
          ThCpu *cpu = th_stream_get_cpu (stream, c);
          guint32 row = find_at (cpu, time);

          if (row != G_MAXUINT32 && th_cpu_get_task (cpu, row) == task)
            return (ThRef) { s, c, row };
        }
    }

  return TH_REF_NONE;
}

/* The event that ended @slice: at its end time, on the CPU or of the task of its first event.
 * Others are searched only if that CPU has none of the task, since it may be one of hundreds,
 * each of which may have to be decoded. */
static ThRef
find_end (ThHoverCard   *self,
          const ThSlice *slice)
{
  ThRef first = slice->anchor, other;
  guint32 task, row;
  ThCpu *cpu;

  if (th_ref_is_none (first))
    return TH_REF_NONE;

  task = th_recording_get_task (self->recording, first);
  cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, first.stream), first.cpu);
  row = find_at (cpu, slice->end);
  if (row != G_MAXUINT32 && th_cpu_get_task (cpu, row) == task)
    return (ThRef) { first.stream, first.cpu, row };

  other = find_of_task (self, first, slice->end, task);
  if (th_ref_is_none (other) && row != G_MAXUINT32)
    return (ThRef) { first.stream, first.cpu, row };

  return other;
}

/* Describes who woke a task. */
static char *
describe_waker (ThHoverCard   *self,
                const ThSlice *slice)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  g_autofree char *name = NULL;
  guint32 task;

  if (slice->context != TH_CONTEXT_RUNNABLE || th_ref_is_none (slice->anchor) ||
      strstr (th_recording_get_type_name (self->recording,
                                          th_recording_get_type (self->recording, slice->anchor)),
              "sched_wak") == NULL)
    return NULL;
  task = th_recording_get_task (self->recording, slice->anchor);
  if (task == TH_TASK_NONE)
    return NULL;
  if (task == TH_TASK_IDLE)
    /* Translators: a task was woken while its waker's CPU had nothing to do: by an interrupt */
    return g_strdup (_("woken by an interrupt"));

  name = th_display_text_make_valid (th_tasks_get_name (tasks, task, slice->begin));
  /* Translators: task name, pid */
  return g_strdup_printf (_("woken by %s (%d)"), name, th_tasks_get_pid (tasks, task));
}

/* The stack where the task went to sleep, innermost first; NULL if none was recorded. */
static char *
describe_stack (ThHoverCard   *self,
                const ThSlice *slice)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  g_autoptr(GString) text = g_string_new (NULL);
  guint n = 0;

  if ((slice->context != TH_CONTEXT_BLOCKED && slice->context != TH_CONTEXT_BLOCKED_HARD) ||
      th_ref_is_none (slice->anchor) ||
      !th_reader_get_recorded_stack (self->reader, slice->anchor, frames))
    return NULL;

  for (guint i = 0; i < frames->len && n < MAX_FRAMES; i++)
    {
      const ThFrame *frame = &g_array_index (frames, ThFrame, i);
      guint64 offset;
      const char *symbol = frame->user ? NULL
                                       : th_recording_get_symbol (self->recording, frame->address,
                                                                  &offset);
      g_autofree char *valid = symbol != NULL ? th_display_text_make_valid (symbol) : NULL;

      if (valid == NULL || is_scheduler (valid))
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? " ← " : "", valid);
      n++;
    }

  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/* Shows the text of the first and the last event: arguments and result of a system
 * call, the handler of an interrupt and its return value. */
static void
describe_ends (ThHoverCard *self,
               const ThHit *hit,
               char       **begin,
               char       **end)
{
  const ThSlice *slice = th_slices_get (th_track_get_slices (hit->track), hit->depth, hit->slice);
  ThRef last = slice->flags & TH_SLICE_NO_END ? TH_REF_NONE : find_end (self, slice);

  if (!th_ref_is_none (slice->anchor))
    *begin = th_display_text_of_event (self->reader, slice->anchor);
  if (!th_ref_is_none (last) && !th_ref_equal (last, slice->anchor))
    {
      g_autofree char *text = th_display_text_of_event (self->reader, last);

      *end = text[0] != '\0' ? g_strconcat ("→ ", text, NULL) : NULL;
    }
}

static char *
describe_value (ThHoverCard *self,
                const ThHit *hit,
                double       value)
{
  const ThTrackInfo *info = th_track_get_info (hit->track);
  g_autofree char *text = info->unit == TH_UNIT_COUNT ? g_strdup_printf ("%.15g", value)
                          : th_scene_format_value (th_document_get_scene (self->document), value,
                                                   info->unit);

  return g_strdup_printf ("%s = %s", info->title, text);
}

/* The range of a counter lane, which has no axis. */
static char *
describe_range (ThHoverCard *self,
                const ThHit *hit)
{
  const ThTrackInfo *info = th_track_get_info (hit->track);
  ThScene *scene = th_document_get_scene (self->document);
  g_autofree char *low = NULL, *high = NULL;
  double lowest, highest;

  if (info->kind != TH_TRACK_VALUES || !th_track_get_range (hit->track, &lowest, &highest))
    return NULL;

  low = th_scene_format_value (scene, lowest, info->unit);
  high = th_scene_format_value (scene, highest, info->unit);
  /* Translators: lowest and highest value of a lane */
  return g_strdup_printf (_("%s to %s over the whole recording"), low, high);
}

/* Describes a point by its text, a counter by the value that holds from there on. */
static char *
describe_point (ThHoverCard *self,
                const ThHit *hit)
{
  const ThPoint *point;

  if (hit->point >= th_track_get_n_points (hit->track))
    return NULL;

  point = th_track_get_point (hit->track, hit->point);
  if (th_track_get_info (hit->track)->kind == TH_TRACK_VALUES)
    return describe_value (self, hit, point->value);

  return th_display_text_make_valid (th_results_get_word (hit->results, point->name));
}

static void
describe_track (ThHoverCard *self,
                const ThHit *hit,
                char       **task,
                char       **event,
                char       **info,
                char       **end,
                char       **why,
                gint64      *time)
{
  *event = describe_slice (self, hit);
  if (*event != NULL)
    {
      *time = th_slices_get (th_track_get_slices (hit->track), hit->depth, hit->slice)->begin;
      describe_ends (self, hit, info, end);
      *why = describe_waker (self,
                             th_slices_get (th_track_get_slices (hit->track), hit->depth,
                                            hit->slice));
      if (*why == NULL)
        *why = describe_stack (self,
                               th_slices_get (th_track_get_slices (hit->track), hit->depth,
                                              hit->slice));
    }
  else if ((*event = describe_point (self, hit)) != NULL)
    {
      *time = th_track_get_point (hit->track, hit->point)->time;
      *why = describe_range (self, hit);
    }
  if (*event != NULL)
    *task = th_display_text_make_valid (th_track_get_info (hit->track)->title);
}

/* Describes a leg of a flow: its share of the whole, and the confidence of its end. */
static void
describe_leg (ThHoverCard  *self,
              const ThLane *lane,
              const ThHit  *hit,
              char        **task,
              char        **event,
              char        **info,
              gint64       *time)
{
  ThFlows *flows = th_results_get_flows (lane->results);
  const ThFlow *flow = th_flows_get (flows, lane->flow);
  const ThFlowsInfo *flows_info = th_flows_get_info (flows);
  g_autoptr(GArray) legs = th_flows_list_legs (flows, flow);
  g_autofree guint *percents = g_new0 (guint, legs->len + 1);
  g_autofree char *length = NULL, *end = NULL;
  ThStep step;
  const ThLeg *leg;

  if (hit->leg >= legs->len)
    return;

  leg = &g_array_index (legs, ThLeg, hit->leg);
  step = th_flows_get_step (flows, flow, leg->end_step);
  th_journey_share (legs, percents);
  length = th_document_format_length (self->document, leg->end - leg->begin);
  end = th_display_text_make_valid (th_results_get_word (lane->results, step.label));
  *time = leg->begin;
  *task = th_journey_dup_name (flow);
  /* Translators: a stage of a packet's journey, its duration and share of the whole */
  *event = g_strdup_printf (_("%s %s, %u %%"), th_flows_get_stage_title (flows, leg->stage), length,
                            percents[hit->leg]);
  /* Translators: the event that ends a stage, its confidence, and the rule */
  *info = g_strdup_printf (_("until %s · %s: %s"), end, th_confidence_get_word (step.confidence),
                           step.rule < flows_info->n_rules ? _(flows_info->rules[step.rule].text)
                                                           : "");
}

static char *
describe_lost (ThHoverCard  *self,
               const ThLane *lane,
               const ThHit  *hit)
{
  ThCpu *cpu = th_stream_get_cpu (th_recording_get_stream (self->recording, lane->stream),
                                  lane->cpu);
  g_autofree char *count = NULL;
  gint64 n;

  if (hit->lost >= th_cpu_get_n_lost (cpu))
    return NULL;

  n = th_cpu_get_lost (cpu, hit->lost).count;
  if (n < 0)
    return g_strdup (_("An unknown number of events was lost here"));

  count = th_format_count (n);
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event lost here", "%s events lost here",
                                       n), count);
}

static char *
describe_event (ThHoverCard *self,
                const ThHit *hit)
{
  g_autofree char *count = th_format_count (hit->count);
  g_autofree char *name = NULL;

  if (hit->count > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event in this pixel",
                                         "%s events in this pixel", hit->count), count);
  if (th_ref_is_none (hit->ref))
    return NULL;

  name =
    th_display_text_make_valid (th_recording_get_type_name (self->recording,
                                                            th_recording_get_type (self->recording,
                                                                                   hit->ref)));
  return g_steal_pointer (&name);
}

static char *
read_info (ThHoverCard *self,
           const ThHit *hit)
{
  if (th_ref_is_none (hit->ref) || hit->count > 1)
    return NULL;

  return th_display_text_of_event (self->reader, hit->ref);
}

/* --- legend --------------------------------------------------------------- */

#define BOX_WIDTH  26
#define BOX_HEIGHT 20
#define N_LEVELS   (TH_CONTEXT_REST_DEEPEST - TH_CONTEXT_REST + 1)

static void
draw_legend_cb (GtkDrawingArea *area,
                cairo_t        *cr,
                int             width,
                int             height,
                gpointer        data)
{
  ThHoverCard *self = data;
  ThTheme *theme = th_style_get_theme (th_style_get_default ());
  ThColor frame = th_theme_get_color (theme, TH_COLOR_INK); /* visible on the card, too */
  double box = (double) width / N_LEVELS;

  for (guint i = 0; i < N_LEVELS; i++)
    {
      g_autofree char *number = g_strdup_printf (i + 1 < N_LEVELS ? "%u" : "%u+", i);
      PangoLayout *layout = th_theme_get_layout (theme, number, 0.85, i == self->level);
      ThColor fill = th_theme_get_context_color (theme, TH_CONTEXT_REST + i);
      ThColor ink = th_theme_get_ink_on (theme, fill);
      int text_width, text_height;

      cairo_rectangle (cr, i * box + 1, 1, box - 2, height - 2);
      cairo_set_source_rgb (cr, fill.red, fill.green, fill.blue);
      cairo_fill_preserve (cr);
      cairo_set_source_rgb (cr, frame.red, frame.green, frame.blue);
      cairo_set_line_width (cr, 2);
      if (i == self->level)
        cairo_stroke (cr);
      cairo_new_path (cr);
      cairo_set_source_rgb (cr, ink.red, ink.green, ink.blue);
      pango_layout_get_pixel_size (layout, &text_width, &text_height);
      cairo_move_to (cr, i * box + (box - text_width) / 2, (height - text_height) / 2.0);
      pango_cairo_show_layout (cr, layout);
    }
}

static void
show_legend (ThHoverCard *self,
             const ThHit *hit)
{
  ThSlices *slices = hit->track != NULL ? th_track_get_slices (hit->track) : NULL;
  guint context = slices != NULL && hit->slice < th_slices_get_n (slices, hit->depth)
                    ? th_slices_get (slices, hit->depth, hit->slice)->context : 0;
  gboolean is_rest = context >= TH_CONTEXT_REST && context <= TH_CONTEXT_REST_DEEPEST;

  gtk_widget_set_visible (self->legend, is_rest);
  if (!is_rest)
    return;

  self->level = context - TH_CONTEXT_REST;
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->legend),
                                      N_LEVELS * th_style_grow (BOX_WIDTH));
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->legend), th_style_grow (BOX_HEIGHT));
  gtk_widget_queue_draw (self->legend);
}

void
th_hover_card_show (ThHoverCard *self,
                    const ThHit *hit,
                    gint64       time)
{
  ThScene *scene = self->document != NULL ? th_document_get_scene (self->document) : NULL;
  g_autofree char *at = NULL, *task = NULL, *event = NULL, *info = NULL, *end = NULL, *why = NULL;
  const ThLane *lane;

  if (scene == NULL || hit->lane >= th_scene_get_n_lanes (scene))
    {
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return;
    }

  lane = th_scene_get_lane (scene, hit->lane);
  if (hit->track != NULL && self->recording != NULL)
    describe_track (self, hit, &task, &event, &info, &end, &why, &time);
  else if (lane->kind == TH_LANE_FLOW)
    describe_leg (self, lane, hit, &task, &event, &info, &time);
  else if (lane->kind == TH_LANE_CPU && self->recording != NULL)
    {
      task = describe_run (self, lane, hit);
      event = hit->lost != G_MAXUINT32 ? describe_lost (self, lane, hit)
                                       : describe_event (self, hit);
      info = hit->lost != G_MAXUINT32 ? NULL : read_info (self, hit);
      if (!th_ref_is_none (hit->ref) && hit->count == 1)
        time = th_recording_get_time (self->recording, hit->ref);
    }

  at = th_document_format_time (self->document, time);
  set_line (self->time, at);
  set_line (self->task, task);
  set_line (self->event, event);
  set_line (self->why, why);
  set_line (self->info, info);
  set_line (self->end, end);
  show_legend (self, hit);
  gtk_widget_set_visible (GTK_WIDGET (self), task != NULL || event != NULL);
}

static void
recording_changed_cb (ThHoverCard *self)
{
  g_clear_pointer (&self->reader, th_reader_free);
  self->recording = self->document != NULL ? th_document_get_recording (self->document) : NULL;
  if (self->recording != NULL)
    self->reader = th_reader_new (self->recording);
}

void
th_hover_card_set_document (ThHoverCard *self,
                            ThDocument  *document)
{
  g_set_object (&self->document, document);
  g_signal_group_set_target (self->document_signals, document);
  recording_changed_cb (self);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}

static void
th_hover_card_dispose (GObject *object)
{
  ThHoverCard *self = TH_HOVER_CARD (object);

  g_clear_object (&self->document_signals);
  g_clear_object (&self->document);
  recording_changed_cb (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_HOVER_CARD);

  G_OBJECT_CLASS (th_hover_card_parent_class)->dispose (object);
}

static void
th_hover_card_class_init (ThHoverCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_hover_card_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "hovercard");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_TOOLTIP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-hover-card.ui");
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, box);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, time);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, task);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, event);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, why);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, info);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, end);
  gtk_widget_class_bind_template_child (widget_class, ThHoverCard, legend);
}

static void
th_hover_card_init (ThHoverCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->legend), draw_legend_cb, self, NULL);
  self->document_signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->document_signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
}

GtkWidget *
th_hover_card_new (void)
{
  return g_object_new (TH_TYPE_HOVER_CARD, NULL);
}
