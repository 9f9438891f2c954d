/* th-recording-sheets.c - describes a recording and how it was made, for display
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <glib/gi18n-lib.h>

#include "th-display-text.h"
#include "th-document-parts.h"
#include "th-guest.h"
#include "th-literals.h"
#include "th-origin.h"
#include "th-recording-facts.h"
#include "th-recording-sheets.h"

/* A file may claim thousands of CPUs; `thresh info` lists them all. */
#define MAX_CPUS 256

/* User-visible names of facts that the loaders provide; other facts keep their key. */
static const struct
{
  const char *key;
  const char *name;
} names[] = {
  { "size", N_("Size") },
  { "wrapper", N_("Unpacked from") },
  { "version", N_("Format version") },
  { "compression", N_("Compression") },
  { "command", N_("Command line") },
  { "host", N_("Host") },
  { "kernel", N_("Kernel") },
  { "machine", N_("Architecture") },
  { "processor", N_("Processor") },
  { "cpus", N_("CPUs") },
  { "clock", N_("Clock") },
  { "trace-cmd", N_("Recorded by trace-cmd") },
  { "perf", N_("Recorded by perf") },
  { "agent", N_("Recorded by thresher-agent") },
  { "recorded by", N_("Recorded by") },
  { "presets", N_("Presets") },
  { "target", N_("Target") },
  { "processes", N_("Only processes") },
  { "tracer", N_("Tracer") },
  { "functions", N_("Functions") },
  { "event types", N_("Event types recorded") },
  { "buffer", N_("Buffer") },
  { "kept", N_("Only the last") },
  { "lost", N_("Lost") },
  { "filters", N_("Filters") },
  { "trace-id", N_("Trace ID") },
  { "clock offset", N_("Time offset") },
  { "peer", N_("On the clock of the trace") },
  { "recovered", N_("Recovered") },
  { "overwritten", N_("Overwritten") },
  { "not shown", N_("Not shown") },
  { "without cpu", N_("Events without a CPU") },
  { "without time", N_("Events without a time") },
};

static void
sheet_free (gpointer data)
{
  ThRecordingSheet *self = data;

  g_free (self->title);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->values);
  g_ptr_array_unref (self->cells);
  g_free (self);
}

static ThRecordingSheet *
sheet_new (const char *title)
{
  ThRecordingSheet *self = g_new0 (ThRecordingSheet, 1);

  self->title = th_display_text_make_valid (title);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->values = g_ptr_array_new_with_free_func (g_free);
  self->cells = g_ptr_array_new_with_free_func (g_free);
  return self;
}

static void
add_line (ThRecordingSheet    *self,
          const char          *name,
          const char          *value)
{
  g_ptr_array_add (self->names, g_strdup (name));
  g_ptr_array_add (self->values, th_display_text_make_valid (value));
}

static void
take_line (ThRecordingSheet    *self,
           const char          *name,
           char                *value)
{
  add_line (self, name, value);
  g_free (value);
}

/* --- the file ----------------------------------------------------------- */

static const char *
name_of_fact (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (key, names[i].key))
      return _(names[i].name);

  return key;
}

static const char *
state_text (ThRecording *recording)
{
  switch (th_recording_get_state (recording))
    {
    case TH_LOAD_RUNNING: return _("still loading");
    case TH_LOAD_WHOLE: return _("complete");
    case TH_LOAD_PART: return _("partly: see the problems");
    case TH_LOAD_CANCELLED: return _("until loading was stopped");
    default: return "";
    }
}

static void
add_origin_cb (const char *key,
               const char *text,
               gpointer    sheet)
{
  add_line (sheet, name_of_fact (key), text);
}

static ThRecordingSheet *
file_sheet (ThDocument  *document,
            ThRecording *recording)
{
  const char *name = th_recording_get_name (recording);
  ThRecordingSheet *self = sheet_new (*name != '\0' ? name : th_document_get_title (document));
  g_auto(GStrv) keys = th_recording_list_facts (recording);
  GFile *file = th_document_get_file_of (document, th_recording_get_index (recording));

  if (file != NULL)
    take_line (self, _("File"), g_file_get_parse_name (file));
  if (th_recording_get_index (recording) > 0)
    take_line (self, _("Offset"),
               th_offset_format (th_recording_get_shift (recording),
                                 th_recording_get_clock (recording)->ticks));
  add_line (self, _("Format"), th_recording_get_format (recording));
  add_line (self, _("Read"), state_text (recording));
  for (guint i = 0; keys[i] != NULL; i++)
    add_line (self, name_of_fact (keys[i]), th_recording_get_fact (recording, keys[i]));
  th_origin_describe (recording, add_origin_cb, self);
  for (guint i = 0; i < th_recording_get_n_guests (recording); i++)
    take_line (self, _("Guest"), th_guest_describe (th_recording_get_guest (recording, i)));

  return self;
}

/* --- a buffer ----------------------------------------------------------- */

static void
add_cell (ThRecordingSheet *self,
          char    *text) /* taken */
{
  g_ptr_array_add (self->cells, text);
}

static void
add_headings (ThRecordingSheet *self)
{
  const char *headings[] = { _("CPU"), _("Events"), _("First"), _("Last"), _("Gaps") };

  self->n_columns = G_N_ELEMENTS (headings);
  for (guint i = 0; i < self->n_columns; i++)
    add_cell (self, g_strdup (headings[i]));
}

static void
add_cpu (ThRecordingSheet    *self,
         ThDocument          *document,
         ThCpu               *cpu)
{
  guint32 n = th_cpu_get_n_rows (cpu), n_lost = th_cpu_get_n_lost (cpu);
  guint number = th_cpu_get_number (cpu);

  add_cell (self, number == G_MAXUINT ? g_strdup (_("none")) : g_strdup_printf ("%u", number));
  add_cell (self, th_format_count (n));
  add_cell (self,
            n > 0 ? th_document_format_time (document, th_cpu_get_time (cpu, 0)) : g_strdup (""));
  add_cell (self, n > 0 ? th_document_format_time (document, th_cpu_get_time (cpu, n - 1))
                        : g_strdup (""));
  add_cell (self, n_lost > 0 ? th_format_count (n_lost) : g_strdup (""));
}

static ThRecordingSheet *
stream_sheet (ThDocument *document,
              ThStream   *stream)
{
  const char *name = th_stream_get_name (stream);
  g_autofree char *title = *name != '\0' ? g_strdup_printf (_("Buffer “%s”"), name)
                                         : g_strdup (_("Top buffer"));
  ThRecordingSheet *self = sheet_new (title);
  const ThClock *clock = th_stream_get_clock (stream);
  guint n_cpus = th_stream_get_n_cpus (stream);
  g_autofree char *lost = NULL;
  ThStreamSummary summary;

  th_stream_summarize (stream, NULL, &summary);
  lost = th_recording_facts_describe_losses (&summary.losses);
  take_line (self, _("Events"), th_format_count (summary.n_events));
  if (clock->name != NULL && *clock->name != '\0')
    add_line (self, _("Clock"), clock->ticks ? _("counts ticks, not nanoseconds") : clock->name);
  if (summary.n_events > 0)
    {
      take_line (self, _("First"), th_document_format_time (document, summary.first));
      take_line (self, _("Last"), th_document_format_time (document, summary.last));
      take_line (self, _("Length"),
                 th_document_format_duration (document, summary.last - summary.first));
    }
  add_line (self, _("Lost"), *lost != '\0' ? lost : _("none reported"));

  add_headings (self);
  for (guint i = 0; i < MIN (n_cpus, MAX_CPUS); i++)
    add_cpu (self, document, th_stream_get_cpu (stream, i));
  self->n_more = n_cpus - MIN (n_cpus, MAX_CPUS);
  return self;
}

/* --- analyses ------------------------------------------------------------ */

/* The events that the analyses missed, which may be why they found nothing; NULL if there are
 * none. */
static ThRecordingSheet *
remarks_sheet (ThDocument *document)
{
  const GPtrArray *all = th_document_get_results (document);
  ThRecordingSheet *self = NULL;

  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      g_auto(GStrv) remarks = th_results_list_remarks (all->pdata[i]);
      g_autofree char *joined = g_strjoinv (" ", remarks);

      if (*joined == '\0')
        continue;
      if (self == NULL)
        self = sheet_new (_("Analysis remarks"));
      add_line (self, th_results_get_title (all->pdata[i]), joined);
    }

  return self;
}

/* --- public ------------------------------------------------------------- */

GPtrArray *
th_recording_sheets_new (ThDocument *document)
{
  ThRecording *recording = th_document_get_recording (document);
  GPtrArray *sheets = g_ptr_array_new_with_free_func (sheet_free);
  ThRecordingSheet *remarks = remarks_sheet (document);

  for (guint p = 0; p < th_recording_get_n_parts (recording); p++)
    {
      ThRecording *part = th_recording_get_part (recording, p);

      g_ptr_array_add (sheets, file_sheet (document, part));
      for (guint i = th_recording_get_first_stream (part); i < th_recording_get_n_streams (part);
           i++)
        g_ptr_array_add (sheets, stream_sheet (document, th_recording_get_stream (part, i)));
    }
  if (remarks != NULL)
    g_ptr_array_add (sheets, remarks);

  return sheets;
}

static void
append_sheet (GString                *text,
              const ThRecordingSheet *self)
{
  g_string_append_printf (text, "%s\n", self->title);
  for (guint i = 0; i < self->names->len; i++)
    g_string_append_printf (text, "%s\t%s\n", (char *) self->names->pdata[i],
                            (char *) self->values->pdata[i]);
  for (guint i = 0; i < self->cells->len; i++)
    g_string_append_printf (text, "%s%c", (char *) self->cells->pdata[i],
                            (i + 1) % self->n_columns == 0 ? '\n' : '\t');
  g_string_append_c (text, '\n');
}

char *
th_recording_sheets_to_text (GPtrArray *sheets,
                             GPtrArray *problems)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < problems->len; i++)
    {
      g_autofree char *sentence = th_problem_describe_grouped (problems->pdata[i]);

      g_string_append_printf (text, "%s\n", sentence);
    }
  if (problems->len > 0)
    g_string_append_c (text, '\n');
  for (guint i = 0; i < sheets->len; i++)
    append_sheet (text, sheets->pdata[i]);

  return g_string_free (text, FALSE);
}
