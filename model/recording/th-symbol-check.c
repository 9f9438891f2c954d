/* th-symbol-check.c - checks whether the names of kernel functions are missing
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-symbol-check.h"

#include "th-reader.h"

/* Limits per CPU: of rows scanned, and of records read. */
#define MAX_ROWS    8192
#define MAX_RECORDS 16
/* The limit of records read over all CPUs. */
#define MAX_ALL     1024

typedef struct
{
  ThRecording *recording;
  ThReader    *reader;
  GArray      *frames;
  guint        n_records;
  guint        n_addresses;
  guint        n_names;
} Check;

static void
check_address (Check   *check,
               guint64  address)
{
  guint64 offset;

  /* Kernel addresses are in the upper half; the lower half is user space. */
  if (address >> 63 == 0)
    return;

  check->n_addresses++;
  check->n_names += th_address_is_made_up (address) ||
    th_recording_get_symbol (check->recording, address, &offset) != NULL;
}

static void
check_fields (Check              *check,
              const ThFieldTable *fields,
              ThRef               ref)
{
  ThPayload payload;

  if (!th_reader_get_payload (check->reader, ref, &payload))
    return;

  for (guint i = 0; i < fields->n_fields; i++)
    {
      guint64 address;

      if (fields->fields[i].kind == TH_FIELD_SYMBOL &&
          th_field_read_u64 (&fields->fields[i], &payload, &address))
        check_address (check, address);
    }
}

static void
check_stack (Check *check,
             ThRef  ref)
{
  g_array_set_size (check->frames, 0);
  if (!th_reader_get_recorded_stack (check->reader, ref, check->frames))
    return;

  for (guint i = 0; i < check->frames->len; i++)
    if (!g_array_index (check->frames, ThFrame, i).user)
      check_address (check, g_array_index (check->frames, ThFrame, i).address);
}

static gboolean
has_symbol (const ThFieldTable *fields)
{
  for (guint i = 0; i < fields->n_fields; i++)
    if (fields->fields[i].kind == TH_FIELD_SYMBOL)
      return TRUE;

  return FALSE;
}

static void
check_cpu (Check    *check,
           ThStream *stream,
           guint     index)
{
  ThCpu *cpu = th_stream_get_cpu (stream, index);
  guint32 n = MIN (th_cpu_get_n_rows (cpu), MAX_ROWS);
  guint last = MIN (check->n_records + MAX_RECORDS, MAX_ALL);

  for (guint32 row = 0; row < n && check->n_records < last; row++)
    {
      ThRef ref = { th_stream_get_index (stream), index, row };
      guint type = th_recording_get_type (check->recording, ref);
      const ThFieldTable *fields = th_recording_get_fields (check->recording, type);
      gboolean stacks = th_recording_has_stacks (check->recording, type);

      if (!stacks && !has_symbol (fields))
        continue;
      check->n_records++;
      check_fields (check, fields, ref);
      if (stacks)
        check_stack (check, ref);
    }
}

gboolean
th_symbols_are_missing (ThRecording *self)
{
  g_autoptr(ThReader) reader = th_reader_new (self);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  Check check = { self, reader, frames, 0, 0, 0 };

  for (guint s = 0; s < th_recording_get_n_streams (self); s++)
    for (guint c = 0; c < th_stream_get_n_cpus (th_recording_get_stream (self, s)); c++)
      check_cpu (&check, th_recording_get_stream (self, s), c);

  return check.n_names < check.n_addresses / 2;
}
