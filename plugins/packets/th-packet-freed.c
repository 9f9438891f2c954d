/* th-packet-freed.c - what the place and the reason of a free mean
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-packet-freed.h"

/* Functions that empty a queue when its socket is closed. */
static const char *const purges[] = {
  "skb_queue_purge", "skb_queue_purge_reason", "__skb_queue_purge", "inet_sock_destruct",
  "inet_csk_destroy_sock",
  "sk_stream_kill_queues", "udp_destruct_common", "udp_destruct_sock", "udp_destroy_sock",
  "tcp_write_queue_purge",
  "skb_rbtree_purge", "packet_sock_destruct", "packet_release", "packet_set_ring",
  "unix_release_sock", "unix_sock_destructor",
  "netlink_sock_destruct", "raw_destroy", "ping_close", "skb_errqueue_purge"
};

gboolean
th_packet_is_list_free (const char *location)
{
  return location != NULL && g_str_has_prefix (location, "skb_release_data+");
}

gboolean
th_packet_is_local (const char *location)
{
  static const char *const families[] = { "unix_", "netlink_", "virtio_transport_", "vsock_" };

  for (guint i = 0; location != NULL && i < G_N_ELEMENTS (families); i++)
    if (g_str_has_prefix (location, families[i]))
      return TRUE;

  return FALSE;
}

gboolean
th_packet_is_sending_reason (const char *reason)
{
  return reason != NULL &&
         (g_str_has_prefix (reason, "QDISC_") || strcmp (reason, "TC_EGRESS") == 0);
}

gboolean
th_packet_is_purge (const char *location,
                    const char *reason)
{
  gsize length = location != NULL ? strcspn (location, "+") : 0;

  if (reason != NULL && g_strcmp0 (reason, "NOT_SPECIFIED") != 0)
    return g_strcmp0 (reason, "QUEUE_PURGE") == 0;

  for (guint i = 0; location != NULL && i < G_N_ELEMENTS (purges); i++)
    if (strlen (purges[i]) == length && strncmp (location, purges[i], length) == 0)
      return TRUE;

  return FALSE;
}
