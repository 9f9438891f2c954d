/* th-cli-load.c - what every command does first: options, then load a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-cli-load.h"
#include "th-cli-table.h"
#include "th-kernel-symbols.h"
#include "th-loader.h"

#define LOOK_USEC 100000

/* Types of events that no file has, as all commands are asked to believe. */
static char **ignored;
/* Symbols of the kernel, which a file may lack. */
static char *kallsyms, *vmlinux;
static gboolean symbols_first;

static const GOptionEntry common_entries[] = {
  { "ignore", 0, 0, G_OPTION_ARG_STRING_ARRAY, &ignored,
    N_("As if these events had not been recorded: 'system:name', '*' for any text; may be repeated"), N_("EVENT") },
  { "kallsyms", 0, 0, G_OPTION_ARG_FILENAME, &kallsyms,
    N_("Names of kernel functions, for a recording without: a copy of /proc/kallsyms"), N_("FILE") },
  { "vmlinux", 0, 0, G_OPTION_ARG_FILENAME, &vmlinux,
    N_("The same from the kernel's ELF file or its debug file"), N_("FILE") },
  { "prefer-symbols", 0, 0, G_OPTION_ARG_NONE, &symbols_first,
    N_("Use those also where a recording has its own"), NULL },
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

gboolean
th_cli_parse (int                *argc,
              char             ***argv,
              const GOptionEntry *entries,
              const char         *arguments,
              const char         *summary)
{
  g_autoptr(GOptionContext) context = g_option_context_new (arguments);
  g_autoptr(GError) error = NULL;
  g_autofree char *command = g_strdup ((*argv)[0]);
  g_autofree char *program = g_strdup_printf ("thresh %s", command);

  /* The usage line of --help shows the program's name. */
  g_set_prgname (program);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, common_entries, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, summary);

  if (g_option_context_parse (context, argc, argv, &error))
    {
      take_symbols (command);
      return TRUE;
    }

  th_cli_usage_error (command, "%s", error->message);
  return FALSE;
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
  g_autofree char *shown_name = th_cli_printable (name);
  g_autofree char *shown = th_cli_printable (message);

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

static void
tell_problems (const char  *path,
               ThRecording *recording)
{
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);

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
      text = g_strdup_printf (_("there is no event “%s” to be ignored"), ignored[i]);
      tell (path, text);
    }
}

static ThExit
refuse (const char   *path,
        const GError *error)
{
  tell (path, error->message);
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

ThExit
th_cli_load (const char   *path,
             ThRecording **recording)
{
  g_autoptr(GError) error = NULL;
  const ThLoader *loader = NULL;

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
  g_autoptr(ThBytes) bytes = th_bytes_new_file (path, &error);
  Growing growing = { NULL };
  gboolean more = TRUE;

  *recording = NULL;
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
th_cli_worse (ThExit a,
              ThExit b)
{
  if (a == TH_EXIT_REFUSED || b == TH_EXIT_REFUSED)
    return TH_EXIT_REFUSED;

  return MAX (a, b);
}
