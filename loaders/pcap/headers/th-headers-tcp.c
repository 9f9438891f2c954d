/* th-headers-tcp.c - TCP as text: ports, flags, numbers and options
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-header-cursor.h"
#include "th-headers-info.h"

#define OPTION_END 0
#define OPTION_NOP 1
#define OPTION_MSS 2
#define OPTION_SCALE 3
#define OPTION_SACK_PERMITTED 4
#define OPTION_SACK 5
#define OPTION_TIMES 8

static void
append_flags (guint    flags,
              GString *text)
{
  static const char *const names[] = { "FIN", "SYN", "RST", "PSH", "ACK", "URG", "ECE", "CWR",
                                       "AE" };
  const char *comma = "";

  g_string_append_c (text, '[');
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((flags & 1u << i) != 0)
      {
        g_string_append (text, comma);
        g_string_append (text, names[i]);
        comma = ", ";
      }
  g_string_append (text, *comma == '\0' ? "<None>]" : "]");
}

/* @at: the kind of the option, of @size bytes in all */
static void
append_option (const guint8 *at,
               guint         size,
               GString      *text)
{
  if (at[0] == OPTION_MSS && size == 4)
    g_string_append_printf (text, " MSS=%u", th_be16 (at + 2));
  else if (at[0] == OPTION_SCALE && size == 3)
    g_string_append_printf (text, " WS=%u", 1u << MIN (at[2], 14));
  else if (at[0] == OPTION_SACK_PERMITTED && size == 2)
    g_string_append (text, " SACK_PERM");
  else if (at[0] == OPTION_TIMES && size == 10)
    g_string_append_printf (text, " TSval=%u TSecr=%u", th_be32 (at + 2), th_be32 (at + 6));
  else if (at[0] == OPTION_SACK)
    for (guint i = 2; i + 8 <= size; i += 8)
      g_string_append_printf (text, " SLE=%u SRE=%u", th_be32 (at + i), th_be32 (at + i + 4));
}

static void
append_options (const guint8 *at,
                const guint8 *end,
                GString      *text)
{
  while (at < end && at[0] != OPTION_END)
    {
      guint size = at[0] == OPTION_NOP ? 1 : end - at >= 2 ? at[1] : 0;

      if (size == 0 || size > (gsize) (end - at) || (at[0] != OPTION_NOP && size < 2))
        return;
      append_option (at, size, text);
      at += size;
    }
}

void
th_headers_append_tcp (const ThHeaders *headers,
                       const guint8    *bytes,
                       gsize            size,
                       GString         *text)
{
  gsize options = headers->transport + 20;

  g_string_append_printf (text, "%u → %u ", headers->sport, headers->dport);
  if (headers->cut)
    return;

  append_flags (headers->flags, text);
  g_string_append_printf (text, " Seq=%u", headers->seq);
  if ((headers->flags & TH_TCP_ACK) != 0)
    g_string_append_printf (text, " Ack=%u", headers->ack);
  g_string_append_printf (text, " Win=%u", headers->window);
  if ((headers->flags & TH_TCP_URG) != 0 && size >= options)
    g_string_append_printf (text, " Urg=%u", th_be16 (bytes + options - 2));
  g_string_append_printf (text, " Len=%u", headers->payload);
  if (headers->data > options && size >= options)
    append_options (bytes + options, bytes + MIN (headers->data, size), text);
}
