/* th-requests-private.h - the parts of the analysis of requests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-analysis.h"

G_BEGIN_DECLS

/* A moment, and the event there.  @event: the subscription, which names it. */
typedef struct
{
  gint64  time;  /* TH_TIME_NONE: not known */
  ThRef   ref;
  guint16 cpu;
  guint16 event;
} Mark;

#define MARK_NONE ((Mark) { TH_TIME_NONE, TH_REF_NONE, 0, 0 })

static inline gboolean
mark_is_known (const Mark *mark)
{
  return mark->time != TH_TIME_NONE;
}

/* --- th-request-sides.c: what each socket sent and read ------------------------ */

/* What the marks of a call mean. */
enum
{
  OUT_BEGIN, /* it begins */
  OUT_LEFT,  /* its packets are on their way */
  OUT_END,   /* it has sent */
  N_OUT_MARKS,

  IN_FIRST_ARRIVAL = 0,
  IN_LAST_ARRIVAL,
  IN_FIRST_READ,
  IN_LAST_READ,
  N_MARKS
};

/* A call that sent or read.  Of many calls of one kind, the last ones are one.  Positions count the
 * bytes of its direction from the first event on. */
typedef struct
{
  gboolean is_out;
  guint32  task;  /* TH_TASK_NONE: not known */
  guint32  n;     /* how many calls */
  gint64   from;
  gint64   to;
  Mark     marks[N_MARKS];
} Call;

/* Data that arrived and was not read yet.  Beyond the limit the last ones are merged. */
#define MAX_ARRIVALS 64

typedef struct
{
  Mark    mark;
  guint32 bytes; /* 0: not known */
} Arrival;

/* How the requests of a connection are found; th-request-match.c. */
typedef struct _Matching Matching;

typedef struct
{
  guint32     number;  /* of the connection */
  guint64     socket;  /* the address of the struct sock; 0: not known */
  const char *local, *remote; /* words of other results, so equal texts are the same; or NULL */
  guint16     local_port, remote_port;
  ThOpened    opened;
  const char *service; /* static; or NULL */
  GArray     *calls;   /* of Call */
  guint       run;     /* calls of the same kind at the end */
  guint       n_turns; /* how often it began to send or to read */
  Matching   *matching; /* NULL: not known yet */
  gboolean    has_ends; /* the matcher can find it by its ends */
  gint64      sent, read;
  guint32     next;    /* the sequence number that it sends next */
  gboolean    has_next;
  guint       n_arrivals;
  Arrival     arrivals[MAX_ARRIVALS];
} Side;

Side *th_request_side_new     (const ThConnection *connection);
void  th_request_side_free    (gpointer            side);
/* Learns the ends of its connection. */
void  th_request_side_learn   (Side               *self,
                               const ThConnection *connection);
/* @marks: of the call, by OUT_…. */
void  th_request_side_send    (Side               *self,
                               const Mark         *marks,
                               guint32             task,
                               guint64             bytes);
/* @next: the next sequence number that the socket sends: it has sent @next less the last one. */
void  th_request_side_sent_to (Side               *self,
                               guint32             next);
/* @bytes: 0 if they are not known. */
void  th_request_side_arrive  (Side               *self,
                               const Mark         *mark,
                               guint32             bytes);
/* @bytes: G_MAXUINT64 if all was read that had arrived. */
void  th_request_side_read    (Side               *self,
                               const Mark         *mark,
                               guint32             task,
                               guint64             bytes);
/* The socket has nothing to be read. */
void  th_request_side_drain   (Side               *self);

/* --- th-request-match.c: which calls are a request and its answer -------------- */

/* The moments of a request, in order. */
typedef enum
{
  AT_BEGIN,    /* the client's call that sends */
  AT_LEFT,     /* its last packet is on its way */
  AT_ARRIVED,  /* all of it is in the server's socket */
  AT_TAKEN,    /* the server has read it */
  AT_ANSWERED, /* the server's call that sends */
  AT_RETURNED, /* the first data of the answer is in the client's socket */
  AT_READ,     /* the client has read that */
  AT_END,      /* the client has read all; or, seen by the server alone: the server sent all */
  N_MOMENTS
} Moment;

typedef struct
{
  const Side *client; /* NULL: not recorded */
  const Side *server;
  Mark        marks[N_MOMENTS];
  guint32     client_task;
  guint32     server_task;
  guint32     n_sends;
  gint64      asked;     /* bytes; -1: not known */
  gint64      answered;
  gboolean    is_answered;
  gboolean    is_inferred; /* the port tells which end is the client */
} Request;

typedef struct _Matcher Matcher;

Matcher *th_request_matcher_new (void);
void     th_request_matcher_free (Matcher *self);
/* Learns the ends of @side, once they are known. */
void     th_request_matcher_learn (Matcher *self,
                                Side      *side);
/* Appends to @requests (element-type Request) those that are certain after a further call on
 * @side: no later event changes them. */
void     th_request_matcher_advance (Matcher *self,
                                Side      *side,
                                GArray    *requests);
/* Appends all others on @sides (element-type Side), by begin.  Returns the number of connections of
 * which it is not known which end is the client. */
guint32  th_request_matcher_end (Matcher   *self,
                                GPtrArray *sides,
                                GArray    *requests);

/* --- th-request-rows.c: flows, tables, measures and lanes ---------------------- */

typedef struct _Rows Rows;

extern const ThMeasureInfo th_request_measures[];
/* The ids of the measures of all stages; free with g_strfreev(). */
char **th_request_rows_list_measures (void);

Rows *th_request_rows_new     (ThResults         *results);
void  th_request_rows_free    (Rows              *self);
/* @labels: by subscription, the name of the event as a word. */
void  th_request_rows_add     (Rows              *self,
                               const Request     *request,
                               const guint32     *labels);
/* Adds the sums of all connections, after the last request. */
void  th_request_rows_end     (Rows              *self);

G_END_DECLS
