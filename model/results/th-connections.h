/* th-connections.h - the connection that an event or a socket belongs to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The analysis that follows sockets fills this in, and one that needs its results asks for the
 * connection of the event that both have just been given (th-analysis.h): the event itself
 * names it, or the address of the struct sock does.
 *
 * Only the thread that runs the analyses uses it, and nothing of it is published.
 */
#pragma once

#include <glib.h>

#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThConnections ThConnections;

/* Which end opened a connection. */
typedef enum
{
  TH_OPENED_UNKNOWN, /* before the recording */
  TH_OPENED_LOCAL,   /* connect() */
  TH_OPENED_REMOTE   /* accepted from a listening socket */
} ThOpened;

/**
 * ThConnection:
 * @number: from 1, in the order in which sockets were first seen
 * @local, @remote: the addresses of its ends; %NULL if one is not known.  They live as long as
 *   the results of the analysis
 * @local_port, @remote_port: 0 if one is not known
 * @service: the name of the port that listens (th-services.h); %NULL if it has none.  Static
 */
typedef struct
{
  guint32     number;
  const char *local;
  const char *remote;
  guint16     local_port;
  guint16     remote_port;
  ThOpened    opened;
  const char *service;
} ThConnection;

/* Whoever fills it in owns each connection, and keeps it until it is removed. */
ThConnections      *th_connections_new           (void);
void                th_connections_free          (ThConnections      *self);

/* Makes @connection the one of @event; it is forgotten at the next event. */
void                th_connections_set_event     (ThConnections      *self,
                                                  ThRef               event,
                                                  const ThConnection *connection);
/* Makes @connection the one of the struct sock at @address, which is not 0. */
void                th_connections_set_socket    (ThConnections      *self,
                                                  guint64             address,
                                                  const ThConnection *connection);
/* Removes @connection; its address may have become that of another one. */
void                th_connections_remove_socket (ThConnections      *self,
                                                  guint64             address,
                                                  const ThConnection *connection);

/* Marks @event, a retransmission, as caused by a timeout. */
void                th_connections_add_timeout   (ThConnections      *self,
                                                  ThRef               event);
gboolean            th_connections_has_timeout   (const ThConnections *self,
                                                  ThRef               event);

/* Returns the connection of @event or else that of the struct sock at @address, which may be 0;
 * %NULL if neither is known.  Valid until the next event. */
const ThConnection *th_connections_find          (const ThConnections *self,
                                                  ThRef               event,
                                                  guint64             address);

G_END_DECLS
