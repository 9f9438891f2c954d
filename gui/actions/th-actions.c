/* th-actions.c - the one table of what can be done, and with which keys
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "config.h"

#include "th-actions.h"

#include <glib/gi18n-lib.h>

/* Places of W, A, S and D: evdev codes plus 8, on X11 and on Wayland. */
#define PLACE_W 25
#define PLACE_A 38
#define PLACE_S 39
#define PLACE_D 40
/* Of digits: what Shift makes of them, or makes them, differs by keyboard. */
#define PLACE_1 10
#define KEEP  (GDK_CONTROL_MASK | GDK_SHIFT_MASK)

static const ThAction actions[] = {
  { "win.open", N_("Open a Recording"), N_("Recording"), { "<Control>o" },
    .keywords = N_("load file import") },
  { "win.append", N_("Append a recording to this timeline"), N_("Recording"), { "<Control><Shift>o" },
    .keywords = N_("add merge second file compare side by side") },
  { "win.align", N_("Align a recording that does not overlap with the first in time"), N_("Recording"), { "<Control><Alt>a" },
    .keywords = N_("synchronize clocks shift") },
  { "win.offsets", N_("Recordings on the timeline: offsets, removal"), N_("Recording"), { "<Alt>o" },
    .keywords = N_("shift time delay") },
  { "win.reload", N_("Reload the file"), N_("Recording"), { "F5", "<Control>r" },
    .keywords = N_("refresh again") },
  { "win.recording", N_("About the recording"), N_("Recording"), { "<Control>i" },
    .keywords = N_("info metadata properties problems file") },
  { "win.load-symbols", N_("Load kernel symbols: kallsyms or vmlinux"), N_("Recording"), { "<Control><Alt>y" },
    .keywords = N_("function names addresses debug") },
  { "win.cancel", N_("Stop loading, or clear the selection"), N_("Recording"), { "Escape" }, TH_ACTION_LOCAL,
    .keywords = N_("escape abort deselect") },
  { "win.save-picture", N_("Save a picture of the window"), N_("Recording"), { "<Control><Shift>s" },
    .keywords = N_("export screenshot image PNG SVG") },
  { "win.copy-picture", N_("Copy a picture of the window"), N_("Recording"), { "<Control><Shift>c" },
    .keywords = N_("export screenshot image clipboard") },

  { "win.filter", N_("Filter events"), N_("Filter"), { "<Control>f" },
    .keywords = N_("search expression condition") },
  { "win.complete", N_("Show completions for the filter"), N_("Filter"), { "<Control>space" } },
  { "win.clear-filter", N_("Clear the filter"), N_("Filter"), { "<Control><Shift>f" },
    .keywords = N_("reset show all events") },
  { "win.chips-to-text", N_("Convert chips to filter text"), N_("Filter"), { "<Control><Shift>e" },
    .keywords = N_("conditions expression") },
  { "win.saved-filters", N_("Save the filter, manage saved filters"), N_("Filter"), { "<Control>b" },
    .keywords = N_("manage favorites store") },
  { "win.filter-help", N_("Filter syntax, with examples"), N_("Filter"), { "<Shift>F1" },
    .keywords = N_("help manual documentation language reference") },
  { "win.filter-hides", N_("Hide or dim filtered-out events in lanes"), N_("Filter"), { "x" },
    .keywords = N_("dimmed faded") },
  { "win.next-filter-scope", N_("Filter lanes and table, lanes only, table only"), N_("Filter"), { "<Shift>x" } },

  { "win.only-task", N_("Show only the task of the selected event"), N_("Filter by the selected event"), { "i" },
    .keywords = N_("filter process thread PID") },
  { "win.hide-task", N_("Hide the task of the selected event"), N_("Filter by the selected event"), { "<Shift>i" },
    .keywords = N_("exclude process thread PID") },
  { "win.only-type", N_("Show only events like the selected one"), N_("Filter by the selected event"), { "e" },
    .keywords = N_("filter kind") },
  { "win.hide-type", N_("Hide events like the selected one"), N_("Filter by the selected event"), { "<Shift>e" },
    .keywords = N_("exclude kind") },
  { "win.only-cpu", N_("Show only the CPU of the selected event"), N_("Filter by the selected event"), { "u" },
    .keywords = N_("filter core processor") },
  { "win.hide-cpu", N_("Hide the CPU of the selected event"), N_("Filter by the selected event"), { "<Shift>u" },
    .keywords = N_("exclude core processor") },

  { "win.find", N_("Find events"), N_("Find and measure"), { "slash" },
    .keywords = N_("search grep regular expression text") },
  { "win.next-hit", N_("Next match"), N_("Find and measure"), { "n", "F3" } },
  { "win.previous-hit", N_("Previous match"), N_("Find and measure"), { "<Shift>n", "<Shift>F3" } },
  { "win.clear-find", N_("Clear search"), N_("Find and measure"), { "<Alt>slash" },
    .keywords = N_("reset search") },
  { "win.color-rules", N_("Event colors"), N_("Find and measure"), { "<Control><Shift>l" },
    .keywords = N_("colours highlight paint rules") },
  { "win.span-statistics", N_("Statistics of the selected span"), N_("Find and measure"), { "k" },
    .keywords = N_("summary count measure time spent") },

  { "win.zoom-in", N_("Zoom in"), N_("Time"), { "plus", "equal", "KP_Add" }, TH_ACTION_HOLD, PLACE_W, "w",
    .keywords = N_("magnify closer") },
  { "win.zoom-out", N_("Zoom out"), N_("Time"), { "minus", "KP_Subtract" }, TH_ACTION_HOLD, PLACE_S, "s",
    .keywords = N_("wider farther") },
  { "win.pan-left", N_("Earlier"), N_("Time"), { "Left" }, TH_ACTION_HOLD, PLACE_A, "a",
    .keywords = N_("scroll left backward") },
  { "win.pan-right", N_("Later"), N_("Time"), { "Right" }, TH_ACTION_HOLD, PLACE_D, "d",
    .keywords = N_("scroll right forward") },
  { "win.fit", N_("Show the whole trace"), N_("Time"), { "0", "KP_0", "<Control>0" },
    .keywords = N_("zoom all entire reset view") },
  { "win.focus", N_("Show the selection; again: the whole trace"), N_("Time"), { "f" },
    .keywords = N_("zoom to selection fit") },
  { "win.center", N_("Center the selection"), N_("Time"), { "c" } },
  { "win.view-back", N_("Back: previous view and filter"), N_("Time"), { "<Alt>Left" },
    .keywords = N_("undo history") },
  { "win.view-forward", N_("Forward: next view and filter"), N_("Time"), { "<Alt>Right" },
    .keywords = N_("redo history") },
  { "win.go-to", N_("Go to a time, row or marker"), N_("Time"), { "<Control>g" },
    .keywords = N_("jump timestamp position line") },
  { "win.next-time-format", N_("Times: absolute, since the first event, since marker A, since the previous row"), N_("Time"), { "t" },
    .keywords = N_("timestamp relative units delta display") },

  { "win.store-view-1", N_("Save view and filter as view 1"), N_("Saved Views"), { "<Control><Shift>1" }, 0, PLACE_1 + 0, NULL, KEEP },
  { "win.store-view-2", N_("Save view and filter as view 2"), N_("Saved Views"), { "<Control><Shift>2" }, 0, PLACE_1 + 1, NULL, KEEP },
  { "win.store-view-3", N_("Save view and filter as view 3"), N_("Saved Views"), { "<Control><Shift>3" }, 0, PLACE_1 + 2, NULL, KEEP },
  { "win.store-view-4", N_("Save view and filter as view 4"), N_("Saved Views"), { "<Control><Shift>4" }, 0, PLACE_1 + 3, NULL, KEEP },
  { "win.store-view-5", N_("Save view and filter as view 5"), N_("Saved Views"), { "<Control><Shift>5" }, 0, PLACE_1 + 4, NULL, KEEP },
  { "win.recall-view-1", N_("Show saved view 1"), N_("Saved Views"), { "<Control>1" }, 0, PLACE_1 + 0, NULL, GDK_CONTROL_MASK },
  { "win.recall-view-2", N_("Show saved view 2"), N_("Saved Views"), { "<Control>2" }, 0, PLACE_1 + 1, NULL, GDK_CONTROL_MASK },
  { "win.recall-view-3", N_("Show saved view 3"), N_("Saved Views"), { "<Control>3" }, 0, PLACE_1 + 2, NULL, GDK_CONTROL_MASK },
  { "win.recall-view-4", N_("Show saved view 4"), N_("Saved Views"), { "<Control>4" }, 0, PLACE_1 + 3, NULL, GDK_CONTROL_MASK },
  { "win.recall-view-5", N_("Show saved view 5"), N_("Saved Views"), { "<Control>5" }, 0, PLACE_1 + 4, NULL, GDK_CONTROL_MASK },

  { "win.next-event", N_("Next event in the lane"), N_("Events"), { "period" } },
  { "win.previous-event", N_("Previous event in the lane"), N_("Events"), { "comma" } },
  { "win.extend-next", N_("Select the span to the next event"), N_("Events"), { "greater" } },
  { "win.extend-previous", N_("Select the span to the previous event"), N_("Events"), { "less" } },
  { "win.event-menu", N_("Context menu of the selected event"), N_("Events"), { "Menu", "<Shift>F10" }, TH_ACTION_LOCAL },
  { "win.fit-run", N_("Zoom to the task's run"), N_("Events"), { "r" } },
  { "win.set-marker-a", N_("Set marker A"), N_("Markers"), { "<Control><Shift>a" },
    .keywords = N_("cursor delta measure") },
  { "win.set-marker-b", N_("Set marker B"), N_("Markers"), { "<Control><Shift>b" },
    .keywords = N_("cursor delta measure") },
  { "win.go-marker-a", N_("Go to marker A"), N_("Markers"), { "<Alt>a" } },
  { "win.go-marker-b", N_("Go to marker B"), N_("Markers"), { "<Alt>b" } },
  { "win.select-markers", N_("Select the span between the markers"), N_("Markers"), { "<Control><Shift>m" } },
  { "win.fit-markers", N_("Zoom to the span between the markers"), N_("Markers"), { "<Alt>m" } },
  { "win.clear-markers", N_("Remove the markers"), N_("Markers"), { "<Control><Shift>x" },
    .keywords = N_("delete cursors") },
  { "win.bookmark", N_("Set or remove a bookmark"), N_("Markers"), { "m" },
    .keywords = N_("flag annotate") },
  { "win.bookmarks", N_("Bookmarks: names, colors, deletion"), N_("Markers"), { "<Control>d" } },
  { "win.next-bookmark", N_("Next bookmark"), N_("Markers"), { "<Alt>Page_Down" } },
  { "win.previous-bookmark", N_("Previous bookmark"), N_("Markers"), { "<Alt>Page_Up" } },

  { "win.follow", N_("Follow the packet or flow of the selected event"), N_("Journey"), { "g" },
    .keywords = N_("track trace skb path journey") },
  { "win.unfollow", N_("Stop following"), N_("Journey"), { "<Shift>g" },
    .keywords = N_("untrack leave packet") },
  { "win.next-step", N_("Next step"), N_("Journey"), { "bracketright" } },
  { "win.previous-step", N_("Previous step"), N_("Journey"), { "bracketleft" } },
  { "win.next-life", N_("Next packet at the same address"), N_("Journey"), { "braceright" } },
  { "win.previous-life", N_("Previous packet at the same address"), N_("Journey"), { "braceleft" } },
  { "win.slowest", N_("Slowest packet"), N_("Journey"), { "l" },
    .keywords = N_("worst longest latency") },
  { "win.next-slowest", N_("Next slowest packet"), N_("Journey"), { "<Shift>l" } },
  { "win.pin", N_("Pin or unpin the lane of the packet"), N_("Journey"), { "p" } },
  { "win.dim", N_("Dim unrelated events"), N_("Journey"), { "o" },
    .keywords = N_("fade highlight focus") },
  { "win.journey", N_("Switch between event and journey in the inspector"), N_("Journey"), { "j" } },
  { "win.copy-journey", N_("Copy the journey as text"), N_("Journey"), { "<Control>j" },
    .keywords = N_("export text") },

  { "win.lane-up", N_("Lane above"), N_("Lanes"), { "Up" } },
  { "win.lane-down", N_("Lane below"), N_("Lanes"), { "Down" } },
  { "win.find-lane", N_("Go to a lane by its name"), N_("Lanes"), { "<Control>p" },
    .keywords = N_("search jump task CPU row track") },
  { "win.lanes-page-up", N_("Scroll the lanes up"), N_("Lanes"), { "Page_Up" } },
  { "win.lanes-page-down", N_("Scroll the lanes down"), N_("Lanes"), { "Page_Down" } },
  { "win.keep-lanes", N_("Use this lane arrangement for other recordings"), N_("Lanes"), { "<Control><Alt>l" } },
  { "win.forget-lanes", N_("Use the default lane arrangement for other recordings"), N_("Lanes"), { "<Control><Alt><Shift>l" } },
  { "win.fold", N_("Collapse or expand the section"), N_("Lanes"), { "Return", "KP_Enter" } },
  { "win.lane-menu", N_("Context menu of the lane"), N_("Lanes"), { "<Shift>m" } },

  { "win.hide-lane", N_("Hide the lane"), N_("Arrange lanes"), { "h" } },
  { "win.show-lanes", N_("Show all hidden lanes"), N_("Arrange lanes"), { "<Shift>h" },
    .keywords = N_("unhide restore") },
  { "win.pin-lane", N_("Pin or unpin the lane"), N_("Arrange lanes"), { "<Shift>p" } },
  { "win.move-lane-up", N_("Move the lane up"), N_("Arrange lanes"), { "<Alt>Up" } },
  { "win.move-lane-down", N_("Move the lane down"), N_("Arrange lanes"), { "<Alt>Down" } },
  { "win.next-lane-height", N_("Lane height: normal, tall, compact"), N_("Arrange lanes"), { "v" } },
  { "win.next-lane-sort", N_("Sort the section by busy time, number or name"), N_("Arrange lanes"), { "b" } },
  { "win.group-tasks", N_("Group tasks by process"), N_("Arrange lanes"), { "<Alt>g" },
    .keywords = N_("threads TGID") },
  { "win.wakeups", N_("Show or hide wakeup arrows"), N_("Arrange lanes"), { "<Alt>w" },
    .keywords = N_("waker wakee") },
  { "win.active-lanes", N_("Show only lanes with events in view"), N_("Arrange lanes"), { "<Alt>e" },
    .keywords = N_("hide empty inactive") },

  { "win.next-tab", N_("Next table"), N_("Table"), { "<Control>Page_Down" } },
  { "win.previous-tab", N_("Previous table"), N_("Table"), { "<Control>Page_Up" } },
  { "win.only-span", N_("List only the events of the span, or all"), N_("Table"), { "<Alt>s" } },
  { "win.columns", N_("Table columns: choose, move, hide"), N_("Table"), { "<Control><Alt>o" },
    .keywords = N_("configure fields") },
  { "win.add-column", N_("Add a column: a field or an expression"), N_("Table"), { "<Control><Alt>plus", "<Control><Alt>equal" },
    .keywords = N_("show field value") },
  { "win.compact-info", N_("Compact event texts, or as recorded"), N_("Table"), { "<Alt>c" },
    .keywords = N_("short raw info") },
  { "win.reset-columns", N_("Default columns"), N_("Table"), { "<Control><Alt>0" } },
  { "win.keep-columns", N_("Use these columns for other recordings"), N_("Table"), { "<Control><Alt>k" } },
  { "win.forget-columns", N_("Use the default columns for other recordings"), N_("Table"), { "<Control><Alt><Shift>k" } },

  { "win.copy-row", N_("Copy the selected rows"), N_("Copy"), { "<Control>c" }, TH_ACTION_LOCAL,
    .keywords = N_("export clipboard text") },
  { "win.copy-csv", N_("Copy the selected rows as CSV"), N_("Copy"), { "<Control><Alt>c" },
    .keywords = N_("export spreadsheet clipboard") },
  { "win.copy-json", N_("Copy the selected rows as JSON"), N_("Copy"), { "<Control><Alt>j" },
    .keywords = N_("export clipboard") },
  { "win.save-rows", N_("Save all rows of the table as CSV or JSON"), N_("Copy"), { "<Control><Alt>s" },
    .keywords = N_("export spreadsheet file") },
  { "win.copy-cell", N_("Copy one cell of the selected event"), N_("Copy"), { "<Control><Alt>e" } },
  { "win.copy-span", N_("Copy all events of the span as text"), N_("Copy"), { "<Control><Alt><Shift>t" },
    .keywords = N_("export") },
  { "win.copy-span-csv", N_("Copy all events of the span as CSV"), N_("Copy"), { "<Control><Alt><Shift>c" },
    .keywords = N_("export spreadsheet") },
  { "win.copy-span-json", N_("Copy all events of the span as JSON"), N_("Copy"), { "<Control><Alt><Shift>j" },
    .keywords = N_("export") },

  { "win.add-analysis", N_("Add an analysis: values, latencies, call chains"), N_("Window"), { "<Control><Shift>n" },
    .keywords = N_("counter plot graph plugin histogram") },
  { "win.inspector", N_("Show or hide the inspector"), N_("Window"), { "F9" },
    .keywords = N_("sidebar details panel") },
  { "win.fullscreen", N_("Full screen"), N_("Window"), { "F11" },
    .keywords = N_("maximize") },
  { "win.menu", N_("Menu"), N_("Window"), { "F10" } },
  { "win.status", N_("Show full status"), N_("Window"), { "<Alt>i" } },
  { "win.palette", N_("Command palette"), N_("Window"), { "<Control><Shift>p" },
    .keywords = N_("actions search everything") },
  { "win.shortcuts", N_("Keyboard shortcuts"), N_("Window"), { "question", "F1", "<Control>question" },
    .keywords = N_("help hotkeys bindings keymap") },
  { "win.keys", N_("Customize keyboard shortcuts"), N_("Window"), { "<Control><Alt>comma" },
    .keywords = N_("hotkeys bindings keymap remap configure") },
  { "win.close", N_("Close the window"), N_("Window"), { "<Control>w" } },
  { "app.preferences", N_("Preferences"), N_("Window"), { "<Control>comma" },
    .keywords = N_("settings options configuration theme colors") },
  { "app.new-window", N_("New window"), N_("Window"), { "<Control>n" } },
  { "app.quit", N_("Quit"), N_("Window"), { "<Control>q" } },
};

const ThAction *
th_actions_list (guint *n_actions)
{
  *n_actions = G_N_ELEMENTS (actions);

  return actions;
}

const ThAction *
th_actions_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (g_str_equal (actions[i].name, name))
      return &actions[i];

  return NULL;
}

void
th_action_enable (GActionMap *map,
                  const char *name,
                  gboolean    enabled)
{
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (map, name)), enabled);
}
