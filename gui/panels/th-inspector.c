/* th-inspector.c - the details of the selected event and span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-inspector.h"

#include <glib/gi18n-lib.h>

#include "th-context-menus.h"
#include "th-display-text.h"
#include "th-event-details.h"
#include "th-filter-state.h"
#include "th-flow-follower.h"
#include "th-flow-lookup.h"
#include "th-lane-vcpu.h"
#include "th-scene-times.h"
#include "th-shortcuts.h"
#include "th-value-grid.h"
#include "th-widgets.h"

/* Maximum number of CPUs listed for a span; machines may have thousands. */
#define MAX_SHARES 64

#define N_OWN_PAGES 2u /* event and journey */

struct _ThInspector
{
  GtkWidget        parent;

  GtkWidget       *outer;       /* switcher and pages */
  GtkWidget       *pages;       /* event | journey | further ones */
  GtkWidget       *switcher;
  GtkBox          *journey_place;
  GtkWidget       *journey;     /* in that place; NULL until a flow is followed */
  GtkWidget       *span_box;    /* rebuilt while the pointer drags */
  GtkWidget       *event_box;   /* rebuilt when an event is selected or was read */
  GtkWidget       *target;      /* the box that is being filled */
  gboolean         is_stale;    /* rebuild these boxes when their page is shown */

  ThDocument      *document;
  GSignalGroup    *signals;     /* of the document */
  ThEventDetailsReader *reader;
  GCancellable    *cancellable; /* of the pending read; or NULL */
  ThEventDetails  *details;     /* of the selected event; NULL until read */
  ThRef            shown;       /* the event that the page shows; or none */
  gint64           span_from;   /* the shown span; TH_TIME_NONE: none */
  gint64           span_to;
  guint64          span_events; /* number of events in it */
  const char      *noun;        /* kind of flow of the shown event; or NULL */
  gboolean         shows_carrier; /* the row about the host is shown */
  ThUnlisted       unlisted;      /* why the table does not list the event, as the panel says */
};

G_DEFINE_FINAL_TYPE (ThInspector, th_inspector, GTK_TYPE_WIDGET)

/* --- building blocks ---------------------------------------------------- */

static GtkWidget *
add_label (ThInspector *self,
           const char  *text,
           const char  *css_class)
{
  GtkWidget *label = th_value_text_new (text);

  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (self->target), label);

  return label;
}

static void
add_heading (ThInspector *self,
             const char  *text)
{
  GtkWidget *label = add_label (self, text, "heading");

  gtk_widget_add_css_class (label, "section");
}

static GtkWidget *
add_grid (ThInspector *self)
{
  GtkWidget *grid = th_value_grid_new ();

  gtk_box_append (GTK_BOX (self->target), grid);

  return grid;
}

static void
mark_part (GtkWidget   *grid,
           int          row,
           ThRecording *recording,
           ThRef        ref,
           ThEventPart  part)
{
  g_autofree char *test = th_filter_test_of_event (recording, ref, part);
  GtkWidget *value = gtk_grid_get_child_at (GTK_GRID (grid), 1, row);

  th_value_grid_mark (grid, row,
                      &(ThValueMark) { gtk_label_get_text (GTK_LABEL (value)), test });
}

static GtkWidget *
action_button_new (const char *label,
                   const char *action)
{
  GtkWidget *button = gtk_button_new_with_mnemonic (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  th_shortcuts_set_tooltip (button, action);
  return button;
}

static void
add_button (ThInspector *self,
            const char  *label,
            const char  *action)
{
  GtkWidget *button = action_button_new (label, action);

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "follow");
  gtk_box_append (GTK_BOX (self->target), button);
}

/* --- span --------------------------------------------------------------- */

static void
add_shares (ThInspector *self,
            GtkWidget   *grid,
            int          row,
            gint64       from,
            gint64       to)
{
  ThRecording *recording = th_document_get_recording (self->document), *part = NULL;
  g_autoptr(GArray) cpus = th_recording_list_runs (recording);

  for (guint i = 0; i < MIN (cpus->len, MAX_SHARES); i++)
    {
      const ThCpuRuns *cpu = &g_array_index (cpus, ThCpuRuns, i);
      g_autofree char *name = g_strdup_printf (_("CPU %u"), th_cpu_get_number (cpu->cpu));
      double busy = 100.0 * (double) th_cpu_get_busy (cpu->runs, from, to) / (double) (to - from);

      if (th_recording_get_n_parts (recording) > 1 && cpu->part != part)
        {
          g_autofree char *heading =
            th_display_text_make_valid (th_recording_get_name (cpu->part));

          th_value_grid_add_heading (grid, row++, heading);
        }
      part = cpu->part;
      th_value_grid_take (grid, row++, name, g_strdup_printf (_("%.1f %% busy"), busy));
    }
}

static void
add_span (ThInspector *self)
{
  gint64 from, to;
  GtkWidget *grid;

  if (!th_document_get_span (self->document, &from, &to))
    return;

  self->span_from = from;
  self->span_to = to;
  self->span_events = th_document_count_events (self->document, from, to);
  add_heading (self, _("Selected span"));
  grid = add_grid (self);
  th_value_grid_take (grid, 0, _("Length"), th_document_format_length (self->document, to - from));
  th_value_grid_take (grid, 1, _("From"), th_document_format_time (self->document, from));
  th_value_grid_take (grid, 2, _("To"), th_document_format_time (self->document, to));
  th_value_grid_take (grid, 3, _("Events"), th_format_count (self->span_events));
  add_shares (self, grid, 4, from, to);
  add_button (self, _("Statistics"), "win.span-statistics");
}

/* --- event -------------------------------------------------------------- */

static char *
dup_task (ThRecording *recording,
          ThRef        ref)
{
  ThTasks *tasks = th_recording_get_tasks (recording);
  guint32 task = th_recording_get_task (recording, ref);
  g_autofree char *name = NULL;

  if (task == TH_TASK_NONE)
    return g_strdup (_("unknown"));

  name = th_display_text_make_valid (th_tasks_get_name (tasks, task,
                                                        th_recording_get_time (recording, ref)));
  return g_strdup_printf ("%s (%d)", name, th_tasks_get_pid (tasks, task));
}

static void
add_follow (ThInspector *self,
            ThRef        ref)
{
  g_autofree char *label = NULL;

  self->noun = th_document_get_noun (self->document, ref);
  if (self->noun == NULL)
    return;

  label = th_flow_lookup_dup_label (self->noun, FALSE);
  add_button (self, label, "win.follow");
}

/* Describes on which host CPU a guest ran at an event of the guest; NULL if that is not
 * known.  A guest runs only between a VM entry and a VM exit: an event outside of these
 * means that the clocks are not synchronized. */
static char *
dup_carrier (ThInspector *self,
             ThRef        ref)
{
  ThCarrier carrier;

  if (!th_scene_find_carrier (th_document_get_scene (self->document), ref, &carrier))
    return NULL;
  if (carrier.inside)
    /* Translators: the host CPU on which a guest ran at an event of the guest */
    return g_strdup_printf (_("on CPU %u"), carrier.cpu);

  /* Translators: state of a virtual CPU; %s is "exit: hlt" */
  return g_strdup_printf (_("out of guest (%s)"), carrier.reason);
}

static char *
dup_stream_recording (ThStream *stream)
{
  return th_display_text_make_valid (th_recording_get_name (th_stream_get_recording (stream)));
}

/* The table does not show the event, so this is the only place that does. */
static void
add_unlisted (ThInspector *self,
              ThRef        ref)
{
  GtkWidget *box, *button, *text;

  self->unlisted = th_document_get_unlisted (self->document, ref);
  if (self->unlisted == TH_IS_LISTED)
    return;

  box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  if (self->unlisted == TH_UNLISTED_BY_FILTER)
    {
      text = th_paragraph_new (_("The filter hides this event."), NULL);
      button = action_button_new (_("_Clear the Filter"), "win.clear-filter");
    }
  else
    {
      text = th_paragraph_new (_("This event is outside the span, and only that is listed."), NULL);
      button = action_button_new (_("_List All Events"), "win.only-span");
    }
  gtk_widget_set_hexpand (text, TRUE);
  gtk_widget_set_valign (text, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (box, "hidden-event");
  gtk_box_append (GTK_BOX (box), text);
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (self->target), box);
}

static void
add_event_head (ThInspector *self,
                ThRef        ref)
{
  ThRecording *recording = th_document_get_recording (self->document);
  ThScene *scene = th_document_get_scene (self->document);
  ThCpu *cpu = th_recording_get_cpu (recording, ref);
  guint type = th_recording_get_type (recording, ref);
  g_autofree char *name = th_display_text_make_valid (th_recording_get_type_name (recording, type));
  g_autofree char *system =
    th_display_text_make_valid (th_recording_get_type_system (recording, type));
  ThStream *stream = th_recording_get_stream (recording, ref.stream);
  gint64 time = th_recording_get_time (recording, ref);
  gint64 first, last;
  GtkWidget *grid;
  char *carrier;
  int row = 0;

  add_label (self, name, "title-event");
  if (self->details != NULL && self->details->info != NULL && self->details->info[0] != '\0')
    add_label (self, self->details->info, "info");

  add_unlisted (self, ref);
  add_follow (self, ref);
  grid = add_grid (self);
  th_value_grid_take (grid, row++, _("Time"), th_scene_format_time (scene, time, TH_TIME_ABSOLUTE));
  if (th_document_get_range (self->document, &first, &last))
    th_value_grid_take (grid, row++, _("Since start"),
                        th_scene_format_time (scene, time, TH_TIME_RELATIVE));
  if (th_cpu_get_number (cpu) != G_MAXUINT)
    {
      th_value_grid_take (grid, row, _("CPU"), g_strdup_printf ("%u", th_cpu_get_number (cpu)));
      mark_part (grid, row++, recording, ref, TH_EVENT_CPU);
    }
  self->shows_carrier = (carrier = dup_carrier (self, ref)) != NULL;
  if (carrier != NULL)
    th_value_grid_take (grid, row++, _("On the host"), carrier);
  if (!th_stream_is_interface (stream))
    {
      th_value_grid_take (grid, row, _("Task"), dup_task (recording, ref));
      mark_part (grid, row++, recording, ref, TH_EVENT_TASK);
    }
  th_value_grid_add (grid, row++, _("System"), system);
  if (th_recording_get_n_parts (recording) > 1)
    th_value_grid_take (grid, row++, _("Recording"), dup_stream_recording (stream));
  if (th_stream_get_name (stream)[0] != '\0')
    th_value_grid_take (grid, row++, th_stream_is_interface (stream) ? _("Interface") : _("Buffer"),
                        th_display_text_make_valid (th_stream_get_name (stream)));
}

static void
add_fields (ThInspector  *self,
            const char   *heading,
            const GArray *fields)
{
  GtkWidget *grid;

  if (fields->len == 0)
    return;

  add_heading (self, heading);
  grid = add_grid (self);
  for (guint i = 0; i < fields->len; i++)
    {
      const ThDetail *detail = &g_array_index (fields, ThDetail, i);

      th_value_grid_add (grid, i, detail->name, detail->value);
      th_value_grid_mark (grid, i, &(ThValueMark) { detail->value, detail->test, detail->name });
    }
}

static void
add_stack (ThInspector *self)
{
  const GArray *stack = self->details->stack;
  GtkWidget *label;

  if (stack->len == 0 && self->details->stack_end == NULL)
    return;

  add_heading (self, _("Stack"));
  for (guint i = 0; i < stack->len; i++)
    {
      const ThDetail *frame = &g_array_index (stack, ThDetail, i);

      label = add_label (self, frame->name != NULL ? frame->name : frame->value, "stack-frame");
      gtk_widget_set_tooltip_text (label, frame->value);
    }
  if (self->details->stack_end != NULL)
    add_label (self, self->details->stack_end, "info");
}

static void
add_bytes (ThInspector *self)
{
  GtkWidget *text;

  if (self->details->bytes == NULL)
    return;

  add_heading (self, _("Bytes of the Frame"));
  text = add_label (self, self->details->bytes, "frame-bytes");
  gtk_accessible_update_property (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Bytes of the Frame"), -1);
}

static void
add_details (ThInspector *self)
{
  g_autofree char *left_out = NULL, *count = NULL;

  add_fields (self, _("Fields"), self->details->fields);
  add_stack (self);
  add_bytes (self);
  add_fields (self, _("Common fields"), self->details->common);
  if (self->details->n_left_out == 0)
    return;

  count = th_format_count (self->details->n_left_out);
  left_out = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s more not shown",
                                           "%s more not shown", self->details->n_left_out),
                              count);
  add_label (self, left_out, "dim-label");
}

/* Opens the menu of the clicked row, before the label opens its own menu. */
static void
menu_cb (ThInspector     *self,
         int              n_press,
         double           x,
         double           y,
         GtkGestureClick *gesture)
{
  GtkWidget *at = gtk_widget_pick (self->event_box, x, y, GTK_PICK_DEFAULT);
  ThValueMark mark;

  if (!th_value_grid_find_mark (at, self->event_box, &mark) ||
      !gtk_widget_translate_coordinates (self->event_box, GTK_WIDGET (self), x, y, &x, &y))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  th_context_menu_popup (GTK_WIDGET (self), x, y,
                         th_context_menu_for_detail (th_document_get_recording (self->document),
                                                     self->details != NULL ? self->details->ref
                                                                           : TH_REF_NONE,
                                                     mark.field, mark.value, mark.test));
}

/* --- updates ------------------------------------------------------------ */

/* Whether the page with the event and the span is visible.  While it is hidden, its dozens of
 * labels are not made: each step along a journey, for example, selects another event. */
static gboolean
is_event_page_shown (ThInspector *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->pages)), "event") == 0;
}

/* Empties @box, which will be filled next.  If its page is hidden, returns FALSE instead: the page
 * is filled when it becomes visible. */
static gboolean
begin (ThInspector *self,
       GtkWidget   *box)
{
  if (!is_event_page_shown (self))
    {
      self->is_stale = TRUE;
      return FALSE;
    }

  th_widget_clear (box);
  self->target = box;
  return TRUE;
}

static void
rebuild_span (ThInspector *self)
{
  if (!begin (self, self->span_box))
    return;

  self->span_from = self->span_to = TH_TIME_NONE;
  if (self->document != NULL && th_document_get_recording (self->document) != NULL)
    add_span (self);
  gtk_widget_set_visible (self->span_box, gtk_widget_get_first_child (self->span_box) != NULL);
  /* Otherwise GTK 4.8 keeps the height that the box had while it was hidden and empty. */
  gtk_widget_queue_resize (self->span_box);
}

static void
rebuild_event (ThInspector *self)
{
  gint64 from, to;
  ThRef ref;

  self->shown = TH_REF_NONE;
  if (!begin (self, self->event_box) || self->document == NULL ||
      th_document_get_recording (self->document) == NULL)
    return;

  ref = th_document_get_selected (self->document);
  self->shown = ref;
  self->unlisted = TH_IS_LISTED;
  if (th_ref_is_none (ref))
    {
      /* A selected span is shown above. */
      if (th_document_get_span (self->document, &from, &to))
        return;
      add_label (self, _("Nothing selected"), "title-event");
      add_label (self, _("Click an event in a lane or in the table to see its fields and stack. "
                         "Drag across the lanes to measure a span."), "dim-label");
      return;
    }

  add_event_head (self, ref);
  if (self->details != NULL)
    add_details (self);
}

/* Rebuilds the dozens of labels of the span only if the span has changed. */
static void
update_span (ThInspector *self)
{
  gint64 from = TH_TIME_NONE, to = TH_TIME_NONE;
  gboolean has_span = th_document_get_span (self->document, &from, &to);

  if (from != self->span_from || to != self->span_to ||
      (has_span && th_document_count_events (self->document, from, to) != self->span_events))
    {
      rebuild_span (self);
      if (th_ref_is_none (self->shown))
        rebuild_event (self);
    }
}

static void
rebuild (ThInspector *self)
{
  rebuild_span (self);
  rebuild_event (self);
}

static void
page_changed_cb (ThInspector *self)
{
  if (!self->is_stale || !is_event_page_shown (self))
    return;

  self->is_stale = FALSE;
  rebuild (self);
}

static void
details_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThEventDetails) details = th_event_details_read_finish (result, &error);
  ThInspector *self = data;

  if (details == NULL) /* cancelled: @self may be gone */
    return;

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->details, th_event_details_free);
  self->details = g_steal_pointer (&details);
  rebuild_event (self);
}

static void
stop_reading (ThInspector *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

static void
update_unlisted (ThInspector *self)
{
  if (!th_ref_is_none (self->shown) &&
      th_document_get_unlisted (self->document, self->shown) != self->unlisted)
    rebuild_event (self);
}

static void
selection_changed_cb (ThInspector *self)
{
  ThRef ref = th_document_get_selected (self->document);

  if (self->details == NULL || !th_ref_equal (self->details->ref, ref))
    {
      stop_reading (self);
      g_clear_pointer (&self->details, th_event_details_free);
      if (!th_ref_is_none (ref) && self->reader != NULL)
        {
          self->cancellable = g_cancellable_new ();
          th_event_details_read_async (self->reader, ref, self->cancellable, details_read_cb, self);
        }
    }
  update_span (self);
  if (!th_ref_equal (self->shown, ref))
    rebuild_event (self);
  else
    update_unlisted (self);
}

/* Results may determine whether the event can be followed and where its guest ran. */
static void
results_changed_cb (ThInspector *self)
{
  ThCarrier carrier;

  if (!th_ref_is_none (self->shown) &&
      (th_document_get_noun (self->document, self->shown) != self->noun ||
       th_scene_find_carrier (th_document_get_scene (self->document), self->shown,
                              &carrier) != self->shows_carrier))
    rebuild_event (self);
}

static void
recording_changed_cb (ThInspector *self)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;

  stop_reading (self);
  g_clear_pointer (&self->details, th_event_details_free);
  g_clear_pointer (&self->reader, th_event_details_reader_unref);
  if (recording != NULL)
    self->reader = th_event_details_reader_new (recording);
  rebuild (self);
}

void
th_inspector_set_document (ThInspector *self,
                           ThDocument  *document)
{
  if (self->document == document)
    return;

  g_set_object (&self->document, document);
  if (self->journey != NULL)
    th_journey_panel_set_document (TH_JOURNEY_PANEL (self->journey), document);
  th_inspector_update_journey (self);
  recording_changed_cb (self);
  g_signal_group_set_target (self->signals, document);
}

gboolean
th_inspector_is_busy (ThInspector *self)
{
  return self->cancellable != NULL ||
         (self->journey != NULL && th_journey_panel_is_busy (TH_JOURNEY_PANEL (self->journey)));
}

/* --- the journey -------------------------------------------------------- */

/* Most windows never show a journey, whose many labels would delay their first frame. */
ThJourneyPanel *
th_inspector_get_journey (ThInspector *self)
{
  if (self->journey == NULL)
    {
      self->journey = g_object_new (TH_TYPE_JOURNEY_PANEL, "hexpand", TRUE, NULL);
      th_journey_panel_set_document (TH_JOURNEY_PANEL (self->journey), self->document);
      gtk_box_append (self->journey_place, self->journey);
    }

  return TH_JOURNEY_PANEL (self->journey);
}

static gboolean
is_following (ThInspector *self)
{
  return self->document != NULL &&
         th_flow_follower_get_followed (th_document_get_follower (self->document), NULL) != NULL;
}

void
th_inspector_show_journey (ThInspector *self,
                           gboolean     show)
{
  show = show && is_following (self);
  if (show)
    th_inspector_get_journey (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), show ? "journey" : "event");
}

gboolean
th_inspector_is_journey_shown (ThInspector *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (self->pages)), "journey") == 0;
}

static gboolean
has_further_pages (ThInspector *self)
{
  g_autoptr(GListModel) pages = G_LIST_MODEL (gtk_stack_get_pages (GTK_STACK (self->pages)));

  return g_list_model_get_n_items (pages) > N_OWN_PAGES;
}

static void
update_switcher (ThInspector *self)
{
  gboolean followed = is_following (self);

  /* The pages are gone when the window is being destroyed. */
  if (gtk_stack_get_visible_child (GTK_STACK (self->pages)) == NULL)
    return;

  gtk_stack_page_set_visible (gtk_stack_get_page (GTK_STACK (self->pages),
                                                  GTK_WIDGET (self->journey_place)), followed);
  gtk_widget_set_visible (self->switcher, followed || has_further_pages (self));
}

void
th_inspector_update_journey (ThInspector *self)
{
  if (is_following (self))
    th_inspector_get_journey (self);
  else if (th_inspector_is_journey_shown (self))
    th_inspector_show_journey (self, FALSE);
  update_switcher (self);
}

/* --- further pages -------------------------------------------------------- */

void
th_inspector_set_page (ThInspector *self,
                       const char  *name,
                       const char  *title,
                       GtkWidget   *page)
{
  GtkStack *pages = GTK_STACK (self->pages);
  GtkWidget *old = gtk_stack_get_child_by_name (pages, name);

  g_return_if_fail (TH_IS_INSPECTOR (self));

  if (old != NULL && old != page)
    gtk_stack_remove (pages, old);
  if (page != NULL && old != page)
    gtk_stack_add_named (pages, page, name);
  if (page != NULL)
    gtk_stack_page_set_title (gtk_stack_get_page (pages, page), title);
  update_switcher (self);
}

void
th_inspector_show_page (ThInspector *self,
                        const char  *name)
{
  if (gtk_stack_get_child_by_name (GTK_STACK (self->pages), name) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (self->pages), name);
}

const char *
th_inspector_get_page (ThInspector *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->pages));
}

/* --- class -------------------------------------------------------------- */

static void
th_inspector_dispose (GObject *object)
{
  ThInspector *self = TH_INSPECTOR (object);

  if (self->outer != NULL)
    th_inspector_set_document (self, NULL);
  stop_reading (self);
  g_clear_object (&self->signals);
  g_clear_pointer (&self->outer, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_INSPECTOR);

  G_OBJECT_CLASS (th_inspector_parent_class)->dispose (object);
}

static void
th_inspector_class_init (ThInspectorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_inspector_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "inspector");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, ThInspector, outer);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, pages);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, switcher);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, journey_place);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, span_box);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, event_box);
  gtk_widget_class_bind_template_callback (widget_class, menu_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_changed_cb);
}

static void
th_inspector_init (ThInspector *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "selection-changed",
                                  G_CALLBACK (selection_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "results-changed",
                                  G_CALLBACK (results_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "filter-changed",
                                  G_CALLBACK (update_unlisted), self);
  g_signal_group_connect_swapped (self->signals, "notify::only-span",
                                  G_CALLBACK (update_unlisted), self);
  g_signal_group_connect_swapped (self->signals, "notify::time-format", G_CALLBACK (rebuild), self);
}
