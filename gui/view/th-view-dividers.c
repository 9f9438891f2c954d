/* th-view-dividers.c - how much space the lanes, the tables and the inspector get
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"

#include "th-style.h"

/* Width of the inspector with text of the default size. */
#define MIN_INSPECTOR_PX 360
#define MAX_INSPECTOR_PX 380
#define NARROW_INSPECTOR_PX 280

/* Maximum share of the lanes in the height, in percent. */
#define MAX_LANES_PERCENT 62

/* The lanes get the height that they need, but leave at least a third to the tables. */
static int
get_lanes_height (int      height,
                  gpointer data)
{
  ThDocumentView *self = data;

  return MIN (th_timeline_get_wanted_height (self->timeline), height * MAX_LANES_PERCENT / 100);
}

/* The inspector gets enough width for an address or the name of an event, but in a narrow window
 * the lanes have priority. */
static int
get_left_width (int      width,
                gpointer data)
{
  int wanted = CLAMP (width / 4, th_style_grow (MIN_INSPECTOR_PX),
                      th_style_grow (MAX_INSPECTOR_PX));
  int most = MIN (width / 2, MAX (width * 3 / 10, th_style_grow (NARROW_INSPECTOR_PX)));

  return width - MIN (wanted, most);
}

void
th_view_make_dividers (ThDocumentView *self)
{
  th_paned_bin_set_func (self->lanes_bin, get_lanes_height, self);
  th_paned_bin_set_func (self->inspector_bin, get_left_width, self);
}

void
th_view_reset_dividers (ThDocumentView *self)
{
  th_paned_bin_reset (self->lanes_bin);
  th_paned_bin_reset (self->inspector_bin);
}
