/* th-headers-info.c - one line about a frame
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <arpa/inet.h>

#include "th-header-cursor.h"
#include "th-headers-info.h"

static void
append_arp (const ThHeaders *headers,
            const guint8    *bytes,
            gsize            size,
            GString         *text)
{
  char source[TH_ADDRESS_SIZE], target[TH_ADDRESS_SIZE], mac[TH_MAC_SIZE];
  gboolean own;

  if (headers->family == 0 || size < headers->network + 28)
    {
      g_string_append_printf (text, "Operation %u", headers->kind);
      return;
    }
  th_headers_get_source (headers, source);
  th_headers_get_target (headers, target);
  th_mac_format (bytes + headers->network + 8, mac);
  own = th_be32 (headers->source) == th_be32 (headers->target);
  if (headers->kind == 1 && own)
    g_string_append_printf (text, "ARP Announcement for %s", source);
  else if (headers->kind == 1 && th_be32 (headers->source) == 0)
    g_string_append_printf (text, "Who has %s? (ARP Probe)", target);
  else if (headers->kind == 1)
    g_string_append_printf (text, "Who has %s? Tell %s", target, source);
  else if (headers->kind == 2 && own)
    g_string_append_printf (text, "Gratuitous ARP for %s (Reply)", source);
  else if (headers->kind == 2)
    g_string_append_printf (text, "%s is at %s", source, mac);
  else
    g_string_append_printf (text, "Operation %u", headers->kind);
}

static const char *
get_chunk_name (guint kind)
{
  static const char *const names[] = {
    "DATA", "INIT", "INIT_ACK", "SACK", "HEARTBEAT", "HEARTBEAT_ACK", "ABORT", "SHUTDOWN",
    "SHUTDOWN_ACK", "ERROR", "COOKIE_ECHO", "COOKIE_ACK", "ECNE", "CWR", "SHUTDOWN_COMPLETE"
  };

  return kind < G_N_ELEMENTS (names) ? names[kind] : NULL;
}

static void
append_sctp (const ThHeaders *headers,
             const guint8    *bytes,
             gsize            size,
             GString         *text)
{
  gsize at = headers->data, end = MIN (size, at + headers->payload);

  g_string_append_printf (text, "%u → %u", headers->sport, headers->dport);
  for (guint i = 0; i < 16 && at + 4 <= end && headers->data != 0; i++)
    {
      const char *name = get_chunk_name (bytes[at]);
      guint length = th_be16 (bytes + at + 2);

      if (name != NULL)
        g_string_append_printf (text, " %s", name);
      else
        g_string_append_printf (text, " Chunk %u", bytes[at]);
      if (length < 4)
        return;
      at += (length + 3) & ~3u;
    }
}

static const char *
get_protocol_name (guint protocol)
{
  switch (protocol)
    {
    case 1: return "ICMP";
    case 2: return "IGMP";
    case 6: return "TCP";
    case 17: return "UDP";
    case 47: return "Generic Routing Encapsulation";
    case 50: return "Encap Security Payload";
    case 58: return "ICMPv6";
    case 89: return "OSPF IGP";
    case 112: return "VRRP";
    case 132: return "SCTP";
    default: return "unknown";
    }
}

static void
append_ip (const ThHeaders *headers,
           GString         *text)
{
  if (headers->family == 0)
    return;
  if (headers->fragment == 0 && !headers->more_fragments)
    g_string_append_printf (text, "%s (%u)", get_protocol_name (headers->ip_protocol),
                            headers->ip_protocol);
  else
    g_string_append_printf (text, "Fragmented IP protocol (proto=%s %u, off=%u, ID=%04x)",
                            get_protocol_name (headers->ip_protocol), headers->ip_protocol,
                            headers->fragment, headers->ip_id);
}

void
th_headers_append_info (const ThHeaders *headers,
                        const guint8    *bytes,
                        gsize            size,
                        GString         *text)
{
  switch (headers->protocol)
    {
    case TH_PROTOCOL_ARP:
      append_arp (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_IPV4:
    case TH_PROTOCOL_IPV6:
      append_ip (headers, text);
      break;
    case TH_PROTOCOL_ICMP:
      th_headers_append_icmp (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_ICMP6:
      th_headers_append_icmp6 (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_IGMP:
      th_headers_append_igmp (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_TCP:
      th_headers_append_tcp (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_UDP:
      g_string_append_printf (text, "%u → %u Len=%u", headers->sport, headers->dport,
                              headers->payload);
      break;
    case TH_PROTOCOL_DNS:
      th_headers_append_dns (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_SCTP:
      append_sctp (headers, bytes, size, text);
      break;
    case TH_PROTOCOL_ETHERNET:
    case TH_PROTOCOL_OTHER:
    default:
      break;
    }
}
