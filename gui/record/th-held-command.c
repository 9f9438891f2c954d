/* th-held-command.c - the command that is recorded, from its start until it has ended
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-held-command.h"

struct _ThHeldCommand
{
  GObject       parent;

  ThRecordExec *exec;
};

enum
{
  SIGNAL_HELD,
  SIGNAL_ENDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ThHeldCommand, th_held_command, G_TYPE_OBJECT)

static void
held_cb (GPid     pid,
         gpointer data)
{
  g_autoptr(ThHeldCommand) self = g_object_ref (data);

  g_signal_emit (self, signals[SIGNAL_HELD], 0, (int) pid);
}

static void
ended_cb (int      status,
          gpointer data)
{
  g_autoptr(ThHeldCommand) self = g_object_ref (data);

  g_signal_emit (self, signals[SIGNAL_ENDED], 0, status == 0);
}

void
th_held_command_release (ThHeldCommand *self)
{
  g_return_if_fail (TH_IS_HELD_COMMAND (self));

  th_record_exec_release (self->exec);
}

void
th_held_command_end (ThHeldCommand *self)
{
  g_return_if_fail (TH_IS_HELD_COMMAND (self));

  th_record_exec_end (self->exec);
}

static void
th_held_command_finalize (GObject *object)
{
  g_clear_pointer (&TH_HELD_COMMAND (object)->exec, th_record_exec_free);

  G_OBJECT_CLASS (th_held_command_parent_class)->finalize (object);
}

static void
th_held_command_class_init (ThHeldCommandClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = th_held_command_finalize;
  signals[SIGNAL_HELD] = g_signal_new ("held", TH_TYPE_HELD_COMMAND, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  signals[SIGNAL_ENDED] = g_signal_new ("ended", TH_TYPE_HELD_COMMAND, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 1, G_TYPE_BOOLEAN);
}

static void
th_held_command_init (ThHeldCommand *self)
{
}

ThHeldCommand *
th_held_command_new (ThTarget    *target,
                     const char  *command,
                     GError     **error)
{
  g_autoptr(ThHeldCommand) self = g_object_new (TH_TYPE_HELD_COMMAND, NULL);

  self->exec = th_record_exec_start (target, command, held_cb, ended_cb, self, error);
  return self->exec != NULL ? g_steal_pointer (&self) : NULL;
}
