/* th-filter-private.h - what the files of ThFilter share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The text is cut into tokens (th-filter-lexer.c) and parsed into a tree of tests
 * (th-filter-parser.c).  The check (th-filter-typecheck.c) finds out what each test
 * speaks of, by the types it can match.  A run (th-filter-evaluator.c) decides blocks
 * of 64 rows by the columns; rows that stay open are decided by their payload
 * (th-filter-eval-row.c), where a test is compiled for each type on its first row
 * (th-filter-predicate.c).
 */
#pragma once

#include "th-filter.h"
#include "th-results.h"

G_BEGIN_DECLS

/* Expressions also come from saved files. */
#define FILTER_MAX_TEXT  4096
#define FILTER_MAX_DEPTH 64

/* Steps of one regular expression on one row, and how many rows may exceed
 * them before it is not tried any more. */
#define FILTER_REGEX_STEPS "50000"
#define FILTER_MAX_OVER    200

/* --- tokens ------------------------------------------------------------ */

typedef enum
{
  TOKEN_END,
  TOKEN_WORD,   /* name, or part of a name with * and ? */
  TOKEN_TYPES,  /* system:event */
  TOKEN_NUMBER,
  TOKEN_TEXT,
  TOKEN_REGEX,
  TOKEN_COMPARE,
  TOKEN_ARITHMETIC,
  TOKEN_AND,
  TOKEN_OR,
  TOKEN_NOT,
  TOKEN_OPEN,
  TOKEN_CLOSE,
  TOKEN_OPEN_LIST,
  TOKEN_CLOSE_LIST,
  TOKEN_COMMA,
  TOKEN_RANGE
} TokenKind;

typedef enum
{
  OP_THERE, /* a field alone */
  OP_TYPES, /* event types alone */
  OP_EQ,
  OP_NE,
  OP_LT,
  OP_LE,
  OP_GT,
  OP_GE,
  OP_ANY,
  OP_GLOB,
  OP_NOT_GLOB,
  OP_REGEX,
  OP_NOT_REGEX,
  OP_IN,
  OP_CONTAINS
} FilterOp;

typedef enum
{
  SUM_VALUE, /* no sign: a field, a number, a name */
  SUM_ADD,
  SUM_SUBTRACT,
  SUM_MULTIPLY,
  SUM_DIVIDE,
  SUM_REMAINDER,
  SUM_LEFT,
  SUM_RIGHT,
  SUM_AND,
  SUM_XOR,
  SUM_OR,
  SUM_NEGATE,
  SUM_INVERT
} FilterSumKind;

/* whole + nano / 10^9, in units of @scale (0: no unit). */
typedef struct
{
  gboolean negative;
  guint64  whole;
  guint32  nano;
  guint64  scale;
  gboolean is_time; /* the unit is one of time */
} FilterNumber;

typedef struct
{
  TokenKind    kind;
  guint        begin;
  guint        end;
  FilterOp      op;
  FilterSumKind sum;      /* of an ARITHMETIC */
  gboolean     in_words; /* "and", not "&&" */
  char         quote;    /* of a TEXT */
  gboolean     ignore_case; /* of a REGEX */
  char        *text;     /* of a WORD, TYPES, TEXT, REGEX */
  FilterNumber number;
} FilterToken;

/* Elements are FilterToken, the last an END; NULL with @error set. */
GArray  *filter_lex            (ThRecording   *recording,
                                const char    *text,
                                guint          from,
                                guint         *begin,
                                guint         *end,
                                GError       **error);
/* Whether @name can be computed with: a field, or what analyses found. */
gboolean filter_is_value       (ThRecording   *recording,
                                const char    *name);
/* Whether "len/8", with the slash at @slash, is no type of system "len". */
gboolean filter_is_quotient    (ThRecording   *recording,
                                const char    *text,
                                guint          slash);

/* The same of any text, without an END; letters that nothing can be made of are skipped. */
GArray  *filter_lex_loosely    (ThRecording   *recording,
                                const char    *text);

/* --- texts ------------------------------------------------------------- */

typedef enum
{
  TEXT_EQUAL,  /* one of the words */
  TEXT_GLOB,
  TEXT_REGEX,
  TEXT_CONTAINS,
  TEXT_THERE   /* not "" */
} FilterTextKind;

typedef struct
{
  FilterTextKind kind;
  gboolean       negate;
  gboolean       fold;  /* the needle has other than ASCII: compare case-folded */
  gboolean       exact; /* CONTAINS: case counts */
  GPtrArray     *words; /* of char *: words, pattern, needle */
  GRegex        *regex;
} FilterText;

/* How often a regular expression gave up, of one run. */
typedef struct
{
  guint n_over;
} FilterPatience;

FilterText *filter_text_new       (FilterTextKind  kind,
                                   gboolean        negate,
                                   const char     *word);
FilterText *filter_text_new_regex (const char     *pattern,
                                   gboolean        ignore_case,
                                   gboolean        negate,
                                   GError        **error);
void        filter_text_free      (FilterText     *self);
gboolean    filter_text_match     (const FilterText *self,
                                   const char     *text,
                                   gsize           size,
                                   FilterPatience *patience);
gboolean    filter_glob           (const char     *pattern,
                                   const char     *text,
                                   gsize           size);
/* A POSIX basic regular expression, as trace-cmd takes them, for GRegex. */
char       *filter_regex_from_basic (const char   *pattern,
                                     gboolean      whole);

/* --- numbers ----------------------------------------------------------- */

/* A constant: a number, or a word that is a number's name. */
typedef struct
{
  char    *word;      /* NULL: a number */
  gboolean quoted;
  char     quote;
  gboolean negative;
  gboolean has_fraction;
  guint64  magnitude;
  double   real;
  guint    begin;
  guint    end;
} FilterConst;

typedef struct
{
  FilterConst low;
  FilterConst high;   /* where is_range */
  gboolean    is_range;
} FilterItem;

/* Whether a key lies in one of some ranges.  Keys ascend as the numbers do:
 * the sign bit of signed ones is flipped. */
typedef struct
{
  guint64 low;
  guint64 span;
} FilterRange;

typedef struct
{
  guint64      flip;
  guint64      mask;   /* OP_ANY instead of ranges */
  gboolean     negate;
  guint        n;
  FilterRange  one;
  FilterRange *more;   /* where n > 1 */
} FilterIntTest;

static inline gboolean
filter_int_test (const FilterIntTest *self,
                 guint64              value)
{
  const FilterRange *range = self->n > 1 ? self->more : &self->one;
  gboolean in = FALSE;

  if (self->mask != 0)
    return (value & self->mask) != 0;

  value ^= self->flip;
  for (guint i = 0; i < self->n; i++)
    in |= value - range[i].low <= range[i].span;

  return in != self->negate;
}

/* --- tree -------------------------------------------------------------- */

/* What a test speaks of. */
typedef enum
{
  SUBJECT_NONE,
  SUBJECT_TYPES,  /* "system:event" patterns */
  SUBJECT_EVENT,
  SUBJECT_SYSTEM,
  SUBJECT_TYPE,   /* "system:event" */
  SUBJECT_CPU,
  SUBJECT_STREAM,
  SUBJECT_RECORDING, /* one of several that are joined */
  SUBJECT_TIME,
  SUBJECT_PID,
  SUBJECT_TGID,
  SUBJECT_TASK,
  SUBJECT_SAVED,  /* the task's name as the file saved it */
  SUBJECT_INFO,
  SUBJECT_FIELD,
  SUBJECT_FLOW,   /* of what the event is a part of */
  SUBJECT_NAME,   /* of a number, in a sum: which one its fields tell */
  SUBJECT_SUM     /* what is computed of others */
} FilterSubject;

typedef enum
{
  OPERAND_NONE,
  OPERAND_WORD,
  OPERAND_NUMBER,
  OPERAND_TEXT
} FilterOperandKind;

typedef struct
{
  FilterOperandKind kind;
  guint             begin;
  guint             end;
  char             *text;
  char              quote;
  FilterNumber      number;
  /* From the check on: */
  FilterSubject     subject;
  const char       *field;  /* of a FIELD or FLOW; inside text */
  ThColumnKind      column; /* of a FLOW: what it is */
} FilterOperand;

typedef struct _FilterStep FilterStep;
typedef struct _FilterSumTest FilterSumTest;

/* What a test asks of the flows of one analysis. */
typedef struct
{
  ThResults     *results;
  ThFlows       *flows;
  ThTable       *table;
  gint           column;  /* of the table; -1: none */
  gint           stage;   /* -1: none */
  gboolean       is_id;
  FilterSumTest *sum;     /* in place of a column; its own */
} FilterFlowColumn;

/* What numbers come to: a value, or two with a sign between them, or one (@left)
 * behind a sign.  A number alone is what its digits and unit say, until the check
 * knows what it stands beside. */
typedef struct _FilterSum FilterSum;

struct _FilterSum
{
  FilterSumKind kind;
  guint         begin;
  guint         end;
  FilterOperand operand; /* of a VALUE */
  FilterSum    *left;
  FilterSum    *right;
  /* From the check on: */
  __int128      number;  /* of a VALUE that is one */
};

/* Either both, or one of system and event. */
typedef struct
{
  FilterText *system; /* NULL: any */
  FilterText *event;
  gboolean    either;
} FilterTypes;

typedef struct
{
  guint          index;
  guint          begin;
  guint          end;
  FilterOp       op;
  FilterOperand  left;
  FilterOperand  right;
  FilterSum     *sum;         /* in place of @left; NULL: none */
  FilterSum     *other;       /* in place of @right, beside a @sum */
  gboolean       ignore_case; /* of a regular expression */
  gboolean       is_basic;    /* it is trace-cmd's */
  GArray        *operands;    /* of FilterOperand: the list of "in", low and high by turns */
  GArray        *types;       /* of FilterTypes */
  /* From the check on: */
  GArray        *items;       /* of FilterItem: what a number is compared with */
  FilterText    *text;        /* what a text is compared with */
  gboolean       is_pair;     /* two fields against each other, or sums */
  gboolean       is_unsigned; /* as trace-cmd compares */
  gboolean       with_pid;    /* of TASK, SAVED: "name-pid", as events are printed */
  FilterIntTest  test;        /* of TIME, CPU, PID, TGID, FLOW */
  GArray        *flow_columns; /* of FilterFlowColumn; NULL: not of a FLOW */
  GPtrArray     *flow_bits;   /* by CPU over all streams: of the events of flows that pass */
} FilterLeaf;

typedef enum
{
  NODE_AND,
  NODE_OR,
  NODE_NOT,
  NODE_LEAF
} FilterNodeKind;

typedef struct _FilterNode FilterNode;

struct _FilterNode
{
  FilterNodeKind kind;
  guint          cost;
  GPtrArray     *children;
  FilterLeaf    *leaf;
};

/* From here on a payload is needed. */
#define COST_PAYLOAD 4

struct _ThFilter
{
  gatomicrefcount ref_count;
  ThRecording    *recording;
  char           *text;
  FilterNode     *root;   /* NULL: everything */
  gboolean        of_value; /* it is asked what it comes to, */
  FilterLeaf     *value;  /* that of this test; NULL: true or false */
  GPtrArray      *leaves; /* of FilterLeaf, by index */
  gboolean        is_tracecmd;
  GPtrArray      *flows;  /* of ThResults, that tests may speak of */
  gboolean        of_flows; /* they are all that it speaks of */
  GMutex          flow_lock; /* of the leaves' flow_bits */
  gint            flows_done; /* atomic: they are there */
};

FilterNode *filter_node_new    (FilterNodeKind kind);
void        filter_node_free   (FilterNode  *node);
FilterLeaf *filter_leaf_new    (FilterOp     op,
                                guint        begin,
                                guint        end);
/* Takes @leaf into the filter. */
FilterNode *filter_leaf_node   (ThFilter    *self,
                                FilterLeaf  *leaf);
/* With no tree yet, which lets everything through; NULL with @error set. */
ThFilter   *filter_new_empty   (ThRecording *recording,
                                const char  *text,
                                guint       *begin,
                                guint       *end,
                                GError     **error);
/* Of which th-expression.c asks what it comes to; an empty text is an error. */
ThFilter   *filter_new_of_value (ThRecording *recording,
                                const char  *text,
                                guint       *begin,
                                guint       *end,
                                GError     **error);
/* FALSE with @error, @begin and @end set. */
gboolean    filter_parse       (ThFilter    *self,
                                guint       *begin,
                                guint       *end,
                                GError     **error);
/* --- th-filter-arith.c ------------------------------------------------------- */

/* The parts are taken; @right of a sign before one value is NULL. */
FilterSum  *filter_sum_new     (FilterSumKind  kind,
                                FilterSum     *left,
                                FilterSum     *right);
void        filter_sum_free    (FilterSum     *self);
/* Numbers alone become one number, where it is exact and its unit is clear. */
void        filter_sum_fold    (FilterSum     *self);
/* Whether it is a time or a duration (th-filter-typecheck-arith.c). */
gboolean    filter_sum_is_time (const FilterSum *self);
/* Calls @func for each value, in their order, until it returns FALSE. */
gboolean    filter_sum_foreach (FilterSum     *self,
                                gboolean     (*func) (FilterSum *value,
                                                      gpointer   data),
                                gpointer       data);

/* --- th-filter-flow-terms.c --------------------------------------------------- */

/* What @text, as in packet.total, means in @results; borrows. */
gboolean    filter_flow_find   (ThResults        *results,
                                const char       *text,
                                FilterFlowColumn *found,
                                ThColumnKind     *kind);
/* What @operand means in @results, where it is a number; borrows. */
gboolean    filter_flow_find_number (ThResults   *results,
                                const FilterOperand *operand,
                                FilterFlowColumn *found);
/* The cell of flow @row, or TH_CELL_NONE. */
gint64      filter_flow_get_cell (const FilterFlowColumn *column,
                                guint32           row);
/* Reads a step of a sum for the flow whose row (guint32 *) @data is. */
gboolean    filter_flow_read_step (const FilterStep *step,
                                __int128         *value,
                                gpointer          data);
/* Of a column of texts; NULL: none.  Free with g_free(). */
char       *filter_flow_dup_text (ThFilter       *self,
                                const FilterFlowColumn *column,
                                ThColumnKind      kind,
                                guint32           row);
/* Whether flow @row passes the test for those of @column. */
gboolean    filter_flow_test   (ThFilter         *self,
                                const FilterLeaf *leaf,
                                const FilterFlowColumn *column,
                                guint32           row);
/* Results with all that a sum speaks of, and the sum for them. */
GArray     *filter_flow_list_sums (ThFilter      *self,
                                const FilterLeaf *leaf);
/* Whether @operand is a name of flows; sets its subject, field and column. */
gboolean    filter_flow_resolve (ThFilter      *self,
                                FilterOperand *operand);
/* All that have it. */
GArray     *filter_flow_list   (ThFilter       *self,
                                const FilterOperand *operand);
gboolean    filter_flow_is_text (ThColumnKind   kind);
/* Finds the events once all flows are known; FALSE before, or when cancelled. */
gboolean    filter_flow_prepare (ThFilter      *self,
                                 gint          *cancelled);
/* The 64 rows from @row of a CPU. */
guint64     filter_flow_bits   (ThFilter       *self,
                                const FilterLeaf *leaf,
                                guint           stream,
                                guint           cpu,
                                guint32         row);

gboolean    filter_check       (ThFilter    *self,
                                guint       *begin,
                                guint       *end,
                                GError     **error);
/* Whether @name is of every event, so that a field of a record needs "field." */
gboolean    filter_name_is_builtin (const char *name);
/* @self lets through what both do.  Takes the tests of @other, which nobody else
 * has, and frees it. */
void        filter_join        (ThFilter    *self,
                                ThFilter    *other);
/* Leaf @leaf, which speaks of types alone, of one type. */
gboolean    filter_leaf_match_type (const FilterLeaf *leaf,
                                    ThRecording      *recording,
                                    guint             type);
gboolean    filter_types_match (const FilterTypes *types,
                                const char        *system,
                                const char        *name);
void        filter_types_clear (FilterTypes       *types);

/* trace-cmd's "types:" in front of an expression (th-tracecmd-syntax.c): where
 * the expression begins, or 0 if there is none.  Appends to @types. */
guint       filter_find_prefix (ThRecording *recording,
                                const char  *text,
                                GArray      *types,
                                guint       *begin,
                                guint       *end,
                                GError     **error);

/* --- probes ------------------------------------------------------------ */

typedef enum
{
  PROBE_INT,
  PROBE_DOUBLE,
  PROBE_NAMES,  /* names of flags and symbolic values against a text */
  PROBE_SYMBOL, /* the name of the code there against a text */
  PROBE_TEXT,
  PROBE_BYTES,  /* an array: not empty */
  PROBE_PAIR_INT,
  PROBE_PAIR_TEXT,
  PROBE_SUM
} ProbeKind;

/* A test on one type of event. */
typedef struct
{
  ProbeKind      kind;
  const ThField *field; /* NULL: of every event */
  union
  {
    const ThField *other; /* of a pair */
    FilterSumTest *sum;   /* of a SUM */
  };
  FilterIntTest  test;
} FilterProbe;

/* How well a test fits a type, the best last. */
typedef enum
{
  FIT_LACKS,    /* no such field */
  FIT_KIND,     /* no such comparison with it */
  FIT_FRACTION, /* a whole number is wanted */
  FIT_NUMBER,   /* it is a number, and compared with a text */
  FIT_TEXT,     /* it is a text, and compared with a number */
  FIT_NAME,     /* it has names for its values, but not this one */
  FIT_OK
} FilterFit;

FilterFit  filter_probe_init  (FilterProbe        *probe,
                               const FilterLeaf   *leaf,
                               const ThFieldTable *table);
void       filter_probe_clear (FilterProbe        *probe);
/* What is said of a subject that is a number; FALSE for a constant it cannot
 * be compared with. */
FilterFit  filter_int_test_init (FilterIntTest    *test,
                                 const FilterLeaf *leaf,
                                 gboolean          is_signed,
                                 const ThField    *field);
gboolean   filter_op_is_text  (FilterOp            op);
gboolean   filter_op_is_order (FilterOp            op);

/* --- sums, compiled (th-filter-arith-eval.c) --------------------------------- */

/* One step: a value comes on the stack, or a sign takes what is on top. */
struct _FilterStep
{
  FilterSumKind    kind;
  FilterSubject    subject; /* of a VALUE; NONE: the number */
  const ThField   *field;
  FilterFlowColumn flow;
  __int128         number;
};

/* @wraps: as trace-cmd reckons: 64 bits without a sign, what is more is cut off.
 * Otherwise what is exact in 128 bits, else there is no value. */
typedef struct
{
  gboolean    wraps;
  guint       n_steps;
  FilterStep *steps;
} FilterProgram;

/* A value against others: one, or low and high of "in" by turns (n_steps 0: no
 * high), or none: that it is not 0. */
struct _FilterSumTest
{
  FilterOp      op;
  FilterProgram left;
  guint         n_others;
  FilterProgram others[];
};

/* What @step speaks of; FALSE: there is none. */
typedef gboolean (*FilterReadFunc) (const FilterStep *step,
                                    __int128         *value,
                                    gpointer          data);

/* NULL with *@fit set where events of @table, or flows of @results, lack
 * something.  Both are lent. */
FilterSumTest *filter_sum_test_new   (const FilterLeaf    *leaf,
                                      const ThFieldTable  *table,
                                      ThResults           *results,
                                      FilterFit           *fit,
                                      const ThField      **wrong);
void           filter_sum_test_free  (FilterSumTest       *self);
gboolean       filter_sum_test_match (const FilterSumTest *self,
                                      FilterReadFunc       read,
                                      gpointer             data);
/* The value on the left; FALSE: none. */
gboolean       filter_program_run    (const FilterProgram *self,
                                      FilterReadFunc       read,
                                      gpointer             data,
                                      __int128            *value);
/* One sign; @b is not looked at for those that stand before one value. */
gboolean       filter_reckon         (FilterSumKind        kind,
                                      __int128             a,
                                      __int128             b,
                                      __int128            *value);

static inline gboolean
filter_subject_is_int (FilterSubject subject)
{
  return subject == SUBJECT_CPU || subject == SUBJECT_TIME || subject == SUBJECT_PID || subject == SUBJECT_TGID;
}

G_END_DECLS
