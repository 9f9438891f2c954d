/* th-kernel-symbols.c - kernel symbols provided by the user, or found on this machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-kernel-symbols.h"
#include "th-read.h"

#define MAX_KALLSYMS (256 << 20)
/* The ELF notes of the running kernel, and the type of the one with its build id. */
#define NOTES         "/sys/kernel/notes"
#define NOTE_BUILD_ID 3

/* The user's symbol files; immutable, and replaced as a whole. */
typedef struct
{
  char    *kallsyms; /* or NULL */
  gsize    size;
  ThElf   *vmlinux;  /* or NULL */
  gboolean first;
} Given;

static GMutex lock;
static Given *current; /* protected by @lock; or NULL */

static void
given_clear (gpointer data)
{
  Given *given = data;

  g_free (given->kallsyms);
  g_clear_pointer (&given->vmlinux, th_elf_free);
}

static void
given_unref (Given *given)
{
  g_atomic_rc_box_release_full (given, given_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Given, given_unref)

/* Returns a new reference, never NULL. */
static Given *
given_ref (void)
{
  Given *given;

  g_mutex_lock (&lock);
  given = current != NULL ? g_atomic_rc_box_acquire (current) : g_atomic_rc_box_new0 (Given);
  g_mutex_unlock (&lock);

  return given;
}

/* --- lines ------------------------------------------------------------- */

/* Finds the address of @name; FALSE if it has none. */
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

/* Whether there are addresses: the kernel shows zeros to unprivileged users. */
static gboolean
has_addresses (const char *text)
{
  for (const char *line = text; line != NULL && *line != '\0';
       line = strchr (line, '\n'), line += line != NULL)
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

  if (!(text = th_read_all (path, MAX_KALLSYMS, size, error)))
    return NULL;
  if (memchr (text, '\0', *size) != NULL || !g_ascii_isxdigit (*text))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("“%s” is not a symbol list. Use a copy of /proc/kallsyms from the recorded "
                     "machine."), shown);
      return NULL;
    }
  if (!has_addresses (text))
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
                   _("“%s” has no addresses: the kernel hides them. Copy /proc/kallsyms as root."),
                   shown);
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
  g_autoptr(Given) given = g_atomic_rc_box_new0 (Given);
  Given *before;

  given->first = first;
  if (kallsyms != NULL && (given->kallsyms = read_kallsyms (kallsyms, &given->size, error)) == NULL)
    return FALSE;
  if (vmlinux != NULL && (given->vmlinux = th_elf_open (vmlinux, error)) == NULL)
    return FALSE;

  g_mutex_lock (&lock);
  before = current;
  current = g_steal_pointer (&given);
  g_mutex_unlock (&lock);
  g_clear_pointer (&before, given_unref);

  return TRUE;
}

gboolean
th_kernel_symbols_load (const char  *path,
                        GError     **error)
{
  g_autoptr(GError) failed = NULL;

  /* An ELF file must be a vmlinux; a vmlinuz is reported as such. */
  if (th_kernel_symbols_set (NULL, path, TRUE, &failed))
    return TRUE;
  if (th_kernel_symbols_set (path, NULL, TRUE, NULL))
    return TRUE;

  g_propagate_error (error, g_steal_pointer (&failed));
  return FALSE;
}

gboolean
th_kernel_symbols_are_first (void)
{
  g_autoptr(Given) given = given_ref ();

  return given->first && (given->kallsyms != NULL || given->vmlinux != NULL);
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

/* Returns the offset of the kernel from its link-time addresses. */
static guint64
find_slide (const Given         *given,
            const ThElf         *elf,
            const ThKernelPlace *place)
{
  static const char *const names[] = { "_text", "_stext" };
  guint64 linked, then;

  if (place != NULL && place->reference != NULL &&
      th_elf_find_name (elf, place->reference, &linked))
    return place->address - linked;
  for (guint i = 0; given->kallsyms != NULL && i < G_N_ELEMENTS (names); i++)
    if (th_elf_find_name (elf, names[i], &linked) && find_line (given->kallsyms, names[i], &then))
      return then - linked;
  return 0;
}

/* Kallsyms of another boot would assign wrong names to addresses. */
static gboolean
is_other_boot (const Given         *given,
               const ThKernelPlace *place)
{
  guint64 address;

  return place != NULL && place->reference != NULL &&
         find_line (given->kallsyms, place->reference, &address) &&
         address != place->address;
}

static char *
print_elf (const Given         *given,
           const ThElf         *elf,
           const ThKernelPlace *place,
           gsize               *size)
{
  GString *text = g_string_new (NULL);

  th_elf_print_kallsyms (elf, find_slide (given, elf, place), text);
  /* A vmlinux does not contain modules. */
  for (const char *line = elf == given->vmlinux ? given->kallsyms : NULL;
       line != NULL && *line != '\0';)
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

/* --- on this machine --------------------------------------------------- */

/* Reads the number at offset @at of @notes, in native byte order; 0 beyond their end. */
static guint32
note_number (const char *notes,
             gsize       size,
             gsize       at)
{
  guint32 number = 0;

  if (size >= sizeof number && at <= size - sizeof number)
    memcpy (&number, notes + at, sizeof number);
  return number;
}

/* Whether one of @notes is the build id of the recording's kernel.  A note has the lengths of its
 * name and content, its type, the name and the content. */
static gboolean
is_in_notes (const char          *notes,
             gsize                size,
             const ThKernelPlace *place)
{
  gsize at = 0;

  while (at + 12 < size)
    {
      gsize name = note_number (notes, size, at), content = note_number (notes, size, at + 4);
      gsize begin = at + 12 + (name + 3) / 4 * 4;

      if (begin > size || content > size - begin)
        return FALSE;
      if (note_number (notes, size, at + 8) == NOTE_BUILD_ID && name == sizeof "GNU" &&
          memcmp (notes + at + 12, "GNU", sizeof "GNU") == 0)
        return content == place->build_id_size &&
               memcmp (notes + begin, place->build_id, content) == 0;
      at = begin + (content + 3) / 4 * 4;
    }
  return FALSE;
}

static gboolean
is_running (const ThKernelPlace *place)
{
  g_autofree char *notes = NULL;
  gsize size;

  return g_file_get_contents (NOTES, &notes, &size, NULL) && is_in_notes (notes, size, place);
}

/* Returns NULL if the kernel is at another address in @path than in the recording. */
static char *
read_same_boot (const char          *path,
                const ThKernelPlace *place,
                gsize               *size)
{
  gsize length;
  g_autofree char *text = read_kallsyms (path, &length, NULL);
  guint64 address;

  if (text == NULL || !find_line (text, place->reference, &address) || address != place->address)
    return NULL;

  *size = th_kernel_modules_keep (text, place->modules, place->n_modules);
  return g_steal_pointer (&text);
}

static char *
find_on_machine (const Given         *given,
                 const ThKernelPlace *place,
                 gsize               *size)
{
  g_autoptr(ThElf) found = NULL;
  g_autofree char *cached = NULL;
  char *text = NULL;

  if (place == NULL || place->build_id == NULL || place->build_id_size < 2)
    return NULL;
  g_return_val_if_fail (!g_main_context_is_owner (g_main_context_default ()), NULL);

  found = th_elf_open_build_id (place->build_id, place->build_id_size);
  if (found != NULL)
    return print_elf (given, found, place, size);
  if (place->reference == NULL)
    return NULL;

  cached = th_elf_file_dup_path (NULL, place->build_id, place->build_id_size, "/kallsyms");
  text = read_same_boot (cached, place, size);
  return text == NULL && is_running (place) ? read_same_boot ("/proc/kallsyms", place, size) : text;
}

char *
th_kernel_symbols_dup (const ThKernelPlace *place,
                       gsize               *size,
                       char               **doubt)
{
  g_autoptr(Given) given = given_ref ();

  *size = 0;
  *doubt = NULL;
  if (given->vmlinux != NULL)
    {
      if (!is_other_kernel (given->vmlinux, place))
        return print_elf (given, given->vmlinux, place, size);
      *doubt = g_strdup (_("The given vmlinux belongs to a different kernel than the recording; "
                           "its symbols are not used."));
      return NULL;
    }
  if (given->kallsyms != NULL)
    {
      *size = given->size;
      if (!is_other_boot (given, place))
        return g_strdup (given->kallsyms);
      *size = 0;
      *doubt = g_strdup (_("The given kallsyms belong to a different boot than the recording, "
                           "with the kernel at other addresses; they are not used. Use the "
                           "kallsyms of that boot, or the vmlinux."));
      return NULL;
    }

  return find_on_machine (given, place, size);
}
