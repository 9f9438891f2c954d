/* th-format-private.h - what the files of this directory share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A format text is read by one lexer (th-print-lex.c) into fields
 * (th-format-fields.c) and a tree of its print arguments (th-print-parse.c).
 * The compiler (th-print-compile.c) cuts the print string into pieces, each
 * with its conversion and the tree it prints; th-print-run.c walks the pieces
 * over a record.  What is shared between threads is built once under a lock
 * and never changes afterwards.
 *
 * Trees have the shape libtraceevent gives them, which is not always the one
 * a C compiler would: what it prints is what users compare with.
 */
#pragma once

#include <string.h>

#include "th-format.h"

G_BEGIN_DECLS

/* Bounds on what a stranger's format may ask for. */
#define TH_FORMAT_MAX_FIELDS  1024
#define TH_FORMAT_MAX_OFFSET  (16 << 20)
#define TH_FORMAT_MAX_TEXT    (256 << 10)
#define TH_FORMAT_MAX_TYPE    256
#define TH_FORMAT_MAX_DEPTH   256
#define TH_FORMAT_MAX_NODES   16384
#define TH_FORMAT_MAX_PIECES  1024
#define TH_FORMAT_MAX_WIDTH   4096
#define TH_FORMAT_MAX_OUTPUT  (64 << 10)
#define TH_FORMAT_MAX_ARGS    32

/* --- memory that dies with its format ---------------------------------- */

typedef struct _ThPool ThPool;

ThPool  *th_pool_new     (void);
void     th_pool_free    (ThPool     *self);
/* Zeroed. */
gpointer th_pool_alloc   (ThPool     *self,
                          gsize       size);
char    *th_pool_strndup (ThPool     *self,
                          const char *text,
                          gsize       length);
char    *th_pool_concat  (ThPool     *self,
                          const char *first,
                          const char *between,
                          const char *second);

/* --- lexer ------------------------------------------------------------- */

typedef enum
{
  TH_TOKEN_NONE, /* end of the text, or a byte that cannot be */
  TH_TOKEN_NEWLINE,
  TH_TOKEN_OP,
  TH_TOKEN_DELIM, /* ( ) , */
  TH_TOKEN_ITEM,  /* word or number; this and what follows can be an argument */
  TH_TOKEN_DQUOTE,
  TH_TOKEN_SQUOTE
} ThTokenType;

typedef struct
{
  const char *text;
  gsize       size;
  gsize       position;
  ThPool     *pool;
  ThTokenType type;
  const char *token; /* of the pool; "" where there is none */
} ThLexer;

void     th_lexer_init      (ThLexer    *self,
                             ThPool     *pool,
                             const char *text,
                             gsize       size);
void     th_lexer_next      (ThLexer    *self);
void     th_lexer_next_item (ThLexer    *self); /* newlines skipped too */
gboolean th_lexer_is        (ThLexer    *self,
                             ThTokenType type,
                             const char *token);
/* Reads the next token and compares. */
gboolean th_lexer_expect    (ThLexer    *self,
                             ThTokenType type,
                             const char *token);

/* --- fields ------------------------------------------------------------ */

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

/* A field as libtraceevent sees it; ThField is made from it. */
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
  gboolean       has_fields; /* the fields could be read: without, no event */
  gboolean       is_ftrace;
  gboolean       is_bprint;
  ThFieldTable   table;

  ThProgram     *program;
  ThFormatKind   kind;
  const char    *why;
  gboolean       tep_safe;
};

/* Reads the fields; @lexer is at the start of the text and ends behind them. */
gboolean             th_format_read_fields (ThEventFormat *event,
                                            ThLexer       *lexer,
                                            guint          long_size);
const ThFormatField *th_format_find_field  (const ThEventFormat *event,
                                            const char          *name,
                                            gboolean             with_common);
/* Makes the public table, with hints from the program. */
void                 th_format_make_table  (ThEventFormat *event,
                                            guint          long_size);

/* --- trees ------------------------------------------------------------- */

/* The numbers are libtraceevent's (enum tep_print_arg_type): it prints them
 * where an address conversion meets an argument it does not fit. */
typedef enum
{
  TH_NODE_NULL,
  TH_NODE_ATOM,
  TH_NODE_FIELD,
  TH_NODE_FLAGS,
  TH_NODE_SYMBOL,
  TH_NODE_HEX,
  TH_NODE_INT_ARRAY,
  TH_NODE_CAST,
  TH_NODE_STRING,
  TH_NODE_BSTRING,
  TH_NODE_DYNAMIC_ARRAY,
  TH_NODE_OP,
  TH_NODE_FUNC,
  TH_NODE_BITMASK,
  TH_NODE_DYNAMIC_ARRAY_LEN,
  TH_NODE_HEX_STR,
  TH_NODE_CPUMASK,
  TH_NODE_ARGUMENT /* of a trace_printk(): number or text */
} ThNodeType;

typedef enum
{
  TH_OP_NONE,
  TH_OP_COMPLEMENT,
  TH_OP_NOT,
  TH_OP_MULTIPLY,
  TH_OP_DIVIDE,
  TH_OP_REMAINDER,
  TH_OP_ADD,
  TH_OP_SUBTRACT,
  TH_OP_SHIFT_LEFT,
  TH_OP_SHIFT_RIGHT,
  TH_OP_LESS,
  TH_OP_GREATER,
  TH_OP_LESS_EQUAL,
  TH_OP_GREATER_EQUAL,
  TH_OP_EQUAL,
  TH_OP_UNEQUAL,
  TH_OP_AND,
  TH_OP_XOR,
  TH_OP_OR,
  TH_OP_BOTH,
  TH_OP_EITHER,
  TH_OP_CONDITION,
  TH_OP_COLON,
  TH_OP_INDEX,
  TH_OP_INCREMENT,
  TH_OP_DECREMENT
} ThOp;

typedef struct _ThNode ThNode;

/* A name of a value.  @value compares as libtraceevent does (-1 for what it
 * cannot read); @exact is the number itself where @is_exact. */
typedef struct
{
  gint64      value;
  guint64     exact;
  gboolean    is_exact;
  const char *name;
} ThNodeValue;

/**
 * ThNode:
 * @op: of an OP
 * @size: bytes to read for a FIELD, 0: no number
 * @offset: where, for a FIELD
 * @value: number of an ATOM; mask of a CAST; index of an ARGUMENT
 * @text: of an ATOM; type of a CAST
 * @left, @right, @third: operands, or parameters of a helper
 */
struct _ThNode
{
  guint8               type;
  guint8               op;
  guint8               size;
  gint8                priority;
  guint32              offset;
  guint64              value;
  const char          *text;
  const ThFormatField *field;
  ThNode              *left;
  ThNode              *right;
  ThNode              *third;
  ThNodeValue         *values;
  guint                n_values;
};

static inline const ThNode *
th_node_skip_casts (const ThNode *node)
{
  while (node->type == TH_NODE_CAST)
    node = node->left;

  return node;
}

typedef enum
{
  TH_PARSE_OK,
  TH_PARSE_FAILED, /* libtraceevent says [FAILED TO PARSE] */
  TH_PARSE_UNSAFE  /* past our bounds, or would hurt libtraceevent */
} ThParseResult;

typedef struct
{
  const ThEventFormat *event;
  guint                long_size;

  ThLexer              lexer;
  guint                depth;
  guint                n_nodes;
  gboolean             unsafe;
  const char          *why;

  const char          *format;
  GPtrArray           *args; /* of ThNode */
} ThPrintParser;

/* From `print fmt:` to the end. */
ThParseResult th_print_parse  (ThPrintParser *self);
ThNode       *th_print_node   (ThPrintParser *self,
                               ThNodeType     type);
void          th_node_set_atom (ThNode     *node,
                                const char *text);
guint64       th_cast_mask    (const char    *type,
                               gboolean       dereference);

/* Helpers and constants of trees, th-print-helpers.c. */
gboolean      th_print_parse_call (ThPrintParser *self,
                                   ThNode        *node,
                                   const char    *name);
gboolean      th_print_parse_arg  (ThPrintParser *self,
                                   ThNode        *node);
gboolean      th_print_parse_op   (ThPrintParser *self,
                                   ThNode        *node);
void          th_node_fold        (ThPrintParser *self,
                                   ThNode        *node);
gboolean      th_print_fail       (ThPrintParser *self,
                                   const char    *why);

/* --- programs ---------------------------------------------------------- */

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
  TH_SPEC_PLAIN      = 1 << 6 /* nothing of all this: the quick path */
} ThSpecFlags;

/**
 * ThPiece:
 * @conversion: d u i x X o c for a NUMBER
 * @length: -2 (char) to 2 (long long) for a NUMBER; bytes of a TEXT
 * @text: a TEXT; for a POINTER what follows the p
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

/* Cuts @format into pieces and gives each its argument. */
ThParseResult th_program_compile (ThPool        *pool,
                                  const char    *format,
                                  ThNode *const *args,
                                  guint          n_args,
                                  ThProgram     *program,
                                  const char   **why);

/* --- output ------------------------------------------------------------ */

/* Appends to a GString without asking it for every byte. */
typedef struct
{
  GString *text;
  gsize    start;
  char    *next;
  char    *end;
  gboolean full; /* what came last did not fit */
} ThOutput;

void th_output_begin     (ThOutput   *self,
                          GString    *text);
/* Makes what was appended valid UTF-8. */
void th_output_end       (ThOutput   *self);
/* Room for @size more bytes; FALSE past what one record may print. */
gboolean th_output_grow_slow (ThOutput   *self,
                              gsize       size);

static inline gboolean
th_output_grow (ThOutput *self,
                gsize     size)
{
  return G_LIKELY (size <= (gsize) (self->end - self->next)) || th_output_grow_slow (self, size);
}

static inline void
th_output_bytes (ThOutput   *self,
                 const void *bytes,
                 gsize       size)
{
  if (!th_output_grow (self, size))
    return;
  memcpy (self->next, bytes, size);
  self->next += size;
}

void th_output_string    (ThOutput   *self,
                          const char *string);
void th_output_char      (ThOutput   *self,
                          char        c);
void th_output_decimal   (ThOutput   *self,
                          guint64     value);
void th_output_hex       (ThOutput   *self,
                          guint64     value);
void th_output_hex_byte  (ThOutput   *self,
                          guint8      value,
                          gboolean    upper);
/* As printf() does; @star is what stood for a `*`. */
void th_output_number    (ThOutput      *self,
                          const ThPiece *piece,
                          gint64         value,
                          int            star);
void th_output_text      (ThOutput      *self,
                          const ThPiece *piece,
                          const char    *bytes,
                          gsize          size,
                          int            star);

/* --- printk formats ---------------------------------------------------- */

typedef struct _ThPrintks ThPrintks;

ThPrintks  *th_printks_new  (char            *text,
                             gsize            size);
void        th_printks_free (ThPrintks       *self);
const char *th_printks_find (const ThPrintks *self,
                             guint64          address);
void        th_printks_foreach (const ThPrintks *self,
                                void           (*func) (gpointer    data,
                                                        guint64     address,
                                                        const char *format),
                                gpointer         data);

/* --- symbols ----------------------------------------------------------- */

/* The address of @name, or 0. */
guint64     th_symbols_find_address (const ThSymbols *self,
                                     const char      *name);

/* --- the formats ------------------------------------------------------- */

ThEventFormat   *th_formats_lookup      (ThFormats *self,
                                         guint      id);
const ThPrintks *th_formats_get_printks (ThFormats *self);
guint            th_formats_get_long_size (ThFormats *self);
gboolean         th_formats_get_big_endian (ThFormats *self);

/* --- running ----------------------------------------------------------- */

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
  GHashTable    *no_texts; /* fields seen to hold other than text */
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
/* Where dynamic @field lies; both within the record. */
void        th_run_locate    (ThRun               *self,
                              const ThFormatField *field,
                              gsize               *offset,
                              gsize               *length);
const char *th_run_symbol    (ThRun           *self,
                              guint64          address,
                              guint64         *offset);
/* Pieces of their own files. */
void        th_run_string    (ThRun           *self,
                              const ThPiece   *piece,
                              const ThNode    *node,
                              int              star);
void        th_run_pointer   (ThRun           *self,
                              const ThPiece   *piece,
                              int              star);
/* " name=value …", as libtraceevent without a print format. */
void        th_run_fields    (ThRun               *self,
                              const ThEventFormat *event,
                              gboolean             failed);
void        th_run_bprint    (ThRun               *self,
                              const ThEventFormat *event);

/* --- libtraceevent ----------------------------------------------------- */

typedef struct _ThTep ThTep;

ThTep   *th_tep_new   (ThFormats           *formats);
void     th_tep_free  (ThTep               *self);
/* FALSE if it does not know the event. */
gboolean th_tep_print (ThTep               *self,
                       const ThEventFormat *event,
                       const ThPayload     *payload,
                       ThOutput            *out);

G_END_DECLS
