/* th-tracedat-declare.c - declares the header: streams, types, names, facts
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "th-formats-read.h"
#include "th-kernel-symbols.h"
#include "th-origin.h"
#include "th-tracedat-chunks.h"
#include "th-tracedat-declare.h"
#include "th-tracedat-file.h"
#include "th-tracedat-sections.h"

#define MAX_COUNTERS (64 << 20)

/* --- formats ----------------------------------------------------------- */

static void
read_formats (ThTdFile        *self,
              ThTdSectionKind  kind)
{
  g_autoptr(ThBytes) bytes = th_td_file_unpack (self, kind);
  ThByteCursor cursor;

  if (bytes == NULL)
    return;

  cursor = th_td_file_cursor (self, bytes, 0);
  if (kind == TH_TD_FTRACE_EVENTS)
    th_formats_read (self->base.formats, self->base.recording, "ftrace", &cursor);
  else
    th_formats_read_systems (self->base.formats, self->base.recording, &cursor);
  if (cursor.failed)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1,
                              self->sections[kind].offset, "formats");
}

/* trace-cmd saves the formats of the events that it was told to record, and those of all that
 * the kernel has, which are more than this, if it was not told.  The events of ftrace itself
 * are always there. */
#define MAX_RECORDED 500

static gboolean
is_enabled (ThTdFile *self,
            guint     id)
{
  return th_formats_get_n (self->base.formats) <= MAX_RECORDED &&
         strcmp (th_formats_get_system (self->base.formats, id), "ftrace") != 0;
}

static void
declare_types (ThTdFile *self)
{
  const guint *ids = th_formats_peek_ids (self->base.formats);
  guint n = th_formats_get_n (self->base.formats);

  for (guint i = 0; i < n; i++)
    {
      guint type = th_recording_intern_type (self->base.recording,
                                             th_formats_get_system (self->base.formats, ids[i]),
                                             th_formats_get_name (self->base.formats, ids[i]));

      if (is_enabled (self, ids[i]))
        th_recording_set_type_enabled (self->base.recording, type);
      if (!g_hash_table_contains (self->id_of_type, GUINT_TO_POINTER (type)))
        g_hash_table_insert (self->id_of_type, GUINT_TO_POINTER (type),
                             GUINT_TO_POINTER (ids[i] + 1));
    }
}

/* --- texts that are read on first use ---------------------------------- */

/* Returns the text of a section that begins with its size, a number of @size_bytes bytes. */
static char *
section_text (ThTdFile        *self,
              ThTdSectionKind  kind,
              guint            size_bytes,
              gsize           *size)
{
  g_autoptr(ThBytes) bytes = NULL;
  ThByteCursor cursor;
  char *text;

  *size = 0;
  if (!th_bytes_is_intact (self->base.bytes) || (bytes = th_td_file_unpack (self, kind)) == NULL)
    return NULL;

  cursor = th_td_file_cursor (self, bytes, 0);
  *size = th_byte_cursor_uint (&cursor, size_bytes);
  /* Use what there is of a truncated section. */
  *size = MIN (*size, cursor.end - cursor.pos);
  text = th_byte_cursor_dup (&cursor, *size);
  if (text == NULL)
    *size = 0;
  return text;
}

static char *
get_kallsyms (gpointer data,
              gsize   *size)
{
  ThTdFile *self = data;
  g_autofree char *doubt = NULL;
  char *text = th_kernel_symbols_are_first () ? NULL : section_text (self, TH_TD_KALLSYMS, 4, size);

  if (text != NULL && *size > 0)
    return text;
  g_free (text);
  return th_kernel_symbols_dup (NULL, size, &doubt);
}

static char *
get_printk (gpointer data,
            gsize   *size)
{
  return section_text (data, TH_TD_PRINTK, 4, size);
}

/* --- tasks ------------------------------------------------------------- */

typedef void (*PidLineFunc) (ThTasks    *tasks,
              gint32      pid,
              const char *rest);

static void
take_tgid (ThTasks    *tasks,
           gint32      pid,
           const char *rest)
{
  char *end;
  gint64 tgid = strtoll (rest, &end, 10);

  if (end != rest && tgid >= 0 && tgid <= G_MAXINT32)
    th_tasks_set_tgid (tasks, pid, tgid);
}

/* Parses lines of "pid rest".  Overwrites @text. */
static void
foreach_pid_line (ThTdFile    *self,
                  char        *text,
                  PidLineFunc  func)
{
  ThTasks *tasks = th_recording_get_tasks (self->base.recording);
  char *saved = NULL;

  for (char *line = strtok_r (text, "\n", &saved); line != NULL;
       line = strtok_r (NULL, "\n", &saved))
    {
      char *rest;
      gint64 pid = strtoll (line, &rest, 10);

      if (rest != line && *rest == ' ' && pid >= 0 && pid <= G_MAXINT32)
        func (tasks, pid, rest + 1);
    }
}

/* Sets the saved names that are in @from. */
static void
declare_names (ThTdFile *self,
               ThTdFile *from)
{
  gsize size;
  g_autofree char *names = section_text (from, TH_TD_CMDLINES, 8, &size);

  if (names != NULL)
    foreach_pid_line (self, names, th_tasks_set_saved);
}

static void
declare_tasks (ThTdFile *self)
{
  declare_names (self, self);
  if (self->tgids != NULL)
    foreach_pid_line (self, self->tgids, take_tgid);
}

/* --- counters and origin ------------------------------------------------ */

/* Attaches a @section of @from. */
static void
attach (ThTdFile          *self,
        ThTdFile          *from,
        const ThTdSection *section,
        const char        *name,
        guint64            max_size)
{
  ThByteCursor cursor = th_td_file_cursor (from, from->base.bytes, section->offset);
  g_autoptr(GBytes) bytes = NULL;
  guint64 size;
  char *text;

  if (section->size == 0)
    return;

  cursor.end = MIN (cursor.end, cursor.pos + section->size);
  size = th_byte_cursor_uint (&cursor, 8);
  text = size <= max_size ? th_byte_cursor_dup (&cursor, size) : NULL;
  if (text == NULL)
    {
      th_recording_add_problem (self->base.recording, TH_PROBLEM_BAD_SECTION, 1,
                                section->offset, name);
      return;
    }

  bytes = g_bytes_new_take (text, size);
  th_recording_set_attachment (self->base.recording, name, bytes);
}

static void
attach_all (ThTdFile *self,
            ThTdFile *from)
{
  attach (self, from, &from->counters, "counters", MAX_COUNTERS);
  attach (self, from, &from->origin, TH_ORIGIN_ATTACHMENT, TH_ORIGIN_MAX_SIZE);
}

/* --- streams ----------------------------------------------------------- */

static gboolean
counts_ticks (const ThTdFile *self,
              const char     *clock_name)
{
  return self->clock.mult == 0 &&
         (strcmp (clock_name, "counter") == 0 || strcmp (clock_name, "x86-tsc") == 0 ||
          strcmp (clock_name, "ppc-tb") == 0);
}

static void
declare_stream (ThTdFile   *self,
                ThTdBuffer *buffer)
{
  const char *own = buffer->clock_name != NULL && *buffer->clock_name != '\0' ? buffer->clock_name
                                                                              : self->clock_name;
  g_autofree char *clock_name = g_utf8_make_valid (own != NULL ? own : "", -1);
  g_autofree char *name = g_utf8_make_valid (buffer->name, -1);
  ThClock clock = { clock_name, counts_ticks (self, clock_name),
                    self->clock.has_date ? 0 : TH_TIME_NONE };
  ThStream *stream = th_recording_add_stream (self->base.recording, name, &clock, TH_PLACE_U16X4);

  for (guint i = 0; i < buffer->cpus->len; i++)
    th_stream_add_cpu (stream, th_td_buffer_cpu (buffer, i)->number);
  if (th_td_file_buffer (self, 0) == buffer && *clock_name != '\0')
    th_recording_set_fact (self->base.recording, "clock", clock_name);
}

/* Returns the number of CPUs of the machine; a file may omit those without events. */
static guint
count_cpus (const ThTdFile *self)
{
  guint n = self->cpu_count;

  for (guint i = 0; i < self->buffers->len; i++)
    n = MAX (n, th_td_file_buffer (self, i)->cpus->len);
  return n;
}

void
th_td_file_declare (ThTdFile *self)
{
  g_autofree char *n_cpus = g_strdup_printf ("%u", count_cpus (self));

  self->base.formats = th_formats_new (self->big_endian, self->long_size);
  read_formats (self, TH_TD_FTRACE_EVENTS);
  read_formats (self, TH_TD_EVENT_FORMATS);
  declare_types (self);
  th_formats_set_kallsyms (self->base.formats, get_kallsyms, self);
  th_formats_set_printk (self->base.formats, get_printk, self);

  declare_tasks (self);
  attach_all (self, self);
  th_recording_set_fact (self->base.recording, "cpus", n_cpus);
  for (guint i = 0; i < self->buffers->len; i++)
    declare_stream (self, th_td_file_buffer (self, i));
}

/* --- what a recorder adds ---------------------------------------------- */

typedef struct
{
  char  *kallsyms;
  gsize  kallsyms_size;
  char  *printk;
  gsize  printk_size;
} LateTexts;

/* Reads the header of the file again.  The file does not change its layout meanwhile. */
static void
read_late (ThTdFile  *self,
           LateTexts *texts)
{
  g_autoptr(ThBytes) bytes = th_bytes_dup_written (self->base.bytes);
  g_autoptr(ThRecording) scratch = th_recording_new ("trace.dat");
  ThTdFile *late;

  if (bytes == NULL)
    return;

  late = th_td_file_new (bytes, scratch);
  if (th_td_file_read (late, NULL))
    {
      texts->kallsyms = section_text (late, TH_TD_KALLSYMS, 4, &texts->kallsyms_size);
      texts->printk = section_text (late, TH_TD_PRINTK, 4, &texts->printk_size);
      declare_names (self, late);
      attach_all (self, late);
    }
  th_td_file_free (late);
}

void
th_td_file_declare_late (ThTdFile *self)
{
  ThFeed *feed = th_bytes_get_feed (self->base.bytes);
  LateTexts texts = { 0 };

  th_feed_lock (feed, 0);
  read_late (self, &texts);
  th_feed_unlock (feed);

  /* Each is parsed once: the texts of a kernel do not change. */
  if (texts.kallsyms_size > 0 && !self->has_late_symbols && !th_kernel_symbols_are_first ())
    {
      self->has_late_symbols = TRUE;
      th_formats_take_kallsyms (self->base.formats, g_steal_pointer (&texts.kallsyms),
                                texts.kallsyms_size);
    }
  if (texts.printk_size > 0 && !self->has_late_printk)
    {
      self->has_late_printk = TRUE;
      th_formats_take_printk (self->base.formats, g_steal_pointer (&texts.printk),
                              texts.printk_size);
    }
  g_free (texts.kallsyms);
  g_free (texts.printk);
}
