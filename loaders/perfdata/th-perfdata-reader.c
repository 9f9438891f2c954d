/* th-perfdata-reader.c - payload, text and stack of one sample, on demand
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stddef.h>
#include <string.h>

#include "th-perfdata-again.h"
#include "th-perfdata-attr.h"
#include "th-perfdata-code.h"
#include "th-perfdata-fields.h"
#include "th-perfdata-file.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-reader.h"
#include "th-perfdata-record.h"
#include "th-perfdata-records.h"
#include "th-perfdata-sample.h"
#include "th-perfdata-sideband.h"
#include "th-perfdata-symbols.h"
#include "th-perfdata-unwind.h"
#include "th-source.h"

#define MAX_FRAMES 1024

/* enum perf_callchain_context: an entry that gives the context of the following ones. */
#define CONTEXT_MAX ((guint64) -4095)
#define CONTEXT_USER ((guint64) -512)
#define CONTEXT_GUEST_USER ((guint64) -2560)

typedef struct
{
  ThFormatReader base;
  ThPfFile      *file;
  ThPfRecords   *records;
  ThPfRecord     record;
  const char    *dso;       /* what record.dso is a copy of; NULL before the first sample */
  gsize          dso_length;
  ThPfSideband   sideband;
  ThPfStackEnd   stack_end; /* of the stack that was read last */
} Reader;

/* --- source ------------------------------------------------------------ */

static void
source_free (gpointer source)
{
  th_pf_file_free (source);
}

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  static const ThFieldTable empty = { NULL, 0 };
  ThPfFile *self = source;
  const ThPfAttr *attr = g_hash_table_lookup (self->attr_of_type, GUINT_TO_POINTER (type));

  if (attr == NULL)
    {
      const ThFieldTable *fields = th_pf_sideband_fields (self, type);

      return fields != NULL ? fields : &empty;
    }
  return attr->format != TH_PF_NO_FORMAT ? th_formats_get_fields (self->base.formats, attr->format)
                                         : th_pf_fields_for (self, attr);
}

/* Symbols of the kernel are read only once, and are not found before its build id has arrived
 * through the pipe. */
static gboolean
may_read_symbols (ThPfFile *self)
{
  return !self->pipe || g_atomic_int_get (&self->may_read_symbols);
}

static const char *
source_symbol (gpointer  source,
               guint64   address,
               guint64  *offset)
{
  ThPfFile *self = source;
  const char *name = NULL;

  if (th_address_is_made_up (address))
    return th_pf_maps_find_symbol (self->maps, address, offset);

  if (may_read_symbols (self))
    name = th_format_source_symbol (source, address, offset);
  if (name == NULL)
    name = th_pf_modules_find (self->modules, address, offset);
  return name != NULL ? name : th_pf_symbols_find (self->symbols, address, offset);
}

static const char *
source_module (gpointer source,
               guint64  address)
{
  const char *name = th_format_source_module (source, address);

  return name != NULL || th_address_is_made_up (address)
         ? name : th_pf_modules_get_name (((ThPfFile *) source)->modules, address);
}

static gboolean
source_has_stacks (gpointer source,
                   guint    type)
{
  const ThPfAttr *attr = g_hash_table_lookup (((ThPfFile *) source)->attr_of_type,
                                              GUINT_TO_POINTER (type));

  return attr != NULL && (attr->sample_type & (TH_PF_S_CALLCHAIN | TH_PF_S_STACK_USER)) != 0;
}

static gpointer
reader_new (gpointer source)
{
  Reader *self = g_new0 (Reader, 1);

  self->file = source;
  self->records = th_pf_records_new (source);
  return self;
}

static void
reader_free (gpointer reader)
{
  Reader *self = reader;

  th_pf_records_free (self->records);
  th_format_reader_clear (&self->base);
  g_free (self);
}

/* --- bytes ------------------------------------------------------------- */

/* Sets where the record of the event is; FALSE if that is not known. */
static gboolean
find_record (Reader  *self,
             ThRef    ref,
             guint64 *place)
{
  ThCpu *cpu = th_format_source_find_cpu (&self->file->base, ref);
  const ThPfPlaces *places = th_pf_again_get_places (self->file, ref.cpu);

  if (cpu == NULL)
    return FALSE;

  *place = th_cpu_get_place (cpu, ref.row);
  return places == NULL ||
         th_pf_records_find (self->records, places, ref.cpu, *place / 4, place);
}

/* The attribute of @sample is NULL for a sideband record. */
static gboolean
get_sample (Reader     *self,
            ThRef       ref,
            ThPfSample *sample)
{
  ThRecording *recording = self->file->base.recording;
  guint64 place;

  if (ref.stream != th_recording_get_first_stream (recording) ||
      ref.cpu >= th_stream_get_n_cpus (th_recording_get_stream (recording, ref.stream)) ||
      !find_record (self, ref, &place))
    return FALSE;

  sample->big_endian = self->file->big_endian;
  sample->record = th_pf_records_get (self->records, place, &sample->size);
  if (sample->record == NULL)
    return FALSE;

  if (th_pf_record_type (sample->record, sample->big_endian) != TH_PF_SAMPLE)
    {
      sample->attr = NULL;
      return TRUE;
    }
  sample->attr = th_pf_sample_attr (self->file, sample->record, sample->size);
  return sample->attr != NULL;
}

/* Copies the name to the end of the record unless it is there already: most successive samples hit
 * the same file. */
static void
set_dso (Reader     *self,
         const char *dso)
{
  if (self->dso == dso)
    return;

  self->dso = dso;
  self->dso_length = MIN (strlen (dso), sizeof self->record.dso - 1);
  memcpy (self->record.dso, dso, self->dso_length);
  self->record.dso[self->dso_length] = '\0';
}

/* Fills the generated record; returns its size. */
static gsize
fill_record (Reader           *self,
             ThRef             ref,
             const ThPfSample *sample)
{
  ThPfRecord *record = &self->record;
  const char *dso = NULL;

  th_pf_sample_fill (sample, record);
  if (sample->attr->ip != TH_PF_ABSENT)
    {
      record->sym = th_pf_code_find (self->file, record,
                                     th_recording_get_own_time (self->file->base.recording, ref));
      dso = th_pf_code_get_dso (self->file, record->sym);
    }
  set_dso (self, dso != NULL ? dso : "");
  return offsetof (ThPfRecord, dso) + self->dso_length + 1;
}

/* The raw record of the kernel if there is one, else the generated record. */
static gboolean
sample_payload (Reader           *self,
                ThRef             ref,
                const ThPfSample *sample,
                ThPayload        *payload)
{
  if (sample->attr == NULL)
    {
      gsize size = th_pf_sideband_fill (self->file, sample->record, sample->size, &self->sideband);

      *payload = (ThPayload) { (const guint8 *) &self->sideband, size,
                               G_BYTE_ORDER == G_BIG_ENDIAN };
      return TRUE;
    }
  if (sample->attr->format != TH_PF_NO_FORMAT)
    {
      guint32 offset, size;

      if (!th_pf_sample_raw (sample, &offset, &size))
        return FALSE;
      *payload = (ThPayload) { sample->record + offset, size, sample->big_endian };
      return TRUE;
    }

  *payload = (ThPayload) { (const guint8 *) &self->record, fill_record (self, ref, sample),
                           G_BYTE_ORDER == G_BIG_ENDIAN };
  return TRUE;
}

static gboolean
reader_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  ThPfSample sample;

  return get_sample (reader, ref, &sample) && sample_payload (reader, ref, &sample, payload);
}

/* --- text -------------------------------------------------------------- */

static gboolean
reader_text (gpointer  reader,
             ThRef     ref,
             gboolean  raw,
             GString  *text)
{
  Reader *self = reader;
  ThPfSample sample;
  ThPayload payload;

  if (!get_sample (self, ref, &sample) || !sample_payload (self, ref, &sample, &payload))
    return FALSE;
  if (sample.attr == NULL)
    {
      if (raw)
        g_string_append_c (text, ' ');
      th_pf_sideband_print (self->file, sample.record, &payload, text);
      return TRUE;
    }
  if (sample.attr->format == TH_PF_NO_FORMAT)
    {
      gsize before = text->len;

      if (!raw)
        th_pf_code_print (self->file, self->record.sym,
                          *self->record.dso != '\0' ? self->record.dso : NULL, text);
      th_pf_record_print (&self->record, sample.attr, raw, text);
      if (!raw && text->len > before)
        g_string_erase (text, before, 1);
      return TRUE;
    }

  th_format_reader_print (&self->base, self->file->base.formats, sample.attr->format, &payload, raw,
                          text);
  return TRUE;
}

/* --- stacks ------------------------------------------------------------ */

static gboolean
is_user_context (guint64 context)
{
  return context == CONTEXT_USER || context == CONTEXT_GUEST_USER;
}

/* A sample whose stack is read. */
typedef struct
{
  const ThPfFile *file;
  ThPfSample      sample;
  gint32          pid;
  gint64          time;
} Sampled;

static gboolean
get_sampled (Reader  *self,
             ThRef    ref,
             Sampled *sampled)
{
  ThPfRecord record;

  if (!get_sample (self, ref, &sampled->sample) || sampled->sample.attr == NULL)
    return FALSE;

  th_pf_sample_fill (&sampled->sample, &record);
  sampled->file = self->file;
  sampled->pid = record.pid;
  sampled->time = th_recording_get_own_time (self->file->base.recording, ref);
  return TRUE;
}

/* Appends the call chain that was recorded.  Returns whether it has user frames. */
static gboolean
add_chain (const Sampled *sampled,
           GArray        *frames)
{
  const ThPfSample *sample = &sampled->sample;
  guint mode = th_bytes_u16 (sample->record + 4, sample->big_endian) & 7;
  gboolean user = mode == TH_PF_MODE_USER || mode == TH_PF_MODE_GUEST_USER, has_user = FALSE;
  guint before = frames->len;
  guint32 offset, n;

  if (!th_pf_sample_chain (sample, &offset, &n))
    return FALSE;

  for (guint32 i = 0; i < n && frames->len - before < MAX_FRAMES; i++)
    {
      ThFrame frame = { th_bytes_u64 (sample->record + offset + i * 8, sample->big_endian), user };

      if (frame.address >= CONTEXT_MAX)
        {
          user = is_user_context (frame.address);
          continue;
        }
      has_user |= user;
      if (user)
        frame.address = th_pf_maps_place (sampled->file->maps, sampled->pid, sampled->time,
                                          frame.address);
      g_array_append_val (frames, frame);
    }
  return has_user;
}

static void
add_unwound (const Sampled *sampled,
             GArray        *frames,
             ThPfStackEnd  *end)
{
  const ThPfFile *file = sampled->file;
  ThPfUser user;

  if (th_pf_sample_user (&sampled->sample, &user))
    th_pf_unwind_run (file->unwind, &sampled->sample, &user,
                      th_recording_get_fact (file->base.recording, "machine"), sampled->pid,
                      sampled->time, frames, end);
}

static gboolean
reader_stack (gpointer  reader,
              ThRef     ref,
              GArray   *frames)
{
  Reader *self = reader;
  guint before = frames->len;
  Sampled sampled;

  self->stack_end = (ThPfStackEnd) { 0 };
  if (get_sampled (self, ref, &sampled) && !add_chain (&sampled, frames))
    add_unwound (&sampled, frames, &self->stack_end);
  return frames->len > before;
}

static gboolean
reader_recorded_stack (gpointer  reader,
                       ThRef     ref,
                       GArray   *frames)
{
  guint before = frames->len;
  Sampled sampled;

  if (get_sampled (reader, ref, &sampled))
    add_chain (&sampled, frames);
  return frames->len > before;
}

static char *
reader_stack_end (gpointer reader)
{
  return th_pf_stack_end_dup_text (&((Reader *) reader)->stack_end);
}

static char *
source_stack_remark (gpointer source)
{
  return th_pf_unwind_dup_remark (((ThPfFile *) source)->unwind);
}

const ThSource th_perfdata_source = {
  .free = source_free,
  .fields = source_fields,
  .symbol = source_symbol,
  .module = source_module,
  .has_stacks = source_has_stacks,
  .stack_remark = source_stack_remark,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .payload = reader_payload,
  .text = reader_text,
  .stack = reader_stack,
  .recorded_stack = reader_recorded_stack,
  .stack_end = reader_stack_end,
  .changed = th_format_source_changed,
};
