/* th-application.h - one process, several windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "th-window.h"

G_BEGIN_DECLS

#define TH_TYPE_APPLICATION (th_application_get_type ())
G_DECLARE_FINAL_TYPE (ThApplication, th_application, TH, APPLICATION, GtkApplication)

ThApplication *th_application_new       (void);
/* Raises the window that has @file open, or opens it in an empty or a new window. */
ThWindow      *th_application_open_file (ThApplication        *self,
                                         GFile                *file,
                                         const ThOpenOptions  *options);

G_END_DECLS
