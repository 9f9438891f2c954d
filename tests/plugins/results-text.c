/* results-text.c - the results of an analysis as text, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include "flow-text.h"
#include "results-text.h"

static ThTrack *
find_track (ThResults  *results,
            const char *id,
            ThAttach    attach,
            guint32     key)
{
  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    {
      ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);

      if (strcmp (info->id, id) == 0 && info->attach == attach && info->key == key)
        return track;
    }

  return NULL;
}

static void
append_slices (GString   *text,
               ThResults *results,
               ThSlices  *slices)
{
  for (guint depth = 0; depth < th_slices_get_depth (slices); depth++)
    {
      if (depth > 0)
        g_string_append (text, " / ");
      for (guint32 i = 0; i < th_slices_get_n (slices, depth); i++)
        {
          const ThSlice *slice = th_slices_get (slices, depth, i);

          g_string_append_printf (text, "%s%" G_GINT64_FORMAT "+%" G_GINT64_FORMAT "%s%s%s %s",
                                  i > 0 ? ", " : "",
                                  slice->begin, slice->end - slice->begin,
                                  slice->flags & TH_SLICE_NO_BEGIN ? "?" : "",
                                  slice->flags & TH_SLICE_NO_END ? "!" : "",
                                  slice->flags & TH_SLICE_INFERRED ? "~" : "",
                                  th_results_get_word (results, slice->name));
        }
    }
}

char *
test_slices (ThResults  *results,
             const char *id,
             ThAttach    attach,
             guint32     key)
{
  ThTrack *track = find_track (results, id, attach, key);
  GString *text = g_string_new (NULL);

  if (track != NULL)
    append_slices (text, results, th_track_get_slices (track));
  return g_string_free (text, FALSE);
}

static void
append_points (GString       *text,
               ThResults     *results,
               const ThTrack *track)
{
  gboolean values = th_track_get_info (track)->kind == TH_TRACK_VALUES;

  for (guint32 i = 0; i < th_track_get_n_points (track); i++)
    {
      const ThPoint *point = th_track_get_point (track, i);

      g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? ", " : "", point->time);
      if (values)
        g_string_append_printf (text, "=%g", point->value);
      else
        g_string_append_printf (text, " %s", th_results_get_word (results, point->name));
    }
}

char *
test_points (ThResults  *results,
             const char *id)
{
  ThTrack *track = find_track (results, id, TH_ATTACH_NAMED, 0);
  GString *text = g_string_new (NULL);

  if (track != NULL)
    append_points (text, results, track);
  return g_string_free (text, FALSE);
}

static void
append_cell (GString     *text,
             ThRecording *recording,
             ThResults   *results,
             ThTable     *table,
             guint32      row,
             guint        column)
{
  gint64 cell = th_table_get_cell (table, row, column);
  ThColumnKind kind = th_table_get_info (table)->columns[column].kind;

  if (cell == TH_CELL_NONE)
    g_string_append (text, "-");
  else if (kind == TH_COLUMN_TEXT)
    g_string_append (text, th_results_get_word (results, cell));
  else if (kind == TH_COLUMN_TASK && th_cell_is_word (cell))
    g_string_append (text, th_results_get_word (results, th_cell_to_word (cell)));
  else if (kind == TH_COLUMN_TASK)
    g_string_append_printf (text, "%d",
                            th_tasks_get_pid (th_recording_get_tasks (recording), cell));
  else if (kind == TH_COLUMN_EVENT)
    g_string_append_printf (text, "@%" G_GINT64_FORMAT,
                            th_recording_get_time (recording, th_cell_to_ref (cell)));
  else if (kind == TH_COLUMN_ADDRESS)
    g_string_append_printf (text, "0x%" G_GINT64_MODIFIER "x", cell);
  else
    g_string_append_printf (text, "%" G_GINT64_FORMAT, cell);
}

static void
append_table (GString     *text,
              ThRecording *recording,
              ThResults   *results,
              ThTable     *table)
{
  for (guint32 i = 0; i < th_table_get_n (table); i++)
    for (guint j = 0; j < th_table_get_info (table)->n_columns; j++)
      {
        if (i > 0 || j > 0)
          g_string_append (text, j > 0 ? " " : ", ");
        append_cell (text, recording, results, table, i, j);
      }
}

char *
test_table (ThRecording *recording,
            ThResults   *results,
            const char  *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_tables (results); i++)
    if (strcmp (th_table_get_info (th_results_get_table (results, i))->id, id) == 0)
      append_table (text, recording, results, th_results_get_table (results, i));

  return g_string_free (text, FALSE);
}

static void
append_measure (GString         *text,
                const ThMeasure *measure)
{
  for (guint32 i = 0; i < th_measure_get_n (measure); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT, i > 0 ? " " : "",
                            th_measure_get (measure, i).value);
}

char *
test_measure (ThResults  *results,
              const char *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    if (strcmp (th_measure_get_info (th_results_get_measure (results, i))->id, id) == 0)
      append_measure (text, th_results_get_measure (results, i));

  return g_string_free (text, FALSE);
}

/* Appends the nodes with a weight of their own, in order of creation. */
static void
append_tree (GString    *text,
             ThResults  *results,
             ThCallTree *tree)
{
  static const char *const kinds[TH_N_CALL_KINDS] = { "", "m:", "u:", "t:" };
  const char *comma = "";

  for (guint32 i = 0; i < th_call_tree_get_n (tree); i++)
    {
      g_autoptr(GString) chain = g_string_new (NULL);
      ThCallNode node, at;

      th_call_tree_get (tree, i, &node);
      if (node.own[0] == 0 && node.own[1] == 0)
        continue;
      for (guint32 j = i; j != TH_CALL_ROOT; j = at.caller)
        {
          th_call_tree_get (tree, j, &at);
          g_string_prepend (chain, th_results_get_word (results, at.name));
          g_string_prepend (chain, kinds[at.kind]);
          if (at.caller != TH_CALL_ROOT)
            g_string_prepend_c (chain, ';');
        }
      g_string_append_printf (text, "%s%s", comma, chain->str);
      for (guint w = 0; w < th_call_tree_get_info (tree)->n_weights; w++)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, node.own[w]);
      g_string_append_printf (text, " @%u.%u", node.anchor.cpu, node.anchor.row);
      comma = ", ";
    }
}

char *
test_tree (ThResults  *results,
           const char *id)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < th_results_get_n_trees (results); i++)
    if (strcmp (th_call_tree_get_info (th_results_get_tree (results, i))->id, id) == 0)
      append_tree (text, results, th_results_get_tree (results, i));

  return g_string_free (text, FALSE);
}

char *
test_remarks (ThResults *results)
{
  g_auto(GStrv) remarks = th_results_list_remarks (results);

  return g_strjoinv ("\n", remarks);
}

char *
test_dump (ThRecording *recording,
           ThResults   *results)
{
  GString *text = g_string_new (NULL);
  g_autofree char *remarks = test_remarks (results), *flows = test_flows (results);

  for (guint i = 0; i < th_results_get_n_tracks (results); i++)
    {
      ThTrack *track = th_results_get_track (results, i);
      const ThTrackInfo *info = th_track_get_info (track);

      g_string_append_printf (text, "\n%s %s %d %u: ", info->id, info->title, info->attach,
                              info->key);
      if (info->kind == TH_TRACK_SLICES)
        append_slices (text, results, th_track_get_slices (track));
      else
        append_points (text, results, track);
    }
  for (guint i = 0; i < th_results_get_n_tables (results); i++)
    {
      g_string_append_printf (text, "\n%s: ",
                              th_table_get_info (th_results_get_table (results, i))->id);
      append_table (text, recording, results, th_results_get_table (results, i));
    }
  for (guint i = 0; i < th_results_get_n_measures (results); i++)
    {
      g_string_append_printf (text, "\n%s: ",
                              th_measure_get_info (th_results_get_measure (results, i))->id);
      append_measure (text, th_results_get_measure (results, i));
    }
  for (guint i = 0; i < th_results_get_n_trees (results); i++)
    {
      g_string_append_printf (text, "\n%s: ",
                              th_call_tree_get_info (th_results_get_tree (results, i))->id);
      append_tree (text, results, th_results_get_tree (results, i));
    }
  g_string_append_printf (text, "\n%s\n%s", flows, remarks);

  return g_string_free (text, FALSE);
}
