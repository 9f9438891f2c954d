/* th-cli-connection.c - the connection that an option names by its number
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-connection.h"

#include <glib/gi18n-lib.h>

#include "th-cli-results.h"
#include "th-results.h"

gboolean
th_cli_has_connection (const char *command,
                       GPtrArray  *all,
                       guint       number)
{
  ThResults *results = NULL;
  ThTable *table = th_results_find_table_in (all, "connections", &results);
  guint32 n = table != NULL ? th_table_get_n (table) : 0;
  gint64 first = G_MAXINT64, last = 0;

  for (guint32 row = 0; row < n; row++)
    {
      gint64 one = th_table_get_cell_by_id (table, row, "connection");

      if (one == number)
        return TRUE;
      first = MIN (first, one);
      last = MAX (last, one);
    }

  if (n == 0)
    g_printerr (_("thresh %s: there is no connection %u: the recording shows none\n"), command,
                number);
  else if (n == 1)
    g_printerr (_("thresh %s: there is no connection %u: the only one is %u\n"), command, number,
                (guint) first);
  else
    g_printerr (_("thresh %s: there is no connection %u: “thresh sockets” lists %u of them, with "
                  "numbers from %u to %u\n"), command, number, n, (guint) first, (guint) last);
  if (results != NULL)
    th_cli_report_remarks (results);
  return FALSE;
}
