/* th-sched-states.c - converts prev_state of sched_switch to words
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The bits changed between kernel versions, so they are identified by the letters of
 * the recording's own print format.  Bits without a letter only say that the task was
 * preempted.
 */
#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-hash.h"
#include "th-sched-private.h"

/* The states and their letters, the most specific first.  If prev_state has several letters, the
 * one that is listed first counts. */
static const struct
{
  char        letter;
  Left        kind;
  const char *name;
} letters[] = {
  { 'X', LEFT_GONE, N_("Exited") },
  { 'x', LEFT_GONE, N_("Exited") },
  { 'Z', LEFT_GONE, N_("Exited") },
  { 'I', LEFT_IDLE, N_("Idle") },
  { 'K', LEFT_ASLEEP_HARD, N_("Killable sleep") },
  { 'D', LEFT_ASLEEP_HARD, N_("Uninterruptible sleep") },
  { 'S', LEFT_ASLEEP, N_("Sleeping") },
  { 'T', LEFT_STOPPED, N_("Stopped") },
  { 't', LEFT_STOPPED, N_("Traced") },
  { 'P', LEFT_STOPPED, N_("Parked") },
  { 'W', LEFT_ASLEEP, N_("Waking") },
};

/* The states since Linux 4.14, for sources without letters. */
static const ThFieldValue usual[] = {
  { 0x01, "S" }, { 0x02, "D" }, { 0x04, "T" }, { 0x08, "t" }, { 0x10, "X" }, { 0x20, "Z" },
  { 0x40, "P" }, { 0x80, "I" }
};

void
th_sched_states_init (States    *self,
                      ThResults *results)
{
  *self = (States) { .results = results };
  self->by_bits = g_hash_table_new_full (th_int64_hash, g_int64_equal, g_free, g_free);
}

void
th_sched_states_clear (States *self)
{
  g_hash_table_unref (self->by_bits);
}

static const ThFieldValue *
field_values (const ThField *field,
              guint         *n)
{
  if (field->n_values > 0)
    {
      *n = field->n_values;
      return field->values;
    }

  *n = G_N_ELEMENTS (usual);
  return usual;
}

static void
states_use (States        *self,
            const ThField *field)
{
  guint n;
  const ThFieldValue *values = field_values (field, &n);

  g_hash_table_remove_all (self->by_bits);
  self->field = field;
  self->mask = 0;
  for (guint i = 0; i < n; i++)
    self->mask |= values[i].value;
}

/* Joins the letters of the labelled bits: "S|D". */
static char *
label_bits (const ThField *field,
            guint64        bits)
{
  GString *text = g_string_new (NULL);
  guint n;
  const ThFieldValue *values = field_values (field, &n);

  for (guint i = 0; i < n; i++)
    if (values[i].value != 0 && (bits & values[i].value) == values[i].value)
      g_string_append_printf (text, "%s%s", text->len > 0 ? "|" : "", values[i].name);

  return g_string_free (text, FALSE);
}

static LeftState *
state_new (States        *self,
           const ThField *field,
           guint64        bits)
{
  LeftState *state = g_new0 (LeftState, 1);
  g_autofree char *label = label_bits (field, bits & self->mask);
  g_autofree char *word = NULL;

  if ((bits & self->mask) == 0)
    {
      state->kind = LEFT_RUNNABLE;
      state->word = th_results_intern (self->results, bits != 0 ? _("Preempted") : _("Runnable"));
      return state;
    }

  state->kind = LEFT_ASLEEP;
  for (guint i = 0; i < G_N_ELEMENTS (letters) && word == NULL; i++)
    if (strchr (label, letters[i].letter) != NULL)
      {
        state->kind = letters[i].kind;
        word = g_strdup_printf ("%s (%s)", _(letters[i].name), label);
      }
  if (word == NULL)
    word = g_strdup_printf ("%s (%s)", _("Blocked"), label);
  state->word = th_results_intern (self->results, word);

  return state;
}

LeftState
th_sched_states_get (States        *self,
                     const ThField *field,
                     guint64        bits)
{
  gint64 key = bits;
  LeftState *state;

  if (field != self->field)
    states_use (self, field);

  state = g_hash_table_lookup (self->by_bits, &key);
  if (state == NULL)
    {
      /* A limit for damaged recordings. */
      if (g_hash_table_size (self->by_bits) > 4096)
        g_hash_table_remove_all (self->by_bits);
      state = state_new (self, field, bits);
      g_hash_table_insert (self->by_bits, g_memdup2 (&key, sizeof key), state);
    }

  return *state;
}
