/* th-session-private.h - what the files of this room share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <json-glib/json-glib.h>

#include "th-session.h"

G_BEGIN_DECLS

#define TH_SESSION_FORMAT "thresher-session"

#define TH_SESSION_N_LANE_FLAGS 7u
extern const char *const th_session_lane_flags[TH_SESSION_N_LANE_FLAGS];
extern const char *const th_session_markers[TH_SESSION_N_MARKERS];

/* Adds the session to @builder as an object. */
void       th_session_build  (const ThSession *self,
                              JsonBuilder     *builder);

/* Parses untrusted text of at most @max_length bytes.  Returns an object, or NULL. */
JsonNode  *th_session_parse  (const char      *text,
                              gsize            length,
                              gsize            max_length,
                              GError         **error);
/* Whether @root is of @format and not of a later version than @newest. */
gboolean   th_session_check  (JsonObject      *root,
                              const char      *format,
                              gint64           newest,
                              GError         **error);
ThSession *th_session_read   (JsonObject      *root,
                              GError         **error);

G_END_DECLS
