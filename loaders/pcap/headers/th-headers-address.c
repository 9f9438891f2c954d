/* th-headers-address.c - addresses, protocols and tunnels as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <arpa/inet.h>

#include "th-headers.h"

static void
format_address (guint         family,
                const guint8 *address,
                char          text[TH_ADDRESS_SIZE])
{
  if (family == 0 ||
      inet_ntop (family == 6 ? AF_INET6 : AF_INET, address, text, TH_ADDRESS_SIZE) == NULL)
    text[0] = '\0';
}

void
th_headers_get_source (const ThHeaders *headers,
                       char             text[TH_ADDRESS_SIZE])
{
  format_address (headers->family, headers->source, text);
}

void
th_headers_get_target (const ThHeaders *headers,
                       char             text[TH_ADDRESS_SIZE])
{
  format_address (headers->family, headers->target, text);
}

void
th_mac_format (const guint8 mac[6],
               char         text[TH_MAC_SIZE])
{
  static const char digits[] = "0123456789abcdef";

  for (guint i = 0; i < 6; i++)
    {
      text[i * 3] = digits[mac[i] >> 4];
      text[i * 3 + 1] = digits[mac[i] & 15];
      text[i * 3 + 2] = i < 5 ? ':' : '\0';
    }
}

void
th_headers_append_protocol (const ThHeaders *headers,
                            GString         *text)
{
  static const char *const names[TH_N_PROTOCOLS] = {
    [TH_PROTOCOL_OTHER] = "Other",     [TH_PROTOCOL_ETHERNET] = "Ethernet",
    [TH_PROTOCOL_ARP] = "ARP",         [TH_PROTOCOL_IPV4] = "IPv4",
    [TH_PROTOCOL_IPV6] = "IPv6",       [TH_PROTOCOL_ICMP] = "ICMP",
    [TH_PROTOCOL_ICMP6] = "ICMPv6",    [TH_PROTOCOL_IGMP] = "IGMP",
    [TH_PROTOCOL_TCP] = "TCP",         [TH_PROTOCOL_UDP] = "UDP",
    [TH_PROTOCOL_DNS] = "DNS",         [TH_PROTOCOL_SCTP] = "SCTP"
  };

  if (headers->protocol == TH_PROTOCOL_ETHERNET && headers->ethertype >= 0x600)
    g_string_append_printf (text, "0x%04x", headers->ethertype);
  else if (headers->protocol == TH_PROTOCOL_DNS &&
           (headers->sport == 5353 || headers->dport == 5353))
    g_string_append (text, "MDNS");
  else
    g_string_append (text, names[headers->protocol]);
}

void
th_headers_append_tunnel (const ThHeaders *headers,
                          GString         *text)
{
  switch (headers->tunnel)
    {
    case TH_TUNNEL_VXLAN:
      g_string_append_printf (text, "VXLAN %u", headers->tunnel_id);
      break;
    case TH_TUNNEL_GRE:
      g_string_append (text, "GRE");
      if (headers->tunnel_id != 0)
        g_string_append_printf (text, " %u", headers->tunnel_id);
      break;
    case TH_TUNNEL_IP:
      g_string_append (text, "IP");
      break;
    case TH_TUNNEL_NONE:
    default:
      break;
    }
}
