/* th-agent-hello.c - what the agent says about itself and its machine
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "th-agent-grace.h"
#include "th-agent-handover.h"
#include "th-agent-hello.h"
#include "th-agent-machine.h"
#include "th-wire-frame.h"

typedef struct
{
  const ThAgentPlaces *places;
  char                *readme;           /* of tracefs; "" if there is none */
  char               **tracers;
  char               **instance_tracers;
  GVariantBuilder      can;
  GVariantBuilder      limits;
} Hello;

static gboolean
has_file (Hello      *self,
          const char *name)
{
  g_autofree char *path = NULL;

  if (self->places->tracefs == NULL)
    return FALSE;
  path = g_build_filename (self->places->tracefs, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
has_tracer (char      **tracers,
            const char *name)
{
  return g_strv_contains ((const char *const *) tracers, name);
}

static void
add_can (Hello      *self,
         const char *what,
         gboolean    can)
{
  if (can)
    g_variant_builder_add (&self->can, "s", what);
}

static void
add_limit (Hello      *self,
           const char *code,
           const char *detail)
{
  g_autofree char *valid = g_utf8_make_valid (detail, -1);

  g_variant_builder_add (&self->limits, "(ss)", code, valid);
}

/* --- what it can, and what it cannot ----------------------------------------------------- */

static void
collect_can (Hello           *self,
             ThAgentInstance *instance)
{
  add_can (self, "kprobes", has_file (self, "kprobe_events"));
  add_can (self, "fprobes", strstr (self->readme, "f[:[<group>/]") != NULL);
  add_can (self, "btf-args", strstr (self->readme, "<argname>[->field") != NULL);
  add_can (self, "btf", g_file_test ("/sys/kernel/btf/vmlinux", G_FILE_TEST_EXISTS));
  add_can (self, "function", has_tracer (self->tracers, "function"));
  add_can (self, "instance-graph", has_tracer (self->instance_tracers, "function_graph"));
  add_can (self, "grace-periods", th_agent_grace_is_available ());
  add_can (self, "resume", th_agent_handover_is_possible ());
  add_can (self, "sub-buffers",
           instance != NULL && th_agent_instance_has (instance, "buffer_subbuf_size_kb"));
  add_can (self, "copy-marker",
           instance != NULL && th_agent_instance_has (instance, "options/copy_trace_marker"));
}

/* Without CAP_SYSLOG, or with kptr_restrict, all addresses read as zeros. */
static gboolean
symbols_are_hidden (Hello *self)
{
  g_autofree char *path = g_build_filename (self->places->proc, "kallsyms", NULL);
  FILE *file = fopen (path, "re");
  char line[256] = "";
  gboolean hidden = file == NULL;

  for (guint i = 0; file != NULL && i < 64 && fgets (line, sizeof line, file) != NULL; i++)
    {
      hidden = strspn (line, "0") >= 8 && line[strspn (line, "0")] == ' ';
      if (!hidden)
        break;
    }
  if (file != NULL)
    fclose (file);
  return hidden;
}

static void
check_access (Hello        *self,
              const GError *obstacle)
{
  g_autofree char *lockdown = th_agent_file_read_in ("/sys/kernel/security", "lockdown");
  gboolean locked = lockdown != NULL && strstr (lockdown, "[confidentiality]") != NULL;

  if (locked)
    add_limit (self, "lockdown", lockdown);
  if (self->places->tracefs == NULL)
    add_limit (self, "no-tracefs", "tracefs is not mounted");
  else if (obstacle != NULL && !locked)
    add_limit (self, "no-permission", obstacle->message);
}

static void
check_tracers (Hello *self)
{
  g_autofree char *tracer = th_agent_file_read_in (self->places->tracefs, "current_tracer");

  if (!has_file (self, "kprobe_events"))
    add_limit (self, "no-kprobes", "");
  if (!has_tracer (self->tracers, "function"))
    add_limit (self, "no-function", "");
  if (has_tracer (self->tracers, "function_graph") &&
      !has_tracer (self->instance_tracers, "function_graph"))
    add_limit (self, "no-instance-graph", "");
  if (tracer != NULL && !g_str_equal (tracer, "nop"))
    add_limit (self, "in-use", tracer);
}

/* --- the dictionary ---------------------------------------------------------------------- */

static void
insert_machine (GVariantDict *dict)
{
  struct utsname name;
  g_autofree char *all = NULL;

  uname (&name);
  all = g_strdup_printf ("%s %s %s %s %s", name.sysname, name.nodename, name.release, name.version,
                         name.machine);
  g_variant_dict_insert (dict, "host", "s", name.nodename);
  g_variant_dict_insert (dict, "uname", "s", all);
  g_variant_dict_insert (dict, "release", "s", name.release);
  g_variant_dict_insert (dict, "machine", "s", name.machine);
  g_variant_dict_insert (dict, "page-size", "u", (guint) sysconf (_SC_PAGESIZE));
  g_variant_dict_insert (dict, "long-size", "u", (guint) sizeof (long));
  g_variant_dict_insert (dict, "big-endian", "b", G_BYTE_ORDER == G_BIG_ENDIAN);
  g_variant_dict_insert (dict, "uid", "u", (guint) getuid ());
  g_variant_dict_insert (dict, "pid", "u", (guint) getpid ());
}

static void
insert_buffers (GVariantDict        *dict,
                const ThAgentPlaces *places)
{
  g_autoptr(GArray) cpus = th_agent_list_cpus (places->tracefs);
  guint64 available = th_agent_read_available_kb (places);

  g_variant_dict_insert_value (dict, "cpus",
    g_variant_new_fixed_array (G_VARIANT_TYPE_UINT32, cpus->data, cpus->len, sizeof (guint32)));
  g_variant_dict_insert (dict, "default-buffer-kb", "t",
                         th_agent_get_default_buffer_kb (available, cpus->len));
  g_variant_dict_insert (dict, "max-buffer-kb", "t",
                         th_agent_get_max_buffer_kb (available, cpus->len));
  g_variant_dict_insert (dict, "mem-available-kb", "t", available);
}

static void
insert_tracefs (GVariantDict    *dict,
                Hello           *self,
                ThAgentInstance *instance)
{
  const char *folder = instance != NULL ? th_agent_instance_get_folder (instance)
                                        : self->places->tracefs;
  g_auto(GStrv) clocks = NULL;

  self->tracers = th_agent_read_words (self->places->tracefs, "available_tracers");
  self->instance_tracers = th_agent_read_words (folder, "available_tracers");
  self->readme = th_agent_file_read_in (self->places->tracefs, "README");
  clocks = th_agent_read_words (self->places->tracefs, "trace_clock");
  g_variant_dict_insert (dict, "clocks", "^as", clocks);
  g_variant_dict_insert (dict, "tracers", "^as", self->tracers);
  g_variant_dict_insert (dict, "instance-tracers", "^as", self->instance_tracers);
  insert_buffers (dict, self->places);
}

static void
insert_swept (GVariantDict *dict,
              GPtrArray    *swept)
{
  GVariantBuilder names;

  g_variant_builder_init (&names, G_VARIANT_TYPE ("as"));
  for (guint i = 0; swept != NULL && i < swept->len; i++)
    g_variant_builder_add (&names, "s", swept->pdata[i]);
  g_variant_dict_insert_value (dict, "swept", g_variant_builder_end (&names));
}

GVariant *
th_agent_hello_new (const ThAgentPlaces *places,
                    ThAgentInstance     *instance,
                    const GError        *obstacle,
                    GPtrArray           *swept)
{
  Hello self = { places };
  GVariantDict dict;

  g_variant_builder_init (&self.can, G_VARIANT_TYPE ("as"));
  g_variant_builder_init (&self.limits, G_VARIANT_TYPE ("a(ss)"));
  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "version-min", "u", TH_PROTOCOL_MIN);
  g_variant_dict_insert (&dict, "version-max", "u", TH_PROTOCOL_MAX);
  g_variant_dict_insert (&dict, "agent", "s", PACKAGE_VERSION);
  insert_machine (&dict);
  check_access (&self, obstacle);
  if (places->tracefs != NULL)
    {
      insert_tracefs (&dict, &self, instance);
      if (self.readme == NULL)
        self.readme = g_strdup ("");
      collect_can (&self, instance);
      check_tracers (&self);
    }
  if (symbols_are_hidden (&self))
    add_limit (&self, "hidden-symbols", "");
  insert_swept (&dict, swept);
  g_variant_dict_insert_value (&dict, "can", g_variant_builder_end (&self.can));
  g_variant_dict_insert_value (&dict, "limits", g_variant_builder_end (&self.limits));

  g_free (self.readme);
  g_strfreev (self.tracers);
  g_strfreev (self.instance_tracers);
  return g_variant_dict_end (&dict);
}
