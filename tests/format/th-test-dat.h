/* th-test-dat.h - the texts inside a trace.dat, for tests of formats
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A small reader of the head of a v6 or v7 file, on its own two feet: neither
 * the loader under test nor libtracecmd, which keeps no text of a format.
 */
#pragma once

#include "th-format.h"

G_BEGIN_DECLS

typedef struct
{
  char     *name; /* of the file, without its folder */
  gboolean  big_endian;
  guint     long_size;
  char     *kallsyms;
  gsize     kallsyms_size;
  char     *printk;
  gsize     printk_size;
  GPtrArray *systems; /* char *, one for each text */
  GPtrArray *texts;   /* GBytes * */
} ThTestDat;

/* NULL if the file is none that this reads. */
ThTestDat *th_test_dat_open    (const char *path);
/* $THRESHER_TRACES/@name; without, a small recording of tests/data. */
ThTestDat *th_test_dat_find    (const char *name);
void       th_test_dat_free    (ThTestDat  *self);

/* With the symbols and printk formats of @self, which must stay. */
ThFormats *th_test_dat_formats (ThTestDat  *self);

/* The recordings of $THRESHER_TRACES (and what was copied to tests/data):
 * paths, sorted.  Empty without. */
GPtrArray *th_test_dat_list    (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTestDat, th_test_dat_free)

G_END_DECLS
