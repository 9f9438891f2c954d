/* th-flame-private.h - frames of a flame graph, by depth
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-flame.h"

G_BEGIN_DECLS

struct _ThFlame
{
  ThResults    *results;
  ThCallTree   *tree;
  guint         weight;
  gboolean      is_difference;
  gint64        whole;      /* of a difference: the total that shares refer to */
  ThFlameFrame *frames;
  guint32       n_frames;
  guint32      *last;       /* by frame: the last frame inside it */
  guint32      *of_node;    /* node → frame */
  guint32       n_nodes;
  GPtrArray    *depths;     /* of GArray: frames of a depth, from left to right */
  guint8       *matches;    /* by frame, whether it matches; NULL: no search */
  guint32       n_matches;
  gint64        matched;
};

/* The index, within @depth, of the first frame that ends to the right of @weight, or the
 * number of frames of that depth. */
guint th_flame_first_at (ThFlame *self,
                         guint    depth,
                         gint64   weight);

G_END_DECLS
