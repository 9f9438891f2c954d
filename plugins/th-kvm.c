/* th-kvm.c - virtual CPUs: when they run their guest, and the reasons of VM exits
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A vCPU is a task of the host.  It runs the guest from kvm:kvm_entry to kvm:kvm_exit,
 * and is outside, for the reason of that exit, until its next entry.  That includes
 * sleeping and waiting for a CPU.  The duration of an exit is the same as in "perf kvm
 * stat report" (tools/perf/builtin-kvm.c of the kernel).
 *
 * Reasons have the names that the events print: x86 has "vcpu 0 reason hlt rip …"
 * (without vcpu before Linux 5.10), arm64 "TRAP: HSR_EC: 0x0024 (DABT_LOW), PC: …".
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-analyses.h"
#include "th-hash.h"
#include "th-time.h"

/* A limit, as a damaged recording may have any number of them. */
#define MAX_REASONS 256

enum
{
  EVENT_ENTRY,
  EVENT_EXIT
};

enum
{
  FIELD_VCPU,
  FIELD_REASON,
  FIELD_ISA,
  FIELD_RET,
  FIELD_CLASS
};

static const ThSubscription subscriptions[] = {
  [EVENT_ENTRY] = { "kvm:kvm_entry",
                    N_("Without it guest entries and the duration of exits are unknown."),
                    { "?vcpu_id" } },
  [EVENT_EXIT] = { "kvm:kvm_exit", N_("Without it guest exits and their reasons are unknown."),
                  { "?vcpu_id", "?exit_reason", "?isa", "?ret", "?esr_ec" } },
  { NULL }
};

static const ThColumn exit_columns[] = {
  { "reason", N_("Reason"), TH_COLUMN_TEXT, .role = TH_ROLE_CLASS },
  { "count", N_("Count"), TH_COLUMN_COUNT, .role = TH_ROLE_NUMBER },
  { "total", N_("Total"), TH_COLUMN_DURATION },
  { "mean", N_("Mean"), TH_COLUMN_DURATION },
  { "p50", N_("p50"), TH_COLUMN_DURATION },
  { "p99", N_("p99"), TH_COLUMN_DURATION },
  { "max", N_("Max"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThTableInfo exit_table = {
  "kvm-exits", N_("Guest exits"), N_("reason"), exit_columns, G_N_ELEMENTS (exit_columns), 2, TRUE
};

static const ThMeasureInfo measures[] = {
  { "kvm.*", NULL, N_("From the exit from the guest to the next entry."), TH_UNIT_TIME },
  { NULL }
};

static const ThColumn vcpu_columns[] = {
  { "task", N_("Task"), TH_COLUMN_TASK },
  { "vcpu", N_("vCPU"), TH_COLUMN_COUNT },
  { "share", N_("In guest"), TH_COLUMN_SHARE },
  { "inside", N_("Time in guest"), TH_COLUMN_DURATION },
  { "outside", N_("Time outside"), TH_COLUMN_DURATION },
  { "exits", N_("Exits"), TH_COLUMN_COUNT },
  { "longest", N_("Longest exit"), TH_COLUMN_DURATION, .role = TH_ROLE_SPAN }
};

static const ThTableInfo vcpu_table = {
  "kvm-vcpus", N_("vCPUs"), N_("vCPU"), vcpu_columns, G_N_ELEMENTS (vcpu_columns), 4, TRUE,
  .is_inventory = TRUE
};

typedef enum
{
  UNKNOWN,
  INSIDE,
  OUTSIDE
} State;

typedef struct
{
  guint32  task;
  gint64   number;   /* of the vCPU, or TH_CELL_NONE */
  State    state;
  gint64   begin;
  guint32  reason;   /* why it is outside */
  guint    n_losses; /* number of losses when that began */
  ThRef    anchor;
  ThTrack *track;
  gint64   inside;   /* total time in the guest */
  gint64   outside;
  gint64   longest;
  guint32  n_exits;
  ThRef    longest_anchor;
} Vcpu;

typedef struct
{
  guint32    name;
  guint32    slice;   /* name of its slices */
  guint32    n;
  gint64     total;
  ThMeasure *measure;
} Reason;

/* The fields that determine the reason, as the key of a cache of texts. */
typedef struct
{
  guint   type;
  guint64 fields[FIELD_CLASS + 1];
} Key;

typedef struct
{
  ThResults  *results;
  GHashTable *vcpus;   /* task → Vcpu */
  GPtrArray  *order;   /* of Vcpu, as first seen */
  GHashTable *words;   /* Key → word */
  GPtrArray  *reasons; /* of Reason, as first seen */
  GHashTable *by_word; /* word → Reason */
  GArray     *losses;  /* of gint64: when each began */
  gint64      last_time;
  guint32     inside;  /* word */
  GString    *text;
  ThTable    *exits;
  ThTable    *table;
} Kvm;

/* --- reasons ----------------------------------------------------------- */

static guint
key_hash (gconstpointer data)
{
  return th_bytes_hash (data, sizeof (Key));
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  return memcmp (a, b, sizeof (Key)) == 0;
}

static guint32
intern_between (Kvm        *self,
                const char *begin,
                const char *end)
{
  return th_results_intern_n (self->results, begin, end - begin);
}

/* Extracts the reason from the event's text. */
static guint32
reason_in_text (Kvm        *self,
                const char *text)
{
  const char *begin = strstr (text, "reason "), *end;

  if (begin != NULL)
    {
      begin += strlen ("reason ");
      end = strstr (begin, " rip");
      return intern_between (self, begin, end != NULL ? end : begin + strcspn (begin, " "));
    }
  if ((begin = strchr (text, '(')) != NULL && (end = strchr (begin, ')')) != NULL)
    return intern_between (self, begin + 1, end);

  return intern_between (self, text, text + strcspn (text, ": "));
}

static guint32
read_text (Kvm           *self,
           const ThEvent *event)
{
  g_string_truncate (self->text, 0);
  if (!th_reader_get_text (event->reader, event->ref, FALSE, self->text) || self->text->len == 0)
    return th_results_intern (self->results, _("unknown"));

  return reason_in_text (self, self->text->str);
}

/* Formatting text is slow, so if fields distinguish the reasons, it is done once for each. */
static guint32
exit_word (Kvm           *self,
           const ThEvent *event)
{
  Key key = { 0 };
  gboolean known = FALSE;
  gpointer word;

  key.type = event->type;
  for (guint i = FIELD_REASON; i <= FIELD_CLASS; i++)
    known |= th_event_get_uint (event, i, &key.fields[i]);
  if (!known)
    return read_text (self, event);

  if (!g_hash_table_lookup_extended (self->words, &key, NULL, &word))
    {
      word = GUINT_TO_POINTER (read_text (self, event));
      if (g_hash_table_size (self->words) < MAX_REASONS)
        g_hash_table_insert (self->words, g_memdup2 (&key, sizeof key), word);
    }

  return GPOINTER_TO_UINT (word);
}

static Reason *
find_reason (Kvm     *self,
             guint32  word)
{
  Reason *reason = g_hash_table_lookup (self->by_word, GUINT_TO_POINTER (word));
  const char *name = th_results_get_word (self->results, word);
  g_autofree char *title = NULL;

  if (reason != NULL || self->reasons->len >= MAX_REASONS)
    return reason;

  /* Translators: %s is why a virtual CPU left its guest: "hlt" */
  title = g_strdup_printf (_("exit: %s"), name);
  reason = g_new0 (Reason, 1);
  reason->name = word;
  reason->slice = th_results_intern (self->results, title);
  reason->measure = th_results_add_named_measure (self->results, &measures[0], name, title);
  g_hash_table_insert (self->by_word, GUINT_TO_POINTER (word), reason);
  g_ptr_array_add (self->reasons, reason);

  return reason;
}

/* --- one vCPU ---------------------------------------------------------- */

static Vcpu *
find_vcpu (Kvm           *self,
           const ThEvent *event)
{
  Vcpu *vcpu = g_hash_table_lookup (self->vcpus, GUINT_TO_POINTER (event->task));

  if (vcpu == NULL)
    {
      vcpu = g_new0 (Vcpu, 1);
      vcpu->task = event->task;
      vcpu->number = TH_CELL_NONE;
      vcpu->longest_anchor = event->ref;
      g_hash_table_insert (self->vcpus, GUINT_TO_POINTER (event->task), vcpu);
      g_ptr_array_add (self->order, vcpu);
    }
  if (vcpu->number == TH_CELL_NONE)
    th_event_get_int (event, FIELD_VCPU, &vcpu->number);

  return vcpu;
}

static void
add_slice (Kvm    *self,
           Vcpu   *vcpu,
           gint64  end,
           guint   flags)
{
  const Reason *reason = vcpu->state == OUTSIDE ? find_reason (self, vcpu->reason) : NULL;
  guint32 name = vcpu->state == INSIDE ? self->inside : reason != NULL ? reason->slice
                 : vcpu->reason;

  if (vcpu->track == NULL)
    {
      g_autofree char *title = vcpu->number == TH_CELL_NONE ? g_strdup (_("vCPU"))
                               : g_strdup_printf (_("vCPU %u"), (guint) vcpu->number);

      vcpu->track = th_results_add_track (self->results, &(ThTrackInfo) {
        TH_TRACK_SLICES, "kvm", title, TH_ATTACH_TASK, vcpu->task, TH_UNIT_TIME,
        .vcpu = vcpu->number >= 0 && vcpu->number < G_MAXINT ? (guint32) vcpu->number + 1 : 0
      });
    }
  th_slices_add (th_track_get_slices (vcpu->track), 0, &(ThSlice) {
    vcpu->begin, MAX (end, vcpu->begin), vcpu->anchor, name, vcpu->state == INSIDE
    ? TH_CONTEXT_GUEST : TH_CONTEXT_EXIT, flags
  });
  vcpu->state = UNKNOWN;
}

/* The end of the state was not recorded; it was at @time or later. */
static void
vcpu_break (Kvm    *self,
            Vcpu   *vcpu,
            gint64  time)
{
  if (vcpu->state == UNKNOWN)
    return;

  if (vcpu->n_losses < self->losses->len)
    time = g_array_index (self->losses, gint64, vcpu->n_losses);
  add_slice (self, vcpu, time, TH_SLICE_NO_END);
}

static void
count_exit (Kvm    *self,
            Vcpu   *vcpu,
            gint64  length)
{
  Reason *reason = find_reason (self, vcpu->reason);

  if (length > vcpu->longest || vcpu->n_exits == 0)
    {
      vcpu->longest = length;
      vcpu->longest_anchor = vcpu->anchor;
    }
  vcpu->n_exits++;
  vcpu->outside = th_time_add (vcpu->outside, length);
  if (reason == NULL)
    return;

  th_measure_append (reason->measure, &(ThSample) { length, vcpu->anchor, reason->n++ });
  reason->total = th_time_add (reason->total, length);
}

/* Moves from inside to outside, or back.  An event for the current side means that one was
 * missed. */
static void
vcpu_turn (Kvm           *self,
           Vcpu          *vcpu,
           const ThEvent *event,
           State          state)
{
  gboolean whole = vcpu->n_losses == self->losses->len &&
                   vcpu->state == (state == INSIDE ? OUTSIDE : INSIDE);
  gint64 length = th_time_between (vcpu->begin, event->time);

  if (!whole)
    vcpu_break (self, vcpu, vcpu->begin);
  else
    {
      if (state == INSIDE)
        count_exit (self, vcpu, length);
      else
        vcpu->inside = th_time_add (vcpu->inside, length);
      add_slice (self, vcpu, event->time, 0);
    }
  vcpu->state = state;
  vcpu->begin = event->time;
  vcpu->anchor = event->ref;
  vcpu->n_losses = self->losses->len;
}

/* --- the analysis ------------------------------------------------------ */

static gpointer
kvm_begin (ThRecording       *recording,
           ThResults         *results,
           GHashTable        *params,
           ThResults *const  *needed,
           GError           **error)
{
  Kvm *self = g_new0 (Kvm, 1);

  self->results = results;
  self->vcpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->order = g_ptr_array_new ();
  self->words = g_hash_table_new_full (key_hash, key_equal, g_free, NULL);
  self->reasons = g_ptr_array_new_with_free_func (g_free);
  self->by_word = g_hash_table_new (NULL, NULL);
  self->losses = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->text = g_string_new (NULL);
  self->inside = th_results_intern (results, _("in guest"));
  self->exits = th_results_add_table (results, &exit_table);
  self->table = th_results_add_table (results, &vcpu_table);

  return self;
}

static void
kvm_event (gpointer       state,
           const ThEvent *event)
{
  Kvm *self = state;
  Vcpu *vcpu = find_vcpu (self, event);

  self->last_time = event->time;
  if (event->subscription == EVENT_ENTRY)
    {
      vcpu_turn (self, vcpu, event, INSIDE);
      return;
    }
  vcpu_turn (self, vcpu, event, OUTSIDE);
  vcpu->reason = exit_word (self, event);
}

/* A task may have been on any CPU, so a loss makes the state of all vCPUs unknown. */
static void
kvm_lost (gpointer      state,
          guint         stream,
          guint         cpu,
          const ThLost *lost)
{
  Kvm *self = state;

  g_array_append_val (self->losses, lost->from);
}

static void
add_vcpu_row (Kvm        *self,
              const Vcpu *vcpu)
{
  double all = (double) vcpu->inside + (double) vcpu->outside;

  th_table_append (self->table, vcpu->longest_anchor, (gint64[]) {
    vcpu->task, vcpu->number, all > 0 ? (gint64) (vcpu->inside * 1000.0 / all + 0.5) : TH_CELL_NONE,
    vcpu->inside, vcpu->outside, vcpu->n_exits, vcpu->n_exits > 0 ? vcpu->longest : TH_CELL_NONE
  });
}

static void
add_reason_row (Kvm          *self,
                const Reason *reason)
{
  ThSummary summary;

  if (reason->n == 0)
    return;

  th_measure_publish (reason->measure);
  th_measure_summarize (reason->measure, &summary);
  th_table_append (self->exits, th_measure_get (reason->measure, summary.worst[0]).anchor,
                   (gint64[]) {
    reason->name, reason->n, reason->total, (gint64) (summary.mean + 0.5), summary.p50, summary.p99,
    summary.max
  });
}

static void
kvm_finish (gpointer state)
{
  Kvm *self = state;

  for (guint i = 0; i < self->order->len; i++)
    {
      vcpu_break (self, g_ptr_array_index (self->order, i), self->last_time);
      add_vcpu_row (self, g_ptr_array_index (self->order, i));
    }
  for (guint i = 0; i < self->reasons->len; i++)
    add_reason_row (self, g_ptr_array_index (self->reasons, i));
}

static void
kvm_free (gpointer state)
{
  Kvm *self = state;

  g_ptr_array_unref (self->order);
  g_hash_table_unref (self->vcpus);
  g_hash_table_unref (self->words);
  g_hash_table_unref (self->by_word);
  g_ptr_array_unref (self->reasons);
  g_array_unref (self->losses);
  g_string_free (self->text, TRUE);
  g_free (self);
}

const ThAnalysis th_kvm_analysis = {
  .abi = TH_ANALYSIS_ABI,
  .id = "kvm",
  .title = N_("Guests"),
  .text = N_("KVM virtual CPUs: when they ran in their guest, why they left it, and for how long."),
  .subscriptions = subscriptions,
  .n_subject = 2,
  .begin = kvm_begin,
  .event = kvm_event,
  .lost = kvm_lost,
  .finish = kvm_finish,
  .free = kvm_free,
  .measures = measures,
};
