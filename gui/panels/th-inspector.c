/* th-inspector.c - the details of the selected event and span
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-inspector.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-lane-vcpu.h"
#include "th-scene-times.h"
#include "th-shortcuts.h"
#include "th-event-details.h"
#include "th-filter-state.h"
#include "th-context-menus.h"
#include "th-popup.h"
#include "th-display-text.h"
#include "th-widgets.h"

/* Maximum number of CPUs listed for a span; machines may have thousands. */
#define MAX_SHARES 64

struct _ThInspector
{
  GtkWidget        parent;

  GtkWidget       *outer;       /* switcher and pages */
  GtkWidget       *pages;       /* event | journey */
  GtkWidget       *switcher;
  GtkWidget       *journey;
  GtkWidget       *span_box;    /* rebuilt while the pointer drags */
  GtkWidget       *event_box;   /* rebuilt when an event is selected or was read */
  GtkWidget       *target;      /* the box that is being filled */

  ThDocument      *document;
  GSignalGroup    *signals;     /* of the document */
  ThEventDetailsReader *reader;
  GCancellable    *cancellable; /* of the pending read; or NULL */
  ThEventDetails  *details;     /* of the selected event; NULL until read */
  ThRef            shown;
  gint64           span_from;   /* the shown span; TH_TIME_NONE: none */
  gint64           span_to;
  guint64          span_events; /* number of events in it */
  const char      *noun;        /* kind of flow of the shown event; or NULL */
  gboolean         shows_carrier; /* the row about the host is shown */
};

G_DEFINE_FINAL_TYPE (ThInspector, th_inspector, GTK_TYPE_WIDGET)

/* --- building blocks ---------------------------------------------------- */

/* Minimum number of characters in a line of wrapped text.  A label measures its minimum
 * width by laying out its text: with one character per line, 10 KB of text took a third of a
 * second. */
#define LEAST_CHARS 12
/* A longer text is in a scrolled text view, which lays out only the visible part. */
#define MAX_LABEL_BYTES 12288
#define LONG_TEXT_HEIGHT 280
/* A text view lays out whole paragraphs, so longer ones are split, if possible after a
 * space. */
#define MAX_PARAGRAPH_BYTES 8192

static GtkWidget *
label_new (const char *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "yalign", 0.0,
                                   "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "selectable", TRUE, "width-chars", LEAST_CHARS, NULL);

  /* The mouse can select text, but Tab must not stop at every value.  If the label were only
   * not focusable, Tab would get stuck: GTK 4.8 claims that a selectable label took the
   * focus. */
  gtk_widget_set_can_focus (label, FALSE);
  th_label_forbid_hyphens (label);

  return label;
}

/* Returns the length of the first paragraph of @text in bytes. */
static gsize
measure_paragraph (const char *text)
{
  gsize length = strlen (text), end = MAX_PARAGRAPH_BYTES;

  if (length <= MAX_PARAGRAPH_BYTES)
    return length;

  while (end > MAX_PARAGRAPH_BYTES / 2 && text[end - 1] != ' ')
    end--;
  if (text[end - 1] == ' ')
    return end;

  for (end = MAX_PARAGRAPH_BYTES; (text[end] & 0xc0) == 0x80; end--)
    ;
  return end;
}

static void
fill_buffer (GtkTextBuffer *buffer,
             const char    *text)
{
  GtkTextTag *plain = gtk_text_buffer_create_tag (buffer, NULL, "insert-hyphens", FALSE, NULL);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  while (*text != '\0')
    {
      gsize n = measure_paragraph (text);

      gtk_text_buffer_insert_with_tags (buffer, &end, text, n, plain, NULL);
      text += n;
      if (*text != '\0')
        gtk_text_buffer_insert (buffer, &end, "\n", 1);
    }
}

static GtkWidget *
long_text_new (const char *text)
{
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();

  fill_buffer (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), text);
  g_object_set (view, "editable", FALSE, "cursor-visible", FALSE, "accepts-tab", FALSE,
                "wrap-mode", GTK_WRAP_WORD_CHAR, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Long text"), -1);
  g_object_set (scroller, "child", view, "hexpand", TRUE, "hscrollbar-policy", GTK_POLICY_NEVER,
                "overlay-scrolling", FALSE, "height-request", LONG_TEXT_HEIGHT, NULL);

  return scroller;
}

/* Creates a widget that shows @text of any length. */
static GtkWidget *
text_new (const char *text)
{
  return strlen (text) > MAX_LABEL_BYTES ? long_text_new (text) : label_new (text);
}

static GtkWidget *
add_label (ThInspector *self,
           const char  *text,
           const char  *css_class)
{
  GtkWidget *label = text_new (text);

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
  GtkWidget *grid = gtk_grid_new ();

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 3);
  gtk_box_append (GTK_BOX (self->target), grid);

  return grid;
}

static void
add_row (GtkWidget  *grid,
         int         row,
         const char *name,
         const char *value)
{
  GtkWidget *key = g_object_new (GTK_TYPE_LABEL, "label", name, "xalign", 0.0, "yalign", 0.0,
                                 "ellipsize", PANGO_ELLIPSIZE_END,
                                 "width-chars", 10, "max-width-chars", 20, "tooltip-text", name,
                                 NULL);
  GtkWidget *text = text_new (value);

  gtk_widget_set_hexpand (text, TRUE);
  if (GTK_IS_LABEL (text))
    gtk_label_set_max_width_chars (GTK_LABEL (text), LEAST_CHARS);
  gtk_widget_add_css_class (key, "dim-label");
  gtk_widget_add_css_class (text, "value");
  gtk_accessible_update_property (GTK_ACCESSIBLE (key), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "",
                                  -1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (text), GTK_ACCESSIBLE_RELATION_LABELLED_BY, key,
                                  NULL, -1);
  gtk_grid_attach (GTK_GRID (grid), key, 0, row, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), text, 1, row, 1, 1);
}

static void
set_text (GtkWidget  *grid,
          int         row,
          const char *key,
          const char *text)
{
  for (int column = 0; column < 2; column++)
    g_object_set_data_full (G_OBJECT (gtk_grid_get_child_at (GTK_GRID (grid), column, row)), key,
                            g_strdup (text), g_free);
}

/* Sets what the menu of a row copies, and its filter condition, which may be NULL; see
 * menu_cb(). */
static void
mark_row (GtkWidget  *grid,
          int         row,
          const char *value,
          const char *test)
{
  set_text (grid, row, "th-test", test);
  set_text (grid, row, "th-value", value);
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

  mark_row (grid, row, gtk_label_get_text (GTK_LABEL (value)), test);
}

static void
take_row (GtkWidget  *grid,
          int         row,
          const char *name,
          char       *value)
{
  g_autofree char *owned = value;

  add_row (grid, row, name, owned);
}

static void
add_button (ThInspector *self,
            const char  *label,
            const char  *action)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  th_shortcuts_set_tooltip (button, action);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "follow");
  gtk_box_append (GTK_BOX (self->target), button);
}

/* --- span --------------------------------------------------------------- */

/* Adds the name of a recording above the rows of its CPUs. */
static void
add_part (GtkWidget   *grid,
          int          row,
          ThRecording *part)
{
  g_autofree char *name = th_display_text_make_valid (th_recording_get_name (part));
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", name, "xalign", 0.0, "ellipsize",
                                   PANGO_ELLIPSIZE_MIDDLE,
                                   "margin-top", 3, "tooltip-text", name, NULL);

  gtk_grid_attach (GTK_GRID (grid), label, 0, row, 2, 1);
}

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

      if (th_recording_get_n_parts (recording) > 1 && cpu->part != part)
        add_part (grid, row++, cpu->part);
      part = cpu->part;
      take_row (grid, row++, name,
                g_strdup_printf (_("%.1f %% busy"),
                                 100.0 * (double) th_cpu_get_busy (cpu->runs, from,
                                                                   to) / (double) (to - from)));
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
  take_row (grid, 0, _("Length"), th_document_format_length (self->document, to - from));
  take_row (grid, 1, _("From"), th_document_format_time (self->document, from));
  take_row (grid, 2, _("To"), th_document_format_time (self->document, to));
  take_row (grid, 3, _("Events"), th_format_count (self->span_events));
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

  /* Translators: %s is the kind of flow: "Follow packet" */
  label = g_strdup_printf (_("Follow %s"), self->noun);
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

static void
add_event_head (ThInspector *self,
                ThRef        ref)
{
  ThRecording *recording = th_document_get_recording (self->document);
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

  add_follow (self, ref);
  grid = add_grid (self);
  take_row (grid, row++, _("Time"),
            th_scene_format_time (th_document_get_scene (self->document), time, TH_TIME_ABSOLUTE));
  if (th_document_get_range (self->document, &first, &last))
    take_row (grid, row++, _("Since start"),
              th_scene_format_time (th_document_get_scene (self->document), time,
                                    TH_TIME_RELATIVE));
  if (th_cpu_get_number (cpu) != G_MAXUINT)
    {
      take_row (grid, row, _("CPU"), g_strdup_printf ("%u", th_cpu_get_number (cpu)));
      mark_part (grid, row++, recording, ref, TH_EVENT_CPU);
    }
  self->shows_carrier = (carrier = dup_carrier (self, ref)) != NULL;
  if (carrier != NULL)
    take_row (grid, row++, _("On the host"), carrier);
  take_row (grid, row, _("Task"), dup_task (recording, ref));
  mark_part (grid, row++, recording, ref, TH_EVENT_TASK);
  add_row (grid, row++, _("System"), system);
  if (th_recording_get_n_parts (recording) > 1)
    take_row (grid, row++, _("Recording"), dup_stream_recording (stream));
  if (th_stream_get_name (stream)[0] != '\0')
    take_row (grid, row++, _("Buffer"), th_display_text_make_valid (th_stream_get_name (stream)));
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

      add_row (grid, i, detail->name, detail->value);
      mark_row (grid, i, detail->value, detail->test);
      set_text (grid, i, "th-field", detail->name);
    }
}

static void
add_stack (ThInspector *self)
{
  const GArray *stack = self->details->stack;
  GtkWidget *label;

  if (stack->len == 0)
    return;

  add_heading (self, _("Stack"));
  for (guint i = 0; i < stack->len; i++)
    {
      const ThDetail *frame = &g_array_index (stack, ThDetail, i);

      label = add_label (self, frame->name != NULL ? frame->name : frame->value, "stack-frame");
      gtk_widget_set_tooltip_text (label, frame->value);
    }
}

static void
add_details (ThInspector *self)
{
  g_autofree char *left_out = NULL, *count = NULL;

  add_fields (self, _("Fields"), self->details->fields);
  add_stack (self);
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
  const char *value = NULL;

  while (at != NULL && at != self->event_box &&
         (value = g_object_get_data (G_OBJECT (at), "th-value")) == NULL)
    at = gtk_widget_get_parent (at);
  if (value == NULL ||
      !gtk_widget_translate_coordinates (self->event_box, GTK_WIDGET (self), x, y, &x, &y))
    return;

  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  th_context_menu_popup (GTK_WIDGET (self), x, y,
                         th_context_menu_for_detail (th_document_get_recording (self->document),
                                                     self->details != NULL ? self->details->ref
                                                                           : TH_REF_NONE,
                                                     g_object_get_data (G_OBJECT (at), "th-field"),
                                                     value,
                                                     g_object_get_data (G_OBJECT (at), "th-test")));
}

/* --- updates ------------------------------------------------------------ */

static void
begin (ThInspector *self,
       GtkWidget   *box)
{
  th_widget_clear (box);
  self->target = box;
}

static void
rebuild_span (ThInspector *self)
{
  begin (self, self->span_box);
  self->span_from = self->span_to = TH_TIME_NONE;
  if (self->document != NULL && th_document_get_recording (self->document) != NULL)
    add_span (self);
  gtk_widget_set_visible (self->span_box, gtk_widget_get_first_child (self->span_box) != NULL);
  /* Otherwise GTK 4.8 keeps the height that the box had while it was hidden and empty. */
  gtk_widget_queue_resize (self->span_box);
}

/* Rebuilds the dozens of labels of the span only if the span has changed. */
static void
update_span (ThInspector *self)
{
  gint64 from = TH_TIME_NONE, to = TH_TIME_NONE;
  gboolean has_span = th_document_get_span (self->document, &from, &to);

  if (from != self->span_from || to != self->span_to ||
      (has_span && th_document_count_events (self->document, from, to) != self->span_events))
    rebuild_span (self);
}

static void
rebuild_event (ThInspector *self)
{
  ThRef ref;

  begin (self, self->event_box);
  if (self->document == NULL || th_document_get_recording (self->document) == NULL)
    return;

  ref = th_document_get_selected (self->document);
  self->shown = ref;
  if (th_ref_is_none (ref))
    {
      add_label (self, _("Nothing selected"), "title-event");
      add_label (self, _("Click an event in a lane or in the table to see its fields and stack. "
                         "Drag across the lanes to measure a span."), "dim-label");
      return;
    }

  add_event_head (self, ref);
  if (self->details != NULL)
    add_details (self);
}

static void
rebuild (ThInspector *self)
{
  rebuild_span (self);
  rebuild_event (self);
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
  th_journey_panel_set_document (TH_JOURNEY_PANEL (self->journey), document);
  th_inspector_update_journey (self);
  recording_changed_cb (self);
  g_signal_group_set_target (self->signals, document);
}

gboolean
th_inspector_is_busy (ThInspector *self)
{
  return self->cancellable != NULL || th_journey_panel_is_busy (TH_JOURNEY_PANEL (self->journey));
}

/* --- the journey -------------------------------------------------------- */

ThJourneyPanel *
th_inspector_get_journey (ThInspector *self)
{
  return TH_JOURNEY_PANEL (self->journey);
}

void
th_inspector_show_journey (ThInspector *self,
                           gboolean     show)
{
  show = show && self->document != NULL && th_document_get_followed (self->document, NULL) != NULL;
  gtk_stack_set_visible_child_name (GTK_STACK (self->pages), show ? "journey" : "event");
}

gboolean
th_inspector_is_journey_shown (ThInspector *self)
{
  return g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (self->pages)), "journey");
}

void
th_inspector_update_journey (ThInspector *self)
{
  gboolean followed = self->document != NULL &&
                      th_document_get_followed (self->document, NULL) != NULL;

  gtk_widget_set_visible (self->switcher, followed);
  if (!followed)
    th_inspector_show_journey (self, FALSE);
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
  g_type_ensure (TH_TYPE_JOURNEY_PANEL);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, ThInspector, outer);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, pages);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, switcher);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, journey);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, span_box);
  gtk_widget_class_bind_template_child (widget_class, ThInspector, event_box);
  gtk_widget_class_bind_template_callback (widget_class, menu_cb);
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
  g_signal_group_connect_swapped (self->signals, "notify::time-format", G_CALLBACK (rebuild), self);
}
