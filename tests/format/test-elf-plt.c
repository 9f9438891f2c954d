/* test-elf-plt.c - names of the entries of the PLT
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * For x86-64, the assembler and the linker make the files, and objdump gives the names.  For
 * aarch64, which they may not know, the file is written here; its code is that of the psABI.
 */
#include <elf.h>
#include <string.h>

#include <glib.h>

#include "th-elf.h"

static char *folder;

static char *
run (const char *command)
{
  const char *argv[] = { "sh", "-c", command, NULL };
  char *out = NULL;
  int status;

  g_assert_true (g_spawn_sync (folder, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out,
                               NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  return out;
}

/* --- x86-64 ------------------------------------------------------------ */

/* Functions called as usual; one whose address is taken, too, has its entry in .plt.got. */
static const char source[] =
  ".text\n.globl _start\n.type _start, @function\n_start: call first@PLT\ncall _ZN1a6secondEv@PLT\n"
  "call taken@PLT\nmov taken@GOTPCREL(%rip), %rax\nret\n.size _start, . - _start\n";
static const char library[] =
  ".text\n.globl first, _ZN1a6secondEv, taken\n.type first, @function\nfirst: ret\n"
  ".type _ZN1a6secondEv, @function\n_ZN1a6secondEv: ret\n.type taken, @function\ntaken: ret\n";

static void
write_text (const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
}

/* @options: of ld. */
static void
test_x86 (gconstpointer options)
{
  g_autofree char *command = g_strdup_printf (
    "as -o prog.o prog.s && as -o lib.o lib.s && ld -shared -o lib.so lib.o && "
    "ld %s -o prog prog.o lib.so && objdump -d prog | grep '@plt>:$'", (const char *) options);
  g_autofree char *path = g_build_filename (folder, "prog", NULL), *text = NULL;
  g_auto(GStrv) lines = NULL;
  g_autoptr(ThElf) elf = NULL;
  g_autoptr(GError) error = NULL;
  guint64 offset;

  write_text ("prog.s", source);
  write_text ("lib.s", library);
  text = run (command);
  elf = th_elf_open (path, &error);
  g_assert_no_error (error);

  lines = g_strsplit (g_strchomp (text), "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint64 address = g_ascii_strtoull (lines[i], NULL, 16);
      g_autofree char *name = g_strndup (lines[i] + 18, strlen (lines[i]) - 20);

      g_assert_cmpstr (th_elf_find (elf, address, &offset), ==, name);
      g_assert_cmpuint (offset, ==, 0);
      g_assert_cmpstr (th_elf_find (elf, address + 7, &offset), ==, name);
      g_assert_cmpuint (offset, ==, 7);
    }
}

/* --- aarch64 ----------------------------------------------------------- */

enum
{
  DYNSYM = 1,
  DYNSTR,
  RELA,
  PLT,
  NAMES,
  N_SECTIONS
};

typedef struct
{
  Elf64_Ehdr header;
  Elf64_Sym  symbols[3];
  char       strings[16];
  Elf64_Rela slots[2];
  guint32    code[20];
  char       names[64];
  Elf64_Shdr sections[N_SECTIONS];
} ArmFile;

#define SECTION(type_, member_, address_, link_, entry_, name_) \
  { .sh_name = name_, .sh_type = type_, .sh_offset = G_STRUCT_OFFSET (ArmFile, member_), \
    .sh_addr = address_, .sh_size = sizeof ((ArmFile *) NULL)->member_, .sh_link = link_, \
    .sh_entsize = entry_ }

/* The head of the PLT, a plain entry, and one with BTI.  The code is at 0x400800, the slots are
 * from 0x41ffe8 on: the first 3 belong to the dynamic linker. */
static const ArmFile arm_file = {
  .header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
              .e_type = ET_DYN, .e_machine = EM_AARCH64, .e_version = EV_CURRENT,
              .e_ehsize = sizeof (Elf64_Ehdr), .e_shoff = G_STRUCT_OFFSET (ArmFile, sections),
              .e_shentsize = sizeof (Elf64_Shdr), .e_shnum = N_SECTIONS, .e_shstrndx = NAMES },
  .symbols = { [1] = { .st_name = 1 }, [2] = { .st_name = 6 } },
  .strings = "\0puts\0malloc",
  .slots = { { 0x420000, ELF64_R_INFO (1, R_AARCH64_JUMP_SLOT), 0 },
             { 0x420008, ELF64_R_INFO (2, R_AARCH64_JUMP_SLOT), 0 } },
  .code = { 0xa9bf7bf0,             /* stp x16, x30, [sp, #-16]! */
            0xf00000f0, 0xf947fe11, /* adrp x16, 41f000; ldr x17, [x16, #0xff8] */
            0x913fe210, 0xd61f0220, 0xd503201f, 0xd503201f, 0xd503201f,
            0x90000110, 0xf9400211, /* adrp x16, 420000; ldr x17, [x16] */
            0x91000210, 0xd61f0220,
            0xd503245f,             /* bti c */
            0x90000110, 0xf9400611, /* adrp x16, 420000; ldr x17, [x16, #8] */
            0x91002210, 0xd61f0220, 0xd503201f },
  .names = "\0.dynsym\0.dynstr\0.rela.plt\0.plt\0.names",
  .sections = {
    [DYNSYM] = SECTION (SHT_DYNSYM, symbols, 0x400000, DYNSTR, sizeof (Elf64_Sym), 1),
    [DYNSTR] = SECTION (SHT_STRTAB, strings, 0x400100, 0, 0, 9),
    [RELA] = SECTION (SHT_RELA, slots, 0x400200, DYNSYM, sizeof (Elf64_Rela), 17),
    [PLT] = SECTION (SHT_PROGBITS, code, 0x400800, 0, 16, 27),
    [NAMES] = SECTION (SHT_STRTAB, names, 0, 0, 0, 32),
  },
};

/* Returns "puts@plt" for an address in @file, or the message if it cannot be opened. */
static char *
find_in (const ArmFile *file,
         guint64        address)
{
  g_autofree char *path = g_build_filename (folder, "arm", NULL);
  g_autoptr(ThElf) elf = NULL;
  g_autoptr(GError) error = NULL;
  guint64 offset;

  g_assert_true (g_file_set_contents (path, (const char *) file, sizeof *file, NULL));
  elf = th_elf_open (path, &error);
  return g_strdup (elf != NULL ? th_elf_find (elf, address, &offset) : error->message);
}

static void
test_arm (void)
{
  static const struct { guint64 address; const char *name; } cases[] = {
    { 0x400800, NULL }, { 0x40081f, NULL }, { 0x400820, "puts@plt" }, { 0x40082f, "puts@plt" },
    { 0x400830, "malloc@plt" }, { 0x400847, "malloc@plt" }, { 0x400848, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = find_in (&arm_file, cases[i].address);

      g_assert_cmpstr (name, ==, cases[i].name);
    }
}

/* A byte of the file is anything; the file is cut anywhere. */
static void
test_damaged (void)
{
  g_autofree char *path = g_build_filename (folder, "arm", NULL);

  for (gsize at = 0; at < sizeof arm_file; at += 5)
    {
      ArmFile file = arm_file;
      g_autofree char *name = NULL;
      g_autoptr(ThElf) cut = NULL;

      ((guint8 *) &file)[at] ^= 0x81;
      name = find_in (&file, 0x400820);
      g_assert_true (g_file_set_contents (path, (const char *) &arm_file, (gssize) at, NULL));
      cut = th_elf_open (path, NULL);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *remove = NULL;
  int result;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-elf-plt-XXXXXX", NULL);
  g_test_add_data_func ("/format/elf-plt/x86/plain", "", test_x86);
  g_test_add_data_func ("/format/elf-plt/x86/pie", "-pie", test_x86);
  g_test_add_data_func ("/format/elf-plt/x86/now", "-pie -z now", test_x86);
  g_test_add_data_func ("/format/elf-plt/x86/ibt", "-pie -z ibtplt", test_x86);
  g_test_add_func ("/format/elf-plt/arm", test_arm);
  g_test_add_func ("/format/elf-plt/damaged", test_damaged);
  result = g_test_run ();
  remove = g_strdup_printf ("rm -rf '%s'", folder);
  g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL);
  g_free (folder);
  return result;
}
