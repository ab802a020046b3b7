import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { fastcgiBytes, fastcgiGet } from './fastcgi.ts';
import { fastcgiClient } from './fastcgi-client.ts';
import type { FeatureServer } from './feature-server.ts';
import { floodBoxes } from './flood-boxes.ts';

const program = '/usr/lib/cgi-bin/mapserv';

/** Why there is nothing to compare with; null where there is. */
export const missingMapServer = (): string | null =>
  isThere(program) && isThere('spawn-fcgi') ? null : 'no MapServer: install cgi-mapserver and spawn-fcgi';

const isThere = (name: string): boolean => spawnSync(name, ['-v'], { stdio: 'ignore' }).error === undefined;

/** MapServer as FastCGI over a GeoPackage, a process for each core, asked without a web server between. */
export function startMapServer(folder: string, geopackage: string): FeatureServer & { stop(): void } {
  const [mapfile, config, socket, pids] = ['wfs.map', 'mapserver.conf', 'mapserver.socket', 'mapserver.pids'].map(
    (name) => join(folder, name),
  ) as [string, string, string, string];
  for (const old of [socket, pids]) rmSync(old, { force: true });
  writeFileSync(mapfile, mapfileText(geopackage));
  writeFileSync(config, `CONFIG\nENV\nMS_MAP_PATTERN "."\nMS_MAPFILE "${mapfile}"\nEND\nEND\n`);
  const args = ['-s', socket, '-F', String(availableParallelism()), '-P', pids, '--', program];
  execFileSync('spawn-fcgi', args, { env: { ...process.env, MAPSERVER_CONFIG_FILE: config }, stdio: 'ignore' });
  const children = readFileSync(pids, 'utf8').split(/\s+/).filter(Boolean).map(Number);
  return {
    name: 'MapServer',
    get: async (query) => fastcgiGet(socket, query),
    flood: (queries, clients) =>
      floodBoxes(
        queries.map(fastcgiBytes),
        Array.from({ length: clients }, () => fastcgiClient(socket)),
      ),
    cpuSeconds: async () => children.reduce((sum, child) => sum + cpuSeconds(child), 0),
    residentMb: () => Math.max(...children.map(residentMb)),
    stop() {
      // It ends at no other signal until somebody asks it something.
      for (const child of children) process.kill(child, 'SIGKILL');
      for (const file of [socket, pids, mapfile, config]) rmSync(file, { force: true });
    },
  };
}

/** Of the user and of the system, which Linux counts in hundredths. */
function cpuSeconds(pid: number): number {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const residentMb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

const layer = 'FinishedFeature';

/** Without the columns that no feature has a value for, which it would write all the same. */
function usedColumns(geopackage: string): readonly string[] {
  const database = new DatabaseSync(geopackage, { readOnly: true });
  try {
    const columns = database.prepare('SELECT name FROM pragma_table_info(?)').all(layer) as { name: string }[];
    const own = columns.map(({ name }) => name).filter((name) => name !== 'fid' && name !== 'geom');
    // One look at all rows for all columns: a million are many.
    const counts = own.map((name) => `count("${name}") AS "${name}"`).join(', ');
    const used = database.prepare(`SELECT ${counts} FROM "${layer}"`).get() as Readonly<Record<string, number>>;
    return own.filter((name) => used[name]! > 0);
  } finally {
    database.close();
  }
}

const mapfileText = (geopackage: string): string => `MAP
NAME "bench"
SIZE 100 100
EXTENT -180 -90 180 90
UNITS DD
PROJECTION
"init=epsg:4326"
END
OUTPUTFORMAT
NAME "geojson"
DRIVER "OGR/GEOJSON"
MIMETYPE "application/json"
FORMATOPTION "FORM=simple"
FORMATOPTION "STORAGE=stream"
END
WEB
METADATA
"wfs_title" "bench"
"wfs_onlineresource" "http://localhost/wfs"
"wfs_srs" "EPSG:4326"
"wfs_enable_request" "*"
"wfs_getfeature_formatlist" "geojson"
END
END
LAYER
NAME "${layer}"
TYPE POLYGON
STATUS ON
CONNECTIONTYPE OGR
CONNECTION "${geopackage}"
DATA "${layer}"
PROCESSING "CLOSE_CONNECTION=DEFER"
METADATA
"wfs_title" "${layer}"
"wfs_getfeature_formatlist" "geojson"
"gml_featureid" "featureId"
"gml_include_items" "${usedColumns(geopackage).join(',')}"
"gml_types" "auto"
END
PROJECTION
"init=epsg:4326"
END
END
END
`;
