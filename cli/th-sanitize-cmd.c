/* th-sanitize-cmd.c - `thresh sanitize`: a recording or a review without personal data
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-options.h"
#include "th-cli-output.h"
#include "th-sanitize-review.h"

#define MAX_SAMPLES 8

typedef struct
{
  ThCliOptions common;
  gboolean     list;
  gboolean     authors;
  char       **keep;
  char       **remove;
  char        *key;
  char        *names;
  char        *output;
} Options;

static void
options_clear (Options *self)
{
  th_cli_options_clear (&self->common);
  g_strfreev (self->keep);
  g_strfreev (self->remove);
  g_free (self->key);
  g_free (self->names);
  g_free (self->output);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* --- the list ----------------------------------------------------------- */

static void
append_json (ThRenames      *renames,
             ThPersonalKind  kind,
             GString        *text)
{
  g_auto(GStrv) samples = th_renames_dup_samples (renames, kind, MAX_SAMPLES);

  th_cli_json_begin (text);
  th_json_write_text (text, "kind", th_personal_get_id (kind));
  th_json_write_int (text, "places", (gint64) th_renames_get_count (renames, kind));
  th_json_write_int (text, "names", th_renames_get_n_names (renames, kind));
  th_json_begin_array (text, "samples");
  for (guint i = 0; samples[i] != NULL; i++)
    th_json_write_text (text, NULL, samples[i]);
  th_json_end_array (text);
  th_cli_json_end (text);
}

static void
append_text (ThRenames      *renames,
             ThPersonalKind  kind,
             GString        *text)
{
  g_auto(GStrv) samples = th_renames_dup_samples (renames, kind, MAX_SAMPLES);
  guint64 n = th_renames_get_count (renames, kind);
  g_autofree char *number = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  guint n_names = th_renames_get_n_names (renames, kind);

  g_string_append_printf (text, "%-10s %s: ", th_personal_get_id (kind),
                          th_personal_get_title (kind));
  /* Translators: a number of places in a recording that hold a kind of personal data */
  g_string_append_printf (text, ngettext ("%s place", "%s places", n), number);
  for (guint i = 0; samples[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i == 0 ? "\n           " : ", ", samples[i]);
  g_string_append (text, n_names > MAX_SAMPLES ? ", …\n" : "\n");
}

static ThExit
print_list (ThRenames     *renames,
            const Options *options)
{
  g_autoptr(GString) text = g_string_new (NULL);

  for (ThPersonalKind kind = 0; kind < TH_PERSONAL_N; kind++)
    if (options->common.json)
      append_json (renames, kind, text);
    else if (th_renames_get_count (renames, kind) > 0)
      append_text (renames, kind, text);
  if (text->len == 0)
    g_string_append_printf (text, "%s\n", _("No personal data was found."));
  return th_cli_output_print (text->str);
}

/* --- the new names ------------------------------------------------------- */

static void
append_name (ThPersonalKind  kind,
             const char     *old_name,
             const char     *new_name,
             gpointer        text)
{
  th_cli_json_begin (text);
  th_json_write_text (text, "kind", th_personal_get_id (kind));
  th_json_write_text (text, "old", old_name);
  th_json_write_text (text, "new", new_name);
  th_cli_json_end (text);
}

static gboolean
write_names (ThRenames   *renames,
             const char  *path,
             GError     **error)
{
  g_autoptr(GString) text = g_string_new (NULL);

  if (path == NULL)
    return TRUE;
  if (!th_atomic_file_may_replace (path, error))
    return FALSE;

  th_renames_foreach (renames, append_name, text);
  return g_file_set_contents_full (path, text->str, (gssize) text->len,
                                   G_FILE_SET_CONTENTS_CONSISTENT, 0600, error);
}

/* --- the command --------------------------------------------------------- */

/* FALSE if a word is no kind. */
static gboolean
choose (ThRenames        *renames,
        char            **kinds,
        ThPersonalChoice  choice)
{
  for (guint i = 0; kinds != NULL && kinds[i] != NULL; i++)
    {
      g_auto(GStrv) words = g_strsplit (kinds[i], ",", -1);

      for (guint j = 0; words[j] != NULL; j++)
        {
          ThPersonalKind kind;

          if (!th_personal_parse (words[j], &kind))
            {
              th_cli_usage_error ("sanitize",
                                  _("“%s” is no kind of personal data; “thresh sanitize --list” "
                                    "prints those that a recording has"), words[j]);
              return FALSE;
            }
          th_renames_set_choice (renames, kind, choice);
        }
    }
  return TRUE;
}

static ThExit
sanitize (const Options *options,
          ThSanitizer   *sanitizer,
          const char    *path)
{
  ThRenames *renames = th_sanitizer_get_renames (sanitizer);
  gboolean is_review = g_file_test (path, G_FILE_TEST_IS_DIR);
  g_autoptr(GError) error = NULL;
  g_autoptr(ThReview) review = is_review ? th_review_open (path, &error) : NULL;

  if (error != NULL)
    return th_cli_fail ("sanitize", error);
  if (!(is_review ? th_sanitize_review_survey (sanitizer, review, NULL, &error)
                  : th_sanitizer_survey (sanitizer, path, NULL, &error)))
    return th_cli_fail ("sanitize", error);
  if (options->list)
    return print_list (renames, options);
  if (!(is_review ? th_sanitize_review (sanitizer, review, options->output, NULL, &error)
                  : th_sanitizer_write (sanitizer, path, options->output, NULL, &error)) ||
      !write_names (renames, options->names, &error))
    return th_cli_fail ("sanitize", error);
  return TH_EXIT_WHOLE;
}

/* Loads the recording to report its problems: the result lacks what they say. */
static ThExit
check_recording (const char *path)
{
  g_autoptr(ThRecording) recording = NULL;

  return g_file_test (path, G_FILE_TEST_IS_DIR) ? TH_EXIT_WHOLE : th_cli_load (path, &recording);
}

static ThExit
check_options (const Options *options,
               int            argc)
{
  if (argc != 2)
    return th_cli_usage_error ("sanitize", "%s", _("exactly one recording or review is needed"));
  if (th_cli_has_appended ())
    return th_cli_usage_error ("sanitize", "%s",
                               _("a timeline of several recordings cannot be sanitized; make a "
                                 "review of them, or give each the same --key"));
  if (!options->list && options->output == NULL)
    return th_cli_usage_error ("sanitize", "%s",
                               _("-o FILE is needed: the file, or for a review the folder, to "
                                 "write; or --list"));
  return TH_EXIT_WHOLE;
}

int
th_sanitize_main (int    argc,
                  char **argv)
{
  g_auto(Options) options = { 0, };
  const GOptionEntry entries[] = {
    { "list", 0, 0, G_OPTION_ARG_NONE, &options.list,
      N_("Only print which kinds of personal data there are, with samples"), NULL },
    TH_CLI_JSON_ENTRY (&options.common, N_("Print the list as one JSON object per kind")),
    { "keep", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.keep,
      N_("Leave these kinds as they are; may be repeated"), N_("KIND,…") },
    { "remove", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.remove,
      N_("Remove these kinds instead of renaming them; may be repeated"), N_("KIND,…") },
    { "authors", 0, 0, G_OPTION_ARG_NONE, &options.authors,
      N_("Also rename the authors of the notes of a review, and parts of their names in "
         "texts"), NULL },
    { "key", 0, 0, G_OPTION_ARG_STRING, &options.key,
      N_("Derive the new names from this secret, so that several runs have the same ones"),
      N_("TEXT") },
    { "save-names", 0, 0, G_OPTION_ARG_FILENAME, &options.names,
      N_("Write the old and the new names to this file, which is not to be passed on"),
      N_("FILE") },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Write this file, which is replaced once it is complete; or this folder, which must not "
         "exist"), N_("FILE") },
    { NULL }
  };
  g_autoptr(ThSanitizer) sanitizer = NULL;
  ThExit loaded, status;

  if (!th_cli_parse (&argc, &argv, entries, N_("FILE"),
                     _("Write a trace.dat or a review without personal data: names of tasks, "
                       "machines, users and files, and network addresses are replaced by others "
                       "of the same length, the same everywhere. The recordings of a review "
                       "become recording-1.dat and so on.")))
    return TH_EXIT_USAGE;
  if ((status = check_options (&options, argc)) != TH_EXIT_WHOLE)
    return status;

  sanitizer = th_sanitizer_new (options.key);
  if (!options.authors)
    th_renames_set_choice (th_sanitizer_get_renames (sanitizer), TH_PERSONAL_AUTHORS,
                           TH_PERSONAL_KEEP);
  if (!choose (th_sanitizer_get_renames (sanitizer), options.keep, TH_PERSONAL_KEEP) ||
      !choose (th_sanitizer_get_renames (sanitizer), options.remove, TH_PERSONAL_REMOVE))
    return TH_EXIT_USAGE;

  loaded = check_recording (argv[1]);
  if (loaded == TH_EXIT_REFUSED)
    return loaded;
  status = sanitize (&options, sanitizer, argv[1]);
  return status != TH_EXIT_WHOLE ? status : loaded;
}
