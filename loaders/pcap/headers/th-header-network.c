/* th-header-network.c - parses ARP, IPv4, IPv6 and its extension headers
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-header-cursor.h"

#define IPV6_SIZE 40
#define MAX_EXTENSIONS 16

static void
parse_arp (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;
  ThHeaders *out = self->out;

  self->kind = TH_HEADER_END;
  out->protocol = TH_PROTOCOL_ARP;
  if (!th_header_has (self, self->at, 8))
    {
      th_header_cut (self);
      return;
    }
  out->kind = (guint8) MIN (th_be16 (at + 6), 255);
  /* Addresses of Ethernet and IPv4 only. */
  if (at[4] != 6 || at[5] != 4 || th_be16 (at + 2) != 0x0800)
    return;
  if (!th_header_has (self, self->at, 28))
    {
      th_header_cut (self);
      return;
    }
  out->family = 4;
  memcpy (out->source, at + 14, 4);
  memcpy (out->target, at + 24, 4);
}

/* --- IPv4 -------------------------------------------------------------- */

static void
take_fragment (ThHeaders *out,
               guint      word)
{
  out->fragment = (word & 0x1fff) * 8;
  out->more_fragments = (word & 0x2000) != 0;
}

static void
parse_ipv4 (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;
  ThHeaders *out = self->out;
  guint header;

  self->kind = TH_HEADER_END;
  out->protocol = TH_PROTOCOL_IPV4;
  if (!th_header_has (self, self->at, 20))
    {
      th_header_cut (self);
      return;
    }
  header = (at[0] & 15) * 4;
  if (at[0] >> 4 != 4 || header < 20)
    return;

  out->family = 4;
  out->ip_length = th_be16 (at + 2);
  out->ip_id = th_be16 (at + 4);
  take_fragment (out, th_be16 (at + 6));
  out->ttl = at[8];
  out->ip_protocol = at[9];
  memcpy (out->source, at + 12, 4);
  memcpy (out->target, at + 16, 4);
  /* Segments that the card is to divide may be longer than the field can say; it is 0 then. */
  if (out->ip_length != 0)
    self->end = self->at + out->ip_length;
  if (out->fragment != 0)
    return;

  self->kind = TH_HEADER_PROTOCOL;
  self->number = out->ip_protocol;
  self->at += header;
}

/* --- IPv6 -------------------------------------------------------------- */

/* Goes past the extension header at @self->at, whose number is @self->number.  FALSE at the header
 * after the last of them, and at the end. */
static gboolean
pass_extension (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;
  guint size;

  switch (self->number)
    {
    case 0:   /* hop by hop */
    case 43:  /* routing */
    case 60:  /* destination */
    case 135: /* mobility */
    case 139: /* host identity */
    case 140: /* shim6 */
    case 44:  /* fragment */
    case 51:  /* authentication */
      break;
    default:
      return FALSE;
    }
  if (!th_header_has (self, self->at, 8))
    {
      th_header_cut (self);
      return FALSE;
    }

  size = self->number == 44 ? 8 : self->number == 51 ? (at[1] + 2) * 4 : (at[1] + 1) * 8;
  if (self->number == 44)
    {
      self->out->fragment = th_be16 (at + 2) & 0xfff8;
      self->out->more_fragments = (at[3] & 1) != 0;
      self->out->ip_id = th_be16 (at + 6);
    }
  self->number = at[0];
  self->at += size;
  return TRUE;
}

static void
parse_ipv6 (ThHeaderCursor *self)
{
  const guint8 *at = self->bytes + self->at;
  ThHeaders *out = self->out;
  guint length;

  self->kind = TH_HEADER_END;
  out->protocol = TH_PROTOCOL_IPV6;
  if (!th_header_has (self, self->at, IPV6_SIZE))
    {
      th_header_cut (self);
      return;
    }
  if (at[0] >> 4 != 6)
    return;

  out->family = 6;
  length = th_be16 (at + 4);
  out->ip_length = length != 0 ? length + IPV6_SIZE : 0;
  out->ttl = at[7];
  memcpy (out->source, at + 8, 16);
  memcpy (out->target, at + 24, 16);
  if (length != 0)
    self->end = self->at + out->ip_length;

  self->kind = TH_HEADER_PROTOCOL;
  self->number = at[6];
  self->at += IPV6_SIZE;
  for (guint i = 0; i < MAX_EXTENSIONS && out->fragment == 0 && pass_extension (self); i++)
    ;
  out->ip_protocol = (guint8) self->number;
  if (out->fragment != 0)
    self->kind = TH_HEADER_END;
}

void
th_header_parse_type (ThHeaderCursor *self)
{
  switch (self->number)
    {
    case 0x0800:
      parse_ipv4 (self);
      break;
    case 0x86dd:
      parse_ipv6 (self);
      break;
    case 0x0806:
      parse_arp (self);
      break;
    default:
      self->kind = TH_HEADER_END;
      break;
    }
}
