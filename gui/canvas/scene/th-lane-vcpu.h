/* th-lane-vcpu.h - what the host did with a CPU of its guest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/**
 * ThCarrier:
 * @inside: the host had the CPU in the guest then
 * @cpu: where: the number of the host's CPU; else 0
 * @reason: if not inside, the name of its slice: "exit: hlt"; lent; else NULL
 *
 * What the host did with a CPU of its guest at some time.
 */
typedef struct
{
  gboolean    inside;
  guint       cpu;
  const char *reason;
} ThCarrier;

/* For an event of a guest.  FALSE if the host of its recording is not here, or
 * says nothing about that time. */
gboolean th_scene_find_carrier (ThScene   *self,
                                ThRef      ref,
                                ThCarrier *carrier);

G_END_DECLS
