/* th-compact-info.c - formats well-known events compactly, for lists
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-compact-graph.h"
#include "th-compact-info.h"
#include "th-compact-values.h"

#define MAX_FIELDS 9

typedef gboolean (*Append) (const ThCompact *self,
                  const ThPayload *payload,
                  GString         *text);

struct _ThCompact
{
  Append         append;
  const char    *name;     /* of the event type */
  guint          n_fields;
  const ThField *fields[MAX_FIELDS];
  guint64        mask;     /* of a state: the bits that have a letter */
  ThCompactGraph graph;
  const ThSyscallNames *calls; /* NULL: unknown */
};

/* --- values ---------------------------------------------------------------- */

static gboolean
append_text_field (const ThCompact *self,
                   guint            index,
                   const ThPayload *payload,
                   GString         *text)
{
  return th_compact_append_text (self->fields[index], payload, text);
}

static gboolean
append_number_field (const ThCompact *self,
                     guint            index,
                     const ThPayload *payload,
                     GString         *text)
{
  guint64 value;

  if (!th_field_read_u64 (self->fields[index], payload, &value))
    return FALSE;

  th_compact_append_number (text, (gint64) value);
  return TRUE;
}

/* "wget:1195 [120]" from the three fields at @index. */
static gboolean
append_task (const ThCompact *self,
             guint            index,
             const ThPayload *payload,
             GString         *text)
{
  if (!append_text_field (self, index, payload, text))
    return FALSE;
  g_string_append_c (text, ':');
  if (!append_number_field (self, index + 1, payload, text))
    return FALSE;
  g_string_append (text, " [");
  if (!append_number_field (self, index + 2, payload, text))
    return FALSE;
  g_string_append_c (text, ']');

  return TRUE;
}

/* --- the scheduler --------------------------------------------------------- */

enum
{
  SWITCH_PREV,
  SWITCH_NEXT = 3,
  SWITCH_STATE = 6
};

/* Like the kernel's own format: a letter for each bit, R if none is set, and a plus if
 * the bit above them says that the task was preempted. */
static gboolean
append_state (const ThCompact *self,
              const ThPayload *payload,
              GString         *text)
{
  const ThField *field = self->fields[SWITCH_STATE];
  const char *between = "";
  guint64 bits;

  if (field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING)
    return append_text_field (self, SWITCH_STATE, payload, text);
  if (field->n_values == 0 || !th_field_read_u64 (field, payload, &bits))
    return FALSE;

  if ((bits & self->mask) == 0)
    g_string_append_c (text, 'R');
  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value != 0 && (bits & field->values[i].value) == field->values[i].value)
      {
        g_string_append (text, between);
        g_string_append (text, field->values[i].name);
        between = "|";
      }
  if (bits & (self->mask + 1))
    g_string_append_c (text, '+');

  return TRUE;
}

static gboolean
append_switch (const ThCompact *self,
               const ThPayload *payload,
               GString         *text)
{
  if (!append_task (self, SWITCH_PREV, payload, text))
    return FALSE;
  g_string_append_c (text, ' ');
  if (!append_state (self, payload, text))
    return FALSE;
  g_string_append (text, " ==> ");

  return append_task (self, SWITCH_NEXT, payload, text);
}

static gboolean
append_wakeup (const ThCompact *self,
               const ThPayload *payload,
               GString         *text)
{
  if (!append_task (self, 0, payload, text))
    return FALSE;
  g_string_append (text, " CPU ");

  return append_number_field (self, 3, payload, text);
}

/* --- system calls ----------------------------------------------------------- */

/* Shows addresses and bits in hexadecimal, and an int by its C type, though all arguments
 * are recorded with eight bytes. */
static void
append_argument (const ThField *field,
                 guint64        value,
                 GString       *text)
{
  const char *type = field->type_name != NULL ? field->type_name : "";

  if (strchr (type, '*') != NULL || strstr (field->name, "flags") != NULL ||
      strstr (field->name, "addr") != NULL)
    {
      if (value == 0)
        g_string_append_c (text, '0');
      else
        th_compact_append_hex (text, value);
    }
  else if (g_str_equal (type, "int") || g_str_equal (type, "unsigned int") ||
           g_str_equal (type, "unsigned"))
    th_compact_append_number (text, (gint32) value);
  else if ((gint64) value < -TH_MAX_ERRNO || value > G_MAXUINT32)
    th_compact_append_hex (text, value);
  else
    th_compact_append_number (text, (gint64) value);
}

static gboolean
append_enter (const ThCompact *self,
              const ThPayload *payload,
              GString         *text)
{
  g_string_append (text, self->name + strlen ("sys_enter_"));
  g_string_append_c (text, '(');
  for (guint i = 0; i < self->n_fields; i++)
    {
      guint64 value;

      if (!th_field_read_u64 (self->fields[i], payload, &value))
        return FALSE;
      if (i > 0)
        g_string_append (text, ", ");
      append_argument (self->fields[i], value, text);
    }
  g_string_append_c (text, ')');

  return TRUE;
}

static gboolean
append_exit (const ThCompact *self,
             const ThPayload *payload,
             GString         *text)
{
  guint64 value;

  if (!th_field_read_u64 (self->fields[0], payload, &value))
    return FALSE;

  th_compact_append_result ((gint64) value, text);
  return TRUE;
}

/* The name of the call, else its number. */
static gboolean
append_call (const ThCompact *self,
             const ThPayload *payload,
             GString         *text)
{
  const char *name;
  guint64 number;

  if (!th_field_read_u64 (self->fields[0], payload, &number))
    return FALSE;

  name = th_syscall_names_get (self->calls, number);
  if (name != NULL)
    g_string_append (text, name);
  else
    th_compact_append_number (text, (gint64) number);
  return TRUE;
}

static gboolean
append_raw_enter (const ThCompact *self,
                  const ThPayload *payload,
                  GString         *text)
{
  const ThField *args = self->fields[1];
  const guint8 *bytes;
  gsize size;

  if (args->element_size != 4 && args->element_size != 8)
    return FALSE;
  if (!append_call (self, payload, text) || !th_field_read_bytes (args, payload, &bytes, &size))
    return FALSE;

  g_string_append_c (text, '(');
  for (gsize at = 0; at + args->element_size <= size; at += args->element_size)
    {
      guint64 value;

      if (!th_payload_read_uint (payload, bytes - payload->data + at, args->element_size, &value))
        return FALSE;
      if (at > 0)
        g_string_append (text, ", ");
      if (value > 0xff)
        th_compact_append_hex (text, value);
      else
        th_compact_append_number (text, (gint64) value);
    }
  g_string_append_c (text, ')');

  return TRUE;
}

static gboolean
append_raw_exit (const ThCompact *self,
                 const ThPayload *payload,
                 GString         *text)
{
  guint64 value;

  if (!append_call (self, payload, text) || !th_field_read_u64 (self->fields[1], payload, &value))
    return FALSE;

  g_string_append (text, ": ");
  th_compact_append_result ((gint64) value, text);
  return TRUE;
}

/* --- sockets ----------------------------------------------------------------- */

#define FAMILY_INET  2
#define FAMILY_INET6 10

enum
{
  SOCK_FAMILY,
  SOCK_SPORT,
  SOCK_DPORT,
  SOCK_SADDR,
  SOCK_DADDR,
  SOCK_SADDR_V6,
  SOCK_DADDR_V6,
  SOCK_OLD
};

enum
{
  PROBE_SADDR,
  PROBE_DADDR,
  PROBE_LENGTH,
  PROBE_CWND,
  PROBE_SRTT
};

static void
append_v4 (const guint8 *address,
           GString      *text)
{
  for (guint i = 0; i < 4; i++)
    {
      if (i > 0)
        g_string_append_c (text, '.');
      th_compact_append_number (text, address[i]);
    }
}

/* Finds the longest run of zero groups, and its length. */
static guint
find_zeros (const guint8 *address,
            guint        *n_zeros)
{
  guint best = 0, n = 0;

  *n_zeros = 0;
  for (guint i = 0; i < 8; i++)
    {
      n = address[2 * i] == 0 && address[2 * i + 1] == 0 ? n + 1 : 0;
      if (n > *n_zeros)
        {
          *n_zeros = n;
          best = i + 1 - n;
        }
    }

  return best;
}

/* Appends an IPv6 address as RFC 5952 recommends. */
static void
append_v6 (const guint8 *address,
           GString      *text)
{
  static const guint8 mapped[12] = { [10] = 0xff, [11] = 0xff };
  guint n_zeros, zeros = find_zeros (address, &n_zeros);

  if (memcmp (address, mapped, sizeof mapped) == 0)
    {
      g_string_append (text, "::ffff:");
      append_v4 (address + sizeof mapped, text);
      return;
    }

  for (guint i = 0; i < 8; i++)
    {
      if (n_zeros > 1 && i == zeros)
        {
          g_string_append (text, "::");
          i += n_zeros - 1;
          continue;
        }
      if (i > 0 && text->str[text->len - 1] != ':')
        g_string_append_c (text, ':');
      g_string_append_printf (text, "%x", address[2 * i] << 8 | address[2 * i + 1]);
    }
}

/* Appends an address and port: "10.77.0.1:5201", "[::1]:22". */
static void
append_endpoint (gboolean      is_v6,
                 const guint8 *address,
                 guint         port,
                 GString      *text)
{
  if (is_v6)
    {
      g_string_append_c (text, '[');
      append_v6 (address, text);
      g_string_append (text, "]:");
    }
  else
    {
      append_v4 (address, text);
      g_string_append_c (text, ':');
    }
  th_compact_append_number (text, port);
}

gboolean
th_compact_append_sockaddr (const guint8 *bytes,
                            gsize         size,
                            gboolean      big_endian,
                            GString      *text)
{
  guint family;

  if (size < 16)
    return FALSE;

  family = big_endian ? bytes[0] << 8 | bytes[1] : bytes[1] << 8 | bytes[0];
  if (family != FAMILY_INET && (family != FAMILY_INET6 || size < 24))
    return FALSE;

  append_endpoint (family == FAMILY_INET6, bytes + (family == FAMILY_INET6 ? 8 : 4),
                   bytes[2] << 8 | bytes[3], text);
  return TRUE;
}

static gboolean
append_probe (const ThCompact *self,
              const ThPayload *payload,
              GString         *text)
{
  static const char *const words[] = { [PROBE_LENGTH] = " len ", [PROBE_CWND] = " cwnd ",
                                       [PROBE_SRTT] = " srtt " };

  for (guint i = PROBE_SADDR; i <= PROBE_DADDR; i++)
    {
      const guint8 *bytes;
      gsize size;

      g_string_append (text, i > PROBE_SADDR ? " -> " : "");
      if (!th_field_read_bytes (self->fields[i], payload, &bytes, &size) ||
          !th_compact_append_sockaddr (bytes, size, payload->big_endian, text))
        return FALSE;
    }
  for (guint i = PROBE_LENGTH; i <= PROBE_SRTT; i++)
    {
      g_string_append (text, words[i]);
      if (!append_number_field (self, i, payload, text))
        return FALSE;
    }

  return TRUE;
}

static gboolean
append_named (const ThField   *field,
              const ThPayload *payload,
              GString         *text)
{
  guint64 value;

  if (!th_field_read_u64 (field, payload, &value))
    return FALSE;

  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value == value)
      {
        g_string_append (text, field->values[i].name);
        return TRUE;
      }
  th_compact_append_number (text, (gint64) value);
  return TRUE;
}

static gboolean
append_socket_state (const ThCompact *self,
                     const ThPayload *payload,
                     GString         *text)
{
  guint64 family, port;

  if (!th_field_read_u64 (self->fields[SOCK_FAMILY], payload, &family) ||
      (family != FAMILY_INET && family != FAMILY_INET6))
    return FALSE;

  for (guint i = 0; i < 2; i++)
    {
      guint index = (family == FAMILY_INET6 ? SOCK_SADDR_V6 : SOCK_SADDR) + i;
      const guint8 *bytes;
      gsize size;

      g_string_append (text, i > 0 ? " -> " : "");
      if (!th_field_read_bytes (self->fields[index], payload, &bytes, &size) ||
          size < (family == FAMILY_INET6 ? 16 : 4) ||
          !th_field_read_u64 (self->fields[SOCK_SPORT + i], payload, &port))
        return FALSE;
      append_endpoint (family == FAMILY_INET6, bytes, port, text);
    }
  g_string_append_c (text, ' ');
  if (!append_named (self->fields[SOCK_OLD], payload, text))
    return FALSE;
  g_string_append (text, " -> ");

  return append_named (self->fields[SOCK_OLD + 1], payload, text);
}

/* --- calls --------------------------------------------------------------------- */

static gboolean
append_graph (const ThCompact *self,
              const ThPayload *payload,
              GString         *text)
{
  return th_compact_graph_append (&self->graph, payload, text);
}

/* --- known types -------------------------------------------------------------- */

/* Types and the fields in their text; a "*" at the end matches any text.  Without
 * fields: all except the common ones and the system call number. */
static const struct
{
  const char *system;
  const char *name;
  Append      append;
  const char *fields[MAX_FIELDS + 1];
} known[] = {
  { "sched", "sched_switch", append_switch,
    { "prev_comm", "prev_pid", "prev_prio", "next_comm", "next_pid", "next_prio", "prev_state" } },
  { "sched", "sched_waking", append_wakeup, { "comm", "pid", "prio", "target_cpu" } },
  { "sched", "sched_wakeup", append_wakeup, { "comm", "pid", "prio", "target_cpu" } },
  { "sched", "sched_wakeup_new", append_wakeup, { "comm", "pid", "prio", "target_cpu" } },
  { "syscalls", "sys_enter_*", append_enter, { NULL } },
  { "syscalls", "sys_exit_*", append_exit, { "ret" } },
  { "raw_syscalls", "sys_enter", append_raw_enter, { "id", "args" } },
  { "raw_syscalls", "sys_exit", append_raw_exit, { "id", "ret" } },
  { "tcp", "tcp_probe", append_probe, { "saddr", "daddr", "data_len", "snd_cwnd", "srtt" } },
  { "sock", "inet_sock_set_state", append_socket_state,
    { "family", "sport", "dport", "saddr", "daddr", "saddr_v6", "daddr_v6", "oldstate",
      "newstate" } },
};

static gboolean
is_call_number (const char *name)
{
  return g_str_equal (name, "__syscall_nr") || g_str_equal (name, "nr");
}

static gboolean
take_arguments (ThCompact          *self,
                const ThFieldTable *fields)
{
  for (guint i = 0; i < fields->n_fields; i++)
    {
      const ThField *field = &fields->fields[i];

      if ((field->flags & TH_FIELD_COMMON) || is_call_number (field->name))
        continue;
      if (self->n_fields == G_N_ELEMENTS (self->fields))
        return FALSE;
      self->fields[self->n_fields++] = field;
    }

  return TRUE;
}

static gboolean
take_fields (ThCompact          *self,
             const ThFieldTable *fields,
             const char *const  *names)
{
  if (names[0] == NULL)
    return take_arguments (self, fields);

  for (; *names != NULL; names++)
    if ((self->fields[self->n_fields++] = th_field_table_find (fields, *names)) == NULL)
      return FALSE;

  return TRUE;
}

ThCompact *
th_compact_new (ThRecording          *recording,
                const char           *system,
                const char           *name,
                const ThFieldTable   *fields,
                const ThSyscallNames *calls)
{
  ThCompactGraph graph;

  if (th_compact_graph_init (&graph, recording, system, name, fields))
    {
      ThCompact *self = g_new0 (ThCompact, 1);

      self->append = append_graph;
      self->graph = graph;
      return self;
    }

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      g_autofree char *pattern = g_strconcat (known[i].system, ":", known[i].name, NULL);
      g_autofree ThCompact *self = NULL;

      if (!th_type_matches (pattern, system, name))
        continue;
      self = g_new0 (ThCompact, 1);
      self->append = known[i].append;
      self->name = name;
      self->calls = calls;
      if (!take_fields (self, fields, known[i].fields))
        return NULL;
      for (guint v = 0;
           known[i].append == append_switch && v < self->fields[SWITCH_STATE]->n_values; v++)
        self->mask |= self->fields[SWITCH_STATE]->values[v].value;
      return g_steal_pointer (&self);
    }

  return NULL;
}

gboolean
th_compact_append (const ThCompact *self,
                   const ThPayload *payload,
                   GString         *text)
{
  gsize length = text->len;

  if (self->append (self, payload, text))
    return TRUE;

  g_string_truncate (text, length);
  return FALSE;
}

/* --- flags --------------------------------------------------------------------- */

/* include/linux/trace_events.h, enum trace_flag_type, in the order of the bits. */
void
th_compact_append_flags (guint    flags,
                         GString *text)
{
  static const char *const names[] = {
    "irqs off", "irqs not told", "needs resched", "interrupt", "softirq", "preempt needs resched",
    "nmi", "bottom halves off"
  };
  const char *between = "";

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (flags & 1u << i)
      {
        g_string_append (text, between);
        g_string_append (text, names[i]);
        between = ", ";
      }
}
