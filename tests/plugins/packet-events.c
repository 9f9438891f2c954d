/* packet-events.c - synthetic events of packets, for tests
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <string.h>

#include <glib/gstdio.h>

#include "packet-events.h"

static const char *const types[][2] = {
  { "net:napi_gro_receive_entry", "common_flags,skbaddr*,name$,len,hash,napi_id" },
  { "net:napi_gro_receive_exit", "common_flags,ret" },
  { "net:netif_receive_skb", "common_flags,skbaddr*,name$,len" },
  { "net:netif_receive_skb_entry", "common_flags,skbaddr*,name$,len" },
  { "net:netif_rx_entry", "common_flags,skbaddr*,name$,len" },
  { "net:netif_rx", "common_flags,skbaddr*,name$,len" },
  { "net:net_dev_queue", "common_flags,skbaddr*,name$,len" },
  { "net:net_dev_start_xmit", "common_flags,skbaddr*,name$,len" },
  { "net:net_dev_xmit", "common_flags,skbaddr*,name$,len,rc" },
  { "qdisc:qdisc_dequeue", "common_flags,skbaddr*,packets" },
  { "qdisc:qdisc_enqueue", "common_flags,skbaddr*" },
  { "skb:skb_copy_datagram_iovec", "common_flags,skbaddr*,len" },
  { "skb:consume_skb", "common_flags,skbaddr*" },
  { "skb:kfree_skb",
    "common_flags,skbaddr*,location*,protocol,reason[NOT_SPECIFIED=2/NO_SOCKET=3/QDISC_DROP=4]" },
  { "tcp:tcp_probe", "common_flags,data_len,skbaddr*" },
  { "tcp:tcp_retransmit_skb", "common_flags,skbaddr*" },
  { "tcp:tcp_bad_csum", "common_flags,skbaddr*" },
  { "icmp:icmp_send", "common_flags,skbaddr*,type,code" },
  { "sock:sk_data_ready", "common_flags,skaddr*" },
  { "sock:sock_recv_length", "common_flags,sk*,protocol,ret,flags" },
  { "napi:napi_poll", "common_flags,work,budget" },
  { "syscalls:sys_enter_recvfrom", "common_flags,__syscall_nr,flags" },
  { "syscalls:sys_exit_recvfrom", "common_flags,__syscall_nr,ret" },
  { "syscalls:sys_enter_sendto", "common_flags,__syscall_nr" },
  { "syscalls:sys_exit_sendto", "common_flags,__syscall_nr,ret" },
  { "raw_syscalls:sys_enter", "common_flags,id,args^" },
  { "raw_syscalls:sys_exit", "common_flags,id,ret" },
  { "probe:ip_rcv_core", "common_flags,skb*" },
  { "deep:birth", "common_flags,skb*" },
  { "deep:death", "common_flags,skb*" },
  { "deep:segment", "common_flags,skb*" },
  { "deep:segment_ret", "common_flags" },
  { "deep:coalesce", "common_flags,to*,from*" }
};

void
packets_set_up (Fixture       *f,
                gconstpointer  lacking)
{
  f->trace = test_trace_new (2, 4);
  test_trace_kernel (f->trace);
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *word = g_strdup_printf (" %s ", types[i][0]);

      if (lacking == NULL || strstr (lacking, word) == NULL)
        test_trace_type (f->trace, types[i][0], types[i][1]);
    }
}

void
packets_tear_down (Fixture       *f,
                   gconstpointer  data)
{
  th_results_unref (f->results);
  test_trace_free (f->trace);
}

void
packets_run (Fixture    *f,
             const char *params)
{
  f->recording = test_trace_end (f->trace);
  if (f->thread_name != NULL)
    th_tasks_set_saved (th_recording_get_tasks (f->recording), f->thread, f->thread_name);
  f->results = test_run_both (f->recording, "packets", params);
}

void
packets_run_with_map (Fixture    *f,
                      const char *map)
{
  g_autofree char *path = NULL, *params = NULL;
  g_autoptr(GError) error = NULL;
  int fd = g_file_open_tmp ("deep-XXXXXX.json", &path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  g_file_set_contents (path, map, -1, &error);
  g_assert_no_error (error);
  params = g_strconcat ("stages=", path, NULL);
  packets_run (f, params);
  g_unlink (path);
}

void
gro (Fixture *f,
     gint64   time,
     guint    cpu,
     gint64   flags,
     gint64   address,
     gint64   length,
     gint64   hash)
{
  test_trace_add (f->trace, time, cpu, 0, "net:napi_gro_receive_entry", flags, address, "eth0",
                  length, hash, I (7));
}

void
gro_exit (Fixture *f,
          gint64   time,
          guint    cpu,
          gint64   flags,
          gint64   result)
{
  test_trace_add (f->trace, time, cpu, 0, "net:napi_gro_receive_exit", flags, result);
}

void
net (Fixture    *f,
     gint64      time,
     guint       cpu,
     gint32      pid,
     gint64      flags,
     const char *name,
     gint64      address,
     const char *device,
     gint64      length)
{
  g_autofree char *full = g_strconcat ("net:", name, NULL);

  test_trace_add (f->trace, time, cpu, pid, full, flags, address, device, length);
}

void
receive (Fixture *f,
         gint64   time,
         guint    cpu,
         gint64   address,
         gint64   length)
{
  gro (f, time + 5, cpu, SOFTIRQ, address, length, 0);
  gro_exit (f, time + 6, cpu, SOFTIRQ, NORMAL);
  net (f, time + 8, cpu, 0, SOFTIRQ, "netif_receive_skb", address, "eth0", length);
}

void
xmit (Fixture    *f,
      gint64      time,
      guint       cpu,
      gint32      pid,
      gint64      flags,
      gint64      address,
      const char *device,
      gint64      length)
{
  test_trace_add (f->trace, time, cpu, pid, "net:net_dev_xmit", flags, address, device, length,
                  I (0));
}

void
copy (Fixture *f,
      gint64   time,
      guint    cpu,
      gint32   pid,
      gint64   address,
      gint64   length)
{
  test_trace_add (f->trace, time, cpu, pid, "skb:skb_copy_datagram_iovec", TASK, address, length);
}

void
consume (Fixture *f,
         gint64   time,
         guint    cpu,
         gint32   pid,
         gint64   flags,
         gint64   address)
{
  test_trace_add (f->trace, time, cpu, pid, "skb:consume_skb", flags, address);
}

void
drop (Fixture *f,
      gint64   time,
      guint    cpu,
      gint64   flags,
      gint64   address,
      gint64   reason)
{
  test_trace_add (f->trace, time, cpu, 0, "skb:kfree_skb", flags, address, I (0xc0de), I (0x800),
                  reason);
}

void
poll_irq (Fixture *f,
          gint64   time,
          guint    cpu)
{
  test_trace_add (f->trace, time, cpu, 0, "irq:irq_handler_entry", I (5), "eth0");
  test_trace_add (f->trace, time + 1, cpu, 0, "irq:softirq_raise", I (3));
  test_trace_add (f->trace, time + 2, cpu, 0, "irq:irq_handler_exit", I (5));
  test_trace_add (f->trace, time + 4, cpu, 0, "irq:softirq_entry", I (3));
}

void
softirq_end (Fixture *f,
             gint64   time,
             guint    cpu)
{
  test_trace_add (f->trace, time, cpu, 0, "irq:softirq_exit", I (3));
}

void
wake (Fixture *f,
      gint64   time,
      guint    cpu,
      gint32   pid)
{
  test_trace_add (f->trace, time, cpu, 0, "sched:sched_waking", I (pid));
}

void
run_task (Fixture *f,
          gint64   time,
          guint    cpu,
          gint32   previous,
          gint32   next)
{
  test_trace_add (f->trace, time, cpu, previous, "sched:sched_switch", I (previous), I (1),
                  I (next));
}

char *
packets_column (Fixture    *f,
                const char *id)
{
  ThTable *table = th_results_get_table (f->results, 0);
  const ThTableInfo *info = th_table_get_info (table);
  GString *text = g_string_new (NULL);
  guint column = 0;

  while (strcmp (info->columns[column].id, id) != 0)
    column++;
  for (guint32 row = 0; row < th_table_get_n (table); row++)
    {
      gint64 cell = th_table_get_cell (table, row, column);

      g_string_append (text, row > 0 ? ", " : "");
      if (cell == TH_CELL_NONE)
        g_string_append (text, "-");
      else if (info->columns[column].kind == TH_COLUMN_TEXT)
        g_string_append (text, th_results_get_word (f->results, cell));
      else if (info->columns[column].kind == TH_COLUMN_TASK)
        g_string_append_printf (text, "%d",
                                th_tasks_get_pid (th_recording_get_tasks (f->recording), cell));
      else
        g_string_append_printf (text, "%" G_GINT64_FORMAT, cell);
    }

  return g_string_free (text, FALSE);
}

const char *
packets_detail (Fixture *f,
                guint32  row,
                guint32  index)
{
  ThFlows *flows = th_results_get_flows (f->results);
  ThStep step = th_flows_get_step (flows, th_flows_get (flows, row), index);

  return step.detail != TH_STEP_NO_DETAIL ? th_results_get_word (f->results, step.detail) : NULL;
}

const char *
packets_last_detail (Fixture *f,
                     guint32  row)
{
  const ThFlow *flow = th_flows_get (th_results_get_flows (f->results), row);

  return packets_detail (f, row, flow->n_steps - 1);
}
