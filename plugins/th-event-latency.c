/* th-event-latency.c - measures the time between two events that have the same key
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A key is a field of both events (a packet's address, a vector, a pid), or several
 * fields separated by commas; "cpu" and "task" are those of the event itself.
 * Without a key, an event ends the interval that the preceding one began.  If one
 * field is text and the other a number, the name of the value is compared.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-hash.h"
#include "th-nest.h"
#include "th-time.h"

#define MAX_KEYS 4
#define MAX_OPEN 1000000

/* An event may match both: then it ends an interval and begins another. */
enum
{
  EVENT_TO,
  EVENT_FROM
};

static const ThSubscription subscriptions[] = {
  [EVENT_TO] = { "$to", N_("Nothing ends."), { "$key_to" } },
  [EVENT_FROM] = { "$from", N_("Nothing begins."), { "$key_from" } },
  { NULL }
};

static const ThParam params[] = {
  { "from", N_("From"), TH_PARAM_EVENT, NULL },
  { "to", N_("To"), TH_PARAM_EVENT, NULL },
  { "key", N_("Same field"), TH_PARAM_FIELD, "" },
  { "key_from", N_("Field of the first event"), TH_PARAM_FIELD, "$key" },
  { "key_to", N_("Field of the second event"), TH_PARAM_FIELD, "$key" },
  { "latest", N_("Count from the latest start, not the first, if there are several"), TH_PARAM_BOOL,
    "0" },
  { NULL }
};

#define COLUMNS(kind) { \
  { "time", N_("Time"), TH_COLUMN_TIME }, \
  { "key", N_("Key"), kind }, \
  { "latency", N_("Latency"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }, \
  { "task", N_("Task"), TH_COLUMN_TASK }, \
  { "cpu", N_("From CPU"), TH_COLUMN_CPU }, \
  { "to_cpu", N_("To CPU"), TH_COLUMN_CPU }, \
  { "to", N_("To"), TH_COLUMN_EVENT } \
}

static const ThColumn text_columns[] = COLUMNS (TH_COLUMN_TEXT);
static const ThColumn address_columns[] = COLUMNS (TH_COLUMN_ADDRESS);

/* The title and the text of each run name its events. */
static const ThMeasureInfo measures[] = {
  { "latency", NULL, NULL, TH_UNIT_TIME },
  { NULL }
};

typedef struct
{
  guint64 parts[MAX_KEYS];
} Key;

typedef struct
{
  Key     key;
  gint64  begin;
  gint64  shown;  /* the cell that shows the key */
  ThRef   anchor;
  guint32 task;
  guint   cpu;
  guint   n_losses;
} Open;

typedef struct
{
  ThResults  *results;
  guint       n_keys;
  gboolean    own_cpu[2][MAX_KEYS];  /* by WANT_TO, WANT_FROM: the part of the key is "cpu" */
  gboolean    own_task[2][MAX_KEYS];
  gboolean    text;      /* whether a key is text */
  gboolean    address;   /* the key is one address */
  gboolean    latest;
  guint32     name;
  GHashTable *open;      /* Key → Open */
  guint       n_losses;
  guint32     n;
  guint       n_again;
  ThTrack    *track;
  ThTable    *table;
  ThMeasure  *measure;
} Latency;

static guint
key_hash (gconstpointer data)
{
  return th_bytes_hash (data, sizeof (Key));
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

/* --- making ------------------------------------------------------------ */

/* Checks the field of @event; a missing type may still be declared later. */
static gboolean
find_field (ThRecording    *recording,
            const char     *event,
            const char     *name,
            const ThField **field,
            GError        **error)
{
  guint type = th_recording_find_type (recording, event);

  *field = NULL;
  if (type == TH_TYPE_NONE)
    return TRUE;

  *field = th_field_table_find (th_recording_get_fields (recording, type), name);
  if (*field == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("%s has no field “%s”"), event,
                 name);

  return *field != NULL;
}

static gboolean
is_text (const ThField *field)
{
  return field->kind == TH_FIELD_STRING || field->kind == TH_FIELD_DYNAMIC_STRING;
}

static gboolean
latency_set_keys (Latency     *self,
                  ThRecording *recording,
                  guint        side,
                  const char  *event,
                  const char  *list,
                  guint       *n,
                  GError     **error)
{
  g_auto(GStrv) names = g_strsplit (list, ",", -1);

  for (*n = 0; names[*n] != NULL; (*n)++)
    {
      const char *name = g_strstrip (names[*n]);
      const ThField *field;

      if (*n == MAX_KEYS)
        {
          g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("A key can have at most %d fields"), MAX_KEYS);
          return FALSE;
        }
      self->own_cpu[side][*n] = strcmp (name, "cpu") == 0;
      self->own_task[side][*n] = strcmp (name, "task") == 0;
      if (self->own_cpu[side][*n] || self->own_task[side][*n])
        continue;
      if (!find_field (recording, event, name, &field, error))
        return FALSE;
      self->text |= field != NULL && is_text (field);
      self->address = field != NULL &&
                      (field->kind == TH_FIELD_POINTER || field->kind == TH_FIELD_SYMBOL);
    }

  return TRUE;
}

static const char *
param_key (GHashTable *given,
           const char *id)
{
  const char *value = g_hash_table_lookup (given, id);

  return strcmp (value, "$key") == 0 ? g_hash_table_lookup (given, "key") : value;
}

static void
latency_add_results (Latency    *self,
                     const char *from,
                     const char *to)
{
  g_autofree char *title = g_strdup_printf ("%s → %s", from, to);
  g_autofree char *text = g_strdup_printf (_("From %s to the next %s with the same key."), from,
                                           to);
  const ThColumn *columns = self->address ? address_columns : text_columns;
  ThMeasureInfo measure = measures[0];

  measure.title = title;
  measure.text = text;
  self->name = th_results_intern (self->results, title);
  self->track = th_results_add_track (self->results, &(ThTrackInfo) {
    TH_TRACK_SLICES, title, title, TH_ATTACH_NAMED, 0, TH_UNIT_TIME
  });
  self->table = th_results_add_table (self->results, &(ThTableInfo) {
    "latencies", title, N_("latency"), columns, G_N_ELEMENTS (text_columns), 2, TRUE
  });
  self->measure = th_results_add_measure (self->results, &measure);
}

static void
latency_free (gpointer state)
{
  Latency *self = state;

  g_hash_table_unref (self->open);
  g_free (self);
}

static gpointer
latency_begin (ThRecording       *recording,
               ThResults         *results,
               GHashTable        *given,
               ThResults *const  *needed,
               GError           **error)
{
  const char *from = g_hash_table_lookup (given, "from"), *to = g_hash_table_lookup (given, "to");
  Latency *self = g_new0 (Latency, 1);
  guint n_from, n_to;

  self->results = results;
  self->latest = strcmp (g_hash_table_lookup (given, "latest"), "1") == 0;
  self->open = g_hash_table_new_full (key_hash, key_equal, NULL, g_free);

  if (!latency_set_keys (self, recording, EVENT_FROM, from, param_key (given, "key_from"), &n_from,
                         error) ||
      !latency_set_keys (self, recording, EVENT_TO, to, param_key (given, "key_to"), &n_to, error))
    {
      latency_free (self);
      return NULL;
    }
  if (n_from != n_to)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s",
                   _("Both keys need the same number of fields"));
      latency_free (self);
      return NULL;
    }

  self->n_keys = n_from;
  self->address = self->address && self->n_keys == 1 && !self->text;
  latency_add_results (self, from, to);
  return self;
}

/* --- keys -------------------------------------------------------------- */

static guint32
number_word (Latency       *self,
             const ThField *field,
             guint64        value)
{
  g_autofree char *text = NULL;

  for (guint i = 0; i < field->n_values; i++)
    if (field->values[i].value == value)
      return th_results_intern (self->results, field->values[i].name);

  text = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
  return th_results_intern (self->results, text);
}

/* Reads a part of the key: the value of the field, or a word if texts are compared. */
static gboolean
read_part (Latency       *self,
           const ThEvent *event,
           guint          index,
           guint64       *part)
{
  const char *text;
  gsize length;

  if (self->own_cpu[event->subscription][index])
    *part = event->cpu;
  else if (self->own_task[event->subscription][index])
    *part = event->task;
  else if (th_event_get_text (event, index, &text, &length))
    *part = th_results_intern_n (self->results, text, length);
  else if (!th_event_get_uint (event, index, part))
    return FALSE;
  else if (self->text)
    *part = number_word (self, event->fields[index], *part);

  return TRUE;
}

static gboolean
read_key (Latency       *self,
          const ThEvent *event,
          Key           *key)
{
  *key = (Key) { { 0, } };
  for (guint i = 0; i < self->n_keys; i++)
    if (!read_part (self, event, i, &key->parts[i]))
      return FALSE;

  return TRUE;
}

/* Returns the cell that shows the key. */
static gint64
key_cell (Latency       *self,
          const ThEvent *event,
          const Key     *key)
{
  g_autoptr(GString) text = NULL;

  if (self->n_keys == 0)
    return TH_CELL_NONE;
  if (self->address)
    return key->parts[0];

  text = g_string_new (NULL);
  for (guint i = 0; i < self->n_keys; i++)
    {
      if (i > 0)
        g_string_append (text, ", ");
      if (self->own_cpu[event->subscription][i] || self->own_task[event->subscription][i] ||
          event->fields[i] == NULL)
        g_string_append_printf (text, "%" G_GUINT64_FORMAT, key->parts[i]);
      else
        th_reader_format_field (event->reader, event->fields[i], &event->payload, text);
    }

  return th_results_intern (self->results, text->str);
}

/* --- events ------------------------------------------------------------ */

static void
latency_from (Latency       *self,
              const ThEvent *event,
              const Key     *key)
{
  Open *open = g_hash_table_lookup (self->open, key);

  if (open != NULL && open->n_losses == self->n_losses)
    {
      self->n_again++;
      if (!self->latest)
        return;
    }
  if (open == NULL)
    {
      if (g_hash_table_size (self->open) >= MAX_OPEN)
        return;
      open = g_new0 (Open, 1);
      open->key = *key;
      g_hash_table_insert (self->open, &open->key, open);
    }

  open->begin = event->time;
  open->anchor = event->ref;
  open->task = event->task;
  open->cpu = event->cpu;
  open->n_losses = self->n_losses;
  open->shown = key_cell (self, event, key);
}

static void
latency_to (Latency       *self,
            const ThEvent *event,
            const Key     *key)
{
  Open *open = g_hash_table_lookup (self->open, key);
  gint64 length;

  if (open == NULL)
    return;

  /* The first match may have been lost. */
  if (open->n_losses == self->n_losses)
    {
      length = th_time_between (open->begin, event->time);
      th_nest_add_free (self->track,
                        &(ThSlice) { open->begin, event->time, open->anchor, self->name,
                                     TH_CONTEXT_OTHER, 0 });
      th_measure_append (self->measure, &(ThSample) { length, open->anchor, self->n++ });
      th_table_append (self->table, open->anchor, (gint64[]) {
        open->begin, open->shown, length, open->task, open->cpu, event->cpu,
        th_cell_from_ref (event->ref)
      });
    }
  g_hash_table_remove (self->open, key);
}

static void
latency_event (gpointer       state,
               const ThEvent *event)
{
  Latency *self = state;
  Key key;

  if (!read_key (self, event, &key))
    return;

  if (event->subscription == EVENT_TO)
    latency_to (self, event, &key);
  else
    latency_from (self, event, &key);
}

static void
latency_lost (gpointer      state,
              guint         stream,
              guint         cpu,
              const ThLost *lost)
{
  ((Latency *) state)->n_losses++;
}

static void
latency_finish (gpointer state)
{
  Latency *self = state;
  guint n_open = g_hash_table_size (self->open);
  g_autofree char *text = NULL;

  if (n_open > 0)
    {
      text = g_strdup_printf (ngettext ("%u start has no end.", "%u starts have no end.", n_open),
                              n_open);
      th_results_add_remark (self->results, text);
    }
  if (self->n_again > 0)
    {
      g_autofree char *again = g_strdup_printf (ngettext ("%u start was repeated before its end.",
                                                          "%u starts were repeated before their "
                                                          "ends.",
                                                          self->n_again), self->n_again);

      th_results_add_remark (self->results, again);
    }
}

static const ThExample examples[] = {
  { N_("Softirq: raise to entry"), "from=irq:softirq_raise to=irq:softirq_entry key=vec,cpu" },
  { N_("Interrupt handler"), "from=irq:irq_handler_entry to=irq:irq_handler_exit key=irq,cpu" },
  { N_("Wakeup to switch"),
    "from=sched:sched_waking to=sched:sched_switch key_from=pid key_to=next_pid" },
  { N_("Block request"), "from=block:block_rq_issue to=block:block_rq_complete key=dev,sector" },
  { N_("Timer expiry"), "from=timer:hrtimer_start to=timer:hrtimer_expire_entry key=hrtimer" },
  { NULL }
};

const ThAnalysis th_event_latency_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "latency",
  .title = N_("Latency"),
  .text = N_("The time between two events with the same value in a field."),
  .subscriptions = subscriptions,
  .params = params,
  .begin = latency_begin,
  .event = latency_event,
  .lost = latency_lost,
  .finish = latency_finish,
  .free = latency_free,
  .examples = examples,
  .measures = measures,
};
