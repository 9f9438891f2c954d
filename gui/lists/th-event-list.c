/* th-event-list.c - the events of a recording in order of time, as a list model
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-list.h"

#include "th-display-text.h"

/* The recording and its reader, shared by the list and its rows. */
typedef struct
{
  ThRecording   *recording;
  ThReader      *reader;
  ThExpressions *expressions;
  gboolean       compact;  /* info texts are compact */
  guint          edition;  /* of the info texts */
} Origin;

struct _ThEventRow
{
  GObject  parent;

  GHashTable *live;  /* of the list: position → row; NULL if not in the list */
  guint    position;
  Origin  *origin;
  ThRef    ref;
  ThRef    before;
  guint64  number;
  char    *info;
  guint    edition; /* that of the origin when info was read */
};

/* A view requests row after row, each twice and with the previous row, and finding a position in
 * the order takes a search in every CPU.  So this many rows, about the number that a view
 * has, are looked up at once. */
#define NEAR 256

struct _ThEventList
{
  GObject  parent;

  Origin  *origin;
  GArray  *cpus;
  ThOrder *order;
  ThOrder *all;      /* if the list is restricted: gives rows their numbers */
  ThRows  *rows;     /* NULL: all events */
  gint64   from, to; /* TH_TIME_NONE: all times */
  GArray  *places;   /* ThSortedEvent, by position; NULL: chronological order */
  guint32 *positions; /* the inverse of places */
  guint64  n_events; /* number of events of the order that are final */
  guint64  base;     /* position of the window in the order */
  gboolean compact;  /* info texts are compact */
  gboolean stale;    /* the order is to be made again, for other rows */

  /* existing row objects, which are updated when other events take their positions */
  GHashTable *live;

  ThOrder *near_order; /* the order of the cached events below */
  guint64  near_first;
  guint    n_near;
  ThRef    near[NEAR + 1]; /* begins with the event before near_first */
  guint64  near_numbers[NEAR + 1];
};

static guint renewing_signal, renewed_signal;

static void
origin_clear (gpointer data)
{
  Origin *origin = data;

  g_clear_pointer (&origin->expressions, th_expressions_free);
  g_clear_pointer (&origin->reader, th_reader_free);
  g_clear_pointer (&origin->recording, th_recording_unref);
}

static void
release_origin (Origin *origin)
{
  g_rc_box_release_full (origin, origin_clear);
}

/* --- a row -------------------------------------------------------------- */

G_DEFINE_FINAL_TYPE (ThEventRow, th_event_row, G_TYPE_OBJECT)

static void
row_leave (ThEventRow *self)
{
  if (self->live != NULL)
    g_hash_table_remove (self->live, GUINT_TO_POINTER (self->position));
  g_clear_pointer (&self->live, g_hash_table_unref);
}

static void
th_event_row_finalize (GObject *object)
{
  ThEventRow *self = TH_EVENT_ROW (object);

  row_leave (self);
  g_clear_pointer (&self->origin, release_origin);
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

void
th_event_row_get_place (ThEventRow   *self,
                        ThEventPlace *place)
{
  *place = (ThEventPlace) { self->origin->recording, self->origin->reader, self->ref, self->before,
                            self->number,
                             self->origin->expressions };
}

const char *
th_event_row_get_info (ThEventRow *self)
{
  const Origin *origin = self->origin;

  if (self->info == NULL || self->edition != origin->edition)
    {
      g_free (self->info);
      self->info = origin->compact ? th_display_text_of_event_compact (origin->reader, self->ref)
                                   : th_display_text_of_event (origin->reader, self->ref);
      self->edition = origin->edition;
    }

  return self->info;
}

char *
th_event_row_dup_whole_info (ThEventRow *self)
{
  return th_display_text_of_event_whole (self->origin->reader, self->ref, self->origin->compact);
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

static const ThSortedEvent *
place_at (ThEventList *self,
          guint        position)
{
  return &g_array_index (self->places, ThSortedEvent, position);
}

/* Returns the index in the order of the event at @position. */
static guint64
row_at (ThEventList *self,
        guint        position)
{
  return self->places != NULL ? place_at (self, position)->row : self->base + position;
}

static void
read_near (ThEventList *self,
           guint64      row)
{
  guint64 first = row - row % NEAR;
  g_autoptr(ThCursor) cursor = NULL;

  g_clear_pointer (&self->near_order, th_order_unref);
  self->near_order = th_order_ref (self->order);
  self->near_first = first > 0 ? first - 1 : 0;
  self->n_near = 0;
  cursor = th_cursor_new (self->order, self->near_first);
  while (self->n_near < G_N_ELEMENTS (self->near) &&
         th_cursor_next (cursor, &self->near[self->n_near]))
    self->n_near++;
  if (self->all != NULL)
    th_order_find_many (self->all, self->near, self->n_near, self->near_numbers);
}

/* Sets the event of the row from the cache, if the list is in chronological order. */
static void
write_near (ThEventList *self,
            ThEventRow  *row)
{
  guint64 at, number = row_at (self, row->position);

  /* The previous row is needed too, except for the first. */
  if (self->near_order != self->order || number < self->near_first + (self->near_first > 0) ||
      number - self->near_first >= self->n_near)
    read_near (self, number);
  at = number - self->near_first;
  if (at >= self->n_near)
    return;

  row->ref = self->near[at];
  row->before = at > 0 ? self->near[at - 1] : TH_REF_NONE;
  row->number = self->all != NULL ? self->near_numbers[at] : number;
}

/* Sets the event of the row to the one that is now at its position. */
static void
write_row (ThEventList *self,
           ThEventRow  *row)
{
  g_clear_pointer (&row->info, g_free);
  if (row->origin != self->origin)
    {
      g_clear_pointer (&row->origin, release_origin);
      row->origin = g_rc_box_acquire (self->origin);
    }
  row->ref = row->before = TH_REF_NONE;
  row->number = row_at (self, row->position);
  if (self->places == NULL)
    {
      write_near (self, row);
      return;
    }

  row->ref = place_at (self, row->position)->ref;
  row->before = place_at (self, row->position)->before;
  if (self->all != NULL)
    row->number = th_order_find (self->all, row->ref);
}

static gpointer
th_event_list_get_item (GListModel *model,
                        guint       position)
{
  ThEventList *self = TH_EVENT_LIST (model);
  ThEventRow *row;

  if (position >= th_event_list_get_n_items (model))
    return NULL;

  row = g_hash_table_lookup (self->live, GUINT_TO_POINTER (position));
  if (row != NULL)
    return g_object_ref (row);

  row = g_object_new (TH_TYPE_EVENT_ROW, NULL);
  row->position = position;
  write_row (self, row);
  row->live = g_hash_table_ref (self->live);
  g_hash_table_insert (self->live, GUINT_TO_POINTER (position), row);

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

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  guint first = ((const ThEventRow *) a)->position, second = ((const ThEventRow *) b)->position;

  return (first > second) - (first < second);
}

/* Updates the existing rows by position, so that neighboring events are looked up together. */
static void
write_live_rows (ThEventList *self)
{
  guint n = th_event_list_get_n_items (G_LIST_MODEL (self));
  g_autoptr(GList) rows = g_list_sort (g_hash_table_get_values (self->live), compare_rows);

  for (GList *row = rows; row != NULL; row = row->next)
    if (((ThEventRow *) row->data)->position < n)
      write_row (self, row->data);
    else
      row_leave (row->data);
}

/* To be called before the rows change.  @n_events is their new number; if it is 0, there are no
 * rows to renew. */
static void
begin_renewal (ThEventList *self,
               guint64      n_events)
{
  if (n_events > 0)
    g_signal_emit (self, renewing_signal, 0);
}

/* Replaces the rows.  Existing row objects then describe the new events, so that a view keeps
 * its widgets: a list view of GTK 4.8 would create them again for new items, which takes
 * 150 ms for a table with columns.  Only the difference in length is signalled. */
static void
show_window (ThEventList *self,
             guint64      n_events,
             guint64      base)
{
  guint n_before = th_event_list_get_n_items (G_LIST_MODEL (self)), n_after;

  self->n_events = n_events;
  self->base = base;
  n_after = th_event_list_get_n_items (G_LIST_MODEL (self));
  write_live_rows (self);
  if (n_after < n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_after, n_before - n_after, 0);
  else if (n_after > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, n_after - n_before);
  g_signal_emit (self, renewed_signal, 0);
}

/* Returns the order of all events of the CPUs, without @rows and span. */
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

/* A filter is evaluated CPU by CPU, so rows appear anywhere: all rows are renewed. */
static void
update_part (ThEventList *self)
{
  g_autoptr(ThOrder) order = make_own_order (self);
  guint64 n = th_order_get_n (order);

  if (n == self->n_events && !self->stale)
    return;

  begin_renewal (self, n);
  forget_places (self);
  g_clear_pointer (&self->order, th_order_unref);
  g_clear_pointer (&self->all, th_order_unref);
  self->order = g_steal_pointer (&order);
  self->all = make_order (self, NULL, TRUE);
  self->stale = FALSE;
  show_window (self, n, 0);
}

void
th_event_list_set_rows (ThEventList *self,
                        ThRows      *rows)
{
  g_return_if_fail (TH_IS_EVENT_LIST (self));

  if (self->rows == rows || self->origin == NULL)
    return;

  g_clear_pointer (&self->rows, th_rows_unref);
  self->rows = rows != NULL ? th_rows_ref (rows) : NULL;
  self->stale = TRUE;
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
  self->stale = TRUE;
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
      g_array_unref (places); /* of the previous rows */
      return;
    }

  begin_renewal (self, n_events);
  forget_places (self);
  if (places != NULL)
    {
      self->places = places;
      self->positions = g_new (guint32, n_events);
      for (guint i = 0; i < n_events; i++)
        self->positions[place_at (self, i)->row] = i;
    }
  show_window (self, n_events, 0);
}

/* Returns how many events of @order have their final position; at least @known. */
static guint64
count_certain (ThEventList *self,
               ThOrder     *order,
               gboolean     running,
               guint64      known)
{
  gint64 watermark;

  if (!running)
    return th_order_get_n (order);

  watermark = th_recording_get_watermark (self->origin->recording);
  return MAX (known, watermark == TH_TIME_NONE ? 0 : th_order_lower_bound (order, watermark));
}

static void
update_all (ThEventList *self)
{
  /* The state is read before the order, as nothing is added once the load has ended. */
  gboolean running = th_recording_get_state (self->origin->recording) == TH_LOAD_RUNNING;
  g_autoptr(ThOrder) order = make_own_order (self);
  guint n_before = th_event_list_get_n_items (G_LIST_MODEL (self)), n_after;
  guint64 n = count_certain (self, order, running, self->stale ? 0 : self->n_events);

  if (self->stale)
    begin_renewal (self, n);
  g_clear_pointer (&self->order, th_order_unref);
  self->order = g_steal_pointer (&order);
  if (self->stale)
    {
      self->stale = FALSE;
      forget_places (self);
      g_clear_pointer (&self->all, th_order_unref);
      show_window (self, n, 0);
      return;
    }

  self->n_events = n;
  n_after = th_event_list_get_n_items (G_LIST_MODEL (self));
  if (n_after > n_before)
    g_list_model_items_changed (G_LIST_MODEL (self), n_before, 0, n_after - n_before);
}

void
th_event_list_update (ThEventList *self)
{
  g_return_if_fail (TH_IS_EVENT_LIST (self));

  if (self->origin == NULL)
    return;

  if (self->rows != NULL || has_span (self))
    update_part (self);
  else
    update_all (self);
}

void
th_event_list_set_recording (ThEventList  *self,
                             ThRecording  *recording,
                             const GArray *cpus)
{
  g_return_if_fail (TH_IS_EVENT_LIST (self));

  show_window (self, 0, 0);
  forget_places (self);
  self->stale = FALSE;
  g_clear_pointer (&self->rows, th_rows_unref);
  g_clear_pointer (&self->all, th_order_unref);
  g_clear_pointer (&self->order, th_order_unref);
  g_clear_pointer (&self->near_order, th_order_unref);
  g_clear_pointer (&self->cpus, g_array_unref);
  g_clear_pointer (&self->origin, release_origin);
  if (recording == NULL)
    return;

  self->origin = g_rc_box_new0 (Origin);
  self->origin->recording = th_recording_ref (recording);
  self->origin->reader = th_reader_new (recording);
  self->origin->expressions = th_expressions_new (recording);
  self->origin->compact = self->compact;
  self->cpus = cpus != NULL ? g_array_ref ((GArray *) cpus) : NULL;
  self->order = make_own_order (self);
}

guint64
th_event_list_get_n_events (ThEventList *self)
{
  return self->n_events;
}

/* Returns the position of row @number of the order; moves the window there if necessary. */
static guint
show_number (ThEventList *self,
             guint64      number)
{
  if (number < self->base || number - self->base >= TH_EVENT_LIST_MAX)
    {
      begin_renewal (self, self->n_events);
      show_window (self, self->n_events,
                   number > TH_EVENT_LIST_MAX / 2 ? number - TH_EVENT_LIST_MAX / 2 : 0);
    }

  return number - self->base;
}

guint
th_event_list_find (ThEventList *self,
                    ThRef        ref)
{
  guint64 number = self->order != NULL && !th_ref_is_none (ref) ? th_order_find (self->order, ref)
                                                                : G_MAXUINT64;

  if (number >= self->n_events)
    return G_MAXUINT;
  if (self->positions != NULL)
    return self->positions[number];

  return show_number (self, number);
}

guint
th_event_list_find_near (ThEventList *self,
                         ThRef        ref)
{
  guint64 number;

  if (self->order == NULL || self->positions != NULL || self->n_events == 0 || th_ref_is_none (ref))
    return G_MAXUINT;

  number = th_order_lower_bound (self->order, th_recording_get_time (self->origin->recording, ref));
  return show_number (self, MIN (number, self->n_events - 1));
}

ThRef
th_event_list_get_ref (ThEventList *self,
                       guint        position)
{
  if (self->order == NULL || position >= th_event_list_get_n_items (G_LIST_MODEL (self)))
    return TH_REF_NONE;

  return th_order_get (self->order, row_at (self, position));
}

void
th_event_list_set_compact (ThEventList *self,
                           gboolean     compact)
{
  self->compact = compact;
  if (self->origin == NULL || self->origin->compact == compact)
    return;

  self->origin->compact = compact;
  th_event_list_renew_texts (self);
}

void
th_event_list_renew_texts (ThEventList *self)
{
  if (self->origin != NULL)
    self->origin->edition++;
}

ThEventList *
th_event_list_copy (ThEventList *self)
{
  ThEventList *copy = th_event_list_new ();

  if (self->origin == NULL)
    return copy;

  copy->compact = self->compact;
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
  g_clear_pointer (&self->origin, release_origin);
  g_clear_pointer (&self->live, g_hash_table_unref);

  G_OBJECT_CLASS (th_event_list_parent_class)->finalize (object);
}

static void
th_event_list_class_init (ThEventListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_event_list_finalize;
  renewing_signal = g_signal_new ("renewing", TH_TYPE_EVENT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                  NULL, G_TYPE_NONE, 0);
  renewed_signal = g_signal_new ("renewed", TH_TYPE_EVENT_LIST, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
th_event_list_init (ThEventList *self)
{
  self->from = self->to = TH_TIME_NONE;
  self->live = g_hash_table_new (NULL, NULL);
}

ThEventList *
th_event_list_new (void)
{
  return g_object_new (TH_TYPE_EVENT_LIST, NULL);
}
