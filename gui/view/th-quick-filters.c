/* th-quick-filters.c - filter actions that take two clicks: only this task, not this type
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-document-view-private.h"
#include "th-event-filter.h"
#include "th-view-actions.h"

/* --- changing the state ------------------------------------------------- */

/* Takes ownership of @state. */
static void
take_state (ThDocumentView *self,
            ThFilterState  *state)
{
  g_autoptr(ThFilterState) owned = state;

  th_event_filter_set_state (th_document_get_filter (self->document), owned);
}

static ThFilterState *
get_state (ThDocumentView *self)
{
  return th_event_filter_get_state (th_document_get_filter (self->document));
}

static void
add_chip (ThDocumentView *self,
          const char     *test,
          gboolean        out)
{
  /* Text that is still being typed is part of the filter, too. */
  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  if (self->document != NULL && test != NULL)
    take_state (self, th_filter_state_add_chip (get_state (self), test, out));
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
  ThDocumentView *self = data;

  if (self->document != NULL)
    take_state (self, th_filter_state_turn_chip (get_state (self),
                                                 g_variant_get_uint32 (parameter)));
}

static void
remove_chip_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  ThDocumentView *self = data;

  if (self->document != NULL)
    take_state (self, th_filter_state_remove_chip (get_state (self),
                                                   g_variant_get_uint32 (parameter)));
}

static void
chips_to_text_cb (GSimpleAction *action,
                  GVariant      *parameter,
                  gpointer       data)
{
  ThDocumentView *self = data;
  g_autofree char *text = NULL;

  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  text = th_filter_state_to_expression (th_document_get_recording (self->document),
                                        get_state (self));
  if (text != NULL)
    take_state (self, th_filter_state_new (text));
}

/* --- the flows of a table row ------------------------------------------- */

/* Shows only the flows of a row.  Removes the chip of the previous row, and adds @test as a
 * chip unless it is empty. */
static void
show_flows (ThDocumentView *self,
            const char     *test)
{
  g_autofree char *before = NULL;
  ThFilterState *state;
  guint index;

  th_expression_bar_apply (TH_EXPRESSION_BAR (self->filter_bar));
  if (self->document == NULL)
    return;

  before = g_steal_pointer (&self->row_flows);
  state = get_state (self);
  if (before != NULL && th_filter_state_find_chip (state, before, &index))
    take_state (self, th_filter_state_remove_chip (state, index));
  if (*test == '\0')
    return;

  self->row_flows = g_strdup (test);
  state = get_state (self);
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
add_of_selected (ThDocumentView *self,
                 ThEventPart     part,
                 gboolean        out)
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

static gboolean
can_convert_chips (ThDocumentView *self)
{
  ThFilterState *state = th_view_has_recording (self) ? get_state (self) : NULL;
  g_autofree char *text = NULL;

  if (state == NULL || th_filter_state_get_n_chips (state) == 0)
    return FALSE;

  text = th_filter_state_to_expression (th_document_get_recording (self->document), state);
  return text != NULL;
}

static const ThViewAction actions[] = {
  { { "include", include_cb, "s" }, th_view_has_recording },
  { { "show-flows", show_flows_cb, "s" } },
  { { "exclude", exclude_cb, "s" }, th_view_has_recording },
  { { "turn-chip", turn_chip_cb, "u" }, th_view_has_recording },
  { { "remove-chip", remove_chip_cb, "u" }, th_view_has_recording },
  { { "chips-to-text", chips_to_text_cb }, can_convert_chips },
  { { "only-task", only_task_cb }, th_view_has_selected },
  { { "hide-task", hide_task_cb }, th_view_has_selected },
  { { "only-type", only_type_cb }, th_view_has_selected },
  { { "hide-type", hide_type_cb }, th_view_has_selected },
  { { "only-cpu", only_cpu_cb }, th_view_has_selected },
  { { "hide-cpu", hide_cpu_cb }, th_view_has_selected },
};

void
th_view_add_chip_actions (ThDocumentView *self)
{
  th_view_actions_add (self, actions, G_N_ELEMENTS (actions));
}
