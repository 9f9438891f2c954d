/* th-refusal.h - the dialog that says why something cannot be opened
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Presents a dialog over @parent with @title and, below it, @reason, which may have texts from a
 * file. */
void th_refusal_show (GtkWindow  *parent,
                      const char *title,
                      const char *reason);

G_END_DECLS
