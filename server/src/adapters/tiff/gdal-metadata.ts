/** What GDAL keeps in its own XML (tag 42112): for the file, and for each band. */
export type GdalMetadata = {
  readonly file: Readonly<Record<string, string>>;
  readonly bands: ReadonlyMap<number, BandMetadata>;
};

export type BandMetadata = {
  readonly name: string | null;
  readonly color: string | null;
  readonly items: Readonly<Record<string, string>>;
};

const item = /<Item\s([^<>]*)>([^<]*)<\/Item>/g;
// Begins at a space, or a megabyte of letters would be tried from each of them.
const attribute = /(?:^|\s)([a-z]+)="([^"]*)"/g;

/** Items of other domains are left out; text that is not GDAL's XML gives nothing. */
export function parseGdalMetadata(xml: string | null): GdalMetadata {
  const file: [string, string][] = [];
  const bands = new Map<number, { name: string | null; color: string | null; items: [string, string][] }>();
  for (const [, attributes = '', text = ''] of (xml ?? '').matchAll(item)) {
    const named = new Map([...attributes.matchAll(attribute)].map(([, key, value]) => [key, unescapeXml(value ?? '')]));
    const [name, sample, role] = [named.get('name'), named.get('sample'), named.get('role')];
    if (name === undefined || named.has('domain')) continue;
    // GDAL escapes a text, then writes it as XML, which escapes it again.
    const value = unescapeXml(unescapeXml(text));
    if (sample === undefined) {
      file.push([name, value]);
      continue;
    }
    const index = Number(sample);
    const band = bands.get(index) ?? { name: null, color: null, items: [] };
    bands.set(index, band);
    if (role === 'description') band.name = value;
    else if (role === 'colorinterp') band.color = value.toLowerCase();
    else band.items.push([name, value]);
  }
  const entries = [...bands].map(([index, band]) => [index, { ...band, items: toRecord(band.items) }] as const);
  return { file: toRecord(file), bands: new Map(entries) };
}

// A name like __proto__ is data here.
const toRecord = (pairs: readonly [string, string][]): Record<string, string> => Object.fromEntries(pairs);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeXml = (text: string) =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7}));/g, (whole, name?: string, code?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const point = Number(code);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
