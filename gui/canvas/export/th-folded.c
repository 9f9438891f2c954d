/* th-folded.c - call chains in the format of flame graph tools
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-folded.h"

#include "th-printable.h"

void
th_folded_collect (ThCallTree *tree,
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
th_folded_append (ThResults  *results,
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

gboolean
th_folded_foreach (ThCallTree   *tree,
                   guint         weight,
                   ThTextOutput *output,
                   ThFoldedFunc  func,
                   gpointer      data)
{
  g_autoptr(GArray) chain = g_array_new (FALSE, FALSE, sizeof (ThCallNode));
  guint32 n = th_call_tree_get_n (tree);
  gboolean any = FALSE;

  for (guint32 i = 0; i < n && th_text_output_check (output); i++)
    {
      ThCallNode node;

      th_call_tree_get (tree, i, &node);
      if (node.own[weight] == 0)
        continue;
      any = TRUE;
      th_folded_collect (tree, i, chain);
      func (chain, node.own[weight], output->text, data);
    }

  return any;
}

typedef struct
{
  ThResults  *results;
  ThCallTree *tree;
  gboolean    named;
} Folded;

static void
append_line (GArray  *chain,
             gint64   value,
             GString *text,
             gpointer data)
{
  const Folded *folded = data;

  th_folded_append (folded->results, folded->tree, chain, folded->named, text);
  g_string_append_printf (text, " %" G_GINT64_FORMAT "\n", value);
}

gboolean
th_folded_write (ThResults    *results,
                 ThCallTree   *tree,
                 guint         weight,
                 gboolean      named,
                 ThTextOutput *output)
{
  Folded folded = { results, tree, named };

  return th_folded_foreach (tree, weight, output, append_line, &folded);
}
