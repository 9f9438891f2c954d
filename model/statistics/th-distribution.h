/* th-distribution.h - Student's t and the normal distribution
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Upper tails and their inverses, as far out as a family of thousands of tests
 * needs them; relative errors are below 1e-9.  Pure functions: any thread.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The probability that a t of @df degrees of freedom exceeds @t. */
double th_student_upper_tail (double t,
                              double df);
/* The t that is exceeded with @probability, which is between 0 and 1. */
double th_student_quantile   (double probability,
                              double df);
/* The same for the standard normal distribution. */
double th_normal_quantile    (double probability);

G_END_DECLS
