/* th-formatter.c - prints records, for one thread
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format.h"
#include "th-formats-private.h"
#include "th-print-fields.h"
#include "th-print-output.h"
#include "th-print-run.h"
#include "th-printk.h"

struct _ThFormatter
{
  ThFormats *formats;
  ThRun      run;
};

ThFormatter *
th_formatter_new (ThFormats *formats)
{
  ThFormatter *self = g_new0 (ThFormatter, 1);

  self->formats = formats;
  self->run.formats = formats;
  self->run.long_size = th_formats_get_long_size (formats);
  self->run.no_texts = g_hash_table_new (NULL, NULL);

  return self;
}

void
th_formatter_free (ThFormatter *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->run.no_texts);
  g_free (self);
}

static ThRun *
formatter_begin (ThFormatter     *self,
                 const ThPayload *payload,
                 GString         *text)
{
  ThRun *run = &self->run;

  run->data = payload->data != NULL ? payload->data : (const guint8 *) "";
  run->size = payload->size;
  run->big_endian = payload->big_endian;
  run->n_args = 0;
  th_output_begin (&run->out, text);

  return run;
}

static void
print_failed (ThRun               *run,
              const ThEventFormat *event)
{
  th_output_string (&run->out, "[FAILED TO PARSE]");
  th_run_fields (run, event, TRUE);
}

void
th_formatter_print (ThFormatter     *self,
                    guint            id,
                    const ThPayload *payload,
                    GString         *text)
{
  ThRun *run = formatter_begin (self, payload, text);
  const ThEventFormat *event = th_formats_lookup (self->formats, id);

  if (event == NULL || !event->has_fields)
    th_output_string (&run->out, "[UNKNOWN EVENT]");
  else if (event->kind == TH_FORMAT_RAW)
    print_failed (run, event);
  else if (event->is_bprint)
    th_run_bprint (run, event);
  else
    th_run_program (run, event->program);

  th_output_end (&run->out);
}

void
th_formatter_print_raw (ThFormatter     *self,
                        guint            id,
                        const ThPayload *payload,
                        GString         *text)
{
  ThRun *run = formatter_begin (self, payload, text);
  const ThEventFormat *event = th_formats_lookup (self->formats, id);

  if (event == NULL || !event->has_fields)
    th_output_string (&run->out, "[UNKNOWN EVENT]");
  else
    th_run_fields (run, event, event->kind == TH_FORMAT_RAW);

  th_output_end (&run->out);
}
