/* th-compare-baseline.c - saves and loads runs, so that recordings need not be kept
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-compare-baseline.h"
#include "th-compare-private.h"
#include "th-sample-codec.h"

#define MAGIC "thresh-baseline"
#define MAGIC_SIZE 14 /* without the last letter: a header of 16 bytes aligns the GVariant */
#define HEADER_SIZE 16
#define VERSION 4
#define VERSION_WITHOUT_MORE 3
#define VERSION_WITHOUT_COUNTERS 2
#define MAX_SIZE (G_GUINT64_CONSTANT (1) << 30)

#define LEVELS "(ddd)"
#define MAKING "(ssssuuxxxtttttbbd)"
#define COUNT "(ssbt)"
#define PART "(ssb" LEVELS LEVELS ")"
#define CLASS "((ssssssss)(yyb)(tt)(bddd)uayay" LEVELS LEVELS "a" PART ")"
#define RUN "(s" MAKING "a" CLASS "a" COUNT "a" COUNT ")"
#define COUNTERS "(da" COUNT ")"
/* Members with names, so that another one needs no new version. */
#define MORE "a{sv}"
#define RUNS_WITHOUT_COUNTERS "a" RUN
#define RUNS_WITHOUT_MORE "a(" RUN COUNTERS ")"
#define RUNS "a(" RUN COUNTERS MORE ")"
#define RECORDING "recording"
#define IS_PART "is-part"

G_DEFINE_QUARK (th-compare-baseline-error-quark, th_compare_baseline_error)

/* --- writing --------------------------------------------------------------- */

static GVariant *
pack_bytes (GByteArray *bytes)
{
  GVariant *packed = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes->data, bytes->len, 1);

  g_byte_array_unref (bytes);
  return packed;
}

static GVariant *
pack_levels (const double *values)
{
  return g_variant_new (LEVELS, values[0], values[1], values[2]);
}

static GVariant *
pack_parts (const GArray *parts)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" PART));
  for (guint i = 0; i < parts->len; i++)
    {
      const ThComparePart *part = &g_array_index (parts, ThComparePart, i);

      g_variant_builder_add (&builder, "(ssb@" LEVELS "@" LEVELS ")", part->dimension, part->key,
                             part->is_share, pack_levels (part->n), pack_levels (part->sum));
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_class (const ThCompareClass *class)
{
  GByteArray *times = g_byte_array_new (), *values = g_byte_array_new ();

  th_sample_codec_put_ascending (times, class->times, class->n);
  th_sample_codec_put (values, class->values, class->n);
  return g_variant_new ("((ssssssss)(yyb)(tt)(bddd)u@ay@ay@" LEVELS "@" LEVELS "@a" PART ")",
                        class->analysis, class->measure, class->title, class->name, class->base,
                        class->table, class->begins, class->ends,
                        class->unit, class->spent, class->is_whole_flow,
                        class->n_found, class->n_measure,
                        class->has_sizes, class->size_low, class->size_median, class->size_high,
                        class->n, pack_bytes (times), pack_bytes (values),
                        pack_levels (class->level_n), pack_levels (class->level_sum),
                        pack_parts (class->parts));
}

static GVariant *
pack_making (const ThCompareMaking *making)
{
  return g_variant_new (MAKING, making->kernel, making->host, making->machine, making->clock,
                        making->resolution, making->n_cpus, making->start, making->wall_start,
                        making->duration, making->n_events, making->n_lost, making->n_gaps,
                        making->n_steps, making->n_ambiguous, making->lists_events,
                        making->has_background, making->background);
}

/* Of an event type, the flag says that it is listed, of a table that its rows are things. */
static GVariant *
pack_counts (const GArray *counts)
{
  GVariantBuilder builder;

  g_variant_builder_init (&builder, G_VARIANT_TYPE ("a" COUNT));
  for (guint i = 0; i < counts->len; i++)
    {
      const ThCompareCount *one = &g_array_index (counts, ThCompareCount, i);

      g_variant_builder_add (&builder, COUNT, one->id, one->name,
                             one->is_listed || one->is_level, one->count);
    }
  return g_variant_builder_end (&builder);
}

static GVariant *
pack_run (const ThCompareRun *run)
{
  GVariantBuilder classes;

  g_variant_builder_init (&classes, G_VARIANT_TYPE ("a" CLASS));
  for (guint i = 0; i < run->classes->len; i++)
    g_variant_builder_add_value (&classes, pack_class (g_ptr_array_index (run->classes, i)));
  return g_variant_new ("(s@" MAKING "@a" CLASS "@a" COUNT "@a" COUNT ")", run->name,
                        pack_making (&run->making), g_variant_builder_end (&classes),
                        pack_counts (run->tables), pack_counts (run->events));
}

static GVariant *
pack_more (const ThCompareRun *run)
{
  GVariantDict more;

  g_variant_dict_init (&more, NULL);
  g_variant_dict_insert (&more, RECORDING, "s", run->making.recording);
  g_variant_dict_insert (&more, IS_PART, "b", run->making.is_part);
  return g_variant_dict_end (&more);
}

static GVariant *
pack_whole_run (const ThCompareRun *run)
{
  return g_variant_new ("(@" RUN "(d@a" COUNT ")@" MORE ")", pack_run (run), run->counter_seconds,
                        pack_counts (run->counters), pack_more (run));
}

static GString *
make_header (void)
{
  GString *header = g_string_new_len (MAGIC, MAGIC_SIZE);

  g_string_append_c (header, VERSION);
  g_string_append_c (header, G_BYTE_ORDER == G_LITTLE_ENDIAN ? 'l' : 'B');
  return header;
}

gboolean
th_compare_baseline_save (GPtrArray   *runs,
                          const char  *path,
                          GError     **error)
{
  g_autoptr(GString) content = make_header ();
  g_autoptr(GVariant) packed = NULL;
  GVariantBuilder builder;

  if (!th_atomic_file_may_replace (path, error))
    return FALSE;

  g_variant_builder_init (&builder, G_VARIANT_TYPE (RUNS));
  for (guint i = 0; i < runs->len; i++)
    g_variant_builder_add_value (&builder, pack_whole_run (g_ptr_array_index (runs, i)));
  packed = g_variant_ref_sink (g_variant_builder_end (&builder));
  g_string_append_len (content, g_variant_get_data (packed), g_variant_get_size (packed));
  return g_file_set_contents_full (path, content->str, content->len, G_FILE_SET_CONTENTS_CONSISTENT,
                                   0644, error);
}

/* --- reading ------------------------------------------------------------------ */

static gboolean
is_sane (const double *values,
         guint         n)
{
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i]))
      return FALSE;

  return TRUE;
}

static gboolean
unpack_levels (GVariant *packed,
               double   *values)
{
  g_variant_get (packed, LEVELS, &values[0], &values[1], &values[2]);
  g_variant_unref (packed);
  return is_sane (values, TH_VERDICT_N_LEVELS);
}

static gboolean
unpack_parts (GVariant       *packed,
              ThCompareClass *class)
{
  GVariantIter iter;
  GVariant *n, *sum;
  ThComparePart part;

  g_variant_iter_init (&iter, packed);
  while (g_variant_iter_next (&iter, "(ssb@" LEVELS "@" LEVELS ")", &part.dimension, &part.key,
                              &part.is_share, &n, &sum))
    {
      gboolean sane = unpack_levels (n, part.n);

      sane = unpack_levels (sum, part.sum) && sane;
      g_array_append_val (class->parts, part);
      if (!sane)
        return FALSE;
    }
  return TRUE;
}

static gboolean
unpack_samples (ThCompareClass *class,
                GVariant       *times,
                GVariant       *values)
{
  gsize n_times, n_values;
  const guint8 *packed_times = g_variant_get_fixed_array (times, &n_times, 1);
  const guint8 *packed_values = g_variant_get_fixed_array (values, &n_values, 1);

  /* Each number takes at least a byte. */
  if (class->n > n_times || class->n > n_values)
    return FALSE;

  class->times = g_new (gint64, MAX (class->n, 1));
  class->values = g_new (gint64, MAX (class->n, 1));
  return th_sample_codec_get_ascending (packed_times, n_times, class->times, class->n) &&
         th_sample_codec_get (packed_values, n_values, class->values, class->n);
}

static gboolean
unpack_class (GVariant       *packed,
              ThCompareClass *class)
{
  g_autoptr(GVariant) times = NULL, values = NULL, parts = NULL;
  GVariant *level_n, *level_sum;
  guint8 unit, spent;
  gboolean sane;

  g_variant_get (packed, "((ssssssss)(yyb)(tt)(bddd)u@ay@ay@" LEVELS "@" LEVELS "@a" PART ")",
                 &class->analysis, &class->measure, &class->title, &class->name, &class->base,
                 &class->table, &class->begins, &class->ends, &unit, &spent, &class->is_whole_flow,
                 &class->n_found, &class->n_measure, &class->has_sizes, &class->size_low,
                 &class->size_median, &class->size_high, &class->n, &times, &values, &level_n,
                 &level_sum, &parts);
  class->unit = unit;
  class->spent = spent;
  sane = unpack_levels (level_n, class->level_n);
  sane = unpack_levels (level_sum, class->level_sum) && sane;
  return sane && unit <= TH_UNIT_HERTZ && spent < TH_SPENT_CALLING &&
         class->n <= class->n_found && class->n_found <= class->n_measure &&
         is_sane (&class->size_low, 1) && is_sane (&class->size_median, 1) &&
         is_sane (&class->size_high, 1) && unpack_samples (class, times, values) &&
         unpack_parts (parts, class);
}

static gboolean
unpack_making (GVariant        *packed,
               ThCompareMaking *making)
{
  guint32 resolution;

  g_variant_get (packed, MAKING, &making->kernel, &making->host, &making->machine, &making->clock,
                 &resolution, &making->n_cpus, &making->start, &making->wall_start,
                 &making->duration, &making->n_events, &making->n_lost, &making->n_gaps,
                 &making->n_steps, &making->n_ambiguous, &making->lists_events,
                 &making->has_background, &making->background);
  making->resolution = resolution;
  return resolution <= TH_RESOLUTION_TICKS && making->duration >= 0 &&
         making->background >= 0 && making->background <= 1;
}

static void
unpack_counts (GVariant *packed,
               gboolean  are_tables,
               GArray   *counts)
{
  GVariantIter iter;
  ThCompareCount one = { 0, };
  gboolean flag;

  g_variant_iter_init (&iter, packed);
  while (g_variant_iter_next (&iter, COUNT, &one.id, &one.name, &flag, &one.count))
    {
      one.is_listed = flag && !are_tables;
      one.is_level = flag && are_tables;
      th_compare_counts_add (counts, &one);
    }
}

/* NULL if its content is invalid. */
static ThCompareRun *
unpack_run (GVariant *packed)
{
  g_autofree char *name = NULL;
  g_autoptr(GVariant) making = NULL, classes = NULL, tables = NULL, events = NULL;
  g_autoptr(ThCompareRun) run = NULL;

  g_variant_get (packed, "(s@" MAKING "@a" CLASS "@a" COUNT "@a" COUNT ")", &name, &making,
                 &classes, &tables, &events);
  run = th_compare_run_new (name);
  if (!unpack_making (making, &run->making))
    return NULL;

  unpack_counts (tables, TRUE, run->tables);
  unpack_counts (events, FALSE, run->events);
  for (gsize i = 0; i < g_variant_n_children (classes); i++)
    {
      g_autoptr(GVariant) one = g_variant_get_child_value (classes, i);
      ThCompareClass *class = th_compare_class_new ();

      g_ptr_array_add (run->classes, class);
      if (!unpack_class (one, class))
        return NULL;
    }
  th_compare_run_finalize (run);
  return g_steal_pointer (&run);
}

static gboolean
unpack_counters (GVariant     *packed,
                 ThCompareRun *run)
{
  g_autoptr(GVariant) counters = NULL;

  g_variant_get (packed, "(d@a" COUNT ")", &run->counter_seconds, &counters);
  unpack_counts (counters, FALSE, run->counters);
  return isfinite (run->counter_seconds) && run->counter_seconds >= 0;
}

/* What a missing member would say stays unknown. */
static void
unpack_more (GVariant     *packed,
             ThCompareRun *run)
{
  g_autofree char *recording = NULL;

  if (g_variant_lookup (packed, RECORDING, "s", &recording))
    {
      g_free (run->making.recording);
      run->making.recording = g_steal_pointer (&recording);
    }
  g_variant_lookup (packed, IS_PART, "b", &run->making.is_part);
}

/* Of version 3 or 4. */
static ThCompareRun *
unpack_whole_run (GVariant *packed)
{
  g_autoptr(GVariant) one = g_variant_get_child_value (packed, 0);
  g_autoptr(GVariant) counters = g_variant_get_child_value (packed, 1);
  g_autoptr(ThCompareRun) run = unpack_run (one);

  if (run == NULL || !unpack_counters (counters, run))
    return NULL;

  if (g_variant_n_children (packed) > 2)
    {
      g_autoptr(GVariant) more = g_variant_get_child_value (packed, 2);

      unpack_more (more, run);
    }
  return g_steal_pointer (&run);
}

static GPtrArray *
damaged (GError **error)
{
  g_set_error_literal (error, TH_COMPARE_BASELINE_ERROR, TH_COMPARE_BASELINE_ERROR_FORMAT,
                       _("This is not a baseline, or it is damaged: save it again."));
  return NULL;
}

/* The packed runs in native byte order; NULL if they are not well-formed. */
static GVariant *
open_variant (const guint8 *data,
              gsize         size,
              const char   *type,
              gboolean      is_native)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data + HEADER_SIZE, size - HEADER_SIZE);
  g_autoptr(GVariant) packed = g_variant_ref_sink (
    g_variant_new_from_bytes (G_VARIANT_TYPE (type), bytes, FALSE));

  if (!g_variant_is_normal_form (packed))
    return NULL;
  if (!is_native)
    return g_variant_byteswap (packed);

  return g_steal_pointer (&packed);
}

/* The type of the content; NULL for an unknown version. */
static const char *
get_type (guint8 version)
{
  switch (version)
    {
    case VERSION_WITHOUT_COUNTERS:
      return RUNS_WITHOUT_COUNTERS;
    case VERSION_WITHOUT_MORE:
      return RUNS_WITHOUT_MORE;
    case VERSION:
      return RUNS;
    default:
      return NULL;
    }
}

GPtrArray *
th_compare_baseline_parse (const guint8  *data,
                           gsize          size,
                           GError       **error)
{
  const char native = G_BYTE_ORDER == G_LITTLE_ENDIAN ? 'l' : 'B';
  g_autoptr(GVariant) packed = NULL;
  g_autoptr(GPtrArray) runs = NULL;
  const char *type;

  if (size < HEADER_SIZE || memcmp (data, MAGIC, MAGIC_SIZE) != 0 ||
      (data[HEADER_SIZE - 1] != 'l' && data[HEADER_SIZE - 1] != 'B'))
    return damaged (error);
  type = get_type (data[MAGIC_SIZE]);
  if (type == NULL)
    {
      g_set_error (error, TH_COMPARE_BASELINE_ERROR, TH_COMPARE_BASELINE_ERROR_VERSION,
                   _("This baseline has version %d, which is not known: save it again."),
                   data[MAGIC_SIZE]);
      return NULL;
    }

  packed = open_variant (data, size, type, data[HEADER_SIZE - 1] == native);
  if (packed == NULL || g_variant_n_children (packed) == 0)
    return damaged (error);

  runs = g_ptr_array_new_with_free_func ((GDestroyNotify) th_compare_run_unref);
  for (gsize i = 0; i < g_variant_n_children (packed); i++)
    {
      g_autoptr(GVariant) one = g_variant_get_child_value (packed, i);
      ThCompareRun *run = data[MAGIC_SIZE] == VERSION_WITHOUT_COUNTERS ? unpack_run (one)
                                                                        : unpack_whole_run (one);

      if (run == NULL)
        return damaged (error);
      g_ptr_array_add (runs, run);
    }
  return g_steal_pointer (&runs);
}

/* --- files ----------------------------------------------------------------------- */

gboolean
th_compare_baseline_detect (const char *path)
{
  char head[MAGIC_SIZE];
  struct stat info;
  gboolean found;
  FILE *file;

  /* Do not open pipes: reading consumes their first bytes. */
  if (stat (path, &info) != 0 || !S_ISREG (info.st_mode) || !(file = fopen (path, "rbe")))
    return FALSE;

  found = fread (head, 1, sizeof head, file) == sizeof head &&
          memcmp (head, MAGIC, MAGIC_SIZE) == 0;
  fclose (file);
  return found;
}

GPtrArray *
th_compare_baseline_load (const char  *path,
                          GError     **error)
{
  g_autofree char *data = NULL;
  struct stat info;
  gsize size;

  if (stat (path, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size > (goffset) MAX_SIZE))
    return damaged (error);
  if (!g_file_get_contents (path, &data, &size, error))
    return NULL;

  return th_compare_baseline_parse ((const guint8 *) data, size, error);
}
