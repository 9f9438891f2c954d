/* th-socket-address.c - one end of a connection: an address and a port
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <arpa/inet.h>

#include "th-socket-address.h"

/* struct sockaddr_in and sockaddr_in6 of Linux, include/uapi/linux/in.h and in6.h. */
#define FAMILY_V4 2
#define FAMILY_V6 10
#define RAW_PORT 2
#define RAW_V4 4
#define RAW_V6 8

static const guint8 mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

void
th_socket_address_set_v4 (ThSocketAddress *self,
                          const guint8    *bytes)
{
  static const guint8 any[4];

  memset (self->bytes, 0, sizeof self->bytes);
  if (memcmp (bytes, any, sizeof any) == 0)
    return;

  memcpy (self->bytes, mapped, sizeof mapped);
  memcpy (self->bytes + sizeof mapped, bytes, 4);
}

void
th_socket_address_set_v6 (ThSocketAddress *self,
                          const guint8    *bytes)
{
  if (memcmp (bytes, mapped, sizeof mapped) == 0)
    th_socket_address_set_v4 (self, bytes + sizeof mapped);
  else
    memcpy (self->bytes, bytes, sizeof self->bytes);
}

gboolean
th_socket_address_set_raw (ThSocketAddress *self,
                           const guint8    *bytes,
                           gsize            size,
                           gboolean         big_endian)
{
  guint family;

  if (size < RAW_V4 + 4)
    return FALSE;

  family = big_endian ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0];
  if (family == FAMILY_V4)
    th_socket_address_set_v4 (self, bytes + RAW_V4);
  else if (family == FAMILY_V6 && size >= RAW_V6 + sizeof self->bytes)
    th_socket_address_set_v6 (self, bytes + RAW_V6);
  else
    return FALSE;

  self->port = bytes[RAW_PORT] << 8 | bytes[RAW_PORT + 1];
  return TRUE;
}

/* Reads a port of at most five digits. */
static gboolean
read_port (const char *text,
           guint16    *port)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT16, &value, NULL))
    return FALSE;
  *port = value;
  return TRUE;
}

gboolean
th_socket_address_set_text (ThSocketAddress *self,
                            const char      *text,
                            gsize            length)
{
  char copy[INET6_ADDRSTRLEN + sizeof "[]:65535"];
  char *host = copy, *end, *port = NULL;
  guint8 bytes[16];

  if (length == 0 || length >= sizeof copy)
    return FALSE;
  memcpy (copy, text, length);
  copy[length] = '\0';

  if (copy[0] == '[' && (end = strchr (copy, ']')) != NULL)
    {
      host = copy + 1;
      port = end[1] == ':' ? end + 2 : NULL;
      *end = '\0';
    }
  else if ((end = strchr (copy, ':')) != NULL && strchr (end + 1, ':') == NULL)
    {
      port = end + 1;
      *end = '\0';
    }

  if (port != NULL && !read_port (port, &self->port))
    return FALSE;
  if (inet_pton (AF_INET, host, bytes) == 1)
    th_socket_address_set_v4 (self, bytes);
  else if (inet_pton (AF_INET6, host, bytes) == 1)
    th_socket_address_set_v6 (self, bytes);
  else
    return FALSE;

  return TRUE;
}

gboolean
th_socket_address_is_any (const ThSocketAddress *self)
{
  static const guint8 any[16];

  return memcmp (self->bytes, any, sizeof any) == 0;
}

gboolean
th_socket_address_equal (const ThSocketAddress *a,
                         const ThSocketAddress *b)
{
  return a->port == b->port && memcmp (a->bytes, b->bytes, sizeof a->bytes) == 0;
}

gboolean
th_socket_address_agrees (const ThSocketAddress *a,
                          const ThSocketAddress *b)
{
  return (a->port == b->port || a->port == 0 || b->port == 0) &&
         (th_socket_address_is_any (a) || th_socket_address_is_any (b) ||
          memcmp (a->bytes, b->bytes, sizeof a->bytes) == 0);
}

char *
th_socket_address_to_host (const ThSocketAddress *self)
{
  char host[INET6_ADDRSTRLEN];
  gboolean is_mapped = memcmp (self->bytes, mapped, sizeof mapped) == 0;

  if (th_socket_address_is_any (self))
    return NULL;

  inet_ntop (is_mapped ? AF_INET : AF_INET6, self->bytes + (is_mapped ? sizeof mapped : 0), host,
             sizeof host);
  return g_strdup (host);
}

char *
th_socket_address_to_text (const ThSocketAddress *self)
{
  g_autofree char *host = th_socket_address_to_host (self);
  char port[8] = "*";

  if (self->port != 0)
    g_snprintf (port, sizeof port, "%u", self->port);

  return host != NULL && strchr (host, ':') != NULL
         ? g_strdup_printf ("[%s]:%s", host, port)
         : g_strdup_printf ("%s:%s", host != NULL ? host : "*", port);
}
