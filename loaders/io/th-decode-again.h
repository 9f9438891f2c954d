/* th-decode-again.h - what the sources of columns that are decoded again have in common
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Several threads decode at once (ThColumnSource in th-column-cache.h).  Each uses a decoder, an
 * object of the loader with the buffers that decoding needs.  Decoders that no thread uses are kept
 * for the next one.
 *
 * The first member of a loader's source must be a ThDecodeAgain.  Any thread may call these
 * functions, except th_decode_again_init() and th_decode_again_clear().
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct
{
  ThRecording   *recording;
  gpointer     (*new_decoder) (gpointer source);
  GMutex         lock;
  GPtrArray     *idle;    /* decoders; protected by the lock */
  gint           changed; /* atomic; the change of the file was reported */
} ThDecodeAgain;

/* @new_decoder: makes a decoder; it is passed @self.  @recording must outlive @self. */
void     th_decode_again_init      (ThDecodeAgain  *self,
                                    ThRecording    *recording,
                                    gpointer      (*new_decoder) (gpointer source),
                                    GDestroyNotify  free_decoder);
/* All decoders must have been given back. */
void     th_decode_again_clear     (ThDecodeAgain  *self);

/* Returns the decoder that was given back last, so that a thread that reads in sequence mostly gets
 * its own again, or a new one if none is idle. */
gpointer th_decode_again_take      (ThDecodeAgain  *self);
void     th_decode_again_give_back (ThDecodeAgain  *self,
                                    gpointer        decoder);

/* Reports, once, that the file of @source has changed: the "changed" of ThColumnSource. */
void     th_decode_again_report_changed (gpointer  source);

G_END_DECLS
