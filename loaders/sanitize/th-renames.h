/* th-renames.h - the personal names and addresses that were found, and the new ones
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Names are found first, in everything that is sanitized together; each function below only counts
 * then.  After th_renames_freeze() the same functions overwrite what they are given.  So the code
 * that walks over a file is written once, and no new name is one that was found.
 *
 * A new name has the length of the old one, is no ordinary word, and is made by HMAC-SHA-256 from
 * the key and the old one: without the key nobody can try names from a dictionary.  Two names never
 * become the same.  If that had to be avoided, which happens for short names alone, the new name
 * also depends on the others that were found.  A name is the same whatever its kind, so a task has
 * the name of its program's file.  Names of recordings are the exception: they become
 * "recording-1.dat" and so on.
 *
 * One thread at a time.
 */
#pragma once

#include "th-address.h"
#include "th-personal.h"

G_BEGIN_DECLS

typedef struct _ThRenames ThRenames;

/* @key: any text; NULL for a random key, which is never stored. */
ThRenames       *th_renames_new         (const char        *key);
/* Creates a frozen table that contains only the names added by th_renames_add_back(). */
ThRenames       *th_renames_new_back    (void);
void             th_renames_free        (ThRenames         *self);
/* Renames @new_name back to @old_name; pairs must be added in the order of th_renames_foreach().
 * A new name that stands for two old ones is not renamed.  Returns FALSE if the old name is not
 * UTF-8. */
gboolean         th_renames_add_back    (ThRenames         *self,
                                         ThPersonalKind     kind,
                                         const char        *old_name,
                                         const char        *new_name);

/* Every kind is renamed at first.  Not after th_renames_freeze(). */
void             th_renames_set_choice  (ThRenames         *self,
                                         ThPersonalKind     kind,
                                         ThPersonalChoice   choice);
ThPersonalChoice th_renames_get_choice  (ThRenames         *self,
                                         ThPersonalKind     kind);
void             th_renames_freeze      (ThRenames         *self);
gboolean         th_renames_is_frozen   (ThRenames         *self);

/* --- names and addresses ------------------------------------------------ */

/* A name of @size bytes, which has no NUL. */
void             th_renames_name        (ThRenames         *self,
                                         ThPersonalKind     kind,
                                         char              *name,
                                         gsize              size);
/* The name of an author, which is valid UTF-8: its parts of at least 3 letters are names, too. */
void             th_renames_author      (ThRenames         *self,
                                         char              *name,
                                         gsize              size);
/* A binary address. */
void             th_renames_address     (ThRenames         *self,
                                         ThAddressFamily    family,
                                         guint8            *address);
/* The address @address that @text is. */
void             th_renames_address_text (ThRenames        *self,
                                          ThAddressFamily   family,
                                          const guint8     *address,
                                          char             *text,
                                          gsize             size);
/* Whether that IPv4 address was found anywhere. */
gboolean         th_renames_has_v4      (ThRenames         *self,
                                         const guint8      *address);
/* Counts a place without a name: a text, or bytes; @sample may be NULL. */
void             th_renames_count       (ThRenames         *self,
                                         ThPersonalKind     kind,
                                         const char        *sample,
                                         gsize              size);
/* The length of the longest name that was found and that is the word at @at of @text; or 0.  Only
 * after th_renames_freeze(). */
gsize            th_renames_match       (ThRenames         *self,
                                         const char        *text,
                                         gsize              size,
                                         gsize              at);
/* Overwrites such a name. */
void             th_renames_replace     (ThRenames         *self,
                                         char              *name,
                                         gsize              size);

/* --- names of recordings ------------------------------------------------- */

/* Adds the name of the next recording of a review, in its order.  Not after th_renames_freeze(). */
void             th_renames_add_file    (ThRenames         *self,
                                         const char        *name);
/* The name that the @index-th recording gets, which is its old one if names of recordings are kept;
 * NULL if there are fewer. */
const char      *th_renames_get_file    (ThRenames         *self,
                                         guint              index);
/* The length of the longest name of a recording, with its suffix or without, that is the word at
 * @at of @text; or 0.  Without its suffix it has to be more than a word, unless @text is the name
 * of a file itself.  Sets *@made and *@made_length to the new one. */
gsize            th_renames_match_file  (ThRenames         *self,
                                         const char        *text,
                                         gsize              at,
                                         gboolean           is_name,
                                         const char       **made,
                                         gsize             *made_length);

/* --- what was found ----------------------------------------------------- */

/* In how many places. */
guint64          th_renames_get_count   (ThRenames         *self,
                                         ThPersonalKind     kind);
/* How many different names. */
guint            th_renames_get_n_names (ThRenames         *self,
                                         ThPersonalKind     kind);
/* Up to @max of them, the most frequent first, as valid UTF-8.  Free with g_strfreev(). */
char           **th_renames_dup_samples (ThRenames         *self,
                                         ThPersonalKind     kind,
                                         guint              max);

/* Called for each name that changes, both as valid UTF-8. */
typedef void (*ThRenamesFunc) (ThPersonalKind  kind,
                               const char     *old_name,
                               const char     *new_name,
                               gpointer        data);
void             th_renames_foreach     (ThRenames         *self,
                                         ThRenamesFunc      func,
                                         gpointer           data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThRenames, th_renames_free)

G_END_DECLS
