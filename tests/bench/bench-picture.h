/* bench-picture.h - the data of a picture of all lanes, as the window asks for it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-recording.h"

/* The number of pixels of a lane. */
#define BENCH_PIXELS 2000

typedef struct _BenchPicture BenchPicture;

/* @recording must outlive the picture.  The lanes are divided among @n_workers threads; if that is
 * 0, the calling thread draws all of them. */
BenchPicture *bench_picture_new   (ThRecording  *recording,
                                   guint         n_workers);
void          bench_picture_free  (BenchPicture *self);
/* Requests the events and the tasks of the pixels of all lanes. */
void          bench_picture_draw  (BenchPicture *self,
                                   gint64        from,
                                   gint64        to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (BenchPicture, bench_picture_free)
