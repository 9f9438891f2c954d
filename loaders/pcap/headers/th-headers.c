/* th-headers.c - parses the headers of a frame, from the link layer on
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-header-cursor.h"
#include "th-link-type.h"

/* Tags, extension headers and tunnels of one frame, together. */
#define MAX_STEPS 32

#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
/* Linux uses this as the protocol of frames without an Ethernet type. */
#define TYPE_802_2 0x0004

static void
go_on_with_type (ThHeaderCursor *self,
                 gsize           at,
                 guint           type)
{
  self->kind = TH_HEADER_TYPE;
  self->number = type;
  self->at = at;
  self->out->protocol = TH_PROTOCOL_ETHERNET;
}

/* --- Ethernet ---------------------------------------------------------- */

static void
parse_ethernet (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;

  self->out->protocol = TH_PROTOCOL_ETHERNET;
  if (!th_header_has (self, self->at, 14))
    {
      th_header_cut (self);
      return;
    }

  self->out->has_macs = TRUE;
  memcpy (self->out->mac_target, at, 6);
  memcpy (self->out->mac_source, at + 6, 6);
  self->out->vlan = 0;
  self->out->n_vlans = 0;
  go_on_with_type (self, self->at + 14, th_be16 (at + 12));
}

static gboolean
is_tag (guint type)
{
  return type == 0x8100 || type == 0x88a8 || type == 0x9100;
}

static void
parse_tag (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;

  if (!th_header_has (self, self->at, 4))
    {
      th_header_cut (self);
      return;
    }
  self->out->vlan = th_be16 (at) & 0xfff;
  self->out->n_vlans++;
  go_on_with_type (self, self->at + 4, th_be16 (at + 2));
}

/* --- other link types -------------------------------------------------- */

/* The type of a packet in LINUX_SLL: to us, to all, to a group, to others, from us. */
static ThDirection
sll_direction (guint type)
{
  return type == 4 ? TH_DIRECTION_OUT : type < 4 ? TH_DIRECTION_IN : TH_DIRECTION_UNKNOWN;
}

static void
parse_sll (ThHeaderCursor *self)
{
  if (!th_header_has (self, 0, 16))
    {
      th_header_cut (self);
      return;
    }
  self->out->direction = sll_direction (th_be16 (self->bytes));
  go_on_with_type (self, 16, th_be16 (self->bytes + 14));
}

static void
parse_sll2 (ThHeaderCursor *self)
{
  if (!th_header_has (self, 0, 20))
    {
      th_header_cut (self);
      return;
    }
  self->out->if_index = th_be32 (self->bytes + 4);
  self->out->direction = sll_direction (self->bytes[10]);
  go_on_with_type (self, 20, th_be16 (self->bytes));
}

static void
parse_raw (ThHeaderCursor *self)
{
  guint version;

  if (!th_header_has (self, 0, 1))
    {
      th_header_cut (self);
      return;
    }
  version = self->bytes[0] >> 4;
  go_on_with_type (self, 0, version == 4 ? TYPE_IPV4 : version == 6 ? TYPE_IPV6 : 0);
}

/* The families of BSD, and Linux's AF_INET6, in either byte order: the capturing machine's. */
static void
parse_null (ThHeaderCursor *self)
{
  guint32 family;

  if (!th_header_has (self, 0, 4))
    {
      th_header_cut (self);
      return;
    }
  family = th_be32 (self->bytes);
  if (family > 0xffff)
    family = GUINT32_SWAP_LE_BE (family);
  go_on_with_type (self, 4, family == 2 ? TYPE_IPV4
                   : family == 10 || family == 24 || family == 28 || family == 30 ? TYPE_IPV6 : 0);
}

static void
parse_link (ThHeaderCursor *self,
            guint           link_type)
{
  switch (link_type)
    {
    case TH_LINK_ETHERNET:
      self->kind = TH_HEADER_ETHERNET;
      break;
    case TH_LINK_NULL:
    case TH_LINK_LOOP:
      parse_null (self);
      break;
    case TH_LINK_RAW:
    case TH_LINK_RAW_BSD:
    case TH_LINK_RAW_OPENBSD:
      parse_raw (self);
      break;
    case TH_LINK_IPV4:
      go_on_with_type (self, 0, TYPE_IPV4);
      break;
    case TH_LINK_IPV6:
      go_on_with_type (self, 0, TYPE_IPV6);
      break;
    case TH_LINK_SLL:
      parse_sll (self);
      break;
    case TH_LINK_SLL2:
      parse_sll2 (self);
      break;
    default:
      break;
    }
}

/* --- all --------------------------------------------------------------- */

void
th_headers_parse (guint         link_type,
                  const guint8 *bytes,
                  gsize         size,
                  guint32       length,
                  ThHeaders    *headers)
{
  ThHeaderCursor self = { .bytes = bytes, .size = MIN (size, TH_HEADERS_MAX), .out = headers,
                          .end = length };

  memset (headers, 0, sizeof *headers);
  parse_link (&self, link_type);
  for (guint i = 0; i < MAX_STEPS && self.kind != TH_HEADER_END; i++)
    switch (self.kind)
      {
      case TH_HEADER_ETHERNET:
        parse_ethernet (&self);
        break;
      case TH_HEADER_TYPE:
        if (headers->n_tunnels == 0)
          headers->link_size = self.at;
        headers->network = self.at;
        headers->ethertype = self.number == TYPE_802_2 ? 0 : self.number;
        if (is_tag (self.number))
          parse_tag (&self);
        else
          th_header_parse_type (&self);
        break;
      case TH_HEADER_PROTOCOL:
        th_header_parse_protocol (&self);
        break;
      case TH_HEADER_END:
      default:
        break;
      }
}
