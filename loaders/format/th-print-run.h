/* th-print-run.h - prints one record, piece by piece
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The files that print pieces, strings and addresses call each other, so they share this
 * header.
 */
#pragma once

#include "th-print-output.h"
#include "th-print-program.h"

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

void        th_run_program   (ThRun           *self,
                              const ThProgram *program);
void        th_run_piece     (ThRun           *self,
                              const ThPiece   *piece);
guint64     th_run_eval      (ThRun           *self,
                              const ThNode    *node);
guint64     th_run_read      (ThRun           *self,
                              gsize            offset,
                              gsize            size);
/* Finds the dynamic field @field; offset and length are within the record. */
void        th_run_locate    (ThRun               *self,
                              const ThFormatField *field,
                              gsize               *offset,
                              gsize               *length);
const char *th_run_symbol    (ThRun           *self,
                              guint64          address,
                              guint64         *offset);
/* Pieces that are printed by other files. */
void        th_run_string    (ThRun           *self,
                              const ThPiece   *piece,
                              const ThNode    *node,
                              int              star);
void        th_run_pointer   (ThRun           *self,
                              const ThPiece   *piece,
                              int              star);
/* Prints " name=value …", like libtraceevent without a print format. */
void        th_run_fields    (ThRun               *self,
                              const ThEventFormat *event,
                              gboolean             failed);

G_END_DECLS
