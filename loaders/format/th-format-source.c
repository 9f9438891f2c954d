/* th-format-source.c - the ThSource functions that all loaders share
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-format-source.h"

const char *
th_format_source_symbol (gpointer  source,
                         guint64   address,
                         guint64  *offset)
{
  ThFormatSource *self = source;
  ThSymbols *symbols = th_formats_get_symbols (self->formats);

  return symbols != NULL ? th_symbols_find (symbols, address, offset) : NULL;
}

const char *
th_format_source_module (gpointer source,
                         guint64  address)
{
  ThFormatSource *self = source;
  ThSymbols *symbols = th_formats_get_symbols (self->formats);

  return symbols != NULL ? th_symbols_find_module (symbols, address) : NULL;
}

gboolean
th_format_source_changed (gpointer source)
{
  ThFormatSource *self = source;

  return th_bytes_changed (self->bytes);
}

void
th_format_reader_print (ThFormatReader  *self,
                        ThFormats       *formats,
                        guint            id,
                        const ThPayload *payload,
                        gboolean         raw,
                        GString         *text)
{
  if (self->formatter == NULL)
    self->formatter = th_formatter_new (formats);

  if (raw)
    th_formatter_print_raw (self->formatter, id, payload, text);
  else
    th_formatter_print (self->formatter, id, payload, text);
}

void
th_format_reader_clear (ThFormatReader *self)
{
  g_clear_pointer (&self->formatter, th_formatter_free);
}
