/* th-event-details.c - what the inspector shows of one event, read in the background
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-event-details.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-compact-info.h"
#include "th-filter-state.h"
#include "th-hex-dump.h"
#include "th-display-text.h"
#include "th-thread-pool.h"

#define MAX_SYMBOL_OFFSET 0x4000

struct _ThEventDetailsReader
{
  GMutex       lock;
  ThRecording *recording;
  ThReader    *reader;
  ThRecording *part;     /* the recording of the event */
};

static void
reader_clear (gpointer data)
{
  ThEventDetailsReader *self = data;

  th_reader_free (self->reader);
  th_recording_unref (self->recording);
  g_mutex_clear (&self->lock);
}

ThEventDetailsReader *
th_event_details_reader_new (ThRecording *recording)
{
  ThEventDetailsReader *self = g_atomic_rc_box_new0 (ThEventDetailsReader);

  g_mutex_init (&self->lock);
  self->recording = th_recording_ref (recording);
  self->reader = th_reader_new (recording);

  return self;
}

static ThEventDetailsReader *
reader_ref (ThEventDetailsReader *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
th_event_details_reader_unref (ThEventDetailsReader *self)
{
  g_atomic_rc_box_release_full (self, reader_clear);
}

/* --- reading, on the worker --------------------------------------------- */

static void
detail_clear (gpointer data)
{
  ThDetail *detail = data;

  g_free (detail->name);
  g_free (detail->value);
  g_free (detail->test);
}

static GArray *
detail_array (void)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (ThDetail));

  g_array_set_clear_func (array, detail_clear);

  return array;
}

/* Appends a symbol to an address that the format prints as a number, such as the place where an
 * skb was freed, or the function of a timer.  Newer formats print the symbol themselves. */
static void
append_symbol (ThEventDetailsReader *self,
               const ThField        *field,
               const ThPayload      *payload,
               GString              *value)
{
  guint64 address, offset = 0;
  const char *symbol;

  if (field->kind != TH_FIELD_POINTER || !th_field_read_u64 (field, payload, &address))
    return;

  symbol = th_recording_get_symbol (self->part, address, &offset);
  /* An address farther from the symbol belongs to data between two symbols. */
  if (symbol != NULL && offset < MAX_SYMBOL_OFFSET && strstr (value->str, symbol) == NULL)
    g_string_append_printf (value, " %s+0x%" G_GINT64_MODIFIER "x", symbol, offset);
}

/* Replaces a task state by text like "R+", which the kernel's format composes from two parts of
 * the field. */
static void
take_state (const ThEventDetails *details,
            const ThField        *field,
            const ThPayload      *payload,
            GString              *value)
{
  const char *state = details->info != NULL ? strstr (details->info, "prev_state=") : NULL;
  guint64 number;

  if (state == NULL || strcmp (field->name, "prev_state") != 0 ||
      !(field->flags & TH_FIELD_FLAGS) ||
      !th_field_read_u64 (field, payload, &number))
    return;

  state += strlen ("prev_state=");
  g_string_truncate (value, 0);
  g_string_append_len (value, state, (gssize) strcspn (state, " "));
  g_string_append_printf (value, " (0x%" G_GINT64_MODIFIER "x)", number);
}

/* Explains bits and bytes for which the format has no names. */
static void
append_words (const ThField   *field,
              const ThPayload *payload,
              GString         *value)
{
  g_autoptr(GString) words = g_string_new (NULL);
  guint64 bits;
  const guint8 *bytes;
  gsize size;

  if (g_str_equal (field->name, "common_flags") && th_field_read_u64 (field, payload, &bits))
    th_compact_append_flags (bits, words);
  else if (strstr (field->name, "addr") != NULL && field->kind == TH_FIELD_ARRAY &&
           th_field_read_bytes (field, payload, &bytes, &size))
    th_compact_append_sockaddr (bytes, size, payload->big_endian, words);
  if (words->len == 0)
    return;

  if (field->kind == TH_FIELD_ARRAY)
    g_string_assign (value, words->str);
  else
    g_string_append_printf (value, " (%s)", words->str);
}

static void
add_field (ThEventDetailsReader *self,
           ThEventDetails       *details,
           const ThField        *field,
           const ThPayload      *payload)
{
  GArray *array = field->flags & TH_FIELD_COMMON ? details->common : details->fields;
  GString *value = g_string_new (NULL);
  ThDetail detail = { 0 };

  if (array->len >= TH_DETAILS_MAX_ROWS)
    {
      details->n_left_out++;
      g_string_free (value, TRUE);
      return;
    }

  if (!th_reader_format_field (self->reader, field, payload, value))
    g_string_assign (value, _("not in the record"));
  else
    {
      append_symbol (self, field, payload, value);
      take_state (details, field, payload, value);
      append_words (field, payload, value);
    }
  detail.name = th_display_text_make_valid (field->name);
  detail.value = th_display_text_take_whole (value);
  detail.test = th_filter_test_of_field (self->part, field, payload);
  g_array_append_val (array, detail);
}

static void
read_fields (ThEventDetailsReader *self,
             ThEventDetails       *details)
{
  const ThFieldTable *table = th_recording_get_fields (self->recording,
                                                       th_recording_get_type (self->recording,
                                                                              details->ref));
  ThPayload payload;

  if (!th_reader_get_payload (self->reader, details->ref, &payload))
    return;

  for (guint i = 0; i < table->n_fields; i++)
    add_field (self, details, &table->fields[i], &payload);
}

static void
add_frame (ThEventDetailsReader *self,
           ThEventDetails       *details,
           const ThFrame        *frame)
{
  ThDetail detail = { .user = frame->user };
  const char *symbol = NULL;
  guint64 offset = 0;

  if (details->stack->len >= TH_DETAILS_MAX_ROWS)
    {
      details->n_left_out++;
      return;
    }

  if (!frame->user || th_address_is_made_up (frame->address))
    symbol = th_recording_get_symbol (self->part, frame->address, &offset);
  detail.value = th_address_is_made_up (frame->address)
                 ? g_strdup ("") : g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", frame->address);
  if (symbol != NULL)
    {
      g_autofree char *valid = th_display_text_make_valid (symbol);

      /* A symbol without an offset may contain one in its name. */
      detail.name = offset == 0 && frame->user ? g_steal_pointer (&valid)
                                               : g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x",
                                                                  valid, offset);
    }
  g_array_append_val (details->stack, detail);
}

static void
read_stack (ThEventDetailsReader *self,
            ThEventDetails       *details)
{
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));

  if (th_reader_get_stack (self->reader, details->ref, frames))
    for (guint i = 0; i < frames->len; i++)
      add_frame (self, details, &g_array_index (frames, ThFrame, i));
  details->stack_end = th_reader_dup_stack_end (self->reader);
}

static void
read_bytes (ThEventDetailsReader *self,
            ThEventDetails       *details)
{
  gsize size;
  const guint8 *bytes = th_reader_get_frame (self->reader, details->ref, TH_DETAILS_MAX_BYTES + 1,
                                             &size);
  GString *text;

  if (bytes == NULL || size == 0)
    return;
  text = g_string_new (NULL);
  th_hex_dump_append (text, bytes, MIN (size, TH_DETAILS_MAX_BYTES), TH_DETAILS_LINE_BYTES, "");
  if (size > TH_DETAILS_MAX_BYTES)
    g_string_append (text, "…");
  else
    g_string_truncate (text, text->len - 1);
  details->bytes = g_string_free (text, FALSE);
}

static void
read_worker (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  ThEventDetailsReader *self = g_object_get_data (G_OBJECT (task), "reader");
  ThEventDetails *details = g_new0 (ThEventDetails, 1);

  details->ref = *(ThRef *) data;
  details->fields = detail_array ();
  details->common = detail_array ();
  details->stack = detail_array ();

  g_mutex_lock (&self->lock);
  if (!g_cancellable_is_cancelled (cancellable))
    {
      self->part = th_recording_get_stream_part (self->recording, details->ref.stream);
      details->info = th_display_text_of_event_whole (self->reader, details->ref, FALSE);
      read_fields (self, details);
      read_stack (self, details);
      read_bytes (self, details);
    }
  g_mutex_unlock (&self->lock);

  g_task_return_pointer (task, details, (GDestroyNotify) th_event_details_free);
}

void
th_event_details_read_async (ThEventDetailsReader     *self,
                             ThRef                     ref,
                             GCancellable             *cancellable,
                             GAsyncReadyCallback       callback,
                             gpointer                  data)
{
  g_autoptr(GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, th_event_details_read_async);
  g_task_set_task_data (task, g_memdup2 (&ref, sizeof ref), g_free);
  g_object_set_data_full (G_OBJECT (task), "reader", reader_ref (self),
                          (GDestroyNotify) th_event_details_reader_unref);
  th_thread_pool_run (task, read_worker);
}

ThEventDetails *
th_event_details_read_finish (GAsyncResult  *result,
                              GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

void
th_event_details_free (ThEventDetails *details)
{
  g_free (details->info);
  g_free (details->bytes);
  g_free (details->stack_end);
  g_array_unref (details->fields);
  g_array_unref (details->common);
  g_array_unref (details->stack);
  g_free (details);
}
