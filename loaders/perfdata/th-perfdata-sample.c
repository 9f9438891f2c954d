/* th-perfdata-sample.c - the parts of one sample
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-perfdata-attr.h"
#include "th-perfdata-fields.h"
#include "th-perfdata-file.h"
#include "th-perfdata-record.h"
#include "th-perfdata-sample.h"

/* enum perf_event_read_format */
#define READ_TIME_ENABLED (1 << 0)
#define READ_TIME_RUNNING (1 << 1)
#define READ_ID (1 << 2)
#define READ_GROUP (1 << 3)
#define READ_LOST (1 << 4)

/* Returns the attribute that defines the sample_id of the record, or NULL. */
static const ThPfAttr *
trail_attr (const ThPfFile *file,
            const guint8   *record,
            guint32         size)
{
  const ThPfAttr *attr = file->attrs->len > 0 ? th_pf_file_attr (file, 0) : NULL;
  const ThPfAttr *own;

  if (attr == NULL || attr->trail == 0 || size < TH_PF_HEADER + attr->trail)
    return NULL;
  if (attr->trail_id == TH_PF_ABSENT)
    return attr;

  own = th_pf_file_find_id (file, th_bytes_u64 (record + size - attr->trail_id, file->big_endian));
  return own != NULL && own->trail != 0 && size >= TH_PF_HEADER + own->trail ? own : attr;
}

ThPfTrail
th_pf_trail_read (const ThPfFile *file,
                  const guint8   *record,
                  guint32         size)
{
  const ThPfAttr *attr = trail_attr (file, record, size);
  ThPfTrail trail = { .cpu = G_MAXUINT32, .tid = -1 };
  const guint8 *end = record + size;

  if (attr == NULL)
    return trail;

  trail.size = attr->trail;
  if (attr->trail_cpu != TH_PF_ABSENT)
    trail.cpu = th_bytes_u32 (end - attr->trail_cpu, file->big_endian);
  if (attr->trail_tid != TH_PF_ABSENT)
    trail.tid = (gint32) th_bytes_u32 (end - attr->trail_tid + 4, file->big_endian);
  trail.has_time = attr->trail_time != TH_PF_ABSENT;
  if (trail.has_time)
    trail.time = (gint64) th_bytes_u64 (end - attr->trail_time, file->big_endian);
  return trail;
}

static guint64
value_at (const ThPfSample *sample,
          guint8            at)
{
  return at != TH_PF_ABSENT ? th_bytes_u64 (sample->record + at, sample->big_endian) : 0;
}

void
th_pf_sample_fill (const ThPfSample *sample,
                   ThPfRecord       *record)
{
  const ThPfAttr *attr = sample->attr;

  *record = (ThPfRecord) {
    .ip = value_at (sample, attr->ip),
    .addr = value_at (sample, attr->addr),
    .period = value_at (sample, attr->period),
    .pid = -1,
    .tid = -1,
    .cpu = attr->cpu != TH_PF_ABSENT
           ? th_bytes_u32 (sample->record + attr->cpu, sample->big_endian) : 0,
    .mode = th_bytes_u16 (sample->record + 4, sample->big_endian) & 7,
  };
  if (attr->tid != TH_PF_ABSENT)
    {
      record->pid = (gint32) th_bytes_u32 (sample->record + attr->tid, sample->big_endian);
      record->tid = (gint32) th_bytes_u32 (sample->record + attr->tid + 4, sample->big_endian);
    }
}

/* --- parts without a fixed offset -------------------------------------- */

/* Reads the number at *@at and advances *@at; FALSE if it is outside of the sample. */
static gboolean
take_u64 (const ThPfSample *sample,
          guint32          *at,
          guint64          *value)
{
  if (sample->size < 8 || *at > sample->size - 8)
    return FALSE;

  *value = th_bytes_u64 (sample->record + *at, sample->big_endian);
  *at += 8;
  return TRUE;
}

static gboolean
skip (const ThPfSample *sample,
      guint32          *at,
      guint64           n,
      guint32           element)
{
  if (*at > sample->size || n > (sample->size - *at) / element)
    return FALSE;

  *at += n * element;
  return TRUE;
}

static gboolean
skip_read (const ThPfSample *sample,
           guint32          *at)
{
  guint64 format = sample->attr->read_format, n = 1;
  guint times = ((format & READ_TIME_ENABLED) != 0) + ((format & READ_TIME_RUNNING) != 0);
  guint each = 1 + ((format & READ_ID) != 0) + ((format & READ_LOST) != 0);

  if (format & READ_GROUP && !take_u64 (sample, at, &n))
    return FALSE;

  return skip (sample, at, times, 8) && skip (sample, at, n, each * 8);
}

gboolean
th_pf_sample_chain (const ThPfSample *sample,
                    guint32          *offset,
                    guint32          *n)
{
  guint64 count;

  *offset = sample->attr->fixed;
  if ((sample->attr->sample_type & TH_PF_S_CALLCHAIN) == 0 ||
      (sample->attr->sample_type & TH_PF_S_READ && !skip_read (sample, offset)) ||
      !take_u64 (sample, offset, &count) ||
      count > (sample->size - *offset) / 8)
    return FALSE;

  *n = count;
  return TRUE;
}

gboolean
th_pf_sample_raw (const ThPfSample *sample,
                  guint32          *offset,
                  guint32          *size)
{
  guint64 type = sample->attr->sample_type;
  guint32 at = sample->attr->fixed, n = 0;

  if ((type & TH_PF_S_RAW) == 0)
    return FALSE;
  if (type & TH_PF_S_CALLCHAIN)
    {
      if (!th_pf_sample_chain (sample, &at, &n))
        return FALSE;
      at += n * 8;
    }
  else if (type & TH_PF_S_READ && !skip_read (sample, &at))
    return FALSE;
  if (sample->size < 4 || at > sample->size - 4)
    return FALSE;

  *size = th_bytes_u32 (sample->record + at, sample->big_endian);
  *offset = at + 4;
  return *size <= sample->size - *offset;
}
