/* th-record-amount.c - chooses buffer and clock, and measures how large a recording will be
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-amount.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-message.h"
#include "th-number-format.h"

#define DEFAULT_CLOCK "mono"
#define DEFAULT_KB 8192

struct _ThRecordAmount
{
  GtkWidget      parent;

  GtkWidget     *box;
  GtkSpinButton *buffer;
  GtkDropDown   *clock;
  GtkStringList *clocks;
  GtkLabel      *rate;
  GtkLabel      *detail;
  GtkWidget     *measure;

  guint          default_kb; /* of the preset or the target */
  gboolean       loading;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_MEASURE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThRecordAmount, th_record_amount, GTK_TYPE_WIDGET)

/* --- clocks ----------------------------------------------------------------------- */

static guint
find_clock (ThRecordAmount *self,
            const char     *name)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->clocks));

  for (guint i = 0; i < n; i++)
    if (strcmp (gtk_string_list_get_string (self->clocks, i), name) == 0)
      return i;
  return 0;
}

void
th_record_amount_set_facts (ThRecordAmount      *self,
                            const ThTargetFacts *facts)
{
  g_autofree const char **clocks = th_message_get_strings (facts->hello, "clocks");
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->clocks));

  self->loading = TRUE;
  gtk_string_list_splice (self->clocks, 0, n, (const char *const *) clocks);
  gtk_drop_down_set_selected (self->clock, find_clock (self, DEFAULT_CLOCK));
  if (facts->preset.max_buffer_kb > 0)
    gtk_adjustment_set_upper (gtk_spin_button_get_adjustment (self->buffer),
                              facts->preset.max_buffer_kb);
  self->default_kb = facts->default_buffer_kb > 0 ? facts->default_buffer_kb : DEFAULT_KB;
  self->loading = FALSE;
}

/* --- what is chosen ------------------------------------------------------------------ */

void
th_record_amount_load (ThRecordAmount     *self,
                       const ThRecordPlan *plan,
                       guint               preset_kb)
{
  self->loading = TRUE;
  if (preset_kb > 0)
    self->default_kb = preset_kb;
  gtk_spin_button_set_value (self->buffer, plan->buffer_kb > 0 ? plan->buffer_kb
                                                               : (int) self->default_kb);
  gtk_drop_down_set_selected (self->clock,
                              find_clock (self, plan->clock != NULL ? plan->clock
                                                                    : DEFAULT_CLOCK));
  self->loading = FALSE;
}

void
th_record_amount_store (ThRecordAmount *self,
                        ThRecordPlan   *plan)
{
  GtkStringObject *clock = gtk_drop_down_get_selected_item (self->clock);
  const char *name = clock != NULL ? gtk_string_object_get_string (clock) : DEFAULT_CLOCK;
  int kb = gtk_spin_button_get_value_as_int (self->buffer);

  plan->buffer_kb = kb != (int) self->default_kb ? kb : 0;
  g_free (plan->clock);
  plan->clock = strcmp (name, DEFAULT_CLOCK) != 0 ? g_strdup (name) : NULL;
}

/* --- the measurement -------------------------------------------------------------------- */

static char *
format_size (double bytes)
{
  return g_format_size_full ((guint64) MAX (bytes, 0), G_FORMAT_SIZE_DEFAULT);
}

/* The CPU whose buffer is full first if the connection stalls. */
static double
find_busiest (const ThCaptureStatus *status,
              guint                 *number)
{
  double most = 0;

  for (guint i = 0; i < status->n_cpus; i++)
    {
      double rate = status->seconds > 0 ? status->cpus[i].n_bytes / status->seconds : 0;

      if (rate > most)
        {
          most = rate;
          *number = status->cpus[i].number;
        }
    }
  return most;
}

static char *
describe_stall (ThRecordAmount        *self,
                const ThCaptureStatus *status)
{
  guint number = 0;
  double busiest = find_busiest (status, &number);
  double bytes = gtk_spin_button_get_value (self->buffer) * 1024;

  if (busiest <= 0)
    return g_strdup (_("None of the chosen events occurred."));
  /* Translators: seconds, and the number of a CPU */
  return g_strdup_printf (_("The buffers last %.1f s if the connection stalls (CPU %u)."),
                          bytes / busiest, number);
}

static void
show_status (ThRecordAmount        *self,
             const ThCaptureStatus *status,
             double                 seconds)
{
  g_autofree char *rate = format_size (status->bytes_per_second);
  g_autofree char *events = th_format_count_short (status->events_per_second);
  g_autofree char *text = g_strdup_printf (_("≈ %s/s, %s events/s"), rate, events);
  g_autofree char *stall = describe_stall (self, status);
  g_autoptr(GString) detail = g_string_new (stall);

  if (seconds > 0)
    {
      g_autofree char *total = format_size (status->bytes_per_second * seconds);

      g_string_append_printf (detail, _(" A recording of %g s takes about %s."), seconds, total);
    }
  if (status->n_lost > 0)
    {
      g_autofree char *lost = th_format_count (status->n_lost);

      g_string_append_printf (detail, ngettext (" %s event was lost: use a larger buffer.",
                                                " %s events were lost: use a larger buffer.",
                                                status->n_lost), lost);
    }
  gtk_label_set_text (self->rate, text);
  gtk_label_set_text (self->detail, detail->str);
}

void
th_record_amount_begin (ThRecordAmount *self)
{
  gtk_widget_set_sensitive (self->measure, FALSE);
  gtk_label_set_text (self->rate, _("measuring for one second…"));
  gtk_label_set_text (self->detail, "");
}

void
th_record_amount_set_status (ThRecordAmount        *self,
                             const ThCaptureStatus *status,
                             double                 seconds)
{
  gtk_widget_set_sensitive (self->measure, TRUE);
  if (status != NULL)
    {
      show_status (self, status, seconds);
      return;
    }
  gtk_label_set_text (self->rate, _("not measured"));
  gtk_label_set_text (self->detail, _("Measure for one second to see how much would be "
                                      "recorded now."));
}

static void
changed_cb (ThRecordAmount *self)
{
  if (!self->loading)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
measure_cb (ThRecordAmount *self)
{
  g_signal_emit (self, signals[SIGNAL_MEASURE], 0);
}

/* --- class --------------------------------------------------------------------------------- */

static void
th_record_amount_dispose (GObject *object)
{
  ThRecordAmount *self = TH_RECORD_AMOUNT (object);

  self->loading = TRUE;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORD_AMOUNT);

  G_OBJECT_CLASS (th_record_amount_parent_class)->dispose (object);
}

static void
th_record_amount_class_init (ThRecordAmountClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_record_amount_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", TH_TYPE_RECORD_AMOUNT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_MEASURE] = g_signal_new ("measure", TH_TYPE_RECORD_AMOUNT, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-record-amount.ui");
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, buffer);
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, clock);
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, clocks);
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, rate);
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, detail);
  gtk_widget_class_bind_template_child (widget_class, ThRecordAmount, measure);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, measure_cb);
}

static void
th_record_amount_init (ThRecordAmount *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  th_record_amount_set_status (self, NULL, 0);
}
