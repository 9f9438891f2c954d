/* th-record-plan.c - what a user has chosen to record
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-record-plan.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-record-processes.h"

#define MAX_LIST 10000

ThRecordPlan *
th_record_plan_new (void)
{
  return g_new0 (ThRecordPlan, 1);
}

ThRecordPlan *
th_record_plan_copy (const ThRecordPlan *self)
{
  ThRecordPlan *copy = g_memdup2 (self, sizeof *self);

  copy->presets = g_strdupv (self->presets);
  copy->events = g_strdupv (self->events);
  copy->pids = g_strdupv (self->pids);
  copy->functions = g_strdupv (self->functions);
  copy->tracer = g_strdup (self->tracer);
  copy->clock = g_strdup (self->clock);
  copy->until = g_strdup (self->until);
  copy->command = g_strdup (self->command);
  copy->path = g_strdup (self->path);
  return copy;
}

void
th_record_plan_free (ThRecordPlan *self)
{
  if (self == NULL)
    return;
  g_strfreev (self->presets);
  g_strfreev (self->events);
  g_strfreev (self->pids);
  g_strfreev (self->functions);
  g_free (self->tracer);
  g_free (self->clock);
  g_free (self->until);
  g_free (self->command);
  g_free (self->path);
  g_free (self);
}

/* --- options --------------------------------------------------------------- */

static gboolean
refuse (GError     **error,
        const char  *name,
        const char  *value,
        const char  *what)
{
  g_autofree char *valid = g_utf8_make_valid (value, -1);

  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: “%s”: %s", name, valid, what);
  return FALSE;
}

static void
append (char     ***list,
        const char *word)
{
  guint n = *list != NULL ? g_strv_length (*list) : 0;

  *list = g_renew (char *, *list, n + 2);
  (*list)[n] = g_strdup (word);
  (*list)[n + 1] = NULL;
}

static gboolean
append_all (const char  *name,
            const char  *value,
            char      ***list,
            gboolean   (*check) (const char *word),
            const char  *what,
            GError     **error)
{
  g_auto(GStrv) words = g_strsplit (value, ",", -1);

  if (*value == '\0')
    return refuse (error, name, value, what);
  for (guint i = 0; words[i] != NULL; i++)
    {
      if (*words[i] == '\0' || (check != NULL && !check (words[i])))
        return refuse (error, name, words[i], what);
      if (*list != NULL && g_strv_length (*list) >= MAX_LIST)
        return refuse (error, name, value, _("there are too many"));
      append (list, words[i]);
    }
  return TRUE;
}

static gboolean
preset_cb (const char  *name,
           const char  *value,
           gpointer     data,
           GError     **error)
{
  return append_all (name, value, &((ThRecordPlan *) data)->presets, NULL,
                     _("the name of a preset is missing"), error);
}

static gboolean
event_cb (const char  *name,
          const char  *value,
          gpointer     data,
          GError     **error)
{
  if (*value == '\0' || *value == '/')
    return refuse (error, name, value, _("the name of an event is missing"));
  append (&((ThRecordPlan *) data)->events, value);
  return TRUE;
}

static gboolean
is_process (const char *word)
{
  return !th_record_process_is_number (word) ||
         g_ascii_string_to_unsigned (word, 10, 1, G_MAXINT32, NULL, NULL);
}

static gboolean
pid_cb (const char  *name,
        const char  *value,
        gpointer     data,
        GError     **error)
{
  return append_all (name, value, &((ThRecordPlan *) data)->pids, is_process,
                     _("this is not the number or the name of a process"), error);
}

static gboolean
function_cb (const char  *name,
             const char  *value,
             gpointer     data,
             GError     **error)
{
  return append_all (name, value, &((ThRecordPlan *) data)->functions, NULL,
                     _("the name of a function is missing"), error);
}

static gboolean
tracer_cb (const char  *name,
           const char  *value,
           gpointer     data,
           GError     **error)
{
  ThRecordPlan *self = data;

  if (strcmp (value, "function") != 0 && strcmp (value, "function_graph") != 0)
    return refuse (error, name, value, _("the tracer is function or function_graph"));
  g_free (self->tracer);
  self->tracer = g_strdup (value);
  return TRUE;
}

/* "10s", "500ms", "2min", "1h", or seconds without a unit */
static gboolean
parse_duration (const char *text,
                double     *seconds)
{
  static const struct
  {
    const char *unit;
    double      seconds;
  } units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "min", 60 }, { "h", 3600 } };
  char *end;
  double value = g_ascii_strtod (text, &end);

  for (guint i = 0; end != text && i < G_N_ELEMENTS (units); i++)
    if (strcmp (end, units[i].unit) == 0)
      {
        *seconds = value * units[i].seconds;
        return isfinite (value) && *seconds > 0 && *seconds < 1e9;
      }
  return FALSE;
}

static gboolean
for_cb (const char  *name,
        const char  *value,
        gpointer     data,
        GError     **error)
{
  return parse_duration (value, &((ThRecordPlan *) data)->seconds) ||
         refuse (error, name, value, _("this is not a time, like 10s, 500ms or 2min"));
}

static gboolean
after_cb (const char  *name,
          const char  *value,
          gpointer     data,
          GError     **error)
{
  return parse_duration (value, &((ThRecordPlan *) data)->after_seconds) ||
         refuse (error, name, value, _("this is not a time, like 10s, 500ms or 2min"));
}

static gboolean
parse_count (const char  *name,
             const char  *value,
             guint        max,
             int         *count,
             GError     **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (value, 10, 1, max, &number, NULL))
    {
      g_autofree char *what = g_strdup_printf (_("this is not a number from 1 to %u"), max);

      return refuse (error, name, value, what);
    }
  *count = (int) number;
  return TRUE;
}

static gboolean
depth_cb (const char  *name,
          const char  *value,
          gpointer     data,
          GError     **error)
{
  return parse_count (name, value, 100, &((ThRecordPlan *) data)->max_depth, error);
}

static gboolean
buffer_cb (const char  *name,
           const char  *value,
           gpointer     data,
           GError     **error)
{
  return parse_count (name, value, 16 << 20, &((ThRecordPlan *) data)->buffer_kb, error);
}

static gboolean
ring_cb (const char  *name,
         const char  *value,
         gpointer     data,
         GError     **error)
{
  return parse_count (name, value, 1 << 20, &((ThRecordPlan *) data)->ring_mb, error);
}

static gboolean
limit_cb (const char  *name,
          const char  *value,
          gpointer     data,
          GError     **error)
{
  return parse_count (name, value, G_MAXINT32, &((ThRecordPlan *) data)->limit_mb, error);
}

GOptionGroup *
th_record_plan_add_options (ThRecordPlan *self)
{
  const GOptionEntry entries[] = {
    { "preset", 'p', 0, G_OPTION_ARG_CALLBACK, preset_cb,
      N_("Record what this preset says; --list-presets lists them"), N_("PRESET") },
    { "event", 'e', 0, G_OPTION_ARG_CALLBACK, event_cb,
      N_("Record this event too, like 'sched:sched_switch', 'irq:*' or 'net:netif_rx/len > 100'"),
      N_("EVENT[/FILTER]") },
    { "pid", 0, 0, G_OPTION_ARG_CALLBACK, pid_cb,
      N_("Record only this process and what it forks"), N_("PID|NAME") },
    { "function", 0, 0, G_OPTION_ARG_CALLBACK, function_cb,
      N_("Trace the calls of these functions, like 'e1000_*'"), N_("GLOB") },
    { "tracer", 0, 0, G_OPTION_ARG_CALLBACK, tracer_cb,
      N_("Trace functions with this tracer; function_graph by default"),
      "function|function_graph" },
    { "max-depth", 0, 0, G_OPTION_ARG_CALLBACK, depth_cb,
      N_("Trace calls to this depth"), N_("NUMBER") },
    { "for", 0, 0, G_OPTION_ARG_CALLBACK, for_cb,
      N_("Record for this time, like 10s or 500ms; otherwise until Ctrl+C"), N_("TIME") },
    { "ring", 0, 0, G_OPTION_ARG_CALLBACK, ring_cb,
      N_("Keep only this much, the last events, in the memory of the target"), "MIB" },
    { "until", 0, 0, G_OPTION_ARG_STRING, &self->until,
      N_("Stop at the first event that matches, like 'sched_switch and prev_prio < 100'; with "
         "--ring, EVENT[/FILTER] in the syntax of the kernel"), N_("FILTER") },
    { "after", 0, 0, G_OPTION_ARG_CALLBACK, after_cb,
      N_("With --until: record for this time after the event"), N_("TIME") },
    { "buffer", 0, 0, G_OPTION_ARG_CALLBACK, buffer_cb,
      N_("Size of the buffer of each CPU on the target"), "KIB" },
    { "limit", 0, 0, G_OPTION_ARG_CALLBACK, limit_cb,
      N_("Stop when events of this size have been recorded"), "MIB" },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &self->clock,
      N_("Clock of the recording; mono by default"), N_("CLOCK") },
    { "hold", 0, 0, G_OPTION_ARG_NONE, &self->hold,
      N_("Keep everything on the target until the end, so that sending it is not recorded"),
      NULL },
    { "no-counters", 0, 0, G_OPTION_ARG_NONE, &self->no_counters,
      N_("Do not read the counters of the machine before and after"), NULL },
    { "exec", 0, 0, G_OPTION_ARG_STRING, &self->command,
      N_("Record while this shell command runs on the target"), N_("COMMAND") },
    { "only-command", 0, 0, G_OPTION_ARG_NONE, &self->only_command,
      N_("With --exec: record only the command and what it forks"), NULL },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &self->path,
      N_("Write the recording to this file; HOST-DATE-TIME.dat by default"), N_("FILE") },
    { NULL }
  };
  GOptionGroup *group = g_option_group_new ("record", "", "", self, NULL);

  g_option_group_add_entries (group, entries);
  g_option_group_set_translation_domain (group, GETTEXT_PACKAGE);
  return group;
}

ThRecordPlan *
th_record_plan_parse (const char  *settings,
                      GError     **error)
{
  g_autoptr(ThRecordPlan) self = th_record_plan_new ();
  g_autoptr(GOptionContext) context = g_option_context_new (NULL);
  g_autofree char *line = g_strconcat ("record ", settings, NULL);
  g_auto(GStrv) words = NULL;

  if (!g_shell_parse_argv (line, NULL, &words, error))
    return NULL;
  g_option_context_set_main_group (context, th_record_plan_add_options (self));
  g_option_context_set_help_enabled (context, FALSE);
  if (!g_option_context_parse_strv (context, &words, error))
    return NULL;
  if (g_strv_length (words) > 1)
    {
      refuse (error, "record", words[1], _("this is not an option"));
      return NULL;
    }
  return g_steal_pointer (&self);
}

/* --- as a command line ----------------------------------------------------- */

/* A word that no shell changes stays as it is. */
static void
add_word (GString    *line,
          const char *word)
{
  g_autofree char *quoted = NULL;

  if (line->len > 0)
    g_string_append_c (line, ' ');
  if (*word != '\0' && word[strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                    "0123456789_-+=./:,@%")] == '\0')
    {
      g_string_append (line, word);
      return;
    }
  quoted = g_shell_quote (word);
  g_string_append (line, quoted);
}

static void
add_text (GString    *line,
          const char *option,
          const char *value)
{
  if (value == NULL)
    return;
  add_word (line, option);
  add_word (line, value);
}

static void
add_list (GString     *line,
          const char  *option,
          char       **list)
{
  for (guint i = 0; list != NULL && list[i] != NULL; i++)
    add_text (line, option, list[i]);
}

static void
add_number (GString    *line,
            const char *option,
            int         number)
{
  if (number > 0)
    g_string_append_printf (line, "%s%s %d", line->len > 0 ? " " : "", option, number);
}

static void
add_flag (GString    *line,
          const char *option,
          gboolean    flag)
{
  if (flag)
    add_word (line, option);
}

static void
add_seconds (GString    *line,
             const char *option,
             double      seconds)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (seconds <= 0)
    return;
  g_ascii_formatd (text, sizeof text, "%.9g", seconds);
  g_string_append_printf (line, "%s%s %ss", line->len > 0 ? " " : "", option, text);
}

static void
add_settings (const ThRecordPlan *self,
              GString            *line)
{
  add_list (line, "--preset", self->presets);
  add_list (line, "--event", self->events);
  add_list (line, "--pid", self->pids);
  add_list (line, "--function", self->functions);
  add_text (line, "--tracer", self->tracer);
  add_number (line, "--max-depth", self->max_depth);
  add_seconds (line, "--for", self->seconds);
  add_number (line, "--ring", self->ring_mb);
  add_text (line, "--until", self->until);
  add_seconds (line, "--after", self->after_seconds);
  add_number (line, "--buffer", self->buffer_kb);
  add_number (line, "--limit", self->limit_mb);
  add_text (line, "--clock", self->clock);
  add_flag (line, "--hold", self->hold);
  add_flag (line, "--no-counters", self->no_counters);
}

char *
th_record_plan_dup_settings (const ThRecordPlan *self)
{
  GString *line = g_string_new (NULL);

  add_settings (self, line);
  return g_string_free (line, FALSE);
}

char *
th_record_plan_dup_command (const ThRecordPlan *self,
                            ThTarget           *target)
{
  return th_record_plan_dup_command_for (self, &target, 1);
}

char *
th_record_plan_dup_command_for (const ThRecordPlan *self,
                                ThTarget *const    *targets,
                                guint               n_targets)
{
  GString *line = g_string_new ("thresh record");

  add_settings (self, line);
  add_text (line, "--exec", self->command);
  add_flag (line, "--only-command", self->only_command);
  add_text (line, "-o", self->path);
  for (guint i = 0; i < n_targets; i++)
    add_word (line, th_target_get_text (targets[i]));
  return g_string_free (line, FALSE);
}
