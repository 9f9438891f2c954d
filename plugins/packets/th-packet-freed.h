/* th-packet-freed.h - what the place and the reason of a free mean
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * @location is a function of the kernel with an offset, like "unix_stream_read_generic+0x1f0", and
 * @reason a name of enum skb_drop_reason without its prefix.  Either may be NULL: not known.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Whether packets that are freed there were in the frag list of another packet. */
gboolean th_packet_is_list_free      (const char *location);
/* Whether buffers that are freed there belong to sockets without a network. */
gboolean th_packet_is_local          (const char *location);
/* Whether only packets that are being sent are dropped for this reason. */
gboolean th_packet_is_sending_reason (const char *reason);
/* Whether a kfree_skb there, for this reason, empties the queue of a closed socket, which is not a
 * drop. */
gboolean th_packet_is_purge          (const char *location,
                                      const char *reason);

G_END_DECLS
