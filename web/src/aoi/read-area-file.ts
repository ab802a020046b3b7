import { type Area, AreaProblem, areaOf } from './area.ts';
import { parseArea } from './parse-area.ts';
import { readKmlArea } from './read-kml.ts';
import { readShapefile } from './read-shapefile.ts';
import { requireWgs84 } from './require-wgs84.ts';
import { type ZipEntries, unzipSome } from './unzip-some.ts';

/** Ten thousand corners are a tenth of it; a file may hold more than its corners. */
const mostBytes = 20_000_000;

/** GeoJSON, KML, KMZ, a zipped shapefile, or a text that `parseArea` takes; told apart by what is in it, not by its name. */
export async function readAreaFile(file: File): Promise<Area> {
  if (file.size > mostBytes)
    throw new AreaProblem(`It has ${Math.ceil(file.size / 1e6)} MB; files up to ${mostBytes / 1e6} MB are read.`);
  const bytes = new Uint8Array(await file.arrayBuffer().catch(refuseUnreadable));
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes);
  if (bytes[0] === 0 && bytes[2] === 0x27 && bytes[3] === 0x0a)
    throw new AreaProblem('A shapefile alone does not say where on earth it is: zip it together with its .prj.');
  return readText(textOf(bytes));
}

/** Browsers take a folder for a file when it is dropped, and find out when it is read. */
function refuseUnreadable(): never {
  throw new AreaProblem('It cannot be read: it is a folder, or was changed or moved after it was chosen.');
}

function readText(text: string): Area {
  return text.trimStart().startsWith('<') ? readKmlArea(text) : parseArea(text);
}

function textOf(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  try {
    return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', { fatal: true }).decode(
      bytes,
    );
  } catch {
    // Names of places in an older encoding: tags, brackets and numbers are the same in all of them.
    const text = new TextDecoder('latin1').decode(bytes);
    if (/^\s*[<{]/.test(text)) return text;
    throw new AreaProblem('This is no text: GeoJSON, KML, KMZ and zipped shapefiles are read.');
  }
}

function readZip(bytes: Uint8Array): Area {
  const entries = unzipSome(bytes, (name) => /\.(kml|shp|prj|geojson|json)$/i.test(name));
  const named = (ending: RegExp) => [...entries.keys()].filter((name) => ending.test(name));
  const [shapes, kmls, jsons] = [named(/\.shp$/i), named(/\.kml$/i), named(/\.(geo)?json$/i)];
  if (shapes.length > 1)
    throw new AreaProblem(`It holds several shapefiles (${shapes.join(', ').slice(0, 200)}): zip one.`);
  if (shapes[0] !== undefined) return readShapes(entries, shapes[0]);
  const inside = kmls.find((name) => /(^|\/)doc\.kml$/i.test(name)) ?? kmls[0] ?? jsons[0];
  if (inside === undefined) throw new AreaProblem('The zip file holds no .shp, no .kml and no .geojson.');
  return readText(textOf(entries.get(inside)!));
}

function readShapes(entries: ZipEntries, shape: string): Area {
  const stem = shape.slice(0, -4).toLowerCase();
  const prj = [...entries.keys()].find((name) => name.toLowerCase() === `${stem}.prj`);
  if (prj === undefined)
    throw new AreaProblem('The shapefile has no .prj beside it, so that nobody can tell its coordinate system.');
  requireWgs84(textOf(entries.get(prj)!));
  return areaOf(readShapefile(entries.get(shape)!));
}
