/* th-perfdata-code.c - the code that a sample hit: its function and its file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-perfdata-code.h"
#include "th-reader.h"

#define KERNEL "[kernel.kallsyms]"

guint64
th_pf_code_find (const ThPfFile   *file,
                 const ThPfRecord *record,
                 gint64            time)
{
  guint64 code;

  if (record->mode == TH_PF_MODE_KERNEL)
    return record->ip;
  if (record->mode != TH_PF_MODE_USER)
    return 0;

  code = th_pf_maps_place (file->maps, record->pid, time, record->ip);
  return th_address_is_made_up (code) ? code : 0;
}

const char *
th_pf_code_get_dso (const ThPfFile *file,
                    guint64         code)
{
  const char *name;
  guint64 offset;

  if (code == 0)
    return NULL;
  if (th_address_is_made_up (code))
    return th_pf_maps_get_path (file->maps, code);

  name = th_pf_modules_get_name (file->modules, code);
  if (name == NULL)
    name = th_pf_symbols_find (file->symbols, code, &offset);
  return name != NULL ? name : KERNEL;
}

/* Names come from files of strangers. */
static void
append_valid (GString    *text,
              const char *name)
{
  g_autofree char *valid = g_utf8_validate (name, -1, NULL) ? NULL : g_utf8_make_valid (name, -1);

  g_string_append (text, valid != NULL ? valid : name);
}

void
th_pf_code_print (const ThPfFile *file,
                  guint64         code,
                  const char     *dso,
                  GString        *text)
{
  g_autoptr(GString) function = g_string_new (NULL);

  if (!th_recording_append_function (file->base.recording, code, function))
    {
      /* The mode says that it is the kernel. */
      if (dso == NULL || strcmp (dso, KERNEL) == 0)
        return;
      g_string_assign (function, TH_FUNCTION_UNKNOWN);
    }

  g_string_append_c (text, ' ');
  append_valid (text, function->str);
  if (dso == NULL)
    return;
  g_string_append (text, " (");
  append_valid (text, dso);
  g_string_append_c (text, ')');
}
