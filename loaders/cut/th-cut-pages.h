/* th-cut-pages.h - ring-buffer pages made of single events, in memory
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Takes a whole page; returns FALSE to make th_cut_pages_add() fail. */
typedef gboolean (*ThCutPageFunc) (const guint8 *page,
                                   gpointer      data);

typedef struct _ThCutPages ThCutPages;

/* @commit_size: of the second number of a page's header: 4 or 8.  @take is called for each page of
 * @page_size bytes. */
ThCutPages *th_cut_pages_new   (guint          page_size,
                                guint          commit_size,
                                gboolean       big_endian,
                                ThCutPageFunc  take,
                                gpointer       data);
void        th_cut_pages_free  (ThCutPages    *self);
/* Appends an event: @size bytes of its record, a multiple of 4 above 0.  @lost: the number of
 * events that were lost just before it; -1: unknown; 0: none. */
gboolean    th_cut_pages_add   (ThCutPages    *self,
                                guint64        stamp,
                                const guint8  *record,
                                gsize          size,
                                gint64         lost);
/* Ends the last page. */
gboolean    th_cut_pages_flush (ThCutPages    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCutPages, th_cut_pages_free)

G_END_DECLS
