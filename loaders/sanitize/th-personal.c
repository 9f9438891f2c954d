/* th-personal.c - the kinds of personal data in a recording, and what to do with each
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-personal.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#define MIN_NAME 2 /* bytes; a shorter name identifies nobody */

static const struct
{
  const char *id;
  const char *title;
} kinds[TH_PERSONAL_N] = {
  [TH_PERSONAL_TASKS] = { "tasks", N_("Names of tasks") },
  [TH_PERSONAL_COMMANDS] = { "commands", N_("Command lines") },
  [TH_PERSONAL_HOSTS] = { "hosts", N_("Names of machines") },
  [TH_PERSONAL_BUILD] = { "build", N_("Name of the kernel's build") },
  [TH_PERSONAL_ADDRESSES] = { "addresses", N_("Network addresses") },
  [TH_PERSONAL_USERS] = { "users", N_("Names of users") },
  [TH_PERSONAL_PATHS] = { "paths", N_("Paths of files") },
  [TH_PERSONAL_TEXTS] = { "texts", N_("Texts written by programs") },
  [TH_PERSONAL_BYTES] = { "bytes", N_("Buffers and identifiers") },
  [TH_PERSONAL_FILES] = { "files", N_("Names of recordings") },
  [TH_PERSONAL_AUTHORS] = { "authors", N_("Authors of notes") },
};

const char *
th_personal_get_id (ThPersonalKind kind)
{
  return kinds[kind].id;
}

const char *
th_personal_get_title (ThPersonalKind kind)
{
  return _(kinds[kind].title);
}

gboolean
th_personal_parse (const char     *id,
                   ThPersonalKind *kind)
{
  for (guint i = 0; i < TH_PERSONAL_N; i++)
    if (strcmp (id, kinds[i].id) == 0)
      {
        *kind = i;
        return TRUE;
      }
  return FALSE;
}

/* --- what stays --------------------------------------------------------- */

/* Patterns of the names of kernel threads; '#' stands for a number, '*' at the end for anything. */
static const char *const kernel_threads[] = {
  "<idle>", "<...>", "swapper", "swapper/#", "kthreadd", "ksoftirqd/#", "kworker/*", "migration/#",
  "cpuhp/#", "idle_inject/#", "watchdog/#", "watchdogd", "stopper/#", "posixcputmr/#", "ktimers/#",
  "rcu_*", "rcub/#", "rcuc/#", "rcun/#", "rcuog/#", "rcuop/#", "rcuos/#", "pool_workqueue_*",
  "kswapd#", "kcompactd#", "khugepaged", "ksmd", "oom_reaper", "writeback", "kblockd",
  "kintegrityd", "kauditd", "khungtaskd", "kdevtmpfs", "kthrotld", "netns", "mm_percpu_wq",
  "inet_frag_wq", "slub_flushwq", "irq/#-*", "napi/*", "jbd2/*", "ext4-rsv-conver", "xfs-*",
  "xfsaild/*", "btrfs-*", "scsi_eh_#", "scsi_tmf_#", "ata_sff", "edac-poller", "devfreq_wq", "md",
  "md_misc", "loop#", "nvme-*", "virtio_*", "vhost-#", "kvm-pit/#", "kstrp", "mld",
  "ipv6_addrconf", "zswap-shrink", "cryptd", "tls-strp", "acpi_thermal_pm", "hwrng",
  "usb-storage", "uas", "kjournald*", "mmcqd/#", "card#-crtc#*",
};

static gboolean
matches (const char *pattern,
         const char *name,
         gsize       size)
{
  gsize i = 0;

  for (; *pattern != '\0'; pattern++)
    {
      if (*pattern == '*')
        return TRUE;
      if (i == size || (*pattern == '#' ? !g_ascii_isdigit (name[i]) : *pattern != name[i]))
        return FALSE;
      i++;
      while (*pattern == '#' && i < size && g_ascii_isdigit (name[i]))
        i++;
    }
  return i == size;
}

static gboolean
is_one_of (const char *const *patterns,
           gsize              n,
           const char        *name,
           gsize              size)
{
  for (gsize i = 0; i < n; i++)
    if (matches (patterns[i], name, size))
      return TRUE;
  return FALSE;
}

static gboolean
is_number (const char *name,
           gsize       size)
{
  for (gsize i = 0; i < size; i++)
    if (!g_ascii_isdigit (name[i]))
      return FALSE;
  return TRUE;
}

gboolean
th_personal_keeps_task (const char *name,
                        gsize       size)
{
  return size < MIN_NAME || is_one_of (kernel_threads, G_N_ELEMENTS (kernel_threads), name, size);
}

gboolean
th_personal_keeps_component (const char *name,
                             gsize       size)
{
  static const char *const directories[] = {
    "bin", "boot", "cgroup", "debug", "dev", "etc", "events", "fd", "fs", "games", "home",
    "include", "init.scope", "kernel", "lib", "lib32", "lib64", "libexec", "local", "log", "media",
    "mnt", "modules", "null", "opt", "proc", "pts", "root", "run", "sbin", "self", "share", "shm",
    "src", "srv", "sys", "system.slice", "tmp", "tracing", "user", "user.slice", "usr", "var",
    "zero", "..",
  };

  return size < MIN_NAME || is_number (name, size) ||
         is_one_of (directories, G_N_ELEMENTS (directories), name, size);
}

gboolean
th_personal_keeps_host (const char *name,
                        gsize       size)
{
  static const char *const hosts[] = { "localhost", "localdomain", "(none)" };

  return size < MIN_NAME || is_one_of (hosts, G_N_ELEMENTS (hosts), name, size);
}

gboolean
th_personal_keeps_version (const char *part,
                           gsize       size)
{
  static const char *const parts[] = {
    "amd64", "arm64", "x86_64", "aarch64", "armv#l", "i386", "i686", "ppc64le", "riscv64", "s390x",
    "generic", "lowlatency", "cloud", "rt", "lts", "arch", "zen", "hardened", "default", "azure",
    "aws", "gcp", "kvm", "oem", "raspi", "virtual", "debian", "ubuntu", "server", "desktop", "pve",
    "dirty", "rc#", "rt#", "bpo#", "deb#", "deb#u#", "el#", "el#_#", "fc#", "x86", "64", "arch#",
    "v#",
  };

  return size < MIN_NAME || is_number (part, size) ||
         is_one_of (parts, G_N_ELEMENTS (parts), part, size);
}
