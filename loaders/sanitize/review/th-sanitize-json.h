/* th-sanitize-json.h - removes personal data from the notes and sessions of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * All texts in a JSON object are sanitized but those that the program gave their meaning: ids,
 * kinds, names of events and tables.  Keys of recordings become those of the sanitized ones.
 */
#pragma once

#include <json-glib/json-glib.h>

#include "th-sanitize.h"

G_BEGIN_DECLS

/**
 * ThSanitizeJson:
 * @sanitizer: has the names; while they are surveyed, results are of no use
 * @keys: old key of a recording → new one
 * @uris: old key of a recording → URI of the new one, absolute or relative to the sessions' folder
 * @keeps_uris: whether those of other recordings stay; else they are removed
 */
typedef struct
{
  ThSanitizer *sanitizer;
  GHashTable  *keys;
  GHashTable  *uris;
  gboolean     keeps_uris;
} ThSanitizeJson;

/* Returns the text of the object in @text, as one line or as several; NULL if there is no object.
 * Free with g_free(). */
char *th_sanitize_json (const ThSanitizeJson *self,
                        const char           *text,
                        gsize                 length,
                        gboolean              pretty);

G_END_DECLS
