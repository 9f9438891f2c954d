/* th-reader-thread.h - the thread that brings a pipe, or what is unpacked, into a spool
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Of ThBytes alone.  What has come may be read at once by any thread.
 */
#pragma once

#include "th-bytes.h"

G_BEGIN_DECLS

typedef struct _ThInlet ThInlet;

/* Takes @fd, of a pipe, a terminal or a socket. */
ThInlet  *th_inlet_new_pipe     (int            fd,
                                 GError       **error);
/* @packed stays the caller's, and must live as long. */
ThInlet  *th_inlet_new_unpack   (ThBytes       *packed,
                                 ThWrapper      wrapper,
                                 GError       **error);
/* Ends the thread, which may take as long as it unpacks one piece. */
void      th_inlet_free         (ThInlet       *self);

void      th_inlet_stop         (ThInlet       *self);
guint64   th_inlet_get_size     (ThInlet       *self);
gboolean  th_inlet_is_open      (ThInlet       *self);
guint64   th_inlet_wait         (ThInlet       *self,
                                 guint64        size,
                                 gint           timeout_ms);
gssize    th_inlet_read         (ThInlet       *self,
                                 guint64        offset,
                                 void          *buffer,
                                 gsize          size);
/* Packed bytes that were used so far. */
guint64   th_inlet_get_used     (ThInlet       *self);
/* Once it has ended. */
gboolean  th_inlet_get_problem  (ThInlet       *self,
                                 ThProblemKind *kind,
                                 guint64       *offset,
                                 const char   **detail);

G_END_DECLS
