/* th-trace-markers.c - parses text that programs wrote into the trace: slices, counters, marks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It follows the convention of Android's atrace, which others adopted:
 *   B|pid|name   E|pid              a slice of the writing task, nested
 *   S|pid|name|n F|pid|name|n       a slice that may end in another task
 *   C|pid|name|value                a counter
 *   I|pid|name                      a mark
 * Everything else, including trace_printk(), is a mark with its text.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-hash.h"
#include "th-nest.h"
#include "th-time.h"

/* A limit, as names come from the recording. */
#define MAX_LANES 1000
#define MAX_MEASURES 500
#define MAX_ASYNC 100000

enum
{
  EVENT_PRINT,
  EVENT_MARK_WRITE,
  EVENT_BPUTS,
  EVENT_BPRINT
};

/* In text recordings the event name is the kernel function instead of "print".  The text
 * of bputs and bprint is formatted by their print format. */
static const ThSubscription subscriptions[] = {
  [EVENT_PRINT] = { "ftrace:print", NULL, { "?buf" } },
  [EVENT_MARK_WRITE] = { "ftrace:tracing_mark_write", NULL, { "?buf" } },
  [EVENT_BPUTS] = { "ftrace:bputs", NULL, { NULL } },
  [EVENT_BPRINT] = { "ftrace:bprint", NULL, { NULL } },
  { NULL }
};

static const ThColumn columns[] = {
  { "time", N_("Time"), TH_COLUMN_TIME },
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "cpu", N_("CPU"), TH_COLUMN_CPU },
  { "text", N_("Text"), TH_COLUMN_TEXT }
};

static const ThTableInfo table_info = {
  "marks", N_("Markers"), N_("mark"), columns, G_N_ELEMENTS (columns), -1, FALSE
};

static const ThMeasureInfo measures[] = {
  { "mark.*", NULL, N_("From the marker that begins it to the one that ends it."), TH_UNIT_TIME },
  { NULL }
};

typedef struct
{
  gint64  begin;
  ThRef   anchor;
  guint32 name;
  guint   n_losses;
} Async;

typedef struct
{
  ThMeasure *measure;
  guint32    n;
} Named;

typedef struct
{
  ThRecording *recording;
  ThResults   *results;
  GHashTable  *nests;     /* task → ThNest */
  GHashTable  *asyncs;    /* "pid|name|cookie" → Async */
  GHashTable  *lanes;     /* id → ThTrack */
  GHashTable  *measures;  /* word → Named */
  GArray      *losses;    /* of gint64 */
  ThTrack     *points;
  ThTable     *table;
  gint64       last_time;
} Marks;

static void
nest_free (gpointer data)
{
  g_free (data);
}

static gpointer
marks_begin (ThRecording       *recording,
             ThResults         *results,
             GHashTable        *params,
             ThResults *const  *needed,
             GError           **error)
{
  Marks *self = g_new0 (Marks, 1);

  self->recording = recording;
  self->results = results;
  self->nests = g_hash_table_new_full (NULL, NULL, NULL, nest_free);
  self->asyncs = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, g_free);
  self->lanes = g_hash_table_new_full (th_string_hash, g_str_equal, g_free, NULL);
  self->measures = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->losses = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->table = th_results_add_table (results, &table_info);

  return self;
}

/* --- lanes ------------------------------------------------------------- */

static ThTrack *
marks_lane (Marks       *self,
            ThTrackKind  kind,
            const char  *prefix,
            const char  *pid,
            const char  *name)
{
  g_autofree char *id = g_strdup_printf ("%s:%s:%s", prefix, pid, name);
  g_autofree char *title = g_strdup_printf ("%s (%s)", name, pid);
  ThTrack *track = g_hash_table_lookup (self->lanes, id);

  if (track != NULL || g_hash_table_size (self->lanes) >= MAX_LANES)
    return track;

  track = th_results_add_track (self->results,
                                &(ThTrackInfo) { kind, id, title, TH_ATTACH_NAMED, 0,
                                                 TH_UNIT_COUNT });
  g_hash_table_insert (self->lanes, g_steal_pointer (&id), track);
  return track;
}

static ThNest *
marks_nest (Marks   *self,
            guint32  task)
{
  ThNest *nest = g_hash_table_lookup (self->nests, GUINT_TO_POINTER (task));

  if (nest == NULL)
    {
      nest = g_new0 (ThNest, 1);
      nest->track = th_results_add_track (self->results, &(ThTrackInfo) {
        TH_TRACK_SLICES, "marks", _("Markers"), TH_ATTACH_TASK, task, TH_UNIT_TIME
      });
      g_hash_table_insert (self->nests, GUINT_TO_POINTER (task), nest);
    }

  return nest;
}

static void
marks_measure (Marks   *self,
               guint32  name,
               gint64   length,
               ThRef    anchor)
{
  Named *named = g_hash_table_lookup (self->measures, GUINT_TO_POINTER (name));
  const char *text = th_results_get_word (self->results, name);

  if (named == NULL)
    {
      if (g_hash_table_size (self->measures) >= MAX_MEASURES)
        return;
      named = g_new0 (Named, 1);
      named->measure = th_results_add_named_measure (self->results, &measures[0], text, text);
      g_hash_table_insert (self->measures, GUINT_TO_POINTER (name), named);
    }

  th_measure_append (named->measure, &(ThSample) { length, anchor, named->n++ });
}

/* --- marks ------------------------------------------------------------- */

static void
add_point (Marks         *self,
           const ThEvent *event,
           const char    *text)
{
  guint32 name = th_results_intern_n (self->results, text, strlen (text));

  if (self->points == NULL)
    self->points = th_results_add_track (self->results, &(ThTrackInfo) {
      TH_TRACK_POINTS, "marks", _("Markers"), TH_ATTACH_NAMED, 0, TH_UNIT_COUNT
    });
  th_track_add_point (self->points, &(ThPoint) { event->time, 0, event->ref, name });
  th_table_append (self->table, event->ref,
                   (gint64[]) { event->time, event->task, event->cpu, name });
}

static void
slice_begin (Marks         *self,
             const ThEvent *event,
             const char    *name)
{
  guint32 word = th_results_intern_n (self->results, name, strlen (name));

  th_nest_push (marks_nest (self, event->task),
                &(ThOpen) { 0, event->time, event->ref, word, TH_CONTEXT_TASK });
}

static void
slice_end (Marks         *self,
           const ThEvent *event)
{
  ThOpen closed;

  if (th_nest_pop (marks_nest (self, event->task), 0, event->time, &closed))
    marks_measure (self, closed.name, th_time_between (closed.begin, event->time), closed.anchor);
}

static void
async_end (Marks       *self,
           const Async *async,
           const char  *pid,
           gint64       time,
           guint        flags)
{
  const char *name = th_results_get_word (self->results, async->name);
  ThTrack *track = marks_lane (self, TH_TRACK_SLICES, "async", pid, name);

  if (async->n_losses < self->losses->len)
    {
      time = g_array_index (self->losses, gint64, async->n_losses);
      flags |= TH_SLICE_NO_END;
    }
  if (track != NULL)
    th_nest_add_free (track,
                      &(ThSlice) { async->begin, MAX (time, async->begin), async->anchor,
                                   async->name, TH_CONTEXT_TASK, flags });
  if (flags == 0)
    marks_measure (self, async->name, time - async->begin, async->anchor);
}

static void
async_mark (Marks         *self,
            const ThEvent *event,
            char         **parts,
            gboolean       begins)
{
  g_autofree char *key = g_strjoin ("|", parts[1], parts[2], parts[3], NULL);
  Async *async = g_hash_table_lookup (self->asyncs, key);

  if (async != NULL)
    {
      /* It begins again, so its end was not recorded. */
      async_end (self, async, parts[1], begins ? async->begin : event->time, begins
                 ? TH_SLICE_NO_END : 0);
      g_hash_table_remove (self->asyncs, key);
    }
  if (!begins || g_hash_table_size (self->asyncs) >= MAX_ASYNC)
    return;

  async = g_new0 (Async, 1);
  *async = (Async) {
    event->time, event->ref, th_results_intern_n (self->results, parts[2], strlen (parts[2])),
    self->losses->len
  };
  g_hash_table_insert (self->asyncs, g_steal_pointer (&key), async);
}

static gboolean
counter_mark (Marks         *self,
              const ThEvent *event,
              char         **parts)
{
  char *end;
  double value = g_ascii_strtod (parts[3], &end);
  ThTrack *track;

  if (end == parts[3] || *end != '\0')
    return FALSE;

  track = marks_lane (self, TH_TRACK_VALUES, "counter", parts[1], parts[2]);
  if (track != NULL)
    th_track_add_point (track, &(ThPoint) { event->time, value, event->ref, 0 });
  return TRUE;
}

/* Returns whether @text follows the convention. */
static gboolean
atrace_mark (Marks         *self,
             const ThEvent *event,
             const char    *text)
{
  /* The name of B and I is the rest of the text; the others have more fields. */
  gboolean rest = text[0] == 'B' || text[0] == 'I';
  g_auto(GStrv) parts = NULL;
  guint n;

  if (text[0] == 'E' && (text[1] == '\0' || text[1] == '|'))
    {
      slice_end (self, event);
      return TRUE;
    }
  if (text[0] == '\0' || text[1] != '|' || strchr ("BSFCI", text[0]) == NULL)
    return FALSE;

  parts = g_strsplit (text, "|", rest ? 3 : -1);
  n = g_strv_length (parts);
  if (n < (rest ? 3 : 4))
    return FALSE;

  switch (text[0])
    {
    case 'B':
      slice_begin (self, event, parts[2]);
      return TRUE;
    case 'I':
      add_point (self, event, parts[2]);
      return TRUE;
    case 'C':
      return counter_mark (self, event, parts);
    default:
      async_mark (self, event, parts, text[0] == 'S');
      return TRUE;
    }
}

/* --- events ------------------------------------------------------------ */

static void
marks_event (gpointer       state,
             const ThEvent *event)
{
  Marks *self = state;
  g_autoptr(GString) text = g_string_new (NULL);
  const char *bytes;
  gsize length;

  self->last_time = event->time;
  if ((event->subscription == EVENT_PRINT || event->subscription == EVENT_MARK_WRITE) &&
      th_event_get_text (event, 0, &bytes, &length))
    g_string_append_len (text, bytes, length);
  else
    th_reader_get_text (event->reader, event->ref, FALSE, text);

  while (text->len > 0 && g_ascii_isspace (text->str[text->len - 1]))
    g_string_truncate (text, text->len - 1);
  if (text->len > 0 && !atrace_mark (self, event, text->str))
    add_point (self, event, text->str);
}

static void
break_nests (Marks  *self,
             gint64  time)
{
  GHashTableIter iter;
  gpointer nest;

  g_hash_table_iter_init (&iter, self->nests);
  while (g_hash_table_iter_next (&iter, NULL, &nest))
    th_nest_break (nest, time);
}

/* A loss affects all tasks, as the writers may have been on any CPU. */
static void
marks_lost (gpointer      state,
            guint         stream,
            guint         cpu,
            const ThLost *lost)
{
  Marks *self = state;

  break_nests (self, lost->from);
  g_array_append_val (self->losses, lost->from);
}

static gint
compare_asyncs (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const char *first = *(char *const *) a, *second = *(char *const *) b;
  const Async *x = g_hash_table_lookup (data, first), *y = g_hash_table_lookup (data, second);

  if (x->begin != y->begin)
    return x->begin < y->begin ? -1 : 1;
  return strcmp (first, second);
}

static void
marks_finish (gpointer state)
{
  Marks *self = state;
  guint n;
  g_autofree char **keys = (char **) g_hash_table_get_keys_as_array (self->asyncs, &n);

  break_nests (self, self->last_time);
  g_qsort_with_data (keys, n, sizeof (char *), compare_asyncs, self->asyncs);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *pid = g_strndup (keys[i], strcspn (keys[i], "|"));

      async_end (self, g_hash_table_lookup (self->asyncs, keys[i]), pid, self->last_time,
                 TH_SLICE_NO_END);
    }
}

static void
marks_free (gpointer state)
{
  Marks *self = state;

  g_hash_table_unref (self->nests);
  g_hash_table_unref (self->asyncs);
  g_hash_table_unref (self->lanes);
  g_hash_table_unref (self->measures);
  g_array_unref (self->losses);
  g_free (self);
}

const ThAnalysis th_trace_markers_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "marks",
  .title = N_("Markers"),
  .text = N_("What programs wrote to trace_marker, and trace_printk(): markers, slices and "
             "counters."),
  .subscriptions = subscriptions,
  .begin = marks_begin,
  .event = marks_event,
  .lost = marks_lost,
  .finish = marks_finish,
  .free = marks_free,
  .measures = measures,
};
