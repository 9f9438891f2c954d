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

/* enum perf_branch_sample_type */
#define BRANCH_HW_INDEX (1 << 17)
#define BRANCH_COUNTERS (1 << 19)

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

  record->sym = 0;
  record->ip = value_at (sample, attr->ip);
  record->addr = value_at (sample, attr->addr);
  record->period = value_at (sample, attr->period);
  record->pid = record->tid = -1;
  record->cpu = attr->cpu != TH_PF_ABSENT
                ? th_bytes_u32 (sample->record + attr->cpu, sample->big_endian) : 0;
  record->mode = th_bytes_u16 (sample->record + 4, sample->big_endian) & 7;
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

/* Finds the end of the call chain. */
static gboolean
skip_chain (const ThPfSample *sample,
            guint32          *at)
{
  guint32 n = 0;

  *at = sample->attr->fixed;
  if (sample->attr->sample_type & TH_PF_S_CALLCHAIN)
    return th_pf_sample_chain (sample, at, &n) && skip (sample, at, n, 8);
  return (sample->attr->sample_type & TH_PF_S_READ) == 0 || skip_read (sample, at);
}

gboolean
th_pf_sample_raw (const ThPfSample *sample,
                  guint32          *offset,
                  guint32          *size)
{
  guint32 at;

  if ((sample->attr->sample_type & TH_PF_S_RAW) == 0 || !skip_chain (sample, &at) ||
      sample->size < 4 || at > sample->size - 4)
    return FALSE;

  *size = th_bytes_u32 (sample->record + at, sample->big_endian);
  *offset = at + 4;
  return *size <= sample->size - *offset;
}

static gboolean
skip_branches (const ThPfSample *sample,
               guint32          *at)
{
  guint64 type = sample->attr->branch_sample_type, n;

  return take_u64 (sample, at, &n) &&
         ((type & BRANCH_HW_INDEX) == 0 || skip (sample, at, 1, 8)) &&
         skip (sample, at, n, 3 * 8) &&
         ((type & BRANCH_COUNTERS) == 0 || skip (sample, at, n, 8));
}

/* Finds the end of the raw record and the branch stack. */
static gboolean
skip_branch_stack (const ThPfSample *sample,
                   guint32          *at)
{
  guint64 type = sample->attr->sample_type;
  guint32 size;

  if (type & TH_PF_S_RAW)
    {
      if (!th_pf_sample_raw (sample, at, &size))
        return FALSE;
      *at += size;
    }
  else if (!skip_chain (sample, at))
    return FALSE;
  return (type & TH_PF_S_BRANCH_STACK) == 0 || skip_branches (sample, at);
}

/* The kernel reserves space for the requested size; the number of bytes that it could copy follows
 * that. */
static void
take_stack (const ThPfSample *sample,
            guint32           at,
            ThPfUser         *user)
{
  guint64 space, copied;

  if (!take_u64 (sample, &at, &space) || space > sample->size - at)
    return;

  user->stack = sample->record + at;
  at += space;
  user->stack_size = take_u64 (sample, &at, &copied) ? MIN (copied, space) : space;
}

gboolean
th_pf_sample_user (const ThPfSample *sample,
                   ThPfUser         *user)
{
  const guint64 needed = TH_PF_S_REGS_USER | TH_PF_S_STACK_USER;
  guint32 at;

  *user = (ThPfUser) { 0 };
  if ((sample->attr->sample_type & needed) != needed || !skip_branch_stack (sample, &at) ||
      !take_u64 (sample, &at, &user->abi) || user->abi == 0)
    return FALSE;

  user->registers = sample->record + at;
  if (!skip (sample, &at, __builtin_popcountll (sample->attr->user_registers), 8))
    return FALSE;

  take_stack (sample, at, user);
  return TRUE;
}
