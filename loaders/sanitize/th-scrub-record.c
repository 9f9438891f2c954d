/* th-scrub-record.c - finds personal data in the records of events, or overwrites it
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-scrub-record.h"

#include <string.h>

#include "th-byte-cursor.h"
#include "th-scrub-field.h"
#include "th-scrub-text.h"

#define MIN_U32 (1u << 24) /* smaller numbers are counts, pids and the like */
#define COMMON_BYTES 8     /* type, flags, preemption count and pid of every event */
#define FAMILY_V4 2        /* AF_INET and AF_INET6 of Linux */
#define FAMILY_V6 10

/* What to do with the fields of an event, one of each. */
typedef struct
{
  const ThFieldTable *fields;
  ThHolds            *holds;
} Plan;

struct _ThScrubRecords
{
  ThFormats  *formats;
  ThRenames  *renames;
  gboolean    big_endian;
  guint       id_offset;
  GHashTable *plans; /* Plan, by event id + 1 */
  GByteArray *mask;  /* which bytes of a record belong to fields */
};

static void
plan_free (gpointer data)
{
  Plan *plan = data;

  g_free (plan->holds);
  g_free (plan);
}

ThScrubRecords *
th_scrub_records_new (ThFormats *formats,
                      gboolean   big_endian,
                      guint      id_offset,
                      ThRenames *renames)
{
  ThScrubRecords *self = g_new0 (ThScrubRecords, 1);

  self->formats = formats;
  self->renames = renames;
  self->big_endian = big_endian;
  self->id_offset = id_offset;
  self->plans = g_hash_table_new_full (NULL, NULL, NULL, plan_free);
  self->mask = g_byte_array_new ();
  return self;
}

void
th_scrub_records_free (ThScrubRecords *self)
{
  g_hash_table_unref (self->plans);
  g_byte_array_unref (self->mask);
  g_free (self);
}

static const Plan *
get_plan (ThScrubRecords *self,
          guint           id)
{
  Plan *plan = g_hash_table_lookup (self->plans, GUINT_TO_POINTER (id + 1));
  const char *system = th_formats_get_system (self->formats, id);

  if (plan != NULL)
    return plan;

  plan = g_new0 (Plan, 1);
  plan->fields = th_formats_get_fields (self->formats, id);
  plan->holds = g_new0 (ThHolds, plan->fields->n_fields);
  for (guint i = 0; system != NULL && i < plan->fields->n_fields; i++)
    plan->holds[i] = th_field_holds (system, th_formats_get_name (self->formats, id),
                                     &plan->fields->fields[i]);
  g_hash_table_insert (self->plans, GUINT_TO_POINTER (id + 1), plan);
  return plan;
}

/* --- fields --------------------------------------------------------------- */

/* Whether to leave nothing of @kind; also counts it. */
static gboolean
must_clear (ThScrubRecords *self,
            ThPersonalKind  kind,
            const char     *sample,
            gsize           size)
{
  ThPersonalChoice choice = th_renames_get_choice (self->renames, kind);

  th_renames_count (self->renames, kind, sample, size);
  return th_renames_is_frozen (self->renames) && choice != TH_PERSONAL_KEEP &&
         (choice == TH_PERSONAL_REMOVE || kind == TH_PERSONAL_BYTES);
}

static void
scrub_free_text (ThScrubRecords *self,
                 char           *text,
                 gsize           size)
{
  if (!must_clear (self, TH_PERSONAL_TEXTS, text, size))
    th_scrub_text (self->renames, TH_SCRUB_ALL, text, size);
  else
    for (gsize i = 0; i < size; i++)
      if (text[i] != '\0' && text[i] != '\n')
        text[i] = 'x';
}

static void
scrub_mixed (ThScrubRecords *self,
             guint8         *bytes,
             gsize           size)
{
  if (must_clear (self, TH_PERSONAL_TEXTS, NULL, 0))
    memset (bytes, 0, size);
  else
    th_scrub_text (self->renames, TH_SCRUB_ALL, (char *) bytes, size);
}

/* After the NUL of a text there is only what was in memory before. */
static void
scrub_string (ThScrubRecords *self,
              ThHolds         holds,
              char           *text,
              gsize           size)
{
  gsize length = strnlen (text, size);

  memset (text + length, 0, size - length);
  if (length == 0)
    return;

  switch (holds)
    {
    case TH_HOLDS_TASK:
      th_renames_name (self->renames, TH_PERSONAL_TASKS, text, length);
      break;
    case TH_HOLDS_COMMAND:
      th_scrub_command (self->renames, text, length);
      break;
    case TH_HOLDS_HOST:
      th_scrub_host (self->renames, text, length);
      break;
    case TH_HOLDS_PATH:
      th_scrub_path (self->renames, text, length);
      break;
    case TH_HOLDS_FREE_TEXT:
      scrub_free_text (self, text, length);
      break;
    default:
      th_scrub_text (self->renames, TH_SCRUB_ALL, text, length);
      break;
    }
}

static void
scrub_sockaddr (ThScrubRecords *self,
                guint8         *bytes,
                gsize           size)
{
  guint family = size >= 2 ? th_bytes_u16 (bytes, self->big_endian) : 0;

  if (family == FAMILY_V4 && size >= 8)
    {
      th_renames_address (self->renames, TH_ADDRESS_V4, bytes + 4);
      memset (bytes + 8, 0, size - 8);
    }
  else if (family == FAMILY_V6 && size >= 24)
    {
      th_renames_address (self->renames, TH_ADDRESS_V6, bytes + 8);
      memset (bytes + MIN (size, 28), 0, size - MIN (size, 28));
    }
  else if (size == 4)
    th_renames_address (self->renames, TH_ADDRESS_V4, bytes);
  else if (size == 6)
    th_renames_address (self->renames, TH_ADDRESS_MAC, bytes);
  else if (size == 16)
    th_renames_address (self->renames, TH_ADDRESS_V6, bytes);
  else if (size > 2 && must_clear (self, TH_PERSONAL_BYTES, NULL, 0))
    memset (bytes + 2, 0, size - 2);
}

/* A number that is an address which was found elsewhere, in either byte order. */
static void
scrub_number (ThScrubRecords *self,
              guint8         *bytes)
{
  guint32 number = th_bytes_u32 (bytes, self->big_endian);
  guint8 reversed[4] = { bytes[3], bytes[2], bytes[1], bytes[0] };

  if (number < MIN_U32 || !th_renames_is_frozen (self->renames))
    return;

  if (th_renames_has_v4 (self->renames, bytes))
    th_renames_address (self->renames, TH_ADDRESS_V4, bytes);
  else if (th_renames_has_v4 (self->renames, reversed))
    {
      th_renames_address (self->renames, TH_ADDRESS_V4, reversed);
      for (guint i = 0; i < 4; i++)
        bytes[i] = reversed[3 - i];
    }
}

static void
scrub_mac (ThScrubRecords *self,
           guint8         *bytes,
           gsize           size)
{
  if (size < 6)
    return;
  th_renames_address (self->renames, TH_ADDRESS_MAC, bytes);
  memset (bytes + 6, 0, size - 6);
}

static void
scrub_field (ThScrubRecords *self,
             ThHolds         holds,
             guint8         *bytes,
             gsize           size)
{
  switch (holds)
    {
    case TH_HOLDS_NUMBERS:
      break;
    case TH_HOLDS_U32:
      if (size == 4)
        scrub_number (self, bytes);
      break;
    case TH_HOLDS_V4:
      if (size == 4)
        th_renames_address (self->renames, TH_ADDRESS_V4, bytes);
      break;
    case TH_HOLDS_V6:
      if (size == 16)
        th_renames_address (self->renames, TH_ADDRESS_V6, bytes);
      break;
    case TH_HOLDS_MAC:
      scrub_mac (self, bytes, size);
      break;
    case TH_HOLDS_SOCKADDR:
      scrub_sockaddr (self, bytes, size);
      break;
    case TH_HOLDS_MIXED:
      scrub_mixed (self, bytes, size);
      break;
    case TH_HOLDS_BYTES:
      if (must_clear (self, TH_PERSONAL_BYTES, NULL, 0))
        memset (bytes, 0, size);
      break;
    default:
      scrub_string (self, holds, (char *) bytes, size);
      break;
    }
}

/* --- records --------------------------------------------------------------- */

/* The bytes of a field, including those after the NUL of a text; FALSE if the record lacks any. */
static gboolean
find_bytes (ThScrubRecords *self,
            const ThField  *field,
            guint8         *record,
            gsize           size,
            guint8        **bytes,
            gsize          *length)
{
  const ThPayload payload = { record, size, self->big_endian };
  ThField raw = *field;
  const guint8 *found;

  raw.kind = field->kind == TH_FIELD_DYNAMIC_STRING || field->kind == TH_FIELD_DYNAMIC_ARRAY
             ? TH_FIELD_DYNAMIC_ARRAY : TH_FIELD_ARRAY;
  if (!th_field_read_bytes (&raw, &payload, &found, length))
    return FALSE;

  *bytes = record + (found - record);
  return TRUE;
}

static void
mark (ThScrubRecords *self,
      gsize           at,
      gsize           length)
{
  if (at < self->mask->len)
    memset (self->mask->data + at, 1, MIN (length, self->mask->len - at));
}

static void
clear_unmarked (ThScrubRecords *self,
                guint8         *record,
                gsize           size)
{
  for (gsize i = 0; i < size; i++)
    if (self->mask->data[i] == 0)
      record[i] = 0;
}

void
th_scrub_records_run (ThScrubRecords *self,
                      guint8         *record,
                      gsize           size)
{
  const Plan *plan;

  if (size < (gsize) self->id_offset + 2)
    return;

  plan = get_plan (self, th_bytes_u16 (record + self->id_offset, self->big_endian));
  g_byte_array_set_size (self->mask, (guint) size);
  memset (self->mask->data, 0, size);
  mark (self, 0, COMMON_BYTES);
  mark (self, self->id_offset, 2);
  for (guint i = 0; i < plan->fields->n_fields; i++)
    {
      const ThField *field = &plan->fields->fields[i];
      guint8 *bytes;
      gsize length;

      mark (self, field->offset, field->size);
      if (!find_bytes (self, field, record, size, &bytes, &length))
        continue;
      mark (self, (gsize) (bytes - record), length);
      scrub_field (self, plan->holds[i], bytes, length);
    }
  if (th_renames_is_frozen (self->renames))
    clear_unmarked (self, record, size);
}
