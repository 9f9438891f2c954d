/* th-capture-recording.c - writes what an agent sends of one recording into a file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-capture-recording.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-capture-origin.h"
#include "th-message.h"
#include "th-page-batch.h"
#include "th-trace-writer.h"

#define MAX_CPUS 65535
#define MIN_PAGE 4096
#define MAX_PAGE (4 << 20)
#define N_KINDS (TH_WIRE_FILE_KPROBE_PROFILE + 1)

struct _ThCaptureRecording
{
  ThTraceWriter *writer;
  char          *final_path;
  char          *path;      /* as it is called now; NULL: removed */
  GVariant      *hello;
  GBytes        *origin;    /* to be stored when it begins; or NULL */
  guint64        limit;
  guint          page_size;
  char          *clock;
  char          *instance;
  guint         *cpus;
  guint          n_cpus;

  GByteArray    *texts[N_KINDS];
  GByteArray    *open;      /* a text of which more follows */
  ThWireFileKind open_kind;
  char          *open_name;
  guint64        n_text;    /* bytes of all texts */
  guint          n_formats;
  GVariantBuilder counters;
  guint          n_counters;
  gint64         until;
  gint64         span;      /* see th_capture_recording_get_span() */
  gboolean       has_begun;
  gboolean       has_pages; /* that are not committed */
  gboolean       has_texts;
};

G_GNUC_PRINTF (3, 4) static gboolean
fail (GError         **error,
      ThCaptureError   code,
      const char      *format,
      ...)
{
  g_autofree char *reason = NULL;
  va_list args;

  va_start (args, format);
  reason = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error_literal (error, TH_CAPTURE_ERROR, code, reason);
  return FALSE;
}

/* An error of the writer: its sentence stays. */
static gboolean
fail_disk (ThCaptureRecording  *self,
           GError             **error)
{
  g_autofree char *size = g_format_size (self->limit);

  if (error == NULL || *error == NULL)
    return FALSE;
  if (g_error_matches (*error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_LIMIT))
    {
      g_clear_error (error);
      return fail (error, TH_CAPTURE_ERROR_LIMIT,
                   _("The recording reached its limit of %s and was stopped."), size);
    }
  (*error)->code = g_error_matches (*error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_INVALID)
                   ? TH_CAPTURE_ERROR_PROTOCOL
                   : g_error_matches (*error, TH_TRACE_WRITER_ERROR, TH_TRACE_WRITER_ERROR_FULL)
                   ? TH_CAPTURE_ERROR_FULL : TH_CAPTURE_ERROR_DISK;
  (*error)->domain = TH_CAPTURE_ERROR;
  return FALSE;
}

/* --- head ------------------------------------------------------------------ */

static int
compare_cpus (gconstpointer a,
              gconstpointer b)
{
  guint first = *(const guint *) a, second = *(const guint *) b;

  return first < second ? -1 : first > second;
}

static gboolean
read_cpus (ThCaptureRecording  *self,
           GVariant            *configured,
           GError             **error)
{
  g_autoptr(GVariant) list = g_variant_lookup_value (configured, "cpus", G_VARIANT_TYPE ("au"));
  gsize n = 0;
  const guint32 *numbers = list != NULL ? g_variant_get_fixed_array (list, &n, sizeof *numbers)
                           : NULL;

  if (n == 0 || n > MAX_CPUS)
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent reports no CPUs, or too many"));
  for (gsize i = 0; i < n; i++)
    if (numbers[i] > MAX_CPUS || (i > 0 && numbers[i] <= numbers[i - 1]))
      return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent’s CPUs are not in order"));

  self->cpus = g_memdup2 (numbers, n * sizeof *numbers);
  self->n_cpus = (guint) n;
  return TRUE;
}

static gboolean
is_word (const char *text)
{
  return *text != '\0' && strlen (text) <= 100 &&
         strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") ==
         strlen (text);
}

static gboolean
read_configured (ThCaptureRecording  *self,
                 GVariant            *configured,
                 GError             **error)
{
  guint64 page_size = th_message_get_uint (configured, "page-size", 0);
  const char *clock = th_message_get_string (configured, "clock", "");
  const char *instance = th_message_get_string (configured, "instance", "");

  if (page_size < MIN_PAGE || page_size > MAX_PAGE || (page_size & (page_size - 1)) != 0)
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent’s pages have an impossible size"));
  if (!is_word (clock))
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent reports no clock"));

  self->page_size = (guint) page_size;
  self->clock = g_strdup (clock);
  self->instance = g_strdup (instance);
  return read_cpus (self, configured, error);
}

ThCaptureRecording *
th_capture_recording_new (const char  *path,
                          guint64      limit,
                          GVariant    *hello,
                          GVariant    *configured,
                          GError     **error)
{
  g_autoptr(ThCaptureRecording) self = g_new0 (ThCaptureRecording, 1);

  self->final_path = g_strdup (path);
  self->hello = g_variant_ref (hello);
  self->limit = limit;
  self->until = G_MININT64;
  self->span = TH_CAPTURE_NO_SPAN;
  g_variant_builder_init (&self->counters, G_VARIANT_TYPE ("aa{sv}"));
  if (!read_configured (self, configured, error))
    return NULL;
  if (!(self->writer = th_trace_writer_new (path, error)))
    {
      fail_disk (self, error);
      return NULL;
    }

  self->path = g_strdup (th_trace_writer_get_path (self->writer));
  th_trace_writer_set_limit (self->writer, limit);
  return g_steal_pointer (&self);
}

void
th_capture_recording_free (ThCaptureRecording *self)
{
  if (self == NULL)
    return;
  g_clear_pointer (&self->writer, th_trace_writer_free);
  for (guint i = 0; i < N_KINDS; i++)
    g_clear_pointer (&self->texts[i], g_byte_array_unref);
  g_clear_pointer (&self->open, g_byte_array_unref);
  g_clear_pointer (&self->hello, g_variant_unref);
  g_clear_pointer (&self->origin, g_bytes_unref);
  g_variant_builder_clear (&self->counters);
  g_free (self->open_name);
  g_free (self->final_path);
  g_free (self->path);
  g_free (self->clock);
  g_free (self->instance);
  g_free (self->cpus);
  g_free (self);
}

void
th_capture_recording_set_origin (ThCaptureRecording *self,
                                 GBytes             *origin)
{
  g_clear_pointer (&self->origin, g_bytes_unref);
  self->origin = g_bytes_ref (origin);
}

/* --- texts ----------------------------------------------------------------- */

/* "system/event" */
static gboolean
add_format (ThCaptureRecording  *self,
            GError             **error)
{
  const char *slash = strchr (self->open_name, '/');
  g_autofree char *system = slash != NULL ? g_strndup (self->open_name, slash - self->open_name)
                            : NULL;

  if (system == NULL || !is_word (system) || !is_word (slash + 1))
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL,
                 _("the agent sends an event with an invalid name"));
  if (strcmp (system, self->instance) == 0)
    {
      g_free (system);
      system = g_strdup (TH_CAPTURE_PROBE_SYSTEM);
    }
  th_trace_writer_add_format (self->writer, system, self->open->data, self->open->len);
  return TRUE;
}

static gboolean
store_text (ThCaptureRecording *self)
{
  static const struct
  {
    ThWireFileKind kind;
    ThTraceText    text;
  } late[] = {
    { TH_WIRE_FILE_KALLSYMS, TH_TRACE_TEXT_KALLSYMS },
    { TH_WIRE_FILE_PRINTK, TH_TRACE_TEXT_PRINTK },
    { TH_WIRE_FILE_CMDLINES, TH_TRACE_TEXT_CMDLINES },
  };

  for (guint i = 0; i < G_N_ELEMENTS (late); i++)
    if (late[i].kind == self->open_kind)
      {
        th_trace_writer_set_text (self->writer, late[i].text, self->open->data, self->open->len);
        self->has_texts = TRUE;
        return TRUE;
      }
  g_clear_pointer (&self->texts[self->open_kind], g_byte_array_unref);
  self->texts[self->open_kind] = g_byte_array_ref (self->open);
  return TRUE;
}

static gboolean
complete_text (ThCaptureRecording  *self,
               GError             **error)
{
  gboolean is_format = self->open_kind == TH_WIRE_FILE_FORMAT ||
                       self->open_kind == TH_WIRE_FILE_FTRACE_FORMAT;

  if (!is_format)
    return store_text (self);
  /* An event that appears later is unknown to the file, as for trace-cmd. */
  if (self->has_begun)
    return TRUE;
  if (++self->n_formats > TH_WIRE_FILE_MAX_FORMATS)
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent sends too many events"));
  if (self->open_kind == TH_WIRE_FILE_FORMAT)
    return add_format (self, error);

  th_trace_writer_add_format (self->writer, "ftrace", self->open->data, self->open->len);
  return TRUE;
}

gboolean
th_capture_recording_add_file (ThCaptureRecording  *self,
                               const ThWireFile    *file,
                               GError             **error)
{
  gboolean ok;

  self->n_text += file->size;
  if (self->n_text > TH_WIRE_FILE_MAX_TOTAL)
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent sends too much text"));
  if (self->open != NULL &&
      (self->open_kind != file->kind || strcmp (self->open_name, file->name) != 0))
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent sends an incomplete text"));

  if (self->open == NULL)
    {
      self->open = g_byte_array_new ();
      self->open_kind = file->kind;
      self->open_name = g_strdup (file->name);
    }
  g_byte_array_append (self->open, file->text, (guint) file->size);
  if (file->more)
    return TRUE;

  ok = complete_text (self, error);
  g_clear_pointer (&self->open, g_byte_array_unref);
  g_clear_pointer (&self->open_name, g_free);
  return ok;
}

void
th_capture_recording_add_counters (ThCaptureRecording *self,
                                   GVariant           *counters)
{
  /* Before and after; more would be another agent's. */
  if (self->n_counters++ < 2)
    g_variant_builder_add_value (&self->counters, counters);
}

/* A section that other programs skip: `aa{sv}`, little-endian, in normal form. */
static void
store_counters (ThCaptureRecording *self)
{
  g_autoptr(GVariant) list = NULL;
  g_autoptr(GVariant) swapped = NULL;

  if (self->n_counters == 0)
    return;
  list = g_variant_ref_sink (g_variant_builder_end (&self->counters));
  g_variant_builder_init (&self->counters, G_VARIANT_TYPE ("aa{sv}"));
  self->n_counters = 0;
  swapped = G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (list)
            : g_variant_get_normal_form (list);
  th_trace_writer_set_text (self->writer, TH_TRACE_TEXT_COUNTERS, g_variant_get_data (swapped),
                            g_variant_get_size (swapped));
  self->has_texts = TRUE;
}

/* A section that other programs skip, too.  It is in the file from the first commit on. */
static void
store_origin (ThCaptureRecording *self)
{
  if (self->origin == NULL)
    return;
  th_trace_writer_set_text (self->writer, TH_TRACE_TEXT_ORIGIN,
                            g_bytes_get_data (self->origin, NULL),
                            g_bytes_get_size (self->origin));
  self->has_texts = TRUE;
}

void
th_capture_recording_set_lost (ThCaptureRecording *self,
                               guint64             n_lost)
{
  g_autoptr(GBytes) origin =
    self->origin != NULL ? th_capture_origin_add_lost (self->origin, n_lost) : NULL;

  if (origin == NULL || !self->has_begun)
    return;
  th_capture_recording_set_origin (self, origin);
  store_origin (self);
}

/* --- pages ----------------------------------------------------------------- */

/* The texts end with a zero, as ThTraceHead wants. */
static const char *
get_text (ThCaptureRecording *self,
          ThWireFileKind      kind)
{
  GByteArray *text = self->texts[kind];

  if (text == NULL || text->len == 0 || memchr (text->data, '\0', text->len) != NULL)
    return NULL;
  g_byte_array_append (text, (const guint8 *) "", 1);
  return (const char *) text->data;
}

gboolean
th_capture_recording_begin (ThCaptureRecording  *self,
                            GError             **error)
{
  ThTraceHead head = { .page_size = self->page_size, .cpus = self->cpus, .n_cpus = self->n_cpus,
                       .clock = self->clock };
  guint64 long_size = th_message_get_uint (self->hello, "long-size", 8);
  g_autofree char *version = g_strdup_printf ("thresher-agent %s",
                                              th_message_get_string (self->hello, "agent", ""));

  head.header_page = get_text (self, TH_WIRE_FILE_HEADER_PAGE);
  head.header_event = get_text (self, TH_WIRE_FILE_HEADER_EVENT);
  if (self->has_begun || self->open != NULL || head.header_page == NULL ||
      head.header_event == NULL || (long_size != 4 && long_size != 8))
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL,
                 _("the agent starts recording without the head of the file"));

  head.big_endian = th_message_get_boolean (self->hello, "big-endian", FALSE);
  head.long_size = (guint) long_size;
  head.uname = th_message_get_string (self->hello, "uname", NULL);
  head.version = version;
  if (!th_trace_writer_begin (self->writer, &head, error))
    return fail_disk (self, error);
  self->has_begun = TRUE;
  store_origin (self);
  return TRUE;
}

static gboolean
append_page (ThCaptureRecording  *self,
             const ThWirePage    *page,
             GError             **error)
{
  const guint *cpu = bsearch (&page->cpu, self->cpus, self->n_cpus, sizeof *cpu, compare_cpus);

  if (cpu == NULL)
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent sends pages of CPU %u, which it "
                                                     "has not reported"), page->cpu);
  if (!th_trace_writer_append (self->writer, (guint) (cpu - self->cpus), page->bytes, page->size,
                               error))
    return fail_disk (self, error);
  self->has_pages = TRUE;
  return TRUE;
}

gboolean
th_capture_recording_add_pages (ThCaptureRecording  *self,
                                const guint8        *payload,
                                gsize                size,
                                GError             **error)
{
  gsize offset = 0;
  gboolean damaged = FALSE;
  ThWirePage page;

  if (!self->has_begun)
    return fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent sends pages before it starts"));
  while (th_page_batch_next (payload, size, self->page_size, &offset, &page, &damaged))
    if (!append_page (self, &page, error))
      return FALSE;
  return !damaged || fail (error, TH_CAPTURE_ERROR_PROTOCOL, _("the agent sends damaged pages"));
}

void
th_capture_recording_set_until (ThCaptureRecording *self,
                                gint64              until)
{
  if (!self->has_begun || until <= self->until)
    return;
  self->until = until;
  self->has_pages = TRUE;
  th_trace_writer_set_until (self->writer, until);
}

void
th_capture_recording_set_offset (ThCaptureRecording *self,
                                 gint64              offset,
                                 gint64              error)
{
  if (self->has_begun)
    th_trace_writer_set_offset (self->writer, offset, error);
}

gboolean
th_capture_recording_is_pending (ThCaptureRecording *self)
{
  return self->has_begun && (self->has_pages || self->has_texts);
}

gboolean
th_capture_recording_commit (ThCaptureRecording  *self,
                             GError             **error)
{
  if (!self->has_begun)
    return TRUE;
  if (self->has_texts && !th_trace_writer_add_texts (self->writer, error))
    return fail_disk (self, error);
  self->has_texts = FALSE;
  /* Readers of the feed learn of the texts by this, also if there are no new pages. */
  if (!th_trace_writer_commit (self->writer, error))
    return fail_disk (self, error);
  self->has_pages = FALSE;
  return TRUE;
}

/* --- end ------------------------------------------------------------------- */

static gboolean
keep_last (ThCaptureRecording  *self,
           double               seconds,
           GError             **error)
{
  double from;

  if (seconds <= 0 || self->until == G_MININT64)
    return TRUE;
  from = (double) self->until - seconds * 1e9;
  return from <= 0 || th_trace_writer_keep_from (self->writer, (guint64) from, error) ||
         fail_disk (self, error);
}

/* Whether the clock of that name counts ns. */
static gboolean
counts_ns (const char *clock)
{
  static const char *const others[] = { "counter", "uptime", "x86-tsc", "ppc-tb", NULL };

  return !g_strv_contains (others, clock);
}

/* Pages are where they were appended only until the holes are removed. */
static void
measure_span (ThCaptureRecording *self)
{
  guint64 first, last;

  if (counts_ns (self->clock) && th_trace_writer_get_span (self->writer, &first, &last))
    self->span = (gint64) MIN (last - first, G_MAXINT64);
}

gboolean
th_capture_recording_finish (ThCaptureRecording  *self,
                             double               keep_seconds,
                             GError             **error)
{
  gboolean ok;

  if (!self->has_begun)
    {
      th_capture_recording_discard (self);
      return TRUE;
    }
  store_counters (self);
  /* What was written before an error is finished all the same. */
  ok = th_capture_recording_commit (self, error) && keep_last (self, keep_seconds, error);
  measure_span (self);
  if (!th_trace_writer_finish (self->writer, ok ? error : NULL))
    return fail_disk (self, ok ? error : NULL);

  g_free (self->path);
  self->path = g_strdup (self->final_path);
  return ok;
}

void
th_capture_recording_discard (ThCaptureRecording *self)
{
  th_trace_writer_discard (self->writer);
  g_clear_pointer (&self->path, g_free);
}

const char *
th_capture_recording_get_path (ThCaptureRecording *self)
{
  return self->path;
}

gint64
th_capture_recording_get_span (ThCaptureRecording *self)
{
  return self->span;
}

ThFeed *
th_capture_recording_get_feed (ThCaptureRecording *self)
{
  return self->has_begun ? th_trace_writer_get_feed (self->writer) : NULL;
}
