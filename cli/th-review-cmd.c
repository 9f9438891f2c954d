/* th-review-cmd.c - `thresh review`: the folder that several people share, and its archive
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-cli-options.h"
#include "th-cli-subcommand.h"
#include "th-note-file.h"
#include "th-notes-open.h"
#include "th-review-open.h"
#include "th-review-pack.h"
#include "th-review-recordings.h"
#include "th-review-show.h"
#include "th-sanitize-merge.h"

typedef struct
{
  ThCliOptions common;
  char        *output;
  char        *folder;
  int          max_size; /* GiB; 0: the default */
} Options;

static void
options_clear (Options *self)
{
  th_cli_options_clear (&self->common);
  g_free (self->output);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* NULL after an error, which is reported. */
static ThReview *
open_folder (const char *path)
{
  g_autoptr(GError) error = NULL;
  ThReview *review = th_review_open (path, &error);

  if (review == NULL)
    th_cli_fail ("review", error);
  return review;
}

/* --- the commands; @words are the arguments after the command ----------- */

static ThExit
create (const Options *options,
        char         **words)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) review = th_review_start (words[0], (const char *const *) words + 1, &error);

  return review != NULL ? TH_EXIT_WHOLE : th_cli_fail ("review", error);
}

static ThExit
show (const Options *options,
      char         **words)
{
  g_autofree char *folder = th_review_open_argument ("review", words[0], TRUE);
  g_autoptr(ThReview) review = folder != NULL ? open_folder (folder) : NULL;

  return review != NULL ? th_review_show (review, NULL, options->common.json) : TH_EXIT_REFUSED;
}

static ThExit
check (const Options *options,
       char         **words)
{
  g_autofree char *folder = th_review_open_argument ("review", words[0], TRUE);
  g_autoptr(ThReview) review = folder != NULL ? open_folder (folder) : NULL;

  return review != NULL ? th_review_verify (review) : TH_EXIT_REFUSED;
}

static ThExit
pack (const Options *options,
      char         **words)
{
  g_autoptr(ThReview) review = open_folder (words[0]);

  return review != NULL ? th_review_pack (review, options->output, options->common.from,
                                          options->common.to)
                        : TH_EXIT_REFUSED;
}

static ThExit
unpack (const Options *options,
        char         **words)
{
  g_autofree char *name = th_archive_make_name (words[0]);
  const char *parent = options->folder != NULL ? options->folder : ".";
  g_autofree char *folder = g_build_filename (parent, name, NULL);
  ThExit status;

  if (!g_file_test (parent, G_FILE_TEST_IS_DIR))
    return th_cli_usage_error ("review", _("there is no folder “%s”"), parent);

  status = th_review_unpack (words[0], folder, (guint64) options->max_size << 30);
  if (status != TH_EXIT_WHOLE)
    return status;

  g_print (_("The review is in %s\n"), folder);
  return th_review_verify_unpacked (folder);
}

/* Calls @func for the review and each of the recordings that follow it. */
static ThExit
for_each_recording (char     **words,
                    gboolean (*func) (ThReview   *review,
                                      const char *path,
                                      GError    **error))
{
  g_autoptr(ThReview) review = open_folder (words[0]);
  g_autoptr(GError) error = NULL;

  if (review == NULL)
    return TH_EXIT_REFUSED;
  for (guint i = 1; words[i] != NULL; i++)
    if (!func (review, words[i], &error))
      return th_cli_fail ("review", error);

  return TH_EXIT_WHOLE;
}

static ThExit
add (const Options *options,
     char         **words)
{
  return for_each_recording (words, th_review_add_recording);
}

static ThExit
locate (const Options *options,
        char         **words)
{
  return for_each_recording (words, th_review_locate);
}

/* An archive is unpacked beside the review, where there is room for what it carries. */
static char *
open_other (const Options  *options,
            const ThReview *review,
            const char     *path)
{
  g_autofree char *parent = g_path_get_dirname (review->folder), *folder = NULL;
  g_autofree char *name = th_archive_make_name (path);

  if (!th_review_is_archive (path))
    return g_strdup (path);

  folder = th_review_make_temporary ("review", parent, name);
  if (folder == NULL ||
      th_review_unpack (path, folder, (guint64) options->max_size << 30) != TH_EXIT_WHOLE)
    return NULL;
  return g_steal_pointer (&folder);
}

/* Errors are reported after merging, when the notes are read again. */
static ThNotes *
read_quietly (const ThReview *review)
{
  g_autofree char *folder = th_review_dup_notes (review);
  ThNotes *notes = th_notes_new ();

  th_note_folder_read (folder, notes, NULL);
  return notes;
}

/* Edits, labels and the like are changes of notes. */
static void
print_merged (ThNotes              *before,
              ThNotes              *after,
              const ThReviewMerged *merged)
{
  guint n_before = th_notes_get_n_entries (before), n_after = th_notes_get_n_entries (after);
  guint n_notes = th_notes_count_new (before, after), n_entries = n_after - MIN (n_before, n_after);

  g_print (_("New notes and replies: %u; changes of notes: %u; new sessions: %u; new recordings: "
             "%u\n"), n_notes, n_entries - MIN (n_notes, n_entries), merged->n_sessions,
           merged->n_recordings);
}

static ThExit
merge (const Options *options,
       char         **words)
{
  g_autoptr(ThReview) review = open_folder (words[0]);
  g_autofree char *folder = review != NULL ? open_other (options, review, words[1]) : NULL;
  g_autoptr(ThReview) other = folder != NULL ? open_folder (folder) : NULL;
  g_autoptr(ThNotes) before = NULL, after = NULL;
  g_autoptr(GError) error = NULL;
  ThExit status = TH_EXIT_WHOLE;
  ThReviewMerged merged;

  if (other == NULL)
    return TH_EXIT_REFUSED;
  if (th_review_is_archive (words[1]))
    other->archive = g_strdup (words[1]);
  before = read_quietly (review);
  if (!th_sanitize_merge (review, other, &merged, &error))
    return th_cli_fail ("review", error);

  after = th_notes_read ("review", review, &status);
  print_merged (before, after, &merged);
  if (merged.n_missing == 0)
    return status;

  g_printerr (ngettext ("thresh review: %u recording is in neither of them.\n",
                        "thresh review: %u recordings are in neither of them.\n",
                        merged.n_missing), merged.n_missing);
  return TH_EXIT_PART;
}

static const ThCliSubcommand commands[] = {
  { "create", N_("REVIEW FILE…"),
    N_("Create the folder REVIEW, a review of these recordings, which stay where they are.") },
  { "show", N_("REVIEW"), N_("Print the recordings, sessions and authors of a review.") },
  { "check", N_("REVIEW"), N_("Report recordings, sessions and notes that are missing, changed or "
                              "damaged.") },
  { "add", N_("REVIEW FILE…"), N_("Add recordings to a review.") },
  { "locate", N_("REVIEW FILE…"), N_("Tell a review where its recordings are now.") },
  { "pack", N_("REVIEW"),
    N_("Write a review and its recordings as one file, to be mailed.  A recording without events "
       "from --from to --to is left out."), TRUE },
  { "unpack", N_("ARCHIVE"), N_("Make a folder from a packed review; it need not be trusted.") },
  { "merge", N_("REVIEW ARCHIVE|REVIEW"),
    N_("Add to a review what others wrote in their copy of it; nothing is lost from either.") },
};

enum { CREATE, SHOW, CHECK, ADD, LOCATE, PACK, UNPACK, MERGE, N_COMMANDS };

G_STATIC_ASSERT (G_N_ELEMENTS (commands) == N_COMMANDS);

#define BIT(command) (1u << (command))

/* What each of them does, and how many arguments it takes. */
static const struct
{
  guint    min;
  guint    max;
  gboolean changes;
  ThExit (*run) (const Options *options,
                 char         **words);
} actions[N_COMMANDS] = {
  [CREATE] = { 2, G_MAXUINT, FALSE, create },
  [SHOW] = { 1, 1, FALSE, show },
  [CHECK] = { 1, 1, FALSE, check },
  [ADD] = { 2, G_MAXUINT, TRUE, add },
  [LOCATE] = { 2, G_MAXUINT, TRUE, locate },
  [PACK] = { 1, 1, TRUE, pack },
  [UNPACK] = { 1, 1, FALSE, unpack },
  [MERGE] = { 2, 2, TRUE, merge },
};

static ThExit
run_command (const Options *options,
             char         **arguments)
{
  guint n = arguments != NULL ? g_strv_length (arguments) : 0;
  guint i = th_cli_subcommand_find (commands, N_COMMANDS, n > 0 ? arguments[0] : NULL);

  if (i == G_MAXUINT)
    return th_cli_subcommand_error ("review", commands, N_COMMANDS, n > 0 ? arguments[0] : NULL);
  if (n - 1 < actions[i].min || n - 1 > actions[i].max)
    return th_cli_usage_error ("review", _("write “thresh review %s %s”"), commands[i].name,
                               _(commands[i].words));
  if (actions[i].changes && th_review_is_archive (arguments[1]))
    return th_review_refuse_file ("review", arguments[1]);

  return actions[i].run (options, arguments + 1);
}

int
th_review_main (int    argc,
                char **argv)
{
  g_auto(Options) options = { .max_size = 0 };
  const ThCliSubcommandEntry entries[] = {
    { { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
        N_("Write this file, instead of one beside the review"), N_("FILE") }, BIT (PACK) },
    { { "from", 0, 0, G_OPTION_ARG_STRING, &options.common.from,
        N_("Cut each recording: begin at this time, like 188.024 or +12ms"), N_("TIME") },
      BIT (PACK) },
    { { "to", 0, 0, G_OPTION_ARG_STRING, &options.common.to,
        N_("Cut each recording: end before this time"), N_("TIME") }, BIT (PACK) },
    { { "folder", 'C', 0, G_OPTION_ARG_FILENAME, &options.folder,
        N_("Put the review into this folder, instead of the current one"), N_("FOLDER") },
      BIT (UNPACK) },
    { { "max-size", 0, 0, G_OPTION_ARG_INT, &options.max_size,
        N_("Refuse archives that unpack to more than this; 64 by default"), N_("GIB") },
      BIT (UNPACK) | BIT (MERGE) },
    { TH_CLI_JSON_ENTRY (&options.common, N_("Print JSON")), BIT (SHOW) },
    { TH_CLI_ARGUMENTS_ENTRY (&options.common), 0 },
    { { NULL } }
  };

  if (!th_cli_parse_subcommand (&argc, &argv, commands, N_COMMANDS, entries,
                                _("Create, show and pass on reviews: folders with notes, sessions "
                                  "and recordings, and archives of them.")))
    return TH_EXIT_USAGE;
  if (options.max_size < 0 || options.max_size > 1 << 20)
    return th_cli_usage_error ("review", "%s", _("--max-size needs a number of GiB"));

  return run_command (&options, options.common.arguments);
}
