/* test-perfdata-elf.c - names of functions from the ELF files that a recording refers to
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The files are made with the assembler and the linker, and found in ~/.debug or at their path.
 */
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "loader-fixture.h"
#include "perfdata-writer.h"
#include "th-load-options.h"
#include "th-perfdata-maps.h"
#include "th-perfdata-modules.h"

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

/* A kernel module: its sections all begin at 0, and only .text is where perf saw the module. */
static const char module[] =
  ".section .note.gnu.build-id, \"a\", @note\n.long 4, 20, 3\n.asciz \"GNU\"\n"
  ".quad 0xefcdab8967452302, 0xefcdab8967452301\n.long 0x67452301\n"
  ".text\n.skip 16\n.globl card_open\n.type card_open, @function\ncard_open: .skip 0x30000\n"
  ".size card_open, . - card_open\n.type card_close, @function\ncard_close: .skip 16\n"
  ".size card_close, . - card_close\n.section .init.text, \"ax\"\n"
  ".type init_module, @function\ninit_module: .skip 64\n.size init_module, . - init_module\n";

static const char make_script[] =
  "mkdir -p .debug/.build-id/02/23456789abcdef0123456789abcdef01234567 && "
  "as -o .debug/.build-id/02/23456789abcdef0123456789abcdef01234567/elf module.s && "
  "mkdir -p .debug/.build-id/01/23456789abcdef0123456789abcdef01234567 && "
  "as -o lib.o lib.s && ld -shared -o lib.so lib.o && "
  "as -o prog.o prog.s && ld --no-warn-rwx-segments -Ttext=0x401000 "
  "--section-start=.plt=0x422000 -e main -o "
  ".debug/.build-id/01/23456789abcdef0123456789abcdef01234567/elf "
  "--build-id=0x0123456789abcdef0123456789abcdef01234567 prog.o lib.so && "
  "ld --no-warn-rwx-segments -Ttext=0x401000 --section-start=.plt=0x422000 -e main -o prog "
  "--build-id=0x0423456789abcdef0123456789abcdef01234567 prog.o lib.so";

static const guint8 build_id[] = { 0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23,
                                   0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0x01, 0x23, 0x45, 0x67 };

static char *
make_files (void)
{
  char *folder = g_dir_make_tmp ("test-perfdata-elf-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "prog.s", NULL);
  g_autofree char *loaded = g_build_filename (folder, "module.s", NULL);
  g_autofree char *called = g_build_filename (folder, "lib.s", NULL);
  const char *argv[] = { "sh", "-c", make_script, NULL };
  int status;

  g_assert_true (g_file_set_contents (path, source, -1, NULL));
  g_assert_true (g_file_set_contents (loaded, module, -1, NULL));
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

/* --- files at the path of the recording --------------------------------- */

/* What a mapping of the program, not in ~/.debug, tells about its file. */
typedef struct
{
  gboolean has_id, wrong_id;
  gboolean has_inode, wrong_inode;
  gboolean is_here;   /* recorded by this machine */
  gint64   after;     /* µs from the last write of the file to the end of the recording */
  gboolean is_twice;  /* another file of this path was mapped, too */
  const char *want;
} Case;

static void
map_program (ThPfMaps          *maps,
             const Case        *test,
             const char        *path,
             const struct stat *st)
{
  guint8 id[sizeof build_id];
  ThPfMapped mapped = { .time = 10, .pid = 7, .start = 0x55001000, .size = 0x81000,
                        .offset = 0x1000, .name = (const guint8 *) path,
                        .name_size = strlen (path) };

  memcpy (id, build_id, sizeof id);
  id[0] = test->wrong_id ? 9 : 4;
  if (test->has_inode)
    mapped.inode = (ThElfInode) { major (st->st_dev), minor (st->st_dev),
                                  st->st_ino + test->wrong_inode, 0 };
  if (test->has_id)
    th_pf_maps_add_build_id (maps, (const guint8 *) path, strlen (path), id, sizeof id);
  if (test->is_here)
    th_pf_maps_set_here (maps, st->st_mtim.tv_sec * G_USEC_PER_SEC +
                               st->st_mtim.tv_nsec / 1000 + test->after);
  th_pf_maps_add (maps, &mapped);
  if (test->is_twice)
    {
      mapped.inode.inode++;
      mapped.start += 0x1000000;
      th_pf_maps_add (maps, &mapped);
    }
}

static void
test_path (void)
{
  static const Case cases[] = {
    { .has_id = TRUE, .want = "main+0x8" },
    { .has_id = TRUE, .wrong_id = TRUE, .want = "prog+0x1008+0x0" },
    /* The build id decides. */
    { .has_id = TRUE, .has_inode = TRUE, .wrong_inode = TRUE, .want = "main+0x8" },
    { .has_id = TRUE, .wrong_id = TRUE, .has_inode = TRUE, .is_here = TRUE,
      .want = "prog+0x1008+0x0" },
    { .has_inode = TRUE, .is_here = TRUE, .want = "main+0x8" },
    { .has_inode = TRUE, .is_here = TRUE, .after = 1000, .want = "main+0x8" },
    { .has_inode = TRUE, .is_here = TRUE, .after = -1, .want = "prog+0x1008+0x0" },
    { .has_inode = TRUE, .want = "prog+0x1008+0x0" },
    { .has_inode = TRUE, .wrong_inode = TRUE, .is_here = TRUE, .want = "prog+0x1008+0x0" },
    { .is_here = TRUE, .want = "prog+0x1008+0x0" },
    /* The id may be that of either file. */
    { .has_id = TRUE, .wrong_id = TRUE, .has_inode = TRUE, .is_here = TRUE, .is_twice = TRUE,
      .want = "main+0x8" },
    { .has_id = TRUE, .has_inode = TRUE, .is_twice = TRUE, .want = "prog+0x1008+0x0" },
  };
  g_autofree char *path = g_build_filename (g_get_home_dir (), "prog", NULL);
  struct stat st;

  g_assert_cmpint (stat (path, &st), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      ThPfMaps *maps = th_pf_maps_new ();

      map_program (maps, &cases[i], path, &st);
      assert_name (maps, 0x55001008, cases[i].want);
      th_pf_maps_free (maps);
    }
}

/* Such paths are not opened, although their files have the build id. */
static void
test_odd_paths (void)
{
  static const char *const formats[] = { "%s/../%s/prog", "/proc/self/root%s/prog", "%s/./prog",
                                         "%s/link" };
  g_autofree char *base = g_path_get_basename (g_get_home_dir ());
  g_autofree char *link = g_build_filename (g_get_home_dir (), "link", NULL);
  const Case test = { .has_id = TRUE };
  struct stat st = { 0 };

  g_assert_cmpint (symlink ("prog", link), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_auto(GStrv) parts = g_strsplit (formats[i], "%s", -1);
      g_autofree char *path = parts[2] != NULL
                              ? g_strconcat (g_get_home_dir (), parts[1], base, parts[2], NULL)
                              : g_strconcat (parts[0], g_get_home_dir (), parts[1], NULL);
      ThPfMaps *maps = th_pf_maps_new ();
      g_autofree char *name = NULL;

      g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
      map_program (maps, &test, path, &st);
      name = name_at (maps, 0x55001008);
      g_assert_nonnull (strstr (name, "+0x1008+0x0"));
      th_pf_maps_free (maps);
    }
}

static void
add_module (ThPfModules *modules,
            guint64      start,
            const char  *path)
{
  th_pf_modules_add (modules, start, 0x40000, (const guint8 *) path, strlen (path));
}

static char *
name_in_module (ThPfModules *modules,
                guint64      address)
{
  guint64 offset = 0;
  const char *name = th_pf_modules_find (modules, address, &offset);
  const char *module_name = th_pf_modules_get_name (modules, address);

  return g_strdup_printf ("%s+0x%" G_GINT64_MODIFIER "x %s", name != NULL ? name : "-", offset,
                          module_name != NULL ? module_name : "-");
}

static void
test_modules (void)
{
  static const char path[] = "/lib/modules/6.1.0/kernel/sound/snd-card.ko.xz";
  static const struct { guint64 address; const char *words; } cases[] = {
    { 0xffffffffc0100000, "-+0x0 [snd_card]" },
    { 0xffffffffc0100010, "card_open+0x0 [snd_card]" },
    { 0xffffffffc013000f, "card_open+0x2ffff [snd_card]" },
    { 0xffffffffc0130018, "card_close+0x8 [snd_card]" },
    { 0xffffffffc0130020, "-+0x0 [snd_card]" },
    { 0xffffffffc00fffff, "-+0x0 [other]" },
    { 0xffffffffc0140000, "-+0x0 -" },
  };
  ThPfMaps *maps = th_pf_maps_new ();
  ThPfModules *modules = th_pf_modules_new (maps);
  guint8 id[sizeof build_id];

  memcpy (id, build_id, sizeof id);
  id[0] = 2;
  add_module (modules, 0xffffffffc0100000, path);
  add_module (modules, 0xffffffffc00c0000, "[other]");
  add_module (modules, 0xffffffffc0140000, "[kernel.kallsyms]_text");
  add_module (modules, 0xffffffffc0140000, "/usr/bin/prog");
  add_module (modules, 0xffffffffffffff00, "[beyond]");
  th_pf_maps_add_build_id (maps, (const guint8 *) path, strlen (path), id, sizeof id);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *words = name_in_module (modules, cases[i].address);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
  th_pf_modules_free (modules);
  th_pf_maps_free (maps);
}

/* --- a thread that does not wait ------------------------------------------ */

static gint n_came;

static void
came (void)
{
  g_atomic_int_inc (&n_came);
}

static gpointer
name_on_thread (gpointer modules)
{
  return name_in_module (modules, 0xffffffffc0100010);
}

/* A thread that must not wait gets no name until another one has opened the file, which it is told;
 * others get it at once.  A file that is missing is tried once. */
static void
test_later (void)
{
  static const char path[] = "/lib/modules/6.1.0/kernel/sound/snd-card.ko.xz";
  ThPfMaps *maps = th_pf_maps_new ();
  ThPfModules *modules = th_pf_modules_new (maps);
  const ThPfMapped mapped = { .time = 10, .pid = 7, .start = 0x55001000, .size = 0x81000,
                              .offset = 0x1000, .name = (const guint8 *) "/usr/bin/prog",
                              .name_size = sizeof "/usr/bin/prog" - 1, .build_id = build_id,
                              .build_id_size = sizeof build_id };
  g_autofree char *at_once = NULL, *before = NULL, *after = NULL, *missing = NULL;
  guint8 id[sizeof build_id];

  memcpy (id, build_id, sizeof id);
  id[0] = 2;
  th_pf_maps_add (maps, &mapped);
  add_module (modules, 0xffffffffc0100000, path);
  add_module (modules, 0xffffffffc00c0000, "[other]");
  th_pf_maps_add_build_id (maps, (const guint8 *) path, strlen (path), id, sizeof id);

  th_load_options_set_symbols_later (came);
  before = name_in_module (modules, 0xffffffffc0100010);
  g_assert_cmpstr (before, ==, "-+0x0 [snd_card]");
  at_once = g_thread_join (g_thread_new ("other", name_on_thread, modules));
  g_assert_cmpstr (at_once, ==, "card_open+0x0 [snd_card]");
  while (g_atomic_int_get (&n_came) < 1)
    g_usleep (1000);
  after = name_in_module (modules, 0xffffffffc0100010);
  g_assert_cmpstr (after, ==, "card_open+0x0 [snd_card]");

  /* The name of the file stands for the function. */
  assert_name (maps, 0x55001008, "prog+0x1008+0x0");
  while (g_atomic_int_get (&n_came) < 2)
    g_usleep (1000);
  assert_name (maps, 0x55001008, "main+0x8");

  missing = name_in_module (modules, 0xffffffffc00fffff);
  g_assert_cmpstr (missing, ==, "-+0x0 [other]");
  g_usleep (20000);
  g_assert_cmpint (g_atomic_int_get (&n_came), ==, 2);
  th_load_options_set_symbols_later (NULL);
  th_pf_modules_free (modules);
  th_pf_maps_free (maps);
}

/* --- kernel ------------------------------------------------------------ */

/* @late: whether the build id comes after the sample, as it may in a pipe. */
static ThRecording *
load_kernel (gboolean late)
{
  const PerfShape shape = { .pipe = TRUE, .attr_size = 112, .sample_type = WRITER_SAMPLE };
  PerfWriter writer;
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;
  guint8 id[sizeof build_id];
  ThRecording *recording;
  gsize size;
  const void *data;

  memcpy (id, build_id, sizeof id);
  id[0] = 3;
  perf_writer_init (&writer, &shape);
  /* The offset of the mapping, 0x1000, is the address of _text. */
  if (!late)
    perf_writer_build_id (&writer, id, "[kernel.kallsyms]");
  perf_writer_mmap (&writer, 900, -1, 0x1000, "[kernel.kallsyms]_text", FALSE);
  perf_writer_sample (&writer, 1000, 0, 7);
  if (late)
    perf_writer_build_id (&writer, id, "[kernel.kallsyms]");
  bytes = perf_writer_finish (&writer);
  data = g_bytes_get_data (bytes, &size);
  recording = fixture_load_bytes (data, size, &error);
  g_assert_no_error (error);
  return recording;
}

/* Symbols are usually read when they are needed, but by the load if a window shows its events
 * meanwhile: afterwards the file is not needed. */
static void
test_early (void)
{
  g_autofree char *cache = g_build_filename (g_get_home_dir (), ".debug", ".build-id", "03",
                                             "23456789abcdef0123456789abcdef01234567", NULL);
  g_autofree char *kallsyms = g_build_filename (cache, "kallsyms", NULL);

  g_assert_cmpint (g_mkdir_with_parents (cache, 0700), ==, 0);
  for (guint i = 0; i < 4; i++)
    {
      gboolean early = i % 2, late = i / 2;
      g_autoptr(ThRecording) recording = NULL;
      guint64 offset;

      g_assert_true (g_file_set_contents (kallsyms, "0000000000001000 T _text\n"
                                          "0000000000001010 T first\n0000000000001020 T last\n",
                                          -1, NULL));
      th_load_options_set_early_symbols (early);
      recording = load_kernel (late);
      g_assert_cmpint (g_remove (kallsyms), ==, 0);
      g_assert_cmpstr (th_recording_get_symbol (recording, 0x1018, &offset), ==,
                       early ? "first" : NULL);
    }
  th_load_options_set_early_symbols (FALSE);
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
  g_test_add_func ("/perfdata/elf/path", test_path);
  g_test_add_func ("/perfdata/elf/odd-paths", test_odd_paths);
  g_test_add_func ("/perfdata/elf/modules", test_modules);
  g_test_add_func ("/perfdata/elf/later", test_later);
  g_test_add_func ("/perfdata/elf/early", test_early);
  result = g_test_run ();
  remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
  return result;
}
