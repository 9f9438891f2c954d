/* th-services.h - the names of well-known ports
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The names are those of the Service Name and Transport Protocol Port Number Registry of IANA
 * (RFC 6335), of the services that are in use today.  They are built in, because /etc/services says
 * what the machine that shows a recording calls them, may be missing, and would make texts depend
 * on that machine.  A name says what usually listens on the port, not what did.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the name of the service on @port of TCP, or of UDP; NULL if it has none here. */
const char *th_service_get_name (guint16  port,
                                 gboolean is_udp);

G_END_DECLS
