/* th-headers-icmp.c - ICMP, ICMPv6 and IGMP as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <arpa/inet.h>
#include <string.h>

#include "th-header-cursor.h"
#include "th-headers-info.h"

typedef struct
{
  guint8      kind;
  const char *name;
} Name;

static const char *
find_name (const Name *names,
           gsize       n,
           guint       kind)
{
  for (gsize i = 0; i < n; i++)
    if (names[i].kind == kind)
      return names[i].name;
  return NULL;
}

#define FIND_NAME(names, kind) find_name (names, G_N_ELEMENTS (names), kind)

static void
append_named (const char *name,
              const char *code,
              GString    *text)
{
  g_string_append (text, name);
  if (code != NULL)
    g_string_append_printf (text, " (%s)", code);
}

/* --- ICMP -------------------------------------------------------------- */

static const Name icmp_kinds[] = {
  { 3, "Destination unreachable" }, { 4, "Source quench" }, { 5, "Redirect" },
  { 9, "Mobile IP Advertisement" }, { 10, "Router solicitation" },
  { 11, "Time-to-live exceeded" }, { 12, "Parameter problem" },
  { 13, "Timestamp request" }, { 14, "Timestamp reply" }
};

static const Name unreachable_codes[] = {
  { 0, "Network unreachable" }, { 1, "Host unreachable" }, { 2, "Protocol unreachable" },
  { 3, "Port unreachable" }, { 4, "Fragmentation needed" }, { 5, "Source route failed" },
  { 9, "Network administratively prohibited" }, { 10, "Host administratively prohibited" },
  { 13, "Communication administratively filtered" }
};

static const Name exceeded_codes[] = {
  { 0, "Time to live exceeded in transit" }, { 1, "Fragment reassembly time exceeded" }
};

static const Name redirect_codes[] = {
  { 0, "Redirect for network" }, { 1, "Redirect for host" }
};

void
th_headers_append_icmp (const ThHeaders *headers,
                        const guint8    *bytes,
                        gsize            size,
                        GString         *text)
{
  const char *name = FIND_NAME (icmp_kinds, headers->kind);
  const char *code = headers->kind == 3 ? FIND_NAME (unreachable_codes, headers->code)
                     : headers->kind == 11 ? FIND_NAME (exceeded_codes, headers->code)
                     : headers->kind == 5 ? FIND_NAME (redirect_codes, headers->code) : NULL;

  if (headers->kind == 8 || headers->kind == 0)
    g_string_append_printf (text, "Echo (ping) %-7s  id=0x%04x, seq=%u/%u, ttl=%u",
                            headers->kind == 8 ? "request" : "reply", headers->id,
                            headers->sequence, GUINT16_SWAP_LE_BE (headers->sequence),
                            headers->ttl);
  else if (name != NULL)
    append_named (name, code, text);
  else
    g_string_append_printf (text, "Type %u, code %u", headers->kind, headers->code);
}

/* --- ICMPv6 ------------------------------------------------------------ */

static const Name icmp6_kinds[] = {
  { 1, "Destination Unreachable" }, { 2, "Packet Too Big" }, { 3, "Time Exceeded" },
  { 4, "Parameter Problem" }, { 130, "Multicast Listener Query" },
  { 131, "Multicast Listener Report" }, { 132, "Multicast Listener Done" },
  { 133, "Router Solicitation" }, { 134, "Router Advertisement" },
  { 135, "Neighbor Solicitation" }, { 136, "Neighbor Advertisement" }, { 137, "Redirect" },
  { 143, "Multicast Listener Report Message v2" }
};

static const Name unreachable6_codes[] = {
  { 0, "no route to destination" }, { 1, "Administratively prohibited" },
  { 2, "Beyond scope of source address" }, { 3, "Address unreachable" },
  { 4, "Port unreachable" }
};

static const Name exceeded6_codes[] = {
  { 0, "hop limit exceeded in transit" }, { 1, "fragment reassembly time exceeded" }
};

#define SOURCE_ADDRESS 1
#define TARGET_ADDRESS 2

/* Finds the option of neighbor discovery @kind, which holds an address of Ethernet. */
static gboolean
find_mac (const ThHeaders *headers,
          const guint8    *bytes,
          gsize            size,
          gsize            at,
          guint            kind,
          char             mac[TH_MAC_SIZE])
{
  gsize end = MIN (size, (gsize) headers->data + headers->payload);

  while (at + 8 <= end && bytes[at + 1] != 0)
    {
      if (bytes[at] == kind)
        {
          th_mac_format (bytes + at + 2, mac);
          return TRUE;
        }
      at += (gsize) bytes[at + 1] * 8;
    }
  return FALSE;
}

static void
append_flags (guint    flags,
              GString *text)
{
  static const char *const names[] = { "rtr", "sol", "ovr" };
  const char *separator = " (";

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if ((flags & 0x80 >> i) != 0)
      {
        g_string_append (text, separator);
        g_string_append (text, names[i]);
        separator = ", ";
      }
  if (separator[0] == ',')
    g_string_append_c (text, ')');
}

static void
append_neighbor (const ThHeaders *headers,
                 const guint8    *bytes,
                 gsize            size,
                 GString         *text)
{
  gsize target = headers->transport + 8;
  gboolean asks = headers->kind == 135;
  char address[INET6_ADDRSTRLEN], mac[TH_MAC_SIZE];

  if (size < target + 16 || inet_ntop (AF_INET6, bytes + target, address, sizeof address) == NULL)
    return;
  g_string_append_printf (text, asks ? " for %s" : " %s", address);
  if (!asks)
    append_flags (headers->id >> 8, text);
  if (find_mac (headers, bytes, size, target + 16, asks ? SOURCE_ADDRESS : TARGET_ADDRESS, mac))
    g_string_append_printf (text, asks ? " from %s" : " is at %s", mac);
}

static void
append_router (const ThHeaders *headers,
               const guint8    *bytes,
               gsize            size,
               GString         *text)
{
  char mac[TH_MAC_SIZE];

  if (find_mac (headers, bytes, size, headers->transport + (headers->kind == 133 ? 8 : 16),
                SOURCE_ADDRESS, mac))
    g_string_append_printf (text, " from %s", mac);
}

void
th_headers_append_icmp6 (const ThHeaders *headers,
                         const guint8    *bytes,
                         gsize            size,
                         GString         *text)
{
  const char *name = FIND_NAME (icmp6_kinds, headers->kind);
  const char *code = headers->kind == 1 ? FIND_NAME (unreachable6_codes, headers->code)
                     : headers->kind == 3 ? FIND_NAME (exceeded6_codes, headers->code) : NULL;

  if (headers->kind == 128 || headers->kind == 129)
    g_string_append_printf (text, "Echo (ping) %s id=0x%04x, seq=%u, hop limit=%u",
                            headers->kind == 128 ? "request" : "reply", headers->id,
                            headers->sequence, headers->ttl);
  else if (name != NULL)
    append_named (name, code, text);
  else
    g_string_append_printf (text, "Type %u, code %u", headers->kind, headers->code);

  if (headers->kind == 135 || headers->kind == 136)
    append_neighbor (headers, bytes, size, text);
  else if (headers->kind == 133 || headers->kind == 134)
    append_router (headers, bytes, size, text);
}

/* --- IGMP -------------------------------------------------------------- */

#define IGMP_QUERY 0x11
#define IGMP_REPORT_1 0x12
#define IGMP_REPORT_2 0x16
#define IGMP_LEAVE 0x17
#define IGMP_REPORT_3 0x22

void
th_headers_append_igmp (const ThHeaders *headers,
                        const guint8    *bytes,
                        gsize            size,
                        GString         *text)
{
  gsize at = headers->transport;
  char group[INET_ADDRSTRLEN];

  if (headers->cut || size < at + 8 ||
      inet_ntop (AF_INET, bytes + at + 4, group, sizeof group) == NULL)
    return;
  switch (headers->kind)
    {
    case IGMP_QUERY:
      if (th_be32 (bytes + at + 4) == 0)
        g_string_append (text, "Membership Query, general");
      else
        g_string_append_printf (text, "Membership Query, specific for group %s", group);
      break;
    case IGMP_REPORT_1:
    case IGMP_REPORT_2:
      g_string_append_printf (text, "Membership Report group %s", group);
      break;
    case IGMP_LEAVE:
      g_string_append_printf (text, "Leave Group %s", group);
      break;
    case IGMP_REPORT_3:
      g_string_append (text, "Membership Report");
      break;
    default:
      g_string_append_printf (text, "Type 0x%02x", headers->kind);
      break;
    }
}
