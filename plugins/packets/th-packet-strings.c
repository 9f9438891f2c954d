/* th-packet-strings.c - labels and details of steps, as cached strings
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <linux/icmp.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-packet-strings.h"
#include "th-packet-map.h"
#include "th-packets-events.h"
#include "th-packets-private.h"

/* The kind of text that a key in the map of strings stands for. */
enum
{
  TEXT_DEVICE = 1,
  TEXT_BYTES,
  TEXT_RESULT,
  TEXT_PAIR,
  TEXT_IRQ,
  TEXT_JOIN,
  TEXT_REASON,
  TEXT_ICMP
};

void
th_packet_strings_init (Packets *self)
{
  th_packet_map_init (&self->strings);
  th_packet_map_init (&self->locations);
  self->located.string = TH_STEP_NO_DETAIL;
  self->text = g_string_new (NULL);
}

static guint64
strings_key (guint   kind,
             guint64 first,
             guint64 second)
{
  return (guint64) kind << 60 ^ (first & 0xffffff) << 36 ^ (second & 0xfffffffff);
}

static guint32
strings_set (Packets *self,
             guint32 *place)
{
  guint32 string = th_results_intern_n (self->results, self->text->str, self->text->len);

  *place = string + 1;
  return string;
}

guint32
th_packet_label (Packets       *self,
                 const ThEvent *event)
{
  if (event->subscription >= N_EVENTS)
    return th_results_intern (self->results,
                              th_recording_get_type_name (self->recording, event->type));
  if (self->label_types[event->subscription] != event->type + 1)
    {
      const char *name = th_recording_get_type_name (self->recording, event->type);

      self->labels[event->subscription] = th_results_intern (self->results, name);
      self->label_types[event->subscription] = event->type + 1;
    }

  return self->labels[event->subscription];
}

/* Loads the last @length bytes before @end, at most 8, as a number.  At least 8 bytes before @end
 * must be readable. */
static guint64
load_before (const guint8 *end,
             gsize         length)
{
  guint64 bytes;

  if (length == 0)
    return 0;

  memcpy (&bytes, end - sizeof bytes, sizeof bytes);
  return GUINT64_FROM_LE (bytes) >> (64 - 8 * length);
}

/* Sets @key to the text of @length bytes that ends at @end, and returns the entry in which its
 * string is cached, if it is. */
static Name *
find_name (Packets      *self,
           const guint8 *end,
           gsize         length,
           Name         *key)
{
  gsize last = MIN (length, 8);

  *key = (Name) { load_before (end - last, length - last), load_before (end, last), length, 0 };
  return &self->names[((key->first ^ key->last) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >>
                      (64 - NAME_BITS)];
}

/* Interns a text of the event as a string of the results.  Nearly all texts are names of devices,
 * so a cache of recent names is tried first. */
guint32
th_packet_device (Packets       *self,
                  const ThEvent *event,
                  guint          field)
{
  gsize offset, size, length;
  Name key, *name = NULL;
  const char *text;

  if (event->fields[field] == NULL ||
      !th_field_find_text (event->fields[field], &event->payload, &offset, &size))
    return TH_STEP_NO_DETAIL;

  if (size > 0 && size <= MAX_NAME && offset >= MAX_NAME)
    {
      name = find_name (self, event->payload.data + offset + size, size, &key);
      if (name->first == key.first && name->last == key.last && name->length == size)
        return name->string;
    }

  text = (const char *) event->payload.data + offset;
  length = strnlen (text, size);
  if (length == 0)
    return TH_STEP_NO_DETAIL;
  key.string = th_results_intern_n (self->results, text, length);
  if (name != NULL)
    *name = key;
  return key.string;
}

/* In a text recording whose first address is "(nil)", addresses are strings. */
guint64
th_packet_address (const ThField   *field,
                   const ThPayload *payload)
{
  g_autofree char *text = NULL;
  const guint8 *bytes;
  guint64 address = 0;
  gsize length;

  if (field == NULL || payload->data == NULL)
    return 0;
  if (field->kind != TH_FIELD_STRING && field->kind != TH_FIELD_DYNAMIC_STRING)
    return th_field_read_u64 (field, payload, &address) ? address : 0;
  if (!th_field_read_bytes (field, payload, &bytes, &length) || length == 0 || length > 18 ||
      !g_ascii_isxdigit (bytes[0]))
    return 0;

  text = g_strndup ((const char *) bytes, length);
  return g_ascii_strtoull (text, NULL, 16);
}

guint32
th_packet_detail_device (Packets *self,
                         guint32  device,
                         gint64   length)
{
  guint32 *place;

  if (length < 0)
    return device;

  place = th_packet_map_get (&self->strings, strings_key (TEXT_DEVICE, device, length));
  if (*place != 0)
    return *place - 1;

  g_string_assign (self->text, "");
  if (device != TH_STEP_NO_DETAIL)
    g_string_append_printf (self->text, "%s · ", th_results_get_word (self->results, device));
  g_string_append_printf (self->text, "len %" G_GINT64_FORMAT, length);
  return strings_set (self, place);
}

static guint32
detail_number (Packets    *self,
               guint       kind,
               const char *before,
               gint64      number,
               const char *after)
{
  guint32 *place = th_packet_map_get (&self->strings, strings_key (kind, 0, number));

  if (*place != 0)
    return *place - 1;

  g_string_printf (self->text, "%s%" G_GINT64_FORMAT "%s", before, number, after);
  return strings_set (self, place);
}

guint32
th_packet_detail_bytes (Packets *self,
                        gint64   bytes)
{
  return bytes < 0 ? TH_STEP_NO_DETAIL : detail_number (self, TEXT_BYTES, "", bytes, " B");
}

guint32
th_packet_detail_result (Packets *self,
                         gint64   result)
{
  return detail_number (self, TEXT_RESULT, "= ", result, "");
}

guint32
th_packet_detail_pair (Packets *self,
                       gint64   work,
                       gint64   budget)
{
  guint32 *place;

  if (work < 0 || budget < 0)
    return TH_STEP_NO_DETAIL;

  place = th_packet_map_get (&self->strings, strings_key (TEXT_PAIR, work, budget));
  if (*place != 0)
    return *place - 1;

  g_string_printf (self->text, _("work %u of %u"), (guint) work, (guint) budget);
  return strings_set (self, place);
}

guint32
th_packet_detail_irq (Packets *self,
                      gint64   irq,
                      guint32  name)
{
  guint32 *place = th_packet_map_get (&self->strings, strings_key (TEXT_IRQ, name, irq));

  if (*place != 0)
    return *place - 1;

  g_string_printf (self->text, "irq %d", (gint) irq);
  if (name != TH_STEP_NO_DETAIL)
    g_string_append_printf (self->text, " %s", th_results_get_word (self->results, name));
  return strings_set (self, place);
}

guint32
th_packet_detail_join (Packets *self,
                       guint32  first,
                       guint32  second)
{
  guint32 *place;

  if (first == TH_STEP_NO_DETAIL || second == TH_STEP_NO_DETAIL)
    return first == TH_STEP_NO_DETAIL ? second : first;

  place = th_packet_map_get (&self->strings, strings_key (TEXT_JOIN, first, second));
  if (*place != 0)
    return *place - 1;

  g_string_printf (self->text, "%s · %s", th_results_get_word (self->results, first),
                   th_results_get_word (self->results, second));
  return strings_set (self, place);
}

/* The kernel's name of an ICMP error, or NULL. */
static const char *
get_icmp_name (gint64 type,
               gint64 code)
{
  static const char *const unreachable[] = {
    [ICMP_NET_UNREACH] = "NET_UNREACH",
    [ICMP_HOST_UNREACH] = "HOST_UNREACH",
    [ICMP_PROT_UNREACH] = "PROT_UNREACH",
    [ICMP_PORT_UNREACH] = "PORT_UNREACH",
    [ICMP_FRAG_NEEDED] = "FRAG_NEEDED",
    [ICMP_SR_FAILED] = "SR_FAILED",
    [ICMP_NET_UNKNOWN] = "NET_UNKNOWN",
    [ICMP_HOST_UNKNOWN] = "HOST_UNKNOWN",
    [ICMP_HOST_ISOLATED] = "HOST_ISOLATED",
    [ICMP_NET_ANO] = "NET_ANO",
    [ICMP_HOST_ANO] = "HOST_ANO",
    [ICMP_NET_UNR_TOS] = "NET_UNR_TOS",
    [ICMP_HOST_UNR_TOS] = "HOST_UNR_TOS",
    [ICMP_PKT_FILTERED] = "PKT_FILTERED",
    [ICMP_PREC_VIOLATION] = "PREC_VIOLATION",
    [ICMP_PREC_CUTOFF] = "PREC_CUTOFF"
  };
  static const char *const exceeded[] = {
    [ICMP_EXC_TTL] = "EXC_TTL",
    [ICMP_EXC_FRAGTIME] = "EXC_FRAGTIME"
  };

  if (code < 0)
    return NULL;
  if (type == ICMP_DEST_UNREACH)
    return code < G_N_ELEMENTS (unreachable) ? unreachable[code] : NULL;
  if (type == ICMP_TIME_EXCEEDED)
    return code < G_N_ELEMENTS (exceeded) ? exceeded[code] : NULL;
  return type == ICMP_REDIRECT ? "REDIRECT" : type == ICMP_PARAMETERPROB ? "PARAMETERPROB" : NULL;
}

guint32
th_packet_detail_icmp (Packets *self,
                       gint64   type,
                       gint64   code)
{
  guint32 *place = th_packet_map_get (&self->strings, strings_key (TEXT_ICMP, type, code));
  const char *name;

  if (*place != 0)
    return *place - 1;

  name = get_icmp_name (type, code);
  if (name != NULL)
    g_string_printf (self->text, "ICMP_%s", name);
  else
    g_string_printf (self->text, "ICMP %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, type, code);
  return strings_set (self, place);
}

static guint32
find_location (Packets       *self,
               const ThEvent *event,
               guint          field)
{
  guint32 string = th_packet_device (self, event, field);
  guint64 address, offset = 0;
  const char *symbol;
  guint32 *place;

  if (string != TH_STEP_NO_DETAIL || !th_event_get_uint (event, field, &address))
    return string;

  place = th_packet_map_get (&self->locations, address);
  if (*place != 0)
    return *place - 1;

  symbol = th_recording_get_symbol (self->recording, address, &offset);
  if (symbol != NULL)
    g_string_printf (self->text, "%s+0x%" G_GINT64_MODIFIER "x", symbol, offset);
  else
    g_string_printf (self->text, "0x%" G_GINT64_MODIFIER "x", address);
  return strings_set (self, place);
}

/* A location is a string (newer kernels and text recordings) or an address.  The last one is kept,
 * because several functions ask for it when a packet ends. */
guint32
th_packet_location (Packets       *self,
                    const ThEvent *event,
                    guint          field)
{
  Located *located = &self->located;

  if (located->field != event->fields[field] || !th_ref_equal (located->ref, event->ref))
    *located = (Located) { event->fields[field], event->ref, find_location (self, event, field) };

  return located->string;
}

guint32
th_packet_reason (Packets       *self,
                  const ThEvent *event,
                  guint          field)
{
  const ThField *type = event->fields[field];
  guint32 string = th_packet_device (self, event, field);
  guint64 value;
  guint32 *place;

  if (string != TH_STEP_NO_DETAIL || !th_event_get_uint (event, field, &value))
    return string;

  place = th_packet_map_get (&self->strings, strings_key (TEXT_REASON, 0, value));
  if (*place != 0)
    return *place - 1;

  g_string_printf (self->text, "%" G_GUINT64_FORMAT, value);
  for (guint i = 0; i < type->n_values; i++)
    if (type->values[i].value == value)
      g_string_assign (self->text, type->values[i].name);
  return strings_set (self, place);
}

const char *
th_packet_string (Packets *self,
                  guint32  string)
{
  return string == TH_STEP_NO_DETAIL ? NULL : th_results_get_word (self->results, string);
}
