/* th-report-targets.c - where a report shows what links in notes lead to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-report-targets.h"

#include "th-packets-table.h"
#include "th-report-picture.h"

/* A part of the report: the picture of a note, with the span that it shows, or the row of a packet,
 * which has no span: @from is above @to. */
typedef struct
{
  char   *name;
  guint   recording;
  gint64  from;
  gint64  to;
  guint32 flow;     /* or TH_FLOW_NONE */
} ThReportTarget;

static void
target_clear (gpointer target)
{
  g_free (((ThReportTarget *) target)->name);
}

static guint
get_index (const ThReport         *self,
           const ThNotesRecording *recording)
{
  return recording - th_report_get_recording (self, 0);
}

static void
add_note (const ThReport *self,
          const ThNote   *note,
          GArray         *targets)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  const ThNotesRecording *where = NULL;
  ThReportTarget target = { .flow = TH_FLOW_NONE };
  ThNotePlace place;
  ThView view;

  if (anchor == NULL || anchor->on == TH_NOTE_ON_REVIEW)
    return;
  th_notes_locate (self->about->recordings, anchor, &where, &place);
  if (where == NULL)
    return;

  th_report_find_view (where, note->entry, &place, &view);
  target.name = th_report_name_note (note);
  target.recording = get_index (self, where);
  target.from = view.from;
  target.to = view.to;
  if (anchor->on == TH_NOTE_ON_PACKET)
    target.flow = place.flow;
  g_array_append_val (targets, target);
}

static void
add_slowest (const ThReport *self,
             guint           index,
             GArray         *targets)
{
  const ThNotesRecording *recording = th_report_get_recording (self, index);
  g_auto(ThFlowSet) flows = { 0 };
  g_autoptr(GArray) rows = NULL;

  if (!th_flow_set_init (&flows, recording->recording, recording->results, "packet"))
    return;

  rows = th_packets_list_slowest (flows.results, TH_REPORT_N_SLOWEST);
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 row = g_array_index (rows, guint32, i);
      ThReportTarget target = { th_report_name_packet (index, row), index, 1, 0, row };

      g_array_append_val (targets, target);
    }
}

GArray *
th_report_list_targets (const ThReport *self)
{
  GArray *targets = g_array_new (FALSE, FALSE, sizeof (ThReportTarget));
  GPtrArray *notes = self->about->notes != NULL ? th_notes_get_all (self->about->notes) : NULL;

  g_array_set_clear_func (targets, target_clear);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    add_note (self, g_ptr_array_index (notes, i), targets);
  for (guint i = 0; notes != NULL && i < self->about->recordings->len; i++)
    add_slowest (self, i, targets);

  return targets;
}

/* Of the pictures that show it, the one of the shortest span. */
static char *
find_place (const ThReport    *self,
            guint              index,
            const ThNotePlace *place)
{
  const ThReportTarget *best = NULL;

  for (guint i = 0; i < self->targets->len; i++)
    {
      const ThReportTarget *target = &g_array_index (self->targets, ThReportTarget, i);

      if (target->recording != index)
        continue;
      if (place->results != NULL)
        {
          if (target->flow == place->flow)
            return g_strdup (target->name);
        }
      else if (target->from <= place->from && place->from <= target->to &&
               (best == NULL || target->to - target->from < best->to - best->from))
        best = target;
    }

  return best != NULL ? g_strdup (best->name) : NULL;
}

char *
th_report_find_target (const ThReport   *self,
                       guint             index,
                       const ThNoteSpan *span)
{
  for (guint i = 0; i < self->about->recordings->len; i++)
    {
      const ThNotesRecording *recording = th_report_get_recording (self, i);
      ThNotePlace place;
      char *name;

      if (index != G_MAXUINT && index != i)
        continue;
      if (th_note_link_find (span, recording->recording, 0, recording->results,
                             &place) == TH_NOTE_FOUND &&
          (name = find_place (self, i, &place)) != NULL)
        return name;
    }

  return NULL;
}
