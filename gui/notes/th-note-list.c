/* th-note-list.c - the list model of the notes of a review, ordered and filtered
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-note-list.h"

#include <string.h>

#include "th-hash.h"

struct _ThNoteList
{
  GObject       parent;

  ThOpenReview *review;
  ThNotePlaces *places;
  GHashTable   *items;   /* id → ThNoteItem of each note */
  GListStore   *store;   /* those that are listed */
  ThNoteFact    order;
  gboolean      descending;
  ThNoteFilter  filter;
  char         *text;    /* case-folded; "": all pass */
};

enum
{
  PROP_0,
  PROP_ORDER,
  PROP_FILTER,
  PROP_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThNoteList, th_note_list, G_TYPE_OBJECT)

/* --- items ------------------------------------------------------------------- */

static ThNoteItem *
need_item (ThNoteList *self,
           const char *id)
{
  ThNoteItem *item = g_hash_table_lookup (self->items, id);

  if (item == NULL)
    {
      item = th_note_item_new (id);
      g_hash_table_insert (self->items, item->id, item);
    }

  return item;
}

static void
update_item (ThNoteList   *self,
             const ThNote *note)
{
  ThNotePlace place = { .from = TH_TIME_NONE };
  ThNoteFound found = th_note_places_get (self->places, note->entry->id, &place);

  th_note_item_update (need_item (self, note->entry->id), note,
                       th_open_review_is_unread (self->review, note), found, place.from);
}

static gboolean
passes (ThNoteList       *self,
        const ThNoteItem *item)
{
  if (g_strcmp0 (th_open_review_get_selected (self->review), item->id) == 0)
    return TRUE;
  if (self->filter == TH_NOTE_FILTER_OPEN && item->note->resolved != NULL)
    return FALSE;
  if (self->filter == TH_NOTE_FILTER_UNREAD && !item->is_unread)
    return FALSE;

  return self->text[0] == '\0' || th_note_facts_contain (item, self->text, self->places);
}

/* Returns the items to list, which are owned by the table. */
static GPtrArray *
collect (ThNoteList *self,
         GPtrArray  *notes)
{
  GPtrArray *wanted = g_ptr_array_new ();

  for (guint i = 0; i < notes->len; i++)
    {
      ThNoteItem *item = need_item (self, ((const ThNote *) notes->pdata[i])->entry->id);

      if (passes (self, item))
        g_ptr_array_add (wanted, item);
    }
  if (self->order != TH_NOTE_FACT_NUMBER || self->descending)
    th_note_facts_sort (wanted, self->order, self->descending, self->places);

  return wanted;
}

static gboolean
is_at (ThNoteList    *self,
       guint          position,
       gconstpointer  wanted)
{
  g_autoptr(GObject) item = g_list_model_get_item (G_LIST_MODEL (self->store), position);

  return item == wanted;
}

/* Replaces only what differs, so that the rows of the others stay as they are. */
static void
show (ThNoteList *self,
      GPtrArray  *wanted)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->store)), head = 0, tail = 0;

  while (head < n && head < wanted->len && is_at (self, head, wanted->pdata[head]))
    head++;
  while (tail < n - head && tail < wanted->len - head &&
         is_at (self, n - tail - 1, wanted->pdata[wanted->len - tail - 1]))
    tail++;
  if (head + tail < n || head + tail < wanted->len)
    g_list_store_splice (self->store, head, n - head - tail, wanted->pdata + head,
                         wanted->len - head - tail);
}

/* Notes that disappeared leave the list first, because their items hold what is gone. */
static void
update (ThNoteList *self)
{
  GPtrArray *notes = th_note_store_get_all (th_open_review_get_store (self->review));
  g_autoptr(GPtrArray) wanted = NULL;
  g_autoptr(GHashTable) ids = g_hash_table_new (th_string_hash, g_str_equal);
  GHashTableIter iter;
  gpointer id;

  for (guint i = 0; i < notes->len; i++)
    {
      update_item (self, notes->pdata[i]);
      g_hash_table_add (ids, ((const ThNote *) notes->pdata[i])->entry->id);
    }
  wanted = collect (self, notes);
  show (self, wanted);
  g_hash_table_iter_init (&iter, self->items);
  while (g_hash_table_iter_next (&iter, &id, NULL))
    if (!g_hash_table_contains (ids, id))
      g_hash_table_iter_remove (&iter);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
set_text (ThNoteList *self,
          const char *text)
{
  g_free (self->text);
  self->text = g_utf8_casefold (text != NULL ? text : "", -1);
}

void
th_note_list_sort (ThNoteList *self,
                   ThNoteFact  order,
                   gboolean    descending)
{
  g_return_if_fail (TH_IS_NOTE_LIST (self) && order < TH_NOTE_N_FACTS);

  self->descending = descending;
  g_object_set (self, "order", order, NULL);
}

/* --- getters ----------------------------------------------------------------- */

GListModel *
th_note_list_get_model (ThNoteList *self)
{
  return G_LIST_MODEL (self->store);
}

guint
th_note_list_find_selected (ThNoteList *self)
{
  const char *id = th_open_review_get_selected (self->review);
  ThNoteItem *item = id != NULL ? g_hash_table_lookup (self->items, id) : NULL;
  guint position;

  return item != NULL && g_list_store_find (self->store, item, &position) ? position : G_MAXUINT;
}

const char *
th_note_list_get_next (ThNoteList *self,
                       int         step)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->store)), at;
  g_autoptr(ThNoteItem) item = NULL;

  if (n == 0)
    return NULL;

  at = th_note_list_find_selected (self);
  if (at == G_MAXUINT)
    at = step > 0 ? 0 : n - 1;
  else
    at = (at + n + (guint) step) % n;
  item = g_list_model_get_item (G_LIST_MODEL (self->store), at);

  return item->id;
}

/* --- class ------------------------------------------------------------------- */

static void
th_note_list_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  ThNoteList *self = TH_NOTE_LIST (object);

  switch (id)
    {
    case PROP_ORDER: g_value_set_uint (value, self->order); break;
    case PROP_FILTER: g_value_set_uint (value, self->filter); break;
    case PROP_TEXT: g_value_set_string (value, self->text); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_note_list_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  ThNoteList *self = TH_NOTE_LIST (object);

  switch (id)
    {
    case PROP_ORDER: self->order = g_value_get_uint (value); break;
    case PROP_FILTER: self->filter = g_value_get_uint (value); break;
    case PROP_TEXT: set_text (self, g_value_get_string (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  if (self->review != NULL)
    update (self);
}

static void
th_note_list_dispose (GObject *object)
{
  ThNoteList *self = TH_NOTE_LIST (object);

  g_clear_object (&self->review);
  g_clear_object (&self->places);
  g_clear_object (&self->store);

  G_OBJECT_CLASS (th_note_list_parent_class)->dispose (object);
}

static void
th_note_list_finalize (GObject *object)
{
  g_hash_table_unref (TH_NOTE_LIST (object)->items);
  g_free (TH_NOTE_LIST (object)->text);

  G_OBJECT_CLASS (th_note_list_parent_class)->finalize (object);
}

static void
th_note_list_class_init (ThNoteListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = th_note_list_get_property;
  object_class->set_property = th_note_list_set_property;
  object_class->dispose = th_note_list_dispose;
  object_class->finalize = th_note_list_finalize;
  properties[PROP_ORDER] = g_param_spec_uint ("order", NULL, NULL, 0, TH_NOTE_N_FACTS - 1,
                                              TH_NOTE_FACT_NUMBER, flags);
  properties[PROP_FILTER] = g_param_spec_uint ("filter", NULL, NULL, 0, TH_NOTE_FILTER_UNREAD, 0,
                                               flags);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "", flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_NOTE_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
th_note_list_init (ThNoteList *self)
{
  self->items = g_hash_table_new_full (th_string_hash, g_str_equal, NULL, g_object_unref);
  self->store = g_list_store_new (TH_TYPE_NOTE_ITEM);
  self->text = g_strdup ("");
}

ThNoteList *
th_note_list_new (ThOpenReview *review,
                  ThNotePlaces *places)
{
  ThNoteList *self = g_object_new (TH_TYPE_NOTE_LIST, NULL);

  self->review = g_object_ref (review);
  self->places = g_object_ref (places);
  g_signal_connect_object (review, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (places, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return self;
}
