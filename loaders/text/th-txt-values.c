/* th-txt-values.c - parses the text of an event into names and values
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Most events of the kernel print `name=value`.  Common events that do not are parsed
 * according to their print format; the values get the names of the kernel's fields.
 */
#include "config.h"

#include <string.h>

#include "th-txt-graph.h"
#include "th-txt-line.h"
#include "th-txt-token.h"
#include "th-txt-types.h"
#include "th-txt-values.h"

#define MAX_VALUES 64

#define PART(s) ((ThTxtPart) { s, sizeof s - 1 })

/* --- one value --------------------------------------------------------- */

/* The bits of prev_state, as the kernel prints them. */
static const ThFieldValue states[] = {
  { 0, "R" }, { 1, "S" }, { 2, "D" }, { 4, "T" }, { 8, "t" }, { 0x10, "X" }, { 0x20, "Z" },
  { 0x40, "P" }, { 0x80, "I" },
  { 0x100, "R+" },
};
/* The letters of libtraceevent's plugin are those of an older kernel: the bit is right,
 * but its name is not. */
static const ThFieldValue plugin_states[] = {
  { 0, "R" }, { 1, "S" }, { 2, "D" }, { 4, "T" }, { 8, "t" }, { 0x10, "Z" }, { 0x20, "X" },
  { 0x40, "x" }, { 0x80, "W" },
};
static const ThFieldValue families[] = { { 2, "AF_INET" }, { 10, "AF_INET6" } };
static const ThFieldValue protocols[] = { { 6, "IPPROTO_TCP" }, { 132, "IPPROTO_SCTP" },
                                          { 262, "IPPROTO_MPTCP" } };
static const ThFieldValue returns[] = { { 0, "unhandled" }, { 1, "handled" } };

static gboolean
is_part (ThTxtPart   part,
         const char *text)
{
  return part.size == strlen (text) && memcmp (part.text, text, part.size) == 0;
}

static gboolean
ends_with (ThTxtPart   part,
           const char *text)
{
  gsize size = strlen (text);

  return part.size >= size && memcmp (part.text + part.size - size, text, size) == 0;
}

static gboolean
parse_hex (ThTxtPart  part,
           guint64   *number)
{
  guint64 sum = 0;

  if (part.size == 0 || part.size > 16)
    return FALSE;
  for (gsize i = 0; i < part.size; i++)
    {
      int digit = g_ascii_xdigit_value (part.text[i]);

      if (digit < 0)
        return FALSE;
      sum = sum << 4 | (guint64) digit;
    }
  *number = sum;
  return TRUE;
}

static gboolean
parse_decimal (ThTxtPart  part,
               guint64   *number)
{
  const char *at = part.text;
  const char *end = at + part.size;
  gboolean negative = part.size > 1 && *at == '-';

  at += negative;
  if (!th_txt_number (&at, end, number) || at != end)
    return FALSE;
  *number = negative ? -*number : *number;
  return TRUE;
}

static gboolean
is_address (ThTxtPart name,
            guint64   number)
{
  return ends_with (name, "addr") || ends_with (name, "skb") || is_part (name, "location") ||
         is_part (name, "napi") ||
         is_part (name, "call_site") || ends_with (name, "ptr") || ends_with (name, "_sk") ||
         is_part (name, "sk") ||
         number > 0xffffffff00000000u;
}

static void
classify (ThTxtValue *value)
{
  ThTxtPart digits = { value->text.text + 2, value->text.size - MIN (2, value->text.size) };

  value->kind = TH_TXT_WORDS;
  if (value->text.size == 16 && parse_hex (value->text, &value->number))
    value->kind = TH_TXT_ADDRESS;
  else if (is_part (value->text, "(nil)")) /* %p of NULL in trace-cmd */
    value->kind = TH_TXT_ADDRESS;
  else if (is_part (value->name, "sock_cookie") && parse_hex (value->text, &value->number))
    value->kind = TH_TXT_HEX; /* printed as %llx, include/trace/events/tcp.h */
  else if (parse_decimal (value->text, &value->number))
    value->kind = TH_TXT_INTEGER;
  else if (value->text.size > 2 && memcmp (value->text.text, "0x", 2) == 0 &&
           parse_hex (digits, &value->number))
    value->kind = is_address (value->name, value->number) ? TH_TXT_ADDRESS : TH_TXT_HEX;
}

static void
use_names (ThTxtValue         *value,
           const ThFieldValue *names,
           guint               n_names)
{
  if (value->kind == TH_TXT_INTEGER)
    {
      value->names = names;
      value->n_names = n_names;
      return;
    }
  for (guint i = 0; i < n_names; i++)
    if (is_part (value->text, names[i].name))
      {
        value->kind = TH_TXT_INTEGER;
        value->number = names[i].value;
        value->names = names;
        value->n_names = n_names;
      }
}

static ThTxtValue *
add (GArray    *values,
     ThTxtPart  name,
     ThTxtPart  text)
{
  ThTxtValue value = { .name = name, .text = text };

  if (values->len == MAX_VALUES)
    return NULL;
  classify (&value);
  g_array_append_val (values, value);
  return &g_array_index (values, ThTxtValue, values->len - 1);
}

static void
add_words (GArray    *values,
           ThTxtPart  name,
           ThTxtPart  text)
{
  ThTxtValue *value = add (values, name, text);

  if (value != NULL)
    value->kind = TH_TXT_WORDS;
}

static void
add_number (GArray    *values,
            ThTxtPart  name,
            guint64    number)
{
  ThTxtValue value = { .name = name, .text = { "", 0 }, .kind = TH_TXT_INTEGER, .number = number };

  if (values->len < MAX_VALUES)
    g_array_append_val (values, value);
}

/* A number that is printed in hexadecimal unless it is negative. */
static void
add_signed (GArray    *values,
            ThTxtPart  name,
            ThTxtPart  text)
{
  ThTxtValue *value = add (values, name, text);

  if (value != NULL && value->kind != TH_TXT_WORDS)
    value->kind = TH_TXT_INTEGER;
}

/* --- name=value -------------------------------------------------------- */

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '.';
}

/* The name that ends at @end; empty if there is none. */
static ThTxtPart
name_before (const char *from,
             const char *end)
{
  const char *at = end;

  while (at > from && is_name_char (at[-1]))
    at--;
  while (at < end && g_ascii_isdigit (*at))
    at++;
  return (ThTxtPart) { at, (gsize) (end - at) };
}

static const char *
next_sign (const char *at,
           const char *end)
{
  for (; at < end; at++)
    if (*at == '=' || (*at == ':' && at + 1 < end && at[1] == ' '))
      return at;
  return NULL;
}

/* A task's name may contain blanks: it ends before the next field name. */
static const char *
words_end (const char *at,
           const char *end)
{
  const char *sign = memchr (at, '=', (gsize) (end - at));
  const char *name;

  if (sign == NULL)
    return end;
  name = name_before (at, sign).text;
  while (name > at && name[-1] == ' ')
    name--;
  return name > at ? name : at;
}

/* The port after an IPv6 address in brackets, such as [::1]:80, belongs to the value. */
static const char *
port_end (const char *at,
          const char *end)
{
  const char *port = at + 1;

  if (end - at < 2 || *at != ':' || !th_txt_is_digit (*port))
    return at;
  while (port < end && th_txt_is_digit (*port))
    port++;
  return port;
}

static const char *
value_end (ThTxtPart   name,
           const char *at,
           const char *end)
{
  static const char pairs[] = "\"\"{}()[]";
  const char *close;

  if (ends_with (name, "comm"))
    return words_end (at, end);
  for (guint i = 0; at < end && i < sizeof pairs - 1; i += 2)
    if (*at == pairs[i] && (close = memchr (at + 1, pairs[i + 1], (gsize) (end - at - 1))) != NULL)
      return port_end (close + 1, end);
  while (at < end && *at != ' ' && *at != ',' && *at != ')' && *at != ']' && *at != '\t')
    at++;
  return at;
}

static void
parse_pairs (ThTxtPart  info,
             GArray    *values)
{
  const char *end = info.text + info.size;
  const char *at = info.text;
  const char *sign;

  while ((sign = next_sign (at, end)) != NULL)
    {
      ThTxtPart name = name_before (at, sign);
      const char *from = *sign == ':' ? th_txt_skip_blanks (sign + 1, end) : sign + 1;
      const char *to = value_end (name, from, end);

      at = sign + 1;
      if (name.size == 0 || name.size > TH_TXT_MAX_NAME)
        continue;
      add (values, name, (ThTxtPart) { from, (gsize) (to - from) });
      at = MAX (to, at);
    }
}

/* --- events with a text of their own -------------------------------------------------- */

typedef gboolean (*PatternFunc) (ThTxtPart  info,
                  GArray    *values);

/* Takes the text between @at and @word; *@at moves past it. */
static gboolean
take_until (const char **at,
            const char  *end,
            const char  *word,
            ThTxtPart   *part)
{
  const char *found = memmem (*at, (gsize) (end - *at), word, strlen (word));

  if (found == NULL)
    return FALSE;
  *part = (ThTxtPart) { *at, (gsize) (found - *at) };
  *at = found + strlen (word);
  return TRUE;
}

static gboolean
parse_napi_poll (ThTxtPart  info,
                 GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  ThTxtPart skipped, napi, device, work;

  if (!take_until (&at, end, "napi struct ", &skipped) ||
      !take_until (&at, end, " for device ", &napi))
    return FALSE;
  add (values, PART ("napi"), napi);
  if (!take_until (&at, end, " work ", &device))
    {
      add_words (values, PART ("dev_name"), (ThTxtPart) { at, (gsize) (end - at) });
      return TRUE;
    }
  add_words (values, PART ("dev_name"), device);
  if (!take_until (&at, end, " budget ", &work))
    return TRUE;
  add (values, PART ("work"), work);
  add (values, PART ("budget"), (ThTxtPart) { at, (gsize) (end - at) });
  return TRUE;
}

/* A number that is printed as a name, or otherwise as 0x11. */
static void
add_symbolic (GArray             *values,
              ThTxtPart           name,
              ThTxtPart           text,
              const ThFieldValue *names,
              guint               n_names)
{
  ThTxtValue *value = add (values, name, text);

  if (value == NULL)
    return;
  if (value->kind == TH_TXT_HEX)
    value->kind = TH_TXT_INTEGER;
  use_names (value, names, n_names);
}

/* "sk address = 0x…, family = AF_INET protocol = 0x11, length = 100, error = 0, flags = 0x0":
 * the result of the call is either the length or the error. */
static gboolean
parse_sock_length (ThTxtPart  info,
                   GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  ThTxtPart skipped, sk, family, protocol, length, error;

  if (!take_until (&at, end, "sk address = ", &skipped) ||
      !take_until (&at, end, ", family = ", &sk) ||
      !take_until (&at, end, " protocol = ", &family) ||
      !take_until (&at, end, ", length = ", &protocol) ||
      !take_until (&at, end, ", error = ", &length) || !take_until (&at, end, ", flags = ", &error))
    return FALSE;

  add (values, PART ("sk"), sk);
  add_symbolic (values, PART ("family"), family, families, G_N_ELEMENTS (families));
  add_symbolic (values, PART ("protocol"), protocol, protocols, G_N_ELEMENTS (protocols));
  add (values, PART ("ret"), is_part (error, "0") ? length : error);
  add (values, PART ("flags"), (ThTxtPart) { at, (gsize) (end - at) });
  return TRUE;
}

/* Parses "comm:15 [120]"; *@at moves past it. */
static gboolean
take_short_task (const char **at,
                 const char  *end,
                 ThTxtPart   *comm,
                 ThTxtPart   *pid,
                 ThTxtPart   *prio)
{
  ThTxtPart task;
  const char *colon;

  if (!take_until (at, end, " [", &task) || !take_until (at, end, "]", prio))
    return FALSE;
  colon = memrchr (task.text, ':', task.size);
  if (colon == NULL)
    return FALSE;
  *comm = (ThTxtPart) { task.text, (gsize) (colon - task.text) };
  *pid = (ThTxtPart) { colon + 1, (gsize) (task.text + task.size - colon - 1) };
  return TRUE;
}

static gboolean
parse_short_switch (ThTxtPart  info,
                    GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  ThTxtPart comm[2], pid[2], prio[2], state;
  ThTxtValue *value;

  if (!take_short_task (&at, end, &comm[0], &pid[0], &prio[0]) ||
      !take_until (&at, end, " ==> ", &state) ||
      !take_short_task (&at, end, &comm[1], &pid[1], &prio[1]))
    return FALSE;

  add_words (values, PART ("prev_comm"), comm[0]);
  add (values, PART ("prev_pid"), pid[0]);
  add (values, PART ("prev_prio"), prio[0]);
  state.text = th_txt_skip_blanks (state.text, state.text + state.size);
  value = add (values, PART ("prev_state"), (ThTxtPart) { state.text, 1 });
  if (value != NULL)
    {
      use_names (value, plugin_states, G_N_ELEMENTS (plugin_states));
      use_names (value, states, G_N_ELEMENTS (states));
    }
  add_words (values, PART ("next_comm"), comm[1]);
  add (values, PART ("next_pid"), pid[1]);
  add (values, PART ("next_prio"), prio[1]);
  return TRUE;
}

static gboolean
parse_short_wakeup (ThTxtPart  info,
                    GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  ThTxtPart comm, pid, prio, skipped;

  if (memmem (at, info.size, "comm=", 5) != NULL || !take_short_task (&at, end, &comm, &pid, &prio))
    return FALSE;
  add_words (values, PART ("comm"), comm);
  add (values, PART ("pid"), pid);
  add (values, PART ("prio"), prio);
  if (take_until (&at, end, "CPU:", &skipped))
    add (values, PART ("target_cpu"), (ThTxtPart) { at, (gsize) (end - at) });
  return TRUE;
}

static gboolean
parse_switch (ThTxtPart  info,
              GArray    *values)
{
  if (memmem (info.text, info.size, "prev_comm=", 10) == NULL)
    return parse_short_switch (info, values);

  parse_pairs (info, values);
  for (guint i = 0; i < values->len; i++)
    if (is_part (g_array_index (values, ThTxtValue, i).name, "prev_state"))
      use_names (&g_array_index (values, ThTxtValue, i), states, G_N_ELEMENTS (states));
  return TRUE;
}

static gboolean
parse_irq_exit (ThTxtPart  info,
                GArray    *values)
{
  parse_pairs (info, values);
  for (guint i = 0; i < values->len; i++)
    if (is_part (g_array_index (values, ThTxtValue, i).name, "ret"))
      use_names (&g_array_index (values, ThTxtValue, i), returns, G_N_ELEMENTS (returns));
  return TRUE;
}

static gboolean
parse_function (ThTxtPart  info,
                GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  ThTxtPart function;

  /* trace-cmd report shows the caller only by the indentation. */
  if (!take_until (&at, end, " <-", &function))
    {
      at = th_txt_skip_blanks (at, end);
      add_words (values, PART ("ip"), (ThTxtPart) { at, (gsize) (end - at) });
      return at < end;
    }
  if (at < end && *at == '-')
    at = th_txt_skip_blanks (at + 1, end);
  add_words (values, PART ("ip"), function);
  add_words (values, PART ("parent_ip"), (ThTxtPart) { at, (gsize) (end - at) });
  return TRUE;
}

static gboolean
parse_graph (ThTxtPart  info,
             GArray    *values)
{
  gint64 duration;
  ThTxtPart body;
  ThTxtCall call;

  if (!th_txt_split_graph (info, &duration, &body))
    return FALSE;
  call = th_txt_split_call (body);
  add_words (values, PART ("func"), call.function);
  if (call.arguments.size > 0)
    add_words (values, PART ("arguments"), call.arguments);
  add_number (values, PART ("depth"), call.depth);
  add_number (values, PART ("duration"), (guint64) MAX (duration, 0));
  add_number (values, PART ("leaf"), call.leaf);
  if (call.result.size > 0)
    add_signed (values, PART ("retval"), call.result);
  return TRUE;
}

/* Parses "tracing_mark_write: B|7|x", the kernel's text of the event "print". */
static gboolean
parse_print (ThTxtPart  info,
             GArray    *values)
{
  const char *end = info.text + info.size;
  const char *at = info.text;

  while (at < end && (g_ascii_isalnum (*at) || *at == '_'))
    at++;
  if (end - at > 2 && memcmp (at, ": ", 2) == 0)
    info = (ThTxtPart) { at + 2, (gsize) (end - at) - 2 };
  add_words (values, PART ("buf"), info);
  return TRUE;
}

static gboolean
parse_mark (ThTxtPart  info,
            GArray    *values)
{
  add_words (values, PART ("buf"), info);
  return TRUE;
}

/* "NR 0 (3, 7ffd0, 400)", "NR 0 = 832" */
static gboolean
parse_raw_syscall (ThTxtPart  info,
                   GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  const char *id;
  guint64 number;

  if (info.size < 4 || memcmp (at, "NR ", 3) != 0)
    return FALSE;
  id = at += 3;
  if (!th_txt_number (&at, end, &number))
    return FALSE;
  add (values, PART ("id"), (ThTxtPart) { id, (gsize) (at - id) });
  at = th_txt_skip_blanks (at, end);
  if (at < end && *at == '=')
    {
      at = th_txt_skip_blanks (at + 1, end);
      add (values, PART ("ret"), (ThTxtPart) { at, (gsize) (end - at) });
    }
  else
    add_words (values, PART ("args"), (ThTxtPart) { at, (gsize) (end - at) });
  return TRUE;
}

static gboolean
parse_nothing (ThTxtPart  info,
               GArray    *values)
{
  return TRUE;
}

static const struct
{
  const char *name;
  PatternFunc parse;
} patterns[] = {
  { "sched_switch", parse_switch },
  { "sched_wakeup", parse_short_wakeup },
  { "sched_waking", parse_short_wakeup },
  { "sched_wakeup_new", parse_short_wakeup },
  { "napi_poll", parse_napi_poll },
  { "sock_send_length", parse_sock_length },
  { "sock_recv_length", parse_sock_length },
  { "irq_handler_exit", parse_irq_exit },
  { "function", parse_function },
  { "funcgraph_entry", parse_graph },
  { "funcgraph_exit", parse_graph },
  { "tracing_mark_write", parse_mark },
  { "print", parse_print },
  { "bprint", parse_mark },
  { "bputs", parse_mark },
  { "unnamed", parse_mark },
  { "sys_enter", parse_raw_syscall },
  { "sys_exit", parse_raw_syscall },
  { "kernel_stack", parse_nothing },
  { "user_stack", parse_nothing },
};

/* --- all events --------------------------------------------------------------- */

/* The print formats of net events label the field `name` as `dev`. */
static void
use_kernel_names (const char *event,
                  GArray     *values)
{
  if (strcmp (th_txt_guess_system (event), "net") != 0)
    return;
  for (guint i = 0; i < values->len; i++)
    {
      ThTxtValue *value = &g_array_index (values, ThTxtValue, i);

      if (!is_part (value->name, "dev"))
        continue;
      value->name = PART ("name");
      value->label = "dev";
    }
}

/* "sys_read -> 0x10", "sys_read(fd: 3, …)"; in trace-cmd "0x10", "fd: 0x00000003, …" */
static void
parse_syscall (ThTxtPart  info,
               GArray    *values)
{
  const char *at = info.text;
  const char *end = at + info.size;
  ThTxtPart skipped;

  if (info.size > 2 && memcmp (at, "0x", 2) == 0)
    add (values, PART ("ret"), info);
  else if (info.size < 4 || memcmp (at, "sys_", 4) != 0)
    parse_pairs (info, values);
  else if (take_until (&at, end, " -> ", &skipped))
    add (values, PART ("ret"), (ThTxtPart) { at, (gsize) (end - at) });
  else if (take_until (&at, end, "(", &skipped))
    parse_pairs ((ThTxtPart) { at, (gsize) (end - at) }, values);
}

void
th_txt_parse_values (const char *name,
                     ThTxtPart   info,
                     GArray     *values)
{
  g_array_set_size (values, 0);
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (strcmp (patterns[i].name, name) == 0 && patterns[i].parse (info, values))
      return;

  g_array_set_size (values, 0);
  if (g_str_has_prefix (name, "sys_e"))
    parse_syscall (info, values);
  else
    parse_pairs (info, values);
  use_kernel_names (name, values);
}
