# compile-stage-maps.py - writes the stage maps of the program as constants in C
#
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Usage: compile-stage-maps.py OUTPUT MAP.json…
#
# The format is described in th-stage-map.h.  Maps whose stages others refer to come first.  A test
# compares the constants with what the program itself reads from the same files.
import json
import os
import sys


class Writer:
    """Writes one map after the other; later ones refer to the stages of earlier ones."""

    def __init__(self, output):
        self.output = output
        self.stages = {}
        self.lists = {}
        self.maps = []

    def line(self, text):
        self.output.write(text + '\n')

    def take_list(self, value):
        """The name of a constant with the names in @value, one or a list; or NULL."""
        if value is None:
            return 'NULL'
        names = tuple(value if isinstance(value, list) else [value])
        if names not in self.lists:
            self.lists[names] = 'names_%d' % len(self.lists)
            self.line('static const char *const %s[] = { %s, NULL };'
                      % (self.lists[names], ', '.join(quote(name) for name in names)))
        return self.lists[names]

    def write_array(self, kind, name, elements):
        """Returns its name and length, as the members of a map have them."""
        if not elements:
            return 'NULL, 0'
        self.line('static const %s %s[] = {\n%s\n};' % (kind, name, ',\n'.join(elements)))
        return '%s, %d' % (name, len(elements))

    def write_stages(self, suffix, stages):
        elements = []
        for index, stage in enumerate(stages):
            check(stage, 'id title context waits description')
            elements.append('  { %s, %s, %s, TH_CONTEXT_%s, %s }' % (
                quote(stage['id']), quote(stage['title']), quote(stage.get('description', '')),
                constant(stage.get('context', 'other')), boolean(stage.get('waits', False))))
            self.stages[stage['id']] = '&stages_%s[%d]' % (suffix, index)
        return self.write_array('ThStage', 'stages_' + suffix, elements)

    def write_points(self, suffix, points):
        elements = []
        for point in points:
            check(point, 'event address stage role link parent head until result good description')
            stage = self.stages[point['stage']] if 'stage' in point else 'NULL'
            events = point['event'] if isinstance(point['event'], list) else [point['event']]
            result = self.take_list(point.get('result'))
            rest = ', '.join([
                self.take_list(point['address']), stage,
                'TH_STAGE_' + constant(point.get('role', 'step')),
                'TH_STAGE_LINK_' + constant(point.get('link', 'none')),
                self.take_list(point.get('parent')), self.take_list(point.get('head')),
                quote(point.get('until')), result, boolean(point.get('good') == 'zero')])
            elements += ['  { %s, %s }' % (quote(event), rest) for event in events]
            if 'until' in point:
                # The event that ends the call.
                elements.append('  { %s, no_names, NULL, TH_STAGE_RETURN, TH_STAGE_LINK_NONE, NULL,'
                                ' NULL, NULL, %s, FALSE }' % (quote(point['until']), result))
        return self.write_array('ThStagePoint', 'points_' + suffix, elements)

    def write_layers(self, suffix, layers):
        elements = []
        for layer in layers:
            check(layer, 'id title direction from to description')
            elements.append('  { %s, %s, %s, %s, %s }' % (
                quote(layer['id']), quote(layer.get('title', layer['id'])),
                boolean(layer.get('direction') == 'tx'),
                self.take_list(layer['from']), self.take_list(layer['to'])))
        return self.write_array('ThStageLayer', 'layers_' + suffix, elements)

    def write_map(self, path):
        with open(path, encoding='utf-8') as file:
            one = json.load(file)
        check(one, 'id title description built-in stages points layers')
        suffix = one['id'].replace('-', '_')
        head = ', '.join([quote(one['id']), quote(one['title']), quote(one.get('description', '')),
                          quote(os.path.basename(path)), boolean(one.get('built-in', False))])
        self.maps.append('  { %s, %s, %s, %s }' % (
            head, self.write_stages(suffix, one.get('stages', [])),
            self.write_points(suffix, one.get('points', [])),
            self.write_layers(suffix, one.get('layers', []))))

    def write_all(self, paths):
        self.line('#include "th-stage-map-shipped.h"\n')
        self.line('static const char *const no_names[] = { NULL };')
        for path in paths:
            self.write_map(path)
        self.line('const ThStageMap th_stage_maps_shipped[] = {\n%s\n};' % ',\n'.join(self.maps))
        self.line('const guint th_stage_maps_n_shipped = %d;' % len(self.maps))


def check(members, known):
    unknown = set(members) - set(known.split())
    if unknown:
        sys.exit('unknown names: %s' % ', '.join(unknown))


def quote(text):
    if text is None:
        return 'NULL'
    return '"%s"' % text.replace('\\', '\\\\').replace('"', '\\"')


def constant(word):
    return word.upper().replace('-', '_')


def boolean(value):
    return 'TRUE' if value else 'FALSE'


def main():
    with open(sys.argv[1], 'w', encoding='utf-8') as output:
        Writer(output).write_all(sys.argv[2:])


main()
