/* th-filter-names.h - what the names of an expression stand for
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A name is a field of every event, like `ts`, a field of some records, a value that
 * analyses found, or an event type.  Names may contain letters that are operators as
 * well: only the recording knows whether `len/8` is a quotient or an event type.
 */
#pragma once

#include "th-filter-ast.h"

G_BEGIN_DECLS

/* Returns SUBJECT_NONE if events do not all have a field of this name. */
FilterSubject filter_find_builtin     (const char  *name);
/* Whether every event has it, so that the field of a record needs "field." before it. */
gboolean      filter_name_is_builtin  (const char  *name);
/* Whether the recording has a type of this system, or of this name; both are globs. */
gboolean      filter_name_is_type     (ThRecording *recording,
                                       const char  *system,
                                       const char  *name);
/* Whether analyses found values of this name; the noun may be missing, as it is in a
 * filter of their table. */
gboolean      filter_name_is_of_flows (ThRecording *recording,
                                       const char  *name);
/* Whether one can compute with @name. */
gboolean      filter_name_is_value    (ThRecording *recording,
                                       const char  *name);
/* Whether "len/8", with the slash at byte @slash, is not a type of the system "len". */
gboolean      filter_is_quotient      (ThRecording *recording,
                                       const char  *text,
                                       guint        slash);

G_END_DECLS
