/* test-perfdata-elf.c - names of functions from the ELF files that a recording refers to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The files are made with the assembler and the linker, and found in ~/.debug.
 */
#include <string.h>

#include "th-perfdata-maps.h"

/* A program with a function of C and one of C++, whose local and weak names are not shown, and a
 * call of a function of C++. */
static const char source[] =
  ".text\n.globl main, _ZN6Worker3runEi\n.weak weak_name\n"
  ".type main, @function\nmain: call _ZdlPv@PLT\n.skip 27\n.size main, . - main\n"
  ".type weak_name, @function\nweak_name:\n.size weak_name, 0x20000\n"
  ".type local_name, @function\nlocal_name:\n.size local_name, 0x20000\n"
  ".type _ZN6Worker3runEi, @function\n_ZN6Worker3runEi: .skip 0x20000\n"
  ".size _ZN6Worker3runEi, . - _ZN6Worker3runEi\n";

static const char library[] = ".text\n.globl _ZdlPv\n.type _ZdlPv, @function\n_ZdlPv: ret\n";

static const char make_script[] =
  "mkdir -p .debug/.build-id/01/23456789abcdef0123456789abcdef01234567 && "
  "as -o lib.o lib.s && ld -shared -o lib.so lib.o && "
  "as -o prog.o prog.s && ld --no-warn-rwx-segments -Ttext=0x401000 --section-start=.plt=0x422000 -e main -o "
  ".debug/.build-id/01/23456789abcdef0123456789abcdef01234567/elf "
  "--build-id=0x0123456789abcdef0123456789abcdef01234567 prog.o lib.so";

static const guint8 build_id[] = { 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23,
                                   0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67 };

static char *
make_files (void)
{
  char *folder = g_dir_make_tmp ("test-perfdata-elf-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "prog.s", NULL);
  g_autofree char *called = g_build_filename (folder, "lib.s", NULL);
  const char *argv[] = { "sh", "-c", make_script, NULL };
  int status;

  g_assert_true (g_file_set_contents (path, source, -1, NULL));
  g_assert_true (g_file_set_contents (called, library, -1, NULL));
  g_assert_true (g_spawn_sync (folder, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  return folder;
}

/* Returns "name+0x10" for an address of process 7. */
static char *
name_at (ThPfMaps *maps,
         guint64   address)
{
  guint64 offset, place = th_pf_maps_place (maps, 7, 20, address);
  const char *name = th_pf_maps_find_symbol (maps, place, &offset);

  return g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x", name, offset);
}

#define assert_name(maps, address, want) \
  G_STMT_START { \
    g_autofree char *name_ = name_at (maps, address); \
    g_assert_cmpstr (name_, ==, want); \
  } G_STMT_END

static void
test_demangled (void)
{
  ThPfMaps *maps = th_pf_maps_new ();
  const ThPfMapped mapped = { .time = 10, .pid = 7, .start = 0x55001000, .size = 0x81000,
                              .offset = 0x1000, .name = (const guint8 *) "/usr/bin/prog",
                              .name_size = sizeof "/usr/bin/prog" - 1, .build_id = build_id,
                              .build_id_size = sizeof build_id };

  th_pf_maps_add (maps, &mapped);
  assert_name (maps, 0x55001008, "main+0x8");
  for (guint i = 0; i < 2; i++)
    assert_name (maps, 0x55001030, "Worker::run+0x10");
  assert_name (maps, 0x5501f020, "Worker::run+0x1e000");
  assert_name (maps, 0x55022010, "operator delete@plt+0x0");
  th_pf_maps_free (maps);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = NULL;
  g_autofree char *remove = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = make_files ();
  g_setenv ("HOME", folder, TRUE);
  g_test_add_func ("/perfdata/elf/demangled", test_demangled);
  result = g_test_run ();
  remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
  return result;
}
