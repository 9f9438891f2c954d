/* th-sockets-private.h - the parts of the analysis of connections
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"
#include "th-socket-address.h"

G_BEGIN_DECLS

/* The states of TCP, which sockets of other protocols use, too: include/net/tcp_states.h. */
typedef enum
{
  STATE_UNKNOWN,
  STATE_ESTABLISHED,
  STATE_SYN_SENT,
  STATE_SYN_RECV,
  STATE_FIN_WAIT1,
  STATE_FIN_WAIT2,
  STATE_TIME_WAIT,
  STATE_CLOSE,
  STATE_CLOSE_WAIT,
  STATE_LAST_ACK,
  STATE_LISTEN,
  STATE_CLOSING,
  STATE_NEW_SYN_RECV,
  STATE_BOUND_INACTIVE,
  N_STATES
} SocketState;

/* enum tcp_ca_state, include/uapi/linux/tcp.h */
typedef enum
{
  CONGESTION_OPEN,
  CONGESTION_DISORDER,
  CONGESTION_CWR,
  CONGESTION_RECOVERY,
  CONGESTION_LOSS,
  CONGESTION_UNKNOWN
} Congestion;

typedef enum
{
  ROLE_UNKNOWN,
  ROLE_CONNECTED, /* by connect() */
  ROLE_ACCEPTED,  /* from a listening socket */
  ROLE_LISTENING
} SocketRole;

/* What one task sent and read on a socket. */
typedef struct
{
  guint32 task;       /* TH_TASK_NONE: several, when there were too many */
  guint32 n_sends;
  guint32 n_reads;
  guint64 sent;
  guint64 read;
} SocketUse;

/* One use of one struct sock. */
typedef struct _Socket Socket;

struct _Socket
{
  guint64         address;    /* of the struct sock; 0: not known */
  guint64         cookie;     /* 0: not known */
  gboolean        is_mptcp;   /* its first TCP socket has the same ends */
  ThSocketAddress local;
  ThSocketAddress remote;
  Socket         *covered;    /* what these ends found before; may have been freed */
  guint32         covered_number;
  guint32         local_word; /* "10.0.0.1:80", plus 1; 0: no end is known */
  guint32         remote_word;
  ThConnection    connection; /* what other analyses learn about it */
  guint32         protocol;   /* a word, "TCP", plus 1; 0: not known */
  guint32         namespace;  /* a word, plus 1; 0: not known */
  SocketRole      role;
  guint32         task;       /* the task that opened or used it; TH_TASK_NONE: not known */

  ThRef           first_ref;
  gint64          first;
  gint64          last;
  SocketState     state;
  gint64          since;      /* when it entered @state; TH_TIME_NONE: before the recording */
  ThRef           since_ref;
  gint64          connecting; /* duration of the handshake; -1: not seen */
  gint64          established; /* time in ESTABLISHED */
  gboolean        is_closed;

  guint32         n_packets;  /* tcp_probe: packets received when established */
  guint64         received;   /* bytes in them, modulo 64 KiB each */
  guint64         acknowledged; /* bytes, since the first of them */
  guint32         una;        /* the oldest byte that is not acknowledged */
  guint32         n_retransmits;
  guint32         n_resets;
  guint64         read;       /* sock_recv_length: bytes that tasks read */
  guint64         sent;       /* sock_send_length: bytes that tasks sent */
  guint32         n_reads;
  guint32         n_sends;
  GArray         *uses;       /* of SocketUse, by first use; or NULL */
  guint32         n_drops;
  guint32         n_accepted; /* of a listening socket */
  guint32         n_overflows; /* handshakes that found its queue full */
  gint64          counted;    /* drops that the kernel counted; -1: not known */
  gint64          backlog;    /* of a listening socket; -1: not known */
  Congestion      congestion;
  guint32         rtt_low;    /* µs; 0: none */
  guint32         rtt_high;
  guint64         rtt_sum;
  guint32         n_rtts;

  ThTrack        *states;
  ThTrack        *rtt;
  ThTrack        *window;
  GList           link;       /* in the list of closed sockets; data is the socket */
};

/* The parts of an event that identify a socket. */
typedef struct
{
  const ThEvent  *event;
  guint64         address;
  guint64         cookie;
  gboolean        is_mptcp;   /* known for changes of state; other events are TCP's */
  gboolean        has_ends;
  ThSocketAddress local;
  ThSocketAddress remote;
} SocketEvent;

typedef struct
{
  ThResults   *results;
  ThRecording *recording;
  guint       *streams;       /* by subscription: the stream whose events are read, plus 1 */
  ThConnections *directory;   /* for analyses that ask which socket an event is about */
  guint32      n_sockets;     /* the number of the last one */
  GArray      *failures;      /* of UdpFailure, by CPU */

  /* th-socket-find.c */
  GHashTable  *sockets;       /* set of Socket; owns them */
  GHashTable  *by_address;    /* &Socket.address → Socket */
  GHashTable  *by_cookie;     /* &Socket.cookie → Socket */
  GHashTable  *by_ends;       /* Socket (its ends) → itself */
  GHashTable  *listeners;     /* Socket (its local end) → itself */
  GHashTable  *udp_ports;     /* likewise, of UDP */
  GQueue       closed;        /* of Socket, in order of closing */
  GQueue       incomplete;    /* of Socket: those with an end that is not known yet */
  gboolean     is_full;       /* there were too many sockets */
  gboolean     has_loss;      /* events were lost */
  guint32      n_read_more;   /* connections from which more was read than tcp_probe shows */

  /* th-socket-rows.c */
  ThTable     *connections, *changes, *retransmits, *resets, *listens, *drops, *tasks;
  ThMeasure   *connect, *rtt;
  guint32      n_connects, n_rtts;
  guint        n_lanes, n_value_lanes;
  guint32      state_words[N_STATES];
  guint32      tcp_word, udp_word, mptcp_word; /* "TCP", "UDP", "MPTCP", plus 1 */
} Sockets;

/* --- th-socket-event.c: what an event says about its socket ------------------- */

/* The fields with which each subscription begins, and their number. */
#define SOCKET_ENDS SOCKET_ENDS_AT ("?skaddr")
#define SOCKET_ENDS_AT(address) \
  address, "?saddr", "?daddr", "?saddrv6", "?daddrv6", "?sport", "?dport", "?src", "?dest", \
  "?sock_cookie"
#define SOCKET_FIELDS 10

/* A datagram that did not fit into the queue of its socket. */
typedef struct
{
  gboolean        is_set;
  gint64          rc;
  ThSocketAddress local;
  ThSocketAddress remote;
} UdpFailure;

void        th_socket_event_read    (SocketEvent     *self,
                                     const ThEvent   *event);
/* Reads a state, which is a name in text recordings; STATE_UNKNOWN if there is none. */
SocketState th_socket_event_state   (const ThEvent   *event,
                                     guint            field);
const char *th_socket_state_name    (SocketState      state);
/* The name that the event prints for the value of a field, such as a reason; its number if it
 * has no name.  NULL if the event lacks the field.  Free with g_free(). */
char       *th_socket_event_symbol  (const ThEvent   *event,
                                     guint            field);
/* The name of a protocol, "TCP"; NULL if the event lacks the field.  Free with g_free(). */
char       *th_socket_event_protocol (const ThEvent  *event,
                                     guint            field);

/* --- th-socket-uses.c: what each task sent and read on a socket ---------------- */

/* Returns the use of @socket by @task, which is added if it is new. */
SocketUse  *th_socket_uses_get      (Socket            *socket,
                                     guint32            task);
/* Adds all uses of @other. */
void        th_socket_uses_add      (Socket            *socket,
                                     const Socket      *other);

/* --- th-socket-find.c: which socket an event is about -------------------------- */

void        th_socket_find_begin    (Sockets           *self);
void        th_socket_find_clear    (Sockets           *self);
/* Returns the socket of the event, which may be new; NULL if the event does not identify one, or
 * if there are too many. */
Socket     *th_socket_find          (Sockets           *self,
                                     const SocketEvent *event);
/* Returns a new socket, which begins with the event; NULL if there are too many. */
Socket     *th_socket_new           (Sockets           *self,
                                     const SocketEvent *event);
/* Returns the listening socket on the local end of @event, whose socket it accepted.  Creates
 * it if its own beginning was not recorded; NULL if there is no port, or too many sockets. */
Socket     *th_socket_find_listener (Sockets           *self,
                                     const SocketEvent *event);
/* Returns the listening socket that @event is about: it names its address, or else its port.
 * NULL if there are too many sockets. */
Socket     *th_socket_find_listening (Sockets          *self,
                                     const SocketEvent *event);
/* Returns the UDP socket on the local port of @event, which says nothing else about it; NULL if
 * there are too many. */
Socket     *th_socket_find_port     (Sockets           *self,
                                     const SocketEvent *event);
/* Learns its protocol, a word plus 1, unless that is known. */
void        th_socket_learn_protocol (Sockets          *self,
                                     Socket            *socket,
                                     guint32            protocol);
/* Makes @socket the one that listens on its port. */
void        th_socket_find_set_listener (Sockets       *self,
                                     Socket            *socket);
/* Ends all sockets. */
void        th_socket_find_end      (Sockets           *self);
/* Later events of a closed socket, such as the reset that it sends, still belong to it for
 * some time. */
void        th_socket_close         (Sockets           *self,
                                     Socket            *socket);

/* --- th-socket-rows.c: lanes, tables and measures ------------------------------- */

extern const ThMeasureInfo th_socket_measures[];

void        th_socket_rows_begin    (Sockets           *self);
/* Adds the row of a socket that has no further events. */
void        th_socket_rows_end      (Sockets           *self,
                                     Socket            *socket);
/* Updates what other analyses learn about the socket. */
void        th_socket_rows_name     (Sockets           *self,
                                     Socket            *socket);
/* Ends the slice of the socket's state, and adds the change to the table. */
void        th_socket_rows_change   (Sockets           *self,
                                     Socket            *socket,
                                     const ThEvent     *event,
                                     SocketState        from,
                                     SocketState        to);
void        th_socket_rows_probe    (Sockets           *self,
                                     Socket            *socket,
                                     const ThEvent     *event,
                                     guint32            rtt,
                                     guint32            window);
void        th_socket_rows_retransmit (Sockets         *self,
                                     const Socket      *socket,
                                     const ThEvent     *event,
                                     guint64            skb,
                                     SocketState        state);
/* Adds a SYN-ACK that a listening socket sent again.  @event has the ends of the connection. */
void        th_socket_rows_answer   (Sockets           *self,
                                     const Socket      *listener,
                                     const SocketEvent *event);
void        th_socket_rows_reset    (Sockets           *self,
                                     const Socket      *socket,
                                     const ThEvent     *event,
                                     gboolean           is_sent,
                                     const char        *reason);
void        th_socket_rows_drop     (Sockets           *self,
                                     const Socket      *socket,
                                     const ThEvent     *event,
                                     guint64            skb,
                                     const char        *reason,
                                     const ThSocketAddress *remote);

/* --- th-socket-data.c: data that tasks sent and read, and drops ----------------- */

/* Reads sock_send_length or sock_recv_length. */
void        th_socket_data_take_length (Sockets        *self,
                                     const ThEvent     *event,
                                     gboolean           is_sent);
/* Reads kfree_skb: a socket dropped the packet if the event names one. */
void        th_socket_data_take_drop (Sockets          *self,
                                     const ThEvent     *event);
/* Reads udp_fail_queue_rcv_skb. */
void        th_socket_data_take_failure (Sockets       *self,
                                     const ThEvent     *event);
/* Makes @socket the one that @event is about, for other analyses. */
void        th_socket_data_announce (Sockets           *self,
                                     const ThEvent     *event,
                                     Socket            *socket);

/* --- th-socket-counts.c: what the kernel counted ------------------------------- */

/* Adds what the counters of the recording say about listening sockets, if it has any. */
void        th_socket_counts_take   (Sockets           *self);

G_END_DECLS
