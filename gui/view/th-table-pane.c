/* th-table-pane.c - the tables under the lanes, each in a tab
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-table-pane.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "th-counters-tab.h"
#include "th-flame-tab.h"
#include "th-measures-tab.h"
#include "th-pane-focus.h"
#include "th-result-table.h"
#include "th-tab-strip.h"

struct _ThTablePane
{
  GtkBox             parent;

  ThTabStrip        *strip;
  GtkWidget         *only_span; /* a toggle: the table lists the span alone */
  GtkLabel          *facts;
  GtkStack          *pages;
  ThEventTable      *events;

  ThDocument        *document;
  GSignalGroup      *signals;
  GPtrArray         *tabs;      /* Tab, in the order of the strip */
  char              *wanted;    /* a tab that is shown as soon as its table has rows; or NULL */
  char              *chosen;    /* the tab that returns with the strip; NULL while it is shown */
  char              *page_name; /* the tab of th_table_pane_set_page(), or NULL */
  char              *page_title;
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TAB,
  PROP_SHOW_STRIP,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void update (ThTablePane *self);
static void show_facts (ThTablePane *self);

G_DEFINE_FINAL_TYPE (ThTablePane, th_table_pane, GTK_TYPE_BOX)

/* The order of the tabs of a recording, and then of those of all recordings.  A table has the
 * place of its analysis in the list of analyses, however early that ends. */
enum
{
  RANK_EVENTS,
  RANK_PAGE, /* where there is room for its tab however many tables there are */
  RANK_TABLES,
  RANK_COUNTERS,
  RANK_FLAME,
  RANK_MEASURES
};

/* The tab is made as soon as there is something to show, the page when it is
 * first shown, as GTK needs tens of milliseconds for a table with its columns. */
typedef struct
{
  char       *name;
  guint       part;    /* index of the recording on the timeline; G_MAXUINT: all of them */
  guint       rank;
  ThResults  *results; /* of a table */
  ThTable    *table;
  GtkWidget *(*page_new) (ThDocument *document); /* if it is not a table */
} Tab;

static void
tab_free (gpointer data)
{
  Tab *tab = data;

  g_clear_pointer (&tab->results, th_results_unref);
  g_free (tab->name);
  g_free (tab);
}

static gboolean
shows_events (ThTablePane *self)
{
  return gtk_stack_get_visible_child (self->pages) == GTK_WIDGET (self->events);
}

/* Says that the selection, the tab or its content has changed. */
static void
emit_changed (ThTablePane *self)
{
  gint64 from, to;
  gboolean span = self->document != NULL && th_document_get_span (self->document, &from, &to);

  gtk_widget_set_visible (self->only_span, (span || th_event_table_get_only_span (self->events)) &&
                          shows_events (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
notify_tab (ThTablePane *self)
{
  emit_changed (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TAB]);
}

static const Tab *
find_tab (ThTablePane *self,
          const char  *name)
{
  for (guint i = 0; i < self->tabs->len; i++)
    {
      const Tab *tab = self->tabs->pdata[i];

      if (strcmp (tab->name, name) == 0)
        return tab;
    }

  return NULL;
}

static const char *
part_name (ThTablePane *self,
           guint        part)
{
  ThRecording *recording = self->document != NULL ? th_document_get_recording (self->document)
                                                  : NULL;

  if (recording == NULL || part == 0 || part >= th_recording_get_n_parts (recording))
    return NULL;

  return th_recording_get_name (th_recording_get_part (recording, part));
}

/* The analyses of a recording, and their tables, by their index. */
static gboolean
is_table_before (ThTablePane *self,
                 const Tab   *a,
                 const Tab   *b)
{
  const GPtrArray *all = th_document_get_results (self->document);

  if (a->results != b->results)
    for (guint i = 0; i < all->len; i++)
      if (all->pdata[i] == a->results || all->pdata[i] == b->results)
        return all->pdata[i] == a->results;

  for (guint t = 0; t < th_results_get_n_tables (a->results); t++)
    if (th_results_get_table (a->results, t) == a->table ||
        th_results_get_table (a->results, t) == b->table)
      return th_results_get_table (a->results, t) == a->table;

  return FALSE;
}

static gboolean
is_before (ThTablePane *self,
           const Tab   *a,
           const Tab   *b)
{
  if (a->part != b->part)
    return a->part < b->part;
  if (a->rank != b->rank)
    return a->rank < b->rank;

  return a->table != NULL && is_table_before (self, a, b);
}

static void
insert_tab (ThTablePane *self,
            Tab         *tab, /* taken */
            const char  *title)
{
  guint place = self->tabs->len;

  while (place > 0 && is_before (self, tab, self->tabs->pdata[place - 1]))
    place--;
  th_tab_strip_insert (self->strip, place, tab->name, title, tab->part,
                       part_name (self, tab->part));
  g_ptr_array_insert (self->tabs, place, tab);
}

static void
add_tab (ThTablePane *self,
         const char  *name,
         const char  *title,
         guint        part,
         guint        rank,
         GtkWidget *(*page_new) (ThDocument *document))
{
  Tab *tab = g_new0 (Tab, 1);

  tab->name = g_strdup (name);
  tab->part = part;
  tab->rank = rank;
  tab->page_new = page_new;
  insert_tab (self, tab, title);
}

static void
add_page_tab (ThTablePane *self)
{
  add_tab (self, self->page_name, self->page_title, 0, RANK_PAGE, NULL);
}

/* Adds the tabs that do not depend on the recording. */
static void
add_lasting_tabs (ThTablePane *self)
{
  add_tab (self, "events", _("Events"), 0, RANK_EVENTS, NULL);
  if (self->page_name != NULL)
    add_page_tab (self);
}

static void
watch_table (ThTablePane   *self,
             ThResultTable *table)
{
  g_autoptr(ThResultList) list = NULL;

  g_object_get (table, "list", &list, NULL);
  g_signal_connect_object (table, "selection-changed", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (show_facts), self,
                           G_CONNECT_SWAPPED);
}

static GtkWidget *
get_page (ThTablePane *self,
          const Tab   *tab)
{
  GtkWidget *page = gtk_stack_get_child_by_name (self->pages, tab->name);

  if (page != NULL)
    return page;

  page = tab->table != NULL ? th_result_table_new (self->document, tab->results, tab->table)
                            : tab->page_new (self->document);
  if (TH_IS_RESULT_TABLE (page))
    watch_table (self, TH_RESULT_TABLE (page));
  gtk_stack_add_named (self->pages, page, tab->name);
  return page;
}

/* --- which is shown ------------------------------------------------------- */

static gboolean
has_focus (ThTablePane *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->pages));
}

/* A focus in the previous page moves to the rows: GTK would move it to the entry above them, which
 * would take the next shortcuts as text. */
static void
show_page (ThTablePane *self,
           GtkWidget   *page)
{
  gboolean was_focused = has_focus (self) && page != gtk_stack_get_visible_child (self->pages);

  gtk_stack_set_visible_child (self->pages, page);
  if (was_focused)
    th_pane_focus_rows (page);
}

void
th_table_pane_set_tab (ThTablePane *self,
                       const char  *name)
{
  const Tab *tab = find_tab (self, name);

  if (tab == NULL)
    tab = find_tab (self, "events");
  g_clear_pointer (&self->wanted, g_free);
  show_page (self, get_page (self, tab));
  th_tab_strip_reveal (self->strip, gtk_stack_get_visible_child_name (self->pages));
  update (self);
  notify_tab (self);
}

const char *
th_table_pane_get_title (ThTablePane *self,
                         guint        index,
                         const char **name)
{
  *name = th_tab_strip_get_name (self->strip, index);
  return th_tab_strip_get_title (self->strip, index);
}

void
th_table_pane_step (ThTablePane *self,
                    int          direction)
{
  const char *shown = gtk_stack_get_visible_child_name (self->pages);

  for (guint i = 0; i < self->tabs->len; i++)
    {
      const Tab *next = self->tabs->pdata[(i + self->tabs->len + direction) % self->tabs->len];

      if (strcmp (((const Tab *) self->tabs->pdata[i])->name, shown) != 0)
        continue;
      th_table_pane_set_tab (self, next->name);
      break;
    }
}

/* A name such as "sched/wakeups" has the analysis, too: several may have a table of
 * that id. */
static void
take_table (ThTablePane *self,
            ThResults   *results,
            ThTable     *table)
{
  g_autofree char *name = g_strconcat (th_results_get_id (results), "/",
                                       th_table_get_info (table)->id, NULL);
  Tab *tab;

  if (find_tab (self, name) != NULL)
    return;

  tab = g_new0 (Tab, 1);
  tab->name = g_steal_pointer (&name);
  tab->part = th_results_get_part (results);
  tab->rank = RANK_TABLES;
  tab->results = th_results_ref (results);
  tab->table = table;
  insert_tab (self, tab, _(th_table_get_info (table)->title));
}

static gboolean
has_samples (ThResults *results)
{
  for (guint m = 0; m < th_results_get_n_measures (results); m++)
    if (th_measure_get_n (th_results_get_measure (results, m)) > 0)
      return TRUE;

  return FALSE;
}

static gboolean
has_chains (ThResults *results)
{
  for (guint i = 0; i < th_results_get_n_trees (results); i++)
    if (th_call_tree_get_n (th_results_get_tree (results, i)) > 1)
      return TRUE;

  return FALSE;
}

/* A table of flows has a summary of its own. */
static char *
dup_row_count (ThResultTable *table)
{
  guint n_all = th_table_get_n (th_result_table_get_table (table));
  guint n_found = th_result_table_get_n_found (table);
  g_autofree char *all = th_format_count (n_all), *found = th_format_count (n_found);

  if (th_result_table_has_summary (table))
    return g_strdup ("");
  if (n_found < n_all)
    /* Translators: number of rows that match what is searched for, number of all rows */
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s of %s row", "%s of %s rows", n_all),
                            found, all);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row", "%s rows", n_all), all);
}

static char *
dup_event_count (ThEventTable *table)
{
  const char *facts = th_event_table_get_facts (table);
  guint64 n = th_event_list_get_n_events (th_event_table_get_list (table));
  g_autofree char *count = th_format_count (n);

  if (facts != NULL)
    return g_strdup (facts);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s event", "%s events", n), count);
}

static void
show_facts (ThTablePane *self)
{
  GtkWidget *page = gtk_stack_get_visible_child (self->pages);
  g_autofree char *facts = TH_IS_RESULT_TABLE (page) ? dup_row_count (TH_RESULT_TABLE (page))
                           : shows_events (self) ? dup_event_count (self->events) : g_strdup ("");

  gtk_label_set_text (self->facts, facts);
  /* The tabs have priority; the tooltip has the whole text. */
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->facts), facts[0] != '\0' ? facts : NULL);
}

/* Removes the tabs of analyses that were removed. */
static void
drop_tabs (ThTablePane     *self,
           const GPtrArray *all)
{
  for (guint i = 0; i < self->tabs->len; i++)
    {
      const Tab *tab = self->tabs->pdata[i];
      GtkWidget *page = gtk_stack_get_child_by_name (self->pages, tab->name);

      if (tab->results == NULL ||
          (all != NULL && g_ptr_array_find ((GPtrArray *) all, tab->results, NULL)))
        continue;
      if (page != NULL && page == gtk_stack_get_visible_child (self->pages))
        {
          gtk_stack_set_visible_child_name (self->pages, "events");
          notify_tab (self);
        }
      if (page != NULL)
        gtk_stack_remove (self->pages, page);
      th_tab_strip_remove (self->strip, i);
      g_ptr_array_remove_index (self->tabs, i--);
    }
}

/* Adds the tabs that there is something for now, and updates the visible page. */
static void
update (ThTablePane *self)
{
  const GPtrArray *all = self->document != NULL ? th_document_get_results (self->document) : NULL;
  GtkWidget *page;

  drop_tabs (self, all);
  page = gtk_stack_get_visible_child (self->pages);
  for (guint i = 0; all != NULL && i < all->len; i++)
    for (guint t = 0; t < th_results_get_n_tables (all->pdata[i]); t++)
      if (th_table_get_n (th_results_get_table (all->pdata[i], t)) > 0)
        take_table (self, all->pdata[i], th_results_get_table (all->pdata[i], t));
  /* The second reading comes with the end of the load. */
  if (all != NULL && find_tab (self, "counters") == NULL &&
      th_document_get_state (self->document) == TH_DOCUMENT_LOADED &&
      th_counters_tab_has_any (self->document))
    add_tab (self, "counters", _("Counters"), G_MAXUINT, RANK_COUNTERS, th_counters_tab_new);
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      if (find_tab (self, "flame") == NULL && has_chains (all->pdata[i]))
        add_tab (self, "flame", _("Flame graph"), G_MAXUINT, RANK_FLAME, th_flame_tab_new);
      if (find_tab (self, "measures") == NULL && has_samples (all->pdata[i]))
        add_tab (self, "measures", _("Measures"), G_MAXUINT, RANK_MEASURES, th_measures_tab_new);
    }

  /* Other pages are updated when they are shown. */
  if (TH_IS_RESULT_TABLE (page))
    th_result_table_update (TH_RESULT_TABLE (page));
  else if (TH_IS_MEASURES_TAB (page))
    th_measures_tab_update (TH_MEASURES_TAB (page));
  else if (TH_IS_FLAME_TAB (page))
    th_flame_tab_update (TH_FLAME_TAB (page));
  show_facts (self);
  emit_changed (self);

  if (self->wanted != NULL && find_tab (self, self->wanted) != NULL)
    {
      g_autofree char *name = g_steal_pointer (&self->wanted);

      th_table_pane_set_tab (self, name);
    }
}

/* The tab is shown again if the next recording has such a table, too. */
static void
keep_tab (ThTablePane *self)
{
  const char *shown = gtk_stack_get_visible_child_name (self->pages);

  if (self->wanted == NULL && g_strcmp0 (shown, "events") != 0)
    self->wanted = g_strdup (shown);
}

/* Removes all tabs but the first, as another recording has other tables. */
static void
clear (ThTablePane *self)
{
  GtkWidget *child, *next;

  /* GTK 4.8 would keep a row with the focus, and with it the tab and its results, for ever. */
  if (has_focus (self))
    gtk_root_set_focus (gtk_widget_get_root (GTK_WIDGET (self)), NULL);
  gtk_stack_set_visible_child_name (self->pages, "events");
  for (child = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); child != NULL; child = next)
    {
      next = gtk_widget_get_next_sibling (child);
      if (TH_IS_RESULT_TABLE (child) || TH_IS_MEASURES_TAB (child) || TH_IS_FLAME_TAB (child))
        gtk_stack_remove (self->pages, child);
    }
  th_tab_strip_clear (self->strip);
  g_ptr_array_set_size (self->tabs, 0);
  add_lasting_tabs (self);
  notify_tab (self);
}

gboolean
th_table_pane_fold (ThTablePane *self)
{
  for (GtkWidget *page = gtk_widget_get_first_child (GTK_WIDGET (self->pages)); page != NULL;
       page = gtk_widget_get_next_sibling (page))
    if (TH_IS_RESULT_TABLE (page) && th_result_table_fold (TH_RESULT_TABLE (page)))
      return TRUE;

  return th_event_table_fold (self->events);
}

GtkWidget *
th_table_pane_get_visible_page (ThTablePane *self)
{
  return gtk_stack_get_visible_child (self->pages);
}

gboolean
th_table_pane_is_settling (ThTablePane *self)
{
  GtkWidget *page = th_table_pane_get_visible_page (self);

  return th_event_table_is_settling (self->events) ||
         (TH_IS_RESULT_TABLE (page) && th_result_table_is_settling (TH_RESULT_TABLE (page)));
}

const char *
th_table_pane_get_tab (ThTablePane *self)
{
  return gtk_stack_get_visible_child_name (self->pages);
}

const char *
th_table_pane_get_wanted_tab (ThTablePane *self)
{
  if (self->chosen != NULL)
    return self->chosen;

  return self->wanted != NULL ? self->wanted : th_table_pane_get_tab (self);
}

void
th_table_pane_want_tab (ThTablePane *self,
                        const char  *name)
{
  g_free (self->wanted);
  self->wanted = g_strdup (name);
  if (name != NULL)
    update (self);
}

ThEventTable *
th_table_pane_get_events (ThTablePane *self)
{
  return self->events;
}

void
th_table_pane_set_page (ThTablePane *self,
                        const char  *name,
                        const char  *title,
                        GtkWidget   *page)
{
  g_return_if_fail (TH_IS_TABLE_PANE (self) && self->page_name == NULL);

  self->page_name = g_strdup (name);
  self->page_title = g_strdup (title);
  gtk_stack_add_named (self->pages, page, name);
  add_page_tab (self);
  update (self);
}

/* Without the strip another widget selects the tab, for as long as that lasts. */
static void
set_show_strip (ThTablePane *self,
                gboolean     show)
{
  if (show == gtk_widget_get_visible (GTK_WIDGET (self->strip)))
    return;

  gtk_widget_set_visible (GTK_WIDGET (self->strip), show);
  if (show)
    {
      g_autofree char *chosen = g_steal_pointer (&self->chosen);

      th_table_pane_want_tab (self, chosen);
    }
  else
    self->chosen = g_strdup (th_table_pane_get_wanted_tab (self));
}

/* --- class -------------------------------------------------------------- */

static void
recording_changed_cb (ThTablePane *self)
{
  keep_tab (self);
  clear (self);
}

void
th_table_pane_set_document (ThTablePane *self,
                            ThDocument  *document)
{
  g_return_if_fail (TH_IS_TABLE_PANE (self));

  if (self->pages == NULL || !g_set_object (&self->document, document))
    return;

  clear (self);
  g_clear_pointer (&self->wanted, g_free);
  th_event_table_set_document (self->events, document);
  g_signal_group_set_target (self->signals, document);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static void
th_table_pane_get_property (GObject    *object,
                            guint       id,
                            GValue     *value,
                            GParamSpec *pspec)
{
  ThTablePane *self = TH_TABLE_PANE (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_TAB: g_value_set_string (value, th_table_pane_get_tab (self)); break;
    case PROP_SHOW_STRIP:
      g_value_set_boolean (value, gtk_widget_get_visible (GTK_WIDGET (self->strip)));
      break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_table_pane_set_property (GObject      *object,
                            guint         id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  ThTablePane *self = TH_TABLE_PANE (object);

  switch (id)
    {
    case PROP_DOCUMENT: th_table_pane_set_document (self, g_value_get_object (value)); break;
    case PROP_TAB: th_table_pane_set_tab (self, g_value_get_string (value)); break;
    case PROP_SHOW_STRIP: set_show_strip (self, g_value_get_boolean (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_table_pane_dispose (GObject *object)
{
  ThTablePane *self = TH_TABLE_PANE (object);

  th_table_pane_set_document (self, NULL);
  self->pages = NULL;
  g_clear_object (&self->signals);
  g_clear_pointer (&self->tabs, g_ptr_array_unref);
  g_clear_pointer (&self->wanted, g_free);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_pointer (&self->page_name, g_free);
  g_clear_pointer (&self->page_title, g_free);

  G_OBJECT_CLASS (th_table_pane_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *klass)
{
  gtk_widget_class_bind_template_child (klass, ThTablePane, strip);
  gtk_widget_class_bind_template_child (klass, ThTablePane, only_span);
  gtk_widget_class_bind_template_child (klass, ThTablePane, facts);
  gtk_widget_class_bind_template_child (klass, ThTablePane, pages);
  gtk_widget_class_bind_template_child (klass, ThTablePane, events);
}

static void
th_table_pane_class_init (ThTablePaneClass *klass)
{
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = th_table_pane_dispose;
  object_class->get_property = th_table_pane_get_property;
  object_class->set_property = th_table_pane_set_property;
  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   writable);
  properties[PROP_TAB] = g_param_spec_string ("tab", NULL, NULL, "events", writable);
  properties[PROP_SHOW_STRIP] = g_param_spec_boolean ("show-strip", NULL, NULL, TRUE, writable);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[CHANGED] = g_signal_new ("changed", TH_TYPE_TABLE_PANE, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);

  g_type_ensure (TH_TYPE_EVENT_TABLE);
  g_type_ensure (TH_TYPE_TAB_STRIP);
  gtk_widget_class_set_template_from_resource (GTK_WIDGET_CLASS (klass),
                                               "/org/thresher/ui/th-table-pane.ui");
  bind_children (GTK_WIDGET_CLASS (klass));
}

static void
th_table_pane_init (ThTablePane *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->tabs = g_ptr_array_new_with_free_func (tab_free);
  g_signal_connect_object (self->events, "facts-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);

  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "results-changed",
                                  G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->signals, "grown", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->signals, "filter-changed",
                                  G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->signals, "selection-changed", G_CALLBACK (emit_changed),
                                  self);
  clear (self);
}
