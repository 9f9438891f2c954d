/* th-notice.h - a message that disappears after some seconds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Property, read-only, with notify: "text" (string, with all its lines; NULL while there is no
 * message).
 *
 * Main thread.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define TH_TYPE_NOTICE (th_notice_get_type ())
G_DECLARE_FINAL_TYPE (ThNotice, th_notice, TH, NOTICE, GObject)

ThNotice   *th_notice_new      (void);
/* Replaces the message, and shows it for the full time; NULL ends it. */
void        th_notice_say      (ThNotice   *self,
                                const char *text);
/* Shows what happened without the user: a message of th_notice_say() is shown for its time first.
 * NULL ends only a remark, shown or waiting. */
void        th_notice_remark   (ThNotice   *self,
                                const char *text);
/* Owned by @self; NULL if there is none. */
const char *th_notice_get_text (ThNotice   *self);

G_END_DECLS
