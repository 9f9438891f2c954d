/* th-address.h - network addresses as bytes and as text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Bytes are in the order of the network.  A new address has the shape of the old one: each part
 * has as many digits, so that every text of it has the length of the old one.  Private addresses
 * stay private, and those of a link stay such.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TH_ADDRESS_V4,
  TH_ADDRESS_V6,
  TH_ADDRESS_MAC,
  TH_ADDRESS_N
} ThAddressFamily;

#define TH_ADDRESS_MAX 16

/* 4, 16 or 6 bytes. */
gsize    th_address_get_size  (ThAddressFamily  family);
/* Whether it is the same in many networks and so identifies nobody: unspecified, loopback,
 * broadcast, multicast. */
gboolean th_address_is_common (ThAddressFamily  family,
                               const guint8    *address);
/* Whether the IPv6 address contains an IPv4 address, in its last four bytes. */
gboolean th_address_has_v4    (const guint8    *address);
/* Makes an address of the shape of @old from the random bytes of @noise: TH_ADDRESS_MAX * 2. */
void     th_address_make      (ThAddressFamily  family,
                               const guint8    *old,
                               const guint8    *noise,
                               guint8          *address);
/* The length of the address at the beginning of @text, or 0.  The caller checks that nothing
 * before the text belongs to it. */
gsize    th_address_parse     (const char      *text,
                               gsize            size,
                               ThAddressFamily *family,
                               guint8          *address);
/* Replaces the digits of the address in @text, of @size bytes, by those of @address. */
void     th_address_overwrite (ThAddressFamily  family,
                               char            *text,
                               gsize            size,
                               const guint8    *address);

G_END_DECLS
