/* th-note-caption.c - what a note is about, in the words of the open document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-caption.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-journey.h"
#include "th-note-title.h"
#include "th-number-format.h"

/* Whether the document has the subject of @note. */
static gboolean
find_place (ThNotePlaces *places,
            const ThNote *note,
            ThNotePlace  *place)
{
  ThNoteFound found = th_note_places_get (places, note->entry->id, place);

  return found == TH_NOTE_FOUND || found == TH_NOTE_FOUND_ELSEWHERE;
}

/* The titles of the lanes that @document, which may be NULL, has; the names of others. */
static char *
dup_lanes (ThDocument         *document,
           const ThNoteAnchor *anchor)
{
  ThScene *scene = document != NULL ? th_document_get_scene (document) : NULL;
  GString *titles = g_string_new (NULL);

  for (guint i = 0; anchor->lanes != NULL && anchor->lanes[i] != NULL; i++)
    {
      guint lane = scene != NULL ? th_scene_find_name (scene, anchor->lanes[i]) : G_MAXUINT;

      g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "",
                              lane != G_MAXUINT ? th_scene_get_lane (scene, lane)->title
                                                : anchor->lanes[i]);
    }

  return g_string_free (titles, FALSE);
}

/* The name of the event without its system. */
static const char *
get_event_name (const ThNoteAnchor *anchor)
{
  const char *colon = anchor->event != NULL ? strchr (anchor->event, ':') : NULL;

  return colon != NULL ? colon + 1 : anchor->event != NULL ? anchor->event : "?";
}

static char *
describe_event (ThDocument         *document,
                const ThNoteAnchor *anchor,
                const ThNotePlace  *place)
{
  g_autofree char *time = th_document_format_time (document, place->from);

  /* Translators: name of an event, time, number of a CPU */
  return g_strdup_printf (_("%s · %s · CPU %u"), get_event_name (anchor), time, anchor->cpu);
}

static char *
describe_span (ThDocument         *document,
               const ThNoteAnchor *anchor,
               const ThNotePlace  *place)
{
  g_autofree char *length = th_document_format_length (document, place->to - place->from);
  g_autofree char *time = th_document_format_time (document, place->from);
  g_autofree char *lanes = dup_lanes (document, anchor);

  if (lanes[0] == '\0')
    /* Translators: a span: its length and its start */
    return g_strdup_printf (_("%s from %s"), length, time);

  /* Translators: a span: its length, its start, and names of lanes */
  return g_strdup_printf (_("%s from %s · %s"), length, time, lanes);
}

static char *
describe_lane (ThDocument         *document,
               const ThNoteAnchor *anchor)
{
  g_autofree char *lanes = dup_lanes (document, anchor);

  return g_strdup_printf (_("lane %s"), lanes);
}

static char *
describe_packet (const ThNotePlace *place)
{
  ThFlows *flows = th_results_get_flows (place->results);
  g_autofree char *name = th_journey_dup_name (th_flows_get (flows, place->flow));

  /* Translators: a kind of flow and its name: "packet …0bb1be00#4" */
  return g_strdup_printf (_("%s %s"), _(th_flows_get_info (flows)->noun), name);
}

/* NULL: there are no better words than those of the anchor. */
static char *
describe (ThNotePlaces      *places,
          const ThNote      *note,
          const ThNotePlace *place)
{
  ThDocument *document = th_note_places_get_document (places);
  const ThNoteAnchor *anchor = note->entry->anchor;

  if (place->flow != TH_FLOW_NONE)
    return describe_packet (place);
  switch (anchor->on)
    {
    case TH_NOTE_ON_EVENT: return describe_event (document, anchor, place);
    case TH_NOTE_ON_SPAN: return describe_span (document, anchor, place);
    case TH_NOTE_ON_LANE: return describe_lane (document, anchor);
    default: return NULL;
    }
}

char *
th_note_caption_for_anchor (ThNotePlaces       *places,
                            const ThNoteAnchor *anchor)
{
  ThDocument *document = th_note_places_get_document (places);
  gboolean has_lanes = document != NULL && th_document_get_scene (document) != NULL;
  g_autofree char *text = has_lanes && anchor->on == TH_NOTE_ON_LANE
                          ? describe_lane (document, anchor) : th_note_title_new (anchor);

  return th_display_text_make_valid (text);
}

/* A note that `thresh notes add` writes on nothing in particular has no anchor either. */
static char *
describe_without_anchor (const ThNote *note)
{
  g_autoptr(ThNoteAnchor) review = NULL;

  if (note->entry->kind == TH_NOTE_KIND_REPLY)
    return g_strdup (_("a reply to a note that has not arrived"));

  review = th_note_anchor_new (TH_NOTE_ON_REVIEW);
  return th_note_title_new (review);
}

char *
th_note_caption_new (ThNotePlaces *places,
                     const ThNote *note)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  g_autofree char *text = NULL;
  ThNotePlace place;

  if (anchor == NULL)
    return describe_without_anchor (note);

  if (find_place (places, note, &place))
    text = describe (places, note, &place);
  return text != NULL ? th_display_text_make_valid (text)
                      : th_note_caption_for_anchor (places, anchor);
}

/* --- time and where, apart ---------------------------------------------------- */

char *
th_note_caption_dup_time (ThNotePlaces *places,
                          const ThNote *note)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  ThNotePlace place;

  if (anchor != NULL && find_place (places, note, &place) && place.from != TH_TIME_NONE)
    return th_document_format_time (th_note_places_get_document (places), place.from);
  if (anchor == NULL || anchor->time == TH_TIME_NONE)
    return g_strdup ("");

  return th_format_time (anchor->time, TH_RESOLUTION_NS, TH_FORMAT_PLAIN);
}

static char *
describe_where (ThNotePlaces *places,
                const ThNote *note)
{
  ThDocument *document = th_note_places_get_document (places);
  const ThNoteAnchor *anchor = note->entry->anchor;
  ThNotePlace place;

  switch (anchor->on)
    {
    case TH_NOTE_ON_EVENT:
      /* Translators: number of a CPU, name of an event */
      return g_strdup_printf (_("CPU %u · %s"), anchor->cpu, get_event_name (anchor));
    case TH_NOTE_ON_SPAN:
      return anchor->lanes != NULL ? dup_lanes (document, anchor) : g_strdup (_("all lanes"));
    case TH_NOTE_ON_LANE:
      return dup_lanes (document, anchor);
    case TH_NOTE_ON_PACKET:
      if (find_place (places, note, &place) && place.flow != TH_FLOW_NONE)
        return describe_packet (&place);
      return th_note_title_new (anchor);
    default:
      return th_note_title_new (anchor);
    }
}

char *
th_note_caption_dup_where (ThNotePlaces *places,
                           const ThNote *note)
{
  g_autofree char *text = NULL;

  if (note->entry->anchor == NULL)
    return describe_without_anchor (note);

  text = describe_where (places, note);
  return th_display_text_make_valid (text);
}
