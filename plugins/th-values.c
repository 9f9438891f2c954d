/* th-values.c - shows any numeric field of an event as a lane of values
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"

static const ThSubscription subscriptions[] = {
  { "$event", N_("There are no values."), { "$field" } },
  { NULL }
};

static const ThParam params[] = {
  { "event", N_("Event type"), TH_PARAM_EVENT, NULL },
  { "field", N_("Field"), TH_PARAM_FIELD, NULL },
  { NULL }
};

static const ThMeasureInfo measures[] = {
  { "*", NULL, N_("The value of the field."), TH_UNIT_COUNT },
  { NULL }
};

typedef struct
{
  ThTrack   *track;
  ThMeasure *measure;
  guint32    n;
} Values;

/* The user chose the field, so errors are reported at once; a missing type may still be
 * declared later. */
static gboolean
check_field (ThRecording *recording,
             const char  *event,
             const char  *name,
             GError     **error)
{
  guint type = th_recording_find_type (recording, event);
  const ThField *field;

  if (type == TH_TYPE_NONE)
    return TRUE;

  field = th_field_table_find (th_recording_get_fields (recording, type), name);
  if (field == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s has no field “%s”"), event,
                 name);
  else if (field->kind != TH_FIELD_INT && field->kind != TH_FIELD_DOUBLE)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("The field “%s” of %s is not a number"), name, event);
      return FALSE;
    }

  return field != NULL;
}

static gpointer
values_begin (ThRecording       *recording,
              ThResults         *results,
              GHashTable        *given,
              ThResults *const  *needed,
              GError           **error)
{
  const char *event = g_hash_table_lookup (given, "event"),
      *field = g_hash_table_lookup (given, "field");
  g_autofree char *title = g_strdup_printf ("%s %s", event, field);
  g_autofree char *id = g_strdup_printf ("%s.%s", event, field);
  Values *self;

  if (!check_field (recording, event, field, error))
    return NULL;

  self = g_new0 (Values, 1);
  self->track = th_results_add_track (results,
                                      &(ThTrackInfo) { TH_TRACK_VALUES, id, title, TH_ATTACH_NAMED,
                                                       0, TH_UNIT_COUNT });
  self->measure = th_results_add_named_measure (results, &measures[0], id, title);

  return self;
}

static gboolean
read_value (const ThEvent *event,
            double        *value)
{
  const ThField *field = event->fields[0];
  guint64 bits;

  if (!th_event_get_uint (event, 0, &bits))
    return FALSE;

  if (field->kind == TH_FIELD_DOUBLE && field->size == sizeof (double))
    memcpy (value, &bits, sizeof bits);
  else if (field->kind == TH_FIELD_DOUBLE)
    {
      guint32 small = bits;
      float number;

      memcpy (&number, &small, sizeof small);
      *value = number;
    }
  else
    *value = field->flags & TH_FIELD_SIGNED ? (double) (gint64) bits : (double) bits;

  return *value == *value;
}

static void
values_event (gpointer       state,
              const ThEvent *event)
{
  Values *self = state;
  double value;

  if (!read_value (event, &value))
    return;

  th_track_add_point (self->track, &(ThPoint) { event->time, value, event->ref, 0 });
  th_measure_append (self->measure,
                     &(ThSample) { CLAMP (value, -9e18, 9e18), event->ref, self->n++ });
}

static void
values_finish (gpointer state)
{
}

static const ThExample examples[] = {
  { N_("Length of received packets"), "event=net:netif_receive_skb field=len" },
  { N_("Packets per poll"), "event=napi:napi_poll field=work" },
  { N_("TCP congestion window"), "event=tcp:tcp_probe field=snd_cwnd" },
  { N_("CPU frequency"), "event=power:cpu_frequency field=state" },
  { N_("Resident memory"), "event=kmem:rss_stat field=size" },
  { NULL }
};

const ThAnalysis th_values_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "values",
  .title = N_("Values"),
  .text = N_("A numeric field of an event type over time."),
  .subscriptions = subscriptions,
  .params = params,
  .begin = values_begin,
  .event = values_event,
  .finish = values_finish,
  .free = g_free,
  .examples = examples,
  .measures = measures,
};
