/* th-report-format.c - texts that all formats of a report share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-printable.h"
#include "th-report-format.h"

char *
th_report_dup_date (const ThNote *entry)
{
  g_autoptr(GDateTime) utc = g_date_time_new_from_unix_utc (entry->entry->time / G_USEC_PER_SEC);
  g_autoptr(GDateTime) local = utc != NULL ? g_date_time_to_local (utc) : NULL;

  return local != NULL ? g_date_time_format (local, "%F %H:%M") : g_strdup ("?");
}

char *
th_report_dup_author (const ThNote *entry)
{
  g_autofree char *author = th_printable_line (entry->entry->author);

  return entry->edits != NULL && !entry->deleted ? g_strdup_printf (_("%s, edited"), author)
                                                 : g_steal_pointer (&author);
}

char *
th_report_dup_state (const ThNote *note)
{
  g_autofree char *author = note->resolved != NULL ? th_printable_line (note->resolved->author)
                                                   : NULL;

  return author != NULL ? g_strdup_printf (_("Resolved by %s"), author)
                        : g_strdup (C_("note", "Open"));
}

const char *
th_report_get_text (const ThNote *entry)
{
  return entry->text != NULL ? entry->text : _("(deleted)");
}

void
th_report_append_block (GString             *text,
                        const char          *plain,
                        GArray              *spans,
                        const ThNoteBlock   *block,
                        const ThReportLinks *links,
                        ThReportSpanFunc     append)
{
  guint done = block->begin;

  for (guint i = 0; i < spans->len; i++)
    {
      const ThNoteSpan *span = &g_array_index (spans, ThNoteSpan, i);
      guint tick = span->kind == TH_NOTE_SPAN_CODE ? 1 : 0;
      g_autofree char *target = NULL;

      if (span->begin < done + tick || span->end > block->end)
        continue;
      if (tick == 0 && (target = links->find (span, links->data)) == NULL)
        continue;
      append (text, TH_REPORT_PLAIN, plain + done, span->begin - tick - done, NULL);
      append (text, tick > 0 ? TH_REPORT_CODE : TH_REPORT_LINK, plain + span->begin,
              span->end - span->begin, target);
      done = MIN (span->end + tick, block->end);
    }
  append (text, TH_REPORT_PLAIN, plain + done, block->end - done, NULL);
}

char *
th_report_name_note (const ThNote *note)
{
  return g_strdup_printf ("note-%u", note->number);
}

char *
th_report_name_row (guint comparison,
                    guint row)
{
  return g_strdup_printf ("row-%u-%u", comparison + 1, row);
}

char *
th_report_dup_link (const ThNote *note)
{
  /* Translators: a link to a note: its number and its author */
  return g_strdup_printf (_("Note %u, %s"), note->number, note->entry->author);
}

char *
th_report_name_packet (guint   recording,
                       guint32 flow)
{
  return g_strdup_printf ("packet-%u-%u", recording + 1, flow);
}

char *
th_report_dup_end (void)
{
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format (now, "%F");

  return g_strdup_printf (_("Made with Thresher %s on %s."), PACKAGE_VERSION, date);
}
