/* th-socket-layouts.c - connections in the columns of tools that many know
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-printable.h"
#include "th-socket-layouts.h"
#include "th-text-values.h"

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  ThTable     *table;
  GHashTable  *protocols; /* number of a connection → word + 1 */
} Source;

struct _ThSocketLayout
{
  const char *name;
  const char *table;
  const char *head;
  /* Appends a line without its end; nothing if the row is none of the tool's. */
  void      (*append) (const Source *source,
                       guint32       row,
                       GString      *text);
};

/* --- cells ----------------------------------------------------------------------- */

static const char *
get_word (const Source *source,
          guint32       row,
          const char   *id)
{
  gint64 cell = th_table_get_cell_by_id (source->table, row, id);

  return cell != TH_CELL_NONE ? th_results_get_word (source->results, cell) : "";
}

/* "TCP_CLOSE" becomes "CLOSE". */
static const char *
get_state (const Source *source,
           guint32       row,
           const char   *id)
{
  const char *state = get_word (source, row, id);

  return g_str_has_prefix (state, "TCP_") ? state + strlen ("TCP_") : state;
}

/* Divides "10.0.0.1:80" or "[::1]:80", of which "*" is not known. */
static char *
dup_host (const Source *source,
          guint32       row,
          const char   *id,
          const char  **port)
{
  const char *end = get_word (source, row, id);
  const char *colon = strrchr (end, ':');
  gboolean is_v6 = end[0] == '[';

  *port = colon != NULL && colon[1] != '*' ? colon + 1 : "0";
  if (colon == NULL || end[0] == '*')
    return g_strdup ("0.0.0.0");

  return is_v6 ? g_strndup (end + 1, colon - end - 2) : g_strndup (end, colon - end);
}

static int
get_task (const Source *source,
          guint32       row,
          gint64        time,
          const char  **name)
{
  ThTasks *tasks = th_recording_get_tasks (source->recording);
  gint64 task = th_table_get_cell_by_id (source->table, row, "task");

  *name = "-";
  if (task == TH_CELL_NONE || task >= th_tasks_get_n (tasks))
    return 0;

  *name = th_tasks_get_name (tasks, task, time);
  return th_tasks_get_pid (tasks, task);
}

/* --- layouts ----------------------------------------------------------------------- */

static void
append_state (const Source *source,
              guint32       row,
              GString      *text)
{
  const char *local_port, *remote_port, *task;
  g_autofree char *local = dup_host (source, row, "local", &local_port);
  g_autofree char *remote = dup_host (source, row, "remote", &remote_port);
  gint64 socket = th_table_get_cell_by_id (source->table, row, "socket");
  gint64 lasted = th_table_get_cell_by_id (source->table, row, "lasted");
  int pid = get_task (source, row, th_table_get_cell_by_id (source->table, row, "time"), &task);

  g_string_append_printf (text, "%-16" G_GINT64_MODIFIER "x %-7d %-16s %-15s %-5s %-15s %-5s "
                          "%-11s -> %-11s %.3f", socket != TH_CELL_NONE ? (guint64) socket : 0,
                          pid, task, local, local_port, remote, remote_port,
                          get_state (source, row, "from"), get_state (source, row, "to"),
                          lasted != TH_CELL_NONE ? lasted / 1e6 : 0.0);
}

static void
append_drop (const Source *source,
             guint32       row,
             GString      *text)
{
  gint64 number = th_table_get_cell_by_id (source->table, row, "connection");
  gint64 time = th_table_get_cell_by_id (source->table, row, "time");
  gpointer protocol = g_hash_table_lookup (source->protocols, GINT_TO_POINTER (number));
  const char *local_port, *remote_port, *task;
  g_autofree char *local = NULL, *remote = NULL, *from = NULL, *to = NULL;
  g_autofree char *moment = NULL;
  int pid;

  if (protocol == NULL ||
      strcmp (th_results_get_word (source->results, GPOINTER_TO_UINT (protocol) - 1), "TCP") != 0)
    return;

  local = dup_host (source, row, "local", &local_port);
  remote = dup_host (source, row, "remote", &remote_port);
  from = g_strdup_printf ("%s:%s", remote, remote_port);
  to = g_strdup_printf ("%s:%s", local, local_port);
  moment = th_text_format_time (source->recording, time);
  pid = get_task (source, row, time, &task);
  g_string_append_printf (text, "%-16s %-7d %-2d %-23s > %-23s %-11s (%s)", moment, pid,
                          strchr (local, ':') != NULL ? 6 : 4, from, to,
                          get_state (source, row, "state"), get_word (source, row, "reason"));
}

static void
append_listener (const Source *source,
                 guint32       row,
                 GString      *text)
{
  const char *port, *task;
  g_autofree char *host = dup_host (source, row, "local", &port);
  int pid = get_task (source, row, th_table_get_cell_by_id (source->table, row, "opened"), &task);
  gint64 backlog = th_table_get_cell_by_id (source->table, row, "backlog");
  g_autofree char *number = backlog != TH_CELL_NONE
                            ? g_strdup_printf ("%" G_GINT64_FORMAT, backlog) : g_strdup ("-");

  g_string_append_printf (text, "%-7d %-16s %-8s %-8s %-5s %s", pid, task,
                          get_word (source, row, "protocol"), number, port, host);
}

static const ThSocketLayout layouts[] = {
  { "tcpstates", "connection-states", "SKADDR           C-PID   C-COMM           LADDR           "
    "LPORT RADDR           RPORT OLDSTATE    -> NEWSTATE    MS\n", append_state },
  { "tcpdrop", "connection-drops", "TIME             PID     IP SADDR:SPORT             > "
    "DADDR:DPORT             STATE (REASON)\n", append_drop },
  { "solisten", "listeners", "PID     COMM             PROTO    BACKLOG  PORT  ADDR\n",
    append_listener }
};

const ThSocketLayout *
th_socket_layout_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (strcmp (layouts[i].name, name) == 0)
      return &layouts[i];

  return NULL;
}

const char *
th_socket_layout_get_table (const ThSocketLayout *self)
{
  return self->table;
}

void
th_socket_layout_print (const ThSocketLayout *self,
                        ThRecording          *recording,
                        ThResults            *results,
                        ThTable              *table,
                        ThTable              *connections,
                        ThTextOutput         *output)
{
  g_autoptr(GHashTable) protocols = g_hash_table_new (NULL, NULL);
  g_autoptr(GString) line = g_string_new (NULL);
  Source source = { recording, results, table, protocols };

  for (guint32 row = 0; row < th_table_get_n (connections); row++)
    {
      gint64 number = th_table_get_cell_by_id (connections, row, "connection");
      gint64 protocol = th_table_get_cell_by_id (connections, row, "protocol");

      if (protocol != TH_CELL_NONE)
        g_hash_table_insert (protocols, GINT_TO_POINTER (number),
                             GUINT_TO_POINTER ((guint) protocol + 1));
    }

  g_string_append (output->text, self->head);
  for (guint32 row = 0; row < th_table_get_n (table) && th_text_output_check (output); row++)
    {
      g_autofree char *shown = NULL;

      /* Names of tasks come from the recording. */
      g_string_truncate (line, 0);
      self->append (&source, row, line);
      shown = th_printable_line (line->str);
      if (*shown != '\0')
        g_string_append_printf (output->text, "%s\n", shown);
    }
}
