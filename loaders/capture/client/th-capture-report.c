/* th-capture-report.c - the reports of an agent, and the rates between them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-report.h"

#include <math.h>

#include "th-message.h"

/* Reports that rates are taken over. */
#define N_SAMPLES 5

typedef struct
{
  gint64  time_us;
  guint64 n_events;
  guint64 n_bytes;
} Sample;

struct _ThCaptureReport
{
  ThCaptureStatus status;
  ThCaptureCpu   *cpus;
  guint           n_cpus;
  gint64          start_us;
  Sample          samples[N_SAMPLES]; /* the oldest first */
  guint           n_samples;
};

ThCaptureReport *
th_capture_report_new (const guint *cpus,
                       guint        n_cpus,
                       gint64       start_us)
{
  ThCaptureReport *self = g_new0 (ThCaptureReport, 1);

  self->cpus = g_new0 (ThCaptureCpu, n_cpus);
  self->n_cpus = n_cpus;
  for (guint i = 0; i < n_cpus; i++)
    self->cpus[i].number = cpus[i];
  self->start_us = start_us;
  self->samples[0].time_us = start_us;
  self->n_samples = 1;
  self->status.cpus = self->cpus;
  self->status.n_cpus = n_cpus;
  self->status.time_us = start_us;
  self->status.clock_ns = TH_CAPTURE_NO_CLOCK;
  return self;
}

void
th_capture_report_free (ThCaptureReport *self)
{
  if (self == NULL)
    return;
  g_free (self->cpus);
  g_free (self);
}

/* The array of a key, if it has one number for each CPU. */
static GVariant *
lookup (ThCaptureReport *self,
        GVariant        *message,
        const char      *key,
        const char      *type)
{
  g_autoptr(GVariant) list = g_variant_lookup_value (message, key, G_VARIANT_TYPE (type));

  return list != NULL && g_variant_n_children (list) == self->n_cpus ? g_steal_pointer (&list)
         : NULL;
}

static guint64
get_number (GVariant *list,
            guint     index)
{
  guint64 number = 0;

  if (list != NULL)
    g_variant_get_child (list, index, "t", &number);
  return number;
}

static guint64
add_saturated (guint64 a,
               guint64 b)
{
  return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b;
}

static void
set_fill (ThCaptureCpu *cpu,
          GVariant     *fills,
          guint         index)
{
  double fill = 0;

  if (fills != NULL)
    g_variant_get_child (fills, index, "d", &fill);
  cpu->fill = isfinite (fill) ? CLAMP (fill, 0, 1) : 0;
  cpu->peak = MAX (cpu->peak, cpu->fill);
}

static double
per_second (guint64 now,
            guint64 then,
            gint64  elapsed_us)
{
  return now > then && elapsed_us > 0 ? (double) (now - then) * 1e6 / (double) elapsed_us : 0;
}

static void
take_rates (ThCaptureReport *self)
{
  const Sample *oldest = &self->samples[0];
  gint64 elapsed = self->status.time_us - oldest->time_us;

  self->status.events_per_second = per_second (self->status.n_events, oldest->n_events, elapsed);
  self->status.bytes_per_second = per_second (self->status.n_bytes, oldest->n_bytes, elapsed);

  if (self->n_samples == N_SAMPLES)
    {
      for (guint i = 1; i < N_SAMPLES; i++)
        self->samples[i - 1] = self->samples[i];
      self->n_samples--;
    }
  self->samples[self->n_samples++] = (Sample) { self->status.time_us, self->status.n_events,
                                                self->status.n_bytes };
}

static gint64
read_clock (GVariant *message)
{
  gint64 ns = th_message_get_int (message, "time", TH_CAPTURE_NO_CLOCK);

  return ns >= 0 && ns <= TH_CAPTURE_MAX_CLOCK ? ns : TH_CAPTURE_NO_CLOCK;
}

gboolean
th_capture_report_add (ThCaptureReport *self,
                       GVariant        *message,
                       gint64           now_us,
                       guint64          n_line_bytes)
{
  g_autoptr(GVariant) events = lookup (self, message, "events", "at");
  g_autoptr(GVariant) bytes = lookup (self, message, "bytes", "at");
  g_autoptr(GVariant) overrun = lookup (self, message, "overrun", "at");
  g_autoptr(GVariant) dropped = lookup (self, message, "dropped", "at");
  g_autoptr(GVariant) fills = lookup (self, message, "fill", "ad");
  ThCaptureStatus *status = &self->status;

  if (events == NULL || bytes == NULL)
    return FALSE;

  status->clock_ns = read_clock (message);
  status->n_events = status->n_bytes = status->n_lost = 0;
  for (guint i = 0; i < self->n_cpus; i++)
    {
      ThCaptureCpu *cpu = &self->cpus[i];

      cpu->n_read = get_number (events, i);
      cpu->n_bytes = get_number (bytes, i);
      cpu->n_lost = add_saturated (get_number (overrun, i), get_number (dropped, i));
      set_fill (cpu, fills, i);
      status->n_events = add_saturated (status->n_events, cpu->n_read);
      status->n_bytes = add_saturated (status->n_bytes, cpu->n_bytes);
      status->n_lost = add_saturated (status->n_lost, cpu->n_lost);
    }
  status->time_us = now_us;
  status->seconds = (double) (now_us - self->start_us) / 1e6;
  status->n_line_bytes = n_line_bytes;
  take_rates (self);
  return TRUE;
}

const ThCaptureStatus *
th_capture_report_get (ThCaptureReport *self)
{
  return &self->status;
}
