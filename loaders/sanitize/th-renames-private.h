/* th-renames-private.h - the tables of names, for the files that find, make and list them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-renames.h"

G_BEGIN_DECLS

#define TH_RENAMES_SECRET 32 /* bytes */
#define TH_RENAMES_SHORT 8   /* names below this size may run out */
#define TH_FAMILY_NAME TH_ADDRESS_N
#define TH_ALL_KINDS G_MAXUINT

typedef struct
{
  guint8        family; /* ThAddressFamily, or TH_FAMILY_NAME */
  gsize         size;
  const guint8 *bytes;
} ThRenameKey;

/* A name or an address that was found. */
typedef struct
{
  ThRenameKey key;
  guint8     *made;  /* the new one; NULL: it stays, or is not made yet */
  guint8      first_kind;
  guint16     kinds; /* bits */
  gboolean    is_part; /* of the name of an author */
  guint32     counts[TH_PERSONAL_N];
} ThRename;

/* The name of a recording and its new name, each with its lengths with and without the suffix. */
typedef struct
{
  char *old_name;
  char *new_name;
  gsize old_lengths[2];
  gsize new_lengths[2];
} ThRenameFile;

struct _ThRenames
{
  guint8           secret[TH_RENAMES_SECRET];
  gboolean         is_frozen;
  gboolean         is_complete; /* no other name is renamed */
  ThPersonalChoice choices[TH_PERSONAL_N];
  GHashTable      *entries; /* ThRename, by its key */
  GHashTable      *taken;   /* ThRenameKey of what was made */
  gboolean         is_short_of[2][TH_RENAMES_SHORT]; /* strictly free names, free ones */
  GHashTable      *words;   /* first word of a name → GPtrArray of ThRename, the longest first */
  GPtrArray       *files;   /* ThRenameFile, or NULL */
  guint64          counts[TH_PERSONAL_N];
  GHashTable      *samples[TH_PERSONAL_N]; /* of kinds without names */
};

void       th_renames_make_tables (ThRenames      *self);
/* NULL if it was not found. */
ThRename  *th_renames_find        (ThRenames      *self,
                                   guint           family,
                                   const guint8   *bytes,
                                   gsize           size);
/* The same, which is found from now on, as a name of @kind. */
ThRename  *th_renames_need        (ThRenames      *self,
                                   ThPersonalKind  kind,
                                   guint           family,
                                   const guint8   *bytes,
                                   gsize           size);
/* Those that have one of @kinds, in an order that depends on nothing else. */
GPtrArray *th_renames_list        (ThRenames      *self,
                                   guint           kinds);
/* That order; of pointers to them, for g_ptr_array_sort(). */
int        th_rename_compare      (gconstpointer   a,
                                   gconstpointer   b);

/* Makes the name known to searches in texts; longer names are added later. */
void       th_renames_index       (ThRenames      *self,
                                   ThRename       *entry);
/* Renames parts of the names of authors as authors, unless those are kept. */
void       th_renames_join_parts  (ThRenames      *self);
/* Adds the name of a recording; takes ownership of both names. */
void       th_renames_take_file   (ThRenames      *self,
                                   char           *old_name,
                                   char           *new_name);
/* Derives the secret from @key, or from random bytes. */
void       th_renames_make_secret (ThRenames      *self,
                                   const char     *key);
/* Makes the new name of @entry. */
void       th_renames_make        (ThRenames      *self,
                                   ThRename       *entry);

G_END_DECLS
