/* th-text-item.c - an item of a list of texts that change
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-text-item.h"

struct _ThTextItem
{
  GObject  parent;

  char    *text;
};

enum
{
  PROP_0,
  PROP_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThTextItem, th_text_item, G_TYPE_OBJECT)

static void
set_text (ThTextItem *self,
          const char *text)
{
  if (g_strcmp0 (self->text, text) == 0)
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

/* --- lists --------------------------------------------------------------- */

GListStore *
th_text_items_new (void)
{
  return g_list_store_new (TH_TYPE_TEXT_ITEM);
}

void
th_text_items_set (GListStore        *list,
                   const char *const *texts)
{
  guint n_old = g_list_model_get_n_items (G_LIST_MODEL (list));
  guint n = g_strv_length ((char **) texts);

  for (guint i = 0; i < MIN (n, n_old); i++)
    {
      g_autoptr(ThTextItem) item = g_list_model_get_item (G_LIST_MODEL (list), i);

      set_text (item, texts[i]);
    }
  for (guint i = n_old; i < n; i++)
    {
      g_autoptr(ThTextItem) item = g_object_new (TH_TYPE_TEXT_ITEM, "text", texts[i], NULL);

      g_list_store_append (list, item);
    }
  if (n_old > n)
    g_list_store_splice (list, n, n_old - n, NULL, 0);
}

/* --- class --------------------------------------------------------------- */

static void
th_text_item_get_property (GObject    *object,
                           guint       id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  g_assert (id == PROP_TEXT);
  g_value_set_string (value, TH_TEXT_ITEM (object)->text);
}

static void
th_text_item_set_property (GObject      *object,
                           guint         id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  g_assert (id == PROP_TEXT);
  set_text (TH_TEXT_ITEM (object), g_value_get_string (value));
}

static void
th_text_item_finalize (GObject *object)
{
  g_free (TH_TEXT_ITEM (object)->text);

  G_OBJECT_CLASS (th_text_item_parent_class)->finalize (object);
}

static void
th_text_item_class_init (ThTextItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = th_text_item_get_property;
  object_class->set_property = th_text_item_set_property;
  object_class->finalize = th_text_item_finalize;
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY |
                                               G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
th_text_item_init (ThTextItem *self)
{
}
