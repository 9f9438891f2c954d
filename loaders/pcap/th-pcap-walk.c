/* th-pcap-walk.c - walks over the records of a capture
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-aligned.h"
#include "th-pcap-walk.h"

#define WINDOW_SIZE (1024 * 1024)
#define MIN_SECTION 28

void
th_pcap_walk_init (ThPcapWalk       *self,
                   const ThPcapFile *file)
{
  *self = (ThPcapWalk) { .file = file, .next = file->first_record };
  self->window = th_aligned_alloc (WINDOW_SIZE);
}

void
th_pcap_walk_clear (ThPcapWalk *self)
{
  g_free (self->window);
}

const guint8 *
th_pcap_walk_peek (ThPcapWalk *self,
                   guint64     place,
                   gsize       size,
                   gsize      *available)
{
  gsize skip;

  size = MIN (size, WINDOW_SIZE);
  if (place < self->window_place || place - self->window_place > self->window_size ||
      self->window_size - (place - self->window_place) < size)
    {
      gssize n = th_bytes_read (self->file->base.bytes, place, self->window, WINDOW_SIZE);

      self->window_place = place;
      self->window_size = MAX (n, 0);
    }
  skip = place - self->window_place;
  *available = MIN (size, self->window_size - skip);
  return self->window + skip;
}

/* --- blocks ------------------------------------------------------------ */

/* Reads the start of a section, which tells its byte order. */
static ThPcapKind
read_section (ThPcapWalk   *self,
              const guint8 *at,
              gsize         size)
{
  self->record.size = TH_PCAP_MIN_BLOCK;
  if (size < TH_PCAP_MIN_BLOCK)
    return TH_PCAP_CUT;

  self->big_endian = th_pcap_u32 (at + 8, TRUE) == TH_PCAP_BYTE_ORDER;
  if (!self->big_endian && th_pcap_u32 (at + 8, FALSE) != TH_PCAP_BYTE_ORDER)
    return TH_PCAP_BAD;

  self->record.size = th_pcap_u32 (at + 4, self->big_endian);
  return self->record.size >= MIN_SECTION && self->record.size % 4 == 0 ? TH_PCAP_NO_FRAME
                                                                        : TH_PCAP_BAD;
}

static ThPcapKind
read_block (ThPcapWalk   *self,
            const guint8 *at,
            gsize         size)
{
  const ThPcapSection *section;

  self->record.size = 4;
  if (size < 4)
    return TH_PCAP_CUT;

  /* The same in both byte orders. */
  self->block = th_pcap_u32 (at, FALSE);
  if (self->block == TH_PCAP_SECTION)
    return read_section (self, at, size);

  section = th_pcap_file_find_section (self->file, self->record.place);
  if (section == NULL)
    return TH_PCAP_BAD;
  self->big_endian = section->big_endian;
  self->block = th_pcap_u32 (at, self->big_endian);
  return th_pcap_record_read_block (self->file, section, at, size, &self->record);
}

/* Whether the size at the end of a block is that at its beginning. */
static gboolean
ends_well (ThPcapWalk *self)
{
  gsize n;
  const guint8 *at;

  if (!self->file->is_ng || self->record.size > WINDOW_SIZE)
    return TRUE;

  at = th_pcap_walk_peek (self, self->record.place, self->record.size, &n);
  return n == self->record.size && th_pcap_u32 (at + n - 4, self->big_endian) == self->record.size;
}

ThPcapStep
th_pcap_walk_next (ThPcapWalk *self)
{
  ThBytes *bytes = self->file->base.bytes;
  /* Asked first: what arrives after this will be read by the next call. */
  gboolean growing = th_bytes_is_growing (bytes);
  ThPcapKind kind;
  const guint8 *at;
  gsize n;

  self->record = (ThPcapRecord) { .place = self->next, .time = TH_TIME_NONE };
  at = th_pcap_walk_peek (self, self->next, TH_PCAP_MAX_HEADER, &n);
  if (n == 0)
    return growing ? TH_PCAP_WALK_STARVED : TH_PCAP_WALK_END;

  kind = self->file->is_ng
         ? read_block (self, at, n)
         : th_pcap_record_read_classic (self->file, at, n, &self->record);
  if (kind == TH_PCAP_BAD)
    return TH_PCAP_WALK_DAMAGED;
  if (kind == TH_PCAP_CUT || self->record.size > th_bytes_get_size (bytes) - self->next)
    return growing ? TH_PCAP_WALK_STARVED : TH_PCAP_WALK_TRUNCATED;
  if (!ends_well (self))
    return TH_PCAP_WALK_DAMAGED;

  self->next += self->record.size;
  return kind == TH_PCAP_FRAME ? TH_PCAP_WALK_FRAME : TH_PCAP_WALK_BLOCK;
}
