/* th-comparison-guide.c - leads from a row of a comparison to events in the timelines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-comparison-guide.h"

#include <glib/gi18n-lib.h>

#include "th-comparison-text.h"
#include "th-flow-follower.h"
#include "th-number-format.h"

struct _ThComparisonGuide
{
  GObject    parent;

  ThPairing *pairing;
  gboolean   steps;   /* through the samples, rather than to the worst one */
};

enum
{
  SIGNAL_ANSWERED,
  SIGNAL_MESSAGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThComparisonGuide, th_comparison_guide, G_TYPE_OBJECT)

static void
say (ThComparisonGuide *self,
     const char        *text)
{
  g_signal_emit (self, signals[SIGNAL_MESSAGE], 0, text);
}

static ThDocument *
get_document (ThComparisonGuide *self,
              ThSide             side)
{
  ThTimeAlignment *alignment = th_pairing_get_alignment (self->pairing);

  return th_document_pair_get (th_time_alignment_get_pair (alignment), side);
}

static gboolean
has_selected (ThComparisonGuide *self,
              ThSide             side)
{
  ThDocument *document = get_document (self, side);

  return document != NULL && !th_ref_is_none (th_document_get_selected (document));
}

static gboolean
follows (ThComparisonGuide *self,
         ThSide             side)
{
  ThDocument *document = get_document (self, side);

  return document != NULL && th_flow_follower_get_followed (th_document_get_follower (document),
                                                            NULL) != NULL;
}

/* Aligns the followed flows, if there are two and the user has not chosen an alignment: otherwise
 * one side would leave its flow when the other goes to one.  The link then shows both. */
static void
align_flows (ThComparisonGuide *self)
{
  ThTimeAlignment *alignment = th_pairing_get_alignment (self->pairing);

  if (th_time_alignment_get_mode (alignment) == TH_ALIGN_BY_FIRST_EVENT &&
      follows (self, TH_SIDE_A) && follows (self, TH_SIDE_B))
    th_time_alignment_set_mode (alignment, TH_ALIGN_BY_FLOW);
}

/* --- examples ----------------------------------------------------------------- */

void
th_comparison_guide_show_example (ThComparisonGuide     *self,
                                  guint                  side,
                                  const ThComparisonRow *row,
                                  int                    part)
{
  ThCompareExampleQuery query;

  g_return_if_fail (TH_IS_COMPARISON_GUIDE (self) && row != NULL);

  th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
  if (part >= 0 && (guint) part < row->parts->len)
    {
      query.dimension = g_array_index (row->parts, ThComparisonPart, part).dimension;
      query.key = g_array_index (row->parts, ThComparisonPart, part).key;
    }
  self->steps = FALSE;
  th_brush_lead (th_pairing_get_brush (self->pairing), side, &query);
}

void
th_comparison_guide_step_example (ThComparisonGuide     *self,
                                  guint                  side,
                                  const ThComparisonRow *row,
                                  int                    step)
{
  ThCompareExampleQuery query;

  g_return_if_fail (TH_IS_COMPARISON_GUIDE (self) && row != NULL);

  th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
  self->steps = TRUE;
  th_brush_step (th_pairing_get_brush (self->pairing), side, &query, step);
}

void
th_comparison_guide_mark_range (ThComparisonGuide     *self,
                                const ThComparisonRow *row,
                                gint64                 low,
                                gint64                 high)
{
  ThCompareExampleQuery query;
  g_autofree char *name = NULL, *from = NULL, *to = NULL, *label = NULL;

  g_return_if_fail (TH_IS_COMPARISON_GUIDE (self) && row != NULL);

  if (high <= low)
    return;

  th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
  query.low = low;
  query.high = high - 1;
  name = th_comparison_format_name (row);
  from = th_comparison_format_value (row, low);
  to = th_comparison_format_value (row, high);
  label = g_strdup_printf ("%s, %s – %s", name, from, to);
  th_brush_set (th_pairing_get_brush (self->pairing), &query, label);
}

void
th_comparison_guide_mark_quantiles (ThComparisonGuide     *self,
                                    const ThComparisonRow *row,
                                    double                 low,
                                    double                 high)
{
  ThCompareExampleQuery query;
  g_autofree char *name = NULL, *label = NULL;

  g_return_if_fail (TH_IS_COMPARISON_GUIDE (self) && row != NULL);

  th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
  query.p_low = low;
  query.p_high = high;
  name = th_comparison_format_name (row);
  label = g_strdup_printf ("%s, p%.3g – p%.3g", name, 100 * low, 100 * high);
  th_brush_set (th_pairing_get_brush (self->pairing), &query, label);
}

/* "A: sample 3 of 391, the largest first" */
static void
say_position (ThComparisonGuide *self,
              guint              side)
{
  g_autofree char *text = NULL, *number = NULL, *total = NULL;
  guint index, n;

  if (!self->steps ||
      !th_brush_get_position (th_pairing_get_brush (self->pairing), side, &index, &n))
    return;

  number = th_format_count (index + 1);
  total = th_format_count (n);
  /* Translators: the first %s is the name of the side, A or B */
  text = g_strdup_printf (_("%s: sample %s of %s, the largest first"), side == 0 ? "A" : "B",
                          number, total);
  say (self, text);
}

static void
answered_cb (ThComparisonGuide *self,
             guint              side,
             gboolean           found)
{
  if (!found)
    {
      say (self, side == 0 ? _("The run of A that is shown has no such sample")
                           : _("The run of B that is shown has no such sample"));
      return;
    }

  align_flows (self);
  say_position (self, side);
  if (!self->steps)
    g_signal_emit (self, signals[SIGNAL_ANSWERED], 0, side);
}

/* --- counterparts ------------------------------------------------------------- */

void
th_comparison_guide_show_counterpart (ThComparisonGuide     *self,
                                      guint                  side,
                                      const ThComparisonRow *row)
{
  ThCompareExampleQuery query;

  g_return_if_fail (TH_IS_COMPARISON_GUIDE (self));

  if (row != NULL && row->classes != NULL && !follows (self, side) && has_selected (self, side))
    {
      th_compare_example_query_init (&query, row->analysis, row->measure, row->name);
      self->steps = FALSE;
      th_brush_lead_counterpart (th_pairing_get_brush (self->pairing), side, &query);
      return;
    }

  th_flow_counterpart_show (th_pairing_get_counterpart (self->pairing), side);
}

static void
counterpart_cb (ThComparisonGuide *self)
{
  switch (th_flow_counterpart_get_state (th_pairing_get_counterpart (self->pairing)))
    {
    case TH_COUNTERPART_NOT_FOLLOWED:
      say (self, _("Follow a packet, or select a sample of the row, to find its counterpart"));
      break;
    case TH_COUNTERPART_NOT_FOUND:
      say (self, _("The other side has no packet of this class"));
      break;
    case TH_COUNTERPART_IDLE:
      align_flows (self);
      break;
    case TH_COUNTERPART_SEARCHING:
      break;
    }
}

/* --- class -------------------------------------------------------------------- */

static void
th_comparison_guide_dispose (GObject *object)
{
  g_clear_object (&TH_COMPARISON_GUIDE (object)->pairing);

  G_OBJECT_CLASS (th_comparison_guide_parent_class)->dispose (object);
}

static void
th_comparison_guide_class_init (ThComparisonGuideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = th_comparison_guide_dispose;
  signals[SIGNAL_ANSWERED] = g_signal_new ("answered", TH_TYPE_COMPARISON_GUIDE,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                           G_TYPE_UINT);
  signals[SIGNAL_MESSAGE] = g_signal_new ("message", TH_TYPE_COMPARISON_GUIDE, G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
th_comparison_guide_init (ThComparisonGuide *self G_GNUC_UNUSED)
{
}

ThComparisonGuide *
th_comparison_guide_new (ThPairing *pairing)
{
  ThComparisonGuide *self;

  g_return_val_if_fail (TH_IS_PAIRING (pairing), NULL);

  self = g_object_new (TH_TYPE_COMPARISON_GUIDE, NULL);
  self->pairing = g_object_ref (pairing);
  g_signal_connect_object (th_pairing_get_brush (pairing), "answered", G_CALLBACK (answered_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (th_pairing_get_counterpart (pairing), "notify::state",
                           G_CALLBACK (counterpart_cb), self, G_CONNECT_SWAPPED);
  return self;
}
