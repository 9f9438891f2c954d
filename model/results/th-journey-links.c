/* th-journey-links.c - the events of other recordings that belong to a flow: frames of captures
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-journey-links.h"

/* A frame of a transit is linked with the event that sent it, and with the one that received it. */
static gboolean
has_frame (const GArray *found,
           ThRef         frame)
{
  for (guint i = 0; i < found->len; i++)
    if (th_ref_equal (g_array_index (found, ThJourneyLink, i).link->event, frame))
      return TRUE;
  return FALSE;
}

GArray *
th_journey_list_links (const ThFlows      *flows,
                       const ThFlow       *flow,
                       const ThEventLinks *links,
                       guint               max)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (ThJourneyLink));

  for (guint32 i = 0; links != NULL && i < flow->n_steps && found->len < max; i++)
    {
      ThStep step = th_flows_get_step (flows, flow, i);
      const ThEventLink *of_step;
      guint n;

      if (!th_step_is_own (&step))
        continue;
      of_step = th_event_links_find_of (links, step.anchor, &n);
      for (guint j = 0; j < n && found->len < max; j++)
        {
          ThJourneyLink link = { i, &of_step[j] };

          if (!has_frame (found, link.link->event))
            g_array_append_val (found, link);
        }
    }
  return found;
}

char *
th_journey_dup_link (ThRecording        *recording,
                     const ThEventLinks *links,
                     const ThEventLink  *link)
{
  ThStream *stream = th_recording_get_stream (recording, link->event.stream);

  return g_strdup_printf ("%s (%s) · %s", _(th_event_links_get_kind (links, link->kind)->title),
                          th_confidence_get_word (link->confidence), th_stream_get_name (stream));
}

char *
th_journey_dup_linked (ThReader          *reader,
                       const ThEventLink *link)
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (!th_reader_get_text (reader, link->event, FALSE, text))
    g_string_assign (text, _("Its record cannot be read."));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

GArray *
th_journey_list_same (const ThEventLinks *links,
                      const ThEventLink  *link)
{
  GArray *same = g_array_new (FALSE, FALSE, sizeof (ThEventLink));
  guint n;
  const ThEventLink *all = th_event_links_find_from (links, link->event, &n);

  for (guint i = 0; i < n; i++)
    if (!th_ref_equal (all[i].of, link->of))
      g_array_append_val (same, all[i]);
  return same;
}

gint64
th_journey_get_delay (ThRecording       *recording,
                      const ThEventLink *link,
                      const ThEventLink *same)
{
  return th_recording_get_time (recording, same->of) - th_recording_get_time (recording, link->of);
}

char *
th_journey_dup_same (ThRecording       *recording,
                     const ThEventLink *link,
                     const ThEventLink *same,
                     const char        *duration)
{
  guint type = th_recording_get_type (recording, same->of);
  g_autofree char *event = g_strdup_printf ("%s 0x%" G_GINT64_MODIFIER "x",
                                            th_recording_get_type_name (recording, type),
                                            same->key);
  const char *name = th_recording_get_name (th_recording_get_stream_part (recording,
                                                                          same->of.stream));
  const char *sure = th_confidence_get_word (MAX (link->confidence, same->confidence));

  if (th_journey_get_delay (recording, link, same) < 0)
    /* Translators: the name of a recording, an event and its address, “12.1 µs”, and “inferred” */
    return g_strdup_printf (_("the same packet in %s: %s, %s earlier (%s)"), name, event, duration,
                            sure);
  /* Translators: the name of a recording, an event and its address, “12.1 µs”, and “inferred” */
  return g_strdup_printf (_("the same packet in %s: %s, %s later (%s)"), name, event, duration,
                          sure);
}
