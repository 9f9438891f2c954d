/* th-target-limits.c - what a target cannot do, and the remedy
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-target-limits.h"

#include <glib/gi18n-lib.h>

static const ThTargetLimit limits[] = {
  { "no-tracefs", N_("No tracing"),
    N_("The kernel has no tracefs, or it is not mounted. Mount it:"),
    "mount -t tracefs tracefs /sys/kernel/tracing" },
  { "no-permission", N_("No permission"),
    N_("Only root may record on this target. Log in as root, or use ssh with sudo."), NULL },
  { "lockdown", N_("Locked down"),
    N_("The kernel runs in lockdown (confidentiality), which forbids tracing. It is a setting of "
       "the boot loader or of Secure Boot."), NULL },
  { "no-kprobes", N_("Probes"),
    N_("The kernel was built without kprobes, so Deep Follow has no probes. Links of packets are "
       "inferred instead."), NULL },
  { "no-function", N_("Function tracing"),
    N_("The kernel was built without the function tracers."), NULL },
  { "no-instance-graph", N_("Separate function graph (needs Linux 6.11)"),
    N_("The tracer of the whole machine is used if it is free, and restored afterwards."), NULL },
  { "hidden-symbols", N_("Symbol names"),
    N_("The kernel hides its symbols, so calls and places of drops are shown as addresses. To "
       "show names, run this on the target:"), "sysctl kernel.kptr_restrict=1" },
  { "in-use", N_("Function graph in use"),
    N_("Another program uses the tracer of the whole machine."), NULL },
};

static const ThTargetLimit *
find (const char *code)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    if (g_str_equal (limits[i].code, code))
      return &limits[i];
  return NULL;
}

const ThTargetLimit **
th_target_limits_list (GVariant *hello)
{
  g_autoptr(GVariant) all = g_variant_lookup_value (hello, "limits", G_VARIANT_TYPE ("a(ss)"));
  g_autoptr(GPtrArray) found = g_ptr_array_new ();
  gsize n = all != NULL ? g_variant_n_children (all) : 0;

  for (gsize i = 0; i < n; i++)
    {
      const char *code, *detail;
      const ThTargetLimit *limit;

      g_variant_get_child (all, i, "(&s&s)", &code, &detail);
      limit = find (code);
      if (limit != NULL && !g_ptr_array_find (found, limit, NULL))
        g_ptr_array_add (found, (gpointer) limit);
    }
  g_ptr_array_add (found, NULL);
  return (const ThTargetLimit **) g_ptr_array_free (g_steal_pointer (&found), FALSE);
}
