/* flow-fixture.h - results with three written journeys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "canvas-fixture.h"

#define FLOW_START G_GINT64_CONSTANT (188024000000)
#define FLOW_AT(us) (FLOW_START + (gint64) ((us) * 1000))

enum
{
  TEST_STAGE_IRQ,
  TEST_STAGE_NAPI,
  TEST_STAGE_STACK,
  TEST_STAGE_WAKEUP,
  TEST_STAGE_COPY,
  N_TEST_STAGES
};

/* The rows of the flows. */
enum
{
  TEST_FLOW_DELIVERED, /* 40 … 215 µs, from CPU 0 to CPU 1 */
  TEST_FLOW_DROPPED,   /* 50 … 70 µs on CPU 2, for NO_SOCKET */
  TEST_FLOW_BACKWARDS, /* 100 … 140 µs, with a leg of -10 µs in between; its device is unknown */
  N_TEST_FLOWS
};

/* Returns results for test_recording_small(): interrupts of CPU 0, and the journeys with their
 * table. */
ThResults *test_results_flows (void);
