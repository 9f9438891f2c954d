/* th-message.h - the dictionaries in frames
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A dictionary is a GVariant of type a{sv}.  docs/protocol.md lists the keys of each frame, with
 * their types and bounds.  A key that is unknown is ignored, so that later versions can add some; a
 * known key of another type counts as missing.  Strings are UTF-8, as GVariant checks.
 */
#pragma once

#include "th-wire-frame.h"

G_BEGIN_DECLS

/* Appends a frame with @message, which is consumed if it floats. */
void      th_message_append (GByteArray     *out,
                             ThWireFrameType type,
                             GVariant       *message);
/* Returns the dictionary of @frame, which outlives the frame; NULL and TH_WIRE_ERROR_PAYLOAD if
 * it is not one in normal form. */
GVariant *th_message_parse  (const ThWireFrame *frame,
                             GError           **error);

/* The value of a key, or the default if it is missing.  Strings belong to the message.  Integers
 * may have 32 or 64 bits. */
const char *th_message_get_string  (GVariant   *message,
                                    const char *key,
                                    const char *otherwise);
guint64     th_message_get_uint    (GVariant   *message,
                                    const char *key,
                                    guint64     otherwise);
gint64      th_message_get_int     (GVariant   *message,
                                    const char *key,
                                    gint64      otherwise);
gboolean    th_message_get_boolean (GVariant   *message,
                                    const char *key,
                                    gboolean    otherwise);
/* An array of strings ("as"), empty if the key is missing; g_free() the array alone. */
const char **th_message_get_strings (GVariant  *message,
                                    const char *key);

G_END_DECLS
