/* th-cli-load.c - the first steps of every command: parse options, load a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-cli-joined.h"
#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-report.h"
#include "th-kernel-symbols.h"
#include "th-load-options.h"
#include "th-loaders.h"
#include "th-printable.h"

#define LOOK_USEC 100000
#define MAX_MIB   (16 << 20)

/* Event types to ignore. */
static char **ignored;
/* Files with kernel symbols for recordings without. */
static char *kallsyms, *vmlinux;
static gboolean lacks_symbols; /* one of them could not be read */
static gboolean symbols_first;
/* Further recordings on the timeline, and the one to use alone. */
static char **appended;
static char *only;
/* The limit for columns; 0 leaves it to the loaders. */
static int memory_mib;
/* Sideband records of perf to show as events. */
static gboolean show_lost, show_tasks, show_mmaps;
static const GOptionEntry common_entries[] = {
  { "ignore", 0, 0, G_OPTION_ARG_STRING_ARRAY, &ignored,
    N_("Behave as if these events had not been recorded: 'system:name', where '*' matches any "
       "text; may be repeated"), N_("EVENT") },
  { "kallsyms", 0, 0, G_OPTION_ARG_FILENAME, &kallsyms,
    N_("Kernel symbols for a recording that has none: a copy of /proc/kallsyms"), N_("FILE") },
  { "vmlinux", 0, 0, G_OPTION_ARG_FILENAME, &vmlinux,
    N_("Kernel symbols from the kernel's ELF file or its debug file"), N_("FILE") },
  { "prefer-symbols", 0, 0, G_OPTION_ARG_NONE, &symbols_first,
    N_("Prefer these symbols even where the recording has its own"), NULL },
  { "append", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &appended,
    N_("Add another recording to the same timeline, shifted by OFFSET, like +12.5ms or -3s; "
       "“first” aligns the first events, “wall” aligns by time of day, “packets” aligns a "
       "capture by its frames; may be repeated"),
       N_("FILE[@OFFSET]") },
  { "recording", 0, 0, G_OPTION_ARG_STRING, &only,
    N_("With several recordings on one timeline, only this one: its name, or 1, 2, …"),
    N_("NAME") },
  { "memory", 0, 0, G_OPTION_ARG_INT, &memory_mib,
    N_("Keep at most this many MiB of decoded events in memory. Files of trace-cmd and perf are "
       "decoded again as needed; others are loaded only up to there"), N_("MIB") },
  { "show-lost-events", 0, 0, G_OPTION_ARG_NONE, &show_lost,
    N_("Also show lost and throttled samples noted by perf as events"), NULL },
  { "show-task-events", 0, 0, G_OPTION_ARG_NONE, &show_tasks,
    N_("Also show task start, exit and rename records of perf as events"), NULL },
  { "show-mmap-events", 0, 0, G_OPTION_ARG_NONE, &show_mmaps,
    N_("Also show file mapping records of perf as events"), NULL },
  { NULL }
};

/* Reports a symbol file that cannot be read, and goes on without it. */
static void
set_symbols (const char *command)
{
  g_autoptr(GError) error = NULL;

  lacks_symbols = !th_kernel_symbols_set (kallsyms, vmlinux, symbols_first, &error);
  if (lacks_symbols)
    th_cli_fail (command, error);
}

static void
set_load_options (void)
{
  th_load_options_set_memory_limit ((gsize) CLAMP (memory_mib, 0, MAX_MIB) << 20);
  th_load_options_set_sideband ((show_lost ? TH_SIDEBAND_LOST : 0) |
                                (show_tasks ? TH_SIDEBAND_TASKS : 0) |
                                (show_mmaps ? TH_SIDEBAND_MMAPS : 0));
}

static gboolean
check_options (const char *command)
{
  if (memory_mib < 0 || memory_mib > MAX_MIB)
    {
      th_cli_usage_error (command, _("--memory must be between 0 and %d"), MAX_MIB);
      return FALSE;
    }
  if (symbols_first && kallsyms == NULL && vmlinux == NULL)
    {
      th_cli_usage_error (command, "%s", _("--prefer-symbols needs --kallsyms or --vmlinux"));
      return FALSE;
    }
  if (only != NULL && appended == NULL)
    {
      th_cli_usage_error (command, "%s",
                          _("--recording needs --append: there is only one recording"));
      return FALSE;
    }
  return TRUE;
}

/* The common options that a command takes; with G_OPTION_FLAG_HIDDEN they are not in its help.
 * Free with g_array_unref(). */
static GArray *
list_common (ThCliCommon common)
{
  GArray *list = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

  for (guint i = 0; common != TH_CLI_COMMON_NONE && common_entries[i].long_name != NULL; i++)
    {
      GOptionEntry entry = common_entries[i];

      entry.flags |= common == TH_CLI_COMMON_HIDDEN ? G_OPTION_FLAG_HIDDEN : 0;
      g_array_append_val (list, entry);
    }

  return list;
}

static gboolean
is_option (const GOptionEntry *entries,
           const char         *name)
{
  for (guint i = 0; entries[i].long_name != NULL; i++)
    if (strcmp (entries[i].long_name, name) == 0)
      return TRUE;

  return FALSE;
}

static void
guess_option (ThGuess            *guess,
              const GOptionEntry *entries)
{
  for (guint i = 0; entries[i].long_name != NULL; i++)
    if (*entries[i].long_name != '\0')
      th_guess_try_prefix (guess, entries[i].long_name);
}

/* The known option that is most similar to the first unknown one in @argv; NULL if none is. */
static const char *
find_similar_option (const GOptionEntry *entries,
                     const GOptionEntry *common,
                     char              **argv)
{
  for (guint i = 1; argv[i] != NULL && strcmp (argv[i], "--") != 0; i++)
    {
      g_autofree char *name = NULL;
      ThGuess guess = { NULL };

      if (!g_str_has_prefix (argv[i], "--"))
        continue;
      name = g_strndup (argv[i] + 2, strcspn (argv[i] + 2, "="));
      if (is_option (entries, name) || is_option (common, name))
        continue;
      guess.wanted = name;
      guess_option (&guess, entries);
      guess_option (&guess, common);
      return guess.best;
    }

  return NULL;
}

static void
report_error (const char         *command,
              const GError       *error,
              const GOptionEntry *entries,
              const GOptionEntry *common,
              char              **argv)
{
  const char *similar = g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
                        ? find_similar_option (entries, common, argv) : NULL;

  if (similar != NULL)
    /* Translators: the first %s is a whole message, without a period; then an option */
    th_cli_usage_error (command, _("%s; did you mean “--%s”?"), error->message, similar);
  else
    th_cli_usage_error (command, "%s", error->message);
}

/* @files gets the arguments that are not options; NULL if @entries handle them. */
static gboolean
parse (int                *argc,
       char             ***argv,
       const GOptionEntry *entries,
       ThCliCommon         common,
       char             ***files,
       const char         *arguments,
       const char         *summary)
{
  const GOptionEntry file_entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, files, NULL, NULL },
    { NULL }
  };
  g_autoptr(GOptionContext) context = g_option_context_new (arguments);
  g_autoptr(GArray) list = list_common (common);
  const GOptionEntry *others = (const GOptionEntry *) (gpointer) list->data;
  g_autoptr(GError) error = NULL;
  g_autofree char *command = g_strdup ((*argv)[0]);
  g_autofree char *program = g_strdup_printf ("thresh %s", command);

  /* The usage line of --help shows the program's name. */
  g_set_prgname (program);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (files != NULL)
    g_option_context_add_main_entries (context, file_entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, others, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, summary);

  if (g_option_context_parse (context, argc, argv, &error))
    {
      set_symbols (command);
      set_load_options ();
      return check_options (command);
    }

  report_error (command, error, entries, others, *argv);
  return FALSE;
}

gboolean
th_cli_parse (int                *argc,
              char             ***argv,
              const GOptionEntry *entries,
              const char         *arguments,
              const char         *summary)
{
  return th_cli_parse_with (argc, argv, entries, TH_CLI_COMMON, arguments, summary);
}

gboolean
th_cli_parse_with (int                *argc,
                   char             ***argv,
                   const GOptionEntry *entries,
                   ThCliCommon         common,
                   const char         *arguments,
                   const char         *summary)
{
  return parse (argc, argv, entries, common, NULL, arguments, summary);
}

/* Looks up a symbol now, so that symbol files that do not match are reported. */
static void
report_symbols (const char  *path,
                ThRecording *recording)
{
  guint64 offset;

  if (kallsyms == NULL && vmlinux == NULL)
    return;
  th_recording_get_symbol (recording, 0, &offset);
  if (th_recording_get_fact (recording, "symbols") != NULL)
    th_cli_report (path, th_recording_get_fact (recording, "symbols"));
}

/* Reports patterns of --ignore without a match, which are probably misspelled. */
static void
report_unmatched (const char  *path,
                  ThRecording *recording)
{
  for (guint i = 0; ignored != NULL && ignored[i] != NULL; i++)
    {
      g_autofree char *text = NULL;
      gboolean found = FALSE;

      for (guint type = 0; type < th_recording_get_n_types (recording) && !found; type++)
        found = th_type_matches (ignored[i], th_recording_get_type_system (recording, type),
                                 th_recording_get_type_name (recording, type));
      if (found)
        continue;
      text = g_strdup_printf (_("no event matches “%s”, so it cannot be ignored"), ignored[i]);
      th_cli_report (path, text);
    }
}

static void
ignore_types (ThRecording *recording)
{
  for (guint i = 0; ignored != NULL && ignored[i] != NULL; i++)
    th_recording_ignore (recording, ignored[i]);
}

static ThExit
report_loaded (const char  *path,
               ThRecording *recording)
{
  report_unmatched (path, recording);
  th_cli_report_problems (path, recording);
  report_symbols (path, recording);
  return th_recording_get_state (recording) == TH_LOAD_WHOLE && !lacks_symbols ? TH_EXIT_WHOLE
                                                                               : TH_EXIT_PART;
}

static ThExit
load_joined (const char   *path,
             ThRecording **recording)
{
  g_autoptr(ThCliJoined) joined = th_cli_joined_new (path, (const char *const *) appended);
  ThExit status = th_cli_joined_open_files (joined);

  if (status != TH_EXIT_WHOLE)
    return status;
  do
    {
      g_clear_pointer (recording, th_recording_unref);
      *recording = th_cli_joined_open (joined);
      if (*recording == NULL)
        return TH_EXIT_REFUSED;
      ignore_types (*recording);
      th_cli_joined_load (joined, *recording);
    }
  while (th_cli_joined_align (joined, *recording));

  th_cli_joined_report (joined, *recording, only == NULL);
  status = report_loaded (path, *recording);
  return only != NULL ? th_cli_worse (status, th_cli_joined_select (recording, only)) : status;
}

ThExit
th_cli_load (const char   *path,
             ThRecording **recording)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  const ThLoader *loader = NULL;

  *recording = NULL;
  th_cli_report_begin ();
  if (appended != NULL)
    return load_joined (path, recording);

  bytes = th_loader_await_bytes (path, &error);
  if (bytes == NULL)
    return th_cli_refuse (path, error);

  th_bytes_set_may_outgrow (bytes, TRUE);
  do
    {
      g_clear_pointer (recording, th_recording_unref);
      *recording = th_loader_open_bytes (bytes, &loader, &error);
      if (*recording == NULL)
        return th_cli_refuse (path, error);
      ignore_types (*recording);
      th_loader_load (loader, *recording);
    }
  while (th_recording_is_outgrown (*recording));

  return report_loaded (path, *recording);
}

/* --- growing recordings ------------------------------------------------ */

typedef struct
{
  const ThLoader *loader;
  ThRecording    *recording;
  gint            done; /* atomic */
} Growing;

static gpointer
load_thread (gpointer data)
{
  Growing *self = data;

  th_loader_load (self->loader, self->recording);
  g_atomic_int_set (&self->done, TRUE);
  return NULL;
}

/* Returns FALSE if @func stopped the load. */
static gboolean
watch (Growing        *self,
       ThCliGrowthFunc func,
       gpointer        data)
{
  GThread *thread = g_thread_new ("load", load_thread, self);
  gboolean more = TRUE;

  while (more && !g_atomic_int_get (&self->done))
    {
      g_usleep (LOOK_USEC);
      if (!g_atomic_int_get (&self->done))
        more = func (self->recording, data);
    }
  if (!more)
    th_recording_cancel (self->recording);
  g_thread_join (thread);
  return more;
}

ThExit
th_cli_load_growing (const char      *path,
                     ThCliGrowthFunc  func,
                     gpointer         data,
                     ThRecording    **recording)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(ThBytes) bytes = NULL;
  Growing growing = { NULL };
  gboolean more = TRUE;

  *recording = NULL;
  th_cli_report_begin ();
  if (appended != NULL)
    return load_joined (path, recording);
  bytes = th_bytes_new_file (path, &error);
  if (bytes == NULL)
    return th_cli_refuse (path, error);

  th_bytes_set_may_outgrow (bytes, TRUE);
  do
    {
      g_clear_pointer (recording, th_recording_unref);
      growing = (Growing) { NULL };
      growing.recording = *recording = th_loader_open_bytes (bytes, &growing.loader, &error);
      if (*recording == NULL)
        return th_cli_refuse (path, error);
      ignore_types (*recording);
      if (th_bytes_is_growing (bytes))
        more = watch (&growing, func, data);
      else
        th_loader_load (growing.loader, *recording);
    }
  while (more && th_recording_is_outgrown (*recording));

  /* If @func stopped the load, a partial recording is not a problem. */
  return more ? report_loaded (path, *recording) : TH_EXIT_WHOLE;
}

ThExit
th_cli_each_part (ThRecording   *recording,
                  gboolean       titled,
                  ThCliPartFunc  func,
                  gpointer       data)
{
  guint n = th_recording_get_n_parts (recording);
  ThExit status = TH_EXIT_WHOLE;

  for (guint i = 0; i < n; i++)
    {
      ThRecording *part = th_recording_get_part (recording, i);
      g_autofree char *name = th_printable_line (th_recording_get_name (part));

      if (titled && n > 1)
        g_print ("%s%s:\n", i > 0 ? "\n" : "", name);
      th_cli_json_set_recording (n > 1 ? name : NULL);
      status = th_cli_worse (status, func (part, data));
    }
  th_cli_json_set_recording (NULL);
  return status;
}

ThExit
th_cli_show_one (const char     *path,
                 const gboolean *json,
                 ThCliPartFunc   show,
                 gpointer        data)
{
  g_autoptr(ThRecording) recording = NULL;
  ThExit status = th_cli_load (path, &recording);

  if (recording == NULL)
    return status;

  return th_cli_worse (status, th_cli_each_part (recording, !*json, show, data));
}

ThExit
th_cli_show_file (int                 argc,
                  char              **argv,
                  const GOptionEntry *entries,
                  const char         *summary,
                  const gboolean     *json,
                  ThCliPartFunc       show,
                  gpointer            data)
{
  g_auto(GStrv) files = NULL;

  if (!parse (&argc, &argv, entries, TH_CLI_COMMON, &files, _("FILE"), summary))
    return TH_EXIT_USAGE;
  if (files == NULL || files[1] != NULL)
    return th_cli_usage_error (argv[0], "%s", _("exactly one file is needed"));

  return th_cli_show_one (files[0], json, show, data);
}

gboolean
th_cli_has_appended (void)
{
  return appended != NULL;
}
