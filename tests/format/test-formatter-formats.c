/* test-formatter-formats.c - every format of two kernels, with generated records
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A recording has the formats of all events of its kernel, but records of only a few.  Here each
 * format prints records filled by a seeded generator, in both byte orders and word sizes, and the
 * text is compared with libtraceevent's.  Values that crash libtraceevent (lengths beyond the
 * record) are not generated.
 */
#include "config.h"

#include <string.h>

#include <event-parse.h>

#include "th-event-format.h"
#include "th-format.h"
#include "th-formats-private.h"
#include "th-print-program.h"
#include "th-print-tree.h"
#include "th-test-dat.h"

#define RECORD_SIZE 2048
#define N_ROUNDS    12

enum
{
  USES_DUMP = 1 << 0,    /* a length from the record */
  USES_ADDRESS = 1 << 1, /* prints the address of the record in memory */
  USES_NATIVE = 1 << 2,  /* libtraceevent ignores the byte order */
  USES_CHAR = 1 << 3     /* %c, which libtraceevent 1.7 does not know */
};

static guint
find_uses (const ThNode *node,
           gboolean      number)
{
  guint uses = 0;

  if (node == NULL)
    return 0;
  if (node->type == TH_NODE_HEX || node->type == TH_NODE_HEX_STR || node->type == TH_NODE_INT_ARRAY)
    return USES_DUMP | USES_NATIVE;
  if (node->type == TH_NODE_DYNAMIC_ARRAY && number)
    uses |= USES_ADDRESS;
  if (node->type == TH_NODE_OP && node->op == TH_OP_INDEX)
    return find_uses (node->right, TRUE);
  if (node->type == TH_NODE_OP && (node->op == TH_OP_DIVIDE || node->op == TH_OP_REMAINDER))
    uses |= USES_DUMP;
  if (node->type == TH_NODE_DYNAMIC_ARRAY_LEN && node->field->flags & TH_FORMAT_FIELD_RELATIVE)
    uses |= USES_ADDRESS;

  return uses | find_uses (node->left, TRUE) | find_uses (node->right,
                                                          TRUE) | find_uses (node->third, TRUE);
}

static guint
program_uses (const ThProgram *program)
{
  guint uses = 0;

  for (guint i = 0; i < program->n_pieces; i++)
    {
      const ThPiece *piece = &program->pieces[i];
      gboolean plain_pointer = piece->kind == TH_PIECE_POINTER &&
                               strchr ("IihM", piece->text[0]) == NULL;

      if (piece->star != NULL)
        uses |= USES_DUMP;
      if (piece->conversion == 'c')
        uses |= USES_CHAR;
      if (piece->kind == TH_PIECE_POINTER && piece->text[0] == 'I' && piece->text[1] == 'S')
        uses |= USES_NATIVE;
      if (piece->kind == TH_PIECE_STRING)
        uses |= USES_NATIVE;
      if (piece->kind == TH_PIECE_POINTER && piece->text[0] == '\0')
        plain_pointer = TRUE;
      uses |= find_uses (piece->arg, piece->kind == TH_PIECE_NUMBER || plain_pointer);
    }

  return uses;
}

/* --- */

typedef struct
{
  ThTestDat         *dat;
  ThFormats         *formats;
  ThFormatter       *formatter;
  struct tep_handle *tep;
  struct trace_seq   seq;
  GString           *text;
  GRand             *random;
  gboolean           big_endian;
  guint8             record[RECORD_SIZE + 65536 * 2];
  guint              n_compared;
  guint              n_different;
  guint              n_beyond; /* formats that we print and libtraceevent 1.7 does not */
} Sweep;

static void
put (Sweep   *self,
     gsize    offset,
     gsize    size,
     guint64  value)
{
  for (gsize i = 0; i < MIN (size, 8) && offset + i < RECORD_SIZE; i++)
    self->record[offset + (self->big_endian ? size - 1 - i : i)] = (guint8) (value >> 8 * i);
}

static guint64
make_value (Sweep    *self,
            gsize     size,
            gboolean  tame)
{
  static const guint64 edges[] = { 0, 1, 2, 0x7f, 0x80, 0xff, 0x8000, 0xffff, 0x7fffffff,
                                   0x80000000, 0xffffffff };
  guint64 wide = (guint64) g_rand_int (self->random) << 32 | g_rand_int (self->random);

  if (tame)
    return g_rand_int_range (self->random, 1, 64);
  switch (g_rand_int_range (self->random, 0, 5))
    {
    case 0:
      return edges[g_rand_int_range (self->random, 0, G_N_ELEMENTS (edges))];
    case 1:
      return 0xffffffff89000000 + g_rand_int_range (self->random, 0, 1 << 24);
    case 2:
      return wide;
    case 3:
      return G_MAXUINT64;
    default:
      return g_rand_int_range (self->random, 0, 300);
    }
}

/* A dynamic field points to a range of letters or bytes after the other fields. */
static void
fill_dynamic (Sweep               *self,
              const ThFormatField *field,
              gsize               *behind)
{
  gsize length = g_rand_int_range (self->random, 0, 48);
  gsize start = *behind;
  gboolean text = (field->flags & TH_FORMAT_FIELD_STRING) != 0;

  for (gsize i = 0; i < length; i++)
    self->record[start + i] = text ? 'a' + i % 26 : (guint8) g_rand_int (self->random);
  self->record[start + length] = '\0';
  *behind += length + 1;
  if (field->flags & TH_FORMAT_FIELD_RELATIVE)
    start -= field->offset + field->size;
  put (self, field->offset, field->size, start | (text && length ? length + 1 : length) << 16);
}

static void
fill (Sweep               *self,
      const ThEventFormat *event,
      gboolean             tame)
{
  gsize behind = 1024;

  memset (self->record, 0, sizeof self->record);
  for (guint i = 0; i < event->n_fields; i++)
    {
      const ThFormatField *field = &event->fields[i];

      if (field->flags & TH_FORMAT_FIELD_DYNAMIC)
        fill_dynamic (self, field, &behind);
      else if (field->flags & TH_FORMAT_FIELD_ARRAY)
        for (guint j = 0; j + 1 < MIN (field->size, 64); j++)
          if (strstr (field->type, "char"))
            self->record[field->offset + j] = 'A' + j % 26;
          else
            self->record[field->offset + j] = (guint8) make_value (self, 1, tame);
      else
        put (self, field->offset, field->size, make_value (self, field->size, tame));
    }
  put (self, 0, 2, event->id);
}

static void
compare (Sweep               *self,
         const ThEventFormat *event,
         gboolean             raw)
{
  struct tep_record record = { .data = self->record, .size = RECORD_SIZE };
  ThPayload payload = { self->record, RECORD_SIZE, self->big_endian };

  trace_seq_reset (&self->seq);
  tep_print_event (self->tep, &self->seq, &record, "%s", raw ? TEP_PRINT_INFO_RAW : TEP_PRINT_INFO);
  trace_seq_terminate (&self->seq);
  g_string_truncate (self->text, 0);
  if (raw)
    th_formatter_print_raw (self->formatter, event->id, &payload, self->text);
  else
    th_formatter_print (self->formatter, event->id, &payload, self->text);

  self->n_compared++;
  {
    g_autofree char *theirs = g_utf8_make_valid (self->seq.buffer, -1);

    if (strcmp (theirs, self->text->str) == 0)
      return;
    if (self->n_different++ < 20)
      {
        g_test_message ("%s:%s libtraceevent %s", event->system, event->name, theirs);
        g_test_message ("%s:%s ours          %s", event->system, event->name, self->text->str);
      }
  }
}

static void
sweep_event (Sweep               *self,
             const ThEventFormat *event)
{
  guint uses = event->program != NULL ? program_uses (event->program) : 0;
  gboolean foreign = self->big_endian != (G_BYTE_ORDER == G_BIG_ENDIAN);

  if (uses & USES_CHAR)
    {
      self->n_beyond++;
      g_test_message ("%s:%s: libtraceevent 1.7 has no %%c", event->system, event->name);
      return;
    }
  if (uses & USES_ADDRESS || (foreign && uses & USES_NATIVE) || event->is_bprint)
    return;
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      fill (self, event, (uses & USES_DUMP) != 0);
      compare (self, event, FALSE);
      compare (self, event, TRUE);
    }
}

/* We print every format that libtraceevent accepts, and a few more.  Returns TRUE if both agree. */
static gboolean
check_kind (Sweep               *self,
            const ThEventFormat *event)
{
  struct tep_event *theirs = tep_find_event (self->tep, (int) event->id);
  gboolean failed = theirs == NULL || theirs->flags & TEP_EVENT_FL_FAILED;

  if (failed == (event->kind == TH_FORMAT_RAW))
    return TRUE;
  if (failed)
    self->n_beyond++;
  else
    self->n_different++;
  g_test_message ("%s:%s: libtraceevent %s it, we say %s", event->system, event->name,
                  failed ? "fails on" : "takes", event->why != NULL ? event->why : "good");

  return FALSE;
}

static void
sweep_open (Sweep *self)
{
  g_autofree char *kallsyms = g_strndup (self->dat->kallsyms, self->dat->kallsyms_size);

  self->tep = tep_alloc ();
  tep_set_flag (self->tep, TEP_NSEC_OUTPUT);
  tep_set_long_size (self->tep, (int) self->dat->long_size);
  tep_set_local_bigendian (self->tep,
                           G_BYTE_ORDER == G_BIG_ENDIAN ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
  tep_set_file_bigendian (self->tep, self->big_endian ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
  tep_parse_kallsyms (self->tep, kallsyms);
  for (guint i = 0; i < self->dat->texts->len; i++)
    {
      gsize size;
      const char *text = g_bytes_get_data (self->dat->texts->pdata[i], &size);

      tep_parse_event (self->tep, text, size, self->dat->systems->pdata[i]);
    }
  trace_seq_init (&self->seq);
}

static void
sweep (const char *name,
       gboolean    big_endian,
       guint       long_size)
{
  g_autoptr(ThTestDat) dat = th_test_dat_find (name);
  g_autofree Sweep *self = g_new0 (Sweep, 1);
  const guint *ids;

  if (dat == NULL)
    {
      g_test_skip ("the recording is not here: THRESHER_TRACES is not set");
      return;
    }
  dat->big_endian = self->big_endian = big_endian;
  dat->long_size = long_size;
  self->dat = dat;
  self->formats = th_test_dat_formats (dat);
  self->formatter = th_formatter_new (self->formats);
  self->text = g_string_new (NULL);
  self->random = g_rand_new_with_seed (20261121);
  sweep_open (self);

  ids = th_formats_peek_ids (self->formats);
  for (guint i = 0; i < th_formats_get_n (self->formats); i++)
    {
      const ThEventFormat *event = th_formats_lookup (self->formats, ids[i]);

      if (check_kind (self, event))
        sweep_event (self, event);
    }
  g_test_message ("%s: %u texts compared, %u differ; %u formats beyond libtraceevent 1.7",
                  dat->name, self->n_compared, self->n_different, self->n_beyond);
  g_assert_cmpuint (self->n_compared, >, 500);
  g_assert_cmpuint (self->n_different, ==, 0);
  g_assert_cmpuint (self->n_beyond, <, 20);

  trace_seq_destroy (&self->seq);
  tep_free (self->tep);
  g_rand_free (self->random);
  g_string_free (self->text, TRUE);
  th_formatter_free (self->formatter);
  th_formats_free (self->formats);
}

/* --- threads ----------------------------------------------------------- */

static gpointer
print_all (gpointer data)
{
  ThFormats *formats = data;
  g_autoptr(ThFormatter) formatter = th_formatter_new (formats);
  GString *text = g_string_new (NULL);
  guint8 record[256] = { 0 };
  const guint *ids = th_formats_peek_ids (formats);

  for (guint i = 0; i < th_formats_get_n (formats); i++)
    th_formatter_print (formatter, ids[i], &(ThPayload) { record, sizeof record, FALSE }, text);

  return g_string_free (text, FALSE);
}

/* First use by several threads at once. */
static void
test_threads (void)
{
  g_autoptr(ThTestDat) dat = th_test_dat_find ("k612-fgraph.dat");
  g_autoptr(ThFormats) formats = dat != NULL ? th_test_dat_formats (dat) : NULL;
  GThread *threads[4];
  g_autofree char *expected = NULL;

  if (formats == NULL)
    {
      g_test_skip ("no recording is here: THRESHER_TRACES is not set");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("print", print_all, formats);
  expected = print_all (formats);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *text = g_thread_join (threads[i]);

      g_assert_cmpstr (text, ==, expected);
    }
}

static void
test_sweep (gconstpointer data)
{
  sweep (data, FALSE, 8);
}

static void
test_sweep_32 (gconstpointer data)
{
  sweep (data, FALSE, 4);
}

static void
test_sweep_big (gconstpointer data)
{
  sweep (data, TRUE, 8);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/format/threads", test_threads);
  g_test_add_data_func ("/format/sweep/6.1", "e1000-fgraph.dat", test_sweep);
  g_test_add_data_func ("/format/sweep/6.12", "k612-fgraph.dat", test_sweep);
  g_test_add_data_func ("/format/sweep/32-bit", "k612-fgraph.dat", test_sweep_32);
  g_test_add_data_func ("/format/sweep/big-endian", "k612-fgraph.dat", test_sweep_big);

  return g_test_run ();
}
