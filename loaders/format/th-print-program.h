/* th-print-program.h - a compiled print format
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-print-tree.h"

G_BEGIN_DECLS

/* Limits for untrusted formats. */
#define TH_FORMAT_MAX_PIECES  1024
#define TH_FORMAT_MAX_WIDTH   4096

typedef enum
{
  TH_PIECE_TEXT,
  TH_PIECE_NUMBER,
  TH_PIECE_POINTER,
  TH_PIECE_STRING
} ThPieceKind;

typedef enum
{
  TH_SPEC_MINUS      = 1 << 0,
  TH_SPEC_PLUS       = 1 << 1,
  TH_SPEC_ALTERNATE  = 1 << 2,
  TH_SPEC_ZERO       = 1 << 3,
  TH_SPEC_STAR_WIDTH = 1 << 4,
  TH_SPEC_STAR_PRECISION = 1 << 5,
  TH_SPEC_PLAIN      = 1 << 6 /* none of the other flags: the fast path */
} ThSpecFlags;

/**
 * ThPiece:
 * @conversion: d u i x X o c for a NUMBER
 * @length: -2 (char) to 2 (long long) for a NUMBER; bytes of a TEXT
 * @text: a TEXT; for a POINTER the extension after the p
 * @star: the argument of a `*`
 */
typedef struct
{
  guint8       kind;
  char         conversion;
  guint8       flags;
  gint32       length;
  gint32       width;
  gint32       precision; /* -1: none */
  const char  *text;
  ThNode      *arg;
  ThNode      *star;
} ThPiece;

struct _ThProgram
{
  ThPiece *pieces;
  guint    n_pieces;
};

G_END_DECLS
