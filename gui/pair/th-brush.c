/* th-brush.c - shows the samples of a part of a comparison in both documents
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-brush.h"

#include <math.h>

#include "th-event-search.h"
#include "th-example-query.h"
#include "th-flow-follower.h"
#include "th-time.h"

/* A request to one document, which is kept until the document is ready. */
typedef struct
{
  ThCompareExampleQuery *query;     /* NULL: none */
  GCancellable          *searching; /* NULL unless a worker searches */
} Request;

typedef struct
{
  ThBrush      *brush;
  ThSide        side;
  GSignalGroup *signals;
  Request       mark;  /* show all examples */
  Request       lead;  /* show one of them */
  gint          step;  /* … so many places after the one that is shown */
  double        rank;  /* … or the one at this share of them, from 0 to 1; or NAN */
  Request       counterpart; /* show that of an event on the other side */
  ThRef         event;
  ThCompareExampleQuery *shown; /* what the shown example is one of; or NULL */
  guint         index; /* of the shown example */
  guint         n;     /* number of such examples */
  ThRecording  *marked; /* the recording whose events are marked, not owned; or NULL */
} Side;

struct _ThBrush
{
  GObject                parent;

  ThDocumentPair        *pair;
  ThCompareExampleQuery *query; /* NULL: nothing is brushed */
  char                  *label;
  Side                   sides[TH_N_SIDES];
};

G_DEFINE_FINAL_TYPE (ThBrush, th_brush, G_TYPE_OBJECT)

enum
{
  SIGNAL_ANSWERED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void start (Side *side);

static ThDocument *
get_document (Side *side)
{
  return th_document_pair_get (side->brush->pair, side->side);
}

/* --- requests ------------------------------------------------------------- */

static void
request_stop (Request *request)
{
  g_cancellable_cancel (request->searching);
  g_clear_object (&request->searching);
  g_clear_pointer (&request->query, th_example_query_free);
}

static void
request_set (Request                     *request,
             const ThCompareExampleQuery *query)
{
  ThCompareExampleQuery *copy = th_example_query_copy (query);

  request_stop (request);
  request->query = copy;
}

static void
request_start (Request             *request,
               ThDocument          *document,
               GAsyncReadyCallback  callback,
               ThBrush             *self)
{
  ThReadyResults *ready;

  if (request->query == NULL || request->searching != NULL)
    return;
  ready = th_ready_results_new (document);
  if (ready == NULL)
    return;

  request->searching = g_cancellable_new ();
  th_example_query_run_async (request->query, ready, request->searching, callback,
                              g_object_ref (self));
}

/* The side whose request @result answers; NULL if the request was cancelled. */
static Side *
find_side (ThBrush      *self,
           GAsyncResult *result,
           gsize         offset)
{
  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      Request *request = G_STRUCT_MEMBER_P (&self->sides[i], offset);

      if (request->searching != NULL &&
          request->searching == g_task_get_cancellable (G_TASK (result)))
        return &self->sides[i];
    }

  return NULL;
}

/* Ends the request at @offset in its side, which @result answers: sets @side and @query and
 * returns what was found, owned by @result; NULL if the request was cancelled. */
static const ThFoundExamples *
request_finish (ThBrush                *self,
                GAsyncResult           *result,
                gsize                   offset,
                Side                  **side,
                ThCompareExampleQuery **query)
{
  const ThFoundExamples *found = th_example_query_run_finish (result);
  Request *request;

  *side = find_side (self, result, offset);
  if (*side == NULL || found == NULL)
    return NULL;

  request = G_STRUCT_MEMBER_P (*side, offset);
  *query = g_steal_pointer (&request->query);
  request_stop (request);
  return found;
}

/* --- all examples ----------------------------------------------------------- */

static void
marked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr(ThBrush) self = data;
  Side *side;
  g_autoptr(ThCompareExampleQuery) query = NULL;
  const ThFoundExamples *found = request_finish (self, result, G_STRUCT_OFFSET (Side, mark), &side,
                                                 &query);

  if (found == NULL ||
      th_document_get_recording (get_document (side)) != found->ready->recording)
    return;

  th_event_search_set_events (th_document_get_search (get_document (side)), found->events,
                              self->label);
  side->marked = found->ready->recording;
}

/* --- one example -------------------------------------------------------- */

static void
show_example (ThDocument             *document,
              const ThFoundExamples  *found,
              const ThCompareExample *example)
{
  ThResults *results = th_compare_examples_get_results (found->examples);
  gint64 margin;

  if (example->begin != TH_TIME_NONE)
    {
      margin = th_time_between (example->begin, example->end) / 5 + 10;
      th_document_set_view (document, th_time_add (example->begin, -margin),
                            th_time_add (example->end, margin));
    }
  th_document_select (document, example->anchor);
  if (th_compare_examples_are_flows (found->examples) &&
      th_ready_results_are_shown (found->ready, document, results))
    th_flow_follower_follow (th_document_get_follower (document), results, example->row);
}

/* Remembers which of @n examples is shown now. */
static void
place_example (Side                        *side,
               const ThCompareExampleQuery *query,
               guint                        n)
{
  if (!isnan (side->rank))
    side->index = MIN ((guint) (side->rank * n), n - 1);
  else
    side->index = side->shown != NULL && side->n == n
                  ? (side->index + n + side->step % (gint) n) % n : 0;
  side->n = n;
  if (side->shown == NULL)
    side->shown = th_example_query_copy (query);
}

static void
forget_example (Side *side)
{
  g_clear_pointer (&side->shown, th_example_query_free);
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr(ThBrush) self = data;
  Side *side;
  g_autoptr(ThCompareExampleQuery) query = NULL;
  const ThFoundExamples *found = request_finish (self, result, G_STRUCT_OFFSET (Side, lead), &side,
                                                 &query);
  gboolean is_found;

  if (found == NULL)
    return;

  is_found = found->examples != NULL && th_compare_examples_get_n (found->examples) > 0 &&
             th_document_get_recording (get_document (side)) == found->ready->recording;
  if (is_found)
    {
      place_example (side, query, th_compare_examples_get_n (found->examples));
      show_example (get_document (side), found,
                    th_compare_examples_get (found->examples, side->index));
    }
  g_signal_emit (self, signals[SIGNAL_ANSWERED], 0, (guint) side->side, is_found);
}

/* --- the counterpart of an example ------------------------------------------------ */

/* The rank of @event among the examples, from 0 for the first to 1 past the last; NAN if it is
 * none of them. */
static double
find_rank (const ThCompareExamples *examples,
           ThRef                    event)
{
  guint n = examples != NULL ? th_compare_examples_get_n (examples) : 0;

  for (guint i = 0; i < n; i++)
    if (th_ref_equal (th_compare_examples_get (examples, i)->anchor, event))
      return (i + .5) / n;

  return NAN;
}

static void
lead (Side                        *side,
      const ThCompareExampleQuery *query,
      double                       rank)
{
  forget_example (side);
  side->rank = rank;
  request_set (&side->lead, query);
  start (side);
}

static void
counterpart_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  g_autoptr(ThBrush) self = data;
  Side *side;
  g_autoptr(ThCompareExampleQuery) query = NULL;
  const ThFoundExamples *found = request_finish (self, result, G_STRUCT_OFFSET (Side, counterpart),
                                                 &side, &query);
  double rank;

  if (found == NULL)
    return;

  rank = find_rank (found->examples, side->event);
  if (isnan (rank))
    g_signal_emit (self, signals[SIGNAL_ANSWERED], 0, (guint) side->side, FALSE);
  else
    lead (&self->sides[1 - side->side], query, rank);
}

/* --- documents ------------------------------------------------------------------ */

static void
start (Side *side)
{
  request_start (&side->counterpart, get_document (side), counterpart_cb, side->brush);
  request_start (&side->mark, get_document (side), marked_cb, side->brush);
  request_start (&side->lead, get_document (side), answered_cb, side->brush);
}

/* Repeats the request for the events, for another recording. */
static void
begin_again (Side *side)
{
  ThBrush *self = side->brush;

  forget_example (side);
  if (self->query == NULL)
    return;

  side->marked = NULL;
  request_set (&side->mark, self->query);
  start (side);
}

static gboolean
finds_marked (Side *side)
{
  const char *label = th_event_search_get_label (th_document_get_search (get_document (side)));

  return label != NULL && g_str_equal (label, side->brush->label);
}

/* Clears the brush when the user has searched for something else or ended the search. */
static void
find_cb (Side *side)
{
  if (side->marked != NULL && side->marked == th_document_get_recording (get_document (side)) &&
      !finds_marked (side))
    th_brush_clear (side->brush);
}

static void
replaced_cb (ThBrush *self,
             guint    number)
{
  Side *side = &self->sides[number];

  request_stop (&side->lead);
  request_stop (&side->counterpart);
  forget_example (side);
  g_signal_group_set_target (side->signals, get_document (side));
  begin_again (side);
}

static void
init_side (ThBrush *self,
           ThSide   number)
{
  Side *side = &self->sides[number];

  side->brush = self;
  side->side = number;
  side->rank = NAN;
  side->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (side->signals, "recording-changed", G_CALLBACK (begin_again),
                                  side);
  g_signal_group_connect_swapped (side->signals, "find-changed", G_CALLBACK (find_cb), side);
  g_signal_group_connect_swapped (side->signals, "results-changed", G_CALLBACK (start), side);
  g_signal_group_connect_swapped (side->signals, "notify::state", G_CALLBACK (start), side);
}

/* --- public ----------------------------------------------------------------------- */

void
th_brush_set (ThBrush                     *self,
              const ThCompareExampleQuery *query,
              const char                  *label)
{
  ThCompareExampleQuery *copy;
  char *text;

  g_return_if_fail (TH_IS_BRUSH (self) && query != NULL && label != NULL);

  copy = th_example_query_copy (query);
  text = g_strdup (label);
  g_clear_pointer (&self->query, th_example_query_free);
  g_free (self->label);
  self->query = copy;
  self->label = text;
  for (guint i = 0; i < TH_N_SIDES; i++)
    begin_again (&self->sides[i]);
}

/* Ends the search of the document if it is still for the brushed samples. */
static void
clear_side (Side *side)
{
  request_stop (&side->mark);
  side->marked = NULL;
  if (get_document (side) != NULL && finds_marked (side))
    th_event_search_clear (th_document_get_search (get_document (side)));
}

void
th_brush_clear (ThBrush *self)
{
  g_return_if_fail (TH_IS_BRUSH (self));

  if (self->query == NULL)
    return;

  for (guint i = 0; i < TH_N_SIDES; i++)
    clear_side (&self->sides[i]);
  g_clear_pointer (&self->query, th_example_query_free);
  g_clear_pointer (&self->label, g_free);
}

void
th_brush_lead (ThBrush                     *self,
               ThSide                       side,
               const ThCompareExampleQuery *query)
{
  g_return_if_fail (TH_IS_BRUSH (self) && side < TH_N_SIDES && query != NULL);

  lead (&self->sides[side], query, NAN);
}

void
th_brush_lead_counterpart (ThBrush                     *self,
                           ThSide                       from,
                           const ThCompareExampleQuery *query)
{
  ThDocument *document;

  g_return_if_fail (TH_IS_BRUSH (self) && from < TH_N_SIDES && query != NULL);

  document = th_document_pair_get (self->pair, from);
  if (document == NULL)
    return;

  self->sides[from].event = th_document_get_selected (document);
  request_set (&self->sides[from].counterpart, query);
  start (&self->sides[from]);
}

void
th_brush_step (ThBrush                     *self,
               ThSide                       side,
               const ThCompareExampleQuery *query,
               int                          step)
{
  Side *one;

  g_return_if_fail (TH_IS_BRUSH (self) && side < TH_N_SIDES && query != NULL);

  one = &self->sides[side];
  if (self->query != NULL)
    query = self->query;
  if (one->shown != NULL && !th_example_query_equal (one->shown, query))
    forget_example (one);
  one->step = step;
  one->rank = NAN;
  request_set (&one->lead, query);
  start (one);
}

gboolean
th_brush_get_position (ThBrush *self,
                       ThSide   side,
                       guint   *index,
                       guint   *n)
{
  g_return_val_if_fail (TH_IS_BRUSH (self) && side < TH_N_SIDES, FALSE);

  *index = self->sides[side].index;
  *n = self->sides[side].n;
  return self->sides[side].shown != NULL;
}

/* --- class ---------------------------------------------------------------------------- */

static void
th_brush_dispose (GObject *object)
{
  ThBrush *self = TH_BRUSH (object);

  for (guint i = 0; i < TH_N_SIDES; i++)
    {
      request_stop (&self->sides[i].mark);
      request_stop (&self->sides[i].lead);
      request_stop (&self->sides[i].counterpart);
      forget_example (&self->sides[i]);
      g_clear_object (&self->sides[i].signals);
    }

  G_OBJECT_CLASS (th_brush_parent_class)->dispose (object);
}

static void
th_brush_finalize (GObject *object)
{
  ThBrush *self = TH_BRUSH (object);

  g_clear_pointer (&self->query, th_example_query_free);
  g_free (self->label);
  g_clear_object (&self->pair);

  G_OBJECT_CLASS (th_brush_parent_class)->finalize (object);
}

static void
th_brush_class_init (ThBrushClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_brush_dispose;
  object_class->finalize = th_brush_finalize;
  signals[SIGNAL_ANSWERED] = g_signal_new ("answered", TH_TYPE_BRUSH, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT,
                                           G_TYPE_BOOLEAN);
}

static void
th_brush_init (ThBrush *self)
{
  for (guint i = 0; i < TH_N_SIDES; i++)
    init_side (self, i);
}

ThBrush *
th_brush_new (ThDocumentPair *pair)
{
  ThBrush *self;

  g_return_val_if_fail (TH_IS_DOCUMENT_PAIR (pair), NULL);

  self = g_object_new (TH_TYPE_BRUSH, NULL);
  self->pair = g_object_ref (pair);
  for (guint i = 0; i < TH_N_SIDES; i++)
    g_signal_group_set_target (self->sides[i].signals, get_document (&self->sides[i]));
  g_signal_connect_object (pair, "replaced", G_CALLBACK (replaced_cb), self, G_CONNECT_SWAPPED);
  return self;
}
