/* th-socket-address.h - one end of a connection: an address and a port
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * IPv4 addresses are kept as IPv6 addresses that map them (::ffff:10.0.0.1), because a
 * socket of family AF_INET6 may talk IPv4, and its peer then has the family AF_INET.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThSocketAddress:
 * @bytes: the IPv6 address, in network byte order; all zero: not known, or any address
 * @port: 0: not known, or not bound yet
 */
typedef struct
{
  guint8  bytes[16];
  guint16 port;
} ThSocketAddress;

void     th_socket_address_set_v4   (ThSocketAddress       *self,
                                     const guint8          *bytes);
void     th_socket_address_set_v6   (ThSocketAddress       *self,
                                     const guint8          *bytes);
/* Reads a struct sockaddr_in or sockaddr_in6 of @size bytes whose family is in the byte
 * order of the recording.  FALSE if it is neither. */
gboolean th_socket_address_set_raw  (ThSocketAddress       *self,
                                     const guint8          *bytes,
                                     gsize                  size,
                                     gboolean               big_endian);
/* Reads "10.0.0.1", "10.0.0.1:80", "::1" or "[::1]:80"; without a port, keeps the port. */
gboolean th_socket_address_set_text (ThSocketAddress       *self,
                                     const char            *text,
                                     gsize                  length);

gboolean th_socket_address_is_any   (const ThSocketAddress *self);
gboolean th_socket_address_equal    (const ThSocketAddress *a,
                                     const ThSocketAddress *b);
/* Whether both may be the same end: what is known of both is equal. */
gboolean th_socket_address_agrees   (const ThSocketAddress *a,
                                     const ThSocketAddress *b);
/* "10.0.0.1" or "::1"; NULL if the address is not known.  Free with g_free(). */
char    *th_socket_address_to_host (const ThSocketAddress  *self);
/* "10.0.0.1:80", "[::1]:80", "*:80"; free with g_free(). */
char    *th_socket_address_to_text  (const ThSocketAddress *self);

G_END_DECLS
