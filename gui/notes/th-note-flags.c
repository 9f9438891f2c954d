/* th-note-flags.c - puts the notes of a review on the timeline of the document
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-flags.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-flags.h"
#include "th-note-body.h"
#include "th-number-format.h"
#include "th-pinned-flows.h"

struct _ThNoteFlags
{
  GObject       parent;

  ThOpenReview *review;
  ThNotePlaces *places;
  ThDocument   *document;  /* that has the flags; or NULL */
  GSignalGroup *lanes;     /* signals of the document */
  GSignalGroup *flags;     /* of its flags */
};

G_DEFINE_FINAL_TYPE (ThNoteFlags, th_note_flags, G_TYPE_OBJECT)

/* The lane of the subject, as it is shown now; NULL if no lane has it. */
static const char *
find_lane (ThNoteFlags        *self,
           const ThNoteAnchor *anchor,
           const ThNotePlace  *place)
{
  ThScene *scene = th_document_get_scene (self->document);
  guint lane = G_MAXUINT;

  if (place->flow != TH_FLOW_NONE)
    lane = th_scene_find_flow (scene, place->results, place->flow);
  else if (anchor->lanes != NULL)
    return anchor->lanes[0];
  else if (!th_ref_is_none (place->event))
    lane = th_scene_find_cpu (scene, place->event.stream, place->event.cpu);

  return lane != G_MAXUINT ? th_scene_get_lane (scene, lane)->name : NULL;
}

/* "On-Call Engineer: Woken late, why? · 2 replies" */
static char *
dup_text (const ThNote *note)
{
  g_autofree char *author = th_display_text_make_valid (note->entry->author);
  g_autofree char *text = th_note_body_dup_line (note);
  g_autofree char *whole = g_strdup_printf ("%s: %s", author, text);
  guint n = note->replies != NULL ? note->replies->len : 0;
  g_autofree char *count = th_format_count (n), *replies = NULL;

  if (n == 0)
    return g_steal_pointer (&whole);

  replies = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s reply", "%s replies", n), count);
  return g_strdup_printf ("%s · %s", whole, replies);
}

static void
add_flag (ThNoteFlags  *self,
          const ThNote *note,
          GArray       *flags)
{
  const ThNoteAnchor *anchor = note->entry->anchor;
  g_autofree char *text = NULL;
  ThNotePlace place;
  ThNoteFound found;

  if (anchor == NULL || anchor->on == TH_NOTE_ON_REVIEW || anchor->on == TH_NOTE_ON_COMPARISON)
    return;
  found = th_note_places_get (self->places, note->entry->id, &place);
  if (found != TH_NOTE_FOUND && found != TH_NOTE_FOUND_ELSEWHERE)
    return;

  text = dup_text (note);
  th_flags_add (flags, &(ThFlag) {
    .id = note->entry->id,
    .number = note->number,
    .text = text,
    .time = place.from,
    .lane = (char *) find_lane (self, anchor, &place),
    .is_open = note->resolved == NULL,
    .is_selected = g_strcmp0 (th_open_review_get_selected (self->review), note->entry->id) == 0,
  });
}

static void
update (ThNoteFlags *self)
{
  GPtrArray *notes = th_note_store_get_all (th_open_review_get_store (self->review));
  ThDocument *document = th_note_places_get_document (self->places);
  GArray *flags;

  if (g_set_object (&self->document, document))
    {
      g_signal_group_set_target (self->lanes, document);
      g_signal_group_set_target (self->flags,
                                 document != NULL ? th_document_get_flags (document) : NULL);
    }
  if (document == NULL || th_document_get_scene (document) == NULL)
    return;

  flags = th_flags_make ();
  for (guint i = 0; i < notes->len; i++)
    add_flag (self, notes->pdata[i], flags);
  th_flags_take (th_document_get_flags (document), flags);
}

static void
activated_cb (ThNoteFlags *self,
              const char  *id)
{
  th_open_review_select (self->review, id);
}

static void
th_note_flags_dispose (GObject *object)
{
  ThNoteFlags *self = TH_NOTE_FLAGS (object);

  g_clear_object (&self->lanes);
  g_clear_object (&self->flags);
  g_clear_object (&self->document);
  g_clear_object (&self->places);
  g_clear_object (&self->review);

  G_OBJECT_CLASS (th_note_flags_parent_class)->dispose (object);
}

static void
th_note_flags_class_init (ThNoteFlagsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_note_flags_dispose;
}

static void
th_note_flags_init (ThNoteFlags *self)
{
  self->lanes = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->lanes, "lanes-changed", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->lanes, "follow-changed", G_CALLBACK (update), self);
  self->flags = g_signal_group_new (TH_TYPE_FLAGS);
  g_signal_group_connect_swapped (self->flags, "activated", G_CALLBACK (activated_cb), self);
}

ThNoteFlags *
th_note_flags_new (ThOpenReview *review,
                   ThNotePlaces *places)
{
  ThNoteFlags *self = g_object_new (TH_TYPE_NOTE_FLAGS, NULL);

  self->review = g_object_ref (review);
  self->places = g_object_ref (places);
  g_signal_connect_object (review, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (places, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return self;
}
