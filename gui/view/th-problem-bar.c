/* th-problem-bar.c - says above the lanes what is wrong with a recording
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-problem-bar.h"

#include <glib/gi18n-lib.h>

#include "th-align.h"
#include "th-display-text.h"
#include "th-gtk48.h"
#include "th-packet-alignment.h"
#include "th-timeline-parts.h"

struct _ThProblemBar
{
  GtkBox        parent;

  GtkWidget    *problems;
  GtkWidget    *lines;      /* a label for each sentence */
  GtkWidget    *align;
  GtkWidget    *symbols;
  GtkWidget    *changed;    /* shown while the file has changed on disk */

  ThDocument   *document;
  GSignalGroup *signals;
  char         *missing;    /* parts of the session that are gone, one per line; or NULL */
  char         *text;
  gboolean      closed;
  gboolean      lacks_symbols;
};

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_TEXT,
  PROP_MISSING,
  PROP_LACKS_SYMBOLS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ThProblemBar, th_problem_bar, GTK_TYPE_BOX)

/* --- the text ----------------------------------------------------------- */

/* More would fill the window; `thresh info` prints all. */
#define MAX_SENTENCES 4

static char *
describe_problems (ThRecording *recording,
                   const char  *missing, /* or NULL */
                   char        *apart)   /* taken; or NULL */
{
  guint n = 0;
  g_autoptr(GPtrArray) problems = th_recording_list_problems (recording);
  GString *text = g_string_new (missing);

  if (apart != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", apart);
  g_free (apart);

  for (guint i = 0; i < problems->len && n < MAX_SENTENCES; i++)
    {
      const ThProblem *problem = g_ptr_array_index (problems, i);
      g_autofree char *sentence = NULL, *valid = NULL;

      if (problem->kind == TH_PROBLEM_CANCELLED)
        continue; /* the user did it, and the status bar says so */
      n++;
      sentence = th_problem_describe_grouped (problem);
      valid = th_display_text_make_valid (sentence);
      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", valid);
    }

  return g_string_free (text, FALSE);
}

/* Describes the first recording whose clock cannot be compared with that of the first, or
 * that is an unaligned guest; NULL if there is none. */
static char *
describe_clocks (ThRecording *recording)
{
  gboolean ticks = th_recording_get_clock (recording)->ticks;

  for (guint i = 1; i < th_recording_get_n_parts (recording); i++)
    {
      g_autofree char *name =
        th_display_text_make_valid (th_recording_get_name (th_recording_get_part (recording, i)));
      g_autofree char *guest = NULL;
      gboolean aligned;

      if (th_recording_get_clock (th_recording_get_part (recording, i))->ticks != ticks)
        return g_strdup_printf (_("%s: one clock counts ticks, the other nanoseconds: their times "
                                  "cannot be compared"), name);
      guest = th_appended_file_describe_guest (recording, i, &aligned);
      if (guest != NULL && !aligned)
        return g_steal_pointer (&guest);
    }

  return NULL;
}

/* Describes an appended recording that does not overlap with the first and probably needs
 * to be aligned; NULL if there is none. */
static char *
describe_apart (ThRecording *recording)
{
  guint i = th_align_find_apart (recording, 0);
  ThRecording *part = th_recording_get_part (recording, i);
  g_autofree char *name = NULL;
  gint64 shift;

  if (i == 0)
    return NULL;

  name = th_display_text_make_valid (th_recording_get_name (part));
  if (th_packet_alignment_can_run (recording, i))
    return g_strdup_printf (_("%s does not overlap with the first recording in time. “Align” "
                              "matches frames with packets, “Offsets…” in the Open menu shifts "
                              "it by any amount."), name);
  if (th_align_find (th_recording_get_part (recording, 0), part, TH_ALIGN_WALL, &shift))
    return g_strdup_printf (_("%s does not overlap with the first recording in time. “Align” "
                              "shifts it by time of day, “Offsets…” in the Open menu by any "
                              "amount."), name);

  return g_strdup_printf (_("%s does not overlap with the first recording in time. “Align” aligns "
                            "their first events, “Offsets…” in the Open menu shifts it by any "
                            "amount."), name);
}

/* Returns whether the button can align a recording with the first one. */
static gboolean
can_align (ThProblemBar *self)
{
  ThRecording *recording = th_document_get_recording (self->document);
  g_autofree char *clocks = NULL;

  return th_document_get_state (self->document) == TH_DOCUMENT_LOADED &&
         (clocks = describe_clocks (recording)) == NULL && th_align_find_apart (recording, 0) != 0;
}

static char *
dup_text (ThProblemBar *self)
{
  ThDocumentState state = th_document_get_state (self->document);
  ThRecording *recording = th_document_get_recording (self->document);
  char *clocks = NULL;
  gint64 first, last;

  /* The reload failed; the recording that was loaded before is still there. */
  if (state == TH_DOCUMENT_FAILED)
    return th_display_text_make_valid (th_document_get_error (self->document));
  if (state == TH_DOCUMENT_LOADED && !th_document_get_range (self->document, &first, &last) &&
      th_recording_get_state (recording) == TH_LOAD_WHOLE)
    return g_strdup (_("This recording has no events."));

  if (state == TH_DOCUMENT_LOADED && (clocks = describe_clocks (recording)) == NULL)
    clocks = describe_apart (recording);
  if (clocks == NULL && self->lacks_symbols)
    clocks = g_strdup (_("Kernel functions are shown as addresses: this recording has no symbols. "
                         "Load a copy of /proc/kallsyms from that machine, or its vmlinux."));
  return describe_problems (recording, self->missing, clocks);
}

/* Each sentence has its own label, as GTK 4.8 measures labels with line breaks wrongly. */
static void
fill (ThProblemBar *self,
      const char   *text)
{
  g_auto(GStrv) lines = g_strsplit (text, "\n", -1);

  th_widget_clear (self->lines);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", lines[i], "xalign", 0.0, "wrap",
                                       TRUE,
                                       "wrap-mode", PANGO_WRAP_WORD_CHAR, "selectable", TRUE, NULL);

      gtk_widget_set_can_focus (label, FALSE);
      gtk_box_append (GTK_BOX (self->lines), label);
    }
}

/* --- updating ----------------------------------------------------------- */

void
th_problem_bar_update (ThProblemBar *self)
{
  gboolean has_recording = self->document != NULL &&
                           th_document_get_recording (self->document) != NULL;
  g_autofree char *text = has_recording ? dup_text (self) : g_strdup ("");

  gtk_widget_set_visible (self->problems, text[0] != '\0' && !self->closed);
  gtk_widget_set_visible (self->align, has_recording && can_align (self));
  gtk_widget_set_visible (self->symbols, has_recording && self->lacks_symbols);
  gtk_widget_set_visible (self->changed, has_recording && th_document_get_changed (self->document));
  if (g_strcmp0 (text, self->text) != 0)
    {
      fill (self, text);
      gtk_accessible_update_property (GTK_ACCESSIBLE (self->problems),
                                      GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
      g_free (self->text);
      self->text = g_steal_pointer (&text);
    }
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
grown_cb (ThProblemBar *self)
{
  /* Problems are complete only after the load. */
  if (th_document_get_state (self->document) == TH_DOCUMENT_LOADED)
    th_problem_bar_update (self);
}

static void
recording_changed_cb (ThProblemBar *self)
{
  self->closed = FALSE;
  th_problem_bar_update (self);
}

void
th_problem_bar_set_closed (ThProblemBar *self,
                           gboolean      closed)
{
  self->closed = closed;
  th_problem_bar_update (self);
}

static void
set_missing (ThProblemBar *self,
             const char   *missing)
{
  if (g_strcmp0 (self->missing, missing) == 0)
    return;

  g_free (self->missing);
  self->missing = g_strdup (missing);
  th_problem_bar_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MISSING]);
}

void
th_problem_bar_set_lacks_symbols (ThProblemBar *self,
                                  gboolean      lacks)
{
  if (self->lacks_symbols == lacks)
    return;

  self->lacks_symbols = lacks;
  th_problem_bar_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LACKS_SYMBOLS]);
}

static const char *
get_text (ThProblemBar *self)
{
  return gtk_widget_get_visible (self->problems) ? self->text : NULL;
}

/* --- class -------------------------------------------------------------- */

void
th_problem_bar_set_document (ThProblemBar *self,
                             ThDocument   *document)
{
  g_return_if_fail (TH_IS_PROBLEM_BAR (self));

  if (!g_set_object (&self->document, document))
    return;

  g_signal_group_set_target (self->signals, document);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DOCUMENT]);
}

static void
th_problem_bar_get_property (GObject    *object,
                             guint       id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  ThProblemBar *self = TH_PROBLEM_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: g_value_set_object (value, self->document); break;
    case PROP_TEXT: g_value_set_string (value, get_text (self)); break;
    case PROP_MISSING: g_value_set_string (value, self->missing); break;
    case PROP_LACKS_SYMBOLS: g_value_set_boolean (value, self->lacks_symbols); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_problem_bar_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  ThProblemBar *self = TH_PROBLEM_BAR (object);

  switch (id)
    {
    case PROP_DOCUMENT: th_problem_bar_set_document (self, g_value_get_object (value)); break;
    case PROP_MISSING: set_missing (self, g_value_get_string (value)); break;
    case PROP_LACKS_SYMBOLS: th_problem_bar_set_lacks_symbols (self,
                                                               g_value_get_boolean (value)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
th_problem_bar_dispose (GObject *object)
{
  ThProblemBar *self = TH_PROBLEM_BAR (object);

  th_problem_bar_set_document (self, NULL);
  g_clear_object (&self->signals);
  g_clear_pointer (&self->missing, g_free);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (th_problem_bar_parent_class)->dispose (object);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_DOCUMENT] = g_param_spec_object ("document", NULL, NULL, TH_TYPE_DOCUMENT,
                                                   writable);
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, NULL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_MISSING] = g_param_spec_string ("missing", NULL, NULL, NULL, writable);
  properties[PROP_LACKS_SYMBOLS] = g_param_spec_boolean ("lacks-symbols", NULL, NULL, FALSE,
                                                         writable);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
th_problem_bar_class_init (ThProblemBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = th_problem_bar_dispose;
  G_OBJECT_CLASS (klass)->get_property = th_problem_bar_get_property;
  G_OBJECT_CLASS (klass)->set_property = th_problem_bar_set_property;
  install_properties (G_OBJECT_CLASS (klass));

  gtk_widget_class_set_template_from_resource (widget_class, "/org/thresher/ui/th-problem-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ThProblemBar, problems);
  gtk_widget_class_bind_template_child (widget_class, ThProblemBar, lines);
  gtk_widget_class_bind_template_child (widget_class, ThProblemBar, align);
  gtk_widget_class_bind_template_child (widget_class, ThProblemBar, symbols);
  gtk_widget_class_bind_template_child (widget_class, ThProblemBar, changed);
}

static void
th_problem_bar_init (ThProblemBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->signals = g_signal_group_new (TH_TYPE_DOCUMENT);
  g_signal_group_connect_swapped (self->signals, "notify::state",
                                  G_CALLBACK (th_problem_bar_update), self);
  g_signal_group_connect_swapped (self->signals, "notify::changed",
                                  G_CALLBACK (th_problem_bar_update), self);
  g_signal_group_connect_swapped (self->signals, "recording-changed",
                                  G_CALLBACK (recording_changed_cb), self);
  g_signal_group_connect_swapped (self->signals, "grown", G_CALLBACK (grown_cb), self);
  g_signal_group_connect_swapped (self->signals, "filter-changed", G_CALLBACK (grown_cb), self);
}
