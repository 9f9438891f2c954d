/* test-perfdata-unwind.c - user stacks that are unwound from registers and a copy of the stack
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The program copies its own registers and stack, as the kernel does for perf record --call-graph
 * dwarf, and asks backtrace() of the C library, which has an unwinder of its own, for the frames.
 */
#include <execinfo.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <ucontext.h>
#include <unistd.h>

#include "loader-fixture.h"
#include "perfdata-writer.h"
#include "th-reader.h"
#include "th-unwind.h"

#define PID 77
#define MAX_FRAMES 400
#define MAX_STACK 60000
#define OFFSET_MASK ((G_GUINT64_CONSTANT (1) << 36) - 1)

#ifdef __x86_64__
#define REGISTERS 0xff0fffu /* as perf record asks for on x86-64 */
#define N_REGISTERS 20
#define SP 7
#define PC 8
#else
#define REGISTERS ((G_GUINT64_CONSTANT (1) << 33) - 1)
#define N_REGISTERS 33
#define SP 31
#define PC 32
#endif

/* What was taken of this process. */
typedef struct
{
  guint64 registers[N_REGISTERS];
  guint8  stack[MAX_STACK];
  guint   n_stack;
  void   *frames[MAX_FRAMES]; /* of backtrace(), from the caller of take() on */
  int     n_frames;
} Taken;

/* What a recording says about the files of this process. */
typedef enum
{
  IDS,      /* their build ids, in a list */
  OWN_IDS,  /* the same, with each mapping */
  INODES
} Identity;

typedef struct
{
  char    path[512];
  guint64 start, end, offset, inode;
  guint   major, minor;
  guint8  id[20];
  gboolean has_id;
} Mapped;

typedef struct
{
  Identity    identity;
  const char *host;
  gboolean    wrong_id, wrong_inode;
  guint64     generated; /* a page of code that is in no file; 0: not recorded */
} Setting;

static Taken taken;
static GArray *maps; /* of Mapped: code of files */

/* --- this process ------------------------------------------------------ */

static void
note_registers (const ucontext_t *context)
{
#ifdef __x86_64__
  /* In the order of enum perf_event_x86_regs, without segments: flags, cs and ss are 9 to 11. */
  static const int order[N_REGISTERS] = {
    REG_RAX, REG_RBX, REG_RCX, REG_RDX, REG_RSI, REG_RDI, REG_RBP, REG_RSP, REG_RIP, REG_EFL,
    -1, -1, REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15
  };

  for (guint i = 0; i < N_REGISTERS; i++)
    taken.registers[i] = order[i] >= 0 ? (guint64) context->uc_mcontext.gregs[order[i]] : 0;
#else
  memcpy (taken.registers, context->uc_mcontext.regs, sizeof context->uc_mcontext.regs);
  taken.registers[SP] = context->uc_mcontext.sp;
  taken.registers[PC] = context->uc_mcontext.pc;
#endif
}

/* The kernel reads the stack, so that no sanitizer objects. */
static void
copy_stack (guint size)
{
  int fd = open ("/proc/self/mem", O_RDONLY | O_CLOEXEC);
  ssize_t n;

  g_assert_cmpint (fd, >=, 0);
  n = pread (fd, taken.stack, MIN (size, MAX_STACK), (off_t) taken.registers[SP]);
  close (fd);
  g_assert_cmpint (n, >, 0);
  taken.n_stack = n / 8 * 8;
}

/* Returns the frames of backtrace() from the return address @from on: a sanitizer has a function of
 * its own between it and its caller. */
static int
get_frames (void *const  from,
            void       **frames)
{
  /* Not on the stack, which is to have small frames. */
  static void *all[MAX_FRAMES];
  int n = backtrace (all, MAX_FRAMES), first = 0;

  while (first < n && all[first] != from)
    first++;
  memcpy (frames, all + first, (n - first) * sizeof *frames);
  return n - first;
}

static gpointer G_GNUC_NO_INLINE
take (gpointer size)
{
  static ucontext_t context;

  g_assert_cmpint (getcontext (&context), ==, 0);
  note_registers (&context);
  copy_stack (GPOINTER_TO_UINT (size));
  taken.n_frames = get_frames (__builtin_return_address (0), taken.frames);
  return NULL;
}

static int recurse (int   depth,
                    guint size);

/* Through a pointer, so that the compiler makes no loop of it. */
static int (*volatile recurse_again) (int depth, guint size) = recurse;

static int G_GNUC_NO_INLINE
recurse (int   depth,
         guint size)
{
  int result = 0;

  if (depth > 0)
    result = recurse_again (depth - 1, size) + 1;
  else
    take (GUINT_TO_POINTER (size));
  return result;
}

static int
note_id (struct dl_phdr_info *info,
         size_t               size G_GNUC_UNUSED,
         void                *data)
{
  Mapped *mapped = data;

  if (mapped->start < info->dlpi_addr || mapped->has_id)
    return 0;
  for (int i = 0; i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *at = &info->dlpi_phdr[i];
      guint64 begin = info->dlpi_addr + at->p_vaddr;

      if (at->p_type == PT_LOAD && (at->p_flags & PF_X) != 0 && begin < mapped->end &&
          begin + at->p_memsz > mapped->start)
        mapped->has_id = TRUE;
    }
  for (int i = 0; mapped->has_id && i < info->dlpi_phnum; i++)
    {
      const ElfW (Phdr) *at = &info->dlpi_phdr[i];
      const guint8 *note = (const guint8 *) info->dlpi_addr + at->p_vaddr;

      /* A header of 12 bytes, "GNU", and the id. */
      if (at->p_type == PT_NOTE)
        for (gsize j = 0; j + 36 <= at->p_memsz; j += 4)
          if (memcmp (note + j, "\4\0\0\0\24\0\0\0\3\0\0\0GNU\0", 16) == 0)
            memcpy (mapped->id, note + j + 16, 20);
    }
  return 0;
}

static void
read_maps (void)
{
  g_autofree char *text = NULL;
  g_auto(GStrv) lines = NULL;

  maps = g_array_new (FALSE, FALSE, sizeof (Mapped));
  g_assert_true (g_file_get_contents ("/proc/self/maps", &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      Mapped mapped = { 0 };
      char mode[5];

      if (sscanf (lines[i], "%lx-%lx %4s %lx %x:%x %lu %511s", &mapped.start, &mapped.end, mode,
                  &mapped.offset, &mapped.major, &mapped.minor, &mapped.inode, mapped.path) != 8 ||
          mode[2] != 'x' || *mapped.path != '/')
        continue;
      dl_iterate_phdr (note_id, &mapped);
      g_array_append_val (maps, mapped);
    }
  g_assert_cmpuint (maps->len, >, 2);
}

/* --- recordings of it -------------------------------------------------- */

static void
put_maps (PerfWriter    *writer,
          const Setting *setting)
{
  for (guint i = 0; i < maps->len; i++)
    {
      Mapped *mapped = &g_array_index (maps, Mapped, i);
      PerfMap map = { PID, mapped->start, mapped->end - mapped->start, mapped->offset, mapped->path,
                      mapped->major, mapped->minor, mapped->inode + setting->wrong_inode, NULL };
      guint8 id[20];

      memcpy (id, mapped->id, sizeof id);
      id[7] ^= setting->wrong_id;
      if (setting->identity == IDS)
        perf_writer_build_id (writer, id, mapped->path);
      else if (setting->identity == OWN_IDS)
        map.build_id = id;
      perf_writer_map (writer, 900, &map);
    }
  if (setting->generated != 0)
    perf_writer_map (writer, 900, &(PerfMap) { PID, setting->generated, 4096, 0, "//anon" });
}

static ThRecording *
record (const Setting  *setting,
        const PerfUser *user,
        guint64         registers)
{
  const PerfShape shape = { .pipe = setting->identity == INODES, .attr_size = 112, .n_cpus = 1,
                            .sample_type = WRITER_SAMPLE | WRITER_USER,
                            .user_registers = registers };
  g_autoptr(GError) error = NULL;
  g_autoptr(GBytes) bytes = NULL;
  ThRecording *recording;
  PerfWriter writer;
  const void *data;
  gsize size;

  perf_writer_init (&writer, &shape);
  if (setting->host != NULL)
    perf_writer_host (&writer, setting->host);
  put_maps (&writer, setting);
  perf_writer_user (&writer, 1000, PID, user);
  bytes = perf_writer_finish (&writer);
  data = g_bytes_get_data (bytes, &size);
  recording = fixture_load_bytes (data, size, &error);
  g_assert_no_error (error);
  return recording;
}

static PerfUser
taken_user (void)
{
  return (PerfUser) { 2, taken.registers, N_REGISTERS, taken.n_stack, taken.stack, taken.n_stack,
                      taken.n_stack };
}

static GArray *
read_frames (ThRecording *recording)
{
  g_autoptr(ThReader) reader = th_reader_new (recording);
  GArray *frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));

  g_assert_cmpuint (th_recording_get_n_events (recording), ==, 1);
  th_reader_get_stack (reader, (ThRef) { 0, 0, 0 }, frames);
  return frames;
}

static GArray *
unwind (const Setting  *setting,
        const PerfUser *user)
{
  g_autoptr(ThRecording) recording = record (setting, user, REGISTERS);

  return read_frames (recording);
}

/* Returns why the user frames end, free with g_free(). */
static char *
dup_end (const Setting  *setting,
         const PerfUser *user)
{
  g_autoptr(ThRecording) recording = record (setting, user, REGISTERS);
  g_autoptr(ThReader) reader = th_reader_new (recording);
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));

  th_reader_get_stack (reader, (ThRef) { 0, 0, 0 }, frames);
  return th_reader_dup_stack_end (reader);
}

/* The offset in its file of an address of this process; the address if it is in none. */
static guint64
offset_of (guint64 address)
{
  for (guint i = 0; i < maps->len; i++)
    {
      const Mapped *mapped = &g_array_index (maps, Mapped, i);

      if (address >= mapped->start && address < mapped->end)
        return address - mapped->start + mapped->offset;
    }
  return address;
}

static guint64
frame_at (GArray *frames,
          guint   index)
{
  guint64 address = g_array_index (frames, ThFrame, index).address;

  g_assert_true (g_array_index (frames, ThFrame, index).user);
  return th_address_is_made_up (address) ? address & OFFSET_MASK : address;
}

/* Asserts that @frames, from the second one on, are the first ones of backtrace(), each in the
 * instruction of the call.  Returns how many are in the next one, as they were interrupted. */
static guint
assert_frames (GArray *frames)
{
  guint n_exact = 0;

  g_assert_cmpuint (frames->len, >, 1);
  g_assert_cmpuint (frames->len, <=, taken.n_frames + 1);
  for (guint i = 1; i < frames->len; i++)
    {
      guint64 expected = offset_of ((guint64) taken.frames[i - 1]), got = frame_at (frames, i);

      if (got == expected)
        n_exact++;
      else
        g_assert_cmphex (got, ==, expected - 1);
    }
  return n_exact;
}

/* --- tests ------------------------------------------------------------- */

static void
test_all (void)
{
  const Setting settings[] = { { IDS }, { OWN_IDS }, { INODES, g_get_host_name () } };
  PerfUser user;

  recurse (5, MAX_STACK);
  user = taken_user ();
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr(GArray) frames = unwind (&settings[i], &user);

      g_assert_cmpuint (assert_frames (frames), ==, 0);
      g_assert_cmpuint (frames->len, ==, taken.n_frames + 1);
    }
}

static void
test_thread (void)
{
  const Setting setting = { IDS };
  g_autoptr(GArray) frames = NULL;
  PerfUser user;

  g_thread_join (g_thread_new ("taken", take, GUINT_TO_POINTER (MAX_STACK)));
  user = taken_user ();
  frames = unwind (&setting, &user);
  g_assert_cmpuint (assert_frames (frames), ==, 0);
  g_assert_cmpuint (frames->len, ==, taken.n_frames + 1);
}

static void
handle_signal (int number G_GNUC_UNUSED)
{
  take (GUINT_TO_POINTER (MAX_STACK));
}

/* The handler returns to code of the C library, and was not called by what was interrupted. */
static void
test_signal (void)
{
  const Setting setting = { IDS };
  g_autoptr(GArray) frames = NULL;
  PerfUser user;

  signal (SIGUSR1, handle_signal);
  raise (SIGUSR1);
  user = taken_user ();
  frames = unwind (&setting, &user);
  g_assert_cmpuint (assert_frames (frames), ==, 2);
  g_assert_cmpuint (frames->len, ==, taken.n_frames + 1);
}

/* Frames that do not fit, and more of them than are shown. */
static void
test_deep (void)
{
  const Setting setting = { IDS };
  g_autoptr(ThRecording) recording = NULL;
  g_autofree char *remark = NULL;
  g_autoptr(GArray) cut = NULL;
  g_autoptr(GArray) all = NULL;
  PerfUser user;

  recurse (200, 1024);
  user = taken_user ();
  recording = record (&setting, &user, REGISTERS);
  cut = read_frames (recording);
  remark = th_recording_dup_stack_remark (recording);
  g_assert_cmpstr (remark, ==, "Some user stacks end where their copy ends. Record with perf "
                               "record --call-graph dwarf,65528 to copy more.");
  assert_frames (cut);
  g_assert_cmpuint (cut->len, >, 5);
  g_assert_cmpuint (cut->len, <, 200);

  recurse (200, MAX_STACK);
  user = taken_user ();
  all = unwind (&setting, &user);
  assert_frames (all);
  g_assert_cmpuint (all->len, ==, TH_UNWIND_MAX_FRAMES);
}

#ifdef __x86_64__
/* push %rbp; mov %rsp,%rbp; mov %rsi,%rax; call *%rax; pop %rbp; ret */
static const guint8 with_pointer[] = { 0x55, 0x48, 0x89, 0xe5, 0x48, 0x89, 0xf0, 0xff, 0xd0, 0x5d,
                                       0xc3 };
/* push %rbp; push $0x1234; push $0; mov %rsp,%rbp; call *%rsi; add $16,%rsp; pop %rbp; ret */
static const guint8 without_pointer[] = { 0x55, 0x68, 0x34, 0x12, 0, 0, 0x6a, 0, 0x48, 0x89, 0xe5,
                                          0xff, 0xd6, 0x48, 0x83, 0xc4, 0x10, 0x5d, 0xc3 };

/* Takes the stack of a function that is called by @code; FALSE if this system allows no generated
 * code. */
static gboolean G_GNUC_NO_INLINE
take_generated (const guint8 *code,
                gsize         size,
                guint64      *memory)
{
  void *page = mmap (NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS,
                     -1, 0);

  if (page == MAP_FAILED)
    return FALSE;
  memcpy (page, code, size);
  ((void (*) (gpointer, gpointer (*) (gpointer))) page) (GUINT_TO_POINTER (MAX_STACK), take);
  munmap (page, 4096);
  *memory = (guint64) page;
  return TRUE;
}

static GArray * G_GNUC_NO_INLINE
unwind_generated (const guint8 *code,
                  gsize         size,
                  gboolean      is_recorded,
                  guint64      *memory)
{
  Setting setting = { IDS };
  PerfUser user;

  if (!take_generated (code, size, memory))
    return NULL;
  setting.generated = is_recorded ? *memory : 0;
  user = taken_user ();
  return unwind (&setting, &user);
}
#endif

/* The C library does not look for frame pointers, so its frames are those of the caller. */
static void
test_generated (void)
{
#ifdef __x86_64__
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GArray) frames = NULL;
      void *own[MAX_FRAMES];
      guint n_own = get_frames (__builtin_return_address (0), own);
      guint64 memory;

      frames = unwind_generated (with_pointer, sizeof with_pointer, i == 1, &memory);
      if (frames == NULL)
        {
          g_test_skip ("This system allows no generated code");
          return;
        }
      /* take(), the code, take_generated(), unwind_generated(), this function, and its callers. */
      g_assert_cmpuint (frames->len, ==, n_own + 5);
      g_assert_cmphex (frame_at (frames, 1), ==, memory + 8);
      for (guint j = 0; j < n_own; j++)
        g_assert_cmphex (frame_at (frames, j + 5), ==, offset_of ((guint64) own[j]) - 1);
    }
#else
  g_test_skip ("The generated code is for x86-64");
#endif
}

/* The frame pointer leads to no code. */
static void
test_no_pointer (void)
{
#ifdef __x86_64__
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GArray) frames = NULL;
      guint64 memory;

      frames = unwind_generated (without_pointer, sizeof without_pointer, i == 1, &memory);
      if (frames == NULL)
        {
          g_test_skip ("This system allows no generated code");
          return;
        }
      g_assert_cmpuint (frames->len, ==, 2);
      g_assert_cmphex (frame_at (frames, 1), ==, memory + 12);
    }
#else
  g_test_skip ("The generated code is for x86-64");
#endif
}

/* Files that are not those of the recording are not used, and a sentence names them. */
static void
test_other_files (void)
{
  const Setting settings[] = {
    { IDS, NULL, TRUE, FALSE }, { OWN_IDS, NULL, TRUE, FALSE },
    { INODES, g_get_host_name (), FALSE, TRUE }, { INODES, "elsewhere", FALSE, FALSE },
    { INODES, NULL, FALSE, FALSE },
  };
  PerfUser user;

  recurse (5, MAX_STACK);
  user = taken_user ();
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      g_autoptr(ThRecording) recording = record (&settings[i], &user, REGISTERS);
      g_autofree char *before = th_recording_dup_stack_remark (recording);
      g_autoptr(GArray) frames = read_frames (recording);
      g_autofree char *remark = th_recording_dup_stack_remark (recording);

      g_assert_null (before);
      g_assert_cmpuint (frames->len, ==, 1);
      g_assert_cmphex (frame_at (frames, 0), ==, offset_of (taken.registers[PC]));
      g_assert_nonnull (strstr (remark, "test-perfdata-unwind"));
    }
}

/* The main thread reads only what needs no files. */
static void
test_recorded (void)
{
  const Setting setting = { IDS };
  g_autoptr(ThRecording) recording = NULL;
  g_autoptr(ThReader) reader = NULL;
  g_autoptr(GArray) frames = g_array_new (FALSE, FALSE, sizeof (ThFrame));
  PerfUser user;

  recurse (5, MAX_STACK);
  user = taken_user ();
  recording = record (&setting, &user, REGISTERS);
  reader = th_reader_new (recording);
  g_assert_true (th_recording_has_stacks (recording, 0));
  g_assert_false (th_reader_get_recorded_stack (reader, (ThRef) { 0, 0, 0 }, frames));
  g_assert_cmpuint (frames->len, ==, 0);
}

/* A stack that is whole needs no reason; any other has one, by what was done to it. */
static void
test_ends (void)
{
  const Setting setting = { IDS }, other = { IDS, NULL, TRUE, FALSE };
  g_autofree char *whole = NULL, *cut = NULL, *deep = NULL, *missing = NULL, *narrow = NULL;
  PerfUser user;

  recurse (5, MAX_STACK);
  user = taken_user ();
  whole = dup_end (&setting, &user);
  missing = dup_end (&other, &user);
  user.abi = 1; /* PERF_SAMPLE_REGS_ABI_32 */
  narrow = dup_end (&setting, &user);
  recurse (200, 1024);
  user = taken_user ();
  cut = dup_end (&setting, &user);
  recurse (200, MAX_STACK);
  user = taken_user ();
  deep = dup_end (&setting, &user);

  g_assert_cmpstr (whole, ==, NULL);
  g_assert_cmpstr (missing, ==, "The callers are not known: test-perfdata-unwind is not on this "
                                "machine as it was recorded.");
  g_assert_cmpstr (narrow, ==, "User stacks of 32-bit processes are not unwound.");
  g_assert_cmpstr (cut, ==, "The copy of the stack ends here, after 1024 bytes. Record with perf "
                            "record --call-graph dwarf,65528 to copy more.");
  g_assert_cmpstr (deep, ==, "No more than 127 user frames are unwound.");
}

static void
test_end_generated (void)
{
#ifdef __x86_64__
  for (guint i = 0; i < 2; i++)
    {
      Setting setting = { IDS };
      g_autofree char *end = NULL;
      guint64 memory;
      PerfUser user;

      if (!take_generated (without_pointer, sizeof without_pointer, &memory))
        {
          g_test_skip ("This system allows no generated code");
          return;
        }
      setting.generated = i == 1 ? memory : 0;
      user = taken_user ();
      end = dup_end (&setting, &user);
      g_assert_cmpstr (end, ==, "The callers are not known: this code is in no file.");
    }
#else
  g_test_skip ("The generated code is for x86-64");
#endif
}

/* --- damage ------------------------------------------------------------ */

/* A stack that was cut anywhere gives the first frames. */
static void
test_cut (void)
{
  const Setting setting = { OWN_IDS };
  guint before = 0;

  recurse (5, MAX_STACK);
  for (guint size = 0; size <= taken.n_stack; size += size < 1024 ? 8 : 512)
    for (guint how = 0; how < 3; how++)
      {
        PerfUser user = taken_user ();
        g_autoptr(GArray) frames = NULL;

        /* The record says so; or says so of what was copied; or is too short. */
        user.n_stack = how == 1 ? user.n_stack : size;
        user.size = how == 0 ? size : user.size;
        user.copied = how == 2 ? user.copied : size;
        frames = unwind (&setting, &user);
        if (frames->len > 1)
          assert_frames (frames);
        g_assert_cmpuint (frames->len, >=, how < 2 ? before : 1);
        before = how < 2 ? frames->len : before;
      }
  g_assert_cmpuint (before, ==, taken.n_frames + 1);
}

static void
test_absurd (void)
{
  static const guint64 values[] = { 0, 1, 7, G_MAXUINT64, G_MAXUINT64 - 7, G_MAXINT64,
                                    0x8000000000000000, 0xffff800000000000 };
  const Setting setting = { IDS };

  recurse (5, MAX_STACK);
  for (guint i = 0; i < G_N_ELEMENTS (values) * N_REGISTERS; i++)
    {
      guint64 registers[N_REGISTERS];
      PerfUser user = taken_user ();
      g_autoptr(GArray) frames = NULL;

      memcpy (registers, taken.registers, sizeof registers);
      registers[i % N_REGISTERS] = values[i / N_REGISTERS];
      user.registers = registers;
      frames = unwind (&setting, &user);
      g_assert_cmpuint (frames->len, <=, TH_UNWIND_MAX_FRAMES);
    }
}

/* Numbers of the record that contradict each other, and random bytes. */
static void
test_hostile (void)
{
  static const guint64 masks[] = { REGISTERS, 0, 1, G_MAXUINT64, 1 << SP };
  const Setting setting = { IDS };

  recurse (5, MAX_STACK);
  for (guint i = 0; i < 200; i++)
    {
      guint64 registers[N_REGISTERS];
      g_autofree guint8 *stack = g_memdup2 (taken.stack, sizeof taken.stack);
      PerfUser user = taken_user ();
      g_autoptr(ThRecording) recording = NULL;
      g_autoptr(GArray) frames = NULL;

      memcpy (registers, taken.registers, sizeof registers);
      for (guint j = 0; j < (i % 4 == 0 ? user.n_stack : i); j++)
        stack[g_test_rand_int_range (0, user.n_stack)] = g_test_rand_int_range (0, 256);
      registers[g_test_rand_int_range (0, N_REGISTERS)] += g_test_rand_int_range (-64, 64);
      user.registers = registers;
      user.stack = stack;
      user.abi = i % 7 < 5 ? 2 : i % 7;
      user.size = i % 5 != 1 ? user.size : (guint64) 1 << i % 64;
      user.copied = i % 5 != 2 ? user.copied : (guint64) 1 << i % 64;
      user.n_registers = i % 5 != 3 ? N_REGISTERS : i % N_REGISTERS;
      recording = record (&setting, &user, masks[i % 11 < 7 ? 0 : i % G_N_ELEMENTS (masks)]);
      frames = read_frames (recording);
      g_assert_cmpuint (frames->len, <=, TH_UNWIND_MAX_FRAMES);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  read_maps ();
  g_test_add_func ("/perfdata/unwind/all", test_all);
  g_test_add_func ("/perfdata/unwind/thread", test_thread);
  g_test_add_func ("/perfdata/unwind/signal", test_signal);
  g_test_add_func ("/perfdata/unwind/deep", test_deep);
  g_test_add_func ("/perfdata/unwind/generated", test_generated);
  g_test_add_func ("/perfdata/unwind/no-pointer", test_no_pointer);
  g_test_add_func ("/perfdata/unwind/other-files", test_other_files);
  g_test_add_func ("/perfdata/unwind/recorded", test_recorded);
  g_test_add_func ("/perfdata/unwind/ends", test_ends);
  g_test_add_func ("/perfdata/unwind/end-generated", test_end_generated);
  g_test_add_func ("/perfdata/unwind/cut", test_cut);
  g_test_add_func ("/perfdata/unwind/absurd", test_absurd);
  g_test_add_func ("/perfdata/unwind/hostile", test_hostile);
  return g_test_run ();
}
