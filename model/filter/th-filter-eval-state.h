/* th-filter-eval-state.h - the state of one thread that evaluates a filter
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * th-filter-evaluator.c enters a CPU, a block and a row; the files below it test them.  Tests of
 * types and tasks are looked up in tables.  A block is tested by its index, then by its columns;
 * what these do not decide is tested row by row.
 */
#pragma once

#include "th-cpu-block.h"
#include "th-filter-arith-eval.h"
#include "th-reader.h"

G_BEGIN_DECLS

/* The result of a test for an event type or a task. */
enum
{
  SAYS_UNKNOWN, /* not evaluated yet */
  SAYS_NO,
  SAYS_YES,
  SAYS_OPEN     /* depends on the row */
};

typedef struct
{
  guint64 address;
  guint8  says;
} SymbolSlot;

/* The result of a test for a task during a span of time. */
typedef struct
{
  gint64  from;
  gint64  until;
  guint32 task;
  guint8  says;
} NameSlot;

#define N_NAME_SLOTS 16 /* a power of two */

#define N_SYMBOL_SLOTS 256 /* a power of two */

/* The state of one test in an evaluator. */
typedef struct
{
  guint8      *by_type;   /* n_types + 1; the last is for all types beyond */
  FilterPredicate *predicates;    /* like by_type; valid where that is SAYS_OPEN */
  gboolean     reads_columns; /* rather than the CPU or flows alone */
  guint64      yes_types; /* folded: types that occur and may pass */
  guint64      no_types;  /* folded: types that occur and may fail */
  guint32      only;      /* the one type that occurs and passes, or G_MAXUINT32 */
  guint8      *by_task;   /* n_tasks */
  gboolean     any_task;  /* whether some task passes, or may pass */
  NameSlot     names[N_NAME_SLOTS];
  guint8       constant;  /* the result for all rows of this CPU */
  guint64      bits;      /* the results for the rows of the block */
  SymbolSlot  *symbols;
} LeafState;

struct _ThFilterEvaluator
{
  ThFilter      *filter;
  ThRecording   *recording;
  ThTasks       *tasks;
  ThReader      *reader;
  ThRows        *within;        /* unowned; NULL: all */
  gint          *cancelled;     /* atomic, unowned; NULL: never */
  LeafState     *leaves;
  guint          n_types;
  guint          n_streams;     /* whose types are in @occurs */
  guint8        *occurs;        /* by type, n_types + 1: whether events have it; NULL: unknown */
  guint32        n_tasks;
  gboolean       types_settled; /* by_type was filled after the load */
  gboolean       tasks_settled; /* by_task likewise */
  FilterPatience patience;
  GString       *info;

  /* The block. */
  ThCpu         *cpu;
  guint          stream;
  ThRecording   *part;       /* the part that has the stream, and the symbols that are kept */
  guint          cpu_index;
  gboolean       has_spans;  /* @span may be used */
  ThTaskSpan     span;       /* of the CPU */
  guint32        first_row; /* the first row of the block */
  ThCpuBlock     block;     /* taken if some test reads columns */
  gboolean       row_by_row;  /* a test reads texts, which invalidates payloads */
  gboolean       reads_fields;
  gboolean       reads_columns;
  gboolean       by_key;      /* flows are looked up event by event */
  gboolean       by_index;    /* columns are not read yet */
  guint64        tried;     /* the rows whose payloads were read */
  guint64        good;      /* the rows whose payloads could be read */
  ThPayload      payloads[TH_BLOCK_ROWS];

  /* The row. */
  guint32        row;
};

/* The type of row @i of the block, by which the tables are indexed. */
static inline guint
run_type (const ThFilterEvaluator *self,
          guint                    i)
{
  return MIN (th_cpu_block_get_type (&self->block, i), self->n_types);
}

/* --- th-filter-eval-tables.c --------------------------------------------- */

/* Whether a test depends on the type of the event alone. */
gboolean filter_evaluator_is_of_types (const FilterLeaf  *leaf);
/* Whether a test depends on the task of the event, and possibly on its time. */
gboolean filter_evaluator_is_of_tasks (const FilterLeaf  *leaf);
/* Extends the tables by the types and tasks that were added since. */
void     filter_evaluator_grow_tables (ThFilterEvaluator *self);
/* The result for the name of a task at a time, and until when it is valid. */
const NameSlot *filter_evaluator_name_at (ThFilterEvaluator *self,
                                       const FilterLeaf  *leaf,
                                       LeafState         *state,
                                       guint32            task,
                                       gint64             time);
/* Compiles a test for an event type, when it is first needed. */
guint8   filter_evaluator_compile     (ThFilterEvaluator *self,
                                       const FilterLeaf  *leaf,
                                       guint              type);

/* --- th-filter-eval-block.c ---------------------------------------------- */

/* Returns the rows of @active that pass by their columns; *@open: those that the
 * columns do not decide.  With @by_index, the index is used instead of columns. */
guint64  filter_evaluator_block       (ThFilterEvaluator *self,
                                       const FilterNode  *node,
                                       guint64            active,
                                       guint64           *open);

/* --- th-filter-eval-index.c ---------------------------------------------- */

/* The same as filter_evaluator_block() for a test of columns, but by the index alone. */
guint64  filter_evaluator_index       (ThFilterEvaluator *self,
                                       const FilterLeaf  *leaf,
                                       LeafState         *state,
                                       guint64            active,
                                       guint64           *open);
/* What a test of times says of rows from the time @first to @last, which ascend. */
guint8   filter_evaluator_ask_times   (const FilterIntTest *test,
                                       gint64               first,
                                       gint64               last);

/* --- th-filter-eval-row.c ------------------------------------------------ */

/* Returns those of the open rows of the block that pass. */
guint64  filter_evaluator_open        (ThFilterEvaluator *self,
                                       guint64            open);
/* Returns the payload of the row; NULL if it cannot be read. */
const ThPayload *filter_evaluator_get_payload (ThFilterEvaluator *self);
/* A FilterReadFunc for the row; @data is the evaluator. */
gboolean filter_evaluator_read_step   (const FilterStep *step,
                                       __int128         *value,
                                       gpointer          data);
/* Returns a builtin text of the event, such as its task; NULL if there is none.  Free with
 * g_free(). */
char    *filter_evaluator_dup_text    (ThFilterEvaluator *self,
                                       FilterSubject      subject);

/* --- th-filter-eval-flow.c ----------------------------------------------- */

/* Returns the flow of the row, or TH_FLOW_NONE. */
guint32  filter_evaluator_find_flow   (ThFilterEvaluator *self,
                                       ThResults         *results);

G_END_DECLS
