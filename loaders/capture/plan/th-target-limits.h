/* th-target-limits.h - what a target cannot do, and the remedy
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The codes are those of HELLO in docs/protocol.md.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ThTargetLimit:
 * @code: as the agent sends it
 * @title: N_(): what cannot be done
 * @text: N_(): what this means, and what to do
 * @command: the command that remedies it on the target, or NULL
 */
typedef struct
{
  const char *code;
  const char *title;
  const char *text;
  const char *command;
} ThTargetLimit;

/* The limits in a HELLO that this build knows, ended by NULL; free the array alone with
 * g_free(). */
const ThTargetLimit **th_target_limits_list (GVariant *hello);

G_END_DECLS
