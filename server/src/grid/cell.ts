/** A square of the imagery grid: a quadrant of a quadrant ... of a UTM zone; 12 steps make 5 km. */
export type Cell = { readonly zone: number; readonly quadkey: string };

export type CellBounds = {
  /** Of the zone and the hemisphere. */
  readonly epsg: number;
  /** In true UTM metres: west, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
};

/** Steps of the cells that imagery is cut into. */
export const tileSteps = 12;

/** Of the smallest cells: 1.2 m. */
export const mostSteps = 24;
export const zoneSide = 20_480_000;
export const centreX = 500_000;
/** Southern coordinates begin here at the equator. */
const southernOffset = 10_000_000;

/** `Z13-031133231113`, also `13/031133231113`; null where the text names no cell. */
export function parseCell(text: string): Cell | null {
  const [, zone, quadkey] = /^[zZ]*(\d\d)[-/]([0-3]+)$/.exec(text) ?? [];
  if (zone === undefined || quadkey === undefined || quadkey.length > mostSteps) return null;
  return Number(zone) >= 1 && Number(zone) <= 60 ? { zone: Number(zone), quadkey } : null;
}

export const formatCell = ({ zone, quadkey }: Cell): string => `Z${String(zone).padStart(2, '0')}-${quadkey}`;

/** The cell of a `grid:code` such as `MXRA-Z46-033111330333` (real ones also write `Z4`); null where it is of another grid. */
export function cellOfGridCode(code: unknown): Cell | null {
  const [, zone, quadkey] = typeof code === 'string' ? (/^[A-Z]+-Z(\d{1,2})-([0-3]+)$/.exec(code) ?? []) : [];
  return zone === undefined ? null : parseCell(`${zone.padStart(2, '0')}-${quadkey}`);
}

export const isSameCell = (a: Cell, b: Cell): boolean => a.zone === b.zone && a.quadkey === b.quadkey;

export function cellBounds({ zone, quadkey }: Cell): CellBounds {
  let [west, north, side] = [centreX - zoneSide / 2, zoneSide / 2, zoneSide];
  for (const digit of quadkey) {
    side /= 2;
    if (digit === '1' || digit === '3') west += side;
    if (digit === '2' || digit === '3') north -= side;
  }
  const isSouthern = quadkey[0] === '2' || quadkey[0] === '3';
  const top = isSouthern ? north + southernOffset : north;
  return { epsg: (isSouthern ? 32_700 : 32_600) + zone, bounds: [west, top - side, west + side, top] };
}

/** The four cells of the next step, in the order of their digits; none below the smallest. */
export const childrenOf = ({ zone, quadkey }: Cell): readonly Cell[] =>
  quadkey.length < mostSteps ? ['0', '1', '2', '3'].map((digit) => ({ zone, quadkey: quadkey + digit })) : [];
