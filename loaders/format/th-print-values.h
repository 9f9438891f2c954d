/* th-print-values.h - a record that is printed, and the values that it has
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * What prints pieces of a record, strings and addresses, shares this.
 */
#pragma once

#include "th-format.h"
#include "th-print-output.h"
#include "th-print-tree.h"

G_BEGIN_DECLS

/* Limits for untrusted formats. */
#define TH_FORMAT_MAX_ARGS    32

typedef struct
{
  gboolean    is_text;
  guint64     value;
  const char *text;
  gsize       size;
} ThRunArg;

#define TH_SYMBOL_CACHE 256 /* a power of two */

typedef struct
{
  guint64     address;
  guint64     offset;
  const char *name;
  gboolean    used;
} ThSymbolSlot;

typedef struct
{
  ThFormats     *formats;
  guint          long_size;
  const guint8  *data;
  gsize          size;
  gboolean       big_endian;
  GHashTable    *no_texts; /* fields found to contain non-text bytes */
  ThOutput       out;
  ThRunArg       args[TH_FORMAT_MAX_ARGS];
  guint          n_args;
  ThSymbolSlot   symbols[TH_SYMBOL_CACHE];
} ThRun;

/* Evaluates an argument; @self may be NULL if that is constant. */
guint64 th_run_eval   (ThRun               *self,
                       const ThNode        *node);
guint64 th_run_read   (ThRun               *self,
                       gsize                offset,
                       gsize                size);
/* Finds the dynamic field @field; offset and length are within the record. */
void    th_run_locate (ThRun               *self,
                       const ThFormatField *field,
                       gsize               *offset,
                       gsize               *length);

G_END_DECLS
