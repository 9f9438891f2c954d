/* th-application.h - one process, several windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Opening a file (g_application_open()) raises the window that shows it, or shows it in an empty or
 * a new window.
 */
#pragma once

#include <gtk/gtk.h>

#include "th-window.h"

G_BEGIN_DECLS

#define TH_TYPE_APPLICATION (th_application_get_type ())
G_DECLARE_FINAL_TYPE (ThApplication, th_application, TH, APPLICATION, GtkApplication)

ThApplication *th_application_new (void);

G_END_DECLS
