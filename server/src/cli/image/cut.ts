import { nameOf } from '../../imagery/known-systems.ts';
import { type Command, UsageError, exitCodes } from '../command.ts';
import { printFacts, printJson } from '../print.ts';
import { readArguments, refuseTogether } from '../read-arguments.ts';

const flags = {
  bbox: { type: 'string' },
  area: { type: 'string' },
  epsg: { type: 'string' },
  'pixel-size': { type: 'string' },
  hd: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const imageCut: Command = {
  summary: 'Cut a GeoTIFF into a cloud optimized one',
  help: `swath image cut FILE TARGET [flags]

Cuts a part of a GeoTIFF (a path or an http address) into a cloud optimized GeoTIFF with overviews. What can be copied
is copied as it is stored; what lies outside the area holds no data. Without an area: all of it.

  --bbox W,S,E,N        in degrees
  --area FILE           GeoJSON: a geometry, a Feature or a FeatureCollection, in degrees
  --epsg CODE           compute it in another coordinate system
  --pixel-size SIZE     pixels of this size, from the area's upper left corner, so that cuts of the same area stack
  --hd                  twice the pixel density
  --json                one JSON document: size, SHA-256, where it lies

Examples:
  swath image cut scene.tif part.tif --bbox 9.73,50.955,9.745,50.965
  swath image cut scene.tif field.tif --area field.geojson --hd`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['FILE', 'TARGET'] });
    refuseTogether(values, 'bbox', 'area');
    const [file, target] = positionals as [string, string];
    const [size, epsg] = [asSize(values['pixel-size']), asCode(values.epsg)];
    // What reads images is loaded by those who have one.
    const { boxArea, readArea } = await import('./read-area.ts');
    const { makeCut } = await import('./make-cut.ts');
    const given = values.area === undefined ? null : readArea(values.area);
    const area = values.bbox === undefined ? given : boxArea(values.bbox);
    const { byteLength, sha256, ground } = await makeCut(file, target, {
      area,
      size,
      epsg,
      isDoubled: values.hd === true,
    });
    if (values.json) printJson(terminal, { byteLength, sha256, ...ground, crs: nameOf(ground.crs) });
    else {
      const pixels = `${ground.width} x ${ground.height}`;
      printFacts(terminal, { pixels, system: nameOf(ground.crs), bytes: String(byteLength), sha256 });
    }
    return exitCodes.done;
  },
};

function asSize(text: string | undefined): number | null {
  if (text === undefined) return null;
  const size = Number(text);
  if (!(size > 0) || !Number.isFinite(size)) throw new UsageError(`--pixel-size must be above 0, not '${text}'`);
  return size;
}

function asCode(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{4,6}$/.test(text)) throw new UsageError(`--epsg must be a code such as 32633, not '${text}'`);
  return Number(text);
}
