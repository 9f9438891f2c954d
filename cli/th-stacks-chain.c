/* th-stacks-chain.c - one call chain in the output of `thresh stacks`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-json.h"
#include "th-stacks-chain.h"

const char *
th_stacks_kind_id (ThCallKind kind)
{
  static const char *const kinds[TH_N_CALL_KINDS] = { "kernel", "module", "user", "task" };

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
