/* th-header-tunnel.c - goes through GRE and VXLAN
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-header-cursor.h"

#define GRE_CHECKSUM 0x8000
#define GRE_ROUTING  0x4000
#define GRE_KEY      0x2000
#define GRE_SEQUENCE 0x1000
#define GRE_VERSION  0x0007
#define TYPE_BRIDGED 0x6558 /* Ethernet in GRE */

#define PORT_VXLAN 4789
#define PORT_VXLAN_LINUX 8472 /* before the number above was assigned */

void
th_header_enter_tunnel (ThHeaderCursor *self,
                        ThTunnel        tunnel,
                        guint32         id)
{
  ThHeaders *out = self->out;
  ThHeaders inside = { .protocol = TH_PROTOCOL_ETHERNET, .direction = out->direction,
                       .if_index = out->if_index, .link_size = out->link_size, .tunnel = tunnel,
                       .tunnel_id = id, .n_tunnels = out->n_tunnels + 1,
                       .has_macs = out->has_macs, .vlan = out->vlan, .n_vlans = out->n_vlans };

  memcpy (inside.mac_source, out->mac_source, sizeof inside.mac_source);
  memcpy (inside.mac_target, out->mac_target, sizeof inside.mac_target);
  *out = inside;
}

void
th_header_parse_gre (ThHeaderCursor *self)
{
  gsize at = self->at + 4;
  guint32 key = 0;
  guint flags, type;

  if (!th_header_has (self, self->at, 4))
    {
      th_header_cut (self);
      return;
    }
  flags = th_be16 (self->bytes + self->at);
  type = th_be16 (self->bytes + self->at + 2);
  if ((flags & (GRE_ROUTING | GRE_VERSION)) != 0 ||
      (type != TYPE_BRIDGED && type != 0x0800 && type != 0x86dd))
    return;

  if ((flags & GRE_CHECKSUM) != 0)
    at += 4;
  if ((flags & GRE_KEY) != 0)
    {
      if (!th_header_has (self, at, 4))
        {
          th_header_cut (self);
          return;
        }
      key = th_be32 (self->bytes + at);
      at += 4;
    }
  if ((flags & GRE_SEQUENCE) != 0)
    at += 4;
  if (!th_header_has (self, at, 0))
    {
      th_header_cut (self);
      return;
    }

  th_header_enter_tunnel (self, TH_TUNNEL_GRE, key);
  self->kind = type == TYPE_BRIDGED ? TH_HEADER_ETHERNET : TH_HEADER_TYPE;
  self->number = type;
  self->at = at;
}

gboolean
th_header_parse_vxlan (ThHeaderCursor *self,
                       gsize           udp)
{
  const guint8 *vxlan = self->bytes + udp + 8;
  guint port = self->out->dport;

  if ((port != PORT_VXLAN && port != PORT_VXLAN_LINUX) || !th_header_has (self, udp + 8, 8) ||
      vxlan[0] != 8 || vxlan[1] != 0 || vxlan[2] != 0 || vxlan[3] != 0 || vxlan[7] != 0)
    return FALSE;

  th_header_enter_tunnel (self, TH_TUNNEL_VXLAN, th_be32 (vxlan + 4) >> 8);
  self->kind = TH_HEADER_ETHERNET;
  self->at = udp + 16;
  return TRUE;
}
