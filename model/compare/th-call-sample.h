/* th-call-sample.h - the call trees of one recording, kept after it is closed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A comparison loads one recording after the other.  A sample is what it keeps of the call
 * trees of each: names and weights, without events.  It does not refer to the recording or
 * to its results.
 *
 * Trees are bounded: of a tree with more than %TH_CALL_SAMPLE_MAX_NODES nodes, those with
 * the largest share of any weight are kept.  The weights of the others are added to a node
 * %TH_CALL_SAMPLE_REST below the closest caller that is kept, so that all totals of kept
 * nodes stay exact.
 *
 * Immutable: any thread may read it.  All strings are valid UTF-8.
 */
#pragma once

#include "th-results.h"

G_BEGIN_DECLS

/* The trees of about 30 recordings fit into one (%TH_CALL_MAX_NODES), even if none of their
 * nodes are the same. */
#define TH_CALL_SAMPLE_MAX_NODES (1u << 15)
/* The name of nodes that stand for functions that were left out. */
#define TH_CALL_SAMPLE_REST "…"

typedef struct _ThCallSample ThCallSample;

/**
 * ThCallSampleNode:
 * @caller: index of the caller, always smaller; 0 for the root itself, which is first
 * @name: index for th_call_sample_get_name(); 0 for the root
 * @own: the weights of the chains that end here; none is negative
 */
typedef struct
{
  guint32    caller;
  guint32    name;
  ThCallKind kind;
  gint64     own[TH_CALL_MAX_WEIGHTS];
} ThCallSampleNode;

/**
 * ThCallSampleTree:
 * @analysis: id of the analysis without its parameters: "stacks"; if the sample has several
 *   runs of it, that of the second and later ones has them: "stacks(31.7,31.8)"
 * @id, @title: of the tree; the title is translated
 * @weights: @n_weights of them; static
 * @nodes: (element-type ThCallSampleNode): callers come before their callees
 * @n_left_out: number of nodes of the recording's tree that were not kept
 */
typedef struct
{
  char               *analysis;
  char               *id;
  char               *title;
  const ThCallWeight *weights;
  guint               n_weights;
  GArray             *nodes;
  guint32             n_left_out;
} ThCallSampleTree;

/* Copies the published call trees of @all (element-type ThResults), except for those
 * without chains.  @resolution: that of the recording's clock.  Takes time proportional to
 * their nodes, and n log n for a tree that is cut.  Any thread. */
ThCallSample           *th_call_sample_take        (GPtrArray          *all,
                                                    ThResolution        resolution);
void                    th_call_sample_free        (ThCallSample       *self);

ThResolution            th_call_sample_get_resolution (const ThCallSample *self);
guint                   th_call_sample_get_n_trees (const ThCallSample *self);
const ThCallSampleTree *th_call_sample_get_tree    (const ThCallSample *self,
                                                    guint               index);
/* The number of different names; all indices of names are smaller. */
guint                   th_call_sample_get_n_names (const ThCallSample *self);
const char             *th_call_sample_get_name    (const ThCallSample *self,
                                                    guint32             name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCallSample, th_call_sample_free)

G_END_DECLS
