/* th-note-anchor.c - what a note is about
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-anchor.h"

#include "th-session-json.h"

static const char *const ids[TH_NOTE_N_ON] = { "review", "event", "span", "lane", "packet", "row",
                                               "comparison" };

const char *
th_note_on_get_id (ThNoteOn on)
{
  g_return_val_if_fail (on < TH_NOTE_N_ON, NULL);

  return ids[on];
}

ThNoteAnchor *
th_note_anchor_new (ThNoteOn on)
{
  ThNoteAnchor *self = g_new0 (ThNoteAnchor, 1);

  self->on = on;
  self->time = self->end = TH_TIME_NONE;

  return self;
}

ThNoteAnchor *
th_note_anchor_copy (const ThNoteAnchor *self)
{
  ThNoteAnchor *copy;

  if (self == NULL)
    return NULL;

  copy = g_memdup2 (self, sizeof *self);
  copy->recording = g_strdup (self->recording);
  copy->stream = g_strdup (self->stream);
  copy->event = g_strdup (self->event);
  copy->lanes = g_strdupv (self->lanes);
  copy->noun = g_strdup (self->noun);
  copy->table = g_strdup (self->table);
  copy->cells = g_strdupv (self->cells);
  copy->row = g_strdup (self->row);

  return copy;
}

void
th_note_anchor_free (ThNoteAnchor *self)
{
  if (self == NULL)
    return;

  g_free (self->recording);
  g_free (self->stream);
  g_free (self->event);
  g_strfreev (self->lanes);
  g_free (self->noun);
  g_free (self->table);
  g_strfreev (self->cells);
  g_free (self->row);
  g_free (self);
}

/* --- writing ------------------------------------------------------------ */

void
th_note_anchor_write (const ThNoteAnchor *self,
                      JsonBuilder        *builder)
{
  json_builder_begin_object (builder);
  th_json_add_text (builder, "on", ids[self->on]);
  th_json_add_text (builder, "recording", self->recording);
  th_json_add_text (builder, "stream", self->stream);
  if (self->on == TH_NOTE_ON_EVENT)
    th_json_add_int (builder, "cpu", self->cpu);
  if (self->time != TH_TIME_NONE)
    th_json_add_int (builder, "time", self->time);
  if (self->end != TH_TIME_NONE)
    th_json_add_int (builder, "end", self->end);
  th_json_add_text (builder, "event", self->event);
  th_json_add_texts (builder, "lanes", self->lanes);
  th_json_add_text (builder, "noun", self->noun);
  if (self->on == TH_NOTE_ON_PACKET)
    th_json_add_hex (builder, "address", self->address);
  th_json_add_text (builder, "table", self->table);
  th_json_add_texts (builder, "cells", self->cells);
  th_json_add_text (builder, "row", self->row);
  json_builder_end_object (builder);
}

/* --- reading ------------------------------------------------------------ */

/* Whether @self has what its kind must have. */
static gboolean
is_complete (const ThNoteAnchor *self,
             gboolean            has_cpu,
             gboolean            has_address)
{
  switch (self->on)
    {
    case TH_NOTE_ON_EVENT:
      return has_cpu && self->time != TH_TIME_NONE;
    case TH_NOTE_ON_SPAN:
      return self->time != TH_TIME_NONE && self->end != TH_TIME_NONE && self->end >= self->time;
    case TH_NOTE_ON_LANE:
      return self->lanes != NULL && self->lanes[0] != NULL;
    case TH_NOTE_ON_PACKET:
      return has_address && self->time != TH_TIME_NONE;
    case TH_NOTE_ON_ROW:
      return self->table != NULL && self->cells != NULL && g_strv_length (self->cells) % 2 == 0 &&
             self->cells[0] != NULL;
    case TH_NOTE_ON_COMPARISON:
      return self->row != NULL;
    case TH_NOTE_ON_REVIEW:
    case TH_NOTE_N_ON:
    default:
      return TRUE;
    }
}

ThNoteAnchor *
th_note_anchor_read (JsonObject *object)
{
  g_autoptr(ThNoteAnchor) self = th_note_anchor_new (TH_NOTE_ON_REVIEW);
  const char *on = th_json_get_text (object, "on", TH_NOTE_MAX_NAME);
  gboolean has_cpu, has_address;
  gint64 cpu = 0;

  while (self->on < TH_NOTE_N_ON && g_strcmp0 (ids[self->on], on) != 0)
    self->on++;
  if (self->on == TH_NOTE_N_ON ||
      !th_json_get_texts (object, "lanes", TH_NOTE_MAX_LANES, TH_NOTE_MAX_NAME, &self->lanes) ||
      !th_json_get_texts (object, "cells", 2 * TH_NOTE_MAX_CELLS, TH_NOTE_MAX_NAME, &self->cells))
    return NULL;

  self->recording = g_strdup (th_json_get_text (object, "recording", TH_NOTE_MAX_KEY));
  self->stream = g_strdup (th_json_get_text (object, "stream", TH_NOTE_MAX_NAME));
  self->event = g_strdup (th_json_get_text (object, "event", TH_NOTE_MAX_NAME));
  self->noun = g_strdup (th_json_get_text (object, "noun", TH_NOTE_MAX_NAME));
  self->table = g_strdup (th_json_get_text (object, "table", TH_NOTE_MAX_NAME));
  self->row = g_strdup (th_json_get_text (object, "row", TH_NOTE_MAX_NAME));
  th_json_get_int (object, "time", TH_TIME_NONE + 1, G_MAXINT64, &self->time);
  th_json_get_int (object, "end", TH_TIME_NONE + 1, G_MAXINT64, &self->end);
  has_cpu = th_json_get_int (object, "cpu", 0, G_MAXUINT, &cpu);
  has_address = th_json_get_hex (object, "address", &self->address);
  self->cpu = (guint) cpu;

  return is_complete (self, has_cpu, has_address) ? g_steal_pointer (&self) : NULL;
}
