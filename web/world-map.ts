import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { unwrapLine, unwrapRing } from './src/map/unwrap.ts';

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>;

const scheme = 'world-map:';
const require = createRequire(import.meta.url);

/** `import url from 'world-map:land-110m'`: made ready when the application is built, so that no page spends time on it. */
export function worldMap(): Plugin {
  let isBuild = false;
  return {
    name: 'swath-world-map',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (id) => (id.startsWith(scheme) ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(`\0${scheme}`)) return null;
      const name = id.slice(scheme.length + 1);
      const source = JSON.stringify(readWorld(name));
      if (!isBuild) return `export default URL.createObjectURL(new Blob([${JSON.stringify(source)}]))`;
      const file = this.emitFile({ type: 'asset', name: `${name}.json`, source });
      return `export default import.meta.ROLLUP_FILE_URL_${file}`;
    },
  };
}

/** Of `land-110m`, `borders-50m` and so on. */
function readWorld(name: string): object {
  const [what, scale] = name.split('-');
  const file = require.resolve(`world-atlas/countries-${scale}.json`);
  const world = JSON.parse(readFileSync(file, 'utf8')) as World;
  return what === 'land' ? landOf(world) : bordersOf(world);
}

function landOf(world: World): MultiPolygon {
  const polygons = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    const { type, coordinates } = geometry as Polygon | MultiPolygon;
    return type === 'Polygon' ? [coordinates] : coordinates;
  });
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unwrapRing)) };
}

function bordersOf(world: World) {
  const borders = mesh(world, world.objects.countries, (one, other) => one !== other);
  return { ...borders, coordinates: borders.coordinates.map(unwrapLine) };
}
