/* th-printk.c - prints records of trace_printk() with binary arguments
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A bprint record holds the address of its format string and the arguments,
 * packed as the kernel's vbin_printf() packs them.  The string comes from the
 * recording's printk_formats.  Walking the string yields the size of each argument.
 */
#include "config.h"

#include <string.h>

#include "th-event-format.h"
#include "th-format-fields.h"
#include "th-formats-private.h"
#include "th-pool.h"
#include "th-print-compile.h"
#include "th-print-fields.h"
#include "th-print-output.h"
#include "th-print-run.h"
#include "th-print-tree.h"
#include "th-printk-formats.h"
#include "th-printk.h"

static void
take_number (ThRun *run,
             gsize *at,
             guint  size)
{
  ThRunArg *arg = &run->args[run->n_args++];

  *at = (*at + 3) & ~(gsize) 3;
  arg->is_text = FALSE;
  arg->value = th_run_read (run, *at, size);
  *at += size;
}

static void
take_text (ThRun *run,
           gsize *at)
{
  ThRunArg *arg = &run->args[run->n_args++];
  gsize start = MIN (*at, run->size);

  arg->is_text = TRUE;
  arg->value = 0;
  arg->text = (const char *) run->data + start;
  arg->size = strnlen (arg->text, run->size - start);
  *at = start + arg->size + 1;
}

/* Whether the pointer was recorded as text: symbols are addresses, but since 5.2 all other
 * extensions are text. */
static gboolean
is_text_pointer (ThRun       *run,
                 const char **p,
                 gsize        at)
{
  if (!g_ascii_isalnum ((*p)[1]))
    return FALSE;
  (*p)++;
  if (strchr ("sSx", **p) != NULL || (strchr ("fF", **p) != NULL && (*p)[1] != 'w'))
    return FALSE;

  return at < run->size && g_ascii_isprint (run->data[at]);
}

/* Reads the argument of one conversion.  @p is after its '%'; returns its last character. */
static const char *
take_conversion (ThRun      *run,
                 const char *p,
                 gsize      *at)
{
  guint longs = 0;

  for (; *p != '\0' && run->n_args < TH_FORMAT_MAX_ARGS; p++)
    switch (*p)
      {
      case 'l':
        longs++;
        break;
      case 'L':
        longs = 2;
        break;
      case 'z': case 'Z':
        longs = 1;
        break;
      case '0' ... '9': case '.': case '#': case '+':
        break;
      case '*':
        take_number (run, at, 4);
        break;
      case 's':
        take_text (run, at);
        return p;
      case 'p':
        longs = 1;
        if (is_text_pointer (run, &p, *at))
          {
            take_text (run, at);
            return p;
          }
        G_GNUC_FALLTHROUGH;
      case 'd': case 'u': case 'i': case 'x': case 'X': case 'o':
        take_number (run, at,
                     longs == 0 ? 4 : longs == 1 ? run->long_size : longs == 2 ? 8 : longs);
        return p;
      default:
        return p;
      }

  return p;
}

static void
take_args (ThRun      *run,
           const char *format,
           gsize       at)
{
  for (const char *p = format; *p != '\0' && at < run->size && run->n_args < TH_FORMAT_MAX_ARGS;
       p++)
    if (*p == '%')
      {
        p = take_conversion (run, p + 1, &at);
        if (*p == '\0')
          break;
      }
}

/* Formats are few and short; compiling one again is simpler than a cache with a limit. */
void
th_run_bprint (ThRun               *self,
               const ThEventFormat *event)
{
  const ThFormatField *ip = th_format_find_field (event, "ip", FALSE);
  const ThFormatField *fmt = th_format_find_field (event, "fmt", FALSE);
  const ThFormatField *buf = th_format_find_field (event, "buf", FALSE);
  const ThPrintks *printks = th_formats_get_printks (self->formats);
  g_autofree char *text = NULL;
  const char *format;
  ThNode nodes[TH_FORMAT_MAX_ARGS];
  ThNode *args[TH_FORMAT_MAX_ARGS];
  ThProgram program;
  ThPool *pool;
  guint64 address;

  if (ip == NULL || fmt == NULL || buf == NULL)
    {
      th_output_string (&self->out, "[FAILED TO PARSE]");
      th_run_fields (self, event, TRUE);
      return;
    }

  address = th_run_read (self, fmt->offset, fmt->size);
  format = printks != NULL ? th_printks_find (printks, address) : NULL;
  self->n_args = 1;
  self->args[0] = (ThRunArg) { .value = th_run_read (self, ip->offset, ip->size) };
  if (format != NULL)
    {
      take_args (self, format, buf->offset);
      text = g_strconcat ("%ps: ", format, NULL);
    }
  else
    text = g_strdup_printf ("%%ps: (NO FORMAT FOUND at %" G_GINT64_MODIFIER "x)\n", address);

  for (guint i = 0; i < self->n_args; i++)
    {
      memset (&nodes[i], 0, sizeof nodes[i]);
      nodes[i].type = TH_NODE_ARGUMENT;
      nodes[i].value = i;
      args[i] = &nodes[i];
    }
  pool = th_pool_new ();
  th_program_compile (pool, text, args, self->n_args, &program, NULL);
  th_run_program (self, &program);
  th_pool_free (pool);
  self->n_args = 0;
}
