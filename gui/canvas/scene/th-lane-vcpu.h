/* th-lane-vcpu.h - what the host did with a CPU of its guest
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-scene.h"

G_BEGIN_DECLS

/**
 * ThCarrier:
 * @inside: the vCPU was running guest code
 * @cpu: if inside, the number of the host's CPU; else 0
 * @reason: if not inside, the name of the slice, such as "exit: hlt", owned by the
 *   results; else NULL
 *
 * What the host did with a guest's CPU at some time.
 */
typedef struct
{
  gboolean    inside;
  guint       cpu;
  const char *reason;
} ThCarrier;

/* Finds what the host did at the time of a guest's event.  FALSE if the host's
 * recording is not loaded, or does not cover that time. */
gboolean th_scene_find_carrier (ThScene   *self,
                                ThRef      ref,
                                ThCarrier *carrier);

G_END_DECLS
