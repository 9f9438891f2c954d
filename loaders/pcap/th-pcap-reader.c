/* th-pcap-reader.c - fields and text of a frame, read again from the file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-aligned.h"
#include "th-pcap-fields.h"
#include "th-pcap-reader.h"
#include "th-pcap-record.h"

/* Reading in the order of the file takes one call per window; a frame with all of its headers and
 * options fits. */
#define WINDOW_SIZE (256 * 1024)

typedef struct
{
  ThPcapFile  *file;
  guint8      *window;
  guint64      window_place;
  gsize        window_size;

  ThPcapRecord record;
  ThHeaders    headers;
  gsize        size; /* of its first bytes */
  guint8       bytes[TH_HEADERS_MAX];
  char        *comment;
  ThPcapFields fields;
} Reader;

static void
source_free (gpointer source)
{
  th_pcap_file_free (source);
}

static const ThFieldTable *
source_fields (gpointer source,
               guint    type)
{
  static const ThFieldTable none = { NULL, 0 };
  const ThPcapFile *self = source;

  for (guint i = 0; i < TH_N_PROTOCOLS; i++)
    if (self->types[i] == type)
      return th_pcap_fields_get (i);
  return &none;
}

static gpointer
reader_new (gpointer source)
{
  Reader *self = g_new0 (Reader, 1);

  self->file = source;
  return self;
}

static void
reader_free (gpointer reader)
{
  Reader *self = reader;

  g_free (self->window);
  g_free (self->comment);
  g_free (self);
}

/* --- frames ------------------------------------------------------------ */

/* Returns up to @size bytes at @place; *@available: how many. */
static const guint8 *
peek (Reader  *self,
      guint64  place,
      gsize    size,
      gsize   *available)
{
  gsize skip;

  if (self->window == NULL)
    self->window = th_aligned_alloc (WINDOW_SIZE);
  if (place < self->window_place || place - self->window_place > self->window_size ||
      self->window_size - (place - self->window_place) < size)
    {
      gssize n = th_bytes_read (self->file->base.bytes, place, self->window, WINDOW_SIZE);

      self->window_place = place;
      /* Data read before a change of the file stays valid. */
      self->window_size = n > 0 && th_bytes_is_intact (self->file->base.bytes) ? n : 0;
    }
  skip = place - self->window_place;
  *available = MIN (size, self->window_size - skip);
  return self->window + skip;
}

static gboolean
read_record (Reader *self)
{
  const ThPcapSection *section = th_pcap_file_find_section (self->file, self->record.place);
  const guint8 *at;
  guint64 place;
  gsize size;

  at = peek (self, self->record.place, TH_PCAP_MAX_HEADER, &size);
  if (!self->file->is_ng)
    return th_pcap_record_read_classic (self->file, at, size, &self->record) == TH_PCAP_FRAME;

  if (section == NULL || th_pcap_record_read_block (self->file, section, at, size,
                                                    &self->record) != TH_PCAP_FRAME)
    return FALSE;
  if (th_pcap_u32 (at, section->big_endian) != TH_PCAP_SIMPLE &&
      th_pcap_record_find_options (&self->record, &place, &size))
    {
      at = peek (self, place, size, &size);
      th_pcap_record_read_options (&self->record, at, size, section->big_endian,
                                   &self->comment);
    }
  return TRUE;
}

/* Reads the frame at @ref and its headers. */
static gboolean
read_frame (Reader *self,
            ThRef   ref)
{
  ThCpu *cpu = th_format_source_find_cpu (&self->file->base, ref);
  const guint8 *at;

  if (cpu == NULL)
    return FALSE;

  g_clear_pointer (&self->comment, g_free);
  self->record = (ThPcapRecord) { .place = th_cpu_get_place (cpu, ref.row) };
  if (!read_record (self))
    return FALSE;

  at = peek (self, self->record.data, MIN (self->record.captured, TH_HEADERS_MAX), &self->size);
  memcpy (self->bytes, at, self->size);
  th_headers_parse (th_pcap_file_get_interface (self->file, self->record.interface)->link_type,
                    self->bytes, self->size, self->record.length, &self->headers);
  return self->file->types[self->headers.protocol] == th_cpu_get_type (cpu, ref.row);
}

static void
fill (Reader *self)
{
  th_pcap_fields_fill (&self->record, &self->headers, self->bytes, self->size, &self->fields);
  if (self->comment != NULL)
    g_strlcpy (self->fields.comment, self->comment, sizeof self->fields.comment);
}

static gboolean
reader_payload (gpointer   reader,
                ThRef      ref,
                ThPayload *payload)
{
  Reader *self = reader;

  if (!read_frame (self, ref))
    return FALSE;
  fill (self);
  *payload = (ThPayload) { (const guint8 *) &self->fields, sizeof self->fields,
                           G_BYTE_ORDER == G_BIG_ENDIAN };
  return TRUE;
}

static const guint8 *
reader_frame (gpointer  reader,
              ThRef     ref,
              gsize     max,
              gsize    *size)
{
  Reader *self = reader;

  if (!read_frame (self, ref))
    return NULL;
  return peek (self, self->record.data, MIN (MIN (self->record.captured, max), WINDOW_SIZE), size);
}

/* --- text -------------------------------------------------------------- */

static void
append_field (const ThField   *field,
              const ThPayload *payload,
              GString         *text)
{
  const guint8 *bytes;
  guint64 value;
  gsize size;

  if (field->kind == TH_FIELD_STRING && th_field_read_bytes (field, payload, &bytes, &size))
    g_string_append_printf (text, " %s=%.*s", field->name, (int) size, (const char *) bytes);
  else if (th_field_read_u64 (field, payload, &value))
    g_string_append_printf (text,
                            (field->flags & TH_FIELD_HEX) != 0 ? " %s=0x%" G_GINT64_MODIFIER "x"
                                                               : " %s=%" G_GUINT64_FORMAT,
                            field->name, value);
}

static void
append_raw (Reader  *self,
            GString *text)
{
  const ThFieldTable *table = th_pcap_fields_get (self->headers.protocol);
  ThPayload payload = { (const guint8 *) &self->fields, sizeof self->fields,
                        G_BYTE_ORDER == G_BIG_ENDIAN };

  for (guint i = 0; i < table->n_fields; i++)
    append_field (&table->fields[i], &payload, text);
}

static const char *
name_mac (const char *mac)
{
  return strcmp (mac, "ff:ff:ff:ff:ff:ff") == 0 ? "Broadcast" : mac;
}

/* The columns of tshark after number and time: addresses, protocol, length, info. */
static void
append_line (Reader  *self,
             GString *text)
{
  const ThPcapFields *fields = &self->fields;
  gboolean is_ip = fields->src[0] != '\0' && self->headers.protocol != TH_PROTOCOL_ARP;

  if (is_ip || fields->mac_src[0] != '\0')
    g_string_append_printf (text, "%s → %s ", is_ip ? fields->src : fields->mac_src,
                            is_ip ? fields->dst : name_mac (fields->mac_dst));
  th_headers_append_protocol (&self->headers, text);
  g_string_append_printf (text, " %u ", self->record.length);
  if (self->headers.n_tunnels > 0)
    g_string_append_printf (text, "%s: ", fields->outer);
  th_headers_append_info (&self->headers, self->bytes, self->size, text);
  if (text->str[text->len - 1] == ' ')
    g_string_truncate (text, text->len - 1);
}

static gboolean
reader_text (gpointer  reader,
             ThRef     ref,
             gboolean  raw,
             GString  *text)
{
  Reader *self = reader;

  if (!read_frame (self, ref))
    return FALSE;
  fill (self);
  if (raw)
    append_raw (self, text);
  else
    append_line (self, text);
  return TRUE;
}

const ThSource th_pcap_source = {
  .free = source_free,
  .fields = source_fields,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .payload = reader_payload,
  .text = reader_text,
  .frame = reader_frame,
  .changed = th_format_source_changed,
};
