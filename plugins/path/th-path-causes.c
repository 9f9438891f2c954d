/* th-path-causes.c - what happens on each CPU outside of tasks, which may wake tasks
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-path-causes.h"

#include <string.h>

#include "th-hash.h"

#include <glib/gi18n-lib.h>

/* Bits of common_flags (include/linux/trace_events.h, enum trace_flag_type). */
#define FLAG_HARDIRQ 0x08
#define FLAG_SOFTIRQ 0x10
#define FLAG_BH_OFF 0x80

#define FIELD_FLAGS 1
/* Limits for damaged recordings. */
#define MAX_REQUESTS 65536
#define MAX_WORDS 4096

enum
{
  CAUSE_IRQ_ENTRY,
  CAUSE_IRQ_EXIT,
  CAUSE_SOFTIRQ_ENTRY,
  CAUSE_SOFTIRQ_EXIT,
  CAUSE_VECTOR_ENTRY,
  CAUSE_VECTOR_EXIT,
  CAUSE_HRTIMER_ENTRY,
  CAUSE_HRTIMER_EXIT,
  CAUSE_TIMER_ENTRY,
  CAUSE_TIMER_EXIT,
  CAUSE_ISSUE,
  CAUSE_COMPLETE,
  CAUSE_RECEIVE,
  CAUSE_POLL
};

static const char *const vectors[] = {
  "HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU"
};

/* A waker that is added to the history once it wakes somebody. */
typedef struct
{
  gboolean is_set;
  guint32  number; /* TH_NO_WAKER: not added yet */
  ThWaker  waker;
} Cause;

/* @outer: the interrupt or the softirq; @inner: what it does at the moment */
typedef struct
{
  Cause outer;
  Cause inner;
} Level;

typedef struct
{
  Level levels[TH_N_LEVELS];
} Cpu;

/* A request that was issued. */
typedef struct
{
  guint64 device;
  guint64 sector;
  gint64  time;
  guint32 task;
  ThRef   ref;
} Request;

struct _ThPathCauses
{
  ThResults     *results;
  ThPathHistory *history;
  guint          first;
  GPtrArray     *cpus;      /* of Cpu, by number; or NULL */
  GHashTable    *requests;  /* set of Request */
  GHashTable    *interrupts; /* number → word + 1 */
  GHashTable    *functions; /* address (gint64) → word + 1 */
  guint32        unnamed[TH_N_LEVELS]; /* wakers */
};

static guint
request_hash (gconstpointer key)
{
  const Request *request = key;
  guint64 words[] = { request->sector, request->device };

  return th_bytes_hash (words, sizeof words);
}

static gboolean
request_equal (gconstpointer a,
               gconstpointer b)
{
  const Request *x = a, *y = b;

  return x->device == y->device && x->sector == y->sector;
}

ThPathCauses *
th_path_causes_new (ThResults     *results,
                    ThPathHistory *history,
                    guint          first)
{
  ThPathCauses *self = g_new0 (ThPathCauses, 1);

  self->results = results;
  self->history = history;
  self->first = first;
  self->cpus = g_ptr_array_new_with_free_func (g_free);
  self->requests = g_hash_table_new_full (request_hash, request_equal, g_free, NULL);
  self->interrupts = g_hash_table_new (NULL, NULL);
  self->functions = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < TH_N_LEVELS; i++)
    self->unnamed[i] = TH_NO_WAKER;

  return self;
}

void
th_path_causes_free (ThPathCauses *self)
{
  g_ptr_array_unref (self->cpus);
  g_hash_table_unref (self->requests);
  g_hash_table_unref (self->interrupts);
  g_hash_table_unref (self->functions);
  g_free (self);
}

static Cpu *
get_cpu (ThPathCauses *self,
         guint         number)
{
  if (number >= self->cpus->len)
    g_ptr_array_set_size (self->cpus, number + 1);
  if (self->cpus->pdata[number] == NULL)
    self->cpus->pdata[number] = g_new0 (Cpu, 1);

  return self->cpus->pdata[number];
}

static const Cpu *
find_cpu (const ThPathCauses *self,
          guint               number)
{
  return number < self->cpus->len ? self->cpus->pdata[number] : NULL;
}

/* --- names ------------------------------------------------------------- */

static guint32
intern (ThPathCauses *self,
        char         *text) /* (transfer full) */
{
  guint32 word = th_results_intern (self->results, text);

  g_free (text);
  return word;
}

static guint32
name_interrupt (ThPathCauses  *self,
                const ThEvent *event)
{
  guint64 number;
  const char *name;
  gsize length;
  g_autofree char *handler = NULL;
  gpointer found;
  guint32 word;

  if (!th_event_get_uint (event, 0, &number))
    return th_results_intern (self->results, _("Interrupt"));

  found = g_hash_table_lookup (self->interrupts, GUINT_TO_POINTER ((guint) number));
  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;

  if (th_event_get_text (event, 2, &name, &length) && length > 0)
    handler = g_strndup (name, length);
  word = intern (self, handler != NULL ? g_strdup_printf (_("Interrupt %u (%s)"), (guint) number,
                                                          handler)
                                       : g_strdup_printf (_("Interrupt %u"), (guint) number));
  if (g_hash_table_size (self->interrupts) < MAX_WORDS)
    g_hash_table_insert (self->interrupts, GUINT_TO_POINTER ((guint) number),
                         GUINT_TO_POINTER (word + 1));
  return word;
}

static guint32
name_softirq (ThPathCauses  *self,
              const ThEvent *event)
{
  guint64 vector;

  if (!th_event_get_uint (event, 0, &vector) || vector >= G_N_ELEMENTS (vectors))
    return th_results_intern (self->results, _("Softirq"));

  return intern (self, g_strdup_printf (_("Softirq %s"), vectors[vector]));
}

/* "Timer (hrtimer_wakeup)" */
static guint32
name_timer (ThPathCauses  *self,
            const ThEvent *event)
{
  g_autoptr(GString) text = g_string_new (NULL);
  guint64 function;
  gint64 key;
  gpointer found;
  guint32 word;

  if (!th_event_get_uint (event, 0, &function))
    return th_results_intern (self->results, _("Timer"));

  key = function;
  found = g_hash_table_lookup (self->functions, &key);
  if (found != NULL)
    return GPOINTER_TO_UINT (found) - 1;

  th_reader_format_field (event->reader, event->fields[0], &event->payload, text);
  /* Translators: %s is the function that a timer calls */
  word = intern (self, g_strdup_printf (_("Timer (%s)"), text->str));
  if (g_hash_table_size (self->functions) < MAX_WORDS)
    g_hash_table_insert (self->functions, g_memdup2 (&key, sizeof key),
                         GUINT_TO_POINTER (word + 1));
  return word;
}

/* "Block device 254:0 RA": without the sectors, so that requests can be counted together. */
static guint32
name_request (ThPathCauses  *self,
              const ThEvent *event,
              guint64        device)
{
  const char *kind = "";
  gsize length = 0;
  g_autofree char *flags = NULL;

  th_event_get_text (event, 3, &kind, &length);
  flags = g_strndup (kind, length);

  /* Translators: major and minor number of a block device; what is done there, as in "RA" */
  return intern (self, g_strdup_printf (_("Block device %u:%u %s"), (guint) (device >> 20),
                                        (guint) (device & 0xfffff), flags));
}

/* --- levels ------------------------------------------------------------ */

static void
set_cause (Cause         *cause,
           ThWakerKind    kind,
           guint32        word,
           const ThEvent *event)
{
  *cause = (Cause) { TRUE, TH_NO_WAKER, {
    kind, FALSE, word, event->ref, TH_TIME_NONE, TH_TASK_NONE, 0, event->time
  } };
}

static void
enter (ThPathCauses  *self,
       const ThEvent *event,
       ThLevel        level,
       ThWakerKind    kind,
       guint32        word)
{
  Level *entered = &get_cpu (self, event->cpu)->levels[level];

  *entered = (Level) { 0, };
  set_cause (&entered->outer, kind, word, event);
}

static void
leave_level (ThPathCauses  *self,
             const ThEvent *event,
             ThLevel        level)
{
  get_cpu (self, event->cpu)->levels[level] = (Level) { 0, };
}

static Level *
get_level (ThPathCauses  *self,
           const ThEvent *event)
{
  ThLevel level = th_path_causes_get_level (self, event, FIELD_FLAGS);

  return &get_cpu (self, event->cpu)->levels[level];
}

ThLevel
th_path_causes_get_level (const ThPathCauses *self,
                          const ThEvent      *event,
                          guint               flags)
{
  const Cpu *cpu = find_cpu (self, event->cpu);
  guint64 bits;

  if (th_event_get_uint (event, flags, &bits))
    return (bits & FLAG_HARDIRQ) != 0 ? TH_LEVEL_HARDIRQ
           : (bits & FLAG_SOFTIRQ) != 0 ? TH_LEVEL_SOFTIRQ : TH_LEVEL_TASK;
  if (cpu != NULL && cpu->levels[TH_LEVEL_HARDIRQ].outer.is_set)
    return TH_LEVEL_HARDIRQ;
  return cpu != NULL && cpu->levels[TH_LEVEL_SOFTIRQ].outer.is_set ? TH_LEVEL_SOFTIRQ
                                                                   : TH_LEVEL_TASK;
}

/* --- events ------------------------------------------------------------ */

static gboolean
read_request (const ThEvent *event,
              Request       *request)
{
  *request = (Request) { 0, };
  return th_event_get_uint (event, 0, &request->device) &&
         th_event_get_uint (event, 2, &request->sector);
}

static void
issue (ThPathCauses  *self,
       const ThEvent *event)
{
  Request request;

  if (!read_request (event, &request))
    return;

  if (g_hash_table_size (self->requests) >= MAX_REQUESTS)
    g_hash_table_remove_all (self->requests);
  request.time = event->time;
  request.task = event->task;
  request.ref = event->ref;
  g_hash_table_add (self->requests, g_memdup2 (&request, sizeof request));
}

static void
complete (ThPathCauses  *self,
          const ThEvent *event)
{
  Level *level = get_level (self, event);
  const Request *issued;
  Request request;

  if (!read_request (event, &request))
    return;

  set_cause (&level->inner, TH_WAKER_BLOCK,
             name_request (self, event, request.device), event);
  issued = g_hash_table_lookup (self->requests, &request);
  if (issued == NULL)
    return;

  level->inner.waker.begin = issued->time;
  level->inner.waker.task = issued->task;
  g_hash_table_remove (self->requests, &request);
}

static void
receive (ThPathCauses  *self,
         const ThEvent *event)
{
  Level *level = get_level (self, event);
  guint64 address;

  if (!th_event_get_uint (event, 0, &address))
    return;

  set_cause (&level->inner, TH_WAKER_PACKET, th_results_intern (self->results, _("Packet")),
             event);
  level->inner.waker.key = address;
}

void
th_path_causes_event (ThPathCauses  *self,
                      const ThEvent *event)
{
  switch (event->subscription - self->first)
    {
    case CAUSE_IRQ_ENTRY:
      enter (self, event, TH_LEVEL_HARDIRQ, TH_WAKER_INTERRUPT, name_interrupt (self, event));
      break;
    case CAUSE_SOFTIRQ_ENTRY:
      enter (self, event, TH_LEVEL_SOFTIRQ, TH_WAKER_SOFTIRQ, name_softirq (self, event));
      break;
    case CAUSE_VECTOR_ENTRY:
      enter (self, event, TH_LEVEL_HARDIRQ, TH_WAKER_INTERRUPT,
             th_results_intern (self->results, _("Interrupt")));
      break;
    case CAUSE_IRQ_EXIT:
    case CAUSE_VECTOR_EXIT:
      leave_level (self, event, TH_LEVEL_HARDIRQ);
      break;
    case CAUSE_SOFTIRQ_EXIT:
      leave_level (self, event, TH_LEVEL_SOFTIRQ);
      break;
    case CAUSE_HRTIMER_ENTRY:
    case CAUSE_TIMER_ENTRY:
      set_cause (&get_level (self, event)->inner, TH_WAKER_TIMER, name_timer (self, event), event);
      break;
    case CAUSE_HRTIMER_EXIT:
    case CAUSE_TIMER_EXIT:
      get_level (self, event)->inner.is_set = FALSE;
      break;
    case CAUSE_ISSUE:
      issue (self, event);
      break;
    case CAUSE_COMPLETE:
      complete (self, event);
      break;
    case CAUSE_RECEIVE:
      receive (self, event);
      break;
    case CAUSE_POLL:
      get_cpu (self, event->cpu)->levels[TH_LEVEL_TASK] = (Level) { 0, };
      break;
    default:
      g_assert_not_reached ();
    }
}

void
th_path_causes_leave (ThPathCauses *self,
                      guint         cpu)
{
  if (find_cpu (self, cpu) != NULL)
    *get_cpu (self, cpu) = (Cpu) { 0, };
}

/* --- wakers ------------------------------------------------------------ */

static guint32
get_number (ThPathCauses *self,
            Cause        *cause,
            gboolean      is_inferred)
{
  if (cause->number != TH_NO_WAKER)
    return cause->number;

  cause->waker.is_inferred = is_inferred;
  cause->number = th_path_history_add_waker (self->history, &cause->waker);
  return cause->number;
}

/* An interrupt or softirq of which only common_flags tells. */
static guint32
get_unnamed (ThPathCauses *self,
             ThLevel       level)
{
  gboolean is_hard = level == TH_LEVEL_HARDIRQ;

  if (self->unnamed[level] == TH_NO_WAKER)
    self->unnamed[level] = th_path_history_add_waker (self->history, &(ThWaker) {
      is_hard ? TH_WAKER_INTERRUPT : TH_WAKER_SOFTIRQ, FALSE,
      th_results_intern (self->results, is_hard ? _("Interrupt") : _("Softirq")), TH_REF_NONE,
      TH_TIME_NONE, TH_TASK_NONE, 0, TH_TIME_NONE
    });

  return self->unnamed[level];
}

/* In a task, only the packet that it handles with softirqs off is a cause. */
guint32
th_path_causes_find (ThPathCauses  *self,
                     const ThEvent *event,
                     guint          flags,
                     gboolean       is_remote)
{
  ThLevel number = th_path_causes_get_level (self, event, flags);
  Level *level = &get_cpu (self, event->cpu)->levels[number];
  guint64 bits = 0;

  if (number == TH_LEVEL_TASK)
    return level->inner.is_set && level->inner.waker.kind == TH_WAKER_PACKET &&
           th_event_get_uint (event, flags, &bits) && (bits & FLAG_BH_OFF) != 0
           ? get_number (self, &level->inner, FALSE) : TH_NO_WAKER;

  /* Without the begin of the interrupt, its last known act may belong to an earlier one. */
  if (level->inner.is_set)
    return get_number (self, &level->inner, is_remote || !level->outer.is_set);
  if (is_remote)
    return TH_NO_WAKER;
  return level->outer.is_set ? get_number (self, &level->outer, FALSE)
                             : get_unnamed (self, number);
}
