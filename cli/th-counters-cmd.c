/* th-counters-cmd.c - `thresh counters`: what the machine counted during a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-text-table.h"
#include "th-counter-explain.h"
#include "th-counters.h"
#include "th-read.h"

/* The largest output of nstat, netstat or ethtool that is read, in bytes. */
#define MAX_TEXT (16 << 20)

typedef struct
{
  gboolean json;
  gboolean all;
  char    *before;
  char    *after;
  char    *device;
} Options;

/* --- output ---------------------------------------------------------------------- */

static const char *
get_state (ThCounterState state)
{
  static const char *const names[] = {
    [TH_COUNTER_MOVED] = "moved", [TH_COUNTER_SAME] = "same", [TH_COUNTER_NEW] = "new",
    [TH_COUNTER_GONE] = "gone", [TH_COUNTER_SETTING] = "setting"
  };

  return names[state];
}

static void
append_values (GString               *text,
               const ThCounterChange *change,
               double                 seconds)
{
  if (change->before_text != NULL || change->after_text != NULL)
    {
      th_json_write_text (text, "before", change->before_text);
      th_json_write_text (text, "after", change->after_text);
      return;
    }
  th_json_write_int_or_null (text, "before", change->state != TH_COUNTER_NEW, change->before);
  th_json_write_int_or_null (text, "after", change->state != TH_COUNTER_GONE, change->after);
  th_json_write_int_or_null (text, "change", change->state != TH_COUNTER_GONE, change->change);
  if (seconds > 0 && change->state != TH_COUNTER_GONE)
    th_json_write_double (text, "per_second", change->change / seconds);
}

static void
append_json (const ThCounterChange *change,
             double                 seconds,
             ThRecording           *recording,
             GString               *text)
{
  g_auto(ThCounterExplanation) events = { 0 };

  th_counter_explain (change->counter, recording, &events);
  th_cli_json_begin (text);
  th_json_write_text (text, "from", change->counter->source);
  if (change->counter->item[0] != '\0')
    th_json_write_text (text, "item", change->counter->item);
  th_json_write_text (text, "name", change->counter->name);
  th_json_write_text (text, "state", get_state (change->state));
  append_values (text, change, seconds);
  if (events.filter != NULL)
    {
      th_json_write_text (text, "filter", events.filter);
      th_json_write_int (text, "events", events.n);
      th_json_write_boolean (text, "exact", events.how == TH_COUNTER_EVENTS_EXACT);
    }
  th_cli_json_end (text);
}

static char *
dup_in_trace (const ThCounter *counter,
              ThRecording     *recording)
{
  g_auto(ThCounterExplanation) events = { 0 };

  th_counter_explain (counter, recording, &events);
  if (events.how == TH_COUNTER_EVENTS_HARDWARE)
    return g_strdup (_("no event: counted by the device"));
  if (events.filter == NULL)
    return g_strdup ("");
  return g_strdup_printf ("%" G_GUINT64_FORMAT " × %s", events.n, events.filter);
}

static void
add_numbers (ThTextTable            *table,
             const ThCounterChange *change,
             double                 seconds)
{
  if (change->before_text != NULL || change->after_text != NULL)
    {
      th_text_table_add (table, change->before_text != NULL ? change->before_text : "");
      th_text_table_add (table, change->after_text != NULL ? change->after_text : "");
      th_text_table_add (table, "");
      th_text_table_add (table, "");
      return;
    }
  th_text_table_take (table, change->state == TH_COUNTER_NEW
                              ? g_strdup (_("new"))
                              : g_strdup_printf ("%" G_GINT64_FORMAT, change->before));
  th_text_table_take (table, change->state == TH_COUNTER_GONE
                              ? g_strdup (_("gone"))
                              : g_strdup_printf ("%" G_GINT64_FORMAT, change->after));
  th_text_table_take (table, change->state == TH_COUNTER_GONE
                              ? g_strdup ("")
                              : g_strdup_printf ("%+" G_GINT64_FORMAT, change->change));
  th_text_table_take (table, seconds > 0 && change->state != TH_COUNTER_GONE
                              ? g_strdup_printf ("%.1f", change->change / seconds)
                              : g_strdup (""));
}

static void
append_row (ThTextTable            *table,
            const ThCounterChange *change,
            double                 seconds,
            ThRecording           *recording)
{
  const ThCounter *counter = change->counter;

  th_text_table_add (table, counter->source);
  th_text_table_take (table, counter->item[0] != '\0'
                              ? g_strdup_printf ("%s %s", counter->item, counter->name)
                              : g_strdup (counter->name));
  add_numbers (table, change, seconds);
  if (recording != NULL)
    th_text_table_take (table, dup_in_trace (counter, recording));
}

static ThTextTable *
begin_table (gboolean with_events)
{
  static const char *const titles[] = {
    N_("From"), N_("Counter"), N_("Before"), N_("After"), N_("Change"), N_("Per second"),
    N_("In the trace")
  };
  ThTextTable *table = th_text_table_new (with_events ? "llrrrrl" : "llrrrr");

  for (guint i = 0; i < G_N_ELEMENTS (titles) - !with_events; i++)
    th_text_table_add (table, _(titles[i]));
  return table;
}

static void
append_summary (ThCounters *counters,
                GString    *text)
{
  guint n = th_counters_get_n (counters), moved = th_counters_get_n_moved (counters);

  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE,
                                             "\n%u of %u counter moved.\n",
                                             "\n%u of %u counters moved.\n", n), moved, n);
}

static ThExit
show (const Options *options,
      ThCounters    *counters,
      ThRecording   *recording)
{
  g_autoptr(ThTextTable) table = begin_table (recording != NULL);
  double seconds = th_counters_get_seconds (counters);
  ThTextOutput output;

  th_cli_output_init (&output);
  for (guint i = 0; i < th_counters_get_n (counters) && th_text_output_check (&output); i++)
    {
      const ThCounterChange *change = th_counters_get (counters, i);

      if (change->state == TH_COUNTER_SAME && !options->all)
        continue;
      if (options->json)
        append_json (change, seconds, recording, output.text);
      else
        append_row (table, change, seconds, recording);
    }
  if (!options->json)
    {
      th_text_table_append (table, output.text);
      append_summary (counters, output.text);
    }
  return th_cli_output_end (&output);
}

/* --- where the counters come from --------------------------------------------------- */

static ThExit
refuse (const char *path,
        const char *message)
{
  g_printerr ("thresh counters: %s: %s\n", path, message);
  return TH_EXIT_REFUSED;
}

static ThCounters *
read_attached (ThRecording *recording,
               const char  *path)
{
  g_autoptr(GError) error = NULL;
  GBytes *bytes = th_recording_get_attachment (recording, "counters");
  ThCounters *counters;
  gsize size;
  const guint8 *data;

  if (bytes == NULL)
    {
      refuse (path, _("the recording holds no counters; “thresh record” stores them. To load the "
                      "output of nstat, netstat -s or ethtool -S, use --before and --after."));
      return NULL;
    }
  data = g_bytes_get_data (bytes, &size);
  if (!(counters = th_counters_new_from_data (data, size, &error)))
    refuse (path, error->message);
  else if (!th_counters_is_complete (counters))
    g_printerr ("thresh counters: %s: %s\n", path,
                _("the connection was lost before the counters were read a second time, so what "
                  "they counted is unknown."));
  return counters;
}

static char *
read_text (const char *path)
{
  g_autoptr(GError) error = NULL;
  gsize size;
  char *text = th_read_all (path, MAX_TEXT, &size, &error);

  if (text == NULL)
    th_cli_fail ("counters", error);
  return text;
}

static ThCounters *
read_tools (const Options *options)
{
  g_autofree char *before = read_text (options->before);
  g_autofree char *after = before != NULL ? read_text (options->after) : NULL;
  g_autoptr(GError) error = NULL;
  ThCounters *counters;

  if (after == NULL)
    return NULL;
  if (!(counters = th_counters_new_from_tools (before, after, options->device, 0, &error)))
    refuse (options->before, error->message);
  return counters;
}

static ThExit
show_file (const Options *options,
           const char    *path)
{
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThCounters) counters = NULL;
  ThExit status = TH_EXIT_WHOLE;

  if (path != NULL)
    {
      status = th_cli_load (path, &recording);
      if (recording == NULL)
        return status;
    }
  counters = options->before != NULL ? read_tools (options) : read_attached (recording, path);
  if (counters == NULL)
    return TH_EXIT_REFUSED;
  return th_cli_worse (status, show (options, counters, recording));
}

int
th_counters_main (int    argc,
                  char **argv)
{
  g_auto(ThCliOptions) common = { FALSE, };
  Options options = { 0 };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object per counter, each on its own line")),
    { "all", 0, 0, G_OPTION_ARG_NONE, &options.all,
      N_("Also print the counters that did not move"), NULL },
    { "before", 0, 0, G_OPTION_ARG_FILENAME, &options.before,
      N_("Take the counters before the recording from this output of nstat -az, netstat -s or "
         "ethtool -S, or from a copy of /proc/net/snmp or netstat"), N_("FILE") },
    { "after", 0, 0, G_OPTION_ARG_FILENAME, &options.after,
      N_("Take the counters after the recording from such an output"), N_("FILE") },
    { "device", 0, 0, G_OPTION_ARG_STRING, &options.device,
      N_("The device that ethtool -S was about"), N_("NAME") },
    TH_CLI_ARGUMENTS_ENTRY (&common),
    { NULL }
  };
  ThExit status;

  if (!th_cli_parse (&argc, &argv, entries, _("[FILE]"),
                     _("Print what the machine counted during a recording: packets, drops, "
                       "retransmissions,\ninterrupts, statistics of devices; and which events of "
                       "the recording they are.")))
    return TH_EXIT_USAGE;
  if ((options.before == NULL) != (options.after == NULL))
    status = th_cli_usage_error ("counters", "%s", _("--before and --after belong together"));
  else if (options.before == NULL && common.arguments == NULL)
    status = th_cli_usage_error ("counters", "%s", _("no file was given"));
  else if (common.arguments != NULL && common.arguments[1] != NULL)
    status = th_cli_usage_error ("counters", "%s", _("only one file can be shown"));
  else
    status = show_file (&options, common.arguments != NULL ? common.arguments[0] : NULL);

  g_free (options.before);
  g_free (options.after);
  g_free (options.device);
  return status;
}
