/* th-compare.c - `thresh compare`: measures and tables of two recordings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The numbers side by side; it passes no judgement.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"

enum
{
  A,
  B,
  N_SIDES
};

typedef struct
{
  ThRecording *recording;
  GPtrArray   *all;        /* of ThResults */
} Side;

static void
side_clear (Side *side)
{
  g_clear_pointer (&side->all, g_ptr_array_unref);
  g_clear_pointer (&side->recording, th_recording_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Side, side_clear)

/* A measure or a table of the same name on both sides; NULL where there is none. */
typedef struct
{
  const char *analysis;
  const char *id;
  ThMeasure  *measure[N_SIDES];
  ThTable    *table[N_SIDES];
} Pair;

static Pair *
find_pair (GArray     *pairs,
           const char *analysis,
           const char *id)
{
  Pair new = { analysis, id, };

  for (guint i = 0; i < pairs->len; i++)
    {
      Pair *pair = &g_array_index (pairs, Pair, i);

      if (strcmp (pair->analysis, analysis) == 0 && strcmp (pair->id, id) == 0)
        return pair;
    }

  g_array_append_val (pairs, new);
  return &g_array_index (pairs, Pair, pairs->len - 1);
}

static void
add_side (GArray     *measures,
          GArray     *tables,
          const Side *side,
          guint       which)
{
  for (guint i = 0; i < side->all->len; i++)
    {
      ThResults *results = g_ptr_array_index (side->all, i);
      const char *analysis = th_results_get_id (results);

      for (guint j = 0; j < th_results_get_n_measures (results); j++)
        {
          ThMeasure *measure = th_results_get_measure (results, j);

          if (th_measure_get_n (measure) > 0)
            find_pair (measures, analysis,
                       th_measure_get_info (measure)->id)->measure[which] = measure;
        }
      for (guint j = 0; j < th_results_get_n_tables (results); j++)
        {
          ThTable *table = th_results_get_table (results, j);

          find_pair (tables, analysis, th_table_get_info (table)->id)->table[which] = table;
        }
    }
}

static void
summarize (const Pair *pair,
           ThSummary   summary[N_SIDES])
{
  for (guint i = 0; i < N_SIDES; i++)
    {
      summary[i] = (ThSummary) { 0, };
      if (pair->measure[i] != NULL)
        th_measure_summarize (pair->measure[i], &summary[i]);
    }
}

/* --- JSON -------------------------------------------------------------- */

static void
append_values (JsonBuilder *builder,
               const char  *key,
               gint64       a,
               gint64       b,
               gboolean     known_a,
               gboolean     known_b)
{
  json_builder_set_member_name (builder, key);
  json_builder_begin_object (builder);
  if (known_a)
    th_cli_json_int (builder, "a", a);
  if (known_b)
    th_cli_json_int (builder, "b", b);
  if (known_a && known_b)
    {
      th_cli_json_int (builder, "difference", b - a);
      if (a != 0)
        {
          json_builder_set_member_name (builder, "relative");
          json_builder_add_double_value (builder, (b - a) / (double) a);
        }
    }
  json_builder_end_object (builder);
}

static void
append_json (GArray  *measures,
             GArray  *tables,
             GString *text)
{
  for (guint i = 0; i < measures->len; i++)
    {
      const Pair *pair = &g_array_index (measures, Pair, i);
      g_autoptr(JsonBuilder) builder = json_builder_new ();
      ThSummary s[N_SIDES];
      gboolean a = pair->measure[A] != NULL, b = pair->measure[B] != NULL;

      summarize (pair, s);
      json_builder_begin_object (builder);
      th_cli_json_string (builder, "analysis", pair->analysis);
      th_cli_json_string (builder, "measure", pair->id);
      th_cli_json_string (builder, "unit",
                          th_cli_unit_id (th_measure_get_info (pair->measure[a ? A : B])->unit));
      append_values (builder, "n", s[A].n, s[B].n, TRUE, TRUE);
      append_values (builder, "p50", s[A].p50, s[B].p50, a, b);
      append_values (builder, "p90", s[A].p90, s[B].p90, a, b);
      append_values (builder, "p99", s[A].p99, s[B].p99, a, b);
      append_values (builder, "max", s[A].max, s[B].max, a, b);
      json_builder_end_object (builder);
      th_cli_json_append (builder, text);
    }

  for (guint i = 0; i < tables->len; i++)
    {
      const Pair *pair = &g_array_index (tables, Pair, i);
      g_autoptr(JsonBuilder) builder = json_builder_new ();

      json_builder_begin_object (builder);
      th_cli_json_string (builder, "analysis", pair->analysis);
      th_cli_json_string (builder, "table", pair->id);
      append_values (builder, "rows", pair->table[A] != NULL ? th_table_get_n (pair->table[A]) : 0,
                     pair->table[B] != NULL ? th_table_get_n (pair->table[B]) : 0, TRUE, TRUE);
      json_builder_end_object (builder);
      th_cli_json_append (builder, text);
    }
}

/* --- text -------------------------------------------------------------- */

static char *
format_change (gint64   a,
               gint64   b,
               gboolean known)
{
  if (!known)
    return g_strdup ("");
  if (a == b)
    return g_strdup ("=");
  if (a == 0)
    return g_strdup_printf ("%+" G_GINT64_FORMAT, b);

  return g_strdup_printf ("%+.1f %%", 100.0 * (b - a) / ABS (a));
}

static void
add_values (ThCliTable *lines,
            const Side *sides,
            const Pair *pair,
            gint64      a,
            gint64      b)
{
  gboolean known_a = pair->measure[A] != NULL, known_b = pair->measure[B] != NULL;
  ThUnit unit = th_measure_get_info (pair->measure[known_a ? A : B])->unit;

  th_cli_table_take (lines,
                     known_a ? th_cli_format_value (sides[A].recording, unit, a) : g_strdup ("–"));
  th_cli_table_take (lines,
                     known_b ? th_cli_format_value (sides[B].recording, unit, b) : g_strdup ("–"));
  th_cli_table_take (lines, format_change (a, b, known_a && known_b));
}

static void
append_measures (const Side *sides,
                 GArray     *measures,
                 GString    *text)
{
  static const char *const titles[] = {
    "", "n A", "n B", "p50 A", "p50 B", "", "p90 A", "p90 B", "", "p99 A", "p99 B", "", "max A",
    "max B", ""
  };
  g_autoptr(ThCliTable) lines = th_cli_table_new ("lrrrrrrrrrrrrrr");

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    th_cli_table_add (lines, titles[i]);
  for (guint i = 0; i < measures->len; i++)
    {
      const Pair *pair = &g_array_index (measures, Pair, i);
      ThSummary s[N_SIDES];

      summarize (pair, s);
      th_cli_table_add (lines, pair->id);
      th_cli_table_take (lines, g_strdup_printf ("%u", s[A].n));
      th_cli_table_take (lines, g_strdup_printf ("%u", s[B].n));
      add_values (lines, sides, pair, s[A].p50, s[B].p50);
      add_values (lines, sides, pair, s[A].p90, s[B].p90);
      add_values (lines, sides, pair, s[A].p99, s[B].p99);
      add_values (lines, sides, pair, s[A].max, s[B].max);
    }
  g_string_append_printf (text, "%s\n", _("Measures"));
  th_cli_table_append (lines, text);
}

static void
append_tables (GArray  *tables,
               GString *text)
{
  g_autoptr(ThCliTable) lines = th_cli_table_new ("lrrr");

  th_cli_table_add (lines, "");
  th_cli_table_add (lines, "A");
  th_cli_table_add (lines, "B");
  th_cli_table_add (lines, "");
  for (guint i = 0; i < tables->len; i++)
    {
      const Pair *pair = &g_array_index (tables, Pair, i);
      guint32 a = pair->table[A] != NULL ? th_table_get_n (pair->table[A]) : 0;
      guint32 b = pair->table[B] != NULL ? th_table_get_n (pair->table[B]) : 0;

      th_cli_table_add (lines, pair->id);
      th_cli_table_take (lines, g_strdup_printf ("%u", a));
      th_cli_table_take (lines, g_strdup_printf ("%u", b));
      th_cli_table_take (lines, format_change (a, b, TRUE));
    }
  g_string_append_printf (text, "\n%s\n", _("Table rows"));
  th_cli_table_append (lines, text);
}

/* --- the command ------------------------------------------------------- */

static ThExit
load_side (Side        *side,
           const char  *path,
           char       **with)
{
  ThExit status = th_cli_load (path, &side->recording);

  if (side->recording == NULL)
    return status;
  if (!(side->all = th_cli_analyze ("compare", side->recording, with)))
    return TH_EXIT_USAGE;

  return status;
}

int
th_compare_main (int    argc,
                 char **argv)
{
  g_auto(ThCliOptions) options = { FALSE, };
  const GOptionEntry entries[] = {
    TH_CLI_JSON_ENTRY (&options, N_("Print one JSON object per measure and table, each on its own "
                                    "line")),
    TH_CLI_WITH_ENTRY (&options),
    TH_CLI_ARGUMENTS_ENTRY (&options),
    { NULL }
  };
  g_autoptr(GArray) measures = g_array_new (FALSE, TRUE, sizeof (Pair));
  g_autoptr(GArray) tables = g_array_new (FALSE, TRUE, sizeof (Pair));
  g_auto(Side) a = { NULL, NULL }, b = { NULL, NULL };
  ThExit status;
  ThCliOutput output;

  if (!th_cli_parse (&argc, &argv, entries, _("A B"),
                     _("Compare the measures of two recordings side by side.")))
    return TH_EXIT_USAGE;
  if (options.arguments == NULL || g_strv_length (options.arguments) != N_SIDES)
    return th_cli_usage_error ("compare", "%s", _("exactly two files are needed"));
  if (th_cli_has_appended ())
    return th_cli_usage_error ("compare", "%s", _("compare takes two separate recordings, so "
                                                  "--append cannot be used: name the two "
                                                  "recordings to compare"));

  status = load_side (&a, options.arguments[A], options.with);
  if (a.all == NULL)
    return status;
  status = th_cli_worse (status, load_side (&b, options.arguments[B], options.with));
  if (b.all == NULL)
    return status;

  add_side (measures, tables, &a, A);
  add_side (measures, tables, &b, B);
  th_cli_output_init (&output);
  if (options.json)
    append_json (measures, tables, output.text);
  else
    {
      append_measures ((const Side[]) { a, b }, measures, output.text);
      append_tables (tables, output.text);
    }

  return th_cli_worse (status, th_cli_output_end (&output));
}
