/** Metres of the units that clients write, by their name in lower case. */
const metresOf: Readonly<Record<string, number | undefined>> = {
  __proto__: null as never,
  ...spelled(1, 'm', 'meter', 'meters', 'metre', 'metres', 'epsg::9001', 'epsg:9001'),
  ...spelled(1_000, 'km', 'kilometer', 'kilometers', 'kilometre', 'kilometres'),
  ...spelled(0.304_8, 'ft', 'foot', 'feet', '[ft_i]', 'epsg::9002', 'epsg:9002'),
  ...spelled(1_609.344, 'mi', 'mile', 'miles', 'statute mile', 'statute miles', '[mi_i]'),
  ...spelled(1_852, 'nm', 'nmi', 'nautical mile', 'nautical miles', '[nmi_i]'),
  // A degree of the equator, for clients that think in the units of the coordinates.
  ...spelled(111_319.490_793, 'deg', 'degree', 'degrees', '°', 'epsg::9102', 'epsg:9102'),
};

function spelled(metres: number, ...names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, metres]));
}

/** Null when there is no such unit; names may be URNs or addresses that end in the unit. */
export function metresOfUnit(written: string): number | null {
  const name = written.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const last = name.replace(/^urn:ogc:def:uom:/, '').replace(/^.*[/#]/, '');
  return metresOf[name] ?? metresOf[last] ?? metresOf[last.replace(/^.*:(?!:)/, '')] ?? null;
}

export const unitNames = 'meters, kilometers, feet, statute miles or nautical miles';
