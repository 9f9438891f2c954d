/* th-notes.c - the notes that the entries of all files add up to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notes.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-hash.h"

#define MAX_COUNTED 10000u

typedef struct _Item Item;

/* A note or a reply. */
struct _Item
{
  ThNote note; /* must be first */
  Item  *parent;
  Item  *top;  /* NULL: not known yet */
  guint  path; /* 1 + the index on the path of find_tops(), or 0 */
  gboolean is_final; /* deleted by an entry that does not tell which texts it means */
  char  *joined;     /* all texts in force, if there are several */
};

struct _ThNotes
{
  GHashTable *entries;   /* id → ThNoteEntry, which owns the id */
  GHashTable *conflicts; /* ids that had two contents */
  GHashTable *invalid;   /* hashes of lines */
  char       *invalid_file; /* with the first of them; or NULL */
  GHashTable *unknown;
  guint       n_refused;
  guint64     n_bytes; /* of the lines that were taken */
  gint64      max_order;

  gboolean    folded;    /* whether the two below are valid */
  GHashTable *items;     /* id → Item */
  GPtrArray  *all;       /* ThNote */
};

static void
item_free (gpointer data)
{
  Item *item = data;

  g_ptr_array_unref (item->note.labels);
  g_clear_pointer (&item->note.texts, g_ptr_array_unref);
  g_clear_pointer (&item->note.edits, g_ptr_array_unref);
  g_clear_pointer (&item->note.replies, g_ptr_array_unref);
  g_free (item->joined);
  g_free (item);
}

ThNotes *
th_notes_new (void)
{
  ThNotes *self = g_new0 (ThNotes, 1);

  self->entries = g_hash_table_new_full (th_string_hash, g_str_equal, NULL,
                                         (GDestroyNotify) th_note_entry_free);
  self->conflicts = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  self->invalid = g_hash_table_new (NULL, NULL);
  self->unknown = g_hash_table_new (NULL, NULL);
  self->items = g_hash_table_new_full (th_string_hash, g_str_equal, NULL, item_free);
  self->all = g_ptr_array_new ();

  return self;
}

void
th_notes_free (ThNotes *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->all);
  g_hash_table_unref (self->items);
  g_hash_table_unref (self->entries);
  g_hash_table_unref (self->conflicts);
  g_hash_table_unref (self->invalid);
  g_free (self->invalid_file);
  g_hash_table_unref (self->unknown);
  g_free (self);
}

/* --- adding ------------------------------------------------------------- */

static void
unfold (ThNotes *self)
{
  self->folded = FALSE;
  g_ptr_array_set_size (self->all, 0);
  g_hash_table_remove_all (self->items);
}

/* Whether @entry counts instead of @other, which has its id. */
static gboolean
replaces (ThNotes           *self,
          const ThNoteEntry *entry,
          const ThNoteEntry *other)
{
  g_autofree char *text = th_note_entry_dup_line (entry);
  g_autofree char *other_text = th_note_entry_dup_line (other);
  int order = strcmp (text, other_text);

  if (order != 0)
    g_hash_table_add (self->conflicts, g_strdup (entry->id));

  return order < 0;
}

gboolean
th_notes_take (ThNotes     *self,
               ThNoteEntry *entry)
{
  const ThNoteEntry *other = g_hash_table_lookup (self->entries, entry->id);
  gboolean full = g_hash_table_size (self->entries) >= TH_NOTES_MAX_ENTRIES;

  if (other != NULL ? !replaces (self, entry, other) : full)
    {
      self->n_refused += other == NULL ? 1 : 0;
      self->max_order = MAX (self->max_order, other != NULL ? entry->order : 0);
      th_note_entry_free (entry);
      return FALSE;
    }

  unfold (self);
  self->max_order = MAX (self->max_order, entry->order);
  g_hash_table_replace (self->entries, entry->id, entry);
  return TRUE;
}

static void
count_line (GHashTable *lines,
            const char *line,
            gsize       length)
{
  g_autofree char *copy = g_strndup (line, MIN (length, TH_NOTE_MAX_LINE));

  if (g_hash_table_size (lines) < MAX_COUNTED)
    g_hash_table_add (lines, GUINT_TO_POINTER (g_str_hash (copy)));
}

static void
take_line (ThNotes     *self,
           ThNoteEntry *entry,
           gsize        length)
{
  if (length > TH_NOTES_MAX_BYTES - self->n_bytes)
    {
      self->n_refused++;
      th_note_entry_free (entry);
    }
  else if (th_notes_take (self, entry))
    self->n_bytes += length;
}

static void
add_line (ThNotes    *self,
          const char *line,
          gsize       length,
          gboolean    is_torn)
{
  ThNoteEntry *entry;

  if (length > 0 && line[length - 1] == '\r')
    length--;
  if (length == 0)
    return;

  switch (th_note_entry_from_line (line, length, &entry))
    {
    case TH_NOTE_LINE_ENTRY:
      take_line (self, entry, length);
      break;
    case TH_NOTE_LINE_UNKNOWN:
      count_line (self->unknown, line, length);
      break;
    case TH_NOTE_LINE_INVALID:
    default:
      if (!is_torn)
        count_line (self->invalid, line, length);
      break;
    }
}

void
th_notes_add_lines (ThNotes    *self,
                    const char *text,
                    gsize       length)
{
  while (length > 0)
    {
      const char *end = memchr (text, '\n', length);
      gsize size = end != NULL ? (gsize) (end - text) : length;

      add_line (self, text, size, end == NULL);
      size += end != NULL ? 1 : 0;
      text += size;
      length -= size;
    }
}

/* --- threads ------------------------------------------------------------ */

static void
add_items (ThNotes   *self,
           GPtrArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      ThNoteEntry *entry = g_ptr_array_index (entries, i);
      Item *item;

      if (entry->kind != TH_NOTE_KIND_NOTE && entry->kind != TH_NOTE_KIND_REPLY)
        continue;
      item = g_new0 (Item, 1);
      item->note.entry = entry;
      item->note.text = entry->text;
      item->note.color = entry->color;
      item->note.labels = g_ptr_array_new ();
      g_hash_table_insert (self->items, entry->id, item);
    }
}

/* Sets the top of all on @path, at whose end is a note, an orphan, an item whose top is known, or
 * one that names another on the path. */
static void
set_tops (GPtrArray *path)
{
  Item *last = g_ptr_array_index (path, path->len - 1);
  /* Those from here on name each other in a circle. */
  guint circle = last->parent != NULL && last->parent->path > 0 ? last->parent->path - 1
                                                                : path->len - 1;
  Item *top = g_ptr_array_index (path, circle);

  if (last->parent != NULL && last->parent->path == 0)
    top = last->parent->top;
  for (guint i = 0; i < path->len; i++)
    {
      Item *item = g_ptr_array_index (path, i);

      item->top = i <= circle ? top : item;
      item->path = 0;
    }
}

static void
find_top (Item      *item,
          GPtrArray *path)
{
  g_ptr_array_set_size (path, 0);
  while (item != NULL && item->top == NULL && item->path == 0)
    {
      g_ptr_array_add (path, item);
      item->path = path->len;
      item = item->parent;
    }
  if (path->len > 0)
    set_tops (path);
}

static void
find_tops (ThNotes *self)
{
  g_autoptr(GPtrArray) path = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Item *item = value;

      if (item->note.entry->of != NULL)
        item->parent = g_hash_table_lookup (self->items, item->note.entry->of);
    }
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    find_top (value, path);
}

/* --- changes ------------------------------------------------------------ */

static gboolean
find_label (GPtrArray  *labels,
            const char *label,
            guint      *index)
{
  for (*index = 0; *index < labels->len; ++*index)
    {
      int order = strcmp (g_ptr_array_index (labels, *index), label);

      if (order >= 0)
        return order == 0;
    }

  return FALSE;
}

static void
set_label (GPtrArray *labels,
           char      *label,
           gboolean   is_set)
{
  guint index;
  gboolean found = find_label (labels, label, &index);

  if (is_set && !found && labels->len < TH_NOTES_MAX_LABELS)
    g_ptr_array_insert (labels, (int) index, label);
  else if (!is_set && found)
    g_ptr_array_remove_index (labels, index);
}

/* Removes the texts that @entry replaces. */
static void
remove_texts (GPtrArray         *texts,
              const ThNoteEntry *entry)
{
  for (guint i = texts->len; i-- > 0;)
    {
      const ThNoteEntry *text = g_ptr_array_index (texts, i);

      if (entry->over == NULL || g_strv_contains ((const char *const *) entry->over, text->id))
        g_ptr_array_remove_index (texts, i);
    }
}

static void
edit (Item        *item,
      ThNoteEntry *entry)
{
  ThNote *note = &item->note;

  if (strcmp (note->entry->author, entry->author) != 0)
    return;

  if (note->texts == NULL)
    {
      note->texts = g_ptr_array_new ();
      g_ptr_array_add (note->texts, (gpointer) note->entry);
    }
  remove_texts (note->texts, entry);
  if (entry->kind == TH_NOTE_KIND_DELETE)
    {
      item->is_final |= entry->over == NULL;
      return;
    }

  if (note->edits == NULL)
    note->edits = g_ptr_array_new ();
  g_ptr_array_add (note->edits, entry);
  g_ptr_array_add (note->texts, entry);
  if (note->texts->len > TH_NOTES_MAX_TEXTS)
    g_ptr_array_remove_index (note->texts, 0);
}

/* All texts in force, the latest first. */
static char *
join_texts (GPtrArray *texts)
{
  g_autoptr(GString) joined = g_string_new (NULL);

  for (guint i = texts->len; i-- > 0;)
    {
      const ThNoteEntry *entry = g_ptr_array_index (texts, i);

      if (joined->len > 0)
        g_string_append_printf (joined, "\n\n%s\n\n", _("Written at the same time elsewhere:"));
      g_string_append (joined, entry->text);
    }

  return g_string_free (g_steal_pointer (&joined), FALSE);
}

static void
choose_text (Item *item)
{
  ThNote *note = &item->note;

  note->deleted = item->is_final || (note->texts != NULL && note->texts->len == 0);
  if (note->deleted)
    note->text = NULL;
  else if (note->texts != NULL && note->texts->len > 1)
    note->text = item->joined = join_texts (note->texts);
  else if (note->texts != NULL)
    note->text = ((const ThNoteEntry *) g_ptr_array_index (note->texts, 0))->text;
}

/* Later entries win, so entries are applied in their order. */
static void
apply (ThNotes     *self,
       ThNoteEntry *entry)
{
  Item *item = entry->of != NULL ? g_hash_table_lookup (self->items, entry->of) : NULL;

  if (item == NULL)
    return;

  switch (entry->kind)
    {
    case TH_NOTE_KIND_EDIT:
    case TH_NOTE_KIND_DELETE:
      edit (item, entry);
      break;
    case TH_NOTE_KIND_RESOLVE:
      item->top->note.resolved = entry;
      break;
    case TH_NOTE_KIND_REOPEN:
      item->top->note.resolved = NULL;
      break;
    case TH_NOTE_KIND_LABEL:
    case TH_NOTE_KIND_UNLABEL:
      set_label (item->top->note.labels, entry->label, entry->kind == TH_NOTE_KIND_LABEL);
      break;
    case TH_NOTE_KIND_COLOR:
      item->top->note.color = entry->color;
      break;
    case TH_NOTE_KIND_NOTE:
    case TH_NOTE_KIND_REPLY:
    case TH_NOTE_N_KINDS:
    default:
      break;
    }
}

/* --- the list ----------------------------------------------------------- */

static void
list_item (ThNotes *self,
           Item    *item)
{
  ThNote *note = &item->note;

  choose_text (item);
  if (item->top != item)
    {
      ThNote *top = &item->top->note;

      if (note->deleted)
        return;
      if (top->replies == NULL)
        top->replies = g_ptr_array_new ();
      g_ptr_array_add (top->replies, note);
      return;
    }

  note->orphan = note->entry->kind == TH_NOTE_KIND_REPLY;
  g_ptr_array_add (self->all, note);
}

/* Removes the deleted notes without replies, and numbers the others. */
static void
number_notes (ThNotes *self)
{
  guint n = 0;

  for (guint i = 0; i < self->all->len; i++)
    {
      ThNote *note = g_ptr_array_index (self->all, i);

      if (note->deleted && note->replies == NULL)
        continue;
      if (note->replies == NULL)
        note->replies = g_ptr_array_new ();
      note->number = n + 1;
      self->all->pdata[n++] = note;
    }
  g_ptr_array_set_size (self->all, (int) n);
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  return th_note_entry_compare (*(ThNoteEntry *const *) a, *(ThNoteEntry *const *) b);
}

static GPtrArray *
sort_entries (ThNotes *self)
{
  GPtrArray *entries = g_ptr_array_sized_new (g_hash_table_size (self->entries));
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    g_ptr_array_add (entries, value);
  g_ptr_array_sort (entries, compare_entries);

  return entries;
}

static void
fold (ThNotes *self)
{
  g_autoptr(GPtrArray) entries = NULL;

  if (self->folded)
    return;

  self->folded = TRUE;
  entries = sort_entries (self);
  add_items (self, entries);
  find_tops (self);
  for (guint i = 0; i < entries->len; i++)
    apply (self, g_ptr_array_index (entries, i));
  for (guint i = 0; i < entries->len; i++)
    {
      const ThNoteEntry *entry = g_ptr_array_index (entries, i);
      Item *item = g_hash_table_lookup (self->items, entry->id);

      if (item != NULL)
        list_item (self, item);
    }
  number_notes (self);
}

GPtrArray *
th_notes_get_all (ThNotes *self)
{
  fold (self);

  return self->all;
}

const ThNote *
th_notes_find (ThNotes    *self,
               const char *id,
               gboolean   *several)
{
  const ThNote *found = NULL;
  GHashTableIter iter;
  gpointer key, value;

  fold (self);
  if (several != NULL)
    *several = FALSE;
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const ThNote *note = value;

      if (note->deleted || !g_str_has_prefix (key, id))
        continue;
      if (strcmp (key, id) == 0)
        return note;
      if (found != NULL && several != NULL)
        *several = TRUE;
      found = note;
    }

  return several == NULL || !*several ? found : NULL;
}

char **
th_note_list_texts (const ThNote *self)
{
  g_autoptr(GStrvBuilder) ids = g_strv_builder_new ();

  if (self->texts == NULL)
    g_strv_builder_add (ids, self->entry->id);
  for (guint i = 0; self->texts != NULL && i < self->texts->len; i++)
    g_strv_builder_add (ids, ((const ThNoteEntry *) g_ptr_array_index (self->texts, i))->id);

  return g_strv_builder_end (ids);
}

const ThNote *
th_notes_get_top (ThNotes      *self,
                  const ThNote *note)
{
  const Item *item;

  fold (self);
  item = g_hash_table_lookup (self->items, note->entry->id);

  return item != NULL ? &item->top->note : NULL;
}

gint64
th_notes_get_next_order (ThNotes *self)
{
  return MIN (self->max_order + 1, TH_NOTE_MAX_ORDER);
}

guint
th_notes_get_n_entries (ThNotes *self)
{
  return g_hash_table_size (self->entries);
}

guint
th_notes_get_n_invalid (ThNotes *self)
{
  return g_hash_table_size (self->invalid);
}

const char *
th_notes_get_invalid_file (ThNotes *self)
{
  return self->invalid_file;
}

void
th_notes_set_invalid_file (ThNotes    *self,
                           const char *path)
{
  if (self->invalid_file == NULL)
    self->invalid_file = g_strdup (path);
}

static void
add_ids (ThNotes    *notes,
         GHashTable *ids)
{
  GPtrArray *all = th_notes_get_all (notes);

  for (guint i = 0; i < all->len; i++)
    {
      const ThNote *note = g_ptr_array_index (all, i);

      g_hash_table_add (ids, note->entry->id);
      for (guint j = 0; note->replies != NULL && j < note->replies->len; j++)
        g_hash_table_add (ids, ((const ThNote *) g_ptr_array_index (note->replies, j))->entry->id);
    }
}

guint
th_notes_count_new (ThNotes *before,
                    ThNotes *after)
{
  g_autoptr(GHashTable) old = g_hash_table_new (th_string_hash, g_str_equal);
  g_autoptr(GHashTable) ids = g_hash_table_new (th_string_hash, g_str_equal);
  GHashTableIter iter;
  gpointer id;
  guint n = 0;

  add_ids (before, old);
  add_ids (after, ids);
  g_hash_table_iter_init (&iter, ids);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    n += !g_hash_table_contains (old, id);

  return n;
}

guint
th_notes_get_n_unknown (ThNotes *self)
{
  return g_hash_table_size (self->unknown);
}

guint
th_notes_get_n_conflicts (ThNotes *self)
{
  return g_hash_table_size (self->conflicts);
}

guint
th_notes_get_n_refused (ThNotes *self)
{
  return self->n_refused;
}
