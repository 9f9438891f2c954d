/* th-transits.c - the analysis of packets between machines
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-transits.h"
#include "th-transits-private.h"

typedef struct
{
  ThRecording      *recording;
  ThResults        *results;
  ThResults *const *packets; /* by part */
  ThResults        *frames;
  guint             n_parts;
  TransitRows      *rows;    /* NULL: there can be no transits */
} Transits;

static gboolean
can_have_transits (ThRecording *recording)
{
  guint n_parts = th_recording_get_n_parts (recording), n_captures = 0;

  for (guint i = 0; i < n_parts; i++)
    n_captures += th_recording_is_capture (th_recording_get_part (recording, i));
  return n_captures > 0 && n_parts - n_captures > 1;
}

static gpointer
transits_begin (ThRecording       *recording,
                ThResults         *results,
                GHashTable        *params,
                ThResults *const  *needed,
                GError           **error)
{
  Transits *self = g_new0 (Transits, 1);

  self->recording = recording;
  self->results = results;
  self->n_parts = th_recording_get_n_parts (recording);
  self->packets = needed;
  self->frames = needed[self->n_parts];
  if (can_have_transits (recording))
    self->rows = th_transit_rows_new (recording, results, self->frames);
  return self;
}

/* --- clocks --------------------------------------------------------------------------- */

/* Finds the row with the offset between the capture @capture and @part. */
static gboolean
find_clock (ThTable *clocks,
            guint    capture,
            guint    part,
            guint32 *row)
{
  for (*row = 0; *row < th_table_get_n (clocks); (*row)++)
    if (th_table_get_cell_by_id (clocks, *row, "part") == (gint64) capture + 1 &&
        th_table_get_cell_by_id (clocks, *row, "other_part") == (gint64) part + 1 &&
        th_table_get_cell_by_id (clocks, *row, "offset") != TH_CELL_NONE)
      return TRUE;
  return FALSE;
}

/* Half of the width of the bounds of an offset; 0 if one of them is not known. */
static gint64
get_error (ThTable *clocks,
           guint32  row)
{
  gint64 earliest = th_table_get_cell_by_id (clocks, row, "earliest");
  gint64 latest = th_table_get_cell_by_id (clocks, row, "latest");
  gint64 width;

  return earliest == TH_CELL_NONE || latest == TH_CELL_NONE ||
         __builtin_sub_overflow (latest, earliest, &width) ? 0 : MAX (width, 0) / 2;
}

/* The error of the clocks of two parts, and by how much they differ on the timeline; FALSE if no
 * capture was matched with both. */
static gboolean
compare_clocks (Transits *self,
                guint     a,
                guint     b,
                gint64   *error,
                gint64   *shift)
{
  ThTable *clocks = th_results_find_table (self->frames, "frame-clocks");

  for (guint capture = 0; clocks != NULL && capture < self->n_parts; capture++)
    {
      guint32 row_a, row_b;

      if (!find_clock (clocks, capture, a, &row_a) || !find_clock (clocks, capture, b, &row_b))
        continue;
      /* Only the clock of the machine that did not capture has bounds on both sides. */
      *error = MAX (get_error (clocks, row_a), get_error (clocks, row_b));
      return !__builtin_sub_overflow (th_table_get_cell_by_id (clocks, row_b, "offset"),
                                      th_table_get_cell_by_id (clocks, row_a, "offset"), shift);
    }
  return FALSE;
}

/* Says how far the time on the wire between two parts can be wrong. */
static void
remark_clocks (Transits *self,
               guint     a,
               guint     b)
{
  const char *from = th_recording_get_name (th_recording_get_part (self->recording, a));
  const char *to = th_recording_get_name (th_recording_get_part (self->recording, b));
  gint64 error, shift;
  g_autofree char *text = NULL;

  if (!compare_clocks (self, a, b, &error, &shift))
    return;

  if (error == 0)
    text = g_strdup_printf (_("Packets between %s and %s were only seen one way, so it is not "
                              "known how far their clocks are apart: differences between times on "
                              "the wire are right, but not the times themselves."), from, to);
  else if (ABS (shift) <= error)
    text = g_strdup_printf (_("The clocks of %s and %s agree to within %.1f µs, so the time on the "
                              "wire can be wrong by that much."), from, to, error / 1000.0);
  else
    text = g_strdup_printf (_("The clocks of %s and %s differ by %.1f µs on this timeline, and the "
                              "time on the wire is wrong by that much: align them by packets."),
                            from, to, ABS (shift) / 1000.0);
  th_results_add_remark (self->results, text);
}

/* Remarks on each two parts with transits. */
static void
remark_all_clocks (Transits     *self,
                   const GArray *pairs)
{
  g_autofree gboolean *done = g_new0 (gboolean, (gsize) self->n_parts * self->n_parts);

  for (guint i = 0; i < pairs->len; i++)
    {
      const Transit *pair = &g_array_index (pairs, Transit, i);
      guint a = MIN (pair->sent.part, pair->received.part);
      guint b = MAX (pair->sent.part, pair->received.part);
      gboolean *is_done = &done[(gsize) a * self->n_parts + b];

      if (!*is_done)
        remark_clocks (self, a, b);
      *is_done = TRUE;
    }
}

/* --- finish --------------------------------------------------------------------------- */

static void
transits_finish (gpointer state)
{
  Transits *self = state;
  g_autoptr(GArray) pairs = NULL;

  if (self->rows == NULL)
    return;

  pairs = th_transit_list_pairs (self->recording, self->packets, self->frames);
  for (guint i = 0; i < pairs->len; i++)
    th_transit_rows_add (self->rows, self->packets, &g_array_index (pairs, Transit, i));
  if (pairs->len > 0)
    remark_all_clocks (self, pairs);
  else
    th_results_add_remark (self->results,
                           _("No frame of the captures is a packet that one of the machines sent "
                             "and another one received."));
}

static void
transits_free (gpointer state)
{
  Transits *self = state;

  g_clear_pointer (&self->rows, th_transit_rows_free);
  g_free (self);
}

static const ThSubscription subscriptions[] = { { NULL } };
static const char *const needs[] = { "packets", "frames", NULL };

const ThAnalysis th_transits_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "transits",
  .title = N_("Packets between machines"),
  .text = N_("The journeys of packets from one machine to another: at the sender, on the wire, and "
             "at the receiver."),
  .subscriptions = subscriptions,
  .begin = transits_begin,
  .finish = transits_finish,
  .free = transits_free,
  .noun = "transit",
  .needs = needs,
  .whole_timeline = TRUE,
  .measures = th_transit_measures,
};
