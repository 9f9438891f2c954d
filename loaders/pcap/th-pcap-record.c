/* th-pcap-record.c - reads the header of one frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-pcap-record.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)
/* No frame of a network is longer; libpcap has the same limit. */
#define MAX_CAPTURED (256 * 1024)
/* USB, D-Bus and the like may be. */
#define MAX_OTHER (128 * 1024 * 1024)

#define EPB_FLAGS 2
#define EPB_DROPS 4

/* --- pcap -------------------------------------------------------------- */

/* Before version 2.3 the two lengths were the other way round, and in 2.3 some were. */
static void
order_lengths (const ThPcapFile *file,
               ThPcapRecord     *record)
{
  guint32 captured = record->captured;

  if (file->minor < 3 || (file->minor == 3 && record->captured > record->length))
    {
      record->captured = record->length;
      record->length = captured;
    }
}

/* The type of the frame in the modified format: that of LINUX_SLL. */
static ThDirection
kuznetzov_direction (guint type)
{
  return type == 4 ? TH_DIRECTION_OUT : type < 4 ? TH_DIRECTION_IN : TH_DIRECTION_UNKNOWN;
}

ThPcapKind
th_pcap_record_read_classic (const ThPcapFile *file,
                             const guint8     *at,
                             gsize             size,
                             ThPcapRecord     *record)
{
  gboolean big_endian = file->big_endian;
  const ThPcapInterface *interface = th_pcap_file_get_interface (file, 0);
  guint fraction;

  record->size = file->record_header;
  if (size < file->record_header)
    return TH_PCAP_CUT;

  fraction = th_pcap_u32 (at + 4, big_endian);
  record->captured = th_pcap_u32 (at + 8, big_endian);
  record->length = th_pcap_u32 (at + 12, big_endian);
  order_lengths (file, record);
  if (record->captured > MAX (MIN (interface->snaplen, MAX_OTHER), MAX_CAPTURED))
    return TH_PCAP_BAD;

  record->time = th_pcap_u32 (at, big_endian) * NS_PER_S +
                 (file->is_ns ? (gint64) fraction : (gint64) fraction * 1000);
  record->data = record->place + file->record_header;
  record->size += record->captured;
  if (file->record_header > TH_PCAP_CLASSIC_HEADER)
    record->direction = kuznetzov_direction (at[22]);
  return TH_PCAP_FRAME;
}

/* --- pcapng ------------------------------------------------------------ */

/* The bytes of a frame must be inside its block. */
static ThPcapKind
check_captured (ThPcapRecord *record,
                guint64       header)
{
  record->data = record->place + header;
  return header + 4 <= record->size && record->captured <= record->size - header - 4
         ? TH_PCAP_FRAME : TH_PCAP_BAD;
}

/* Sets the interface of a frame and the time of @at by its clock; FALSE if there is none of that
 * number. */
static gboolean
take_interface (const ThPcapFile    *file,
                const ThPcapSection *section,
                guint32              number,
                const guint8        *at,
                ThPcapRecord        *record)
{
  guint64 ticks;

  if (number >= section->n_interfaces)
    return FALSE;

  record->interface = section->first_interface + number;
  if (at == NULL)
    return TRUE;

  ticks = (guint64) th_pcap_u32 (at, section->big_endian) << 32 |
          th_pcap_u32 (at + 4, section->big_endian);
  record->is_huge =
    !th_pcap_interface_time (th_pcap_file_get_interface (file, record->interface), ticks,
                             &record->time);
  if (record->is_huge)
    record->time = TH_TIME_NONE;
  return TRUE;
}

static ThPcapKind
read_packet (const ThPcapFile    *file,
             const ThPcapSection *section,
             const guint8        *at,
             ThPcapRecord        *record)
{
  gboolean big_endian = section->big_endian;
  gboolean is_old = th_pcap_u32 (at, big_endian) == TH_PCAP_PACKET;
  guint32 number = is_old ? th_pcap_u16 (at + 8, big_endian) : th_pcap_u32 (at + 8, big_endian);
  guint drops = th_pcap_u16 (at + 10, big_endian);

  if (!take_interface (file, section, number, at + 12, record))
    return TH_PCAP_NO_FRAME;

  if (is_old && drops != 0xffff)
    record->dropped = drops;
  record->captured = th_pcap_u32 (at + 20, big_endian);
  record->length = th_pcap_u32 (at + 24, big_endian);
  return check_captured (record, 28);
}

static ThPcapKind
read_simple (const ThPcapFile    *file,
             const ThPcapSection *section,
             const guint8        *at,
             ThPcapRecord        *record)
{
  guint32 snaplen;

  if (!take_interface (file, section, 0, NULL, record))
    return TH_PCAP_NO_FRAME;

  snaplen = th_pcap_file_get_interface (file, record->interface)->snaplen;
  record->length = th_pcap_u32 (at + 8, section->big_endian);
  record->captured = snaplen != 0 ? MIN (record->length, snaplen) : record->length;
  record->captured = (guint32) MIN (record->captured, record->size - 16);
  return check_captured (record, 12);
}

ThPcapKind
th_pcap_record_read_block (const ThPcapFile    *file,
                           const ThPcapSection *section,
                           const guint8        *at,
                           gsize                size,
                           ThPcapRecord        *record)
{
  guint32 type, least;

  record->size = TH_PCAP_MIN_BLOCK;
  if (size < TH_PCAP_MIN_BLOCK)
    return TH_PCAP_CUT;

  type = th_pcap_u32 (at, section->big_endian);
  record->size = th_pcap_u32 (at + 4, section->big_endian);
  least = type == TH_PCAP_PACKET || type == TH_PCAP_ENHANCED ? 32 : type == TH_PCAP_SIMPLE ? 16
          : TH_PCAP_MIN_BLOCK;
  if (record->size < least || record->size % 4 != 0)
    return TH_PCAP_BAD;
  if (size < MIN (least, TH_PCAP_MAX_HEADER))
    return TH_PCAP_CUT;

  if (type == TH_PCAP_PACKET || type == TH_PCAP_ENHANCED)
    return read_packet (file, section, at, record);
  if (type == TH_PCAP_SIMPLE)
    return read_simple (file, section, at, record);
  return TH_PCAP_NO_FRAME;
}

/* --- options ----------------------------------------------------------- */

gboolean
th_pcap_record_find_options (const ThPcapRecord *record,
                             guint64            *place,
                             gsize              *size)
{
  guint64 end = record->place + record->size - 4;

  *place = record->data + (((guint64) record->captured + 3) & ~G_GUINT64_CONSTANT (3));
  if (*place + 4 >= end)
    return FALSE;
  *size = MIN (end - *place, TH_PCAP_MAX_OPTIONS);
  return TRUE;
}

void
th_pcap_record_read_options (ThPcapRecord  *record,
                             const guint8  *options,
                             gsize          size,
                             gboolean       big_endian,
                             char         **comment)
{
  ThPcapOption option;
  guint64 drops;
  gsize at = 0;

  while (th_pcap_option_next (options, size, big_endian, &at, &option))
    if (option.code == EPB_FLAGS && option.size == 4)
      {
        guint direction = th_pcap_u32 (option.bytes, big_endian) & 3;

        record->direction = direction <= TH_DIRECTION_OUT ? direction : TH_DIRECTION_UNKNOWN;
      }
    else if (option.code == EPB_DROPS && th_pcap_option_u64 (&option, big_endian, &drops))
      record->dropped = drops;
    else if (option.code == 1 && comment != NULL && *comment == NULL)
      *comment = th_pcap_option_dup_text (&option);
}
