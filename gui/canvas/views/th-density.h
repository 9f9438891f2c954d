/* th-density.h - how many events each column of the overview has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Counting reads columns of all CPUs, which may have to be decoded, so the window counts on a
 * worker thread.  The struct has all that is needed for that: it holds references to the
 * recording and the filter, and reads nothing of the scene.  Make it on the thread of the
 * scene; count and free it on any thread.
 */
#pragma once

#include "th-scene.h"
#include "th-view.h"

G_BEGIN_DECLS

typedef struct _ThDensity ThDensity;

/* Describes @n columns of the scene from view->from to view->to.  What @last, which may be NULL,
 * has counted of the same is not counted again. */
ThDensity     *th_density_new         (ThScene         *scene,
                                       const ThView    *view,
                                       guint            n,
                                       const ThDensity *last);
void           th_density_free        (ThDensity       *self);
/* Whether both describe the same. */
gboolean       th_density_equal       (const ThDensity *self,
                                       const ThDensity *other);

/* Counts; stops before a CPU if *@cancelled (atomic; may be NULL) is set, and is useless then. */
void           th_density_count       (ThDensity       *self,
                                       const int       *cancelled);
guint          th_density_get_n       (const ThDensity *self);
/* The events of each column; NULL unless counted. */
const guint64 *th_density_get_all     (const ThDensity *self);
/* Those of them that match the filter; NULL without a filter. */
const guint64 *th_density_get_matched (const ThDensity *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThDensity, th_density_free)

G_END_DECLS
