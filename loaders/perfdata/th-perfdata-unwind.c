/* th-perfdata-unwind.c - the user stack of a sample, from its registers and its copy of the stack
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-byte-cursor.h"
#include "th-cfi.h"
#include "th-hash.h"
#include "th-perfdata-unwind.h"
#include "th-reader.h"
#include "th-unwind.h"

#define ABI_32 1                    /* PERF_SAMPLE_REGS_ABI_32 */
#define ABI_64 2                    /* PERF_SAMPLE_REGS_ABI_64 */
#define MAX_ADDRESSES (1u << 20)    /* whose rows are kept */
#define MAX_ROWS (1u << 14)         /* that differ */
#define MAX_MEMORY (512u << 20)     /* bytes of call frame information */
#define MAX_NAMED 3                 /* files that the remark names */

typedef struct
{
  ThCfi   *cfi;        /* NULL: the file is not on this machine */
  gboolean is_missed;  /* a stack ended there */
  char    *name;       /* for display; NULL if @cfi is not */
} Binary;

struct _ThPfUnwind
{
  GMutex      lock;      /* protects all of it */
  ThPfMaps   *maps;
  GHashTable *binaries;  /* number of the file + 1 → Binary */
  GHashTable *addresses; /* made-up address → its row, or no_row or no_file */
  GHashTable *rows;      /* all rows */
  gsize       size;      /* of the call frame information */
  gboolean    has_cut;   /* a stack ended with its copy, although more can be copied */
};

/* What one walk needs. */
typedef struct
{
  ThPfUnwind *self;
  guint       machine;
  gint32      pid;
  gint64      time;
  guint       n;         /* frames so far */
  guint64     address[TH_UNWIND_MAX_FRAMES]; /* that were looked up, and their places */
  guint64     place[TH_UNWIND_MAX_FRAMES];
} Walk;

static const ThCfiRow no_row, no_file;

/* The registers of perf, by their DWARF numbers; perf's numbers of the others are the same. */
static const guint8 x86_64_registers[] = {
  0 /* rax */, 3 /* rdx */, 2 /* rcx */, 1 /* rbx */, 4 /* rsi */, 5 /* rdi */, 6 /* rbp */,
  7 /* rsp */, 16, 17, 18, 19, 20, 21, 22, 23 /* r8 … r15 */, 8 /* rip */
};
#define AARCH64_PC 32

/* --- life cycle -------------------------------------------------------- */

static void
binary_free (gpointer data)
{
  Binary *binary = data;

  g_clear_pointer (&binary->cfi, th_cfi_free);
  g_free (binary->name);
  g_free (binary);
}

static guint
row_hash (gconstpointer row)
{
  return th_bytes_hash (row, sizeof (ThCfiRow));
}

static gboolean
row_equal (gconstpointer a,
           gconstpointer b)
{
  return memcmp (a, b, sizeof (ThCfiRow)) == 0;
}

ThPfUnwind *
th_pf_unwind_new (ThPfMaps *maps)
{
  ThPfUnwind *self = g_new0 (ThPfUnwind, 1);

  g_mutex_init (&self->lock);
  self->maps = maps;
  self->binaries = g_hash_table_new_full (NULL, NULL, NULL, binary_free);
  self->addresses = g_hash_table_new (th_direct_hash, NULL);
  self->rows = g_hash_table_new_full (row_hash, row_equal, g_free, NULL);
  return self;
}

void
th_pf_unwind_free (ThPfUnwind *self)
{
  g_hash_table_unref (self->binaries);
  g_hash_table_unref (self->addresses);
  g_hash_table_unref (self->rows);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* --- rows -------------------------------------------------------------- */

static Binary *
open_binary (ThPfUnwind          *self,
             const ThElfRecorded *recorded,
             guint                machine)
{
  g_autofree char *base = g_path_get_basename (recorded->path);
  Binary *binary = g_new0 (Binary, 1);

  if (self->size < MAX_MEMORY)
    binary->cfi = th_cfi_open (recorded, machine);
  if (binary->cfi != NULL)
    self->size += th_cfi_get_size (binary->cfi);
  else
    binary->name = g_utf8_make_valid (base, -1);
  return binary;
}

static const ThCfiRow *
keep_row (ThPfUnwind     *self,
          const ThCfiRow *row)
{
  ThCfiRow *kept = g_hash_table_lookup (self->rows, row);

  if (kept == NULL)
    {
      kept = g_memdup2 (row, sizeof *row);
      g_hash_table_add (self->rows, kept);
    }
  return kept;
}

/* Whether the mapping has a name but no file: code that was generated at run time. */
static gboolean
is_generated (const char *path)
{
  static const char *const names[] = { "/memfd:", "/dev/", "/SYSV", "anon_inode:" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (path, names[i]))
      return TRUE;
  return *path == '[' && strcmp (path, "[vdso]") != 0;
}

static const ThCfiRow *
read_row (ThPfUnwind *self,
          guint64     place,
          guint       machine)
{
  ThElfRecorded recorded;
  guint32 number;
  guint64 offset;
  Binary *binary;
  ThCfiRow row;

  if (!th_pf_maps_get_file (self->maps, place, &recorded, &number, &offset) ||
      is_generated (recorded.path))
    return &no_row;

  binary = g_hash_table_lookup (self->binaries, GUINT_TO_POINTER (number + 1));
  if (binary == NULL)
    {
      binary = open_binary (self, &recorded, machine);
      g_hash_table_insert (self->binaries, GUINT_TO_POINTER (number + 1), binary);
    }
  if (binary->cfi == NULL)
    {
      binary->is_missed = TRUE;
      return &no_file;
    }
  return th_cfi_read_row (binary->cfi, offset, &row) ? keep_row (self, &row) : &no_row;
}

static const ThCfiRow *
row_at (ThPfUnwind *self,
        guint64     place,
        guint       machine)
{
  gpointer key = (gpointer) (gsize) place;
  const ThCfiRow *row = g_hash_table_lookup (self->addresses, key);

  if (row == NULL)
    {
      row = read_row (self, place, machine);
      g_hash_table_insert (self->addresses, key, (gpointer) row);
    }
  return row;
}

static ThUnwindFound
find_row (gpointer         data,
          guint64          address,
          const ThCfiRow **row)
{
  Walk *walk = data;
  guint64 place = th_pf_maps_place (walk->self->maps, walk->pid, walk->time, address);

  walk->address[walk->n] = address;
  walk->place[walk->n++] = place;
  if (!th_address_is_made_up (place))
    return th_pf_maps_has_code (walk->self->maps, walk->pid, walk->time, address)
           ? TH_UNWIND_NO_ROW : TH_UNWIND_NO_CODE;

  *row = row_at (walk->self, place, walk->machine);
  return *row == &no_row ? TH_UNWIND_NO_ROW : *row == &no_file ? TH_UNWIND_NO_FILE : TH_UNWIND_ROW;
}

/* Forgets rows if there are too many; while no walk uses them. */
static void
make_room (ThPfUnwind *self)
{
  if (g_hash_table_size (self->addresses) < MAX_ADDRESSES &&
      g_hash_table_size (self->rows) < MAX_ROWS)
    return;
  g_hash_table_remove_all (self->addresses);
  g_hash_table_remove_all (self->rows);
}

/* --- registers --------------------------------------------------------- */

/* If the processor was not recorded, its registers tell: only aarch64 has numbers 24 to 31. */
static const ThUnwindMachine *
find_machine (const char *name,
              guint64     registers)
{
  if (name == NULL)
    return registers & 0xff000000 ? &th_unwind_aarch64 : &th_unwind_x86_64;
  return strcmp (name, "x86_64") == 0 ? &th_unwind_x86_64
         : strcmp (name, "aarch64") == 0 ? &th_unwind_aarch64 : NULL;
}

/* Returns the value that perf recorded of its register @number; FALSE if it did not. */
static gboolean
get_register (const ThPfSample *sample,
              const ThPfUser   *user,
              guint             number,
              guint64          *value)
{
  guint64 mask = sample->attr->user_registers, bit = G_GUINT64_CONSTANT (1) << number;

  if ((mask & bit) == 0)
    return FALSE;
  *value = th_bytes_u64 (user->registers + 8 * __builtin_popcountll (mask & (bit - 1)),
                         sample->big_endian);
  return TRUE;
}

/* FALSE if the program counter or the stack pointer was not recorded. */
static gboolean
take_registers (ThUnwind         *unwind,
                const ThPfSample *sample,
                const ThPfUser   *user)
{
  const ThUnwindMachine *machine = unwind->machine;
  gboolean is_x86 = machine == &th_unwind_x86_64;

  for (guint i = 0; i < machine->n_registers; i++)
    if (get_register (sample, user, is_x86 ? x86_64_registers[i] : i, &unwind->registers[i]))
      unwind->known |= G_GUINT64_CONSTANT (1) << i;
  unwind->stack = unwind->registers[machine->stack_pointer];
  return (unwind->known >> machine->stack_pointer & 1) != 0 &&
         get_register (sample, user,
                       is_x86 ? x86_64_registers[machine->n_registers - 1] : AARCH64_PC,
                       &unwind->pc);
}

/* --- public ------------------------------------------------------------ */

void
th_pf_unwind_run (ThPfUnwind       *self,
                  const ThPfSample *sample,
                  const ThPfUser   *user,
                  const char       *machine,
                  gint32            pid,
                  gint64            time,
                  GArray           *frames,
                  ThPfStackEnd     *end)
{
  ThUnwind unwind = { .machine = find_machine (machine, sample->attr->user_registers),
                      .big_endian = sample->big_endian, .bytes = user->stack,
                      .size = user->stack_size };
  Walk walk = { .self = self, .pid = pid, .time = time };
  guint64 addresses[TH_UNWIND_MAX_FRAMES];
  guint n;

  *end = (ThPfStackEnd) { .is_32_bit = user->abi == ABI_32, .copied = user->stack_size };
  if (user->abi == ABI_64 && unwind.machine == NULL)
    end->processor = machine;
  if (user->abi != ABI_64 || unwind.machine == NULL || !take_registers (&unwind, sample, user))
    return;

  walk.machine = unwind.machine->machine;
  g_mutex_lock (&self->lock);
  make_room (self);
  n = th_unwind_walk (&unwind, find_row, &walk, addresses, &end->reason);
  self->has_cut |= end->reason == TH_UNWIND_COPY_ENDS && user->stack_size < TH_PF_MAX_COPY;
  g_mutex_unlock (&self->lock);
  /* A process that is just being replaced has neither a stack nor mappings. */
  if (n == 1 && unwind.size == 0 && !th_address_is_made_up (walk.place[0]))
    {
      end->reason = TH_UNWIND_OUTERMOST;
      return;
    }
  if (n > 0 && th_address_is_made_up (walk.place[n - 1]))
    end->path = th_pf_maps_get_path (self->maps, walk.place[n - 1]);

  for (guint i = 0; i < n; i++)
    {
      ThFrame frame = { addresses[i] == walk.address[i]
                        ? walk.place[i] : th_pf_maps_place (self->maps, pid, time, addresses[i]),
                        TRUE };

      g_array_append_val (frames, frame);
    }
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns "libc.so.6, ls, …"; NULL if no stack ended in a file that is missing. */
static char *
list_missed (ThPfUnwind *self)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer binary;
  GString *list;

  g_hash_table_iter_init (&iter, self->binaries);
  while (g_hash_table_iter_next (&iter, NULL, &binary))
    if (((Binary *) binary)->is_missed)
      g_ptr_array_add (names, ((Binary *) binary)->name);
  if (names->len == 0)
    return NULL;

  g_ptr_array_sort (names, compare_names);
  list = g_string_new (names->pdata[0]);
  for (guint i = 1; i < MIN (names->len, MAX_NAMED); i++)
    g_string_append_printf (list, ", %s", (const char *) names->pdata[i]);
  if (names->len > MAX_NAMED)
    g_string_append (list, ", …");
  return g_string_free (list, FALSE);
}

static char *
missed_text (const char *names)
{
  /* Translators: names of programs and libraries */
  return g_strdup_printf (_("Some user stacks end in binaries that are not on this machine as "
                            "they were recorded: %s. Record with perf record --buildid-all, run "
                            "perf archive there, and unpack its result into ~/.debug here."),
                          names);
}

static char *
cut_text (void)
{
  return g_strdup_printf (_("Some user stacks end where their copy ends. Record with perf record "
                            "--call-graph dwarf,%u to copy more."), TH_PF_MAX_COPY);
}

char *
th_pf_unwind_dup_remark (ThPfUnwind *self)
{
  g_autofree char *names = NULL, *missed = NULL, *cut = NULL;

  g_mutex_lock (&self->lock);
  names = list_missed (self);
  cut = self->has_cut ? cut_text () : NULL;
  g_mutex_unlock (&self->lock);
  missed = names != NULL ? missed_text (names) : NULL;
  if (missed != NULL && cut != NULL)
    return g_strdup_printf ("%s %s", missed, cut);
  return missed != NULL ? g_steal_pointer (&missed) : g_steal_pointer (&cut);
}
