/* th-cli-subcommand.c - commands that have commands of their own, such as `thresh review pack`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-cli-subcommand.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"

guint
th_cli_subcommand_find (const ThCliSubcommand *commands,
                        guint                  n,
                        const char            *name)
{
  guint i = 0;

  while (i < n && g_strcmp0 (commands[i].name, name) != 0)
    i++;
  return i < n ? i : G_MAXUINT;
}

ThExit
th_cli_subcommand_error (const char            *command,
                         const ThCliSubcommand *commands,
                         guint                  n,
                         const char            *name)
{
  g_autoptr(GString) all = g_string_new (NULL);
  ThGuess guess = { .wanted = name };

  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (all, "%s%s", i == 0 ? "" : ", ", commands[i].name);
      if (name != NULL)
        th_guess_try_prefix (&guess, commands[i].name);
    }
  if (guess.best != NULL)
    return th_cli_unknown_error (command, &guess, _("unknown command “%s”"), name);
  if (name != NULL)
    return th_cli_usage_error (command, _("unknown command “%s”; there are %s"), name, all->str);

  return th_cli_usage_error (command, _("say what to do: %s"), all->str);
}

/* "unpack, merge: " and what the option does. */
static char *
describe_for_all (const ThCliSubcommand      *commands,
                  guint                       n,
                  const ThCliSubcommandEntry *option)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (option->taken_by >> i & 1)
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", commands[i].name);
  g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "",
                          _(option->entry.description));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* "create REVIEW FILE… | show REVIEW", or that of @only. */
static char *
list_usages (const ThCliSubcommand *commands,
             guint                  n,
             guint                  only)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    if (only == G_MAXUINT || i == only)
      g_string_append_printf (text, "%s%s %s", text->len > 0 ? " | " : "", commands[i].name,
                              _(commands[i].words));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What each command does, below what all of them are for. */
static char *
list_summaries (const ThCliSubcommand *commands,
                guint                  n,
                const char            *summary)
{
  g_autoptr(GString) text = g_string_new (summary);

  g_string_append_c (text, '\n');
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "\n  %-8s  %s", commands[i].name, _(commands[i].summary));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

gboolean
th_cli_parse_subcommand (int                        *argc,
                         char                     ***argv,
                         const ThCliSubcommand      *commands,
                         guint                       n,
                         const ThCliSubcommandEntry *entries,
                         const char                 *summary)
{
  guint only = th_cli_subcommand_find (commands, n, *argc > 1 ? (*argv)[1] : NULL);
  g_autoptr(GArray) taken = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *usages = list_usages (commands, n, only);
  g_autofree char *all = list_summaries (commands, n, summary);

  for (guint i = 0; entries[i].entry.long_name != NULL; i++)
    {
      GOptionEntry entry = entries[i].entry;

      if (only != G_MAXUINT && entries[i].taken_by != 0 && !(entries[i].taken_by >> only & 1))
        continue;
      if (only == G_MAXUINT && entry.description != NULL)
        {
          g_ptr_array_add (texts, describe_for_all (commands, n, &entries[i]));
          entry.description = g_ptr_array_index (texts, texts->len - 1);
        }
      g_array_append_val (taken, entry);
    }

  return th_cli_parse_with (argc, argv, (const GOptionEntry *) (gpointer) taken->data,
                            only == G_MAXUINT ? TH_CLI_COMMON_HIDDEN
                            : commands[only].loads ? TH_CLI_COMMON : TH_CLI_COMMON_NONE,
                            usages, only != G_MAXUINT ? _(commands[only].summary) : all);
}
