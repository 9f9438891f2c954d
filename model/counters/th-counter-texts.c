/* th-counter-texts.c - reads the counters that the kernel prints
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-counter-lines.h"
#include "th-counter-texts.h"

/* --- proc/net/snmp, proc/net/netstat ----------------------------------------- */

/* Two lines that begin with the same word: the names, then the values. */
static void
add_pair (ThCounterSet *set,
          char        **name,
          char        **value)
{
  gint64 number;

  if (!th_counter_word_chop_colon (name[0]))
    return;

  for (guint i = 1; name[i] != NULL && value[i] != NULL; i++)
    if (th_counter_line_number (value[i], 10, &number))
      th_counter_set_add (set, name[0], "", name[i], number, 64);
}

static void
read_pairs (ThCounterSet *set,
            const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  g_auto(GStrv) names = NULL;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (names != NULL && g_str_equal (names[0], line.word[0]))
      {
        add_pair (set, names, line.word);
        g_clear_pointer (&names, g_strfreev);
      }
    else
      {
        g_strfreev (names);
        names = g_steal_pointer (&line.word);
      }
}

/* --- proc/net/snmp6 ------------------------------------------------------------ */

/* "Ip6InReceives" belongs to Ip6, "Icmp6InMsgs" to Icmp6, "UdpLite6…" to UdpLite6. */
static char *
dup_source6 (const char  *name,
             const char **rest)
{
  const char *six = strchr (name, '6');

  if (six == NULL || six[1] == '\0')
    {
      *rest = name;
      return g_strdup ("snmp6");
    }
  *rest = six + 1;
  return g_strndup (name, six + 1 - name);
}

static void
read_snmp6 (ThCounterSet *set,
            const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.n == 2 && th_counter_line_number (line.word[1], 10, &number))
      {
        const char *name;
        g_autofree char *source = dup_source6 (line.word[0], &name);

        th_counter_set_add (set, source, "", name, number, 64);
      }
}

/* --- proc/net/softnet_stat ------------------------------------------------------ */

#define SOFTNET_CPU 12

/* By column; the columns between have been zero since Linux 2.6.x or are levels. */
static const char *const softnet_names[] = {
  [0] = "processed", [1] = "dropped", [2] = "time_squeeze",
  [9] = "received_rps", [10] = "flow_limit_count",
};

static void
read_softnet (ThCounterSet *set,
              const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    {
      g_autofree char *item = NULL;
      gint64 cpu = line.number, number;

      /* The rows are those of the online CPUs; before Linux 5.10 they do not say which. */
      if (line.n > SOFTNET_CPU && !th_counter_line_number (line.word[SOFTNET_CPU], 16, &cpu))
        continue;
      item = g_strdup_printf ("CPU %" G_GINT64_FORMAT, cpu);
      for (guint i = 0; i < MIN (line.n, G_N_ELEMENTS (softnet_names)); i++)
        if (softnet_names[i] != NULL && th_counter_line_number (line.word[i], 16, &number))
          th_counter_set_add (set, "softnet", item, softnet_names[i], number & G_MAXUINT32, 32);
    }
}

/* --- proc/net/dev ------------------------------------------------------------------ */

static const char *const device_names[] = {
  "rx_bytes", "rx_packets", "rx_errors", "rx_dropped",
  "rx_fifo_errors", "rx_frame_errors", "rx_compressed", "multicast",
  "tx_bytes", "tx_packets", "tx_errors", "tx_dropped",
  "tx_fifo_errors", "collisions", "tx_carrier_errors", "tx_compressed",
};

static void
read_devices (ThCounterSet *set,
              const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    {
      /* The name of an alias has a colon.  A number may follow the last one at once. */
      const char *colon = strrchr (line.line, ':');
      g_autofree char *device = NULL;
      g_auto(GStrv) word = NULL;

      if (colon == NULL)
        continue;
      device = g_strstrip (g_strndup (line.line, colon - line.line));
      word = th_counter_line_split (colon + 1);
      for (guint i = 0; i < G_N_ELEMENTS (device_names) && word[i] != NULL; i++)
        if (th_counter_line_number (word[i], 10, &number))
          th_counter_set_add (set, device, "", device_names[i], number, 64);
    }
}

/* --- proc/interrupts, proc/softirqs --------------------------------------------------- */

/* The numbers of the CPUs in the first line, "CPU0 CPU2", which the walk then stands on. */
static GArray *
read_cpu_head (ThCounterLines *line)
{
  GArray *cpus = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 cpu;

  if (th_counter_lines_next (line))
    for (guint i = 0; i < line->n; i++)
      if (g_str_has_prefix (line->word[i], "CPU") &&
          th_counter_line_number (line->word[i] + strlen ("CPU"), 10, &cpu))
        g_array_append_val (cpus, cpu);
  return cpus;
}

/* "34 eth0-TxRx-2" of "34: 1 2 IR-PCI-MSI 524290-edge eth0-TxRx-2"; "LOC Local timer interrupts".
 * The words between the counts and the handler are the chip and the line. */
static char *
dup_interrupt_name (const char *label,
                    char      **rest)
{
  guint n = g_strv_length (rest);

  if (n == 0)
    return g_strdup (label);
  if (g_ascii_isdigit (label[0]))
    return g_strdup_printf ("%s %s", label, rest[n - 1]);
  else
    {
      g_autofree char *text = g_strjoinv (" ", rest);

      return g_strdup_printf ("%s %s", label, text);
    }
}

/* @word: the label, a count for each CPU, then words about the interrupt. */
static void
add_interrupt (ThCounterSet *set,
               char        **word,
               guint         n_cpus)
{
  g_autofree char *name = NULL;
  gint64 number;
  guint64 total = 0;
  guint i = 1;

  for (; word[i] != NULL && i <= n_cpus && th_counter_line_number (word[i], 10, &number); i++)
    total += (guint64) number;
  if (i == 1)
    return;

  name = dup_interrupt_name (word[0], word + i);
  th_counter_set_add (set, "irq", "", name, (gint64) total, 64);
}

static void
read_interrupts (ThCounterSet *set,
                 const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  g_autoptr(GArray) cpus = NULL;

  th_counter_lines_init (&line, text);
  cpus = read_cpu_head (&line);
  while (th_counter_lines_next (&line))
    if (th_counter_word_chop_colon (line.word[0]))
      add_interrupt (set, line.word, cpus->len);
}

static void
read_softirqs (ThCounterSet *set,
               const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  g_autoptr(GArray) cpus = NULL;

  th_counter_lines_init (&line, text);
  cpus = read_cpu_head (&line);
  while (th_counter_lines_next (&line))
    {
      gint64 number;

      if (!th_counter_word_chop_colon (line.word[0]))
        continue;
      for (guint i = 0; i < cpus->len && i + 1 < line.n; i++)
        {
          g_autofree char *item = g_strdup_printf ("CPU %" G_GINT64_FORMAT,
                                                   g_array_index (cpus, gint64, i));

          if (th_counter_line_number (line.word[i + 1], 10, &number))
            th_counter_set_add (set, "softirqs", item, line.word[0], number & G_MAXUINT32, 32);
        }
    }
}

/* --- proc/stat, proc/schedstat ---------------------------------------------------------- */

static void
read_stat (ThCounterSet *set,
           const char   *text)
{
  static const char *const wanted[] = { "ctxt", "processes", "intr", "softirq", NULL };
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.n > 1 && g_strv_contains ((const char *const *) wanted, line.word[0]) &&
        th_counter_line_number (line.word[1], 10, &number))
      th_counter_set_add (set, "stat", "", line.word[0], number, 64);
}

/* Fields of a "cpuN" line, from 1. */
static const struct { guint field; const char *name; } schedstat_fields[] = {
  { 3, "schedule" }, { 4, "schedule_idle" }, { 5, "try_to_wake_up" }, { 6, "wake_up_local" },
  { 7, "run_time_ns" }, { 8, "wait_time_ns" }, { 9, "timeslices" },
};

static void
read_schedstat (ThCounterSet *set,
                const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    {
      g_autofree char *item = NULL;
      gint64 cpu, number;

      if (line.n < 10 || !g_str_has_prefix (line.word[0], "cpu") ||
          !th_counter_line_number (line.word[0] + strlen ("cpu"), 10, &cpu))
        continue;
      item = g_strdup_printf ("CPU %" G_GINT64_FORMAT, cpu);
      for (guint i = 0; i < G_N_ELEMENTS (schedstat_fields); i++)
        if (th_counter_line_number (line.word[schedstat_fields[i].field], 10, &number))
          th_counter_set_add (set, "sched", item, schedstat_fields[i].name, number, 64);
    }
}

/* --- texts of the agent ------------------------------------------------------------------ */

/* "KIND NAME VALUE", where the name may have blanks. */
static void
add_ethtool (ThCounterSet *set,
             const char   *device,
             char        **word,
             guint         n)
{
  g_autofree char *value = g_steal_pointer (&word[n - 1]);
  g_autofree char *key = g_strjoinv (" ", g_str_equal (word[0], "stat") ? word + 1 : word);
  gint64 number;

  if (!g_str_equal (word[0], "stat"))
    th_counter_set_add_setting (set, device, "", key, value);
  else if (th_counter_line_number (value, 10, &number))
    th_counter_set_add (set, device, "", key, number, 64);
}

static void
read_ethtool (ThCounterSet *set,
              const char   *device,
              const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.n > 2)
      add_ethtool (set, device, line.word, line.n);
}

static void
read_qdisc (ThCounterSet *set,
            const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.n == 5 && th_counter_line_number (line.word[4], 10, &number))
      {
        g_autofree char *item = g_strdup_printf ("%s %s", line.word[1], line.word[2]);

        th_counter_set_add (set, line.word[0], item, line.word[3], number, 64);
      }
}

/* The counters of a socket that are 32 bits wide; the others are 64 bits wide, or levels. */
static const char *const narrow_names[] = { "retrans", "segs_out", "segs_in", "drops", NULL };

static void
add_socket_value (ThCounterSet *set,
                  const char   *item,
                  const char   *word)
{
  const char *equals = strchr (word, '=');
  g_autofree char *name = NULL;
  gint64 number;

  if (equals == NULL || !th_counter_line_number (equals + 1, 10, &number))
    return;

  name = g_strndup (word, equals - word);
  th_counter_set_add (set, TH_COUNTER_SOCKETS, item, name, number,
                      g_strv_contains (narrow_names, name) ? 32 : 64);
}

/* "tcp COOKIE LOCAL REMOTE STATE NAME=VALUE…".  The cookie is a part of the item, as a later socket
 * can have the same addresses. */
static void
read_sockets (ThCounterSet *set,
              const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.n > 4)
      {
        g_autofree char *item = g_strdup_printf ("%s %s → %s sk:%s", line.word[0], line.word[2],
                                                 line.word[3], line.word[1]);

        th_counter_set_add_setting (set, TH_COUNTER_SOCKETS, item, "state", line.word[4]);
        for (guint i = 5; i < line.n; i++)
          add_socket_value (set, item, line.word[i]);
      }
    else if (line.n == 2 && g_str_equal (line.word[0], "more") &&
             th_counter_line_number (line.word[1], 10, &number))
      th_counter_set_add (set, TH_COUNTER_SOCKETS, "", "left out", number, 64);
}

/* --- which is which -------------------------------------------------------------------------- */

static const struct
{
  const char *name;
  void      (*read) (ThCounterSet *set,
                     const char   *text);
} texts[] = {
  { "proc/net/snmp", read_pairs },
  { "proc/net/netstat", read_pairs },
  { "proc/net/snmp6", read_snmp6 },
  { "proc/net/softnet_stat", read_softnet },
  { "proc/net/dev", read_devices },
  { "proc/interrupts", read_interrupts },
  { "proc/softirqs", read_softirqs },
  { "proc/stat", read_stat },
  { "proc/schedstat", read_schedstat },
  { "qdisc", read_qdisc },
  { "sockets", read_sockets },
};

gboolean
th_counter_text_read (ThCounterSet *set,
                      const char   *name,
                      const char   *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (g_str_equal (texts[i].name, name))
      {
        texts[i].read (set, text);
        return TRUE;
      }
  if (!g_str_has_prefix (name, "ethtool/"))
    return FALSE;

  read_ethtool (set, name + strlen ("ethtool/"), text);
  return TRUE;
}
