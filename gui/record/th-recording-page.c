/* th-recording-page.c - a recording in progress, as a page of the inspector
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-recording-page.h"

#include <glib/gi18n-lib.h>

#include "th-companion-row.h"
#include "th-message.h"
#include "th-number-format.h"
#include "th-rate-chart.h"
#include "th-widgets.h"

/* Beyond so many CPUs only the first are listed; the status bar shows the fullest. */
#define MAX_CPUS 64

typedef enum
{
  FACT_KERNEL,
  FACT_CLOCK,
  FACT_EVENTS,
  FACT_RECORDED,
  FACT_LINE,
  FACT_LOST,
  FACT_DELAY,
  FACT_RESUMED,
  N_FACTS
} Fact;

typedef struct
{
  GtkWidget *name, *bar, *fill, *peak;
} Row;

struct _ThRecordingPage
{
  GtkWidget        parent;

  GtkWidget       *box;
  GtkWidget       *title;
  GtkWidget       *summary;
  GtkGrid         *facts;
  GtkBox          *companions;
  GtkWidget       *rate;
  ThRateChart     *chart;
  GtkWidget       *elapsed;
  GtkWidget       *buffer_size;
  GtkGrid         *buffers;
  GtkWidget       *mark_box;
  GtkEditable     *mark;
  GtkCheckButton  *to_target;
  GtkWidget       *safe;

  ThLiveRecording *recording;
  GtkWidget       *names[N_FACTS], *values[N_FACTS];
  GArray          *rows;      /* Row, one for each CPU */
  guint            n_cpus;
};

G_DEFINE_FINAL_TYPE (ThRecordingPage, th_recording_page, GTK_TYPE_WIDGET)

/* --- facts ---------------------------------------------------------------------- */

static void
set_fact (ThRecordingPage *self,
          Fact             fact,
          char            *value) /* taken; NULL: unknown */
{
  gtk_widget_set_visible (self->names[fact], value != NULL);
  gtk_widget_set_visible (self->values[fact], value != NULL);
  if (value != NULL)
    th_label_set_text (self->values[fact], value);
  g_free (value);
}

/* A command line would be no name. */
static const char *
get_name (ThCapture *capture)
{
  ThTarget *target = th_capture_get_target (capture);

  return th_target_get_kind (target) != TH_TARGET_EXEC
         ? th_target_get_name (target)
         : th_message_get_string (th_capture_get_hello (capture), "host", "");
}

static char *
describe_kernel (ThCapture *capture)
{
  GVariant *hello = th_capture_get_hello (capture);
  g_autoptr(GVariant) cpus = g_variant_lookup_value (hello, "cpus", G_VARIANT_TYPE ("au"));
  guint n = cpus != NULL ? (guint) g_variant_n_children (cpus) : 0;

  /* Translators: release of the kernel, number of CPUs */
  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s, %u CPU", "%s, %u CPUs", n),
                          th_message_get_string (hello, "release", ""), n);
}

static char *
describe_events (ThLiveRecording       *recording,
                 const ThCaptureStatus *status)
{
  g_autofree char *count = th_format_count_short (status->n_events);

  if (!th_live_recording_is_active (recording))
    return g_steal_pointer (&count);

  /* Translators: %s is a number of events */
  return g_strdup_printf (_("%s so far"), count);
}

static char *
describe_line (const ThCaptureStatus *status)
{
  g_autofree char *size = g_format_size (status->n_line_bytes);

  if (status->n_line_bytes == 0)
    return NULL;
  /* Nothing is compressed on the way to this machine. */
  if (status->n_line_bytes >= status->n_bytes)
    return g_steal_pointer (&size);

  /* Translators: a size, and by how much what was sent had been compressed, as "8.8" to 1 */
  return g_strdup_printf (_("%s (%.1f:1)"), size,
                          (double) status->n_bytes / (double) status->n_line_bytes);
}

static char *
describe_lost (guint64 n_lost)
{
  g_autofree char *count = th_format_count (n_lost);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", n_lost), count);
}

static char *
describe_delay (ThLiveRecording *recording)
{
  double delay = th_live_recording_is_active (recording) &&
                 !th_live_recording_is_resuming (recording)
                 ? th_live_recording_get_delay_ms (recording) : -1;

  /* Translators: time from an event to its picture */
  return delay >= 0 ? g_strdup_printf (_("display %.0f ms behind"), delay) : NULL;
}

/* How often the connection was lost and taken up again; NULL: never. */
static char *
describe_resumed (ThCapture *capture)
{
  guint n = th_capture_get_n_resumed (capture);

  return n > 0 ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "lost %u time, and taken up again",
                                               "lost %u times, and taken up again", n), n) : NULL;
}

static void
show_facts (ThRecordingPage       *self,
            const ThCaptureStatus *status)
{
  guint64 n_lost = th_live_recording_get_n_lost (self->recording);
  gboolean unread = th_live_recording_get_plan (self->recording)->ring_mb > 0 &&
                    status->n_events == 0;

  /* What a ring holds is not counted before it is read. */
  set_fact (self, FACT_EVENTS, unread ? NULL : describe_events (self->recording, status));
  set_fact (self, FACT_RECORDED, unread ? NULL : g_format_size (status->n_bytes));
  set_fact (self, FACT_LINE, describe_line (status));
  set_fact (self, FACT_LOST, describe_lost (n_lost));
  set_fact (self, FACT_DELAY, describe_delay (self->recording));
  set_fact (self, FACT_RESUMED,
            describe_resumed (th_live_recording_get_capture (self->recording)));
  if (n_lost > 0)
    gtk_widget_add_css_class (self->values[FACT_LOST], "error");
}

static void
add_facts (ThRecordingPage *self)
{
  static const char *const names[N_FACTS] = {
    [FACT_KERNEL] = N_("Kernel"), [FACT_CLOCK] = N_("Clock"), [FACT_EVENTS] = N_("Events"),
    [FACT_RECORDED] = N_("Recorded"), [FACT_LINE] = N_("Transferred"), [FACT_LOST] = N_("Lost"),
    [FACT_DELAY] = N_("Delay"), [FACT_RESUMED] = N_("Connection"),
  };

  for (guint i = 0; i < N_FACTS; i++)
    {
      const char *name = _(names[i]);

      self->names[i] = th_label_new (name, "dim-label");
      self->values[i] = th_paragraph_new ("", "value");
      gtk_widget_set_hexpand (self->values[i], TRUE);
      th_label_place (self->names[i], name, "");
      th_label_place (self->values[i], name, _("Value"));
      gtk_grid_attach (self->facts, self->names[i], 0, (int) i, 1, 1);
      gtk_grid_attach (self->facts, self->values[i], 1, (int) i, 1, 1);
      set_fact (self, i, NULL);
    }
}

/* --- rates and buffers ------------------------------------------------------------- */

static char *
describe_rate (ThLiveRecording       *recording,
               const ThCaptureStatus *status)
{
  g_autofree char *rate = th_format_count_short ((guint64) MAX (status->events_per_second, 0));

  if (!th_live_recording_has_rates (recording))
    return g_strdup ("");

  /* Translators: %s is a number of events per second */
  return g_strdup_printf (_("%s now"), rate);
}

static void
show_rates (ThRecordingPage       *self,
            const ThCaptureStatus *status)
{
  g_autofree char *rate = describe_rate (self->recording, status);
  double seconds;

  th_rate_chart_set_rates (self->chart, th_live_recording_get_rates (self->recording, &seconds));
  th_label_set_text (self->rate, rate);
  th_label_set_text (self->elapsed, th_live_recording_get_elapsed (self->recording));
}

static void
add_row (ThRecordingPage *self,
         guint            number)
{
  g_autofree char *name = g_strdup_printf (_("CPU %u"), number);
  int line = (int) self->rows->len;
  Row row = { th_label_new (name, NULL), gtk_level_bar_new (), th_label_new ("", "value"),
              th_label_new ("", "value") };

  gtk_widget_set_hexpand (row.bar, TRUE);
  gtk_widget_set_valign (row.bar, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (row.bar, "fill");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row.bar), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  gtk_widget_add_css_class (row.peak, "dim-label");
  gtk_label_set_xalign (GTK_LABEL (row.fill), 1);
  gtk_label_set_xalign (GTK_LABEL (row.peak), 1);
  gtk_grid_attach (self->buffers, row.name, 0, line, 1, 1);
  gtk_grid_attach (self->buffers, row.bar, 1, line, 1, 1);
  gtk_grid_attach (self->buffers, row.fill, 2, line, 1, 1);
  gtk_grid_attach (self->buffers, row.peak, 3, line, 1, 1);
  g_array_append_val (self->rows, row);
}

static void
show_row (const Row          *row,
          const ThCaptureCpu *cpu)
{
  /* Translators: how full a buffer is */
  g_autofree char *fill = g_strdup_printf (_("%.0f %%"), cpu->fill * 100);
  /* Translators: how full a buffer was at most, in percent */
  g_autofree char *peak = g_strdup_printf (_("peak %.0f"), cpu->peak * 100);

  gtk_level_bar_set_value (GTK_LEVEL_BAR (row->bar), CLAMP (cpu->fill, 0, 1));
  th_label_set_text (row->fill, fill);
  th_label_set_text (row->peak, peak);
}

static void
show_buffers (ThRecordingPage       *self,
              const ThCaptureStatus *status)
{
  guint n = MIN (status->n_cpus, MAX_CPUS);

  while (self->rows->len < n)
    add_row (self, status->cpus[self->rows->len].number);
  for (guint i = 0; i < n; i++)
    show_row (&g_array_index (self->rows, Row, i), &status->cpus[i]);
}

/* --- following the recording --------------------------------------------------------- */

static void
show_status (ThRecordingPage *self)
{
  ThCaptureStatus status;

  if (!th_capture_get_status (th_live_recording_get_capture (self->recording), &status))
    return;

  show_facts (self, &status);
  show_rates (self, &status);
  show_buffers (self, &status);
}

/* A page that nobody sees costs nothing. */
static void
report_cb (ThRecordingPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    show_status (self);
}

/* What happens to a recording elsewhere if the connection is lost; some agents wait for another. */
static char *
describe_safe (ThCapture  *capture,
               const char *host)
{
  GVariant *configured = th_capture_get_configured (capture);

  if (th_message_get_string (configured, "resume", NULL) != NULL)
    /* Translators: %s is the name of a machine */
    return g_strdup_printf (_("The file can be opened at any moment, even after a crash. If the "
                              "connection is lost, %s goes on recording for a minute, in which it "
                              "can be taken up again; then it stops and removes its buffers."),
                            host);
  /* Translators: %s is the name of a machine */
  return g_strdup_printf (_("The file can be opened at any moment, even after a crash. If the "
                            "connection is lost, %s stops recording within 10 s and removes its "
                            "buffers."), host);
}

static void
show_safe (ThRecordingPage *self)
{
  ThCapture *capture = th_live_recording_get_capture (self->recording);
  ThTarget *target = th_capture_get_target (capture);
  g_autofree char *outcome = NULL, *text = NULL;

  if (!th_live_recording_is_active (self->recording))
    {
      outcome = th_live_recording_dup_outcome (self->recording);
      th_label_set_text (self->safe, outcome != NULL ? outcome : "");
      return;
    }
  if (!th_target_is_remote (target))
    {
      th_label_set_text (self->safe,
                         _("The file can be opened at any moment, even after a crash. When this "
                           "window closes, the recording stops and its buffers are removed."));
      return;
    }
  text = describe_safe (capture, th_live_recording_get_host (self->recording));
  th_label_set_text (self->safe, text);
}

static void
state_cb (ThRecordingPage *self)
{
  ThCapture *capture = th_live_recording_get_capture (self->recording);

  gtk_widget_set_visible (self->mark_box, th_capture_get_state (capture) == TH_CAPTURE_RECORDING);
  show_safe (self);
  show_status (self);
}

/* --- further targets -------------------------------------------------------------------- */

static void
add_companions (ThRecordingPage *self)
{
  ThCompanions *companions = th_live_recording_get_companions (self->recording);
  GListModel *list = companions != NULL ? th_companions_get_list (companions) : NULL;
  guint n = list != NULL ? g_list_model_get_n_items (list) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(ThCompanion) companion = g_list_model_get_item (list, i);

      gtk_box_append (self->companions, th_companion_row_new (companion));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->companions), n > 0);
}

/* --- marks ----------------------------------------------------------------------------- */

static void
mark_cb (ThRecordingPage *self)
{
  const char *text = gtk_editable_get_text (self->mark);

  if (th_live_recording_mark (self->recording, text, gtk_check_button_get_active (self->to_target)))
    gtk_editable_set_text (self->mark, "");
}

void
th_recording_page_ask_mark (ThRecordingPage *self)
{
  g_return_if_fail (TH_IS_RECORDING_PAGE (self));

  gtk_widget_grab_focus (GTK_WIDGET (self->mark));
}

/* --- class -------------------------------------------------------------------------------- */

static void
th_recording_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (th_recording_page_parent_class)->map (widget);

  show_status (TH_RECORDING_PAGE (widget));
}

static void
th_recording_page_dispose (GObject *object)
{
  ThRecordingPage *self = TH_RECORDING_PAGE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORDING_PAGE);
  g_clear_object (&self->recording);

  G_OBJECT_CLASS (th_recording_page_parent_class)->dispose (object);
}

static void
th_recording_page_finalize (GObject *object)
{
  g_array_unref (TH_RECORDING_PAGE (object)->rows);

  G_OBJECT_CLASS (th_recording_page_parent_class)->finalize (object);
}

static void
bind_children (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, title);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, summary);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, facts);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, companions);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, rate);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, chart);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, elapsed);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, buffer_size);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, buffers);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, mark_box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, mark);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, to_target);
  gtk_widget_class_bind_template_child (widget_class, ThRecordingPage, safe);
}

static void
th_recording_page_class_init (ThRecordingPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_recording_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = th_recording_page_finalize;
  widget_class->map = th_recording_page_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
  g_type_ensure (TH_TYPE_RATE_CHART);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-recording-page.ui");
  bind_children (widget_class);
  gtk_widget_class_bind_template_callback (widget_class, mark_cb);
}

static void
th_recording_page_init (ThRecordingPage *self)
{
  self->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  gtk_widget_init_template (GTK_WIDGET (self));
  add_facts (self);
}

GtkWidget *
th_recording_page_new (ThLiveRecording *recording)
{
  ThRecordingPage *self = g_object_new (TH_TYPE_RECORDING_PAGE, NULL);
  ThCapture *capture = th_live_recording_get_capture (recording);
  GVariant *configured = th_capture_get_configured (capture);
  guint64 kb = th_message_get_uint (configured, "buffer-kb", 0);
  g_autofree char *size = g_format_size_full (kb * 1024, G_FORMAT_SIZE_IEC_UNITS);
  /* Translators: %s is a size */
  g_autofree char *text = g_strdup_printf (_("%s for each CPU"), size);

  self->recording = g_object_ref (recording);
  th_label_set_text (self->title, get_name (capture));
  th_label_set_text (self->summary, th_live_recording_get_summary (recording));
  th_label_set_text (self->buffer_size, kb > 0 ? text : "");
  set_fact (self, FACT_KERNEL, describe_kernel (capture));
  set_fact (self, FACT_CLOCK, g_strdup (th_message_get_string (configured, "clock", "")));
  add_companions (self);
  g_signal_connect_object (recording, "notify::report", G_CALLBACK (report_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (recording, "notify::state", G_CALLBACK (state_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (recording, "ended", G_CALLBACK (state_cb), self, G_CONNECT_SWAPPED);
  state_cb (self);
  return GTK_WIDGET (self);
}
