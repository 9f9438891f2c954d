/* th-table.h - rows with typed columns, produced by an analysis
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * One thread appends rows; any thread reads what is published, without locks.
 * A cell has 64 bits, whose meaning depends on the column.  A cell may be empty
 * (TH_CELL_NONE).  Each row has an anchor, the event that it leads to.
 *
 * Times, addresses and events take 8 bytes of a row; words, tasks and CPUs, which must be below
 * 2^32 - 1, take 3, other numbers 4, and 16 more if they do not fit (th-odd-values.h).  If a
 * table has four or more columns of words, tasks and CPUs, these take 4 bytes together, because
 * most rows have the same ones as an earlier row.  Values that other results already have need not
 * be stored: derived columns are computed when they are read (th_table_derive()).
 *
 * The span, the task and the CPU of a row follow from the kinds and roles of the
 * columns: see th-row-span.h.
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
  TH_COLUMN_TEXT,     /* a word of the results */
  TH_COLUMN_TASK,     /* task number; shown with its name at the row's time.  Or a word if it was
                         not a task: th_cell_from_word() */
  TH_COLUMN_CPU,      /* CPU number */
  TH_COLUMN_EVENT,    /* ThRef, 8 bytes */
  TH_COLUMN_SHARE,    /* per mille, shown as % */
  TH_COLUMN_STAGES    /* row of a flow (th-flows.h), shown as its stages */
} ThColumnKind;

/* What a column says about the row as a whole.  A table has at most one column of
 * each role other than TH_ROLE_NONE. */
typedef enum
{
  TH_ROLE_NONE,
  TH_ROLE_SPAN,        /* a duration: the row's span, from the time of its anchor */
  TH_ROLE_END,         /* a time: where the row's span ends, instead */
  TH_ROLE_BLAMED,      /* a task, or a word: who had the CPU during the span */
  TH_ROLE_BLAMED_TIME, /* a duration: for how long */
  TH_ROLE_SLICE,       /* any: the row is about the slice that its anchor begins or ends,
                          and about the task of that */
  TH_ROLE_CLASS,       /* a text or a count: rows of different recordings with the same value
                          are compared with each other */
  TH_ROLE_NUMBER       /* a count: how many things in the whole recording the row stands for;
                          without it a row stands for one */
} ThColumnRole;

/* @id: a stable id for scripts and filters (`wakeup.latency`); @title: N_().
 * @derived: not stored, see th_table_derive().
 * @values: all texts that the column can contain, %NULL-terminated; %NULL if any is possible. */
typedef struct
{
  const char        *id;
  const char        *title;
  ThColumnKind       kind;
  gboolean           derived;
  ThColumnRole       role;
  const char *const *values;
} ThColumn;

/* Computes a cell of a derived column in a published row.  Any thread. */
typedef gint64 (*ThCellFunc) (gconstpointer data,
                              guint32       row,
                              guint         column);

/* Returns a new filter expression (th-filter.h) that selects the flows, of the same
 * results, that row @row of a table stands for, or NULL.  @prefix precedes the id of
 * each column of the flows.  Any thread. */
typedef char *(*ThRowFlowsFunc) (const ThTable *table,
                                 guint32        row,
                                 const char    *prefix,
                                 gpointer       data);

/**
 * ThTableInfo:
 * @id: a stable id such as "wakeups"
 * @title: N_(): "Wakeups"
 * @noun: N_(): what one row is: "wakeup"
 * @columns: @n_columns of them; static
 * @sort: the initial sort column, or -1 for the order of rows
 * @descending: whether that sorts the biggest first
 * @is_inventory: rows are things that are there, such as CPUs and tasks, rather than what happened
 *   to them: their number does not grow with time, so it is not a rate
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
  gboolean        is_inventory;
} ThTableInfo;

#define TH_CELL_NONE G_MININT64

/* Marks a word in a column of tasks; numbers of tasks and words are far smaller. */
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

/* Sets the function that computes derived columns; call it before the first row.  @data
 * must live as long as the table. */
void               th_table_derive    (ThTable           *self,
                                       ThCellFunc         func,
                                       gconstpointer      data);

/* Sets the function that selects the flows of a row; likewise. */
void               th_table_set_flows (ThTable           *self,
                                       ThRowFlowsFunc     func,
                                       gpointer           data);

/* @cells: info->n_columns values; those of derived columns are ignored. */
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
/* The number of the column called @id; -1 if there is none. */
gint               th_table_find_column (const ThTable  *self,
                                       const char        *id);
/* The cell of the column called @id; TH_CELL_NONE if there is no such column. */
gint64             th_table_get_cell_by_id (const ThTable *self,
                                       guint32        row,
                                       const char    *id);
/* The filter expression of ThRowFlowsFunc; NULL if rows do not stand for flows. */
char              *th_table_dup_flows (const ThTable     *self,
                                       guint32            row,
                                       const char        *prefix);

G_END_DECLS
