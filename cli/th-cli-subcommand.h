/* th-cli-subcommand.h - commands that have commands of their own, such as `thresh review pack`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

#include "th-commands.h"

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  const char *words;   /* N_(): its arguments, for people */
  const char *summary; /* N_(): a sentence */
  gboolean    loads;   /* it loads recordings, and takes the options for that */
} ThCliSubcommand;

/* An option, and which of the subcommands take it: bits by their index; 0 for all. */
typedef struct
{
  GOptionEntry entry;
  guint        taken_by;
} ThCliSubcommandEntry;

/* Like th_cli_parse() for a command that has @n commands of its own.  If the first argument is one
 * of them, only its options are accepted, and --help prints what concerns it; otherwise the help
 * names all of them, and for each option which commands take it.  @entries end with {{NULL}}. */
gboolean th_cli_parse_subcommand (int                         *argc,
                                  char                      ***argv,
                                  const ThCliSubcommand       *commands,
                                  guint                        n,
                                  const ThCliSubcommandEntry  *entries,
                                  const char                  *summary);

/* The index of the command called @name, which may be NULL; G_MAXUINT if there is none. */
guint    th_cli_subcommand_find  (const ThCliSubcommand       *commands,
                                  guint                        n,
                                  const char                  *name);
/* Reports that @name, or NULL, is none of the commands of @command.  TH_EXIT_USAGE. */
ThExit   th_cli_subcommand_error (const char                  *command,
                                  const ThCliSubcommand       *commands,
                                  guint                        n,
                                  const char                  *name);

G_END_DECLS
