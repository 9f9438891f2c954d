/* th-event-format.h - one event format, parsed
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format text is read by one lexer (th-print-lex.c) into fields
 * (th-format-fields.c) and a tree of its print arguments (th-print-parse.c).
 * The compiler (th-print-compile.c) splits the print string into pieces, each with
 * its conversion and the tree to print; th-print-run.c executes the pieces for a
 * record.  Shared data is built once under a lock and never changes afterwards.
 *
 * Trees have the shape that libtraceevent gives them, which is not always that of a
 * C compiler, because users compare with its output.
 */
#pragma once

#include "th-format.h"
#include "th-pool.h"

G_BEGIN_DECLS

/* Limits for untrusted formats. */
#define TH_FORMAT_MAX_FIELDS  1024
#define TH_FORMAT_MAX_OFFSET  (16 << 20)
#define TH_FORMAT_MAX_TEXT    (256 << 10)

typedef enum
{
  TH_FORMAT_FIELD_ARRAY    = 1 << 0,
  TH_FORMAT_FIELD_POINTER  = 1 << 1,
  TH_FORMAT_FIELD_SIGNED   = 1 << 2,
  TH_FORMAT_FIELD_STRING   = 1 << 3,
  TH_FORMAT_FIELD_DYNAMIC  = 1 << 4,
  TH_FORMAT_FIELD_LONG     = 1 << 5,
  TH_FORMAT_FIELD_RELATIVE = 1 << 6
} ThFormatFieldFlags;

/* A field as parsed by libtraceevent; the ThField is derived from it. */
typedef struct
{
  const char        *name;
  const char        *type;
  guint32            offset;
  guint32            size;
  guint32            array_length;
  guint32            element_size;
  ThFormatFieldFlags flags;
} ThFormatField;

typedef struct _ThProgram     ThProgram;
typedef struct _ThEventFormat ThEventFormat;

/* One format file.  Everything below @ready is written under the lock of
 * ThFormats before @ready is set. */
struct _ThEventFormat
{
  guint          id;
  char          *system;
  char          *name;
  char          *text;
  gsize          size;
  gint           ready;

  ThPool        *pool;
  ThFormatField *fields;
  guint          n_fields;
  guint          n_common;
  gboolean       has_fields; /* whether the fields could be parsed; a record needs them */
  gboolean       is_ftrace;
  gboolean       is_bprint;
  ThFieldTable   table;

  ThProgram     *program;
  ThFormatKind   kind;
  const char    *why;
  gboolean       tep_safe;
};

G_END_DECLS
