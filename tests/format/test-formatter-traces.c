/* test-formatter-traces.c - compares every record of every recording with libtraceevent
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libtracecmd reads the records and libtraceevent prints them, without
 * plugins; our text must be the same.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <event-parse.h>
#include <trace-cmd/trace-cmd.h>

#include "th-test-dat.h"

#define SHOWN 3 /* maximum number of differences to report for one type */

typedef struct
{
  guint64 n_records;
  guint64 n_different;
  guint64 n_raw_different;
  GHashTable *told; /* name of a type → number of differences reported */
} Count;

typedef struct
{
  ThFormats        *formats;
  ThFormatter      *formatter;
  struct trace_seq  seq;
  GString          *text;
  Count            *count;
} Compare;

static gboolean
is_told (Count      *count,
         const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (count->told, name));

  g_hash_table_insert (count->told, g_strdup (name), GUINT_TO_POINTER (n + 1));

  return n < SHOWN;
}

/* Compares the texts at both ends; ours must be valid UTF-8. */
static gboolean
is_same (const char *theirs,
         const char *ours)
{
  g_autofree char *valid = g_utf8_make_valid (theirs, -1);

  return strcmp (valid, ours) == 0;
}

static gboolean
compare_info (Compare           *self,
              struct tep_handle *tep,
              struct tep_record *record,
              guint              id,
              gboolean           raw)
{
  ThPayload payload = { record->data, record->size, tep_is_file_bigendian (tep) };

  trace_seq_reset (&self->seq);
  tep_print_event (tep, &self->seq, record, "%s", raw ? TEP_PRINT_INFO_RAW : TEP_PRINT_INFO);
  trace_seq_terminate (&self->seq);

  g_string_truncate (self->text, 0);
  if (raw)
    th_formatter_print_raw (self->formatter, id, &payload, self->text);
  else
    th_formatter_print (self->formatter, id, &payload, self->text);
  g_assert_true (g_utf8_validate (self->text->str, self->text->len, NULL));

  return is_same (self->seq.buffer, self->text->str);
}

/* If the record ends within an array, libtraceevent prints the whole array, with whatever bytes
 * follow the record.  Ours stops. */
static gboolean
is_cut (Compare           *self,
        struct tep_record *record,
        guint              id)
{
  const ThFieldTable *table = th_formats_get_fields (self->formats, id);
  const ThField *last = table->n_fields > 0 ? &table->fields[table->n_fields - 1] : NULL;
  gsize length = self->text->len;

  return last != NULL && last->kind == TH_FIELD_ARRAY &&
         (gsize) last->offset + last->size > (gsize) record->size &&
         length > 1 && strncmp (self->seq.buffer, self->text->str, length - 1) == 0;
}

static void
tell (Compare    *self,
      guint       id,
      const char *how)
{
  const char *name = th_formats_get_name (self->formats, id);

  if (is_told (self->count, name != NULL ? name : "?"))
    {
      g_test_message ("%s %s: libtraceevent %s", how, name, self->seq.buffer);
      g_test_message ("%s %s: ours          %s", how, name, self->text->str);
    }
}

static void
compare_record (Compare           *self,
                struct tep_handle *tep,
                struct tep_record *record)
{
  guint id = (guint) tep_data_type (tep, record);

  self->count->n_records++;
  if (!compare_info (self, tep, record, id, FALSE))
    {
      self->count->n_different++;
      tell (self, id, "text of");
    }
  if (!compare_info (self, tep, record, id, TRUE) && !is_cut (self, record, id))
    {
      self->count->n_raw_different++;
      tell (self, id, "fields of");
    }
}

static void
compare_stream (Compare               *self,
                struct tracecmd_input *input)
{
  struct tep_handle *tep = tracecmd_get_tep (input);

  for (int cpu = 0; cpu < tep_get_cpus (tep); cpu++)
    {
      struct tep_record *record;

      while ((record = tracecmd_read_data (input, cpu)) != NULL)
        {
          compare_record (self, tep, record);
          tracecmd_free_record (record);
        }
    }
}

static void
compare_file (const char *path,
              Count      *count)
{
  g_autoptr(ThTestDat) dat = th_test_dat_open (path);
  g_autoptr(ThFormats) formats = NULL;
  g_autoptr(ThFormatter) formatter = NULL;
  struct tracecmd_input *input;
  Compare self = { .count = count };

  g_assert_nonnull (dat);
  g_assert_cmpuint (dat->texts->len, >, 0);
  self.formats = formats = th_test_dat_formats (dat);
  self.formatter = formatter = th_formatter_new (formats);
  self.text = g_string_new (NULL);
  trace_seq_init (&self.seq);

  input = tracecmd_open (path, TRACECMD_FL_LOAD_NO_PLUGINS);
  g_assert_nonnull (input);
  compare_stream (&self, input);
  for (int i = 0; i < tracecmd_buffer_instances (input); i++)
    {
      struct tracecmd_input *instance = tracecmd_buffer_instance_handle (input, i);

      if (instance != NULL)
        {
          compare_stream (&self, instance);
          tracecmd_close (instance);
        }
    }
  tracecmd_close (input);
  trace_seq_destroy (&self.seq);
  g_string_free (self.text, TRUE);
}

static void
test_traces (void)
{
  g_autoptr(GPtrArray) paths = th_test_dat_list ();
  Count count = { .told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };

  if (paths->len == 0)
    {
      g_test_skip ("no recordings: THRESHER_TRACES is not set");
      return;
    }
  for (guint i = 0; i < paths->len; i++)
    {
      guint64 before = count.n_different + count.n_raw_different;

      compare_file (paths->pdata[i], &count);
      if (count.n_different + count.n_raw_different != before)
        g_test_message ("… in %s", (char *) paths->pdata[i]);
    }

  g_test_message ("%" G_GUINT64_FORMAT " records of %u recordings: %" G_GUINT64_FORMAT
                  " texts and %" G_GUINT64_FORMAT " field lists differ",
                  count.n_records, paths->len, count.n_different, count.n_raw_different);
  g_hash_table_unref (count.told);
  g_assert_cmpuint (count.n_records, >, 0);
  g_assert_cmpuint (count.n_different, ==, 0);
  g_assert_cmpuint (count.n_raw_different, ==, 0);
}

/* --- the share of formats that we print ourselves ----------------------- */

static void
test_share (gconstpointer data)
{
  g_autoptr(ThTestDat) dat = th_test_dat_find (data);
  g_autoptr(ThFormats) formats = NULL;
  const guint *ids;
  guint n_compiled = 0;
  guint n;

  if (dat == NULL)
    {
      g_test_skip ("the recording is not here: THRESHER_TRACES is not set");
      return;
    }
  formats = th_test_dat_formats (dat);
  n = th_formats_get_n (formats);
  ids = th_formats_peek_ids (formats);
  for (guint i = 0; i < n; i++)
    {
      const char *why;
      ThFormatKind kind = th_formats_get_kind (formats, ids[i], &why);

      n_compiled += kind == TH_FORMAT_COMPILED;
      if (kind != TH_FORMAT_COMPILED)
        g_test_message ("%s:%s: %s", th_formats_get_system (formats, ids[i]),
                        th_formats_get_name (formats, ids[i]), why);
    }

  g_test_message ("compiled %u of %u formats (%.1f %%) of %s", n_compiled, n,
                  100.0 * n_compiled / n,
                  dat->name);
  g_assert_cmpuint (n, >, 30);
  g_assert_cmpuint (n_compiled * 100, >=, n * 95);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/format/share/6.1", "e1000-fgraph.dat", test_share);
  g_test_add_data_func ("/format/share/6.12", "k612-fgraph.dat", test_share);
  g_test_add_func ("/format/traces", test_traces);

  return g_test_run ();
}
