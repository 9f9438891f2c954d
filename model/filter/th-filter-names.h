/* th-filter-names.h - resolves the names of an expression
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A name is a field of every event, like `ts`, a field of some records, a value found by an
 * analysis, or an event type.  Names may contain characters that are also operators: only
 * the recording knows whether `len/8` is a quotient or an event type.
 */
#pragma once

#include "th-filter-ast.h"

G_BEGIN_DECLS

/* Returns the field of that name that every event has; SUBJECT_NONE if there is none. */
FilterSubject filter_find_builtin     (const char  *name);
/* Returns whether every event has a field of that name, so that one of a record needs the prefix
 * "field.". */
gboolean      filter_name_is_builtin  (const char  *name);
/* Returns whether the recording has a type of this system, or of this name; both are globs. */
gboolean      filter_name_is_type     (ThRecording *recording,
                                       const char  *system,
                                       const char  *name);
/* Returns whether analyses found values of this name; the noun may be missing, as it is in a
 * filter of their table. */
gboolean      filter_name_is_of_flows (ThRecording *recording,
                                       const char  *name);
/* Returns whether @name can be used in arithmetic. */
gboolean      filter_name_is_value    (ThRecording *recording,
                                       const char  *name);
/* Returns whether "len/8", with the slash at byte @slash, is not a type of the system "len". */
gboolean      filter_is_quotient      (ThRecording *recording,
                                       const char  *text,
                                       guint        slash);

G_END_DECLS
