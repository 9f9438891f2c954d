/* th-perfdata-sample.h - one sample of a perf.data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-perfdata-fields.h"
#include "th-perfdata-file.h"

G_BEGIN_DECLS

/* A sample with a complete record. */
typedef struct
{
  const ThPfAttr *attr;
  const guint8   *record;
  guint32         size;
  gboolean        big_endian;
} ThPfSample;

/* Returns the attribute of the sample, or NULL if it is unknown or the record is too short
 * for the parts with fixed offsets. */
static inline ThPfAttr *
th_pf_sample_attr (const ThPfFile *file,
                   const guint8   *record,
                   guint32         size)
{
  ThPfAttr *attr;
  guint8 id;

  if (G_UNLIKELY (file->attrs->len == 0))
    return NULL;

  /* If a file has several events, the id is at the same offset in all samples. */
  attr = th_pf_file_attr (file, 0);
  id = attr->id;
  if (file->attrs->len > 1 && id != TH_PF_ABSENT)
    {
      if (size < id + 8u)
        return NULL;
      attr = th_pf_file_find_id (file, th_bytes_u64 (record + id, file->big_endian));
    }
  return attr != NULL && size >= attr->fixed ? attr : NULL;
}

/* Fills what was recorded, without function and file. */
void        th_pf_sample_fill         (const ThPfSample *sample,
                                       ThPfRecord       *record);
/* Finds the offset and length of the call chain, and the raw record. */
gboolean    th_pf_sample_chain        (const ThPfSample *sample,
                                       guint32          *offset,
                                       guint32          *n);
gboolean    th_pf_sample_raw          (const ThPfSample *sample,
                                       guint32          *offset,
                                       guint32          *size);

/* The registers and the stack of the process that was sampled. */
typedef struct
{
  guint64       abi;        /* enum perf_sample_regs_abi: 2: a 64-bit process */
  const guint8 *registers;  /* u64, one for each bit of the attribute's mask */
  const guint8 *stack;      /* from the stack pointer on */
  guint32       stack_size; /* of what could be copied; 0: nothing */
} ThPfUser;

/* FALSE if they were not recorded, or there is no such process. */
gboolean    th_pf_sample_user         (const ThPfSample *sample,
                                       ThPfUser         *user);

/* The sample_id at the end of a record that is not a sample. */
typedef struct
{
  guint32  size;     /* 0: there is none, or it does not fit */
  guint32  cpu;      /* G_MAXUINT32: unknown */
  gint32   tid;      /* -1: unknown */
  gboolean has_time;
  gint64   time;
} ThPfTrail;

ThPfTrail   th_pf_trail_read          (const ThPfFile   *file,
                                       const guint8     *record,
                                       guint32           size);

G_END_DECLS
