/* th-pipe-reader.h - a reader thread for a pipe, a terminal or a socket
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-reader-thread.h"

G_BEGIN_DECLS

/* Takes ownership of @fd. */
ThReaderThread *th_pipe_reader_new (int      fd,
                                    GError **error);

G_END_DECLS
