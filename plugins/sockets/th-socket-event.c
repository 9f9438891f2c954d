/* th-socket-event.c - what an event says about its socket
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-sockets-private.h"

enum
{
  FIELD_ADDRESS,
  FIELD_LOCAL,
  FIELD_REMOTE,
  FIELD_LOCAL_V6,
  FIELD_REMOTE_V6,
  FIELD_LOCAL_PORT,
  FIELD_REMOTE_PORT,
  FIELD_LOCAL_TEXT,  /* "10.0.0.1:80", in text recordings */
  FIELD_REMOTE_TEXT,
  FIELD_COOKIE
};

static const char *const state_names[N_STATES] = {
  "", "TCP_ESTABLISHED", "TCP_SYN_SENT", "TCP_SYN_RECV", "TCP_FIN_WAIT1", "TCP_FIN_WAIT2",
  "TCP_TIME_WAIT", "TCP_CLOSE", "TCP_CLOSE_WAIT", "TCP_LAST_ACK", "TCP_LISTEN", "TCP_CLOSING",
  "TCP_NEW_SYN_RECV", "TCP_BOUND_INACTIVE"
};

/* Reads an address in one of the three forms that events have: four or sixteen bytes, a struct
 * sockaddr, or text. */
static gboolean
read_address (const ThEvent   *event,
              guint            index,
              ThSocketAddress *address)
{
  const ThField *field = event->fields[index];
  const guint8 *bytes;
  const char *text;
  gsize size;

  if (field == NULL)
    return FALSE;
  if (field->kind != TH_FIELD_ARRAY)
    return th_event_get_text (event, index, &text, &size) &&
           th_socket_address_set_text (address, text, size);
  if (!th_field_read_bytes (field, &event->payload, &bytes, &size))
    return FALSE;

  if (size == 4)
    th_socket_address_set_v4 (address, bytes);
  else if (size == sizeof address->bytes)
    th_socket_address_set_v6 (address, bytes);
  else
    return th_socket_address_set_raw (address, bytes, size, event->payload.big_endian);

  return TRUE;
}

/* The IPv6 fields are set for both families, with mapped addresses for IPv4
 * (include/trace/events/net_probe_common.h).  The IPv4 fields are only a fallback: for accepted
 * IPv6 sockets they hold 127.0.0.6 (LOOPBACK4_IPV6). */
static gboolean
read_end (const ThEvent   *event,
          guint            v4,
          guint            v6,
          guint            port,
          guint            text,
          ThSocketAddress *end)
{
  gboolean found;
  guint64 number;

  memset (end, 0, sizeof *end);
  found = read_address (event, v6, end);
  if (!found || th_socket_address_is_any (end))
    found |= read_address (event, v4, end);
  found |= read_address (event, text, end);
  if (th_event_get_uint (event, port, &number) && number <= G_MAXUINT16)
    {
      end->port = number;
      found = TRUE;
    }

  return found;
}

void
th_socket_event_read (SocketEvent   *self,
                      const ThEvent *event)
{
  gboolean has_local, has_remote;

  *self = (SocketEvent) { .event = event };
  th_event_get_uint (event, FIELD_ADDRESS, &self->address);
  th_event_get_uint (event, FIELD_COOKIE, &self->cookie);
  has_local = read_end (event, FIELD_LOCAL, FIELD_LOCAL_V6, FIELD_LOCAL_PORT, FIELD_LOCAL_TEXT,
                        &self->local);
  has_remote = read_end (event, FIELD_REMOTE, FIELD_REMOTE_V6, FIELD_REMOTE_PORT,
                         FIELD_REMOTE_TEXT, &self->remote);
  self->has_ends = has_local && has_remote;
}

const char *
th_socket_state_name (SocketState state)
{
  return state_names[state];
}

SocketState
th_socket_event_state (const ThEvent *event,
                       guint          field)
{
  const char *text;
  guint64 number;
  gsize length;

  if (th_event_get_text (event, field, &text, &length))
    {
      for (guint i = 1; i < N_STATES; i++)
        if (strlen (state_names[i]) == length && memcmp (state_names[i], text, length) == 0)
          return i;
      return STATE_UNKNOWN;
    }

  return th_event_get_uint (event, field, &number) && number < N_STATES ? number : STATE_UNKNOWN;
}

char *
th_socket_event_symbol (const ThEvent *event,
                        guint          index)
{
  const ThField *field = event->fields[index];
  const char *text;
  guint64 number;
  gsize length;

  if (field == NULL)
    return NULL;
  if (th_event_get_text (event, index, &text, &length))
    return g_strndup (text, length);
  if (!th_event_get_uint (event, index, &number))
    return NULL;
  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value == number)
      return g_strdup (field->values[i].name);

  return g_strdup_printf ("%" G_GUINT64_FORMAT, number);
}

/* "IPPROTO_TCP" becomes "TCP".  Some events have only the number. */
char *
th_socket_event_protocol (const ThEvent *event,
                          guint          index)
{
  static const struct { const char *number, *name; } names[] = {
    { "6", "TCP" }, { "17", "UDP" }, { "33", "DCCP" }, { "132", "SCTP" }, { "262", "MPTCP" }
  };
  g_autofree char *name = th_socket_event_symbol (event, index);

  if (name == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i].number) == 0)
      return g_strdup (names[i].name);

  return g_strdup (g_str_has_prefix (name, "IPPROTO_") ? name + strlen ("IPPROTO_") : name);
}
