/* th-request-match.c - which calls of the sockets are a request and its answer
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-hash.h"
#include "th-requests-private.h"

/* net.ipv4.ip_local_port_range begins here unless it was changed. */
#define FIRST_EPHEMERAL_PORT 32768
/* A limit, as each of them is compared with all others. */
#define MAX_SAME_ENDS 64
/* Which end is the client, and which socket is its peer, is decided after one end has begun to send
 * or to read this many times: then the first request is over, and both ends took part in it. */
#define MIN_TURNS 3

/* --- what is known of the requests of a connection ----------------------------- */

struct _Matching
{
  const Side *client;      /* NULL: not recorded */
  const Side *server;      /* likewise; both NULL: its requests are not known */
  gboolean    is_inferred;
  guint       next;        /* where the next one begins: a call of the server, or else client */

  /* if both are recorded; the indices only grow */
  gint64      question_offset;
  gint64      answer_offset;
  guint       question;    /* the client's call that is next to be found */
  guint       answer;
  gint64      to;          /* the position of the client's bytes up to which requests are found */
};

struct _Matcher
{
  GHashTable *by_ends;     /* Side (its ends) → GPtrArray of Side */
  GPtrArray  *matchings;   /* of Matching; owns them */
  guint32     n_unknown;   /* sockets of which it is not known whether they are the client */
};

/* --- the two ends of a connection ---------------------------------------------- */

/* The addresses are words, so equal ones have the same pointer. */
static guint
ends_hash (gconstpointer key)
{
  const Side *side = key;
  const void *ends[2] = { side->local, side->remote };

  return th_bytes_hash ((const guint8 *) ends, sizeof ends) ^
         ((guint) side->local_port << 16 | side->remote_port);
}

static gboolean
ends_equal (gconstpointer a,
            gconstpointer b)
{
  const Side *x = a, *y = b;

  return x->local == y->local && x->remote == y->remote && x->local_port == y->local_port &&
         x->remote_port == y->remote_port;
}

Matcher *
th_request_matcher_new (void)
{
  Matcher *self = g_new0 (Matcher, 1);

  self->by_ends = g_hash_table_new_full (ends_hash, ends_equal, NULL,
                                         (GDestroyNotify) g_ptr_array_unref);
  self->matchings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
th_request_matcher_free (Matcher *self)
{
  g_hash_table_unref (self->by_ends);
  g_ptr_array_unref (self->matchings);
  g_free (self);
}

/* Connections may have the same ends, one after the other or in different namespaces. */
void
th_request_matcher_learn (Matcher *self,
                          Side    *side)
{
  GPtrArray *same;

  if (side->has_ends || side->local == NULL || side->remote == NULL || side->local_port == 0 ||
      side->remote_port == 0)
    return;

  side->has_ends = TRUE;
  same = g_hash_table_lookup (self->by_ends, side);
  if (same == NULL)
    {
      same = g_ptr_array_new ();
      g_hash_table_insert (self->by_ends, side, same);
    }
  g_ptr_array_add (same, side);
}

static gint64
first_time (const Side *side)
{
  for (guint i = 0; i < side->calls->len; i++)
    for (guint j = 0; j < N_MARKS; j++)
      if (mark_is_known (&g_array_index (side->calls, Call, i).marks[j]))
        return g_array_index (side->calls, Call, i).marks[j].time;

  return TH_TIME_NONE;
}

static gint64
last_time (const Side *side)
{
  for (guint i = side->calls->len; i > 0; i--)
    for (guint j = N_MARKS; j > 0; j--)
      if (mark_is_known (&g_array_index (side->calls, Call, i - 1).marks[j - 1]))
        return g_array_index (side->calls, Call, i - 1).marks[j - 1].time;

  return TH_TIME_NONE;
}

/* The only socket with the same ends the other way round at the same time, or NULL. */
static Side *
find_opposite (GHashTable *by_ends,
               const Side *side)
{
  const Side key = { .local = side->remote, .remote = side->local,
                     .local_port = side->remote_port, .remote_port = side->local_port };
  GPtrArray *same = g_hash_table_lookup (by_ends, &key);
  Side *found = NULL;

  if (same == NULL || !side->has_ends || same->len > MAX_SAME_ENDS)
    return NULL;

  for (guint i = 0; i < same->len; i++)
    {
      Side *other = g_ptr_array_index (same, i);

      if (other == side || first_time (other) > last_time (side) ||
          first_time (side) > last_time (other))
        continue;
      if (found != NULL)
        return NULL;
      found = other;
    }

  return found;
}

/* The other socket of the connection.  Several, as namespaces may have, cannot be told apart. */
static Side *
find_peer (GHashTable *by_ends,
           const Side *side)
{
  Side *peer = find_opposite (by_ends, side);

  return peer != NULL && find_opposite (by_ends, peer) == side ? peer : NULL;
}

typedef enum
{
  ROLE_UNKNOWN,
  ROLE_CLIENT,
  ROLE_SERVER
} Role;

static Role
find_role (const Side *side,
           const Side *peer,
           gboolean   *is_inferred)
{
  gboolean local, remote;

  *is_inferred = FALSE;
  if (side->opened != TH_OPENED_UNKNOWN)
    return side->opened == TH_OPENED_LOCAL ? ROLE_CLIENT : ROLE_SERVER;
  if (peer != NULL && peer->opened != TH_OPENED_UNKNOWN)
    return peer->opened == TH_OPENED_LOCAL ? ROLE_SERVER : ROLE_CLIENT;

  local = side->local_port >= FIRST_EPHEMERAL_PORT;
  remote = side->remote_port >= FIRST_EPHEMERAL_PORT;
  *is_inferred = TRUE;
  return local == remote || side->local_port == 0 || side->remote_port == 0 ? ROLE_UNKNOWN
         : local ? ROLE_CLIENT : ROLE_SERVER;
}

/* --- calls --------------------------------------------------------------------- */

static const Call *
get_call (const Side *side,
          guint       index)
{
  return index < side->calls->len ? &g_array_index (side->calls, Call, index) : NULL;
}

/* The index of the first call from @from on that sends, or reads; the number of calls if there is
 * none. */
static guint
find_kind (const Side *side,
           guint       from,
           gboolean    is_out)
{
  while (from < side->calls->len && get_call (side, from)->is_out != is_out)
    from++;

  return from;
}

/* The index of the first call of that kind from @from on whose bytes reach beyond @position. */
static guint
find_beyond (const Side *side,
             guint       from,
             gboolean    is_out,
             gint64      position)
{
  guint i = find_kind (side, from, is_out);

  while (i < side->calls->len && get_call (side, i)->to <= position)
    i = find_kind (side, i + 1, is_out);
  return i;
}

/* The index of the last call of that kind from @from on whose bytes begin before @position. */
static guint
find_last_before (const Side *side,
                  guint       from,
                  gboolean    is_out,
                  gint64      position)
{
  guint last = from;

  for (guint i = from; i < side->calls->len && get_call (side, i)->from < position;
       i = find_kind (side, i + 1, is_out))
    last = i;
  return last;
}

/* The first of the marks that is known; its time is TH_TIME_NONE if none is. */
static Mark
first_known (const Mark *marks,
             guint       n)
{
  for (guint i = 0; i < n; i++)
    if (mark_is_known (&marks[i]))
      return marks[i];

  return MARK_NONE;
}

/* When a call began to send: without the system call, the packet is known. */
static Mark
get_sending (const Call *call)
{
  return first_known (call->marks, OUT_END);
}

/* --- one request --------------------------------------------------------------- */

static Request
begin_request (const Side *client,
               const Side *server,
               gboolean    is_inferred)
{
  Request request = { .client = client, .server = server, .client_task = TH_TASK_NONE,
                      .server_task = TH_TASK_NONE, .asked = -1, .answered = -1,
                      .is_inferred = is_inferred };

  for (guint i = 0; i < N_MOMENTS; i++)
    request.marks[i] = MARK_NONE;
  return request;
}

/* A mark before an earlier one contradicts it, as clocks of CPUs may. */
static void
set_mark (Request    *request,
          Moment      at,
          const Mark *mark)
{
  if (!mark_is_known (mark))
    return;
  for (guint i = 0; i < at; i++)
    if (mark_is_known (&request->marks[i]) && request->marks[i].time > mark->time)
      return;

  request->marks[at] = *mark;
}

static guint32
count_calls (const Side *side,
             guint       first,
             guint       last)
{
  gboolean is_out = get_call (side, first)->is_out;
  guint32 n = 0;

  for (guint i = first; i <= last; i++)
    n += get_call (side, i)->is_out == is_out ? get_call (side, i)->n : 0;
  return n;
}

/* The client sends, in its calls from @first to @last. */
static void
take_question (Request *request,
               guint    first,
               guint    last)
{
  const Call *begin = get_call (request->client, first), *end = get_call (request->client, last);

  set_mark (request, AT_BEGIN, &begin->marks[OUT_BEGIN]);
  set_mark (request, AT_LEFT, &end->marks[OUT_LEFT]);
  request->client_task = begin->task;
  request->n_sends = count_calls (request->client, first, last);
  if (request->asked < 0)
    request->asked = end->to - begin->from;
}

/* The server reads, in its calls from @first up to @sends, and sends from there up to @next. */
static void
take_service (Request *request,
              guint    first,
              guint    sends,
              guint    next)
{
  const Call *begin = get_call (request->server, first);
  const Call *end = get_call (request->server, sends - 1);
  Mark sending;

  set_mark (request, AT_ARRIVED, &end->marks[IN_LAST_ARRIVAL]);
  set_mark (request, AT_TAKEN, &end->marks[IN_LAST_READ]);
  request->server_task = end->task;
  request->asked = end->to - begin->from;
  if (next == sends)
    return;

  sending = get_sending (get_call (request->server, sends));
  set_mark (request, AT_ANSWERED, &sending);
  request->answered = get_call (request->server, next - 1)->to -
                      get_call (request->server, sends)->from;
  request->is_answered = TRUE;
}

/* The client reads, in its calls from @first to @last. */
static void
take_answer (Request *request,
             guint    first,
             guint    last)
{
  const Call *begin = get_call (request->client, first), *end = get_call (request->client, last);

  set_mark (request, AT_RETURNED, &begin->marks[IN_FIRST_ARRIVAL]);
  set_mark (request, AT_READ, &begin->marks[IN_FIRST_READ]);
  set_mark (request, AT_END, &end->marks[IN_LAST_READ]);
  if (request->client_task == TH_TASK_NONE)
    request->client_task = begin->task;
  if (request->answered < 0)
    request->answered = end->to - begin->from;
  request->is_answered = TRUE;
}

static void
add_request (GArray        *requests,
             const Request *request)
{
  Mark first = first_known (request->marks, N_MOMENTS);

  if (mark_is_known (&first))
    g_array_append_val (requests, *request);
}

/* --- all requests of a connection ---------------------------------------------- */

/* These add the requests from self->next on: all of them if @is_end, else those that a later one
 * follows. */

static void
add_of_server (Matching *self,
               GArray   *requests,
               gboolean  is_end)
{
  const Side *server = self->server;

  for (guint i = find_kind (server, self->next, FALSE), next; i < server->calls->len; i = next)
    {
      guint sends = find_kind (server, i, TRUE);
      Request request = begin_request (NULL, server, self->is_inferred);

      next = find_kind (server, sends, FALSE);
      if (!is_end && next >= server->calls->len)
        return;
      take_service (&request, i, sends, next);
      if (next > sends)
        set_mark (&request, AT_END, &get_call (server, next - 1)->marks[OUT_END]);
      add_request (requests, &request);
      self->next = next;
    }
}

/* Adds what the client sent and the server, if it was recorded, did not read. */
static void
add_of_client (Matching *self,
               GArray   *requests,
               gboolean  is_end)
{
  const Side *client = self->client;

  for (guint i = find_kind (client, self->next, TRUE), next; i < client->calls->len; i = next)
    {
      guint reads = find_kind (client, i, FALSE);
      Request request = begin_request (client, self->server, self->is_inferred);

      next = find_kind (client, reads, TRUE);
      if (!is_end && next >= client->calls->len)
        return;
      take_question (&request, i, reads - 1);
      if (next > reads && self->server == NULL)
        take_answer (&request, reads, next - 1);
      add_request (requests, &request);
      self->next = next;
    }
}

/* How many of the bytes that it reads @side had read at @time. */
static gint64
find_position (const Side *side,
               gint64      time)
{
  gint64 position = 0;

  for (guint i = find_kind (side, 0, FALSE); i < side->calls->len;
       i = find_kind (side, i + 1, FALSE))
    {
      if (get_call (side, i)->marks[IN_FIRST_READ].time >= time)
        break;
      position = get_call (side, i)->to;
    }

  return position;
}

/* What to add to positions of @sender to get those of @reader.  A connection that began in the
 * recording begins with the first byte; else what the reader had read when the sender first sent
 * is older. */
static gint64
find_offset (const Side *sender,
             const Side *reader)
{
  if (sender->opened != TH_OPENED_UNKNOWN && reader->opened != TH_OPENED_UNKNOWN)
    return 0;

  for (guint i = find_kind (sender, 0, TRUE); i < sender->calls->len;
       i = find_kind (sender, i + 1, TRUE))
    {
      const Call *call = get_call (sender, i);
      Mark begin = get_sending (call);
      gint64 time = begin.time;

      /* It cannot have begun before the last read. */
      if (time == TH_TIME_NONE && i > 0 && !get_call (sender, i - 1)->is_out)
        time = get_call (sender, i - 1)->marks[IN_LAST_READ].time;
      if (time != TH_TIME_NONE)
        return find_position (reader, time) - call->from;
    }

  return 0;
}

/* Finds what the client sent of what the server read from @first up to @sends.  If the server read
 * it before the client sent it, positions do not agree, and it is something older. */
static void
match_question (Matching *self,
                Request  *request,
                guint     first,
                guint     sends)
{
  gint64 from = get_call (self->server, first)->from - self->question_offset;
  gint64 to = get_call (self->server, sends - 1)->to - self->question_offset;
  gint64 read = get_call (self->server, sends - 1)->marks[IN_LAST_READ].time;
  guint last;
  Mark begin;

  self->question = find_beyond (self->client, self->question, TRUE, from);
  if (self->question >= self->client->calls->len)
    return;

  begin = get_sending (get_call (self->client, self->question));
  if (mark_is_known (&begin) && begin.time > read)
    {
      self->question_offset = get_call (self->server, sends - 1)->to -
                              get_call (self->client, self->question)->from;
      return;
    }
  last = find_last_before (self->client, self->question, TRUE, to);
  take_question (request, self->question, last);
  self->question = last;
}

/* Finds how the client read what the server sent from @sends up to @next. */
static void
match_answer (Matching *self,
              Request  *request,
              guint     sends,
              guint     next)
{
  const Call *begin = get_call (self->server, sends), *end = get_call (self->server, next - 1);
  Mark sending = get_sending (begin);
  guint last;

  self->answer = find_beyond (self->client, self->answer, FALSE,
                              begin->from + self->answer_offset);
  while (self->answer < self->client->calls->len && mark_is_known (&sending) &&
         get_call (self->client, self->answer)->marks[IN_LAST_READ].time < sending.time)
    {
      self->answer = find_kind (self->client, self->answer + 1, FALSE);
      if (self->answer < self->client->calls->len)
        self->answer_offset = get_call (self->client, self->answer)->from - begin->from;
    }
  if (self->answer >= self->client->calls->len)
    return;

  last = find_last_before (self->client, self->answer, FALSE, end->to + self->answer_offset);
  take_answer (request, self->answer, last);
  self->answer = last;
}

/* Whether the client has read what the server sent before its call @next. */
static gboolean
is_answer_read (const Matching *self,
                guint           next)
{
  return self->client->read >= get_call (self->server, next - 1)->to + self->answer_offset;
}

/* What the server reads until it sends is a request. */
static void
add_of_both (Matching *self,
             GArray   *requests,
             gboolean  is_end)
{
  const Side *server = self->server;

  for (guint i = find_kind (server, self->next, FALSE), next; i < server->calls->len; i = next)
    {
      guint sends = find_kind (server, i, TRUE);
      Request request = begin_request (self->client, server, self->is_inferred);

      next = find_kind (server, sends, FALSE);
      if (!is_end && (next >= server->calls->len || !is_answer_read (self, next)))
        return;
      match_question (self, &request, i, sends);
      take_service (&request, i, sends, next);
      if (next > sends)
        match_answer (self, &request, sends, next);
      self->to = get_call (server, sends - 1)->to - self->question_offset;
      add_request (requests, &request);
      self->next = next;
    }
  if (!is_end)
    return;

  self->next = find_beyond (self->client, self->question, TRUE, self->to);
  add_of_client (self, requests, TRUE);
}

/* --- which requests are certain ------------------------------------------------ */

/* Whether @side has calls that read. */
static gboolean
reads (const Side *side)
{
  return find_kind (side, 0, FALSE) < side->calls->len;
}

static Matching *
add_matching (Matcher *self)
{
  Matching *matching = g_new0 (Matching, 1);

  g_ptr_array_add (self->matchings, matching);
  return matching;
}

/* Decides which end of its connection @side is, and which socket is the other one. */
static void
decide (Matcher *self,
        Side    *side)
{
  Side *peer = find_peer (self->by_ends, side), *client, *server;
  gboolean is_inferred;
  Role role;

  if (peer != NULL && peer->matching != NULL)
    peer = NULL;
  role = find_role (side, peer, &is_inferred);
  side->matching = add_matching (self);
  side->matching->is_inferred = is_inferred;
  self->n_unknown += role == ROLE_UNKNOWN && side->calls->len > 0;
  if (role == ROLE_UNKNOWN)
    return;

  client = role == ROLE_CLIENT ? side : peer;
  server = role == ROLE_CLIENT ? peer : side;
  /* A server that never reads says nothing about requests. */
  if (peer != NULL && !reads (server))
    {
      peer->matching = add_matching (self);
      client->matching->client = client;
      client->matching->is_inferred = is_inferred;
      return;
    }

  side->matching->client = client;
  side->matching->server = server;
  if (peer == NULL)
    return;
  peer->matching = side->matching;
  side->matching->question_offset = find_offset (client, server);
  side->matching->answer_offset = find_offset (server, client);
}

static void
add_certain (Matching *self,
             GArray   *requests,
             gboolean  is_end)
{
  if (self->client != NULL && self->server != NULL)
    add_of_both (self, requests, is_end);
  else if (self->client != NULL)
    add_of_client (self, requests, is_end);
  else if (self->server != NULL)
    add_of_server (self, requests, is_end);
}

void
th_request_matcher_advance (Matcher *self,
                            Side    *side,
                            GArray  *requests)
{
  if (side->matching == NULL && side->n_turns < MIN_TURNS)
    return;

  if (side->matching == NULL)
    decide (self, side);
  add_certain (side->matching, requests, FALSE);
}

static gint
compare_requests (gconstpointer a,
                  gconstpointer b)
{
  gint64 x = first_known (((const Request *) a)->marks, N_MOMENTS).time;
  gint64 y = first_known (((const Request *) b)->marks, N_MOMENTS).time;

  return (x > y) - (x < y);
}

guint32
th_request_matcher_end (Matcher   *self,
                        GPtrArray *sides,
                        GArray    *requests)
{
  for (guint i = 0; i < sides->len; i++)
    if (((const Side *) sides->pdata[i])->matching == NULL)
      decide (self, sides->pdata[i]);
  for (guint i = 0; i < self->matchings->len; i++)
    add_certain (self->matchings->pdata[i], requests, TRUE);

  g_array_sort (requests, compare_requests);
  return self->n_unknown;
}
