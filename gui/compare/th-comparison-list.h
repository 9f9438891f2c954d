/* th-comparison-list.h - the rows of a comparison as a list: sorted, filtered, in groups
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A GListModel of ThComparisonItem with the rows of one section.  Each group begins with a title;
 * counts of tables and of events are groups of their own.  At most one row is selected (property
 * "selected"); it stays selected even while it is not listed.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-comparison-text.h"
#include "th-row-filter.h"

G_BEGIN_DECLS

typedef enum
{
  TH_COMPARISON_SORT_EVIDENCE, /* the order of the comparison */
  TH_COMPARISON_SORT_NAME,
  TH_COMPARISON_SORT_VALUE,    /* of B */
  TH_COMPARISON_SORT_CHANGE,
  TH_COMPARISON_N_SORTS
} ThComparisonSort;

typedef enum
{
  TH_COMPARISON_GROUP_NONE,
  TH_COMPARISON_GROUP_MEASURE,
  TH_COMPARISON_GROUP_VERDICT
} ThComparisonGroup;

/* The kinds of rows: one section is listed at a time. */
typedef enum
{
  TH_COMPARISON_SECTION_MEASURES,
  TH_COMPARISON_SECTION_COUNTS, /* rows of tables and events, per second */
  TH_COMPARISON_SECTION_DROPS,  /* dropped packets per second, by reason */
  TH_COMPARISON_SECTION_COUNTERS, /* counters of the machine, per second */
  TH_COMPARISON_N_SECTIONS
} ThComparisonSection;

/**
 * ThComparisonOrder:
 * @filter: the rows to list; its words are searched in the name, the title, the quantile and the
 *   verdict.  NULL for all rows
 */
typedef struct
{
  ThComparisonSort  sort;
  gboolean          descending;
  ThComparisonGroup group;
  const ThRowFilter *filter;
  ThComparisonSection section;
} ThComparisonOrder;

#define TH_TYPE_COMPARISON_ITEM (th_comparison_item_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonItem, th_comparison_item, TH, COMPARISON_ITEM, GObject)

/* The index of the row in the comparison; -1 for the title of a group. */
gint        th_comparison_item_get_index (ThComparisonItem *self);
/* The title of the group; NULL for a row. */
const char *th_comparison_item_get_title (ThComparisonItem *self);

#define TH_TYPE_COMPARISON_LIST (th_comparison_list_get_type ())
G_DECLARE_FINAL_TYPE (ThComparisonList, th_comparison_list, TH, COMPARISON_LIST, GObject)

ThComparisonList *th_comparison_list_new (void);
/* Empties the list until th_comparison_list_arrange(), and selects nothing. */
void        th_comparison_list_set_comparison (ThComparisonList *self,
                                          ThComparison       *comparison); /* or NULL */
void        th_comparison_list_arrange   (ThComparisonList   *self,
                                          const ThComparisonOrder *order);
/* The section that lists @row. */
ThComparisonSection th_comparison_row_get_section (const ThComparisonRow *row);
/* The number of listed rows, without titles. */
guint       th_comparison_list_get_n_rows (ThComparisonList  *self);
/* Selects the row with this index in the comparison; -1 for none. */
void        th_comparison_list_select    (ThComparisonList   *self,
                                          gint                index);
gint        th_comparison_list_get_selected (ThComparisonList *self);
/* The position of the row with this index, or GTK_INVALID_LIST_POSITION if it is not listed. */
guint       th_comparison_list_find      (ThComparisonList   *self,
                                          gint                index);
/* The index of the row at @position; -1 for a title, or past the end. */
gint        th_comparison_list_get_index (ThComparisonList   *self,
                                          guint               position);

G_END_DECLS
