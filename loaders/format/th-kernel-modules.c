/* th-kernel-modules.c - which modules of kallsyms are those of a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"
#include "th-kernel-modules.h"

/* The first function may be aligned. */
#define MAX_BEFORE_FIRST 64

typedef struct
{
  const ThModulePlace *place;
  guint64              first; /* address of the first function; G_MAXUINT64: none */
} Found;

typedef struct
{
  guint64 address;
  gboolean is_function;
  char    *module;  /* "[e1000]", or NULL; terminated until the line is restored */
  char    *end;     /* after that */
  char     after;   /* what was there */
  gsize    length;  /* of the line with its newline */
} Line;

static void
split_line (char *text,
            Line *line)
{
  char *end = strchr (text, '\n');
  char *rest;

  line->length = end != NULL ? (gsize) (end - text) + 1 : strlen (text);
  line->module = memchr (text, '[', line->length);
  line->address = g_ascii_strtoull (text, &rest, 16);
  line->is_function = *rest == ' ' && (rest[1] == 't' || rest[1] == 'T');
  line->end = line->module != NULL ? memchr (line->module, ']', text + line->length - line->module)
                                   : NULL;
  if (line->end == NULL)
    return;

  line->end++;
  line->after = *line->end;
  *line->end = '\0';
}

static void
restore_line (Line *line)
{
  if (line->end != NULL)
    *line->end = line->after;
}

static Found *
find_module (GHashTable *modules,
             const Line *line)
{
  return line->end != NULL ? g_hash_table_lookup (modules, line->module) : NULL;
}

static void
find_first (GHashTable *modules,
            char       *text)
{
  Line line;

  for (; *text != '\0'; text += line.length)
    {
      Found *found;

      split_line (text, &line);
      found = find_module (modules, &line);
      if (found != NULL && line.is_function)
        found->first = MIN (found->first, line.address);
      restore_line (&line);
    }
}

static gboolean
is_same (const Found *found,
         guint64      address)
{
  const ThModulePlace *place = found->place;

  return found->first >= place->start && found->first - place->start < MAX_BEFORE_FIRST &&
         address < place->end;
}

gsize
th_kernel_modules_keep (char                *kallsyms,
                        const ThModulePlace *modules,
                        guint                n_modules)
{
  g_autoptr(GHashTable) found = g_hash_table_new_full (th_string_hash, g_str_equal, NULL, g_free);
  char *to = kallsyms;
  Line line;

  for (guint i = 0; i < n_modules; i++)
    {
      Found *module = g_new (Found, 1);

      *module = (Found) { &modules[i], G_MAXUINT64 };
      g_hash_table_insert (found, (gpointer) modules[i].name, module);
    }
  find_first (found, kallsyms);

  for (char *text = kallsyms; *text != '\0'; text += line.length)
    {
      const Found *module;
      gboolean keep;

      split_line (text, &line);
      module = find_module (found, &line);
      keep = line.module == NULL || (module != NULL && is_same (module, line.address));
      restore_line (&line);
      if (keep)
        memmove (to, text, line.length);
      to += keep ? line.length : 0;
    }
  *to = '\0';
  return to - kallsyms;
}
