/* th-header-cursor.h - a frame while its headers are parsed, one after the other
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-headers.h"

G_BEGIN_DECLS

typedef enum
{
  TH_HEADER_END,      /* nothing further is known */
  TH_HEADER_ETHERNET,
  TH_HEADER_TYPE,     /* @number is an Ethernet type */
  TH_HEADER_PROTOCOL  /* @number is a protocol of IP */
} ThHeaderKind;

/**
 * ThHeaderCursor:
 * @kind: what the next header is
 * @number: which one of that kind
 * @at: where it begins
 * @end: where the payload of the current network header ends on the wire
 *
 * The functions that parse a header read it at @at, write what it says into @out, and set the
 * other members for the next one.
 */
typedef struct
{
  const guint8 *bytes;
  gsize         size;
  ThHeaders    *out;
  ThHeaderKind  kind;
  guint         number;
  gsize         at;
  gsize         end;
} ThHeaderCursor;

/* Whether @size bytes are there at @offset. */
static inline gboolean
th_header_has (const ThHeaderCursor *self,
               gsize                 offset,
               gsize                 size)
{
  return offset <= self->size && size <= self->size - offset;
}

/* Ends the parsing because a header is not there as a whole. */
static inline void
th_header_cut (ThHeaderCursor *self)
{
  self->out->cut = TRUE;
  self->kind = TH_HEADER_END;
}

static inline guint16
th_be16 (const guint8 *at)
{
  return (guint16) (at[0] << 8 | at[1]);
}

static inline guint32
th_be32 (const guint8 *at)
{
  return (guint32) at[0] << 24 | (guint32) at[1] << 16 | (guint32) at[2] << 8 | at[3];
}

/* th-header-network.c */
void th_header_parse_type     (ThHeaderCursor *self);
/* th-header-transport.c */
void th_header_parse_protocol (ThHeaderCursor *self);
/* th-header-tunnel.c: forgets the headers around a tunnel, except for that of Ethernet. */
void th_header_enter_tunnel   (ThHeaderCursor *self,
                               ThTunnel        tunnel,
                               guint32         id);
void th_header_parse_gre      (ThHeaderCursor *self);
/* Whether the payload of the UDP header at @udp is that of a VXLAN; goes on inside it if so. */
gboolean th_header_parse_vxlan (ThHeaderCursor *self,
                                gsize           udp);

G_END_DECLS
