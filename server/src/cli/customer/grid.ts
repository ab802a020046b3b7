import type { Cell } from '@swath/client';
import { type Command, UsageError, exitCodes } from '../command.ts';
import { counted, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { areaFlags, areaHelp, readArea } from './area-flags.ts';
import { asCount, given } from './flag-values.ts';
import { printRecords } from './print-records.ts';
import { serverFlags, serverHelp, withServer } from './with-server.ts';

const flags = { ...areaFlags, level: { type: 'string' }, geojson: { type: 'boolean' }, ...serverFlags } as const;

export const gridCommand: Command = {
  summary: 'The cells of an area',
  help: `swath grid [CELL...] [flags]

Tells the cells of the imagery grid that cover an area, or cells by their ids. A table on a terminal, a GeoJSON feature
a line into a pipe.

${areaHelp}
  --level COUNT         digits of the cells: 12 are 5 km a side (when not given), each one less is twice as much
  --geojson             one FeatureCollection
${serverHelp}

Examples:
  swath grid --bbox 9.7,50.9,9.8,51
  swath grid --area field.wkt --geojson > cells.geojson
  swath grid Z32-120202113131`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['[CELL]...'] });
    const area = await readArea(values, terminal);
    const hasArea = area.bbox !== undefined || area.intersects !== undefined;
    if (hasArea === positionals.length > 0)
      throw new UsageError('an area or cells must be named: --bbox, --area or CELL');
    const level = asCount('--level', values.level);
    const cells = await withServer(terminal, values.server, ({ grid }, signal) =>
      hasArea
        ? grid.cells({ ...area, ...given({ level }) }, { signal })
        : Promise.all(positionals.map((id) => grid.cell(id, { signal }))),
    );
    if (values.geojson) printJson(terminal, { type: 'FeatureCollection', features: cells });
    else printRecords(terminal, cells, row, values.json);
    if (terminal.isSeen.err) terminal.err(counted(cells.length, 'cell'));
    return exitCodes.done;
  },
};

const row = ({ id, bbox, properties }: Cell) => ({
  cell: id,
  code: String(properties['proj:code']),
  bbox: bbox.map((each) => each.toFixed(5)).join(','),
});
