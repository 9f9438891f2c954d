/* gui-record-dialog.h - the record dialog, and an agent that replays a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The other end is tests/capture/fake-agent.c, which replays data/samples/e1000-tcp.dat: its
 * events are those of that recording.
 */
#pragma once

#include "gui-fixture.h"
#include "th-preset-card.h"
#include "th-target-link.h"

G_BEGIN_DECLS

#define CHILD(widget, type, name) \
  GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (widget), type, name))

/* The one that open_dialog() has opened. */
extern GtkWidget *dialog;

void          open_dialog   (Fixture    *fixture);
/* Children of the templates of the dialog, its form, and its page of a failure. */
GtkWidget    *dialog_child  (const char *name);
GtkWidget    *form_child    (const char *name);
GtkWidget    *failure_child (const char *name);
const char   *get_label     (GtkWidget  *label);
GtkWindow    *find_window   (GType       type);
/* The name of the page that is shown. */
const char   *get_page      (void);
/* The selected target. */
ThTargetLink *get_link      (void);

/* The preset with this id, which must be there. */
ThPresetCard *find_card     (const char *id);
/* The button with this label, mnemonic included, which must be there. */
GtkWidget    *find_button   (GtkWidget  *widget,
                             const char *label);
/* The command that records the same must have @words. */
void          assert_command_has (const char *words);

/* The target of an agent with this scenario. */
char         *agent_target  (const char *scenario);
void          enter_address (const char *text);
void          connect_to    (const char *scenario);

/* Conditions of the dialog, and of the window that shows the recording. */
gboolean      is_ready      (Fixture    *fixture);
gboolean      is_failed     (Fixture    *fixture);
gboolean      has_message   (Fixture    *fixture);
gboolean      is_recording  (Fixture    *fixture);
gboolean      has_stopped   (Fixture    *fixture);

G_END_DECLS
