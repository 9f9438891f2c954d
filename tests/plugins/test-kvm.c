/* test-kvm.c - virtual CPUs inside and outside of their guests, on synthetic events
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * arch/x86/kvm/trace.h: kvm_exit prints "vcpu %u reason %s%s%s rip 0x%lx info1 …";
 * arch/arm64/kvm/trace_arm.h: "%s: HSR_EC: 0x%04x (%s), PC: 0x%016lx".
 */
#include "analysis-fixture.h"

#define VCPU 143

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  fixture_set_up (f, data);
  test_trace_type (f->trace, "kvm:kvm_entry", "vcpu_id,rip*");
  test_trace_type (f->trace, "kvm:kvm_exit", "exit_reason,isa,vcpu_id,text$");
}

static void
enter (Fixture *f,
       gint64   time,
       guint    cpu,
       gint32   pid,
       gint64   vcpu)
{
  test_trace_add (f->trace, time, cpu, pid, "kvm:kvm_entry", vcpu, I (0x1000));
}

static void
leave (Fixture    *f,
       gint64      time,
       guint       cpu,
       gint32      pid,
       gint64      vcpu,
       gint64      number,
       const char *text)
{
  test_trace_add (f->trace, time, cpu, pid, "kvm:kvm_exit", number, I (2), vcpu, text);
}

static char *
slices (Fixture *f,
        gint32   pid)
{
  return test_slices (f->results, "kvm", TH_ATTACH_TASK,
                      th_tasks_find (th_recording_get_tasks (f->recording), pid));
}

/* Two vCPUs, one of which migrates between CPUs. */
static void
test_pairs (Fixture       *f,
            gconstpointer  data)
{
  enter (f, 100, 0, VCPU, 0);
  enter (f, 105, 1, VCPU + 1, 1);
  leave (f, 130, 0, VCPU, 0, 0x78, "vcpu 0 reason hlt rip 0x1000 info1 0");
  leave (f, 135, 1, VCPU + 1, 1, 0x60, "vcpu 1 reason interrupt rip 0x1000");
  enter (f, 140, 1, VCPU + 1, 1);
  enter (f, 230, 1, VCPU, 0);
  leave (f, 240, 1, VCPU, 0, 0x78, "");
  enter (f, 250, 0, VCPU, 0);
  fixture_run (f, "kvm", NULL);

  assert_text (slices (f, VCPU), "100+30 in guest, 130+100 exit: hlt, 230+10 in guest, 240+10 "
                                 "exit: hlt, 250+0! in guest");
  assert_text (slices (f, VCPU + 1), "105+30 in guest, 135+5 exit: interrupt, 140+110! in guest");
  assert_text (test_measure (f->results, "kvm.hlt"), "100 10");
  /* reason count total mean p50 p99 max */
  assert_text (test_table (f->recording, f->results, "kvm-exits"),
               "interrupt 1 5 5 5 5 5, hlt 2 110 55 10 100 100");
  /* task vcpu share inside outside exits longest: 40 of 150, 30 of 35 */
  assert_text (test_table (f->recording, f->results, "kvm-vcpus"),
               "143 0 267 40 110 2 100, 144 1 857 30 5 1 5");
}

/* Two exits or two entries in a row: one between them was not recorded. */
static void
test_unpaired (Fixture       *f,
               gconstpointer  data)
{
  leave (f, 100, 0, VCPU, 0, 1, "reason CPUID rip 0x1000 info 0 0");
  leave (f, 120, 0, VCPU, 0, 2, "reason NMI FAILED_VMENTRY rip 0");
  enter (f, 150, 0, VCPU, 0);
  enter (f, 170, 0, VCPU, 0);
  leave (f, 200, 0, VCPU, 0, 3, "TRAP: HSR_EC: 0x24 (DABT_LOW), ");
  enter (f, 210, 0, VCPU, 0);
  leave (f, 220, 0, VCPU, 0, 4, "IRQ: HSR_EC");
  enter (f, 221, 0, VCPU, 0);
  fixture_run (f, "kvm", NULL);

  assert_text (slices (f, VCPU),
               "100+0! exit: CPUID, 120+30 exit: NMI FAILED_VMENTRY, 150+0! in guest, 170+30 in "
               "guest, 200+10 exit: DABT_LOW, 210+10 in guest, 220+1 exit: IRQ, 221+0! in guest");
  assert_text (test_table (f->recording, f->results, "kvm-exits"),
               "NMI FAILED_VMENTRY 1 30 30 30 30 30, DABT_LOW 1 10 10 10 10 10, IRQ 1 1 1 1 1 1");
}

/* After a loss on any CPU, the state of all vCPUs is unknown. */
static void
test_lost (Fixture       *f,
           gconstpointer  data)
{
  enter (f, 100, 0, VCPU, 0);
  enter (f, 110, 1, VCPU + 1, 1);
  test_trace_lose (f->trace, 1, 5);
  leave (f, 150, 1, VCPU + 1, 1, 7, "vcpu 1 reason msr rip 0x1000");
  leave (f, 160, 0, VCPU, 0, 7, "");
  enter (f, 170, 0, VCPU, 0);
  fixture_run (f, "kvm", NULL);

  assert_text (slices (f, VCPU), "100+10! in guest, 160+10 exit: msr, 170+0! in guest");
  assert_text (slices (f, VCPU + 1), "110+0! in guest, 150+20! exit: msr");
  assert_text (test_table (f->recording, f->results, "kvm-vcpus"),
               "143 0 0 0 10 1 10, 144 1 - 0 0 0 -");
}

/* Many different reasons: those beyond the limit count only as time outside. */
static void
test_damaged (Fixture       *f,
              gconstpointer  data)
{
  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *text = g_strdup_printf ("vcpu 0 reason 0x%x rip 0", i);

      leave (f, 100 + 10 * i, 0, VCPU, 0, i, text);
      enter (f, 105 + 10 * i, 0, VCPU, 0);
    }
  fixture_run (f, "kvm", NULL);

  g_assert_cmpuint (th_results_get_n_measures (f->results), ==, 256);
  g_assert_cmpuint (th_table_get_n (th_results_get_table (f->results, 0)), ==, 256);
  assert_text (test_table (f->recording, f->results, "kvm-vcpus"), "143 0 500 4995 5000 1000 5");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, fixture_tear_down)
  ADD ("/plugins/kvm/pairs", test_pairs);
  ADD ("/plugins/kvm/unpaired", test_unpaired);
  ADD ("/plugins/kvm/lost", test_lost);
  ADD ("/plugins/kvm/damaged", test_damaged);

  return g_test_run ();
}
