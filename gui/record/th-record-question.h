/* th-record-question.h - questions before something that was recorded is lost
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*ThRecordAnswer) (gpointer object);

/* Asks whether to discard a recording; calls @discard with @object, which is kept alive, if so. */
void th_record_ask_discard (GtkWindow      *parent,
                            const char     *text,
                            ThRecordAnswer  discard,
                            gpointer        object);
/* Asks what becomes of a recording whose window is to be closed. */
void th_record_ask_close   (GtkWindow      *parent,
                            ThRecordAnswer  keep,
                            ThRecordAnswer  discard,
                            gpointer        object);

G_END_DECLS
