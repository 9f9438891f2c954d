/* th-sanitize.c - removes personal data from recordings, or renames it consistently
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-sanitize.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-atomic-file.h"
#include "th-cut-pages.h"
#include "th-cut-source.h"
#include "th-cut-target.h"
#include "th-loader.h"
#include "th-scrub-header.h"
#include "th-scrub-origin.h"
#include "th-scrub-record.h"
#include "th-scrub-text.h"
#include "th-tracedat-chunks.h"

struct _ThSanitizer
{
  ThRenames *renames;
};

ThSanitizer *
th_sanitizer_new_taking (ThRenames *renames)
{
  ThSanitizer *self = g_new0 (ThSanitizer, 1);

  self->renames = renames;
  return self;
}

ThSanitizer *
th_sanitizer_new (const char *key)
{
  return th_sanitizer_new_taking (th_renames_new (key));
}

void
th_sanitizer_free (ThSanitizer *self)
{
  th_renames_free (self->renames);
  g_free (self);
}

ThRenames *
th_sanitizer_get_renames (ThSanitizer *self)
{
  return self->renames;
}

/* --- texts ----------------------------------------------------------------- */

/* The bytes between two names of recordings; those names have no other personal data. */
static void
append_scrubbed (ThRenames  *renames,
                 const char *text,
                 gsize       size,
                 GString    *scrubbed)
{
  g_autofree char *copy = g_strndup (text, size);

  th_scrub_text (renames, TH_SCRUB_ALL, copy, size);
  g_string_append_len (scrubbed, copy, (gssize) size);
}

static char *
scrub (ThRenames  *renames,
       const char *text,
       gboolean    is_name)
{
  GString *scrubbed = g_string_new (NULL);
  gsize begin = 0, at = 0, length, made_length;
  const char *made;

  while (text[at] != '\0')
    {
      length = th_renames_match_file (renames, text, at, is_name, &made, &made_length);
      if (length == 0)
        {
          at++;
          continue;
        }
      th_renames_count (renames, TH_PERSONAL_FILES, NULL, 0);
      append_scrubbed (renames, text + begin, at - begin, scrubbed);
      g_string_append_len (scrubbed, made, (gssize) made_length);
      begin = at += length;
    }
  append_scrubbed (renames, text + begin, at - begin, scrubbed);
  return g_string_free (scrubbed, FALSE);
}

void
th_sanitizer_survey_text (ThSanitizer *self,
                          const char  *text)
{
  g_return_if_fail (!th_renames_is_frozen (self->renames));
  g_free (scrub (self->renames, text, FALSE));
}

void
th_sanitizer_survey_name (ThSanitizer *self,
                          const char  *name)
{
  g_return_if_fail (!th_renames_is_frozen (self->renames));
  g_free (scrub (self->renames, name, TRUE));
}

char *
th_sanitizer_dup_text (ThSanitizer *self,
                       const char  *text)
{
  th_renames_freeze (self->renames);
  return scrub (self->renames, text, FALSE);
}

char *
th_sanitizer_dup_name (ThSanitizer *self,
                       const char  *name)
{
  th_renames_freeze (self->renames);
  return scrub (self->renames, name, TRUE);
}

/* --- the events of a file ----------------------------------------------------- */

/* Both passes over a file: @target is NULL while it is surveyed. */
typedef struct
{
  ThSanitizer        *sanitizer;
  ThProgress         *progress;
  ThTdFile           *file;
  ThCutTarget        *target;
  ThCutPages         *pages;   /* of the CPU */
  ThScrubRecords     *records;
  GByteArray         *record;
  guint64             n_bytes; /* read so far */
} Pass;

static gboolean
is_cancelled (const Pass *pass)
{
  return pass->progress != NULL && g_atomic_int_get (&pass->progress->cancelled) != 0;
}

static void
report_progress (Pass  *pass,
                 gsize  size)
{
  pass->n_bytes += size;
  if (pass->progress != NULL && pass->file->data_size > 0)
    g_atomic_int_set (&pass->progress->permille,
                      (gint) MIN (1000, pass->n_bytes * 1000 / pass->file->data_size));
}

static gboolean
take_event (const ThCutEvent *event,
            gpointer          data)
{
  Pass *pass = data;

  if (is_cancelled (pass))
    return FALSE;

  report_progress (pass, event->size + 4);
  g_byte_array_set_size (pass->record, 0);
  g_byte_array_append (pass->record, event->record, (guint) event->size);
  th_scrub_records_run (pass->records, pass->record->data, pass->record->len);
  return pass->pages == NULL ||
         th_cut_pages_add (pass->pages, event->stamp, pass->record->data, pass->record->len,
                           event->lost);
}

static gboolean
take_page (const guint8 *page,
           gpointer      target)
{
  return th_cut_target_add_page (target, page);
}

static gboolean
take_cpu (Pass         *pass,
          ThCutSource  *source,
          ThTdBuffer   *buffer,
          ThTdCpu      *cpu,
          GError      **error)
{
  g_autoptr(ThCutPages) pages = NULL;

  if (pass->target != NULL)
    {
      pages = th_cut_pages_new (buffer->page_size, pass->file->commit_size,
                                pass->file->big_endian, take_page, pass->target);
      if (!th_cut_target_begin_cpu (pass->target, cpu->number))
        return FALSE;
    }
  pass->pages = pages;
  return th_cut_source_foreach (source, buffer, cpu, NULL, take_event, pass, error) &&
         (pages == NULL || th_cut_pages_flush (pages));
}

static gboolean
take_buffer (Pass         *pass,
             ThCutSource  *source,
             ThTdBuffer   *buffer,
             GError      **error)
{
  th_scrub_text (pass->sanitizer->renames, TH_SCRUB_ALL, buffer->name, strlen (buffer->name));
  if (pass->target != NULL && !th_cut_target_begin_buffer (pass->target, buffer))
    return FALSE;

  for (guint i = 0; i < buffer->cpus->len; i++)
    if (!take_cpu (pass, source, buffer, th_td_buffer_cpu (buffer, i), error))
      return FALSE;
  return TRUE;
}

/* FALSE without an error if it was cancelled, or if the target cannot be written, which has the
 * error then. */
static gboolean
take_buffers (Pass         *pass,
              ThCutSource  *source,
              GError      **error)
{
  g_autoptr(GByteArray) record = g_byte_array_new ();
  g_autoptr(ThScrubRecords) records = NULL;

  records = th_scrub_records_new (pass->file->base.formats, pass->file->big_endian,
                                  pass->file->id_offset, pass->sanitizer->renames);
  pass->record = record;
  pass->records = records;
  for (guint i = 0; i < pass->file->buffers->len; i++)
    if (!take_buffer (pass, source, th_td_file_buffer (pass->file, i), error))
      return FALSE;
  return TRUE;
}

/* --- the header of a file -------------------------------------------------------- */

static void
edit_section (ThTdSectionKind  kind,
              GByteArray      *contents,
              gpointer         renames)
{
  if (kind == TH_TD_CMDLINES)
    th_scrub_names (renames, (char *) contents->data, contents->len);
}

static void
edit_option (guint       id,
             GByteArray *contents,
             gpointer    renames)
{
  th_scrub_option (renames, id, (char *) contents->data, contents->len);
}

static GBytes *
scrub_counters (Pass *pass)
{
  GBytes *counters = th_recording_get_attachment (pass->file->base.recording, "counters");
  gsize size;
  char *copy;

  if (counters == NULL)
    return NULL;

  size = g_bytes_get_size (counters);
  copy = g_memdup2 (g_bytes_get_data (counters, NULL), size);
  th_scrub_counters (pass->sanitizer->renames, copy, size);
  return g_bytes_new_take (copy, size);
}

/* How the recording was made; NULL if that is not stored. */
static GBytes *
scrub_origin (Pass *pass)
{
  GBytes *bytes = th_recording_get_attachment (pass->file->base.recording, TH_ORIGIN_ATTACHMENT);
  g_autoptr(ThOrigin) origin = bytes != NULL ? th_origin_decode (bytes) : NULL;

  if (origin == NULL)
    return NULL;

  th_scrub_origin (pass->sanitizer->renames, origin);
  return th_origin_encode (origin);
}

static void
survey_header (Pass *pass)
{
  ThRenames *renames = pass->sanitizer->renames;
  g_autoptr(ThBytes) names = th_td_file_unpack (pass->file, TH_TD_CMDLINES);
  g_autoptr(GByteArray) contents = g_byte_array_new ();
  GBytes *counters = scrub_counters (pass), *origin = scrub_origin (pass);

  /* Only the names in them may be personal data. */
  g_clear_pointer (&counters, g_bytes_unref);
  g_clear_pointer (&origin, g_bytes_unref);
  if (names != NULL)
    {
      g_byte_array_set_size (contents, (guint) th_bytes_get_size (names));
      th_bytes_read (names, 0, contents->data, contents->len);
      edit_section (TH_TD_CMDLINES, contents, renames);
    }
  for (guint i = 0; i < pass->file->options->len; i++)
    {
      const ThTdOption *option = &g_array_index (pass->file->options, ThTdOption, i);

      g_byte_array_set_size (contents, 0);
      g_byte_array_append (contents, g_bytes_get_data (option->data, NULL),
                           (guint) g_bytes_get_size (option->data));
      edit_option (option->id, contents, renames);
    }
}

/* --- both passes ------------------------------------------------------------------ */

gboolean
th_sanitizer_survey (ThSanitizer         *self,
                     const char          *path,
                     ThProgress          *progress,
                     GError             **error)
{
  Pass pass = { .sanitizer = self, .progress = progress };
  g_autoptr(ThCutSource) source = NULL;

  g_return_val_if_fail (!th_renames_is_frozen (self->renames), FALSE);

  source = th_cut_source_new (path, error);
  if (source == NULL)
    return FALSE;

  pass.file = th_cut_source_get_file (source);
  survey_header (&pass);
  return take_buffers (&pass, source, error);
}

static gboolean
write_file (Pass         *pass,
            ThCutSource  *source,
            const char   *path,
            GError      **error)
{
  const ThCutEdit edit = { edit_section, edit_option, pass->sanitizer->renames, TRUE };
  g_autoptr(ThCutTarget) target = th_cut_target_new (path, pass->file, NULL, &edit, error);
  g_autoptr(GBytes) counters = scrub_counters (pass), origin = scrub_origin (pass);
  g_autoptr(GError) reason = NULL;

  if (target == NULL)
    return FALSE;

  if (counters != NULL)
    th_cut_target_add_counters (target, g_bytes_get_data (counters, NULL),
                                g_bytes_get_size (counters));
  if (origin != NULL)
    th_cut_target_add_origin (target, g_bytes_get_data (origin, NULL), g_bytes_get_size (origin));
  pass->target = target;
  take_buffers (pass, source, &reason);
  if (reason != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&reason));
      return FALSE;
    }
  return !is_cancelled (pass) && th_cut_target_finish (target, error);
}

gboolean
th_sanitizer_write (ThSanitizer         *self,
                    const char          *path,
                    const char          *target,
                    ThProgress          *progress,
                    GError             **error)
{
  Pass pass = { .sanitizer = self, .progress = progress };
  g_autoptr(ThCutSource) source = NULL;

  if (!th_atomic_file_spares (target, path, error))
    return FALSE;

  th_renames_freeze (self->renames);
  source = th_cut_source_new (path, error);
  if (source == NULL)
    return FALSE;

  pass.file = th_cut_source_get_file (source);
  return write_file (&pass, source, target, error);
}
