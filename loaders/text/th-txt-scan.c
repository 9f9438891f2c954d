/* th-txt-scan.c - the first pass: CPUs, types and tasks of a text
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-aligned.h"
#include "th-loader.h"
#include "th-txt-file.h"
#include "th-txt-line.h"
#include "th-txt-lines.h"
#include "th-txt-scan.h"
#include "th-txt-tables.h"
#include "th-txt-token.h"
#include "th-txt-types.h"

#define MAX_FACT 1024
/* Of a text that may be opened again, only this much is read before the load, and samples of
 * the rest. */
#define FIRST_PART (4 << 20)
#define N_GLANCES 64
#define GLANCE_SIZE (16 << 10)
/* Of a growing text, the first look takes what has arrived by this time. */
#define FIRST_LOOK (300 * 1000)
#define LINES_PER_LOOK 4096
/* CPUs that are farther apart than this are printed one after the other. */
#define MAX_BEHIND (G_USEC_PER_SEC * 500)

/* --- facts of the head ------------------------------------------------- */

typedef struct
{
  const char *begin;
  const char *key;
} FactRule;

static const FactRule fact_rules[] = {
  { "# tracer: ", "tracer" },
  { "# hostname : ", "host" },
  { "# os release : ", "kernel" },
  { "# perf version : ", "version" },
  { "# arch : ", "machine" },
  { "# cmdline : ", "command" },
  { "# captured on: ", "date" },
  { "# captured on    : ", "date" },
};

static void
set_fact (ThTxtFile  *self,
          const char *key,
          const char *text,
          gsize       size)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (size, MAX_FACT));

  g_strstrip (valid);
  if (*valid != '\0' && th_recording_get_fact (self->base.recording, key) == NULL)
    th_recording_set_fact (self->base.recording, key, valid);
}

static const char *
behind (ThTxtPart   line,
        const char *words)
{
  const char *found = memmem (line.text, MIN (line.size, MAX_FACT), words, strlen (words));

  return found != NULL ? found + strlen (words) : NULL;
}

static void
set_overwritten (ThTxtFile *self,
                 guint64    n)
{
  g_autofree char *count = g_strdup_printf ("%" G_GUINT64_FORMAT, n);
  g_autofree char *text = g_strdup_printf (
    ngettext ("%s older event was overwritten in the buffer before it was read; a larger buffer "
              "(buffer_size_kb) keeps more",
              "%s older events were overwritten in the buffer before they were read; a larger "
              "buffer (buffer_size_kb) keeps more", n),
    count);

  th_recording_set_fact (self->base.recording, "overwritten", text);
}

static void
scan_comment (ThTxtFile *self,
              ThTxtPart  line)
{
  const char *end, *at;
  guint64 number;

  if (line.size >= 3 && memcmp (line.text + line.size - 3, "\\n\\", 3) == 0)
    line.size -= 3; /* see th_txt_parse_line() */
  end = line.text + line.size;
  for (guint i = 0; i < G_N_ELEMENTS (fact_rules); i++)
    {
      gsize length = strlen (fact_rules[i].begin);

      if (line.size > length && memcmp (line.text, fact_rules[i].begin, length) == 0)
        set_fact (self, fact_rules[i].key, line.text + length, line.size - length);
    }
  if ((at = behind (line, "latency trace v")) != NULL &&
      (at = memmem (at, (gsize) (end - at), " on ", 4)) != NULL)
    set_fact (self, "kernel", at + 4, (gsize) (end - at) - 4);
  if (self->promised == 0 && (at = behind (line, "entries-in-buffer/entries-written: ")) != NULL &&
      th_txt_number (&at, end, &number))
    {
      guint64 written;

      self->promised = number;
      if (at < end && *at++ == '/' && th_txt_number (&at, end, &written) && written > number)
        set_overwritten (self, written - number);
    }
  if ((at = behind (line, "#P:")) != NULL && th_txt_number (&at, end, &number) &&
      number <= TH_TXT_MAX_CPUS)
    self->n_header_cpus = number;
}

/* --- events ------------------------------------------------------------ */

static ThTxtCpu *
intern_cpu (ThTxtFile *self,
            guint      number)
{
  if (self->cpu_index[number] == 0)
    {
      ThTxtCpu cpu = { .number = number, .last = TH_TIME_NONE, .first_pid = -1 };

      g_array_append_val (self->cpus, cpu);
      self->cpu_index[number] = self->cpus->len;
    }
  return th_txt_file_cpu (self, number);
}

/* Takes from an event what is true of the whole text, wherever the event is in it. */
static void
note_event (ThTxtFile       *self,
            const ThTxtLine *line)
{
  self->ticks |= line->unit == TH_TXT_TIME_TICKS;
  self->has_ns |= line->unit == TH_TXT_TIME_NS;
  self->fine |= line->unit == TH_TXT_TIME_NS && line->time % 1000 != 0;
  self->has_styles[line->style] = TRUE;
}

static ThTxtType *
scan_event (ThTxtFile       *self,
            const ThTxtLine *line,
            guint64          place)
{
  ThTxtCpu *cpu = intern_cpu (self, line->cpu);
  ThTxtType *type = th_txt_types_intern (self->types, line);

  note_event (self, line);
  if (line->unit == TH_TXT_TIME_NS || line->unit == TH_TXT_TIME_TICKS)
    {
      if (!self->has_first)
        self->first = line->time;
      self->has_first = TRUE;
      cpu->descends |= line->time < cpu->last;
      cpu->last = line->time;
      self->unordered |= line->time < self->newest - MAX_BEHIND;
      self->newest = MAX (self->newest, line->time);
    }
  else if (line->unit == TH_TXT_TIME_NONE && line->style == TH_TXT_GRAPH)
    self->graph_relative = TRUE;

  cpu->n++;
  self->n_events++;
  if (type != NULL)
    th_txt_types_sample (self->types, type, place);
  /* The kernel's %p: 32 bits of a hash, as 64. */
  if (!self->hashed && type != NULL && type->count <= 4)
    self->hashed = memmem (line->info.text, line->info.size, "=00000000", 9) != NULL ||
                   memmem (line->info.text, line->info.size, " 00000000", 9) != NULL;
  return type;
}

/* Returns the type of an event. */
static ThTxtType *
scan_line (ThTxtFile       *self,
           const ThTxtLine *line,
           ThTxtPart        text,
           guint64          place,
           gboolean         whole)
{
  ThTxtType *type = NULL;

  switch (line->kind)
    {
    case TH_TXT_EVENT:
      type = scan_event (self, line, place);
      break;

    case TH_TXT_COMMENT:
      scan_comment (self, text);
      break;

    case TH_TXT_LOST:
      intern_cpu (self, line->cpu);
      break;

    case TH_TXT_SWITCH:
      {
        ThTxtCpu *cpu = intern_cpu (self, line->cpu);

        cpu->first_pid = cpu->first_pid < 0 ? line->pid : cpu->first_pid;
      }
      break;

    case TH_TXT_RAW:
      self->n_raw++;
      break;

    case TH_TXT_NOISE:
      if (text.size > 5 && memcmp (text.text, "cpus=", 5) == 0)
        self->n_header_cpus = MIN (g_ascii_strtoull (text.text + 5, NULL, 10), TH_TXT_MAX_CPUS);
      break;

    case TH_TXT_BINARY:
      self->n_binary++;
      break;

    case TH_TXT_OTHER:
    default:
      break;
    }
  if (!whole && line->kind == TH_TXT_OTHER && text.size > 0)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1, (gint64) place, NULL);
  return type;
}

/* --- what was found ---------------------------------------------------- */

static gint
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  const ThTxtCpu *left = a;
  const ThTxtCpu *right = b;

  return (left->number > right->number) - (left->number < right->number);
}

/* The number of CPUs from the header, and at least as many as there are CPU numbers; 0 if
 * not known. */
static guint
count_cpus (const ThTxtFile *self)
{
  guint n = self->n_header_cpus;

  for (guint i = 0; i < self->cpus->len; i++)
    if (g_array_index (self->cpus, ThTxtCpu, i).number != TH_TXT_NO_CPU)
      n = MAX (n, g_array_index (self->cpus, ThTxtCpu, i).number + 1);

  return n;
}

static void
declare_facts (ThTxtFile *self)
{
  g_autofree char *n_cpus = g_strdup_printf ("%u", count_cpus (self));

  if (count_cpus (self) > 0)
    th_recording_set_fact (self->base.recording, "cpus", n_cpus);
  if (self->graph_relative)
    th_recording_set_fact (self->base.recording, "times",
                           _("the text has no times: they are summed up from the durations, for "
                             "each CPU separately"));
  if (self->hashed)
    th_recording_set_fact (self->base.recording, "addresses",
                           _("may be hashed: usable as identifiers, but not as addresses"));
}

static gboolean
has_tick_clock (const ThTxtFile *self)
{
  return self->ticks && !self->has_ns;
}

static void
declare (ThTxtFile *self)
{
  ThClock clock = { "", has_tick_clock (self), TH_TIME_NONE, self->has_ns && !self->fine };
  ThStream *stream;

  g_array_sort (self->cpus, compare_cpus);
  stream = th_recording_add_stream (self->base.recording, "", &clock, TH_PLACE_U32);
  for (guint i = 0; i < self->cpus->len; i++)
    {
      guint number = g_array_index (self->cpus, ThTxtCpu, i).number;

      self->cpu_index[number] = i + 1;
      th_stream_add_cpu (stream, number == TH_TXT_NO_CPU ? G_MAXUINT : number);
    }
  declare_facts (self);
  self->declared_facts = (ThTxtFacts) { has_tick_clock (self), self->fine, self->graph_relative,
                                        self->hashed, self->has_styles[TH_TXT_PERF],
                                        count_cpus (self) };
}

gboolean
th_txt_file_go_on (ThTxtFile       *self,
                   const ThTxtLine *line,
                   ThTxtPart        text,
                   guint64          place,
                   gboolean         whole,
                   ThTxtType      **type)
{
  gboolean of_cpu = line->kind == TH_TXT_EVENT || line->kind == TH_TXT_LOST ||
                    line->kind == TH_TXT_SWITCH;
  ThTxtCpu *cpu = of_cpu ? th_txt_file_cpu (self, line->cpu) : NULL;
  gboolean descended = cpu != NULL && cpu->descends;
  gboolean nobody = cpu != NULL && cpu->first_pid < 0;

  if (of_cpu && cpu == NULL)
    return FALSE;

  *type = scan_line (self, line, text, place, whole);
  return cpu == NULL ||
         (cpu->descends == descended && (!nobody || cpu->n == 0 || cpu->first_pid < 0));
}

gboolean
th_txt_file_end (ThTxtFile *self)
{
  const ThTxtFacts *declared = &self->declared_facts;

  /* A leaf function is two entries in one line, and binary data may have replaced entries. */
  if (self->promised > self->n_events && !self->has_styles[TH_TXT_GRAPH] && self->n_binary == 0)
    th_recording_add_problem (self->base.recording, TH_PROBLEM_TRUNCATED, 1,
                              (gint64) th_bytes_get_size (self->base.bytes), NULL);
  return declared->ticks == has_tick_clock (self) && declared->fine == self->fine &&
         declared->graph_relative == self->graph_relative &&
         declared->hashed == self->hashed &&
         declared->perf == self->has_styles[TH_TXT_PERF] &&
         declared->n_cpus == count_cpus (self) &&
         !th_txt_tables_lack (self);
}

static gboolean
check (ThTxtFile  *self,
       GError    **error)
{
  if (self->n_events == 0 && self->n_raw > 0)
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_UNSUPPORTED,
                 _("This trace was written with ftrace's “raw” option: it has type numbers but no "
                   "names or fields. Write it again after “echo 0 > "
                   "/sys/kernel/tracing/options/raw”, or record with trace-cmd."));
  else if (self->n_events == 0)
    g_set_error (error, TH_LOADER_ERROR, TH_LOADER_ERROR_NO_EVENTS,
                 _("This looks like a text trace, but no line holds an event. Check that events "
                   "were enabled when it was recorded."));
  else
    return TRUE;
  return FALSE;
}

/* Whether the first look may end, after @n lines since @begin. */
static gboolean
is_enough (ThTxtFile        *self,
           const ThTxtLines *lines,
           guint             n,
           gint64            begin)
{
  ThBytes *bytes = self->base.bytes;

  if (n % LINES_PER_LOOK != 0)
    return FALSE;
  if (th_bytes_is_stopped (bytes))
    return TRUE;
  if (self->n_events == 0)
    return FALSE;
  return th_bytes_is_growing (bytes)
         ? g_get_monotonic_time () - begin > FIRST_LOOK
           : th_bytes_get_may_outgrow (bytes) && lines->place + lines->from >= FIRST_PART;
}

static void
scan_lines (ThTxtFile  *self,
            ThTxtLines *lines)
{
  gint64 begin = g_get_monotonic_time ();
  ThTxtPart text;
  ThTxtLine line;
  guint64 place;
  gboolean whole;
  guint n = 0;

  while (TRUE)
    {
      if (th_txt_lines_next (lines, &text, &place, &whole))
        {
          th_txt_parse_line (text.text, text.size, &line);
          scan_line (self, &line, text, place, whole);
          if (is_enough (self, lines, ++n, begin))
            break;
        }
      else if (lines->starved &&
               !(self->n_events > 0 && g_get_monotonic_time () - begin > FIRST_LOOK))
        th_txt_lines_wait (lines);
      else
        break;
    }
  self->whole = lines->at_end && lines->from == lines->to;
  self->scanned = lines->place + lines->from;
}

/* Notes the CPUs and clocks of the complete lines in @text. */
static void
glance (ThTxtFile *self,
        ThTxtPart  text)
{
  const char *end = text.text + text.size;
  const char *at = memchr (text.text, '\n', text.size);
  const char *next;
  ThTxtLine line;

  for (; at != NULL && (next = memchr (at + 1, '\n', (gsize) (end - at) - 1)) != NULL; at = next)
    {
      th_txt_parse_line (at + 1, (gsize) (next - at) - 1, &line);
      if (line.kind == TH_TXT_EVENT || line.kind == TH_TXT_LOST || line.kind == TH_TXT_SWITCH)
        intern_cpu (self, line.cpu);
      if (line.kind == TH_TXT_EVENT)
        note_event (self, &line);
    }
}

/* Looks at samples of what was not scanned, so that the load hardly ever meets a CPU that was
 * not declared. */
static void
look_ahead (ThTxtFile *self)
{
  g_autofree char *room = th_aligned_alloc (GLANCE_SIZE);
  guint64 size = th_bytes_get_size (self->base.bytes);
  guint64 step = size > self->scanned ? (size - self->scanned) / N_GLANCES : 0;

  for (guint i = 0; i < N_GLANCES && step > GLANCE_SIZE; i++)
    {
      gssize n = th_bytes_read (self->base.bytes, size - i * step - GLANCE_SIZE, room,
                                GLANCE_SIZE);

      if (n > 0)
        glance (self, (ThTxtPart) { room, (gsize) n });
    }
}

gboolean
th_txt_file_scan (ThTxtFile  *self,
                  GError    **error)
{
  ThTxtLines lines;
  gboolean good;

  th_txt_lines_init (&lines, self->base.bytes);
  scan_lines (self, &lines);
  if (!self->whole && !th_bytes_is_growing (self->base.bytes))
    look_ahead (self);
  good = check (self, error);
  th_txt_lines_clear (&lines);
  if (good)
    declare (self);
  if (good && self->whole)
    th_txt_file_end (self);
  return good;
}
