/* th-note-title.c - a short line that names what a note is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-title.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-number-format.h"

static char *
dup_time (gint64 time)
{
  return th_format_time (time, TH_RESOLUTION_NS, TH_FORMAT_PLAIN);
}

/* The id of a CPU's lane is "cpu/1". */
static char *
dup_lanes (char **lanes)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; lanes[i] != NULL; i++)
    {
      const char *number = g_str_has_prefix (lanes[i], "cpu/") ? lanes[i] + strlen ("cpu/") : NULL;

      g_string_append (text, i > 0 ? ", " : "");
      if (number != NULL)
        g_string_append_printf (text, _("CPU %s"), number);
      else
        g_string_append (text, lanes[i]);
    }

  return g_string_free (text, FALSE);
}

char *
th_note_title_new (const ThNoteAnchor *anchor)
{
  g_autofree char *time = anchor->time != TH_TIME_NONE ? dup_time (anchor->time) : NULL;
  g_autofree char *end = anchor->end != TH_TIME_NONE ? dup_time (anchor->end) : NULL;
  g_autofree char *lanes = anchor->lanes != NULL ? dup_lanes (anchor->lanes) : NULL;
  g_autofree char *cells = anchor->cells != NULL ? g_strjoinv (" ", anchor->cells) : NULL;
  g_autofree char *address = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", anchor->address);

  switch (anchor->on)
    {
    case TH_NOTE_ON_EVENT:
      return g_strdup_printf (_("%s, %s on CPU %u"), anchor->event != NULL ? anchor->event : "?",
                              time, anchor->cpu);
    case TH_NOTE_ON_SPAN:
      return g_strdup_printf ("%s – %s%s%s", time, end, lanes != NULL ? ", " : "",
                              lanes != NULL ? lanes : "");
    case TH_NOTE_ON_LANE:
      return g_strdup_printf (_("lane %s"), lanes);
    case TH_NOTE_ON_PACKET:
      return g_strdup_printf (_("packet %s of %s"), address, time);
    case TH_NOTE_ON_ROW:
      return g_strdup_printf (_("row of %s: %s"), anchor->table, cells);
    case TH_NOTE_ON_COMPARISON:
      return g_strdup_printf (_("comparison: %s"), anchor->row);
    case TH_NOTE_ON_REVIEW:
    case TH_NOTE_N_ON:
    default:
      return g_strdup (_("the review"));
    }
}
