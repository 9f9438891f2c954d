/* th-decode-again.h - what loaders share that decode columns again
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Several threads decode at once (ThColumnSource in th-column-cache.h), and each needs buffers of
 * its own, a decoder.  Those that no thread uses are kept here.  All functions but init and clear
 * may be called by any thread.
 */
#pragma once

#include "th-recording.h"

G_BEGIN_DECLS

typedef struct
{
  ThRecording *recording;
  GMutex       lock;
  GPtrArray   *idle;    /* decoders; under the lock */
  gint         changed; /* atomic; that the file has changed was reported */
} ThDecodeAgain;

/* @free_decoder: frees a decoder.  @recording must live longer than @self. */
void     th_decode_again_init    (ThDecodeAgain  *self,
                                  ThRecording    *recording,
                                  GDestroyNotify  free_decoder);
/* No thread uses a decoder any more. */
void     th_decode_again_clear   (ThDecodeAgain  *self);

/* Returns the decoder that was given back last, so that a thread that walks mostly gets its own
 * again; NULL if a new one has to be made. */
gpointer th_decode_again_take    (ThDecodeAgain  *self);
void     th_decode_again_give_back (ThDecodeAgain *self,
                                  gpointer        decoder);

/* Adds the problem to the recording, once. */
void     th_decode_again_report_changed (ThDecodeAgain *self);

G_END_DECLS
