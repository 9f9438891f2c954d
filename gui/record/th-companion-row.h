/* th-companion-row.h - a further target of a recording, on the page of the recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-companion.h"

G_BEGIN_DECLS

/* The name of @companion and what it does, kept up to date. */
GtkWidget *th_companion_row_new (ThCompanion *companion);

G_END_DECLS
