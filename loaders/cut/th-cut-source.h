/* th-cut-source.h - the events of a trace.dat in the order of the file, with their bytes
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-tracedat-file.h"

G_BEGIN_DECLS

/**
 * ThCutEvent:
 * @place: as in th-tracedat.h
 * @stamp: of the ring buffer
 * @record: the bytes of its record, @size of them, a multiple of 4
 * @lost: how many events were lost just before it; -1: unknown
 */
typedef struct
{
  guint64       place;
  guint64       stamp;
  const guint8 *record;
  gsize         size;
  gint64        lost;
} ThCutEvent;

/* The place of the next event that is wanted; G_MAXUINT64 if none is. */
typedef guint64 (*ThCutNextFunc) (gpointer data);
/* Returns FALSE to stop. */
typedef gboolean (*ThCutEventFunc) (const ThCutEvent *event,
                                    gpointer          data);

typedef struct _ThCutSource ThCutSource;

/* Reads the header of @path. */
ThCutSource *th_cut_source_new      (const char      *path,
                                     GError         **error);
void         th_cut_source_free     (ThCutSource     *self);
/* What the header says; owned by @self. */
ThTdFile    *th_cut_source_get_file (ThCutSource     *self);
/* Calls @func for each event of a CPU, except those of pages without any that @next wants: these
 * are neither read nor unpacked.  A @next of NULL wants all.  Damaged pages are left out, as the
 * loader does.  FALSE if @func stopped it, or if the file cannot be read, with @error set. */
gboolean     th_cut_source_foreach  (ThCutSource     *self,
                                     ThTdBuffer      *buffer,
                                     ThTdCpu         *cpu,
                                     ThCutNextFunc    next,
                                     ThCutEventFunc   func,
                                     gpointer         data,
                                     GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThCutSource, th_cut_source_free)

G_END_DECLS
