/* th-test-dat.h - reads the format texts of a trace.dat, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A small reader of the header of a v6 or v7 file.  It uses neither the loader under test nor
 * libtracecmd, which does not keep the texts of formats.
 */
#pragma once

#include "th-format.h"

G_BEGIN_DECLS

typedef struct
{
  char     *name; /* name of the file, without its folder */
  gboolean  big_endian;
  guint     long_size;
  char     *kallsyms;
  gsize     kallsyms_size;
  char     *printk;
  gsize     printk_size;
  GPtrArray *systems; /* char *, one for each text */
  GPtrArray *texts;   /* GBytes * */
} ThTestDat;

/* Returns NULL if this cannot read the file. */
ThTestDat *th_test_dat_open    (const char *path);
/* Opens $THRESHER_TRACES/@name or, if that is not set, a small recording of tests/data. */
ThTestDat *th_test_dat_find    (const char *name);
void       th_test_dat_free    (ThTestDat  *self);

/* Returns formats with the symbols and printk formats of @self, which must outlive them. */
ThFormats *th_test_dat_formats (ThTestDat  *self);

/* Returns the sorted paths of the recordings in $THRESHER_TRACES (and of the copies in
 * tests/data); empty if that is not set. */
GPtrArray *th_test_dat_list    (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ThTestDat, th_test_dat_free)

G_END_DECLS
