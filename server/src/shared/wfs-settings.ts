import { type Setting, asList, asWholeNumber } from './settings.ts';

const types = ['string', 'number', 'integer', 'boolean', 'dateTime'] as const;

/** An attribute of features that the operator adds: a property of items under another name. */
export type WfsAttribute = {
  readonly name: string;
  readonly property: string;
  readonly type: (typeof types)[number];
  /** What is stored is what is shown times this. */
  readonly factor?: number;
};

/** The settings of WFS. */
export const wfsSettings = (readFile: (path: string) => string) => ({
  SWATH_WFS_COUNT: {
    fallback: 100_000,
    parse: asWholeNumber(0, 1e9),
    about:
      'Features in an answer of WFS to a request that names no `count`, and so the pages of QGIS and GDAL; 0 for all.',
  } as Setting<number>,
  SWATH_WFS_ANSWERS: {
    fallback: 64,
    parse: asWholeNumber(1, 10_000),
    about:
      'Answers of WFS with features that are written at once, half of them at most for one account; others are told to come back.',
  } as Setting<number>,
  SWATH_WFS_CACHE: {
    fallback: 2_048,
    parse: asWholeNumber(0, 4_095),
    about:
      'MiB on disk for features of WFS that were written once as GML 3.2 or GeoJSON, to be sent again until their items change; 0 for none. Gone when the service ends. No more are kept while less than twice `SWATH_DISK_LOW_MB` is free, and all are given back below that.',
  } as Setting<number>,
  SWATH_WFS_ATTRIBUTES: {
    fallback: [],
    parse: asWfsAttributes(readFile),
    about:
      'Attributes of features beside those of the table, or in their place: `name=property:type`, parted by commas, or the path of a JSON file.',
    defaultText: '(none)',
  } as Setting<readonly WfsAttribute[]>,
});

/** `name=property:type`, `name=property:number*100`, lists of them, or a JSON file with the same members. */
function asWfsAttributes(readFile: (path: string) => string) {
  return (text: string): readonly WfsAttribute[] => {
    const attributes = text.trim().endsWith('.json') ? readJson(readFile, text.trim()) : asList(text).map(readWord);
    const names = attributes.map(({ name }) => name);
    const twice = names.find((name, i) => names.indexOf(name) !== i);
    if (twice !== undefined) throw new Error(`names ${twice} twice`);
    return attributes;
  };
}

function readWord(text: string): WfsAttribute {
  const [, name, property, type, factor] = /^([^=]+)=(.+):(\w+)(?:\*([\d.]+))?$/.exec(text) ?? [];
  if (type === undefined) throw new Error(`must be such as niirs=my:niirs:number, not '${text}'`);
  return checked({ name, property, type, ...(factor === undefined ? {} : { factor: Number(factor) }) });
}

function readJson(readFile: (path: string) => string, path: string): readonly WfsAttribute[] {
  const json = parsed(readFile, path);
  if (!Array.isArray(json)) throw new Error(`names ${path}, which is no JSON array of attributes`);
  return json.map((one: unknown) => checked((one ?? {}) as Record<string, unknown>));
}

function parsed(readFile: (path: string) => string, path: string): unknown {
  try {
    return JSON.parse(readFile(path));
  } catch {
    throw new Error(`names ${path}, which cannot be read as JSON`);
  }
}

/** A name must be one of XML. */
function checked({ name, property, type, factor }: Readonly<Record<string, unknown>>): WfsAttribute {
  if (typeof name !== 'string' || !/^[A-Za-z_][\w.-]*$/.test(name) || name === 'featureGeometry')
    throw new Error(`has a name that no attribute may have: '${String(name)}'`);
  if (typeof property !== 'string' || property === '') throw new Error(`must say which property ${name} shows`);
  const known = types.find((one) => one === type);
  if (known === undefined) throw new Error(`must give ${name} a type of ${types.join(', ')}`);
  if (factor !== undefined && !(typeof factor === 'number' && factor > 0 && Number.isFinite(factor)))
    throw new Error(`must give ${name} a factor above 0`);
  return { name, property, type: known, ...(factor === undefined ? {} : { factor }) };
}
