/* th-report-rows.c - notes about rows of the comparisons of a report
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-report-rows.h"

#include "th-comparison-text.h"

guint
th_report_get_comparison (const ThReport           *self,
                          const ThReportComparison *comparison)
{
  return (guint) (comparison - &g_array_index (self->about->comparisons, ThReportComparison, 0));
}

GPtrArray *
th_report_list_row_notes (const ThReport        *self,
                          const ThComparisonRow *row)
{
  GPtrArray *all = self->about->notes != NULL ? th_notes_get_all (self->about->notes) : NULL;
  g_autofree char *name = th_comparison_dup_row_name (row);
  g_autoptr(GPtrArray) notes = g_ptr_array_new ();

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const ThNote *note = g_ptr_array_index (all, i);
      const ThNoteAnchor *anchor = note->entry->anchor;

      if (anchor != NULL && anchor->on == TH_NOTE_ON_COMPARISON &&
          g_strcmp0 (anchor->row, name) == 0)
        g_ptr_array_add (notes, (gpointer) note);
    }

  return notes->len > 0 ? g_steal_pointer (&notes) : NULL;
}

char *
th_report_find_row (const ThReport            *self,
                    const char                *row,
                    const ThReportComparison **comparison)
{
  const GArray *comparisons = self->about->comparisons;

  for (guint i = 0; comparisons != NULL && i < comparisons->len; i++)
    {
      *comparison = &g_array_index (comparisons, ThReportComparison, i);
      for (guint j = 0; j < th_comparison_get_n_rows ((*comparison)->comparison); j++)
        {
          g_autofree char *name =
            th_comparison_dup_row_name (th_comparison_get_row ((*comparison)->comparison, j));

          if (g_strcmp0 (name, row) == 0)
            return th_report_name_row (i, j);
        }
    }

  return NULL;
}
