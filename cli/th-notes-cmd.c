/* th-notes-cmd.c - `thresh notes`: reads and writes the notes of a review
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-error.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-cli-report.h"
#include "th-cli-subcommand.h"
#include "th-note-file.h"
#include "th-notes-list.h"
#include "th-notes-open.h"
#include "th-notes-subject.h"
#include "th-review-open.h"

#define NO_COLOR G_MININT

typedef struct
{
  ThCliOptions   common;
  ThNotesSubject subject;
  char         **labels;
  char          *author;
  int            color; /* NO_COLOR unless one is given */
  gboolean       open;
  gboolean       find;
  gboolean       remove;
} Options;

static void
options_clear (Options *options)
{
  th_cli_options_clear (&options->common);
  g_free (options->subject.file);
  g_free (options->subject.packet);
  g_free (options->subject.at);
  g_free (options->subject.from);
  g_free (options->subject.to);
  g_strfreev (options->subject.lanes);
  g_free (options->subject.row);
  g_strfreev (options->labels);
  g_free (options->author);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* The state of one run.  @file is the path of the author's own file. */
typedef struct
{
  Options  *options;
  ThReview *review;
  ThNotes  *notes;
  char     *author;
  char     *file;
  char    **words; /* the arguments before the review */
} Run;

static void
run_clear (Run *run)
{
  th_review_free (run->review);
  th_notes_free (run->notes);
  g_free (run->author);
  g_free (run->file);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* --- writing ------------------------------------------------------------ */

/* Only commands that write need the file and the id of the installation. */
static ThExit
append (Run               *run,
        const ThNoteEntry *entry)
{
  g_autoptr(GError) error = NULL;

  if (run->file == NULL)
    {
      g_autofree char *installation = th_note_installation (&error);
      g_autofree char *name = NULL, *folder = th_review_dup_notes (run->review);

      if (installation == NULL)
        return th_cli_fail ("notes", error);
      name = th_note_file_make_name (run->author, installation);
      run->file = g_build_filename (folder, name, NULL);
    }

  return th_note_file_append (run->file, entry, &error) ? TH_EXIT_WHOLE
                                                        : th_cli_fail ("notes", error);
}

static ThNoteEntry *
make_entry (Run        *run,
            ThNoteKind  kind,
            const char *of)
{
  ThNoteEntry *entry = th_note_entry_new (kind, run->author, th_notes_get_next_order (run->notes));

  entry->of = g_strdup (of);
  return entry;
}

static ThExit
print_id (const Run         *run,
          const ThNoteEntry *entry)
{
  ThTextOutput output;

  th_cli_output_init (&output);
  g_string_append_printf (output.text, run->options->common.json ? "{\"id\":\"%s\"}\n" : "%s\n",
                          entry->id);
  return th_cli_output_end (&output);
}

/* "-" stands for standard input.  NULL after an error, which is reported. */
static char *
read_text (const char *argument)
{
  g_autofree char *bytes = NULL, *text = NULL;
  gsize n;

  if (strcmp (argument, "-") != 0)
    text = g_strdup (argument);
  else
    {
      bytes = g_malloc (TH_NOTE_MAX_TEXT + 2);
      n = fread (bytes, 1, TH_NOTE_MAX_TEXT + 2, stdin);
      text = g_strndup (bytes, n);
    }
  if (!g_utf8_validate (text, -1, NULL))
    {
      th_cli_usage_error ("notes", "%s", _("the text is not UTF-8"));
      return NULL;
    }

  return g_strdup (g_strchomp (text));
}

static ThExit
add_labels (Run        *run,
            const char *of)
{
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; run->options->labels != NULL && run->options->labels[i] != NULL; i++)
    {
      g_autoptr(ThNoteEntry) entry = make_entry (run, TH_NOTE_KIND_LABEL, of);

      entry->label = g_strdup (run->options->labels[i]);
      status = th_cli_worse (status, append (run, entry));
    }

  return status;
}

static gboolean
labels_are_valid (const Options *options)
{
  for (guint i = 0; options->labels != NULL && options->labels[i] != NULL; i++)
    if (*options->labels[i] == '\0' || strlen (options->labels[i]) > TH_NOTE_MAX_LABEL ||
        strpbrk (options->labels[i], "\r\n\t") != NULL ||
        !g_utf8_validate (options->labels[i], -1, NULL))
      return FALSE;

  return TRUE;
}

static ThExit
add (Run *run)
{
  g_autoptr(ThNoteEntry) entry = make_entry (run, TH_NOTE_KIND_NOTE, NULL);
  ThExit status;

  if (!labels_are_valid (run->options))
    return th_cli_usage_error ("notes", _("a label needs 1 to %u bytes and no line feed"),
                               TH_NOTE_MAX_LABEL);
  if ((entry->text = read_text (run->words[0])) == NULL)
    return TH_EXIT_USAGE;
  status = th_notes_find_subject (&run->options->subject, run->review, &entry->anchor);
  if (status != TH_EXIT_WHOLE && entry->anchor == NULL)
    return status;

  entry->color = MAX (run->options->color, -1);
  status = append (run, entry);
  if (status == TH_EXIT_WHOLE)
    status = th_cli_worse (add_labels (run, entry->id), print_id (run, entry));
  return status;
}

/* Returns NULL and prints a message unless exactly one note has this id. */
static const ThNote *
find_note (const Run  *run,
           const char *id)
{
  gboolean several;
  const ThNote *note = th_notes_find (run->notes, id, &several);

  if (note == NULL && several)
    th_cli_usage_error ("notes", _("several notes begin with “%s”: give more of the id"), id);
  else if (note == NULL)
    th_cli_usage_error ("notes", _("there is no note “%s” (“thresh notes list” shows the ids)"),
                        id);
  return note;
}

/* Only its author may edit or delete a note; others get a message. */
static gboolean
is_own (const Run    *run,
        const ThNote *note)
{
  if (strcmp (note->entry->author, run->author) == 0)
    return TRUE;

  th_cli_usage_error ("notes", _("only %s can change that: write a reply"), note->entry->author);
  return FALSE;
}

static ThExit
change (Run        *run,
        ThNoteKind  kind)
{
  const ThNote *note = find_note (run, run->words[0]);
  g_autoptr(ThNoteEntry) entry = NULL;
  ThExit status;

  if (note == NULL)
    return TH_EXIT_USAGE;
  if (kind == TH_NOTE_KIND_LABEL && run->options->remove)
    kind = TH_NOTE_KIND_UNLABEL;
  if ((kind == TH_NOTE_KIND_EDIT || kind == TH_NOTE_KIND_DELETE) && !is_own (run, note))
    return TH_EXIT_USAGE;

  entry = make_entry (run, kind, note->entry->id);
  if (kind == TH_NOTE_KIND_EDIT || kind == TH_NOTE_KIND_DELETE)
    entry->over = th_note_list_texts (note);
  if (kind == TH_NOTE_KIND_LABEL || kind == TH_NOTE_KIND_UNLABEL)
    entry->label = g_strdup (run->words[1]);
  else if (run->words[1] != NULL && (entry->text = read_text (run->words[1])) == NULL)
    return TH_EXIT_USAGE;

  status = append (run, entry);
  return status == TH_EXIT_WHOLE && kind == TH_NOTE_KIND_REPLY ? print_id (run, entry) : status;
}

/* --- the commands ------------------------------------------------------- */

static gboolean
is_listed (const Options *options,
           const ThNote  *note)
{
  if (options->open && note->resolved != NULL)
    return FALSE;
  for (guint i = 0; options->labels != NULL && options->labels[i] != NULL; i++)
    if (!g_ptr_array_find_with_equal_func (note->labels, options->labels[i], g_str_equal, NULL))
      return FALSE;

  return TRUE;
}

static ThExit
list (Run *run)
{
  GPtrArray *all = th_notes_get_all (run->notes);
  g_autoptr(GArray) recordings = NULL;
  ThExit status = TH_EXIT_WHOLE;
  ThTextOutput output;

  if (run->options->find)
    recordings = th_notes_load ("notes", run->review, &status);
  th_cli_output_init (&output);
  for (guint i = 0; i < all->len && th_text_output_check (&output); i++)
    {
      const ThNote *note = g_ptr_array_index (all, i);

      if (!is_listed (run->options, note))
        continue;
      if (run->options->common.json)
        th_notes_append_json (note, run->review, recordings, output.text);
      else
        th_notes_append_text (note, run->review, recordings, output.text);
    }

  return th_cli_worse (status, th_cli_output_end (&output));
}

static const ThCliSubcommand commands[] = {
  { "list", N_("REVIEW"),
    N_("Print all notes with their replies, labels and what they are about."), TRUE },
  { "add", N_("TEXT REVIEW"), N_("Write a note, and print its id.  A TEXT of “-” is read from "
                                 "standard input."), TRUE },
  { "reply", N_("ID TEXT REVIEW"), N_("Reply to a note, and print the id of the reply.") },
  { "edit", N_("ID TEXT REVIEW"), N_("Replace the text of a note of your own.") },
  { "delete", N_("ID REVIEW"), N_("Delete a note of your own.") },
  { "resolve", N_("ID REVIEW"), N_("Mark a note as resolved.") },
  { "reopen", N_("ID REVIEW"), N_("Open a resolved note again.") },
  { "label", N_("ID LABEL REVIEW"), N_("Give a note a label, or remove it.") },
  { "create", N_("REVIEW FILE…"), N_("The same as “thresh review create”.") },
};

enum { LIST, ADD, REPLY, EDIT, DELETE, RESOLVE, REOPEN, LABEL, CREATE, N_COMMANDS };

G_STATIC_ASSERT (G_N_ELEMENTS (commands) == N_COMMANDS);

#define BIT(command) (1u << (command))
#define WRITES       (BIT (CREATE) - 1 - BIT (LIST))

/* A command that changes an entry has its kind; the others have a function.  @n_words: number of
 * arguments before the review. */
static const struct
{
  guint      n_words;
  ThExit   (*run) (Run *run);
  ThNoteKind kind;
} actions[CREATE] = {
  [LIST] = { 0, list, TH_NOTE_N_KINDS },
  [ADD] = { 1, add, TH_NOTE_N_KINDS },
  [REPLY] = { 2, NULL, TH_NOTE_KIND_REPLY },
  [EDIT] = { 2, NULL, TH_NOTE_KIND_EDIT },
  [DELETE] = { 1, NULL, TH_NOTE_KIND_DELETE },
  [RESOLVE] = { 1, NULL, TH_NOTE_KIND_RESOLVE },
  [REOPEN] = { 1, NULL, TH_NOTE_KIND_REOPEN },
  [LABEL] = { 2, NULL, TH_NOTE_KIND_LABEL },
};

static gboolean
parse_options (Options   *options,
               int       *argc,
               char    ***argv)
{
  const ThCliSubcommandEntry entries[] = {
    { { "packet", 0, 0, G_OPTION_ARG_STRING, &options->subject.packet,
        N_("About this packet"), N_("slowest|ADDRESS[#NUMBER]") }, BIT (ADD) },
    { { "at", 0, 0, G_OPTION_ARG_STRING, &options->subject.at,
        N_("About the first event at or after this time"), N_("TIME") }, BIT (ADD) },
    { { "cpu", 0, 0, G_OPTION_ARG_INT, &options->subject.cpu, N_("On this CPU, for --at"),
        N_("NUMBER") }, BIT (ADD) },
    { { "from", 0, 0, G_OPTION_ARG_STRING, &options->subject.from,
        N_("About a span that begins at this time"), N_("TIME") }, BIT (ADD) },
    { { "to", 0, 0, G_OPTION_ARG_STRING, &options->subject.to,
        N_("About a span that ends before this time"), N_("TIME") }, BIT (ADD) },
    { { "lane", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->subject.lanes,
        N_("About this lane; may be repeated"), N_("NAME") }, BIT (ADD) },
    { { "row", 0, 0, G_OPTION_ARG_STRING, &options->subject.row,
        N_("About this row of a comparison, as “thresh compare --json” names it"),
        N_("NAME") }, BIT (ADD) },
    { { "file", 0, 0, G_OPTION_ARG_FILENAME, &options->subject.file,
        N_("In this recording of the review, instead of the first"), N_("FILE") }, BIT (ADD) },
    { { "color", 0, 0, G_OPTION_ARG_INT, &options->color, N_("A color, from 0 to 15"),
        N_("NUMBER") }, BIT (ADD) },
    { { "label", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->labels,
        N_("Give the note this label, or list only notes with it; may be repeated"),
        N_("LABEL") }, BIT (LIST) | BIT (ADD) },
    { { "remove", 0, 0, G_OPTION_ARG_NONE, &options->remove, N_("Remove the label"), NULL },
      BIT (LABEL) },
    { { "open", 0, 0, G_OPTION_ARG_NONE, &options->open, N_("Only open notes"), NULL },
      BIT (LIST) },
    { { "find", 0, 0, G_OPTION_ARG_NONE, &options->find,
        N_("Load the recordings, and say which notes are not found in them"), NULL }, BIT (LIST) },
    { { "author", 0, 0, G_OPTION_ARG_STRING, &options->author,
        N_("Write under this name, instead of $THRESHER_AUTHOR or your own"), N_("NAME") },
      WRITES },
    { TH_CLI_JSON_ENTRY (&options->common, N_("Print JSON: of list, one object per line")),
      BIT (LIST) | BIT (ADD) | BIT (REPLY) },
    { TH_CLI_ARGUMENTS_ENTRY (&options->common), 0 },
    { { NULL } }
  };

  return th_cli_parse_subcommand (argc, argv, commands, N_COMMANDS, entries,
                                  _("Read and write the notes of a review: a folder that several "
                                    "people can share by any means.  An ID may be cut short."));
}

static ThExit
create (char **arguments)
{
  g_autoptr(ThReview) review = NULL;
  g_autoptr(GError) error = NULL;

  if (g_strv_length (arguments) < 3)
    return th_cli_usage_error ("notes", "%s",
                               _("the name of the review and its recordings are needed"));
  review = th_review_create (arguments[1], (const char *const *) arguments + 2, &error);

  return review != NULL ? TH_EXIT_WHOLE : th_cli_fail ("notes", error);
}

static ThExit
run_command (Options *options,
             char   **arguments)
{
  guint n = arguments != NULL ? g_strv_length (arguments) : 0;
  g_auto(Run) run = { .options = options };
  g_autofree char *review = NULL, *folder = NULL;
  ThExit status;
  guint i = th_cli_subcommand_find (commands, N_COMMANDS, n > 0 ? arguments[0] : NULL);

  if (i == G_MAXUINT)
    return th_cli_subcommand_error ("notes", commands, N_COMMANDS, n > 0 ? arguments[0] : NULL);
  if (i == CREATE)
    return create (arguments);
  if (n != actions[i].n_words + 2)
    return th_cli_usage_error ("notes", _("write “thresh notes %s %s”"), commands[i].name,
                               _(commands[i].words));

  if (i != LIST && th_review_is_archive (arguments[n - 1]))
    return th_review_refuse_file ("notes", arguments[n - 1]);

  folder = th_review_open_argument ("notes", arguments[n - 1], options->find);
  if (folder == NULL)
    return TH_EXIT_REFUSED;
  status = th_notes_open ("notes", folder, &run.review, &run.notes);
  if (run.notes == NULL)
    return status;
  if (i == LIST)
    status = th_cli_worse (status, th_notes_get_exit (run.notes));
  review = g_steal_pointer (&arguments[n - 1]);
  run.words = arguments + 1;
  run.author = options->author != NULL ? g_strdup (options->author) : th_note_author ();
  return th_cli_worse (status, actions[i].run != NULL ? actions[i].run (&run)
                                                      : change (&run, actions[i].kind));
}

int
th_notes_main (int    argc,
               char **argv)
{
  g_auto(Options) options = { .color = NO_COLOR, .subject.cpu = -1 };

  if (!parse_options (&options, &argc, &argv))
    return TH_EXIT_USAGE;
  if (options.color != NO_COLOR && (options.color < 0 || options.color > (int) TH_NOTE_MAX_COLOR))
    return th_cli_usage_error ("notes", _("a color is a number from 0 to %u"), TH_NOTE_MAX_COLOR);
  if (options.author != NULL &&
      (*options.author == '\0' || strlen (options.author) > TH_NOTE_MAX_AUTHOR ||
       strpbrk (options.author, "\r\n\t") != NULL || !g_utf8_validate (options.author, -1, NULL)))
    return th_cli_usage_error ("notes", _("the name of an author needs 1 to %u bytes on one line"),
                               TH_NOTE_MAX_AUTHOR);

  return run_command (&options, options.common.arguments);
}
