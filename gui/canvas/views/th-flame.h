/* th-flame.h - a tree of calls as a flame graph
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Each function is a bar under (or over) its caller, as wide as its share of
 * what was counted; the heaviest stands left.  Made from what a tree has now;
 * make another when it has grown.  Frame 0 is all; a frame comes after its
 * caller.
 *
 * Zooming makes one frame, the focus, as wide as the picture; its callers are
 * bars of full width.  Frames narrower than a pixel are drawn together.  A
 * picture costs depths × pixels × log frames.
 *
 * The thread that draws, except th_flame_new(): any thread.
 */
#pragma once

#include <cairo.h>

#include "th-results.h"
#include "th-number-format.h"
#include "th-scene-draw.h"

G_BEGIN_DECLS

typedef struct _ThFlame ThFlame;

/* @start: the weight of what stands left of it. */
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
  ThRef       anchor;
} ThFlameFrame;

/**
 * ThFlameView:
 * @focus: the frame that is as wide as the picture
 * @icicle: callers above, else below
 * @scroll: pixels that the picture is moved up
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
  TH_FLAME_CALLEE,    /* the heaviest */
  TH_FLAME_PREVIOUS,  /* of the same depth, within the focus */
  TH_FLAME_NEXT
} ThFlameStep;

/* Keeps @results. */
ThFlame            *th_flame_new          (ThResults         *results,
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
/* How many depths there are below @focus, its callers and itself included. */
guint               th_flame_get_depths   (ThFlame           *self,
                                           guint32            focus);
guint32             th_flame_step         (ThFlame           *self,
                                           guint32            frame,
                                           guint32            focus,
                                           ThFlameStep        step);

/* --- searching --------------------------------------------------------- */

/* Marks the frames whose name holds @text, in any case; NULL or "": none. */
void                th_flame_search       (ThFlame           *self,
                                           const char        *text);
gboolean            th_flame_is_match     (ThFlame           *self,
                                           guint32            frame);
guint32             th_flame_get_n_matches (ThFlame          *self);
/* Weight of what goes through a match, each chain once. */
gint64              th_flame_get_matched  (ThFlame           *self);
/* The next match after (before) @frame in the order of frames, round and
 * round; @frame if there is none. */
guint32             th_flame_next_match   (ThFlame           *self,
                                           guint32            frame,
                                           gboolean           back);

/* --- drawing ----------------------------------------------------------- */

double              th_flame_get_row_height (ThTheme         *theme);
/* Of all rows, at least view->height. */
double              th_flame_get_height   (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view);
void                th_flame_draw         (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view,
                                           cairo_t           *cr);
/* Title, what was counted, and all rows, as a picture of @width; returns its
 * height, with @cr NULL only that. */
double              th_flame_draw_picture (ThFlame           *self,
                                           ThTheme           *theme,
                                           const char        *title,
                                           double             width,
                                           gboolean           icicle,
                                           ThResolution       resolution,
                                           cairo_t           *cr);
/* The frame at a place; G_MAXUINT32 if there is none.  Where several are in the
 * pixel, the first of them. */
guint32             th_flame_hit          (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view,
                                           double             x,
                                           double             y);
/* FALSE if it is left or right of what is seen. */
gboolean            th_flame_get_bar      (ThFlame           *self,
                                           ThTheme           *theme,
                                           const ThFlameView *view,
                                           guint32            frame,
                                           double            *x,
                                           double            *y,
                                           double            *width);

/* --- words ------------------------------------------------------------- */

/* "1.234 ms", "1 234"; free with g_free(). */
char               *th_flame_format_value (ThFlame           *self,
                                           gint64             value,
                                           ThResolution       resolution);
/* "12.3 %" of all. */
char               *th_flame_format_share (ThFlame           *self,
                                           gint64             value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThFlame, th_flame_free)

G_END_DECLS
