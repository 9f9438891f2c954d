/* th-notice.c - a message that disappears after some seconds
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-notice.h"

#define SECONDS 6

struct _ThNotice
{
  GObject  parent;

  char    *text;       /* or NULL */
  gboolean is_remark;  /* the text is one of th_notice_remark() */
  char    *waiting;    /* a remark that follows the text; or NULL */
  guint    timeout_id;
};

enum
{
  PROP_0,
  PROP_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThNotice, th_notice, G_TYPE_OBJECT)

static void
set_text (ThNotice   *self,
          const char *text)
{
  g_free (self->text);
  self->text = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void show (ThNotice   *self,
                  const char *text,
                  gboolean    is_remark);

static gboolean
timeout_cb (gpointer data)
{
  ThNotice *self = data;
  g_autofree char *waiting = g_steal_pointer (&self->waiting);

  self->timeout_id = 0;
  show (self, waiting, TRUE);

  return G_SOURCE_REMOVE;
}

static void
show (ThNotice   *self,
      const char *text,
      gboolean    is_remark)
{
  g_clear_handle_id (&self->timeout_id, g_source_remove);
  if (text != NULL)
    self->timeout_id = g_timeout_add_seconds (SECONDS, timeout_cb, self);
  self->is_remark = is_remark;
  if (text != NULL || self->text != NULL)
    set_text (self, text);
}

void
th_notice_say (ThNotice   *self,
               const char *text)
{
  g_return_if_fail (TH_IS_NOTICE (self));

  if (text == NULL)
    g_clear_pointer (&self->waiting, g_free);
  show (self, text, FALSE);
}

void
th_notice_remark (ThNotice   *self,
                  const char *text)
{
  g_return_if_fail (TH_IS_NOTICE (self));

  g_clear_pointer (&self->waiting, g_free);
  if (self->text == NULL || self->is_remark)
    show (self, text, TRUE);
  else
    self->waiting = g_strdup (text);
}

const char *
th_notice_get_text (ThNotice *self)
{
  g_return_val_if_fail (TH_IS_NOTICE (self), NULL);

  return self->text;
}

static void
th_notice_get_property (GObject    *object,
                        guint       id,
                        GValue     *value,
                        GParamSpec *pspec)
{
  if (id == PROP_TEXT)
    g_value_set_string (value, TH_NOTICE (object)->text);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
th_notice_dispose (GObject *object)
{
  ThNotice *self = TH_NOTICE (object);

  g_clear_handle_id (&self->timeout_id, g_source_remove);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->waiting, g_free);

  G_OBJECT_CLASS (th_notice_parent_class)->dispose (object);
}

static void
th_notice_class_init (ThNoticeClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = th_notice_get_property;
  G_OBJECT_CLASS (klass)->dispose = th_notice_dispose;
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);
}

static void
th_notice_init (ThNotice *self G_GNUC_UNUSED)
{
}

ThNotice *
th_notice_new (void)
{
  return g_object_new (TH_TYPE_NOTICE, NULL);
}
