/* th-facts-table.c - facts about a recording and its buffers, as pairs of name and value
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-facts-table.h"

#include <glib/gi18n-lib.h>

#include "th-guest.h"
#include "th-number-format.h"
#include "th-origin.h"
#include "th-printable.h"
#include "th-time.h"

static char *
format_count (guint64 n)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, n);
}

static char *
format_events (const ThStreamStats *stats)
{
  g_autofree char *n = format_count (stats->summary.n_events);
  g_autofree char *all = format_count (stats->summary.n_all);

  /* Translators: so many events match a filter, of so many */
  return stats->summary.n_events == stats->summary.n_all ? g_strdup (n)
                                                         : g_strdup_printf (_("%s of %s"), n, all);
}

static char *
format_time (const ThClock *clock,
             gint64         time)
{
  return th_format_time (time, th_clock_get_resolution (clock), TH_FORMAT_PLAIN);
}

static char *
format_span (const ThStreamStats *stats)
{
  const ThClock *clock = th_stream_get_clock (stats->stream);
  g_autofree char *first = format_time (clock, stats->summary.first);
  g_autofree char *last = format_time (clock, stats->summary.last);
  g_autofree char *length =
    format_time (clock, th_time_between (stats->summary.first, stats->summary.last));

  if (clock->ticks)
    /* Translators: first and last time, and the time between, in ticks of a counter */
    return g_strdup_printf (_("%s … %s: %s ticks"), first, last, length);

  /* Translators: first and last time, and the time between, in seconds */
  return g_strdup_printf (_("%s … %s: %s s"), first, last, length);
}

static char *
format_loss (const ThStreamStats *stats)
{
  g_autofree char *known = format_count (stats->summary.losses.n_known);
  g_autofree char *gaps = format_count (stats->summary.losses.n_gaps);

  if (stats->summary.losses.n_gaps == 0)
    return g_strdup (_("none"));
  if (stats->summary.losses.n_known == 0)
    return g_strdup_printf (ngettext ("an unknown number of events, in %s place",
                                      "an unknown number of events, in %s places",
                                      stats->summary.losses.n_gaps),
                            gaps);

  return g_strdup_printf (ngettext ("at least %s events, in %s place",
                                    "at least %s events, in %s places",
                                    stats->summary.losses.n_gaps),
                          known, gaps);
}

/* The shift of the times of the recording. */
static char *
format_offset (ThRecording *recording)
{
  gint64 shift = th_recording_get_shift (recording);
  g_autofree char *text = format_time (th_recording_get_clock (recording), shift);

  return g_strdup_printf (th_recording_get_clock (recording)->ticks ? _("%s%s ticks") : _("%s%s s"),
                          shift > 0 ? "+" : "", text);
}

static void
add_line_cb (const char *key,
             const char *text,
             gpointer    table)
{
  th_text_table_add (table, key);
  th_text_table_add (table, text);
}

ThTextTable *
th_recording_make_facts (ThRecording *recording,
                         gboolean     has_offset)
{
  ThTextTable *table = th_text_table_new ("ll");
  g_auto(GStrv) keys = th_recording_list_facts (recording);

  if (has_offset)
    {
      th_text_table_add (table, _("offset"));
      th_text_table_take (table, format_offset (recording));
    }
  th_text_table_add (table, _("format"));
  th_text_table_add (table, th_recording_get_format (recording));
  for (guint i = 0; keys[i] != NULL; i++)
    {
      th_text_table_add (table, keys[i]);
      th_text_table_add (table, th_recording_get_fact (recording, keys[i]));
    }
  th_origin_describe (recording, add_line_cb, table);
  for (guint i = 0; i < th_recording_get_n_guests (recording); i++)
    {
      th_text_table_add (table, _("guest"));
      th_text_table_take (table, th_guest_describe (th_recording_get_guest (recording, i)));
    }
  return table;
}

char *
th_stream_dup_title (const ThStreamStats *stats)
{
  const char *name = th_stream_get_name (stats->stream);
  g_autofree char *shown = th_printable_line (name);

  if (th_stream_is_interface (stats->stream))
    /* Translators: %s is the name of a network interface */
    return g_strdup_printf (_("Interface “%s”"), shown);

  return name[0] == '\0' ? g_strdup (_("Top buffer"))
                         : g_strdup_printf (_("Buffer “%s”"), shown);
}

ThTextTable *
th_stream_make_facts (const ThStreamStats *stats)
{
  ThTextTable *table = th_text_table_new ("ll");
  const ThClock *clock = th_stream_get_clock (stats->stream);

  th_text_table_add (table, _("events"));
  th_text_table_take (table, format_events (stats));
  if (clock->name != NULL && *clock->name != '\0')
    {
      th_text_table_add (table, _("clock"));
      th_text_table_add (table, clock->name);
    }
  if (stats->summary.n_events > 0)
    {
      th_text_table_add (table, _("time"));
      th_text_table_take (table, format_span (stats));
    }
  th_text_table_add (table, _("lost"));
  th_text_table_take (table, format_loss (stats));
  return table;
}
