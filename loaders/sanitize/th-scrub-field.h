/* th-scrub-field.h - decides which kind of personal data a field of an event can hold
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "th-type.h"

G_BEGIN_DECLS

typedef enum
{
  TH_HOLDS_NUMBERS,  /* nothing personal */
  TH_HOLDS_U32,      /* a number that may be an IPv4 address */
  TH_HOLDS_TASK,
  TH_HOLDS_COMMAND,
  TH_HOLDS_HOST,
  TH_HOLDS_PATH,
  TH_HOLDS_TEXT,     /* which the kernel wrote */
  TH_HOLDS_FREE_TEXT, /* which a program wrote */
  TH_HOLDS_MIXED,    /* numbers and texts, which a program wrote */
  TH_HOLDS_V4,
  TH_HOLDS_V6,
  TH_HOLDS_MAC,      /* 6 bytes; any that follow are unused */
  TH_HOLDS_SOCKADDR,
  TH_HOLDS_BYTES     /* a buffer, or an identifier */
} ThHolds;

ThHolds th_field_holds (const char    *system,
                        const char    *event,
                        const ThField *field);

G_END_DECLS
