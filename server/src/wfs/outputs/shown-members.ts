import { type JsonObject, isObject } from '../../catalog/refuse.ts';

/** What features show of a document. */
export type ShownMembers = { readonly properties: JsonObject; readonly geometry: unknown; readonly bbox: unknown };

const utf8 = new TextDecoder();
const assets = Buffer.from(',"assets":{');

/**
 * Reads a document as far as its assets, which are most of it and are not shown. What stands before them and parses with
 * one brace is all of the outermost object up to there: within a text the quotes would have backslashes before them.
 */
export function readShownMembers(bytes: Uint8Array): ShownMembers {
  const end: number = Buffer.prototype.indexOf.call(bytes, assets);
  const head = end < 0 ? null : parsed(`${utf8.decode(bytes.subarray(0, end))}}`);
  const isEnough =
    head !== null && isObject(head['properties']) && 'geometry' in head && ('bbox' in head || !mayCross(bytes, end));
  const { properties, geometry, bbox } = isEnough ? head : parsed(utf8.decode(bytes))!;
  return { properties: isObject(properties) ? properties : {}, geometry, bbox };
}

const bboxAfter = /"bbox":\[([^\],]*),([^\]]*)\]/g;

/** Whether a bbox behind the assets could be one that crosses the antimeridian, by which a footprint is cut. */
function mayCross(bytes: Uint8Array, from: number): boolean {
  const text = utf8.decode(bytes.subarray(from));
  for (const [, first, others] of text.matchAll(bboxAfter)) {
    const rest = others!.split(',');
    const [west, east] = [Number(first), Number(rest[(rest.length - 1) / 2])];
    if (!(west >= -180 && east <= 180 && west <= east)) return true;
  }
  return false;
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
