/* th-header-transport.c - parses TCP, UDP, SCTP, ICMP, ICMPv6 and IGMP
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-header-cursor.h"

#define PORT_DNS 53
#define PORT_MDNS 5353
#define PORT_LLMNR 5355
#define DNS_HEADER 12

/* Notes where the payload begins and how long it is by the headers. */
static void
set_payload (ThHeaderCursor *self,
             gsize           at)
{
  self->out->data = at;
  self->out->payload = self->end > at ? self->end - at : 0;
}

static void
parse_ports (ThHeaderCursor *self)
{
  if (!th_header_has (self, self->at, 4))
    return;
  self->out->sport = th_be16 (self->bytes + self->at);
  self->out->dport = th_be16 (self->bytes + self->at + 2);
}

static void
parse_tcp (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;
  ThHeaders *out = self->out;
  guint header;

  out->protocol = TH_PROTOCOL_TCP;
  parse_ports (self);
  if (!th_header_has (self, self->at, 20))
    {
      th_header_cut (self);
      return;
    }
  out->seq = th_be32 (at + 4);
  out->ack = th_be32 (at + 8);
  header = (at[12] >> 4) * 4;
  out->flags = th_be16 (at + 12) & 0xfff;
  out->window = th_be16 (at + 14);
  if (header >= 20)
    set_payload (self, self->at + header);
}

static gboolean
is_dns (const ThHeaderCursor *self)
{
  const ThHeaders *out = self->out;
  static const guint16 ports[] = { PORT_DNS, PORT_MDNS, PORT_LLMNR };

  for (guint i = 0; i < G_N_ELEMENTS (ports); i++)
    if (out->sport == ports[i] || out->dport == ports[i])
      return out->payload >= DNS_HEADER && th_header_has (self, out->data, DNS_HEADER);
  return FALSE;
}

static void
parse_udp (ThHeaderCursor *self)
{
  gsize udp = self->at;
  ThHeaders *out = self->out;
  guint length;

  out->protocol = TH_PROTOCOL_UDP;
  parse_ports (self);
  if (!th_header_has (self, udp, 8))
    {
      th_header_cut (self);
      return;
    }
  /* 0: longer than the field can say */
  length = th_be16 (self->bytes + udp + 4);
  if (length >= 8)
    self->end = udp + length;
  set_payload (self, udp + 8);
  if (th_header_parse_vxlan (self, udp))
    return;

  if (is_dns (self))
    {
      out->protocol = TH_PROTOCOL_DNS;
      out->id = th_be16 (self->bytes + udp + 8);
      out->sequence = th_be16 (self->bytes + udp + 10);
    }
}

static void
parse_sctp (ThHeaderCursor *self)
{
  self->out->protocol = TH_PROTOCOL_SCTP;
  parse_ports (self);
  if (!th_header_has (self, self->at, 12))
    {
      th_header_cut (self);
      return;
    }
  set_payload (self, self->at + 12);
  if (th_header_has (self, self->at, 16))
    self->out->kind = self->bytes[self->at + 12];
}

static void
parse_icmp (ThHeaderCursor *self,
            ThProtocol      protocol)
{
  const guint8 *at = self->bytes + self->at;

  self->out->protocol = protocol;
  if (!th_header_has (self, self->at, 8))
    {
      th_header_cut (self);
      return;
    }
  self->out->kind = at[0];
  self->out->code = at[1];
  self->out->id = th_be16 (at + 4);
  self->out->sequence = th_be16 (at + 6);
  set_payload (self, self->at + 8);
}

static void
parse_ip (ThHeaderCursor *self,
          guint           type)
{
  gsize at = self->at;

  th_header_enter_tunnel (self, TH_TUNNEL_IP, 0);
  self->kind = TH_HEADER_TYPE;
  self->number = type;
  self->at = at;
}

void
th_header_parse_protocol (ThHeaderCursor *self)
{
  self->kind = TH_HEADER_END;
  self->out->transport = self->at;
  switch (self->number)
    {
    case 1:
      parse_icmp (self, TH_PROTOCOL_ICMP);
      break;
    case 2:
      parse_icmp (self, TH_PROTOCOL_IGMP);
      break;
    case 4:
      parse_ip (self, 0x0800);
      break;
    case 6:
      parse_tcp (self);
      break;
    case 17:
      parse_udp (self);
      break;
    case 41:
      parse_ip (self, 0x86dd);
      break;
    case 47:
      th_header_parse_gre (self);
      break;
    case 58:
      parse_icmp (self, TH_PROTOCOL_ICMP6);
      break;
    case 132:
      parse_sctp (self);
      break;
    default:
      self->out->transport = 0;
      break;
    }
}
