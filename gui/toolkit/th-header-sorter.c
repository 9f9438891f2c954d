/* th-header-sorter.c - finds the column and the direction that a column view is sorted by
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-header-sorter.h"

static gpointer asked;

static int
ask_cb (gconstpointer a,
        gconstpointer b,
        gpointer      key)
{
  if (asked == NULL)
    asked = key;

  return 1;
}

GtkSorter *
th_header_sorter_new (gpointer key)
{
  return GTK_SORTER (gtk_custom_sorter_new (ask_cb, key, NULL));
}

gpointer
th_header_sorter_find (GtkColumnView *view,
                       gboolean      *descending)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (view);

  asked = NULL;
  /* Two different pointers, because equal ones compare equal without calling a sorter. */
  *descending = gtk_sorter_compare (sorter, view, sorter) == GTK_ORDERING_SMALLER;

  return asked;
}
