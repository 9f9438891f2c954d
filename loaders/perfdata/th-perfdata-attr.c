/* th-perfdata-attr.c - struct perf_event_attr, and the layout of its samples
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-perfdata-attr.h"
#include "th-perfdata-record.h"

#define MIN_ATTR 64
#define FLAG_SAMPLE_ID_ALL 18
#define FLAG_USE_CLOCKID 25
#define BRANCH_TYPE_OFFSET 72
#define USER_REGISTERS_OFFSET 80
#define CLOCKID_OFFSET 92

/* On a big-endian machine the first bit field is the highest bit. */
static gboolean
flag (guint64  flags,
      guint    bit,
      gboolean big_endian)
{
  return flags >> (big_endian ? 63 - bit : bit) & 1;
}

static guint8
part (const ThPfAttr *self,
      guint64         bit,
      guint8         *at)
{
  guint8 here = *at;

  if ((self->sample_type & bit) == 0)
    return TH_PF_ABSENT;
  *at += 8;
  return here;
}

static void
lay_out_sample (ThPfAttr *self)
{
  guint8 at = TH_PF_HEADER;
  guint8 identifier = part (self, TH_PF_S_IDENTIFIER, &at);

  self->ip = part (self, TH_PF_S_IP, &at);
  self->tid = part (self, TH_PF_S_TID, &at);
  self->time = part (self, TH_PF_S_TIME, &at);
  self->addr = part (self, TH_PF_S_ADDR, &at);
  self->id = part (self, TH_PF_S_ID, &at);
  if (identifier != TH_PF_ABSENT)
    self->id = identifier;
  part (self, TH_PF_S_STREAM_ID, &at);
  self->cpu = part (self, TH_PF_S_CPU, &at);
  self->period = part (self, TH_PF_S_PERIOD, &at);
  self->fixed = at;
}

/* Determines the layout of the sample_id after other records, with offsets from its end. */
static void
lay_out_trail (ThPfAttr *self)
{
  guint8 at = 0;
  guint8 identifier, id;

  if (!self->sample_id_all)
    return;

  at = 8;
  identifier = part (self, TH_PF_S_IDENTIFIER, &at);
  self->trail_cpu = part (self, TH_PF_S_CPU, &at);
  part (self, TH_PF_S_STREAM_ID, &at);
  id = part (self, TH_PF_S_ID, &at);
  self->trail_id = identifier != TH_PF_ABSENT ? identifier : id;
  self->trail_time = part (self, TH_PF_S_TIME, &at);
  self->trail_tid = part (self, TH_PF_S_TID, &at);
  self->trail = at - 8;
}

ThPfAttr *
th_pf_attr_read (ThByteCursor *cursor,
                 guint64       size)
{
  ThPfAttr *self = g_new0 (ThPfAttr, 1);
  guint64 start = cursor->pos, own, flags;

  self->format = TH_PF_NO_FORMAT;
  self->type = th_byte_cursor_uint (cursor, 4);
  own = th_byte_cursor_uint (cursor, 4);
  self->config = th_byte_cursor_uint (cursor, 8);
  th_byte_cursor_skip (cursor, 8);
  self->sample_type = th_byte_cursor_uint (cursor, 8);
  self->read_format = th_byte_cursor_uint (cursor, 8);
  flags = th_byte_cursor_uint (cursor, 8);
  /* Early versions of perf did not set the size. */
  size = own >= MIN_ATTR ? MIN (own, size) : size;
  if (size >= USER_REGISTERS_OFFSET + 8)
    {
      th_byte_cursor_skip (cursor, BRANCH_TYPE_OFFSET - (cursor->pos - start));
      self->branch_sample_type = th_byte_cursor_uint (cursor, 8);
      self->user_registers = th_byte_cursor_uint (cursor, 8);
    }
  if (size >= CLOCKID_OFFSET + 4)
    {
      th_byte_cursor_skip (cursor, CLOCKID_OFFSET - (cursor->pos - start));
      self->clockid = (gint32) th_byte_cursor_uint (cursor, 4);
      self->use_clockid = flag (flags, FLAG_USE_CLOCKID, cursor->big_endian);
    }
  if (cursor->failed || size < MIN_ATTR)
    {
      th_pf_attr_free (self);
      return NULL;
    }

  self->sample_id_all = flag (flags, FLAG_SAMPLE_ID_ALL, cursor->big_endian);
  lay_out_sample (self);
  lay_out_trail (self);
  return self;
}

void
th_pf_attr_free (ThPfAttr *self)
{
  g_free (self->name);
  g_free (self);
}
