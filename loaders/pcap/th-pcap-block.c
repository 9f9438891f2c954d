/* th-pcap-block.c - options, interfaces and times of a pcapng
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-pcap-block.h"

#define OPTION_END 0
#define IF_NAME 2
#define IF_DESCRIPTION 3
#define IF_TSRESOL 9
#define IF_FILTER 11
#define IF_TSOFFSET 14

#define MAX_TEXT 1024
#define BINARY 0x80
#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* --- options ----------------------------------------------------------- */

gboolean
th_pcap_option_next (const guint8 *options,
                     gsize         size,
                     gboolean      big_endian,
                     gsize        *at,
                     ThPcapOption *option)
{
  size = MIN (size, TH_PCAP_MAX_OPTIONS);
  if (*at > size || size - *at < 4)
    return FALSE;

  option->code = th_pcap_u16 (options + *at, big_endian);
  option->size = th_pcap_u16 (options + *at + 2, big_endian);
  option->bytes = options + *at + 4;
  if (option->code == OPTION_END || option->size > size - *at - 4)
    return FALSE;

  *at += 4 + ((option->size + 3) & ~3u);
  return TRUE;
}

gboolean
th_pcap_option_u64 (const ThPcapOption *option,
                    gboolean            big_endian,
                    guint64            *value)
{
  guint64 first, second;

  if (option->size != 8)
    return FALSE;

  first = th_pcap_u32 (option->bytes, big_endian);
  second = th_pcap_u32 (option->bytes + 4, big_endian);
  *value = big_endian ? first << 32 | second : second << 32 | first;
  return TRUE;
}

char *
th_pcap_option_dup_text (const ThPcapOption *option)
{
  gsize size = strnlen ((const char *) option->bytes, MIN (option->size, MAX_TEXT));
  char *text = g_utf8_make_valid ((const char *) option->bytes, (gssize) size);

  return g_strstrip (text);
}

/* --- interfaces -------------------------------------------------------- */

static void
replace_text (char               **text,
              const ThPcapOption  *option)
{
  g_free (*text);
  *text = th_pcap_option_dup_text (option);
}

static void
take_option (ThPcapInterface    *interface,
             const ThPcapOption *option,
             gboolean            big_endian)
{
  ThPcapOption text = *option;
  guint64 offset;

  switch (option->code)
    {
    case IF_NAME:
      replace_text (&interface->name, option);
      break;
    case IF_DESCRIPTION:
      replace_text (&interface->description, option);
      break;
    case IF_TSRESOL:
      if (option->size == 1)
        interface->resolution = option->bytes[0];
      break;
    case IF_FILTER:
      /* Its first byte tells which kind of filter it is; 0 is a text. */
      if (option->size < 2 || option->bytes[0] != 0)
        break;
      text.bytes++;
      text.size--;
      replace_text (&interface->filter, &text);
      break;
    case IF_TSOFFSET:
      if (th_pcap_option_u64 (option, big_endian, &offset))
        interface->offset = (gint64) offset;
      break;
    default:
      break;
    }
}

gboolean
th_pcap_interface_read (const guint8    *body,
                        gsize            size,
                        gboolean         big_endian,
                        ThPcapInterface *interface)
{
  ThPcapOption option;
  gsize at = 0;

  if (size < 8)
    return FALSE;

  *interface = (ThPcapInterface) { .resolution = 6, .stream = G_MAXUINT };
  interface->name = g_strdup ("");
  interface->description = g_strdup ("");
  interface->filter = g_strdup ("");
  interface->link_type = th_pcap_u16 (body, big_endian);
  interface->snaplen = th_pcap_u32 (body + 4, big_endian);
  while (th_pcap_option_next (body + 8, size - 8, big_endian, &at, &option))
    take_option (interface, &option, big_endian);
  return TRUE;
}

void
th_pcap_interface_clear (ThPcapInterface *interface)
{
  g_clear_pointer (&interface->name, g_free);
  g_clear_pointer (&interface->description, g_free);
  g_clear_pointer (&interface->filter, g_free);
}

/* --- times ------------------------------------------------------------- */

/* @ticks of 10^-@digits s in ns; FALSE if that is more than 64 bits. */
static gboolean
decimal_to_ns (guint64  ticks,
               guint    digits,
               guint64 *ns)
{
  for (; digits < 9; digits++)
    if (!g_uint64_checked_mul (&ticks, ticks, 10))
      return FALSE;
  for (; digits > 9 && ticks > 0; digits--)
    ticks /= 10;
  *ns = ticks;
  return TRUE;
}

gboolean
th_pcap_interface_time (const ThPcapInterface *interface,
                        guint64                ticks,
                        gint64                *time)
{
  guint64 ns;
  __int128 sum;

  if ((interface->resolution & BINARY) != 0)
    {
      unsigned __int128 wide =
        (unsigned __int128) ticks * NS_PER_S >> (interface->resolution & 0x7f);

      if (wide > G_MAXINT64)
        return FALSE;
      ns = (guint64) wide;
    }
  else if (!decimal_to_ns (ticks, interface->resolution, &ns))
    return FALSE;

  sum = (__int128) interface->offset * NS_PER_S + ns;
  if (sum > G_MAXINT64 || sum <= G_MININT64)
    return FALSE;
  *time = (gint64) sum;
  return TRUE;
}
