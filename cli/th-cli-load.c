/* th-cli-load.c - what every command does first: options, then load a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-align.h"
#include "th-cli-json.h"
#include "th-cli-load.h"
#include "th-cli-table.h"
#include "th-kernel-symbols.h"
#include "th-load-options.h"
#include "th-loaders.h"
#include "th-printable.h"
#include "th-read.h"

#define LOOK_USEC 100000

/* Types of events that no file has, as all commands are asked to believe. */
static char **ignored;
/* Symbols of the kernel, which a file may lack. */
static char *kallsyms, *vmlinux;
static gboolean symbols_first;
/* Further recordings on the timeline, and the one of all that is wanted. */
static char **appended;
static char *only;
/* What perf notes beside its samples. */
static gboolean show_lost, show_tasks, show_mmaps;
/* Of th_read_get_n_failed(): how many there were before the load, and how many
 * the problems of recordings have told. */
static guint n_failed_before, n_failed_told;

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
       "“first” aligns the first events, “wall” aligns by time of day; may be repeated"),
       N_("FILE[@OFFSET]") },
  { "recording", 0, 0, G_OPTION_ARG_STRING, &only,
    N_("With several recordings on one timeline, only this one: its name, or 1, 2, …"),
    N_("NAME") },
  { "show-lost-events", 0, 0, G_OPTION_ARG_NONE, &show_lost,
    N_("Also show lost and throttled samples noted by perf as events"), NULL },
  { "show-task-events", 0, 0, G_OPTION_ARG_NONE, &show_tasks,
    N_("Also show task start, exit and rename records of perf as events"), NULL },
  { "show-mmap-events", 0, 0, G_OPTION_ARG_NONE, &show_mmaps,
    N_("Also show file mapping records of perf as events"), NULL },
  { NULL }
};

/* A file that is of no use is told of, and all goes on without it. */
static void
take_symbols (const char *command)
{
  g_autoptr(GError) error = NULL;

  if (!th_kernel_symbols_set (kallsyms, vmlinux, symbols_first, &error))
    g_printerr ("thresh %s: %s\n", command, error->message);
}

/* @files takes what is no option; NULL where @entries have a place for that. */
static gboolean
parse (int                *argc,
       char             ***argv,
       const GOptionEntry *entries,
       char             ***files,
       const char         *arguments,
       const char         *summary)
{
  const GOptionEntry file_entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, files, NULL, NULL },
    { NULL }
  };
  g_autoptr(GOptionContext) context = g_option_context_new (arguments);
  g_autoptr(GError) error = NULL;
  g_autofree char *command = g_strdup ((*argv)[0]);
  g_autofree char *program = g_strdup_printf ("thresh %s", command);

  /* The usage line of --help shows the program's name. */
  g_set_prgname (program);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (files != NULL)
    g_option_context_add_main_entries (context, file_entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common_entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, summary);

  if (g_option_context_parse (context, argc, argv, &error))
    {
      take_symbols (command);
      th_load_options_set_sideband ((show_lost ? TH_SIDEBAND_LOST : 0) | (show_tasks
                                                                          ? TH_SIDEBAND_TASKS : 0) |
                           (show_mmaps ? TH_SIDEBAND_MMAPS : 0));
      if (only == NULL || appended != NULL)
        return TRUE;
      th_cli_usage_error (command, "%s",
                          _("--recording needs --append: there is only one recording"));
      return FALSE;
    }

  th_cli_usage_error (command, "%s", error->message);
  return FALSE;
}

gboolean
th_cli_parse (int                *argc,
              char             ***argv,
              const GOptionEntry *entries,
              const char         *arguments,
              const char         *summary)
{
  return parse (argc, argv, entries, NULL, arguments, summary);
}

ThExit
th_cli_usage_error (const char *command,
                    const char *format,
                    ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  g_printerr ("thresh %s: %s\n", command, message);
  /* Translators: %s is a command, as in "thresh info" */
  g_printerr (_("Try “thresh %s --help”.\n"), command);
  return TH_EXIT_USAGE;
}

/* Names and messages carry bytes of the file: they must not steer the terminal. */
static void
tell (const char *path,
      const char *message)
{
  g_autofree char *name = g_filename_display_name (path);
  g_autofree char *shown_name = th_printable_line (name);
  g_autofree char *shown = th_printable_line (message);

  g_printerr ("%s: %s\n", shown_name, shown);
}

/* Symbols that were given are asked for now: that they do not fit is to be told. */
static void
tell_symbols (const char  *path,
              ThRecording *recording)
{
  guint64 offset;

  if (kallsyms == NULL && vmlinux == NULL)
    return;
  th_recording_get_symbol (recording, 0, &offset);
  if (th_recording_get_fact (recording, "symbols") != NULL)
    tell (path, th_recording_get_fact (recording, "symbols"));
}

/* What failed in the load is told with it. */
static void
note_failed_told (void)
{
  guint n = th_read_get_n_failed ();

  n_failed_told += n - n_failed_before;
  n_failed_before = n;
}

static void
tell_problems (const char  *path,
               ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);

  note_failed_told ();
  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *text = th_problem_describe (g_ptr_array_index (problems, i));

      tell (path, text);
    }
}

/* A slip of the pen would otherwise look like an answer. */
static void
tell_unmatched (const char  *path,
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
      tell (path, text);
    }
}

static ThExit
refuse (const char   *path,
        const GError *error)
{
  tell (path, error->message);
  note_failed_told ();
  return TH_EXIT_REFUSED;
}

static void
ignore_types (ThRecording *recording)
{
  for (guint i = 0; ignored != NULL && ignored[i] != NULL; i++)
    th_recording_ignore (recording, ignored[i]);
}

static ThExit
tell_loaded (const char  *path,
             ThRecording *recording)
{
  tell_unmatched (path, recording);
  tell_problems (path, recording);
  tell_symbols (path, recording);
  return th_recording_get_state (recording) == TH_LOAD_WHOLE ? TH_EXIT_WHOLE : TH_EXIT_PART;
}

/* --- several on one timeline ------------------------------------------- */

typedef struct
{
  guint            n;
  char           **paths;
  char           **names;
  ThAlign         *aligns;
  ThLoaderPart    *parts;
  const ThLoader **loaders;
} Joining;

static void
joining_free (Joining *self)
{
  for (guint i = 0; i < self->n; i++)
    g_clear_pointer (&self->parts[i].bytes, th_bytes_unref);
  g_strfreev (self->paths);
  g_strfreev (self->names);
  g_free (self->aligns);
  g_free (self->parts);
  g_free (self->loaders);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Joining, joining_free)

static Joining *
joining_new (const char *path)
{
  Joining *self = g_new0 (Joining, 1);

  self->n = 1 + g_strv_length (appended);
  self->paths = g_new0 (char *, self->n + 1);
  self->aligns = g_new0 (ThAlign, self->n);
  self->parts = g_new0 (ThLoaderPart, self->n);
  self->loaders = g_new0 (const ThLoader *, self->n);
  self->paths[0] = g_strdup (path);
  for (guint i = 1; i < self->n; i++)
    self->paths[i] = th_align_parse (appended[i - 1], &self->aligns[i], &self->parts[i].shift);

  self->names = th_loader_name_parts (self->paths);
  for (guint i = 0; i < self->n; i++)
    self->parts[i].name = self->names[i];
  return self;
}

/* All of it: nothing grows then. */
static gboolean
joining_open (Joining *self,
              guint   *failed,
              GError **error)
{
  for (guint i = 0; i < self->n; i++)
    {
      g_autoptr(ThBytes) outside = th_bytes_new_file (self->paths[i], error);

      *failed = i;
      self->parts[i].bytes = outside != NULL ? th_loader_unwrap (outside, error) : NULL;
      if (self->parts[i].bytes == NULL)
        return FALSE;
      th_bytes_wait (self->parts[i].bytes, G_MAXUINT64, -1);
    }
  return TRUE;
}

/* Where one lies beside the first is known once both are loaded.  TRUE: they
 * have to be loaded again. */
static gboolean
joining_align (Joining     *self,
               ThRecording *whole)
{
  gboolean again = FALSE;

  for (guint i = 1; i < self->n; i++)
    {
      ThRecording *part = th_recording_get_part (whole, i);
      gint64 shift = 0;

      if (self->aligns[i] == TH_ALIGN_SHIFT)
        continue;
      if (th_align_find (th_recording_get_part (whole, 0), part, self->aligns[i], &shift))
        again |= shift != self->parts[i].shift;
      else
        tell (self->paths[i], self->aligns[i] == TH_ALIGN_WALL ? _("the time of day is not known "
                                                                   "for both recordings: not "
                                                                   "shifted")
                                                              : _("there is no first event: not "
                                                                  "shifted"));
      self->parts[i].shift = shift;
      self->aligns[i] = TH_ALIGN_SHIFT;
    }
  return again;
}

static void
tell_clocks (Joining     *self,
             ThRecording *whole)
{
  for (guint i = 1; i < self->n; i++)
    if (th_recording_get_clock (th_recording_get_part (whole, i))->ticks !=
        th_recording_get_clock (whole)->ticks)
      tell (self->paths[i],
            _("one clock counts ticks, the other nanoseconds: their times cannot be compared"));
}

/* A guest that nothing brings to the clock of its host. */
static void
tell_guests (Joining     *self,
             ThRecording *whole)
{
  for (guint i = 1; i < self->n; i++)
    {
      ThRecording *part = th_recording_get_part (whole, i);

      if (th_recording_get_shift (part) == 0 &&
          th_align_guest (th_recording_get_part (whole, 0), part, NULL) == TH_GUEST_UNKNOWN)
        tell (self->paths[i],
              _("these are a guest and its host, but guest and host clocks are not synchronized"));
    }
}

/* Nobody who only forgot the offset should have to find out why nothing meets. */
static void
tell_apart (Joining     *self,
            ThRecording *whole)
{
  ThRecording *first = th_recording_get_part (whole, 0);

  for (guint i = 0; (i = th_align_find_apart (whole, i)) != 0;)
    {
      ThRecording *part = th_recording_get_part (whole, i);
      gint64 shift;

      if (th_recording_get_clock (part)->ticks != th_recording_get_clock (first)->ticks)
        continue;
      if (th_align_find (first, part, TH_ALIGN_WALL, &shift))
        tell (self->paths[i], _("it does not overlap with the first recording in time: append "
                                "“@wall” to its name to align by time of day, or “@first” to "
                                "align the first events"));
      else
        tell (self->paths[i], _("it does not overlap with the first recording in time: append "
                                "“@first” to its name to align the first events"));
    }
}

/* The one that --recording names; a reference on it instead of on the whole. */
static ThExit
take_only (ThRecording **recording)
{
  guint64 number;

  for (guint i = 0; i < th_recording_get_n_parts (*recording); i++)
    {
      ThRecording *part = th_recording_get_part (*recording, i);

      if (g_strcmp0 (th_recording_get_name (part), only) == 0 ||
          (g_ascii_string_to_unsigned (only, 10, 1, G_MAXUINT, &number, NULL) && number == i + 1))
        {
          th_recording_ref (part);
          th_recording_unref (*recording);
          *recording = part;
          return TH_EXIT_WHOLE;
        }
    }

  g_clear_pointer (recording, th_recording_unref);
  g_printerr (_("thresh: there is no recording “%s” on the timeline\n"), only);
  return TH_EXIT_USAGE;
}

static ThExit
load_joined (const char   *path,
             ThRecording **recording)
{
  g_autoptr(Joining) self = joining_new (path);
  g_autoptr(GError) error = NULL;
  ThExit status;
  guint failed = 0;

  if (!joining_open (self, &failed, &error))
    return refuse (self->paths[failed], error);
  do
    {
      g_clear_pointer (recording, th_recording_unref);
      *recording = th_loader_open_parts (self->parts, self->n, self->loaders, &failed, &error);
      if (*recording == NULL)
        return refuse (self->paths[failed], error);
      ignore_types (*recording);
      th_loader_load_parts (self->loaders, *recording);
    }
  while (joining_align (self, *recording));

  tell_clocks (self, *recording);
  tell_guests (self, *recording);
  if (only == NULL)
    tell_apart (self, *recording);
  status = tell_loaded (path, *recording);
  return only != NULL ? th_cli_worse (status, take_only (recording)) : status;
}

ThExit
th_cli_load (const char   *path,
             ThRecording **recording)
{
  g_autoptr(GError) error = NULL;
  const ThLoader *loader = NULL;

  *recording = NULL;
  n_failed_before = th_read_get_n_failed ();
  if (appended != NULL)
    return load_joined (path, recording);

  *recording = th_loader_open (path, &loader, &error);
  if (*recording == NULL)
    return refuse (path, error);

  ignore_types (*recording);
  th_loader_load (loader, *recording);
  return tell_loaded (path, *recording);
}

/* --- what grows -------------------------------------------------------- */

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

/* FALSE: @func has enough. */
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
  n_failed_before = th_read_get_n_failed ();
  if (appended != NULL)
    return load_joined (path, recording);
  bytes = th_bytes_new_file (path, &error);
  if (bytes == NULL)
    return refuse (path, error);

  do
    {
      g_clear_pointer (recording, th_recording_unref);
      growing = (Growing) { NULL };
      growing.recording = *recording = th_loader_open_bytes (bytes, &growing.loader, &error);
      if (*recording == NULL)
        return refuse (path, error);
      ignore_types (*recording);
      if (th_bytes_is_growing (bytes))
        more = watch (&growing, func, data);
      else
        th_loader_load (growing.loader, *recording);
    }
  while (more && th_recording_is_outgrown (*recording));

  /* What was left out on demand is no problem to be told. */
  return more ? tell_loaded (path, *recording) : TH_EXIT_WHOLE;
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
th_cli_show_file (int                 argc,
                  char              **argv,
                  const GOptionEntry *entries,
                  const char         *summary,
                  const gboolean     *json,
                  ThCliPartFunc       show,
                  gpointer            data)
{
  g_autoptr(ThRecording) recording = NULL;
  g_auto(GStrv) files = NULL;
  ThExit status;

  if (!parse (&argc, &argv, entries, &files, _("FILE"), summary))
    return TH_EXIT_USAGE;
  if (files == NULL || files[1] != NULL)
    return th_cli_usage_error (argv[0], "%s", _("exactly one file is needed"));

  status = th_cli_load (files[0], &recording);
  if (recording == NULL)
    return status;

  return th_cli_worse (status, th_cli_each_part (recording, !*json, show, data));
}

ThExit
th_cli_check_reads (ThExit status)
{
  if (th_read_get_n_failed () == n_failed_told)
    return status;

  g_printerr ("%s\n",
              _("thresh: Some reads failed with an input/output error; the output may be "
                "incomplete."));
  return th_cli_worse (status, TH_EXIT_PART);
}

gboolean
th_cli_has_appended (void)
{
  return appended != NULL;
}

ThExit
th_cli_worse (ThExit a,
              ThExit b)
{
  static const ThExit by_weight[] = {
    TH_EXIT_REFUSED, TH_EXIT_USAGE, TH_EXIT_FAILED, TH_EXIT_UNKNOWN, TH_EXIT_PART
  };

  for (guint i = 0; i < G_N_ELEMENTS (by_weight); i++)
    if (a == by_weight[i] || b == by_weight[i])
      return by_weight[i];

  return TH_EXIT_WHOLE;
}
