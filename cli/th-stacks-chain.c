/* th-stacks-chain.c - one call chain in the output of `thresh stacks`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-json.h"
#include "th-printable.h"
#include "th-stacks-chain.h"

void
th_stacks_chain_collect (ThCallTree *tree,
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

void
th_stacks_chain_append_folded (ThResults  *results,
                               ThCallTree *tree,
                               GArray     *chain,
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
}

const char *
th_stacks_kind_id (ThCallKind kind)
{
  static const char *const kinds[TH_N_CALL_KINDS] = { "kernel", "module", "user" };

  return kinds[kind];
}

void
th_stacks_chain_add_json (ThResults   *results,
                          GArray      *chain,
                          JsonBuilder *builder)
{
  json_builder_set_member_name (builder, "chain");
  json_builder_begin_array (builder);
  for (guint i = 0; i < chain->len; i++)
    {
      const ThCallNode *node = &g_array_index (chain, ThCallNode, i);

      json_builder_begin_object (builder);
      th_cli_json_string (builder, "name", th_results_get_word (results, node->name));
      th_cli_json_string (builder, "kind", th_stacks_kind_id (node->kind));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}
