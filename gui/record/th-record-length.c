/* th-record-length.c - chooses how long to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-length.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-expression-field.h"
#include "th-filter.h"
#include "th-message.h"

struct _ThRecordLength
{
  GtkWidget       parent;

  GtkWidget      *box;
  GtkCheckButton *until_stopped;
  GtkCheckButton *for_time;
  GtkCheckButton *until_match;
  GtkBox         *until_row;
  GtkSpinButton  *after;
  GtkWidget      *filter;    /* a ThExpressionField in the row; NULL without a target */
  GtkCheckButton *ring;
  GtkSpinButton  *seconds;
  GtkSpinButton  *megabytes;
  GtkEditable    *until;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThRecordLength, th_record_length, GTK_TYPE_WIDGET)

static void
changed_cb (ThRecordLength *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* --- the filter ------------------------------------------------------------------ */

/* A recording without events, which has the names of those of the target. */
static ThRecording *
recording_new_of_names (const ThTargetFacts *facts)
{
  g_autofree const char **names = facts->events != NULL
                                  ? th_message_get_strings (facts->events, "names") : NULL;
  ThRecording *recording = th_recording_new ("trace.dat");

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const char *colon = strchr (names[i], ':');
      g_autofree char *system = colon != NULL ? g_strndup (names[i], colon - names[i]) : NULL;

      if (system != NULL)
        th_recording_set_type_enabled (recording,
                                       th_recording_intern_type (recording, system, colon + 1));
    }
  return recording;
}

/* The fields of the events are known once they are recorded. */
static gboolean
check (ThRecording  *recording,
       const char   *text,
       guint        *begin,
       guint        *end,
       GError      **error)
{
  g_autoptr(GError) mistake = NULL;
  g_autoptr(ThFilter) filter = th_filter_new (recording, text, begin, end, &mistake);

  if (filter != NULL || !g_error_matches (mistake, TH_FILTER_ERROR, TH_FILTER_ERROR_SYNTAX))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&mistake));
  return FALSE;
}

static void
filter_cb (ThRecordLength *self)
{
  if (th_expression_field_get_text (TH_EXPRESSION_FIELD (self->filter))[0] != '\0')
    gtk_check_button_set_active (self->until_match, TRUE);
  changed_cb (self);
}

void
th_record_length_set_facts (ThRecordLength      *self,
                            const ThTargetFacts *facts)
{
  g_autoptr(ThRecording) recording = recording_new_of_names (facts);

  if (self->filter != NULL)
    gtk_box_remove (self->until_row, self->filter);
  self->filter = th_expression_field_new (recording, check, _("Filter that ends the recording"),
                                          _("a filter"));
  gtk_widget_set_hexpand (self->filter, TRUE);
  gtk_widget_set_tooltip_text (self->filter,
                               _("The recording ends at the first event that matches, as in: "
                                 "sched_switch and prev_prio < 100"));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (gtk_widget_get_first_child (self->filter)), 12);
  g_signal_connect_swapped (self->filter, "changed", G_CALLBACK (filter_cb), self);
  gtk_box_insert_child_after (self->until_row, self->filter, GTK_WIDGET (self->until_match));
}

static const char *
get_filter (ThRecordLength *self)
{
  return self->filter != NULL ? th_expression_field_get_text (TH_EXPRESSION_FIELD (self->filter))
                              : "";
}

const char *
th_record_length_get_problem (ThRecordLength *self)
{
  if (!gtk_check_button_get_active (self->until_match))
    return NULL;
  if (get_filter (self)[0] == '\0')
    return _("Enter the filter whose first match ends the recording.");
  return th_expression_field_get_mistake (TH_EXPRESSION_FIELD (self->filter));
}

/* --- the plan --------------------------------------------------------------------- */

void
th_record_length_load (ThRecordLength     *self,
                       const ThRecordPlan *plan)
{
  gboolean is_ring = plan->ring_mb > 0;

  if (plan->seconds > 0)
    gtk_spin_button_set_value (self->seconds, plan->seconds);
  if (plan->ring_mb > 0)
    gtk_spin_button_set_value (self->megabytes, plan->ring_mb);
  if (plan->after_seconds > 0)
    gtk_spin_button_set_value (self->after, plan->after_seconds);
  gtk_editable_set_text (self->until, is_ring && plan->until != NULL ? plan->until : "");
  th_expression_field_set_text (TH_EXPRESSION_FIELD (self->filter),
                                !is_ring && plan->until != NULL ? plan->until : "");
  gtk_check_button_set_active (is_ring ? self->ring : plan->until != NULL ? self->until_match
                               : plan->seconds > 0 ? self->for_time : self->until_stopped, TRUE);
}

void
th_record_length_store (ThRecordLength *self,
                        ThRecordPlan   *plan)
{
  const char *until = gtk_editable_get_text (self->until);
  gboolean ring = gtk_check_button_get_active (self->ring);
  gboolean match = gtk_check_button_get_active (self->until_match);

  plan->seconds = gtk_check_button_get_active (self->for_time)
                  ? gtk_spin_button_get_value (self->seconds) : 0;
  plan->ring_mb = ring ? gtk_spin_button_get_value_as_int (self->megabytes) : 0;
  g_clear_pointer (&plan->until, g_free);
  if (match)
    until = get_filter (self);
  if ((ring || match) && until[0] != '\0')
    plan->until = g_strdup (until);
  plan->after_seconds = match && plan->until != NULL ? gtk_spin_button_get_value (self->after) : 0;
}

/* Whoever sets a value wants the choice that it belongs to. */
static void
seconds_cb (ThRecordLength *self)
{
  gtk_check_button_set_active (self->for_time, TRUE);
  changed_cb (self);
}

static void
after_cb (ThRecordLength *self)
{
  gtk_check_button_set_active (self->until_match, TRUE);
  changed_cb (self);
}

static void
ring_cb (ThRecordLength *self)
{
  gtk_check_button_set_active (self->ring, TRUE);
  changed_cb (self);
}

static void
until_cb (ThRecordLength *self)
{
  if (gtk_editable_get_text (self->until)[0] != '\0')
    gtk_check_button_set_active (self->ring, TRUE);
  changed_cb (self);
}

static void
th_record_length_dispose (GObject *object)
{
  ThRecordLength *self = TH_RECORD_LENGTH (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), TH_TYPE_RECORD_LENGTH);

  G_OBJECT_CLASS (th_record_length_parent_class)->dispose (object);
}

static void
th_record_length_class_init (ThRecordLengthClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_record_length_dispose;
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", TH_TYPE_RECORD_LENGTH, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/thresher/ui/th-record-length.ui");
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, box);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, until_stopped);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, for_time);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, until_match);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, until_row);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, after);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, ring);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, seconds);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, megabytes);
  gtk_widget_class_bind_template_child (widget_class, ThRecordLength, until);
  gtk_widget_class_bind_template_callback (widget_class, changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, seconds_cb);
  gtk_widget_class_bind_template_callback (widget_class, after_cb);
  gtk_widget_class_bind_template_callback (widget_class, ring_cb);
  gtk_widget_class_bind_template_callback (widget_class, until_cb);
}

static void
th_record_length_init (ThRecordLength *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
