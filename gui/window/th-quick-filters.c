/* th-quick-filters.c - filters of two clicks: only this task, not this event
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"
#include "th-window-private.h"

/* --- changing the state ------------------------------------------------- */

/* @state is taken. */
static void
take_state (ThWindow      *self,
            ThFilterState *state)
{
  g_autoptr(ThFilterState) owned = state;

  th_document_set_filter_state (self->document, owned);
}

static void
add_chip (ThWindow   *self,
          const char *test,
          gboolean    out)
{
  /* What is being typed counts. */
  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  if (self->document != NULL && test != NULL)
    take_state (self,
                th_filter_state_add_chip (th_document_get_filter_state (self->document), test,
                                          out));
}

static void
include_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       data)
{
  add_chip (data, g_variant_get_string (parameter, NULL), FALSE);
}

static void
exclude_cb (GSimpleAction *action,
            GVariant      *parameter,
            gpointer       data)
{
  add_chip (data, g_variant_get_string (parameter, NULL), TRUE);
}

static void
turn_chip_cb (GSimpleAction *action,
              GVariant      *parameter,
              gpointer       data)
{
  ThWindow *self = data;

  if (self->document != NULL)
    take_state (self,
                th_filter_state_turn_chip (th_document_get_filter_state (self->document),
                                           g_variant_get_uint32 (parameter)));
}

static void
remove_chip_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThWindow *self = data;

  if (self->document != NULL)
    take_state (self,
                th_filter_state_remove_chip (th_document_get_filter_state (self->document),
                                             g_variant_get_uint32 (parameter)));
}

static void
chips_to_text_cb (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  ThWindow *self = data;
  g_autofree char *text = NULL;

  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  text = th_filter_state_to_expression (th_document_get_recording (self->document),
                                        th_document_get_filter_state (self->document));
  if (text != NULL)
    take_state (self, th_filter_state_new (text));
}

/* --- the flows of a table's row ------------------------------------------- */

/* Replaces the chip of the row before, since the flows of two rows do not add up.  An
 * empty @test only removes that chip. */
static void
show_flows (ThWindow   *self,
            const char *test)
{
  g_autofree char *before = NULL;
  ThFilterState *state;
  guint index;

  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  if (self->document == NULL)
    return;

  before = g_steal_pointer (&self->row_flows);
  state = th_document_get_filter_state (self->document);
  if (before != NULL && th_filter_state_find_chip (state, before, &index))
    take_state (self, th_filter_state_remove_chip (state, index));
  if (*test == '\0')
    return;

  self->row_flows = g_strdup (test);
  state = th_document_get_filter_state (self->document);
  take_state (self, th_filter_state_add_chip (state, test, FALSE));
}

static void
show_flows_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  show_flows (data, g_variant_get_string (parameter, NULL));
}

/* --- the selected event --------------------------------------------------- */

static void
add_of_selected (ThWindow    *self,
                 ThEventPart  part,
                 gboolean     out)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;
  g_autofree char *test = NULL;

  if (recording == NULL || th_ref_is_none (th_document_get_selected (self->document)))
    return;

  test = th_filter_test_of_event (recording, th_document_get_selected (self->document), part);
  add_chip (self, test, out);
}

#define DEFINE_PART(name, part, out) \
  static void \
  name##_cb (GSimpleAction *action, \
             GVariant      *parameter, \
             gpointer       data) \
  { \
    add_of_selected (data, part, out); \
  }

DEFINE_PART (only_task, TH_EVENT_TASK, FALSE)
DEFINE_PART (hide_task, TH_EVENT_TASK, TRUE)
DEFINE_PART (only_type, TH_EVENT_TYPE, FALSE)
DEFINE_PART (hide_type, TH_EVENT_TYPE, TRUE)
DEFINE_PART (only_cpu, TH_EVENT_CPU, FALSE)
DEFINE_PART (hide_cpu, TH_EVENT_CPU, TRUE)

static const GActionEntry entries[] = {
  { "include", include_cb, "s" },
  { "show-flows", show_flows_cb, "s" },
  { "exclude", exclude_cb, "s" },
  { "turn-chip", turn_chip_cb, "u" },
  { "remove-chip", remove_chip_cb, "u" },
  { "chips-to-text", chips_to_text_cb },
  { "only-task", only_task_cb },
  { "hide-task", hide_task_cb },
  { "only-type", only_type_cb },
  { "hide-type", hide_type_cb },
  { "only-cpu", only_cpu_cb },
  { "hide-cpu", hide_cpu_cb },
};

void
th_window_add_chips (ThWindow *self)
{
  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}

void
th_window_update_chip_actions (ThWindow *self)
{
  static const char *const with_selected[] = { "only-task", "hide-task", "only-type", "hide-type",
                                               "only-cpu", "hide-cpu" };
  static const char *const with_recording[] = { "include", "exclude", "turn-chip", "remove-chip" };
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;
  gboolean selected = recording != NULL &&
                      !th_ref_is_none (th_document_get_selected (self->document));
  ThFilterState *state = recording != NULL ? th_document_get_filter_state (self->document) : NULL;
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (with_selected); i++)
    th_action_enable (G_ACTION_MAP (self), with_selected[i], selected);
  for (guint i = 0; i < G_N_ELEMENTS (with_recording); i++)
    th_action_enable (G_ACTION_MAP (self), with_recording[i], recording != NULL);
  if (state != NULL && th_filter_state_get_n_chips (state) > 0)
    text = th_filter_state_to_expression (recording, state);
  th_action_enable (G_ACTION_MAP (self), "chips-to-text", text != NULL);
}
