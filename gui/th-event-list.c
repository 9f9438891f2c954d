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
  guint64  number;
  char    *info;
};

struct _ThEventList
{
  GObject  parent;

  Origin  *origin;
  GArray  *cpus;
  ThOrder *order;
  ThOrder *all;      /* with @rows: what rows are numbered by */
  ThRows  *rows;     /* NULL: all events */
  guint64  n_events; /* of the order, that are certain */
  guint64  base;     /* of the window */
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
  row->number = self->base + position;
  row->ref = th_order_get (self->order, row->number);
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

static ThOrder *
make_order (ThEventList *self)
{
  const guint *cpus = self->cpus != NULL ? (const guint *) (gpointer) self->cpus->data : NULL;

  if (self->rows != NULL)
    return th_order_new_rows (self->rows, cpus, cpus != NULL ? self->cpus->len : 0, G_MININT64, G_MAXINT64);
  if (self->cpus == NULL)
    return th_order_new (self->origin->recording);

  return th_order_new_range (self->origin->recording, cpus, self->cpus->len, G_MININT64, G_MAXINT64);
}

/* A filter decides CPU by CPU, so rows come anywhere: all is shown anew. */
static void
update_filtered (ThEventList *self)
{
  g_autoptr(ThOrder) order = make_order (self);
  guint64 n = th_order_get_n (order);

  if (n == self->n_events && self->all != NULL)
    return;

  show_window (self, 0, 0);
  g_clear_pointer (&self->order, th_order_unref);
  g_clear_pointer (&self->all, th_order_unref);
  self->order = g_steal_pointer (&order);
  self->all = self->cpus == NULL ? th_order_new (self->origin->recording)
                                 : th_order_new_range (self->origin->recording, (const guint *) (gpointer) self->cpus->data,
                                                       self->cpus->len, G_MININT64, G_MAXINT64);
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
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->rows, th_rows_unref);
  self->rows = rows != NULL ? th_rows_ref (rows) : NULL;
  th_event_list_update (self);
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

  if (self->rows != NULL)
    {
      update_filtered (self);
      return;
    }

  /* The state first: what comes after it ended is nothing. */
  if (th_recording_get_state (self->origin->recording) == TH_LOAD_RUNNING)
    {
      gint64 watermark = th_recording_get_watermark (self->origin->recording);

      order = make_order (self);
      n_before = th_event_list_get_n_items (G_LIST_MODEL (self));
      self->n_events = MAX (self->n_events, watermark == TH_TIME_NONE ? 0 : th_order_lower_bound (order, watermark));
    }
  else
    {
      order = make_order (self);
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
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->order, th_order_unref);
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
  self->order = make_order (self);
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

  return th_order_get (self->order, self->base + position);
}

static void
th_event_list_finalize (GObject *object)
{
  ThEventList *self = TH_EVENT_LIST (object);

  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->order, th_order_unref);
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
}

ThEventList *
th_event_list_new (void)
{
  return g_object_new (TH_TYPE_EVENT_LIST, NULL);
}
