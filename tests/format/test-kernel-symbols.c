/* test-kernel-symbols.c - kallsyms and ELF files that the user gives
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The kernel is a small one, made with the assembler and the linker; nm gives the addresses of its
 * symbols.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "th-kernel-symbols.h"

/* Linked at the usual address of a kernel. */
static const char source[] =
  ".text\n.globl _text, first, second\n_text:\n_stext:\n.skip 16\n"
  ".type first, @function\nfirst: .skip 32\n.size first, . - first\n"
  ".type second, @function\nsecond: .skip 64\n.size second, . - second\n"
  ".section later, \"ax\"\n.balign 128\ntail: .skip 8\n.section gap, \"ax\"\n.skip 16\n";

static const char make_script[] =
  "as -o k.o k.s && ld -Ttext=0xffffffff81000000 -e first "
  "--build-id=0x0123456789abcdef0123456789abcdef01234567 -o vmlinux k.o && objcopy "
  "--only-keep-debug vmlinux vmlinux.debug && mkdir linked && strip -o linked/vmlinux vmlinux && "
  "objcopy --add-gnu-debuglink=vmlinux.debug linked/vmlinux && cp vmlinux.debug linked && strip "
  "-o stripped vmlinux";

static const guint8 build_id[] = { 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23,
                                   0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67 };

static char *folder;

static char *
path_of (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

static void
write_file (const char *name,
            const char *text)
{
  g_autofree char *path = path_of (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
make_kernel (void)
{
  const char *argv[] = { "sh", "-c", make_script, NULL };
  int status;

  folder = g_dir_make_tmp ("test-kernel-symbols-XXXXXX", NULL);
  write_file ("k.s", source);
  g_assert_true (g_spawn_sync (folder, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

/* Returns what a recording gets from files in the folder: lines, or the warning in "(…)", or the
 * error in "[…]". */
static char *
give (const char          *kallsyms,
      const char          *vmlinux,
      const ThKernelPlace *place)
{
  g_autofree char *kallsyms_path = kallsyms != NULL ? path_of (kallsyms) : NULL;
  g_autofree char *vmlinux_path = vmlinux != NULL ? path_of (vmlinux) : NULL;
  g_autofree char *doubt = NULL;
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  gsize size;

  if (!th_kernel_symbols_set (kallsyms_path, vmlinux_path, FALSE, &error))
    return g_strdup_printf ("[%s]", error->message);
  text = th_kernel_symbols_dup (place, &size, &doubt);
  g_assert_true (text == NULL || strlen (text) == size);
  return doubt != NULL ? g_strdup_printf ("(%s)", doubt) : g_steal_pointer (&text);
}

#define LINES(at) \
  "ffffffff" at "000000 t _text\nffffffff" at "000000 t _stext\n" \
  "ffffffff" at "000010 t first\nffffffff" at "000030 t second\n"

static void
assert_lines (const char *text,
              const char *want)
{
  g_auto(GStrv) have = g_strsplit (text, "\n", -1);
  g_auto(GStrv) lines = g_strsplit (want, "\n", -1);

  /* Ignore symbols that the linker adds; symbols at the same address have no order. */
  for (guint i = 0; lines[i] != NULL; i++)
    g_assert_true (g_strv_contains ((const char *const *) have, lines[i]));
}

static void
test_as_linked (void)
{
  g_autofree char *text = give (NULL, "vmlinux", NULL);

  assert_lines (text, LINES ("81"));
}

/* perf recorded the address at which the kernel was loaded. */
static void
test_by_place (void)
{
  const ThKernelPlace place = { build_id, sizeof build_id, "_text", 0xffffffff9a000000 };
  g_autofree char *text = give (NULL, "vmlinux", &place);

  assert_lines (text, LINES ("9a"));
}

/* kallsyms shows where the kernel was loaded, and also has the modules. */
static void
test_by_kallsyms (void)
{
  g_autofree char *text = NULL;

  write_file ("kallsyms", "ffffffffb7000000 T _stext\nffffffffc0001000 t e1000_intr\t[e1000]\n");
  text = give ("kallsyms", "vmlinux", NULL);
  assert_lines (text, LINES ("b7") "ffffffffc0001000 t e1000_intr\t[e1000]\n");
}

static void
test_other_kernel (void)
{
  const guint8 other[20] = { 1, 2, 3 };
  const ThKernelPlace place = { other, sizeof other, NULL, 0 };
  g_autofree char *text = give (NULL, "vmlinux", &place);

  g_assert_true (g_str_has_prefix (text, "(The given vmlinux belongs to a different kernel"));
}

static void
test_other_boot (void)
{
  const ThKernelPlace place = { NULL, 0, "_text", 0xffffffff9a000000 };
  g_autofree char *text = NULL;

  write_file ("kallsyms", "ffffffffb7000000 T _text\nffffffffb7000010 T first\n");
  text = give ("kallsyms", NULL, &place);
  g_assert_true (g_str_has_prefix (text, "(The given kallsyms belong to a different boot"));
}

static void
test_debug_link (void)
{
  g_autofree char *text = give (NULL, "linked/vmlinux", NULL);

  assert_lines (text, LINES ("81"));
}

static void
test_refused (void)
{
  static const struct { const char *kallsyms, *vmlinux, *words; } cases[] = {
    { NULL, "stripped", "has no symbols" }, { NULL, "k.s", "is not an ELF file" },
    { NULL, "nowhere", "Cannot read" },
    { NULL, ".", "Cannot read" }, { "nowhere", NULL, "nowhere" }, { "hidden", NULL, "as root" },
    { "vmlinux", NULL, "not a symbol list" },
  };

  write_file ("hidden", "0000000000000000 T _text\n0000000000000000 T first\n");
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = give (cases[i].kallsyms, cases[i].vmlinux, NULL);

      g_assert_cmpint (*text, ==, '[');
      g_assert_nonnull (strstr (text, cases[i].words));
    }
}

/* Truncated and damaged files are either read or refused. */
static void
test_damaged (void)
{
  g_autofree char *path = path_of ("vmlinux");
  g_autofree char *copy = path_of ("copy");
  g_autofree char *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  for (gsize at = 0; at < size; at += at < 1024 ? 3 : 101)
    {
      g_autoptr(ThElf) cut = NULL;
      g_autoptr(ThElf) flipped = NULL;

      g_assert_true (g_file_set_contents (copy, data, (gssize) at, NULL));
      cut = th_elf_open (copy, NULL);
      data[at] ^= 0x41;
      g_assert_true (g_file_set_contents (copy, data, (gssize) size, NULL));
      data[at] ^= 0x41;
      flipped = th_elf_open (copy, NULL);
    }
}

/* The file as a library of a process: found by file offset, and by build id. */
static void
test_find (void)
{
  g_autofree char *path = path_of ("vmlinux");
  g_autofree char *home = g_build_filename (g_get_home_dir (), ".debug", ".build-id", "01", NULL);
  g_autofree char *debug = g_build_filename (home, "23456789abcdef0123456789abcdef01234567", NULL);
  g_autofree char *data = NULL;
  g_autoptr(ThElf) by_id = NULL;
  guint64 address, offset;
  gsize size;

  g_assert_null (th_elf_open_build_id (build_id, sizeof build_id));
  g_assert_cmpint (g_mkdir_with_parents (debug, 0700), ==, 0);
  g_free (g_steal_pointer (&debug));
  debug = g_build_filename (home, "23456789abcdef0123456789abcdef01234567", "elf", NULL);
  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_true (g_file_set_contents (debug, data, (gssize) size, NULL));
  by_id = th_elf_open_build_id (build_id, sizeof build_id);
  g_assert_nonnull (by_id);
  g_assert_true (th_elf_find_name (by_id, "second", &address));
  g_assert_cmphex (address, ==, 0xffffffff81000030);
  g_assert_cmpstr (th_elf_find (by_id, address + 63, &offset), ==, "second");
  g_assert_cmpuint (offset, ==, 63);
  g_assert_null (th_elf_find (by_id, address + 64, &offset));
  /* A label ends with its section, not at the next symbol. */
  g_assert_true (th_elf_find_name (by_id, "tail", &address));
  g_assert_cmpstr (th_elf_find (by_id, address + 7, &offset), ==, "tail");
  g_assert_null (th_elf_find (by_id, address + 8, &offset));
  /* ld places the text in the first page after the header. */
  g_assert_true (th_elf_get_address (by_id, 0x1030, &address));
  g_assert_cmphex (address, ==, 0xffffffff81000030);
}

static void
copy_file (const char *from,
           const char *to)
{
  g_autofree char *path = path_of (from), *copy = path_of (to), *data = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  g_assert_true (g_file_set_contents (copy, data, (gssize) size, NULL));
}

#define CACHE ".debug/.build-id/01/23456789abcdef0123456789abcdef01234567"

/* A debug file has the symbols, but the stripped file has the place of the code; without that, an
 * offset has no address, rather than a wrong one. */
static void
test_find_debug (void)
{
  g_autofree char *cache = path_of (CACHE), *elf = path_of (CACHE "/elf");
  guint64 address, offset;

  g_assert_cmpint (g_mkdir_with_parents (cache, 0700), ==, 0);
  copy_file ("vmlinux.debug", CACHE "/debug");
  for (gint stripped = TRUE; stripped >= FALSE; stripped--)
    {
      g_autoptr(ThElf) debug = NULL;

      if (stripped)
        copy_file ("stripped", CACHE "/elf");
      else
        g_remove (elf);
      debug = th_elf_open_build_id (build_id, sizeof build_id);
      g_assert_nonnull (debug);
      g_assert_cmpstr (th_elf_find (debug, 0xffffffff81000030, &offset), ==, "second");
      g_assert_cmpint (th_elf_get_address (debug, 0x1030, &address), ==, stripped);
      g_assert_true (!stripped || address == 0xffffffff81000030);
    }
}

/* perf's copy of kallsyms is used if the kernel is where it was then, and those modules of it that
 * are where they were.  The folder of another build id keeps it apart from the other tests. */
static void
test_cached (void)
{
  static const guint8 id[] = { 0xab, 0xcd, 0xef };
  g_autofree char *cache = path_of (".debug/.build-id/ab/cdef");
  /* One module was at another address, and one has no symbols. */
  static const ThModulePlace modules[] = {
    { "[e1000]", 0xffffffffc0001000, 0xffffffffc0005000 },
    { "[last]", 0xffffffffc0001000, 0xffffffffc0009000 },
    { "[none]", 0xffffffffc0001000, 0xffffffffc0009000 },
  };
  ThKernelPlace place = { id, sizeof id, "_stext", 0xffffffffb7000000 };
  g_autofree char *text = NULL;

  g_assert_null (give (NULL, NULL, &place));
  g_assert_cmpint (g_mkdir_with_parents (cache, 0700), ==, 0);
  write_file (".debug/.build-id/ab/cdef/kallsyms",
              "ffffffffb7000000 T _stext\nffffffffc0001000 t e1000_intr\t[e1000]\n"
              "ffffffffb7000010 T first\nffffffffc0002000 t last\t[last]");
  text = give (NULL, NULL, &place);
  g_assert_cmpstr (text, ==, "ffffffffb7000000 T _stext\nffffffffb7000010 T first\n");

  g_free (g_steal_pointer (&text));
  place.modules = modules;
  place.n_modules = G_N_ELEMENTS (modules);
  text = give (NULL, NULL, &place);
  g_assert_cmpstr (text, ==, "ffffffffb7000000 T _stext\nffffffffc0001000 t e1000_intr\t[e1000]\n"
                   "ffffffffb7000010 T first\n");

  place.address += 0x200000;
  g_assert_null (give (NULL, NULL, &place));
  place.reference = NULL;
  g_assert_null (give (NULL, NULL, &place));
}

/* Files of this machine are not read in a main loop, which would stop for that time. */
static void
test_main_loop (void)
{
  static const guint8 id[] = { 0xab, 0xcd, 0xef };
  const ThKernelPlace place = { id, sizeof id, "_stext", 0xffffffffb7000000 };

  g_assert_true (g_main_context_acquire (NULL));
  g_test_expect_message (G_LOG_DOMAIN, G_LOG_LEVEL_CRITICAL, "*g_main_context_is_owner*");
  g_assert_null (give (NULL, NULL, &place));
  g_test_assert_expected_messages ();
  g_main_context_release (NULL);
  g_free (give (NULL, NULL, &place));
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *remove = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  make_kernel ();
  /* ~/.debug is searched below this folder. */
  g_setenv ("HOME", folder, TRUE);
  g_test_add_func ("/format/kernel-symbols/as-linked", test_as_linked);
  g_test_add_func ("/format/kernel-symbols/by-place", test_by_place);
  g_test_add_func ("/format/kernel-symbols/by-kallsyms", test_by_kallsyms);
  g_test_add_func ("/format/kernel-symbols/other-kernel", test_other_kernel);
  g_test_add_func ("/format/kernel-symbols/other-boot", test_other_boot);
  g_test_add_func ("/format/kernel-symbols/debug-link", test_debug_link);
  g_test_add_func ("/format/kernel-symbols/refused", test_refused);
  g_test_add_func ("/format/kernel-symbols/damaged", test_damaged);
  g_test_add_func ("/format/kernel-symbols/find", test_find);
  g_test_add_func ("/format/kernel-symbols/find-debug", test_find_debug);
  g_test_add_func ("/format/kernel-symbols/cached", test_cached);
  g_test_add_func ("/format/kernel-symbols/main-loop", test_main_loop);
  result = g_test_run ();
  th_kernel_symbols_set (NULL, NULL, FALSE, NULL);
  remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
  g_free (folder);
  return result;
}
