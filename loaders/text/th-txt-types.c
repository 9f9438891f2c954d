/* th-txt-types.c - the event types of a text, and their systems
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-hash.h"
#include "th-txt-line.h"
#include "th-txt-token.h"
#include "th-txt-types.h"

struct _ThTxtTypes
{
  ThRecording *recording;
  GMutex       lock;  /* protects the fields below and the samples */
  ThTxtType  **slots;
  ThHashKeys   keys;
  guint32      mask;
  GPtrArray   *all;
  GHashTable  *by_number;
};

/* --- systems ----------------------------------------------------------- */

typedef struct
{
  const char *begin; /* how the name begins */
  const char *system;
} SystemRule;

/* Whole names come first; a rule that ends in `_` is a prefix. */
static const SystemRule rules[] = {
  { "function", "ftrace" }, { "funcgraph_entry", "ftrace" }, { "funcgraph_exit", "ftrace" },
  { "print", "ftrace" }, { "bprint", "ftrace" }, { "bputs", "ftrace" }, { "raw_data", "ftrace" },
  { "kernel_stack", "ftrace" }, { "user_stack", "ftrace" }, { "tracing_mark_write", "ftrace" },
  { "context_switch", "ftrace" }, { "wakeup", "ftrace" }, { "hwlat", "ftrace" },
  { "osnoise", "ftrace" },
  { "sys_enter", "raw_syscalls" }, { "sys_exit", "raw_syscalls" },
  { "sys_enter_", "syscalls" }, { "sys_exit_", "syscalls" },
  { "kfree_skb", "skb" }, { "consume_skb", "skb" }, { "skb_copy_datagram_iovec", "skb" },
  { "napi_poll", "napi" }, { "dql_stall_detected", "napi" },
  { "napi_gro_", "net" }, { "net_dev_", "net" }, { "netif_", "net" },
  { "tcp_", "tcp" }, { "udp_", "udp" }, { "inet_sock_set_state", "sock" },
  { "inet_sk_error_report", "sock" },
  { "sock_", "sock" }, { "sk_data_ready", "sock" }, { "qdisc_", "qdisc" },
  { "fib_table_lookup", "fib" },
  { "fib6_table_lookup", "fib6" }, { "neigh_", "neigh" }, { "br_", "bridge" }, { "fdb_", "bridge" },
  { "xdp_", "xdp" }, { "page_pool_", "page_pool" },
  { "sched_", "sched" }, { "softirq_", "irq" }, { "irq_handler_", "irq" }, { "tasklet_", "irq" },
  { "timer_", "timer" }, { "hrtimer_", "timer" }, { "itimer_", "timer" }, { "tick_stop", "timer" },
  { "cpu_idle", "power" }, { "cpu_frequency", "power" }, { "cpu_frequency_limits", "power" },
  { "suspend_resume", "power" },
  { "workqueue_", "workqueue" }, { "rcu_utilization", "rcu" }, { "signal_", "signal" },
  { "task_newtask", "task" }, { "task_rename", "task" }, { "page_fault_user", "exceptions" },
  { "page_fault_kernel", "exceptions" }, { "kmalloc", "kmem" }, { "kfree", "kmem" },
  { "kmem_cache_", "kmem" },
  { "mm_page_", "kmem" }, { "mm_filemap_", "filemap" }, { "mm_vmscan_", "vmscan" },
  { "mm_compaction_", "compaction" },
  { "block_", "block" }, { "ext4_", "ext4" }, { "writeback_", "writeback" }, { "kvm_", "kvm" },
  { "ipi_", "ipi" },
  { "local_timer_", "irq_vectors" }, { "call_function_", "irq_vectors" },
  { "reschedule_", "irq_vectors" },
  { "contention_", "lock" }, { "module_", "module" }, { "cgroup_", "cgroup" },
  { "binder_", "binder" },
};

const char *
th_txt_guess_system (const char *name)
{
  gsize size = strlen (name);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      gsize length = strlen (rules[i].begin);
      gboolean is_prefix = rules[i].begin[length - 1] == '_';

      if (size >= length && (is_prefix ? size > length : size == length) &&
          memcmp (name, rules[i].begin, length) == 0)
        return rules[i].system;
    }
  return "";
}

/* --- table ------------------------------------------------------------- */

ThTxtTypes *
th_txt_types_new (ThRecording *recording)
{
  ThTxtTypes *self = g_new0 (ThTxtTypes, 1);

  self->recording = recording;
  g_mutex_init (&self->lock);
  self->keys = th_hash_keys ();
  self->mask = 255;
  self->slots = g_new0 (ThTxtType *, self->mask + 1);
  self->all = g_ptr_array_new ();
  self->by_number = g_hash_table_new (NULL, NULL);
  return self;
}

void
th_txt_types_free (ThTxtTypes *self)
{
  for (guint i = 0; i < self->all->len; i++)
    {
      ThTxtType *type = g_ptr_array_index (self->all, i);

      g_free (type->samples);
      g_free (type->key);
      g_free (type->name);
      g_free (type);
    }
  g_ptr_array_unref (self->all);
  g_hash_table_unref (self->by_number);
  g_mutex_clear (&self->lock);
  g_free (self->slots);
  g_free (self);
}

static guint64
word_at (const char *at)
{
  guint64 word;

  memcpy (&word, at, sizeof word);
  return word;
}

/* Eight bytes at a time; the last word of a longer name overlaps the one before it. */
static guint64
hash_part (const ThHashKeys *keys,
           guint64           hash,
           ThTxtPart         part)
{
  if (part.size < 8)
    {
      for (gsize i = 0; i < part.size; i++)
        hash = th_hash_add (keys, hash, (guchar) part.text[i]);
      return hash;
    }

  for (gsize i = 0; i + 8 < part.size; i += 8)
    hash = th_hash_add (keys, hash, word_at (part.text + i));
  return th_hash_add (keys, hash, word_at (part.text + part.size - 8));
}

static guint32
hash_line (const ThTxtTypes *self,
           const ThTxtLine  *line)
{
  guint64 hash = hash_part (&self->keys, line->name.size, line->name);

  return line->system.size > 0 ? hash_part (&self->keys, hash ^ ':', line->system) : hash;
}

/* A key is "name", or "name:system". */
static gboolean
is_line (const ThTxtType *type,
         const ThTxtLine *line)
{
  gsize with_system = line->system.size > 0 ? line->system.size + 1 : 0;

  return type->key_size == line->name.size + with_system &&
         memcmp (type->key, line->name.text, line->name.size) == 0 &&
         (with_system == 0 || (type->key[line->name.size] == ':' &&
                               memcmp (type->key + line->name.size + 1, line->system.text,
                                       line->system.size) == 0));
}

static ThTxtType **
find_slot (ThTxtTypes      *self,
           const ThTxtLine *line,
           guint32          hash)
{
  guint32 at = hash & self->mask;

  while (self->slots[at] != NULL &&
         (self->slots[at]->hash != hash || !is_line (self->slots[at], line)))
    at = (at + 1) & self->mask;
  return &self->slots[at];
}

static void
grow (ThTxtTypes *self)
{
  g_free (self->slots);
  self->mask = self->mask * 2 + 1;
  self->slots = g_new0 (ThTxtType *, self->mask + 1);
  for (guint i = 0; i < self->all->len; i++)
    {
      ThTxtType *type = g_ptr_array_index (self->all, i);
      guint32 at = type->hash & self->mask;

      while (self->slots[at] != NULL)
        at = (at + 1) & self->mask;
      self->slots[at] = type;
    }
}

static ThTxtType *
type_new (ThTxtTypes      *self,
          const ThTxtLine *line,
          guint32          hash)
{
  ThTxtType *type = g_new0 (ThTxtType, 1);
  g_autofree char *system = g_utf8_make_valid (line->system.text, (gssize) line->system.size);
  GString *key = g_string_new_len (line->name.text, (gssize) line->name.size);

  if (line->system.size > 0)
    g_string_append_len (g_string_append_c (key, ':'), line->system.text,
                         (gssize) line->system.size);
  type->hash = hash;
  type->key_size = key->len;
  type->key = g_string_free (key, FALSE);
  type->name = g_utf8_make_valid (line->name.text, (gssize) line->name.size);
  type->type = th_recording_intern_type (self->recording, *system != '\0'
                                         ? system : th_txt_guess_system (type->name), type->name);
  type->is_switch = strcmp (type->name, "sched_switch") == 0;
  type->has_names = strcmp (type->name, "sched_wakeup") == 0 ||
                    strcmp (type->name, "sched_waking") == 0 ||
                    strcmp (type->name, "sched_wakeup_new") == 0;
  g_ptr_array_add (self->all, type);
  if (type->type != TH_TYPE_OTHER &&
      !g_hash_table_contains (self->by_number, GUINT_TO_POINTER (type->type + 1u)))
    g_hash_table_insert (self->by_number, GUINT_TO_POINTER (type->type + 1u), type);
  return type;
}

ThTxtType *
th_txt_types_find (ThTxtTypes      *self,
                   const ThTxtLine *line)
{
  return *find_slot (self, line, hash_line (self, line));
}

ThTxtType *
th_txt_types_look_up (ThTxtTypes      *self,
                      const ThTxtLine *line)
{
  ThTxtType *type;

  g_mutex_lock (&self->lock);
  type = th_txt_types_find (self, line);
  g_mutex_unlock (&self->lock);
  return type;
}

ThTxtType *
th_txt_types_intern (ThTxtTypes      *self,
                     const ThTxtLine *line)
{
  guint32 hash = hash_line (self, line);
  ThTxtType **slot = find_slot (self, line, hash);

  if (*slot != NULL)
    return *slot;
  if (self->all->len > TH_TYPE_MAX)
    {
      th_recording_add_problem (self->recording, TH_PROBLEM_TOO_MANY_TYPES, 1, -1, NULL);
      return NULL;
    }

  g_mutex_lock (&self->lock);
  *slot = type_new (self, line, hash);
  if (self->all->len > self->mask / 2)
    grow (self);
  g_mutex_unlock (&self->lock);
  return self->all->pdata[self->all->len - 1];
}

/* Samples the first events and then every 2^n-th, so that fields that come late are seen,
 * too. */
void
th_txt_types_sample (ThTxtTypes *self,
                     ThTxtType  *type,
                     guint64     place)
{
  guint32 n = ++type->count;

  if ((n > 4 && (n & (n - 1)) != 0) || type->n_samples == TH_TXT_N_SAMPLES)
    return;
  g_mutex_lock (&self->lock);
  if ((type->n_samples & (type->n_samples - 1)) == 0)
    type->samples = g_renew (guint64, type->samples, MAX (1, type->n_samples * 2));
  type->samples[type->n_samples++] = place;
  g_mutex_unlock (&self->lock);
}

GArray *
th_txt_types_dup_samples (ThTxtTypes *self,
                          ThTxtType  *type)
{
  GArray *samples = g_array_new (FALSE, FALSE, sizeof (guint64));

  g_mutex_lock (&self->lock);
  g_array_append_vals (samples, type->samples, type->n_samples);
  g_mutex_unlock (&self->lock);
  return samples;
}

ThTxtType *
th_txt_types_get (ThTxtTypes *self,
                  guint       type)
{
  ThTxtType *found;

  g_mutex_lock (&self->lock);
  found = g_hash_table_lookup (self->by_number, GUINT_TO_POINTER (type + 1u));
  g_mutex_unlock (&self->lock);
  return found;
}
