/* th-counter-tools.c - reads the counters that nstat, netstat -s and ethtool -S print
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-counter-lines.h"
#include "th-counter-texts.h"

/* The sources whose names nstat puts before those of their counters; longer ones first. */
static const char *const nstat_sources[] = {
  "MPTcpExt", "UdpLite6", "UdpLite", "IcmpMsg", "Icmp6", "TcpExt", "IpExt", "Udp6", "Icmp",
  "Tcp", "Udp", "Ip6", "Ip",
};

/* --- nstat: "TcpExtTCPTimeouts   3   0.0" ------------------------------------------- */

static void
add_nstat (ThCounterSet *set,
           const char   *name,
           gint64        value)
{
  for (guint i = 0; i < G_N_ELEMENTS (nstat_sources); i++)
    if (g_str_has_prefix (name, nstat_sources[i]))
      {
        th_counter_set_add (set, nstat_sources[i], "", name + strlen (nstat_sources[i]), value,
                            64);
        return;
      }
}

static void
read_nstat (ThCounterSet *set,
            const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.line[0] != '#' && line.n > 1 && th_counter_line_number (line.word[1], 10, &number))
      add_nstat (set, line.word[0], number);
}

/* --- netstat -s: "Tcp:", then "    123 segments received" or "    TCPRcvQDrop: 5" ---------- */

/* The words of the line without its first number, which is the value. */
static char *
dup_prose (char  **word,
           gint64 *value)
{
  g_autoptr(GString) text = g_string_new (NULL);
  gboolean found = FALSE;

  for (guint i = 0; word[i] != NULL; i++)
    {
      if (!found && th_counter_line_number (word[i], 10, value))
        {
          found = TRUE;
          continue;
        }
      g_string_append_printf (text, "%s%s", text->len > 0 ? " " : "", word[i]);
    }
  if (!found || text->len == 0)
    return NULL;
  if (text->str[text->len - 1] == ':')
    g_string_truncate (text, text->len - 1);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
read_netstat (ThCounterSet *set,
              const char   *text)
{
  g_auto(ThCounterLines) line = { NULL };
  g_autofree char *source = g_strdup ("");

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    {
      g_autofree char *name = NULL;
      gint64 value = 0;

      if (!g_ascii_isspace (line.line[0]) && line.n == 1 &&
          th_counter_word_chop_colon (line.word[0]))
        {
          g_free (source);
          source = g_strdup (line.word[0]);
          continue;
        }
      name = dup_prose (line.word, &value);
      if (name != NULL)
        th_counter_set_add (set, source, "", name, value, 64);
    }
}

/* --- ethtool -S: "NIC statistics:", then "     rx_packets: 123" --------------------------- */

static void
read_ethtool (ThCounterSet *set,
              const char   *text,
              const char   *device)
{
  g_auto(ThCounterLines) line = { NULL };
  gint64 number;

  th_counter_lines_init (&line, text);
  while (th_counter_lines_next (&line))
    if (line.n > 1 && th_counter_line_number (line.word[line.n - 1], 10, &number) &&
        th_counter_word_chop_colon (line.word[line.n - 2]))
      {
        g_autofree char *name = NULL;

        g_clear_pointer (&line.word[line.n - 1], g_free);
        name = g_strjoinv (" ", line.word);
        th_counter_set_add (set, device, "", name, number, 64);
      }
}

/* --- which tool ------------------------------------------------------------------------- */

/* The output of netstat -s begins with the name of a protocol and a colon, on a line of their
 * own. */
static gboolean
is_netstat (char **lines)
{
  g_autofree char *first = g_strchomp (g_strdup (lines[0] != NULL ? lines[0] : ""));

  return g_str_has_suffix (first, ":") && strpbrk (first, " \t") == NULL;
}

/* A copy of /proc/net/snmp or netstat: two lines that begin with the same "Ip:". */
static gboolean
is_copy (char **lines)
{
  const char *colon = lines[0] != NULL ? strchr (lines[0], ':') : NULL;

  return colon != NULL && colon[1] == ' ' && lines[1] != NULL &&
         strncmp (lines[0], lines[1], colon + 1 - lines[0]) == 0;
}

gboolean
th_counter_text_read_tool (ThCounterSet *set,
                           const char   *text,
                           const char   *device)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", 3);

  if (is_copy (lines))
    th_counter_text_read (set, "proc/net/netstat", text);
  else if (g_str_has_prefix (text, "NIC statistics:"))
    read_ethtool (set, text, device);
  else if (g_str_has_prefix (text, "#"))
    read_nstat (set, text);
  else if (is_netstat (lines))
    read_netstat (set, text);
  else
    return FALSE;
  return TRUE;
}
