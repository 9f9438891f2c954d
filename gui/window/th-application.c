/* th-application.c - one process, several windows
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-application.h"

#include <glib/gi18n-lib.h>

#include "th-compare-arguments.h"
#include "th-experiment-plan.h"
#include "th-kernel-symbols.h"
#include "th-literals.h"
#include "th-load-options.h"
#include "th-loader.h"
#include "th-preferences.h"
#include "th-refusal.h"
#include "th-review-opening.h"
#include "th-review-unpacking.h"
#include "th-screenshot.h"
#include "th-session-store.h"
#include "th-settings.h"
#include "th-shared-session-file.h"
#include "th-shortcuts.h"
#include "th-style.h"
#include "th-thread-pool.h"
#include "th-time-span.h"
#include "th-timeline-parts.h"
#include "th-widgets.h"

#define PATIENCE_MS 2000
#define LOGO_PX     128
/* The exit status for wrong usage, as that of `thresh`. */
#define EXIT_USAGE  64

struct _ThApplication
{
  GtkApplication parent;
};

G_DEFINE_FINAL_TYPE (ThApplication, th_application, GTK_TYPE_APPLICATION)

/* --- windows ------------------------------------------------------------ */

static ThWindow *
find_window (ThApplication *self,
             GFile         *file)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (self)); link != NULL;
       link = link->next)
    {
      ThDocument *document = TH_IS_WINDOW (link->data) ? th_window_get_document (link->data) : NULL;

      if (file == NULL && TH_IS_WINDOW (link->data) && !th_window_is_comparing (link->data) &&
          th_window_get_review (link->data) == NULL &&
          (document == NULL ||
           (th_document_get_state (document) == TH_DOCUMENT_FAILED &&
            th_document_get_recording (document) == NULL)))
        return link->data;
      if (file != NULL && document != NULL && g_file_equal (th_document_get_file (document), file))
        return link->data;
    }

  return NULL;
}

/* Returns an empty window, or else a new one. */
static ThWindow *
get_empty_window (ThApplication *self)
{
  ThWindow *window = find_window (self, NULL);

  return window != NULL ? window : th_window_new (GTK_APPLICATION (self));
}

static ThWindow *
compare (ThApplication     *self,
         ThComparisonSides *sides)
{
  ThWindow *window = get_empty_window (self);

  th_window_compare (window, sides);
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

static ThWindow *
refuse_experiment (ThApplication *self,
                   const char    *error)
{
  ThWindow *window = get_empty_window (self);

  gtk_window_present (GTK_WINDOW (window));
  th_refusal_show (GTK_WINDOW (window), _("The experiment cannot be opened"), error);
  return window;
}

/* Opens the comparison of an experiment, or says why it cannot; NULL if @file is not the
 * directory of one. */
static ThWindow *
open_experiment (ThApplication *self,
                 GFile         *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr(ThComparisonSides) sides = NULL;
  g_autoptr(GError) error = NULL;

  if (path == NULL || !th_experiment_plan_exists (path))
    return NULL;
  if (!(sides = th_comparison_sides_new_for_experiment (path, &error)))
    return refuse_experiment (self, error->message);

  return compare (self, sides);
}

static ThWindow *
open_session (ThApplication *self,
              GFile         *file)
{
  ThWindow *window = get_empty_window (self);

  gtk_window_present (GTK_WINDOW (window));
  th_window_open_session (window, file);
  return window;
}

static ThWindow *
find_review (ThApplication *self,
             GFile         *folder)
{
  for (GList *link = gtk_application_get_windows (GTK_APPLICATION (self)); link != NULL;
       link = link->next)
    {
      GFile *open = TH_IS_WINDOW (link->data) ? th_window_get_review (link->data) : NULL;

      if (open != NULL && g_file_equal (open, folder))
        return link->data;
    }

  return NULL;
}

/* Raises the window that has the review open, or opens it in an empty or a new window. */
static ThWindow *
open_review (ThApplication *self,
             GFile         *folder)
{
  ThWindow *window = find_review (self, folder);

  if (window == NULL)
    {
      window = get_empty_window (self);
      th_window_open_review (window, folder);
    }
  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* Asks in an empty or a new window where to unpack the archive. */
static ThWindow *
unpack_review (ThApplication *self,
               GFile         *archive)
{
  ThWindow *window = get_empty_window (self);

  gtk_window_present (GTK_WINDOW (window));
  th_window_unpack_review (window, archive);
  return window;
}

/* Opens what is not a recording; NULL if @file is one. */
static ThWindow *
open_special (ThApplication *self,
              GFile         *file)
{
  g_autoptr(GFile) review = th_review_opening_find_folder (file);

  if (th_shared_session_file_is_one (file))
    return open_session (self, file);
  if (review != NULL)
    return open_review (self, review);
  if (th_review_unpacking_is_archive (file))
    return unpack_review (self, file);

  return open_experiment (self, file);
}

/* Raises the window that has @file open, or opens it in an empty or a new window. */
static ThWindow *
open_file (ThApplication       *self,
           GFile               *file,
           const ThOpenOptions *open_options)
{
  ThWindow *window = find_window (self, file);
  gboolean is_open = window != NULL && g_str_equal (th_window_get_page (window), "recording");
  ThWindow *special = open_special (self, file);

  if (special != NULL)
    return special;
  if (window == NULL)
    window = get_empty_window (self);
  if (!is_open)
    th_window_open (window, file, open_options);

  gtk_window_present (GTK_WINDOW (window));
  return window;
}

/* --- command line ------------------------------------------------------- */

static const GOptionEntry options[] = {
  { "cpu", 0, 0, G_OPTION_ARG_STRING, NULL, N_("List the events of these CPUs only"), N_("LIST") },
  { "task", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Show where this task ran"), N_("NAME") },
  { "from", 0, 0, G_OPTION_ARG_STRING, NULL,
    N_("Start the view at this time: 12.5, 12.5s, +3ms after the start"), N_("TIME") },
  { "to", 0, 0, G_OPTION_ARG_STRING, NULL, N_("End the view at this time"), N_("TIME") },
  { "filter", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Show only the events that match"),
    N_("EXPRESSION") },
  { "append", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL,
    N_("Add another recording to the same timeline, shifted by OFFSET, like +12.5ms or -3s; "
       "“first” aligns the first events, “wall” aligns by time of day, “packets” aligns a "
       "capture by its frames; may be repeated"),
    N_("FILE[@OFFSET]") },
  { "compare", 0, 0, G_OPTION_ARG_NONE, NULL,
    N_("Compare the files before “--” with those after it; FILE@FROM..TO is a part of a recording"),
    NULL },
  { "kallsyms", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_("Kernel symbols for a recording that has none: a copy of /proc/kallsyms"), N_("FILE") },
  { "vmlinux", 0, 0, G_OPTION_ARG_FILENAME, NULL,
    N_("Kernel symbols from the kernel's ELF file or its debug file"), N_("FILE") },
  { "prefer-symbols", 0, 0, G_OPTION_ARG_NONE, NULL,
    N_("Prefer these symbols even where the recording has its own"), NULL },
  { "style", 0, 0, G_OPTION_ARG_STRING, NULL, N_("Use this style for now: light, dark, light-hc "
                                                 "or dark-hc (high contrast)"), N_("STYLE") },
  { "screenshot", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, NULL,
    N_("Save a picture of the window and quit"), N_("FILE") },
  { "size", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, NULL, N_("Window size"), N_("WxH") },
  { "activate", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING_ARRAY, NULL,
    N_("Activate this action before taking the picture"), N_("ACTION") },
  { "version", 'v', 0, G_OPTION_ARG_NONE, NULL, N_("Print the version and quit"), NULL },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, N_("[FILE…|-]") },
  { NULL }
};

static char *
dup_option (GVariantDict *dict,
            const char   *name)
{
  char *value = NULL;

  g_variant_dict_lookup (dict, name, "s", &value);

  return value;
}

static ThOpenOptions *
read_options (GVariantDict *dict)
{
  ThOpenOptions *open_options = g_new0 (ThOpenOptions, 1);

  open_options->from = dup_option (dict, "from");
  open_options->to = dup_option (dict, "to");
  open_options->task = dup_option (dict, "task");
  open_options->cpus = dup_option (dict, "cpu");
  open_options->filter = dup_option (dict, "filter");

  return open_options;
}

/* Parses the recordings to be appended to the file. */
static void
read_append (ThOpenOptions           *open_options,
             GApplicationCommandLine *line,
             GVariantDict            *dict)
{
  g_autoptr(GVariant) names = g_variant_dict_lookup_value (dict, "append",
                                                           G_VARIANT_TYPE_BYTESTRING_ARRAY);
  g_autofree const char **paths = names != NULL ? g_variant_get_bytestring_array (names, NULL)
                                                : NULL;

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      ThAlign align;
      gint64 shift;
      g_autofree char *path = th_align_parse (paths[i], &align, &shift);
      g_autoptr(GFile) file = g_application_command_line_create_file_for_arg (line, path);

      if (open_options->append == NULL)
        open_options->append =
          g_ptr_array_new_with_free_func ((GDestroyNotify) th_appended_file_free);
      g_ptr_array_add (open_options->append, th_appended_file_new (file, align, shift));
    }
}

static void
read_style (GVariantDict *dict)
{
  g_autofree char *style = dup_option (dict, "style");

  if (style == NULL)
    return;

  th_style_force (th_style_get_default (),
                  g_str_has_prefix (style, "dark") ? TH_STYLE_DARK : TH_STYLE_LIGHT);
  th_style_force_contrast (th_style_get_default (), g_str_has_suffix (style, "-hc"));
}

static void
add_side (ThComparisonSides       *sides,
          guint                    side,
          char                   **arguments,
          GApplicationCommandLine *line)
{
  for (guint i = 0; arguments[i] != NULL; i++)
    {
      const char *range;
      g_autofree char *name = th_time_span_split (arguments[i], &range);
      g_autoptr(GFile) file = g_application_command_line_create_file_for_arg (line, name);
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        th_comparison_sides_add_range (sides, side, path, range);
    }
}

static ThWindow *
compare_arguments (ThApplication           *self,
                   char                   **paths,
                   GApplicationCommandLine *line)
{
  g_autoptr(ThComparisonSides) sides = th_comparison_sides_new ();
  g_auto(GStrv) a = NULL, b = NULL;

  th_compare_arguments_split (paths, &a, &b);
  add_side (sides, 0, a, line);
  add_side (sides, 1, b, line);
  return compare (self, sides);
}

/* Loads the symbols for all recordings that are opened from now on. */
static void
read_symbols (GApplicationCommandLine *line,
              GVariantDict            *dict)
{
  const char *kallsyms = NULL, *vmlinux = NULL;
  g_autoptr(GError) error = NULL;

  g_variant_dict_lookup (dict, "kallsyms", "^&ay", &kallsyms);
  g_variant_dict_lookup (dict, "vmlinux", "^&ay", &vmlinux);
  if (kallsyms == NULL && vmlinux == NULL)
    return;
  if (!th_kernel_symbols_set (kallsyms, vmlinux, g_variant_dict_contains (dict, "prefer-symbols"),
                              &error))
    g_application_command_line_printerr (line, "thresher: %s\n", error->message);
}

static int
th_application_command_line (GApplication            *application,
                             GApplicationCommandLine *line)
{
  ThApplication *self = TH_APPLICATION (application);
  GVariantDict *dict = g_application_command_line_get_options_dict (line);
  g_autoptr(ThOpenOptions) open_options = read_options (dict);
  g_autofree const char **paths = NULL;
  ThWindow *window = NULL;
  g_autoptr(GVariant) names = g_variant_dict_lookup_value (dict, G_OPTION_REMAINING,
                                                           G_VARIANT_TYPE_BYTESTRING_ARRAY);

  read_append (open_options, line, dict);
  read_style (dict);
  read_symbols (line, dict);
  if (names != NULL)
    paths = g_variant_get_bytestring_array (names, NULL);
  if (g_variant_dict_contains (dict, "compare"))
    {
      window = compare_arguments (self, (char **) paths, line);
      g_clear_pointer (&paths, g_free);
    }
  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      gboolean is_stdin = g_str_equal (paths[i], "-");
      g_autoptr(GFile) file =
        g_application_command_line_create_file_for_arg (line, is_stdin ? "/dev/stdin" : paths[i]);

      window = open_file (self, file, open_options);
    }
  if (window == NULL)
    {
      g_application_activate (application);
      window = TH_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (self)));
    }

  th_screenshot_from_options (window, line, dict);
  return 0;
}

/* Returns whether a file name refers to a file descriptor of this process, which an instance
 * that is already running does not have. */
static gboolean
names_our_descriptor (GVariantDict *dict)
{
  static const char *const folders[] = { "/dev/fd/", "/dev/stdin", "/proc/self/" };
  g_autoptr(GVariant) names = g_variant_dict_lookup_value (dict, G_OPTION_REMAINING,
                                                           G_VARIANT_TYPE_BYTESTRING_ARRAY);
  g_autofree const char **paths = names != NULL ? g_variant_get_bytestring_array (names, NULL)
                                                : NULL;

  for (guint i = 0; paths != NULL && paths[i] != NULL; i++)
    {
      if (g_str_equal (paths[i], "-"))
        return TRUE;
      for (guint j = 0; j < G_N_ELEMENTS (folders); j++)
        if (g_str_has_prefix (paths[i], folders[j]))
          return TRUE;
    }
  return FALSE;
}

static gboolean
is_time (GVariantDict *dict,
         const char   *option)
{
  g_autofree char *text = dup_option (dict, option);
  gint64 time;

  if (text == NULL || th_time_parse (text, FALSE, 0, &time) || th_time_parse (text, TRUE, 0, &time))
    return TRUE;

  g_printerr (_("thresher: --%s: “%s” is not a time: use a form like 188.024, 188.024s, 12ms or "
                "+12ms\n"), option, text);
  return FALSE;
}

static gboolean
is_cpu_list (GVariantDict *dict)
{
  g_autofree char *text = dup_option (dict, "cpu");
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) cpus = text != NULL ? th_cpus_parse (text, &error) : NULL;

  if (text == NULL || cpus != NULL)
    return TRUE;

  g_printerr ("thresher: --cpu: %s\n", error->message);
  return FALSE;
}

static gboolean
is_style (GVariantDict *dict)
{
  static const char *const styles[] = { "light", "dark", "light-hc", "dark-hc", NULL };
  g_autofree char *text = dup_option (dict, "style");

  if (text == NULL || g_strv_contains (styles, text))
    return TRUE;

  g_printerr (_("thresher: --style: “%s” is not one of light, dark, light-hc, dark-hc\n"), text);
  return FALSE;
}

/* Whether a comparison has files on both sides. */
static gboolean
has_sides (GVariantDict *dict)
{
  g_autoptr(GVariant) names = g_variant_dict_lookup_value (dict, G_OPTION_REMAINING,
                                                           G_VARIANT_TYPE_BYTESTRING_ARRAY);
  g_autofree const char **paths = names != NULL ? g_variant_get_bytestring_array (names, NULL)
                                                : NULL;
  g_auto(GStrv) a = NULL, b = NULL;

  if (!g_variant_dict_contains (dict, "compare"))
    return TRUE;

  th_compare_arguments_split ((char **) paths, &a, &b);
  if (a[0] != NULL && b[0] != NULL)
    return TRUE;

  g_printerr ("thresher: %s\n", _("--compare needs a file on each side: A… -- B…"));
  return FALSE;
}

static int
th_application_handle_local_options (GApplication *application,
                                     GVariantDict *dict)
{
  if (g_variant_dict_contains (dict, "version"))
    {
      g_print ("thresher %s\n", PACKAGE_VERSION);
      return 0;
    }
  if (!is_time (dict, "from") || !is_time (dict, "to") || !is_cpu_list (dict) || !is_style (dict) ||
      !has_sides (dict))
    return EXIT_USAGE;
  /* A screenshot neither restores nor changes the session of the recording. */
  th_session_store_set_enabled (!g_variant_dict_contains (dict, "screenshot"));
  /* These options need this process, not an instance that is already running. */
  if (g_variant_dict_contains (dict, "screenshot") || g_variant_dict_contains (dict, "kallsyms") ||
      g_variant_dict_contains (dict, "vmlinux") || names_our_descriptor (dict))
    g_application_set_flags (application,
                             g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);

  return -1;
}

/* --- actions ------------------------------------------------------------ */

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  GList *windows = gtk_application_get_windows (data);

  while (windows != NULL)
    {
      GtkWindow *window = windows->data;

      windows = windows->next;
      gtk_window_close (window);
    }
}

static void
new_window_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  gtk_window_present (GTK_WINDOW (th_window_new (data)));
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       data)
{
  GtkWindow *window = gtk_application_get_active_window (data);
  int scale = window != NULL ? gtk_widget_get_scale_factor (GTK_WIDGET (window)) : 1;
  g_autoptr(GdkPaintable) logo = th_logo_new (LOGO_PX, scale);

  gtk_show_about_dialog (window,
                         "program-name", "Thresher",
                         "logo", logo,
                         "version", PACKAGE_VERSION,
                         "comments", _("See what the kernel did, when, and on which CPU."),
                         "license-type", GTK_LICENSE_GPL_2_0,
                         NULL);
}

static void
style_cb (GSimpleAction *action,
          GVariant      *value,
          gpointer       data)
{
  static const char *const names[] = { "follow", "light", "dark" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (g_variant_get_string (value, NULL), names[i]))
      {
        th_style_set_choice (th_style_get_default (), i);
        g_simple_action_set_state (action, value);
      }
}

/* The preferences and other programs can change the setting. */
static void
style_setting_cb (ThApplication *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "style");

  g_simple_action_set_state (G_SIMPLE_ACTION (action),
                             g_settings_get_value (th_settings_get (), "style"));
}

static void
memory_setting_cb (ThApplication *self)
{
  th_load_options_set_memory_limit ((gsize) g_settings_get_uint (th_settings_get (),
                                                                 "memory-limit") << 20);
}

static void
sideband_setting_cb (ThApplication *self)
{
  GSettings *settings = th_settings_get ();

  th_load_options_set_sideband ((g_settings_get_boolean (settings, "show-lost-events")
                                 ? TH_SIDEBAND_LOST : 0) |
                       (g_settings_get_boolean (settings, "show-task-events") ? TH_SIDEBAND_TASKS
                                                                              : 0) |
                       (g_settings_get_boolean (settings, "show-mmap-events") ? TH_SIDEBAND_MMAPS
                                                                              : 0));
}

static void
follow_settings (ThApplication *self)
{
  GSettings *settings = th_settings_get ();

  if (settings == NULL)
    return;

  g_signal_connect_object (settings, "changed::style", G_CALLBACK (style_setting_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::memory-limit", G_CALLBACK (memory_setting_cb), self,
                           G_CONNECT_SWAPPED);
  memory_setting_cb (self);
  g_signal_connect_object (settings, "changed::show-lost-events", G_CALLBACK (sideband_setting_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::show-task-events", G_CALLBACK (sideband_setting_cb),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "changed::show-mmap-events", G_CALLBACK (sideband_setting_cb),
                           self, G_CONNECT_SWAPPED);
  sideband_setting_cb (self);
}

static void
preferences_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThApplication *self = data;
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (self));
  GtkWidget *preferences;

  if (TH_IS_PREFERENCES (window) ||
      (window != NULL && th_dialog_present (window, TH_TYPE_PREFERENCES)))
    return;

  preferences = th_preferences_new (window);
  if (preferences != NULL)
    gtk_window_present (GTK_WINDOW (preferences));
}

static void
th_application_activate (GApplication *application)
{
  gtk_window_present (GTK_WINDOW (get_empty_window (TH_APPLICATION (application))));
}

static void
th_application_open (GApplication *application,
                     GFile       **files,
                     int           n_files,
                     const char   *hint)
{
  for (int i = 0; i < n_files; i++)
    open_file (TH_APPLICATION (application), files[i], NULL);
}

static void
add_actions (ThApplication *self)
{
  static const char *const names[] = { "'follow'", "'light'", "'dark'" };
  const GActionEntry entries[] = {
    { "style", NULL, "s", names[th_style_get_choice (th_style_get_default ())], style_cb },
    { "quit", quit_cb },
    { "new-window", new_window_cb },
    { "about", about_cb },
    { "preferences", preferences_cb },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

static void
th_application_startup (GApplication *application)
{
  /* The program name becomes the window class on X11.  It is not set earlier, as --help
   * prints it. */
  g_set_prgname (APPLICATION_ID);
  /* GTK loads the icon theme in a thread.  If a folder of icons is added afterwards, it loads the
   * theme again, in the main thread.  With a base path, GtkApplication adds such a folder. */
  g_application_set_resource_base_path (application, NULL);
  G_APPLICATION_CLASS (th_application_parent_class)->startup (application);

  gtk_window_set_default_icon_name (APPLICATION_ID);
  add_actions (TH_APPLICATION (application));
  follow_settings (TH_APPLICATION (application));
  th_shortcuts_set_accels (GTK_APPLICATION (application));
}

/* A worker that waits for an unreachable network share must not keep the program alive. */
static void
th_application_shutdown (GApplication *application)
{
  G_APPLICATION_CLASS (th_application_parent_class)->shutdown (application);
  th_thread_pool_wait (PATIENCE_MS);
}

static void
th_application_class_init (ThApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  application_class->startup = th_application_startup;
  application_class->shutdown = th_application_shutdown;
  application_class->activate = th_application_activate;
  application_class->open = th_application_open;
  application_class->command_line = th_application_command_line;
  application_class->handle_local_options = th_application_handle_local_options;
}

static void
th_application_init (ThApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  g_application_set_option_context_summary (G_APPLICATION (self),
                                            _("Shows recordings of the Linux kernel's tracer on a "
                                              "timeline. “-” is standard input."));
}

ThApplication *
th_application_new (void)
{
  return g_object_new (TH_TYPE_APPLICATION,
                       "application-id", APPLICATION_ID,
                       "flags", G_APPLICATION_HANDLES_COMMAND_LINE | G_APPLICATION_HANDLES_OPEN,
                       NULL);
}
