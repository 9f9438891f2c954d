/* th-flame.h - a tree of calls as a flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each function is a bar below (or above) its caller.  Its width is its share of what was
 * counted, and the heaviest callee is leftmost.  The layout is a snapshot of the tree:
 * create another one when the tree has grown.  Frame 0 is the root; the index of a frame
 * is greater than that of its caller.
 *
 * Zooming makes one frame, the focus, as wide as the picture; its callers are bars of full
 * width.  Frames narrower than a pixel are drawn together.  Drawing costs
 * depths × pixels × log frames.
 *
 * The flame graph of a difference shows a tree whose two weights are shares of side A and side B
 * (th-call-difference.h).  Widths are those of one side, so a function that only the other side
 * has is not shown.  Colors show how the share changed from A to B: orange for more, blue for
 * less, and the stronger, the greater the factor.  Up to 10 % of change is neutral, and so are
 * changes of very small shares; texts begin with ▲ or ▼ where the color is not neutral, and end
 * with the change in percentage points.
 *
 * th_flame_new() may be called by any thread, the other functions by the drawing thread.
 */
#pragma once

#include <cairo.h>

#include "th-results.h"
#include "th-number-format.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

typedef struct _ThFlame ThFlame;

/* @start: the total weight of the frames to the left of this one; @other: the total weight on
 * the other side of a difference, otherwise 0. */
typedef struct
{
  guint32     caller;
  guint32     node;  /* in the tree */
  guint       depth;
  const char *name;
  ThCallKind  kind;
  gint64      start;
  gint64      total;
  gint64      own;
  gint64      other;
  ThRef       anchor;
} ThFlameFrame;

/**
 * ThFlameView:
 * @focus: the frame that is as wide as the picture
 * @icicle: callers are above their callees, else below
 * @scroll: by how many pixels the picture is scrolled up
 */
typedef struct
{
  double   width;
  double   height;
  double   scroll;
  guint32  focus;
  gboolean icicle;
} ThFlameView;

typedef enum
{
  TH_FLAME_CALLER,
  TH_FLAME_CALLEE,    /* the heaviest callee */
  TH_FLAME_PREVIOUS,  /* the neighbor of the same depth, within the focus */
  TH_FLAME_NEXT
} ThFlameStep;

/* Takes a reference to @results.  @weight: which weight of the tree decides the widths. */
ThFlame            *th_flame_new          (ThResults         *results,
                                           ThCallTree        *tree,
                                           guint              weight);
/* Creates the flame graph of a difference, from a tree whose weights 0 and 1 are the shares of
 * side A and side B.  Widths are those of side @weight. */
ThFlame            *th_flame_new_difference (ThResults       *results,
                                           ThCallTree        *tree,
                                           guint              weight);
void                th_flame_free         (ThFlame           *self);
const ThCallTreeInfo *th_flame_get_info   (ThFlame           *self);
guint32             th_flame_get_n        (ThFlame           *self);
const ThFlameFrame *th_flame_get          (ThFlame           *self,
                                           guint32            frame);
/* The frame of a node of the tree; 0 if it has none. */
guint32             th_flame_find_node    (ThFlame           *self,
                                           guint32            node);
/* The number of depths that a view of @focus has, including @focus and its callers. */
guint               th_flame_get_depths   (ThFlame           *self,
                                           guint32            focus);
guint32             th_flame_step         (ThFlame           *self,
                                           guint32            frame,
                                           guint32            focus,
                                           ThFlameStep        step);

/* --- differences ------------------------------------------------------- */

gboolean            th_flame_is_difference (ThFlame          *self);
/* The share of a frame on side A (0) or B (1), from 0 to 1. */
double              th_flame_get_share    (ThFlame           *self,
                                           guint32            frame,
                                           guint              side);
/* The strength of the change in the picture: -1 for far less on side B, 0 for neutral, 1 for far
 * more on side B. */
double              th_flame_get_change   (ThFlame           *self,
                                           guint32            frame);

/* --- searching --------------------------------------------------------- */

/* Marks the frames whose name contains @text, ignoring case; NULL or "": none. */
void                th_flame_search       (ThFlame           *self,
                                           const char        *text);
gboolean            th_flame_is_match     (ThFlame           *self,
                                           guint32            frame);
guint32             th_flame_get_n_matches (ThFlame          *self);
/* The total weight of the call chains that contain a match. */
gint64              th_flame_get_matched  (ThFlame           *self);
/* The next (or previous) match after @frame by index, wrapping around at the end; @frame if
 * there is none. */
guint32             th_flame_next_match   (ThFlame           *self,
                                           guint32            frame,
                                           gboolean           back);

/* --- drawing ----------------------------------------------------------- */

double              th_flame_get_row_height (ThTheme         *theme);
/* The height of all rows, at least view->height. */
double              th_flame_get_height   (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view);
void                th_flame_draw         (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view,
                                           cairo_t           *cr);
/* Draws title, weight and all rows as a picture of @width, and returns its height.  With
 * NULL for @cr, it only computes the height. */
double              th_flame_draw_picture (ThFlame           *self,
                                           ThTheme           *theme,
                                           const char        *title,
                                           double             width,
                                           gboolean           icicle,
                                           ThResolution       resolution,
                                           cairo_t           *cr);
/* The frame at a position; G_MAXUINT32 if there is none.  If several frames share the
 * pixel, it is the first of them. */
guint32             th_flame_hit          (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view,
                                           double             x,
                                           double             y);
/* The position of the bar of @frame; FALSE if it is to the left or right of the viewport. */
gboolean            th_flame_get_bar      (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view,
                                           guint32            frame,
                                           double            *x,
                                           double            *y,
                                           double            *width);

/* --- texts ------------------------------------------------------------- */

/* "1.234 ms", "1 234", or in a difference "12.3 %"; free with g_free(). */
char               *th_flame_format_value (ThFlame           *self,
                                           gint64             value,
                                           ThResolution       resolution);
/* The share of the root, "12.3 %"; free with g_free(). */
char               *th_flame_format_share (ThFlame           *self,
                                           gint64             value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFlame, th_flame_free)

G_END_DECLS
