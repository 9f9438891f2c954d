/* th-table.h - rows with typed columns, as an analysis yields them
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread appends rows, any thread reads what is published, without locks.
 * A cell is 64 bits whose meaning the column tells.  A cell may be empty
 * (TH_CELL_NONE).  Each row leads somewhere: to an event, by its anchor.
 *
 * What numbers something (a word, a task, a CPU) is kept in 32 bits, all ones
 * for an empty cell.  What other results know already need not be kept at all:
 * such columns are derived when they are read (th_table_derive()).
 *
 * What a row is about (its span, its task, its CPU) follows from the kinds and
 * roles of its columns: see th-row-span.h.
 */
#pragma once

#include "th-arena.h"
#include "th-ref.h"

G_BEGIN_DECLS

typedef struct _ThTable ThTable;

typedef enum
{
  TH_COLUMN_TIME,     /* gint64 on the recording's clock */
  TH_COLUMN_DURATION, /* gint64 ns (or ticks) */
  TH_COLUMN_COUNT,    /* gint64 */
  TH_COLUMN_BYTES,    /* gint64 */
  TH_COLUMN_ADDRESS,  /* guint64, hexadecimal */
  TH_COLUMN_TEXT,     /* word in the results */
  TH_COLUMN_TASK,     /* task number; shown with its name at the row's time.  Or a
                         word where no task did it: th_cell_from_word() */
  TH_COLUMN_CPU,      /* CPU number */
  TH_COLUMN_EVENT,    /* ThRef, 8 bytes */
  TH_COLUMN_SHARE,    /* per mille, shown as % */
  TH_COLUMN_STAGES    /* row of a flow (th-flows.h): where its time went */
} ThColumnKind;

/* What a cell says of the row as a whole.  A table has at most one column of
 * each role other than TH_ROLE_NONE. */
typedef enum
{
  TH_ROLE_NONE,
  TH_ROLE_SPAN,        /* a duration: the row's span, from the time of its anchor */
  TH_ROLE_END,         /* a time: where the row's span ends, instead */
  TH_ROLE_BLAMED,      /* a task, or a word: who had the CPU during the span */
  TH_ROLE_BLAMED_TIME, /* a duration: for how long */
  TH_ROLE_SLICE        /* any: the row is about the slice that its anchor begins or ends,
                          and about the task of that */
} ThColumnRole;

/* @id is stable, for scripts and filters (`wakeup.latency`); @title is N_().
 * @derived: not kept, see th_table_derive(). */
typedef struct
{
  const char  *id;
  const char  *title;
  ThColumnKind kind;
  gboolean     derived;
  ThColumnRole role;
} ThColumn;

/* A cell of a derived column.  Any thread asks, for a row that is published. */
typedef gint64 (*ThCellFunc) (gconstpointer data,
                              guint32       row,
                              guint         column);

/* Which flows of the same results row @row of a table stands for, as an expression of
 * th-filter.h over their columns, each with @prefix before its id.  Returns a new
 * string, or NULL.  Any thread. */
typedef char *(*ThRowFlowsFunc) (const ThTable *table,
                                 guint32        row,
                                 const char    *prefix,
                                 gpointer       data);

/**
 * ThTableInfo:
 * @id: stable: "wakeups"
 * @title: N_(): "Wakeups"
 * @noun: N_(): what one row is: "wakeup"
 * @columns: @n_columns of them; static
 * @sort: column to sort by at first, or -1 for the order of rows
 * @descending: biggest first
 */
typedef struct
{
  const char     *id;
  const char     *title;
  const char     *noun;
  const ThColumn *columns;
  guint           n_columns;
  gint            sort;
  gboolean        descending;
} ThTableInfo;

#define TH_CELL_NONE G_MININT64

/* In a column of tasks; numbers of tasks and of words are far smaller. */
#define TH_CELL_WORD G_GINT64_CONSTANT (0x80000000)

static inline gint64
th_cell_from_word (guint32 word)
{
  return word | TH_CELL_WORD;
}

static inline gboolean
th_cell_is_word (gint64 cell)
{
  return cell != TH_CELL_NONE && (cell & TH_CELL_WORD) != 0;
}

static inline guint32
th_cell_to_word (gint64 cell)
{
  return cell & ~TH_CELL_WORD;
}

static inline gint64
th_cell_from_ref (ThRef ref)
{
  gint64 cell;

  __builtin_memcpy (&cell, &ref, sizeof cell);
  return cell;
}

static inline ThRef
th_cell_to_ref (gint64 cell)
{
  ThRef ref;

  __builtin_memcpy (&ref, &cell, sizeof ref);
  return ref;
}

ThTable           *th_table_new       (ThArena           *arena,
                                       const ThTableInfo *info);
void               th_table_free      (ThTable           *self);

/* Whom to ask for derived columns; before the first row.  @data lives as long
 * as the table. */
void               th_table_derive    (ThTable           *self,
                                       ThCellFunc         func,
                                       gconstpointer      data);

/* Whose flows the rows stand for; likewise. */
void               th_table_set_flows (ThTable           *self,
                                       ThRowFlowsFunc     func,
                                       gpointer           data);

/* @cells: info->n_columns of them, anything for derived ones. */
void               th_table_append    (ThTable           *self,
                                       ThRef              anchor,
                                       const gint64      *cells);
void               th_table_publish   (ThTable           *self);

const ThTableInfo *th_table_get_info  (const ThTable     *self);
guint32            th_table_get_n     (const ThTable     *self);
ThRef              th_table_get_anchor (const ThTable    *self,
                                       guint32            row);
gint64             th_table_get_cell  (const ThTable     *self,
                                       guint32            row,
                                       guint              column);
/* Which flows row @row stands for (ThRowFlowsFunc); NULL where rows stand for none. */
char              *th_table_dup_flows (const ThTable     *self,
                                       guint32            row,
                                       const char        *prefix);

G_END_DECLS
