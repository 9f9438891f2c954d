/* th-socket-counts.c - what the kernel counted at listening sockets
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A SYN that finds the queue of its listening socket full is dropped without any event, but the
 * socket counts it: "drops" of the sockets in the counters of a recording (th-counter-texts.h), as
 * ss -tlm shows it.  Of a listening socket, sock_diag(7) has the backlog in place of the length of
 * the queue that it sends.
 *
 * The counters are those of one network namespace, and no event tells the cookie of a listening
 * socket.  So it is found by its local end.  That must be unique in the counters and in the
 * recording, and both must tell alike whether the socket was opened before the recording began.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-counters.h"
#include "th-counter-texts.h"
#include "th-hash.h"
#include "th-sockets-private.h"

typedef struct
{
  const char *item;     /* of the counters; NULL: more than one socket has this end */
  gboolean    is_new;   /* it was opened between the readings */
  gint64      drops;    /* -1: not known */
  gint64      backlog;
} Counted;

/* Reads the local end of "tcp 10.0.0.1:22 → 0.0.0.0:0 sk:1f". */
static gboolean
read_local (const char      *item,
            ThSocketAddress *local)
{
  const char *begin = item + strlen ("tcp "), *end;

  memset (local, 0, sizeof *local);
  return g_str_has_prefix (item, "tcp ") && (end = strchr (begin, ' ')) != NULL &&
         th_socket_address_set_text (local, begin, end - begin);
}

static gboolean
is_listening (const ThCounterChange *change)
{
  return change->after_text != NULL && g_str_equal (change->counter->name, "state") &&
         g_str_equal (change->after_text, "LISTEN");
}

/* Returns (element-type char Counted) what is counted of each local end. */
static GHashTable *
list_counted (ThCounters *counters)
{
  GHashTable *all = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  Counted *last = NULL;
  ThSocketAddress local;

  for (guint i = 0; i < th_counters_get_n (counters); i++)
    {
      const ThCounterChange *change = th_counters_get (counters, i);
      const char *item = change->counter->item;
      char *end;

      if (!g_str_equal (change->counter->source, TH_COUNTER_SOCKETS) ||
          change->state == TH_COUNTER_GONE)
        continue;
      /* The state comes first, and the numbers of the same socket follow. */
      if (last != NULL && g_strcmp0 (last->item, item) == 0)
        {
          if (g_str_equal (change->counter->name, "drops"))
            last->drops = change->change;
          else if (g_str_equal (change->counter->name, "wqueue"))
            last->backlog = change->after;
        }
      if (!is_listening (change) || !read_local (item, &local))
        continue;

      end = th_socket_address_to_text (&local);
      last = g_hash_table_lookup (all, end);
      if (last != NULL)
        {
          last->item = NULL;
          last = NULL;
          g_free (end);
          continue;
        }
      last = g_new0 (Counted, 1);
      *last = (Counted) { item, change->state == TH_COUNTER_NEW, -1, -1 };
      g_hash_table_insert (all, end, last);
    }

  return all;
}

/* Stores the counts in the listening sockets whose local end no other one has. */
static void
take_sockets (Sockets    *self,
              GHashTable *counted)
{
  g_autoptr(GHashTable) by_end = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->sockets);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      Socket *socket = key;
      char *end;

      if (socket->role != ROLE_LISTENING || socket->local.port == 0)
        continue;
      end = th_socket_address_to_text (&socket->local);
      g_hash_table_insert (by_end, end, g_hash_table_contains (by_end, end) ? NULL : socket);
    }

  g_hash_table_iter_init (&iter, by_end);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      Socket *socket = value;
      const Counted *one = g_hash_table_lookup (counted, key);

      if (socket == NULL || one == NULL || one->item == NULL || socket->is_closed ||
          one->is_new != (socket->since != TH_TIME_NONE))
        continue;
      socket->counted = one->drops;
      socket->backlog = one->backlog;
    }
}

static guint
count_overflows (const Sockets *self)
{
  GHashTableIter iter;
  gpointer key;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->sockets);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    n += ((const Socket *) key)->n_overflows;

  return n;
}

static void
remark_overflows (Sockets    *self,
                  ThCounters *counters)
{
  guint n_events = count_overflows (self), n_counted = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < th_counters_get_n (counters); i++)
    {
      const ThCounterChange *change = th_counters_get (counters, i);

      if (g_str_equal (change->counter->source, "TcpExt") &&
          g_str_equal (change->counter->name, "ListenOverflows"))
        n_counted = CLAMP (change->change, 0, G_MAXINT);
    }
  if (n_counted <= n_events)
    return;

  text = g_strdup_printf (ngettext ("The kernel counted that the queue of a listening socket was "
                                    "full %u time, but a SYN that is dropped there has no event: "
                                    "%u events tell of it.",
                                    "The kernel counted that the queue of a listening socket was "
                                    "full %u times, but a SYN that is dropped there has no event: "
                                    "%u events tell of it.", n_counted), n_counted, n_events);
  th_results_add_remark (self->results, text);
}

void
th_socket_counts_take (Sockets *self)
{
  GBytes *bytes = th_recording_get_attachment (self->recording, "counters");
  g_autoptr(ThCounters) counters = NULL;
  g_autoptr(GHashTable) counted = NULL;
  const guint8 *data;
  gsize size;

  if (bytes == NULL)
    return;

  data = g_bytes_get_data (bytes, &size);
  counters = th_counters_new_from_data (data, size, NULL);
  if (counters == NULL || !th_counters_is_complete (counters))
    return;

  counted = list_counted (counters);
  take_sockets (self, counted);
  remark_overflows (self, counters);
}
