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
th_stacks_chain_add_json (ThResults *results,
                          GArray    *chain,
                          GString   *text)
{
  th_json_begin_array (text, "chain");
  for (guint i = 0; i < chain->len; i++)
    {
      const ThCallNode *node = &g_array_index (chain, ThCallNode, i);

      th_json_begin_object (text, NULL);
      th_json_write_text (text, "name", th_results_get_word (results, node->name));
      th_json_write_text (text, "kind", th_stacks_kind_id (node->kind));
      th_json_end_object (text);
    }
  th_json_end_array (text);
}
