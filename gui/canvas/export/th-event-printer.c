/* th-event-printer.c - one event as one line of `trace-cmd report -t -N`
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-printer.h"
#include "th-printable.h"

#define NAME_WIDTH 20

struct _ThEventPrinter
{
  ThRecording *recording;
  ThReader    *reader;
  ThPrintFlags flags;
  guint64      n_unread;

  /* Caches, filled on first use, as the same few texts are printed repeatedly. */
  GPtrArray   *tasks;    /* "         trace-cmd-704  " */
  GPtrArray   *types;    /* " softirq_raise:        " */
  GPtrArray   *prefixes; /* "irqbuf: ", by stream; empty if there is one stream */
  GArray     **next_lost; /* by stream, by CPU: index of the next loss */
};

static const char *
stream_base_name (ThStream *stream)
{
  const char *name = th_stream_get_name (stream);
  const char *slash = strrchr (name, '/');

  return slash != NULL ? slash + 1 : name;
}

/* The name of stream @index, preceded by that of its recording if there are several. */
static char *
stream_full_name (ThEventPrinter *self,
                  guint           index)
{
  const char *name = stream_base_name (th_recording_get_stream (self->recording, index));
  const char *part = th_recording_get_name (th_recording_get_stream_part (self->recording, index));

  if (th_recording_get_n_parts (self->recording) == 1)
    return g_strdup (name);

  return g_strjoin ("/", part, *name != '\0' ? name : NULL, NULL);
}

static void
make_prefixes (ThEventPrinter *self)
{
  guint n_streams = th_recording_get_n_streams (self->recording);
  gboolean several = n_streams - th_recording_get_first_stream (self->recording) > 1;
  gsize width = 0;

  for (guint i = 0; i < n_streams; i++)
    {
      g_autofree char *name = stream_full_name (self, i);

      width = MAX (width, strlen (name));
    }

  for (guint i = 0; i < n_streams && several; i++)
    {
      g_autofree char *raw = stream_full_name (self, i);
      g_autofree char *name = th_printable_line (raw);
      GString *prefix = g_string_new (NULL);

      for (gsize pad = strlen (name); pad < width; pad++)
        g_string_append_c (prefix, ' ');
      g_string_append (prefix, name);
      g_string_append (prefix, name[0] != '\0' ? ": " : "  ");
      g_ptr_array_add (self->prefixes, g_string_free (prefix, FALSE));
    }
}

static void
make_next_lost (ThEventPrinter *self)
{
  guint n_streams = th_recording_get_n_streams (self->recording);

  self->next_lost = g_new0 (GArray *, n_streams);
  for (guint i = 0; i < n_streams; i++)
    {
      self->next_lost[i] = g_array_new (FALSE, TRUE, sizeof (guint32));
      g_array_set_size (self->next_lost[i],
                        th_stream_get_n_cpus (th_recording_get_stream (self->recording, i)));
    }
}

ThEventPrinter *
th_event_printer_new (ThRecording  *recording,
                      ThPrintFlags  flags)
{
  ThEventPrinter *self = g_new0 (ThEventPrinter, 1);

  self->recording = th_recording_ref (recording);
  self->reader = th_reader_new (recording);
  self->flags = flags;
  self->tasks = g_ptr_array_new_with_free_func (g_free);
  self->types = g_ptr_array_new_with_free_func (g_free);
  self->prefixes = g_ptr_array_new_with_free_func (g_free);
  make_prefixes (self);
  make_next_lost (self);
  return self;
}

void
th_event_printer_free (ThEventPrinter *self)
{
  for (guint i = 0; i < th_recording_get_n_streams (self->recording); i++)
    g_array_unref (self->next_lost[i]);
  g_free (self->next_lost);
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->types);
  g_ptr_array_unref (self->prefixes);
  th_reader_free (self->reader);
  th_recording_unref (self->recording);
  g_free (self);
}

guint64
th_event_printer_get_n_unread (ThEventPrinter *self)
{
  return self->n_unread;
}

/* g_string_append_printf() would take more time than reading the event. */
static void
append_number (GString *text,
               guint64  value,
               guint    width,
               char     pad)
{
  char digits[64];
  guint at = sizeof digits;

  do
    digits[--at] = '0' + value % 10;
  while ((value /= 10) > 0);

  while (sizeof digits - at < width)
    digits[--at] = pad;

  g_string_append_len (text, digits + at, sizeof digits - at);
}

static char *
format_task (const char *name,
             gint32      pid)
{
  g_autofree char *shown = th_printable_line (name);

  return g_strdup_printf ("%16s-%-5d ", shown, pid);
}

static const char *
cached (GPtrArray *cache,
        guint      index)
{
  return index < cache->len ? cache->pdata[index] : NULL;
}

static const char *
cache_take (GPtrArray *cache,
            guint      index,
            char      *text)
{
  if (index >= cache->len)
    g_ptr_array_set_size (cache, index + 1);

  cache->pdata[index] = text;
  return text;
}

static void
append_task (ThEventPrinter *self,
             ThRef           ref,
             GString        *text)
{
  ThTasks *tasks = th_recording_get_tasks (self->recording);
  guint32 task = th_recording_get_task (self->recording, ref);
  const char *column;

  if (task == TH_TASK_NONE)
    {
      g_string_append (text, "           <...>-?     ");
      return;
    }

  if (self->flags & TH_PRINT_NAMES_THEN ||
      (!(self->flags & TH_PRINT_NAMES_SAVED) && th_tasks_is_timed (tasks, task)))
    {
      gint64 time = th_recording_get_time (self->recording, ref);
      g_autofree char *now = format_task (th_tasks_get_name (tasks, task, time),
                                          th_tasks_get_pid (tasks, task));

      g_string_append (text, now);
      return;
    }

  column = cached (self->tasks, task);
  if (column == NULL)
    column = cache_take (self->tasks, task,
                         format_task (th_tasks_get_saved (tasks, task),
                                      th_tasks_get_pid (tasks, task)));
  g_string_append (text, column);
}

static void
append_cpu (ThEventPrinter *self,
            ThRef           ref,
            GString        *text)
{
  guint number = th_cpu_get_number (th_recording_get_cpu (self->recording, ref));

  if (number == G_MAXUINT)
    {
      g_string_append (text, "[---]");
      return;
    }

  g_string_append_c (text, '[');
  append_number (text, number, 3, '0');
  g_string_append_c (text, ']');
}

/* trace-cmd has a list of clocks that count ns, which lacks this one. */
static gboolean
is_shown_plain (const ThClock *clock)
{
  return clock->ticks || strcmp (clock->name, "boot") == 0;
}

/* Like trace-cmd, which prints no blank before a plain number. */
static void
append_time (ThEventPrinter *self,
             ThRef           ref,
             GString        *text)
{
  const ThClock *clock =
    th_stream_get_clock (th_recording_get_stream (self->recording, ref.stream));
  gint64 time = th_recording_get_time (self->recording, ref);
  guint64 magnitude = time < 0 ? -(guint64) time : (guint64) time;
  gboolean plain = is_shown_plain (clock);

  if (!plain)
    g_string_append_c (text, ' ');

  if (time < 0)
    g_string_append_c (text, '-');

  if (plain)
    append_number (text, magnitude, 12, ' ');
  else
    {
      append_number (text, magnitude / 1000000000, 5, ' ');
      g_string_append_c (text, '.');
      if (clock->coarse && magnitude % 1000 == 0)
        append_number (text, magnitude % 1000000000 / 1000, 6, '0');
      else
        append_number (text, magnitude % 1000000000, 9, '0');
    }
  g_string_append_c (text, ':');
}

static void
append_type (ThEventPrinter *self,
             ThRef           ref,
             GString        *text)
{
  guint type = th_recording_get_type (self->recording, ref);
  const char *column = cached (self->types, type);

  if (column == NULL)
    {
      const char *name = th_recording_get_type_name (self->recording, type);
      int pad = MAX (NAME_WIDTH - (int) strlen (name), 0);

      column = cache_take (self->types, type, g_strdup_printf (" %s: %*s", name, pad, ""));
    }
  g_string_append (text, column);
}

/* Names and texts of a recording must not look like other events, as they do in the output of
 * trace-cmd.  A stack has lines that begin with a tab, which no event does: they stay. */
static void
escape_line_ends (GString *text,
                  gsize    begin)
{
  g_autofree char *raw = NULL;

  if (memchr (text->str + begin, '\n', text->len - begin) == NULL &&
      memchr (text->str + begin, '\r', text->len - begin) == NULL)
    return;

  raw = g_strdup (text->str + begin);
  g_string_truncate (text, begin);
  for (const char *c = raw; *c != '\0'; c++)
    if (*c == '\r' || (*c == '\n' && c[1] != '\t'))
      g_string_append (text, *c == '\n' ? "\\n" : "\\x0d");
    else
      g_string_append_c (text, *c);
}

static void
append_info (ThEventPrinter *self,
             ThRef           ref,
             GString        *text)
{
  gboolean raw = (self->flags & TH_PRINT_RAW_FIELDS) != 0;
  gsize begin = text->len;
  gboolean is_read = self->flags & TH_PRINT_COMPACT
                     ? th_reader_get_compact_text (self->reader, ref, text)
                                                    : th_reader_get_text (self->reader, ref, raw,
                                                                          text);

  if (!is_read)
    self->n_unread++;

  /* Some print formats include a newline. */
  if (text->str[text->len - 1] == '\n')
    g_string_truncate (text, text->len - 1);
  escape_line_ends (text, MIN (begin, text->len));
  g_string_append_c (text, '\n');
}

static void
append_lost (ThEventPrinter *self,
             ThRef           ref,
             GString        *text)
{
  ThCpu *cpu = th_recording_get_cpu (self->recording, ref);
  guint32 *next = &g_array_index (self->next_lost[ref.stream], guint32, ref.cpu);
  guint32 n_lost = th_cpu_get_n_lost (cpu);

  while (*next < n_lost && th_cpu_get_lost (cpu, *next).row < ref.row)
    (*next)++;

  if (*next == n_lost || th_cpu_get_lost (cpu, *next).row != ref.row)
    return;

  if (th_cpu_get_lost (cpu, *next).count > 0)
    g_string_append_printf (text, "CPU:%u [%" G_GINT64_FORMAT " EVENTS DROPPED]\n",
                            th_cpu_get_number (cpu), th_cpu_get_lost (cpu, *next).count);
  else
    g_string_append_printf (text, "CPU:%u [EVENTS DROPPED]\n", th_cpu_get_number (cpu));
  (*next)++;
}

void
th_event_printer_append_head (ThEventPrinter *self,
                              GString        *text)
{
  /* The CPUs of the machine, including those without events. */
  const char *cpus = th_recording_get_fact (self->recording, "cpus");

  if (cpus != NULL)
    g_string_append_printf (text, "cpus=%s\n", cpus);
}

void
th_event_printer_append (ThEventPrinter *self,
                         ThRef           ref,
                         GString        *text)
{
  const char *prefix = cached (self->prefixes, ref.stream);

  if (prefix != NULL)
    g_string_append (text, prefix);

  append_lost (self, ref, text);
  append_task (self, ref, text);
  append_cpu (self, ref, text);
  append_time (self, ref, text);
  append_type (self, ref, text);
  append_info (self, ref, text);
}
