/* th-perfdata-declare.c - streams, CPUs, types and facts of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-perfdata-again.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-declare.h"
#include "th-perfdata-file.h"
#include "th-perfdata-formats.h"
#include "th-perfdata-record.h"
#include "th-perfdata-sample.h"
#include "th-perfdata-walk.h"

static gboolean
find_cpu (gpointer      data,
          const guint8 *record,
          guint32       size,
          guint64       place G_GNUC_UNUSED)
{
  ThPfFile *self = data;
  const ThPfAttr *attr;
  guint32 cpu;

  if (record == NULL)
    {
      /* Use the CPUs that were found, unless there are none. */
      self->may_outgrow = self->n_cpus > 0;
      return !self->may_outgrow;
    }
  if (th_pf_record_type (record, self->big_endian) != TH_PF_SAMPLE)
    return TRUE;

  attr = th_pf_sample_attr (self, record, size);
  if (attr == NULL || attr->cpu == TH_PF_ABSENT)
    return TRUE;

  cpu = th_bytes_u32 (record + attr->cpu, self->big_endian);
  if (cpu < TH_PF_MAX_CPUS)
    self->n_cpus = MAX (self->n_cpus, cpu + 1);
  return TRUE;
}

/* CPUs must be declared before the first event.  If a file lost its features, they are
 * determined from its samples; if it grows, from those available. */
static void
count_cpus (ThPfFile *self)
{
  gboolean with_cpu = FALSE;

  for (guint i = 0; i < self->attrs->len; i++)
    {
      const ThPfAttr *attr = th_pf_file_attr (self, i);

      with_cpu |= attr->cpu != TH_PF_ABSENT;
      self->without_cpu |= attr->cpu == TH_PF_ABSENT;
      self->without_time |= attr->time == TH_PF_ABSENT;
    }
  if (!with_cpu)
    self->n_cpus = 0;
  else if (self->n_cpus == 0)
    {
      g_autoptr(ThRecording) aside = th_recording_new ("perf.data");
      ThRecording *own = self->base.recording;

      /* Discard the problems of this walk: the load will report them. */
      self->base.recording = aside;
      th_pf_walk (self, self->data.offset, self->data.offset + self->data.size, TRUE, find_cpu,
                  NULL, self);
      self->base.recording = own;
      g_clear_pointer (&self->spool, th_spool_free);
    }
  self->without_cpu |= self->n_cpus == 0;
}

static const char *
clock_name (const ThPfFile *self)
{
  static const char *const names[] = { "realtime", "mono", "", "", "mono_raw", "", "", "boot", "",
                                       "", "", "tai" };
  const ThPfAttr *attr = th_pf_file_attr (self, 0);

  if (!attr->use_clockid)
    return "perf";
  return attr->clockid >= 0 && attr->clockid < (gint32) G_N_ELEMENTS (names) ? names[attr->clockid]
                                                                             : "";
}

static void
declare_facts (ThPfFile *self)
{
  g_autofree char *n_cpus = g_strdup_printf ("%u", self->n_cpus);

  if (self->n_cpus > 0)
    th_recording_set_fact (self->base.recording, "cpus", n_cpus);
  th_recording_set_fact (self->base.recording, "clock", clock_name (self));
  if (self->without_cpu)
    th_recording_set_fact (self->base.recording, "without cpu",
                           _("Samples do not record their CPU; they are shown in a lane of their "
                             "own. Use perf record --sample-cpu to record it."));
  if (self->without_time)
    th_recording_set_fact (self->base.recording, "without time",
                           _("Samples do not record their time; they are shown at the time of the "
                             "previous record. Use perf record --timestamp to record it."));
}

void
th_pf_file_declare (ThPfFile *self)
{
  ThClock clock = { clock_name (self), FALSE, self->wall_offset };
  ThStream *stream;

  th_pf_file_declare_types (self);
  count_cpus (self);
  th_pf_again_begin (self);
  stream = th_recording_add_stream (self->base.recording, "", &clock,
                                    self->again != NULL ? TH_PLACE_U16X4 : TH_PLACE_U32);
  for (guint i = 0; i < self->n_cpus; i++)
    th_stream_add_cpu (stream, i);
  if (self->without_cpu)
    th_stream_add_cpu (stream, G_MAXUINT);
  if (self->again != NULL)
    th_pf_again_add_cpus (self);
  declare_facts (self);
}
