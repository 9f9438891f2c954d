/* th-distribution.c - Student's t and the normal distribution
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The tail of t is an incomplete beta function, which is evaluated as a
 * continued fraction by the method of Lentz.
 */
#include "config.h"

#include <float.h>
#include <math.h>

#include "th-distribution.h"

#define MAX_TERMS 500
#define MAX_BISECTIONS 200

typedef double (*TailFunc) (double x,
                double df);

static double
away_from_zero (double x)
{
  return fabs (x) < DBL_MIN ? DBL_MIN : x;
}

static double
beta_fraction (double a,
               double b,
               double x)
{
  double c = 1, d = 1 / away_from_zero (1 - (a + b) * x / (a + 1)), result = d;

  for (int i = 1; i <= MAX_TERMS; i++)
    {
      double even = i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i));
      double odd = -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1));

      d = 1 / away_from_zero (1 + even * d);
      c = away_from_zero (1 + even / c);
      result *= c * d;
      d = 1 / away_from_zero (1 + odd * d);
      c = away_from_zero (1 + odd / c);
      result *= c * d;
      if (fabs (c * d - 1) < 1e-15)
        break;
    }
  return result;
}

/* lgamma() writes a global variable, and several threads compute statistics. */
static double
log_gamma (double x)
{
  int sign;

  return lgamma_r (x, &sign);
}

/* The regularized incomplete beta function. */
static double
incomplete_beta (double a,
                 double b,
                 double x)
{
  double front;

  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;

  front = exp (log_gamma (a + b) - log_gamma (a) - log_gamma (b) + a * log (x) +
               b * log1p (-x));
  if (x < (a + 1) / (a + b + 2))
    return front * beta_fraction (a, b, x) / a;
  return 1 - front * beta_fraction (b, a, 1 - x) / b;
}

double
th_student_upper_tail (double t,
                       double df)
{
  double tail;

  g_return_val_if_fail (df > 0, NAN);

  tail = incomplete_beta (df / 2, .5, df / (df + t * t)) / 2;
  return t < 0 ? 1 - tail : tail;
}

static double
normal_upper_tail (double z,
                   double df)
{
  return erfc (z * M_SQRT1_2) / 2;
}

/* The x whose upper tail is @probability, which is below a half. */
static double
invert (TailFunc tail,
        double   probability,
        double   df)
{
  double low = 0, high = 1;

  while (tail (high, df) > probability && high < 1e150)
    high *= 2;
  for (int i = 0; i < MAX_BISECTIONS && high - low > 1e-13 * high; i++)
    {
      double middle = (low + high) / 2;

      if (tail (middle, df) > probability)
        low = middle;
      else
        high = middle;
    }
  return (low + high) / 2;
}

double
th_student_quantile (double probability,
                     double df)
{
  g_return_val_if_fail (probability > 0 && probability < 1 && df > 0, NAN);

  if (probability > .5)
    return -invert (th_student_upper_tail, 1 - probability, df);
  return invert (th_student_upper_tail, probability, df);
}

double
th_normal_quantile (double probability)
{
  g_return_val_if_fail (probability > 0 && probability < 1, NAN);

  if (probability > .5)
    return -invert (normal_upper_tail, 1 - probability, 0);
  return invert (normal_upper_tail, probability, 0);
}
