/* th-note-entry.c - one line of a file of notes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-entry.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "th-session-json.h"

#define MAX_DEPTH 8

/* What a kind must have. */
enum
{
  NEEDS_OF = 1 << 0,
  NEEDS_TEXT = 1 << 1,
  NEEDS_LABEL = 1 << 2,
  NEEDS_COLOR = 1 << 3
};

static const struct
{
  const char *id;
  guint       needs;
} kinds[TH_NOTE_N_KINDS] = {
  [TH_NOTE_KIND_NOTE] = { "note", NEEDS_TEXT },
  [TH_NOTE_KIND_REPLY] = { "reply", NEEDS_OF | NEEDS_TEXT },
  [TH_NOTE_KIND_EDIT] = { "edit", NEEDS_OF | NEEDS_TEXT },
  [TH_NOTE_KIND_DELETE] = { "delete", NEEDS_OF },
  [TH_NOTE_KIND_RESOLVE] = { "resolve", NEEDS_OF },
  [TH_NOTE_KIND_REOPEN] = { "reopen", NEEDS_OF },
  [TH_NOTE_KIND_LABEL] = { "label", NEEDS_OF | NEEDS_LABEL },
  [TH_NOTE_KIND_UNLABEL] = { "unlabel", NEEDS_OF | NEEDS_LABEL },
  [TH_NOTE_KIND_COLOR] = { "color", NEEDS_OF | NEEDS_COLOR },
};

G_DEFINE_QUARK (th-note-entry-error-quark, th_note_entry_error)

const char *
th_note_kind_get_id (ThNoteKind kind)
{
  g_return_val_if_fail (kind < TH_NOTE_N_KINDS, NULL);

  return kinds[kind].id;
}

static ThNoteEntry *
entry_alloc (void)
{
  ThNoteEntry *self = g_new0 (ThNoteEntry, 1);

  self->color = -1;
  self->view_from = self->view_to = TH_TIME_NONE;

  return self;
}

/* GLib's random numbers repeat after fork(), and two entries must never have the same id. */
char *
th_note_make_id (void)
{
  guint32 words[4];

  if (getentropy (words, sizeof words) != 0)
    return g_uuid_string_random ();

  return g_strdup_printf ("%08x%08x%08x%08x", words[0], words[1], words[2], words[3]);
}

ThNoteEntry *
th_note_entry_new (ThNoteKind  kind,
                   const char *author,
                   gint64      order)
{
  ThNoteEntry *self = entry_alloc ();

  self->id = th_note_make_id ();
  self->kind = kind;
  self->order = order;
  self->time = g_get_real_time ();
  self->author = g_utf8_make_valid (author, -1);

  return self;
}

void
th_note_entry_free (ThNoteEntry *self)
{
  if (self == NULL)
    return;

  g_free (self->id);
  g_free (self->author);
  g_free (self->of);
  g_free (self->text);
  g_free (self->label);
  g_strfreev (self->over);
  g_free (self->view_filter);
  g_strfreev (self->view_lanes);
  g_free (self->view_recording);
  th_note_anchor_free (self->anchor);
  g_free (self);
}

int
th_note_entry_compare (const ThNoteEntry *a,
                       const ThNoteEntry *b)
{
  if (a->order != b->order)
    return a->order < b->order ? -1 : 1;
  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;

  return strcmp (a->id, b->id);
}

/* --- writing ------------------------------------------------------------ */

static void
write_view (const ThNoteEntry *self,
            JsonBuilder       *builder)
{
  json_builder_set_member_name (builder, "view");
  json_builder_begin_object (builder);
  th_json_add_int (builder, "from", self->view_from);
  th_json_add_int (builder, "to", self->view_to);
  th_json_add_text (builder, "filter", self->view_filter);
  th_json_add_texts (builder, "lanes", self->view_lanes);
  th_json_add_text (builder, "recording", self->view_recording);
  json_builder_end_object (builder);
}

char *
th_note_entry_dup_line (const ThNoteEntry *self)
{
  g_autoptr(JsonBuilder) builder = json_builder_new ();
  g_autoptr(JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  th_json_add_text (builder, "id", self->id);
  th_json_add_text (builder, "kind", kinds[self->kind].id);
  th_json_add_int (builder, "order", self->order);
  th_json_add_int (builder, "time", self->time);
  th_json_add_text (builder, "author", self->author);
  th_json_add_text (builder, "of", self->of);
  th_json_add_text (builder, "text", self->text);
  th_json_add_text (builder, "label", self->label);
  if (self->over != NULL)
    th_json_add_texts (builder, "over", self->over);
  if (self->color >= 0)
    th_json_add_int (builder, "color", self->color);
  if (self->anchor != NULL)
    {
      json_builder_set_member_name (builder, "anchor");
      th_note_anchor_write (self->anchor, builder);
    }
  if (self->view_from != TH_TIME_NONE)
    write_view (self, builder);
  json_builder_end_object (builder);

  root = json_builder_get_root (builder);
  text = json_to_string (root, FALSE);
  return g_strconcat (text, "\n", NULL);
}

char *
th_note_entry_to_line (const ThNoteEntry *self,
                       GError           **error)
{
  g_autofree char *line = th_note_entry_dup_line (self);
  g_autoptr(ThNoteEntry) back = NULL;

  if (th_note_entry_from_line (line, strlen (line), &back) == TH_NOTE_LINE_ENTRY)
    return g_steal_pointer (&line);

  if (self->text != NULL && strlen (self->text) > TH_NOTE_MAX_TEXT)
    g_set_error (error, TH_NOTE_ENTRY_ERROR, TH_NOTE_ENTRY_ERROR_INVALID,
                 _("The text is too long: at most %u bytes are allowed"), TH_NOTE_MAX_TEXT);
  else if (self->text != NULL && *self->text == '\0')
    g_set_error_literal (error, TH_NOTE_ENTRY_ERROR, TH_NOTE_ENTRY_ERROR_INVALID,
                         _("The text is empty: write something"));
  else if (self->label != NULL)
    g_set_error (error, TH_NOTE_ENTRY_ERROR, TH_NOTE_ENTRY_ERROR_INVALID,
                 _("A label needs 1 to %u bytes and no line feed"), TH_NOTE_MAX_LABEL);
  else
    g_set_error_literal (error, TH_NOTE_ENTRY_ERROR, TH_NOTE_ENTRY_ERROR_INVALID,
                         _("The note refers to something that cannot be saved"));
  return NULL;
}

/* --- reading ------------------------------------------------------------ */

static ThNoteKind
find_kind (const char *id)
{
  ThNoteKind kind = 0;

  while (kind < TH_NOTE_N_KINDS && strcmp (kinds[kind].id, id) != 0)
    kind++;

  return kind;
}

/* NULL if there is no such text, or if it is empty. */
static char *
dup_text (JsonObject *object,
          const char *name,
          gsize       max)
{
  const char *text = th_json_get_text (object, name, max);

  return text != NULL && *text != '\0' ? g_strdup (text) : NULL;
}

/* A word is safe in a single line of a list. */
static char *
dup_word (JsonObject *object,
          const char *name,
          gsize       max)
{
  g_autofree char *text = dup_text (object, name, max);

  return text != NULL && strpbrk (text, "\r\n\t") == NULL ? g_steal_pointer (&text) : NULL;
}

static void
read_view (ThNoteEntry *self,
           JsonObject  *view)
{
  gint64 from, to;

  if (view == NULL || !th_json_get_int (view, "from", TH_TIME_NONE + 1, G_MAXINT64, &from) ||
      !th_json_get_int (view, "to", from, G_MAXINT64, &to))
    return;

  self->view_from = from;
  self->view_to = to;
  self->view_filter = dup_text (view, "filter", TH_NOTE_MAX_TEXT);
  self->view_recording = dup_word (view, "recording", TH_NOTE_MAX_KEY);
  th_json_get_texts (view, "lanes", TH_NOTE_MAX_LANES, TH_NOTE_MAX_NAME, &self->view_lanes);
}

static gboolean
has_needs (const ThNoteEntry *self)
{
  guint needs = kinds[self->kind].needs;

  return (!(needs & NEEDS_OF) || self->of != NULL) &&
         (!(needs & NEEDS_TEXT) || self->text != NULL) &&
         (!(needs & NEEDS_LABEL) || self->label != NULL) &&
         (!(needs & NEEDS_COLOR) || self->color >= 0);
}

static gboolean
read_members (ThNoteEntry *self,
              JsonObject  *object)
{
  guint needs = kinds[self->kind].needs;
  gboolean is_note = self->kind == TH_NOTE_KIND_NOTE;
  JsonObject *anchor = is_note ? th_json_get_object (object, "anchor") : NULL;
  gint64 color;

  self->id = dup_word (object, "id", TH_NOTE_MAX_ID);
  self->author = dup_word (object, "author", TH_NOTE_MAX_AUTHOR);
  if (self->id == NULL || self->author == NULL ||
      !th_json_get_int (object, "order", 0, TH_NOTE_MAX_ORDER, &self->order) ||
      !th_json_get_int (object, "time", G_MININT64, G_MAXINT64, &self->time))
    return FALSE;

  if (needs & NEEDS_OF)
    self->of = dup_word (object, "of", TH_NOTE_MAX_ID);
  if (needs & NEEDS_TEXT)
    self->text = dup_text (object, "text", TH_NOTE_MAX_TEXT);
  if (needs & NEEDS_LABEL)
    self->label = dup_word (object, "label", TH_NOTE_MAX_LABEL);
  if ((self->kind == TH_NOTE_KIND_EDIT || self->kind == TH_NOTE_KIND_DELETE) &&
      !th_json_get_texts (object, "over", TH_NOTE_MAX_OVER, TH_NOTE_MAX_ID, &self->over))
    return FALSE;
  if ((needs & NEEDS_COLOR || is_note) &&
      th_json_get_int (object, "color", 0, TH_NOTE_MAX_COLOR, &color))
    self->color = (int) color;
  if (is_note)
    read_view (self, th_json_get_object (object, "view"));
  if (is_note && json_object_has_member (object, "anchor") &&
      (anchor == NULL || (self->anchor = th_note_anchor_read (anchor)) == NULL))
    return FALSE;

  return has_needs (self);
}

ThNoteLine
th_note_entry_from_line (const char   *line,
                         gsize         length,
                         ThNoteEntry **entry)
{
  g_autoptr(ThNoteEntry) self = NULL;
  g_autoptr(JsonNode) root = NULL;
  const char *kind;

  *entry = NULL;
  root = length <= TH_NOTE_MAX_LINE ? th_json_parse (line, length, MAX_DEPTH, NULL) : NULL;
  kind = root != NULL ? th_json_get_text (json_node_get_object (root), "kind", TH_NOTE_MAX_NAME)
                      : NULL;
  if (kind == NULL)
    return TH_NOTE_LINE_INVALID;

  self = entry_alloc ();
  self->kind = find_kind (kind);
  if (self->kind == TH_NOTE_N_KINDS)
    return TH_NOTE_LINE_UNKNOWN;
  if (!read_members (self, json_node_get_object (root)))
    return TH_NOTE_LINE_INVALID;

  *entry = g_steal_pointer (&self);
  return TH_NOTE_LINE_ENTRY;
}
