/* th-event-list.c - the events of a recording in order of time, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-list.h"

#include "th-text.h"

/* Shared by the list and its rows: who reads, and of which recording. */
typedef struct
{
  ThRecording *recording;
  ThReader    *reader;
} Origin;

struct _ThEventRow
{
  GObject  parent;

  Origin  *origin;
  ThRef    ref;
  ThRef    before;
  guint64  number;
  char    *info;
};

/* A view asks for one row after the other, and to find a place in the order
 * takes a search in every CPU: some rows are taken at once. */
#define NEAR 64

struct _ThEventList
{
  GObject  parent;

  Origin  *origin;
  GArray  *cpus;
  ThOrder *order;
  ThOrder *all;      /* of a part: what rows are numbered by */
  ThRows  *rows;     /* NULL: all events */
  gint64   from, to; /* TH_TIME_NONE: all times */
  GArray  *places;   /* guint32: position → row of the order; NULL: as they are */
  guint32 *positions; /* and back */
  guint64  n_events; /* of the order, that are certain */
  guint64  base;     /* of the window */

  ThOrder *near_order; /* that these are of */
  guint64  near_first;
  guint    n_near;
  ThRef    near[NEAR];
};

static void
origin_clear (gpointer data)
{
  Origin *origin = data;

  g_clear_pointer (&origin->reader, th_reader_free);
  g_clear_pointer (&origin->recording, th_recording_unref);
}

/* --- a row -------------------------------------------------------------- */

G_DEFINE_FINAL_TYPE (ThEventRow, th_event_row, G_TYPE_OBJECT)

static void
th_event_row_finalize (GObject *object)
{
  ThEventRow *self = TH_EVENT_ROW (object);

  g_rc_box_release_full (self->origin, origin_clear);
  g_free (self->info);

  G_OBJECT_CLASS (th_event_row_parent_class)->finalize (object);
}

static void
th_event_row_class_init (ThEventRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_event_row_finalize;
}

static void
th_event_row_init (ThEventRow *self)
{
}

ThRef
th_event_row_get_ref (ThEventRow *self)
{
  return self->ref;
}

guint64
th_event_row_get_number (ThEventRow *self)
{
  return self->number;
}

void
th_event_row_get_place (ThEventRow   *self,
                        ThEventPlace *place)
{
  *place = (ThEventPlace) { self->origin->recording, self->origin->reader, self->ref, self->before, self->number };
}

const char *
th_event_row_get_info (ThEventRow *self)
{
  if (self->info == NULL)
    self->info = th_text_of_event (self->origin->reader, self->ref);

  return self->info;
}

/* --- the list ----------------------------------------------------------- */

static GType
th_event_list_get_item_type (GListModel *model)
{
  return TH_TYPE_EVENT_ROW;
}

static guint
th_event_list_get_n_items (GListModel *model)
{
  ThEventList *self = TH_EVENT_LIST (model);

  return MIN (self->n_events - self->base, TH_EVENT_LIST_MAX);
}

/* In the order of time. */
static guint64
row_at (ThEventList *self,
        guint        position)
{
  return self->places != NULL ? g_array_index (self->places, guint32, position) : self->base + position;
}

static ThRef
find_row (ThEventList *self,
          guint64      row)
{
  if (self->near_order != self->order || row < self->near_first || row - self->near_first >= self->n_near)
    {
      g_autoptr(ThCursor) cursor = NULL;

      g_clear_pointer (&self->near_order, th_order_unref);
      self->near_order = th_order_ref (self->order);
      self->near_first = row - row % NEAR;
      self->n_near = 0;
      cursor = th_cursor_new (self->order, self->near_first);
      while (self->n_near < NEAR && th_cursor_next (cursor, &self->near[self->n_near]))
        self->n_near++;
    }

  return row - self->near_first < self->n_near ? self->near[row - self->near_first] : TH_REF_NONE;
}

static gpointer
th_event_list_get_item (GListModel *model,
                        guint       position)
{
  ThEventList *self = TH_EVENT_LIST (model);
  ThEventRow *row;

  if (position >= th_event_list_get_n_items (model))
    return NULL;

  row = g_object_new (TH_TYPE_EVENT_ROW, NULL);
  row->origin = g_rc_box_acquire (self->origin);
  row->number = row_at (self, position);
  row->ref = find_row (self, row->number);
  row->before = row->number > 0 ? find_row (self, row->number - 1) : TH_REF_NONE;
  if (self->all != NULL)
    row->number = th_order_find (self->all, row->ref);

  return row;
}

static void
model_init (GListModelInterface *iface)
{
  iface->get_item_type = th_event_list_get_item_type;
  iface->get_n_items = th_event_list_get_n_items;
  iface->get_item = th_event_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (ThEventList, th_event_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, model_init))

/* Two signals on purpose: a 4.8 list view asks for every added row when rows
 * go and come in one. */
static void
show_window (ThEventList *self,
             guint64      n_events,
             guint64      base)
{
  guint n_before = th_event_list_get_n_items (G_LIST_MODEL (self));

  self->n_events = self->base = 0;
  if (n_before > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, 0);

  self->n_events = n_events;
  self->base = base;
  if (th_event_list_get_n_items (G_LIST_MODEL (self)) > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, th_event_list_get_n_items (G_LIST_MODEL (self)));
}

/* With neither @rows nor a span: all that the CPUs have. */
static ThOrder *
make_order (ThEventList *self,
            ThRows      *rows,
            gboolean     all_times)
{
  const guint *cpus = self->cpus != NULL ? (const guint *) (gpointer) self->cpus->data : NULL;
  guint n_cpus = self->cpus != NULL ? self->cpus->len : 0;
  gint64 from = all_times ? G_MININT64 : self->from, to = all_times ? G_MAXINT64 : self->to;

  if (rows != NULL)
    return th_order_new_rows (rows, cpus, n_cpus, from, to);
  if (cpus == NULL && all_times)
    return th_order_new (self->origin->recording);

  return th_order_new_range (self->origin->recording, cpus, n_cpus, from, to);
}

static gboolean
has_span (ThEventList *self)
{
  return self->from != TH_TIME_NONE;
}

static ThOrder *
make_own_order (ThEventList *self)
{
  return make_order (self, self->rows, !has_span (self));
}

static void
forget_places (ThEventList *self)
{
  g_clear_pointer (&self->places, g_array_unref);
  g_clear_pointer (&self->positions, g_free);
}

/* A filter decides CPU by CPU, so rows come anywhere: all is shown anew. */
static void
update_part (ThEventList *self)
{
  g_autoptr(ThOrder) order = make_own_order (self);
  guint64 n = th_order_get_n (order);

  if (n == self->n_events && self->all != NULL)
    return;

  show_window (self, 0, 0);
  forget_places (self);
  g_clear_pointer (&self->order, th_order_unref);
  g_clear_pointer (&self->all, th_order_unref);
  self->order = g_steal_pointer (&order);
  self->all = make_order (self, NULL, TRUE);
  show_window (self, n, 0);
}

void
th_event_list_set_rows (ThEventList *self,
                        ThRows      *rows)
{
  g_return_if_fail (TH_IS_EVENT_LIST (self));

  if (self->rows == rows || self->origin == NULL)
    return;

  show_window (self, 0, 0);
  forget_places (self);
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->rows, th_rows_unref);
  self->rows = rows != NULL ? th_rows_ref (rows) : NULL;
  th_event_list_update (self);
}

void
th_event_list_set_span (ThEventList *self,
                        gint64       from,
                        gint64       to)
{
  g_return_if_fail (TH_IS_EVENT_LIST (self));

  if (self->from == from && self->to == to)
    return;

  self->from = from;
  self->to = to;
  if (self->origin == NULL)
    return;

  show_window (self, 0, 0);
  forget_places (self);
  g_clear_pointer (&self->all, th_order_unref);
  th_event_list_update (self);
}

ThOrder *
th_event_list_get_order (ThEventList *self)
{
  return self->order;
}

gboolean
th_event_list_has_places (ThEventList *self)
{
  return self->places != NULL;
}

void
th_event_list_set_places (ThEventList *self,
                          GArray      *places)
{
  guint64 n_events = self->n_events;

  if (places == self->places)
    return;

  if (places != NULL && (places->len != n_events || n_events > TH_EVENT_LIST_MAX))
    {
      g_array_unref (places); /* of rows that were there before */
      return;
    }

  show_window (self, 0, 0);
  forget_places (self);
  if (places != NULL)
    {
      self->places = places;
      self->positions = g_new (guint32, n_events);
      for (guint i = 0; i < n_events; i++)
        self->positions[g_array_index (places, guint32, i)] = i;
    }
  show_window (self, n_events, 0);
}

void
th_event_list_update (ThEventList *self)
{
  g_autoptr(ThOrder) order = NULL;
  guint n_before;
  guint n_after;

  g_return_if_fail (TH_IS_EVENT_LIST (self));

  if (self->origin == NULL)
    return;

  if (self->rows != NULL || has_span (self))
    {
      update_part (self);
      return;
    }

  /* The state first: what comes after it ended is nothing. */
  if (th_recording_get_state (self->origin->recording) == TH_LOAD_RUNNING)
    {
      gint64 watermark = th_recording_get_watermark (self->origin->recording);

      order = make_own_order (self);
      n_before = th_event_list_get_n_items (G_LIST_MODEL (self));
      self->n_events = MAX (self->n_events, watermark == TH_TIME_NONE ? 0 : th_order_lower_bound (order, watermark));
    }
  else
    {
      order = make_own_order (self);
      n_before = th_event_list_get_n_items (G_LIST_MODEL (self));
      self->n_events = th_order_get_n (order);
    }

  g_clear_pointer (&self->order, th_order_unref);
  self->order = g_steal_pointer (&order);
  n_after = th_event_list_get_n_items (G_LIST_MODEL (self));
  if (n_after > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, n_after - n_before);
}

void
th_event_list_set_recording (ThEventList  *self,
                             ThRecording  *recording,
                             const GArray *cpus)
{
  g_return_if_fail (TH_IS_EVENT_LIST (self));

  show_window (self, 0, 0);
  forget_places (self);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->order, th_order_unref);
  g_clear_pointer (&self->near_order, th_order_unref);
  g_clear_pointer (&self->cpus, g_array_unref);
  if (self->origin != NULL)
    g_rc_box_release_full (self->origin, origin_clear);
  self->origin = NULL;
  if (recording == NULL)
    return;

  self->origin = g_rc_box_new0 (Origin);
  self->origin->recording = th_recording_ref (recording);
  self->origin->reader = th_reader_new (recording);
  self->cpus = cpus != NULL ? g_array_ref ((GArray *) cpus) : NULL;
  self->order = make_own_order (self);
}

guint64
th_event_list_get_n_events (ThEventList *self)
{
  return self->n_events;
}

guint
th_event_list_find (ThEventList *self,
                    ThRef        ref)
{
  guint64 number = self->order != NULL && !th_ref_is_none (ref) ? th_order_find (self->order, ref) : G_MAXUINT64;

  if (number >= self->n_events)
    return G_MAXUINT;
  if (self->positions != NULL)
    return self->positions[number];

  if (number < self->base || number - self->base >= TH_EVENT_LIST_MAX)
    show_window (self, self->n_events, number > TH_EVENT_LIST_MAX / 2 ? number - TH_EVENT_LIST_MAX / 2 : 0);

  return number - self->base;
}

ThRef
th_event_list_get_ref (ThEventList *self,
                       guint        position)
{
  if (self->order == NULL || position >= th_event_list_get_n_items (G_LIST_MODEL (self)))
    return TH_REF_NONE;

  return th_order_get (self->order, row_at (self, position));
}

ThEventList *
th_event_list_copy (ThEventList *self)
{
  ThEventList *copy = th_event_list_new ();

  if (self->origin == NULL)
    return copy;

  th_event_list_set_recording (copy, self->origin->recording, self->cpus);
  g_clear_pointer (&copy->order, th_order_unref);
  copy->order = th_order_ref (self->order);
  copy->all = self->all != NULL ? th_order_ref (self->all) : NULL;
  copy->places = self->places != NULL ? g_array_ref (self->places) : NULL;
  copy->n_events = self->n_events;
  copy->base = self->base;

  return copy;
}

static void
th_event_list_finalize (GObject *object)
{
  ThEventList *self = TH_EVENT_LIST (object);

  forget_places (self);
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->order, th_order_unref);
  g_clear_pointer (&self->near_order, th_order_unref);
  g_clear_pointer (&self->cpus, g_array_unref);
  if (self->origin != NULL)
    g_rc_box_release_full (self->origin, origin_clear);

  G_OBJECT_CLASS (th_event_list_parent_class)->finalize (object);
}

static void
th_event_list_class_init (ThEventListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_event_list_finalize;
}

static void
th_event_list_init (ThEventList *self)
{
  self->from = self->to = TH_TIME_NONE;
}

ThEventList *
th_event_list_new (void)
{
  return g_object_new (TH_TYPE_EVENT_LIST, NULL);
}
