/* th-command-row.h - a command to run on a target, with a button that copies it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* @command: not copied; it must outlive the widget. */
GtkWidget *th_command_row_new (const char *command);

G_END_DECLS
