/* th-stacks-cmd.c - `thresh stacks`: call trees as folded text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-results.h"
#include "th-cli-table.h"
#include "th-printable.h"

typedef struct
{
  ThCliOptions  common;
  char         *event;
  char         *weight;
  char         *tasks;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->event);
  g_free (options->weight);
  g_free (options->tasks);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
has_choice (const Options *options)
{
  return options->common.from != NULL || options->common.to != NULL || options->tasks != NULL;
}

/* --- one tree ---------------------------------------------------------- */

/* Appends the chain of @node, outermost function first. */
static void
collect_chain (ThCallTree *tree,
               guint32     node,
               GArray     *chain)
{
  ThCallNode at;

  g_array_set_size (chain, 0);
  for (; node != TH_CALL_ROOT; node = at.caller)
    {
      th_call_tree_get (tree, node, &at);
      g_array_prepend_val (chain, at);
    }
}

/* A semicolon separates names, so it must not occur in one. */
static void
append_name (GString    *text,
             const char *name)
{
  g_autofree char *shown = th_printable_line (name);

  g_strdelimit (shown, ";", ':');
  g_string_append (text, shown);
}

static void
append_folded (ThResults  *results,
               ThCallTree *tree,
               GArray     *chain,
               gint64      value,
               gboolean    named,
               GString    *text)
{
  if (named)
    append_name (text, th_call_tree_get_info (tree)->id);
  else if (chain->len == 0)
    g_string_append (text, "-");
  for (guint i = 0; i < chain->len; i++)
    {
      if (named || i > 0)
        g_string_append_c (text, ';');
      append_name (text, th_results_get_word (results, g_array_index (chain, ThCallNode, i).name));
    }
  g_string_append_printf (text, " %" G_GINT64_FORMAT "\n", value);
}

static void
append_json (ThResults  *results,
             ThCallTree *tree,
             guint       weight,
             GArray     *chain,
             gint64      value,
             GString    *text)
{
  static const char *const kinds[TH_N_CALL_KINDS] = { "kernel", "module", "user" };
  g_autoptr(JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  th_cli_json_string (builder, "tree", th_call_tree_get_info (tree)->id);
  th_cli_json_string (builder, "weight", th_call_tree_get_info (tree)->weights[weight].id);
  th_cli_json_int (builder, "value", value);
  json_builder_set_member_name (builder, "chain");
  json_builder_begin_array (builder);
  for (guint i = 0; i < chain->len; i++)
    {
      const ThCallNode *node = &g_array_index (chain, ThCallNode, i);

      json_builder_begin_object (builder);
      th_cli_json_string (builder, "name", th_results_get_word (results, node->name));
      th_cli_json_string (builder, "kind", kinds[node->kind]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  th_cli_json_append (builder, text);
}

/* FALSE if the tree has no chains. */
static gboolean
print_tree (const Options *options,
            ThResults     *results,
            ThCallTree    *tree,
            guint          weight,
            ThCliOutput   *output)
{
  g_autoptr(GArray) chain = g_array_new (FALSE, FALSE, sizeof (ThCallNode));
  guint32 n = th_call_tree_get_n (tree);
  gboolean any = FALSE;

  for (guint32 i = 0; i < n && th_cli_output_check (output); i++)
    {
      ThCallNode node;

      th_call_tree_get (tree, i, &node);
      if (node.own[weight] == 0)
        continue;
      any = TRUE;
      collect_chain (tree, i, chain);
      if (options->common.json)
        append_json (results, tree, weight, chain, node.own[weight], output->text);
      else
        append_folded (results, tree, chain, node.own[weight], options->event == NULL,
                       output->text);
    }

  return any;
}

/* --- all --------------------------------------------------------------- */

static int
no_such_tree (GPtrArray *all)
{
  g_autofree char *names = th_cli_list_trees (all);

  if (names == NULL)
    return th_cli_usage_error ("stacks", "%s", _("this recording has no call chains"));
  return th_cli_usage_error ("stacks", _("no call chains match; available: %s"), names);
}

/* NULL after an error, which is reported. */
static GPtrArray *
analyze (const Options *options,
         ThRecording   *recording)
{
  static const char *const names[] = { "from", "to", "tasks" };
  const char *values[] = { options->common.from, options->common.to, options->tasks };
  g_autoptr(GPtrArray) with = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GString) choice = g_string_new ("stacks");

  for (guint i = 0; options->common.with != NULL && options->common.with[i] != NULL; i++)
    g_ptr_array_add (with, g_strdup (options->common.with[i]));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (values[i] != NULL)
      {
        g_autofree char *value = g_strdup (values[i]);

        /* Parameters must not contain blanks; the pattern ? also matches a blank. */
        g_strdelimit (value, " \t", i < 2 ? '_' : '?');
        g_string_append_printf (choice, " %s=%s", names[i], value);
      }
  if (has_choice (options))
    g_ptr_array_add (with, g_strdup (choice->str));
  g_ptr_array_add (with, NULL);
  return th_cli_analyze ("stacks", recording, (char **) with->pdata);
}

/* Explains empty output, which would look like a bug. */
static void
tell_nothing (GPtrArray *all)
{
  g_printerr ("thresh stacks: %s\n", _("this recording has no call chains"));
  for (guint i = 0; i < all->len; i++)
    if (strcmp (th_results_get_id (all->pdata[i]), "stacks") == 0 &&
        th_results_get_n_trees (all->pdata[i]) == 0)
      th_cli_report_remarks (all->pdata[i]);
}

static ThExit
print_all (ThRecording *recording,
           gpointer     data)
{
  const Options *options = data;
  g_autoptr(GPtrArray) all = analyze (options, recording);
  ThCliOutput output;
  gboolean fits = FALSE, any = FALSE;

  if (all == NULL)
    return TH_EXIT_USAGE;

  th_cli_output_init (&output);
  /* The results for the chosen parameters come last. */
  for (guint i = has_choice (options) ? all->len - 1 : 0; i < all->len; i++)
    {
      ThResults *results = all->pdata[i];

      for (guint j = 0; j < th_results_get_n_trees (results); j++)
        {
          ThCallTree *tree = th_results_get_tree (results, j);
          guint weight = th_cli_find_weight (tree, options->weight);

          if (weight == G_MAXUINT ||
              (options->event != NULL && !th_cli_tree_is (tree, options->event)))
            continue;
          fits = TRUE;
          any |= print_tree (options, results, tree, weight, &output);
        }
      if (th_results_get_n_trees (results) > 0)
        th_cli_report_remarks (results);
    }

  if (!fits && (has_choice (options) || options->event != NULL || options->weight != NULL))
    {
      th_cli_output_end (&output);
      return no_such_tree (all);
    }
  if (!any)
    tell_nothing (all);
  return th_cli_output_end (&output);
}

int
th_stacks_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { FALSE, };
  const GOptionEntry entries[] = {
    { "event", 'e', 0, G_OPTION_ARG_STRING, &options.event, N_("Only the call chains of this "
                                                               "event type, like skb:kfree_skb; "
                                                               "otherwise each chain starts with "
                                                               "its event type"), N_("TYPE") },
    { "weight", 'w', 0, G_OPTION_ARG_STRING, &options.weight, N_("What to add up, like samples, "
                                                                 "period, time or calls; by "
                                                                 "default the first that is "
                                                                 "available"), N_("NAME") },
    TH_CLI_JSON_ENTRY (&options.common,
                       N_("Print one JSON object per chain, each on its own line")),
    TH_CLI_FROM_ENTRY (&options.common),
    TH_CLI_TO_ENTRY (&options.common),
    { "task", 0, 0, G_OPTION_ARG_STRING, &options.tasks, N_("Only these tasks: names with * and "
                                                            "?, or PIDs, separated by commas"),
                                                            N_("LIST") },
    TH_CLI_WITH_ENTRY (&options.common),
    { NULL }
  };

  return th_cli_show_file (argc, argv, entries,
                           _("Count call chains: one per line, outermost caller first, in the "
                             "format of flame graph tools."),
                           &options.common.json, print_all, &options);
}
