/* fuzz-elf.c - symbols of an ELF file
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz-target.h"
#include "th-elf.h"

static void
look_up (const ThElf *elf)
{
  g_autoptr(GString) text = g_string_new (NULL);
  gsize size;

  for (guint bit = 0; bit < 64; bit++)
    {
      guint64 address = G_GUINT64_CONSTANT (1) << bit, offset;

      if (th_elf_find (elf, address, &offset) != NULL)
        g_assert_cmpuint (offset, <=, address);
      th_elf_get_address (elf, address, &offset);
    }
  th_elf_get_build_id (elf, &size);
  g_assert_cmpuint (size, <=, 64);
  th_elf_print_kallsyms (elf, 0, text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  int fd = memfd_create ("elf", MFD_CLOEXEC);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr(ThElf) elf = NULL;

  g_assert_true (fd >= 0 && write (fd, data, size) == (gssize) size);
  elf = th_elf_open (path, NULL);
  if (elf != NULL)
    look_up (elf);
  close (fd);
  return 0;
}
