/* th-kernel-symbols.c - symbols of the kernel that the user gives, or that lie on this machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-kernel-symbols.h"

#define MAX_KALLSYMS (256 << 20)

/* Set by main() before any thread; read only afterwards. */
static char *given_kallsyms;
static gsize given_size;
static ThElf *given_vmlinux;
static gboolean given_first;

/* --- lines ------------------------------------------------------------- */

/* The address in the line of @name; FALSE if there is none. */
static gboolean
find_line (const char *text,
           const char *name,
           guint64    *address)
{
  g_autofree char *end = g_strconcat (" ", name, "\n", NULL);
  const char *found = strstr (text, end);
  const char *line = found;

  if (found == NULL)
    return FALSE;
  while (line > text && line[-1] != '\n')
    line--;
  *address = g_ascii_strtoull (line, NULL, 16);
  return *address != 0;
}

/* The kernel hides addresses from whoever has no right to them: all are zero. */
static gboolean
has_addresses (const char *text)
{
  for (const char *line = text; line != NULL && *line != '\0'; line = strchr (line, '\n'), line += line != NULL)
    if (g_ascii_strtoull (line, NULL, 16) != 0 && strlen (line) > 18)
      return TRUE;
  return FALSE;
}

static char *
read_kallsyms (const char  *path,
               gsize       *size,
               GError     **error)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *text = NULL;

  if (!g_file_get_contents (path, &text, size, error))
    return NULL;
  if (*size > MAX_KALLSYMS || memchr (text, '\0', *size) != NULL || !g_ascii_isxdigit (*text))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("“%s” is not a symbol list. Use a copy of /proc/kallsyms from the recorded machine."), shown);
      return NULL;
    }
  if (!has_addresses (text))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("“%s” has no addresses: the kernel hides them. Copy /proc/kallsyms as root."), shown);
      return NULL;
    }
  return g_steal_pointer (&text);
}

gboolean
th_kernel_symbols_set (const char  *kallsyms,
                       const char  *vmlinux,
                       gboolean     first,
                       GError     **error)
{
  g_clear_pointer (&given_kallsyms, g_free);
  g_clear_pointer (&given_vmlinux, th_elf_free);
  given_first = first;
  if (kallsyms != NULL && (given_kallsyms = read_kallsyms (kallsyms, &given_size, error)) == NULL)
    return FALSE;
  return vmlinux == NULL || (given_vmlinux = th_elf_open (vmlinux, error)) != NULL;
}

gboolean
th_kernel_symbols_are_first (void)
{
  return given_first && (given_kallsyms != NULL || given_vmlinux != NULL);
}

/* --- for a recording --------------------------------------------------- */

static gboolean
is_other_kernel (const ThElf         *elf,
                 const ThKernelPlace *place)
{
  gsize size;
  const guint8 *id = th_elf_get_build_id (elf, &size);

  return id != NULL && place != NULL && place->build_id != NULL &&
         (size != place->build_id_size || memcmp (id, place->build_id, size) != 0);
}

/* How much further on the kernel lay than where it was linked. */
static guint64
find_slide (const ThElf         *elf,
            const ThKernelPlace *place)
{
  static const char *const names[] = { "_text", "_stext" };
  guint64 linked, then;

  if (place != NULL && place->reference != NULL && th_elf_find_name (elf, place->reference, &linked))
    return place->address - linked;
  for (guint i = 0; given_kallsyms != NULL && i < G_N_ELEMENTS (names); i++)
    if (th_elf_find_name (elf, names[i], &linked) && find_line (given_kallsyms, names[i], &then))
      return then - linked;
  return 0;
}

/* Kallsyms of another boot would put names to addresses that were others'. */
static gboolean
is_other_boot (const ThKernelPlace *place)
{
  guint64 address;

  return place != NULL && place->reference != NULL && find_line (given_kallsyms, place->reference, &address) &&
         address != place->address;
}

static char *
print_elf (const ThElf         *elf,
           const ThKernelPlace *place,
           gsize               *size)
{
  GString *text = g_string_new (NULL);

  th_elf_print_kallsyms (elf, find_slide (elf, place), text);
  /* Modules are in no vmlinux. */
  for (const char *line = elf == given_vmlinux ? given_kallsyms : NULL; line != NULL && *line != '\0';)
    {
      const char *end = strchr (line, '\n');
      gsize length = end != NULL ? (gsize) (end - line) + 1 : strlen (line);

      if (memchr (line, '[', length) != NULL)
        g_string_append_len (text, line, (gssize) length);
      line += length;
    }
  *size = text->len;
  return g_string_free (text, FALSE);
}

char *
th_kernel_symbols_dup (const ThKernelPlace *place,
                       gsize               *size,
                       char               **doubt)
{
  g_autoptr(ThElf) found = NULL;

  *size = 0;
  *doubt = NULL;
  if (given_vmlinux != NULL)
    {
      if (!is_other_kernel (given_vmlinux, place))
        return print_elf (given_vmlinux, place, size);
      *doubt = g_strdup (_("The given vmlinux belongs to a different kernel than the recording; its symbols are "
                           "not used."));
      return NULL;
    }
  if (given_kallsyms != NULL)
    {
      *size = given_size;
      if (!is_other_boot (place))
        return g_strdup (given_kallsyms);
      *size = 0;
      *doubt = g_strdup (_("The given kallsyms belong to a different boot than the recording, with the kernel at "
                           "other addresses; they are not used. Use the kallsyms of that boot, or the vmlinux."));
      return NULL;
    }

  found = place != NULL && place->build_id != NULL ? th_elf_open_build_id (place->build_id, place->build_id_size) : NULL;
  return found != NULL ? print_elf (found, place, size) : NULL;
}
