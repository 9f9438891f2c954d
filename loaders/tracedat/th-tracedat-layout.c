/* th-tracedat-layout.c - the offsets of the fields that a load needs
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include <string.h>

#include "th-tracedat-file.h"
#include "th-tracedat-layout.h"

/* The event types that contain names of tasks, and the fields with pid and name. */
static const struct
{
  const char *system;
  const char *name;
  gboolean    is_switch;
  struct
  {
    const char *pid;
    const char *comm;
  } names[TH_TD_MAX_NAMES];
} special_types[] = {
  { "sched", "sched_switch", TRUE, { { "prev_pid", "prev_comm" }, { "next_pid", "next_comm" } } },
  { "sched", "sched_wakeup", FALSE, { { "pid", "comm" } } },
  { "sched", "sched_wakeup_new", FALSE, { { "pid", "comm" } } },
  { "sched", "sched_waking", FALSE, { { "pid", "comm" } } },
  { "sched", "sched_process_fork", FALSE,
    { { "parent_pid", "parent_comm" }, { "child_pid", "child_comm" } } },
  { "task", "task_rename", FALSE, { { "pid", "newcomm" } } },
};

static const ThField *
usable_field (const ThFieldTable *fields,
              const char         *name,
              guint32             size)
{
  const ThField *field = name != NULL ? th_field_table_find (fields, name) : NULL;

  return field != NULL && field->size == size && field->offset < G_MAXUINT16 - 64 ? field : NULL;
}

static void
take_special (ThTdLayout *self,
              ThTdFile   *file,
              guint       id,
              guint       which)
{
  const ThFieldTable *fields = th_formats_get_fields (file->base.formats, id);
  ThTdSpecial special = { 0 };

  for (guint i = 0; i < TH_TD_MAX_NAMES; i++)
    {
      const ThField *pid = usable_field (fields, special_types[which].names[i].pid, 4);
      const ThField *comm = usable_field (fields, special_types[which].names[i].comm, 16);

      /* In newer kernels some of these names are dynamic fields: ignore those. */
      if (pid == NULL || comm == NULL || comm->kind != TH_FIELD_STRING)
        continue;

      special.names[special.n_names++] =
        (ThTdName) { pid->offset, comm->offset, MAX (pid->offset + 4, comm->offset + comm->size) };
    }

  if (special.n_names == 0 || self->n_special == G_N_ELEMENTS (self->special))
    return;

  special.is_switch = special_types[which].is_switch && special.n_names == 2;
  self->kinds[id].special = TH_TD_SPECIAL + self->n_special;
  self->special[self->n_special++] = special;
}

static void
take_type (ThTdLayout *self,
           ThTdFile   *file,
           guint       id)
{
  const char *system = th_formats_get_system (file->base.formats, id);
  const char *name = th_formats_get_name (file->base.formats, id);

  self->kinds[id].type = MIN (th_recording_intern_type (file->base.recording, system, name),
                              TH_TYPE_OTHER);
  self->kinds[id].special = TH_TD_PLAIN;
  for (guint i = 0; i < G_N_ELEMENTS (special_types); i++)
    if (strcmp (system, special_types[i].system) == 0 && strcmp (name, special_types[i].name) == 0)
      take_special (self, file, id, i);
}

/* All types share the common fields: use the first type that has them. */
static void
take_common (ThTdLayout *self,
             ThTdFile   *file,
             guint       id)
{
  const ThFieldTable *fields = th_formats_get_fields (file->base.formats, id);
  const ThField *type = usable_field (fields, "common_type", 2);
  const ThField *pid = usable_field (fields, "common_pid", 4);

  if (type != NULL && pid != NULL)
    {
      self->id_offset = file->id_offset = type->offset;
      self->pid_offset = pid->offset;
    }
}

ThTdLayout *
th_td_layout_new (ThTdFile *file)
{
  ThTdLayout *self = g_new0 (ThTdLayout, 1);
  const guint *ids = th_formats_peek_ids (file->base.formats);
  guint n = th_formats_get_n (file->base.formats);

  self->big_endian = file->big_endian;
  self->commit_size = file->commit_size;
  self->id_offset = 0;
  self->pid_offset = 4;
  self->kinds = g_new0 (ThTdKind, TH_TD_N_IDS);
  self->unknown = g_new0 (guint16, TH_TD_N_IDS);
  if (n > 0)
    take_common (self, file, ids[0]);
  for (guint i = 0; i < n; i++)
    if (ids[i] < TH_TD_N_IDS)
      take_type (self, file, ids[i]);

  self->min_record = MAX (8, MAX (self->id_offset + 2, self->pid_offset + 4));
  return self;
}

void
th_td_layout_free (ThTdLayout *self)
{
  g_free (self->kinds);
  g_free (self->unknown);
  g_free (self);
}
