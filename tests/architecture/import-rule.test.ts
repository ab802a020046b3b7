import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Who may import whom; a domain names the domains it stands on. `service` is `server/src/service.ts`, types alone. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'server/shared': [],
  'server/geometry': ['server/shared'],
  'server/imagery': ['server/shared', 'server/geometry'],
  'server/grid': ['server/shared', 'server/geometry'],
  'server/demo': ['server/shared', 'server/geometry', 'server/imagery'],
  'server/streaming': [
    'server/shared',
    'server/geometry',
    'server/imagery',
    'server/grid',
    'server/catalog',
    'server/tiles',
    'server/vault',
    'server/service',
  ],
  'server/catalog': ['server/shared', 'server/geometry', 'server/service'],
  'server/tiles': ['server/shared', 'server/geometry', 'server/grid', 'server/catalog', 'server/service'],
  'server/select': [
    'server/shared',
    'server/geometry',
    'server/grid',
    'server/catalog',
    'server/tiles',
    'server/accounts',
    'server/streaming',
    'server/usage',
    'server/vault',
    'server/service',
  ],
  'server/usage': ['server/shared', 'server/accounts', 'server/service'],
  'server/orders': [
    'server/shared',
    'server/geometry',
    'server/grid',
    'server/imagery',
    'server/catalog',
    'server/tiles',
    'server/streaming',
    'server/select',
    'server/usage',
    'server/buckets',
    'server/notifications',
    'server/accounts',
    'server/vault',
    'server/service',
  ],
  'server/ingest': ['server/shared', 'server/geometry', 'server/catalog'],
  'server/buckets': ['server/shared'],
  'server/vault': ['server/shared'],
  'server/notifications': ['server/shared', 'server/vault', 'server/service'],
  'server/accounts': ['server/shared', 'server/vault', 'server/notifications', 'server/service'],
  'server/api-keys': ['server/shared', 'server/vault', 'server/accounts', 'server/service'],
  'server/service': [
    'server/shared',
    'server/vault',
    'server/notifications',
    'server/accounts',
    'server/api-keys',
    'server/catalog',
    'server/imagery',
    'server/geometry',
    'server/select',
    'server/buckets',
    'server/orders',
    'server/usage',
    'server/config',
  ],
  'server/config': ['server/shared'],
  'server/bucket-options': ['server/config', 'server/adapters'],
  'server/http': [
    'server/shared',
    'server/vault',
    'server/notifications',
    'server/accounts',
    'server/api-keys',
    'server/catalog',
    'server/geometry',
    'server/imagery',
    'server/grid',
    'server/streaming',
    'server/tiles',
    'server/select',
    'server/buckets',
    'server/orders',
    'server/usage',
    'server/service',
    'server/config',
  ],
  'server/adapters': [
    'server/shared',
    'server/vault',
    'server/notifications',
    'server/accounts',
    'server/api-keys',
    'server/catalog',
    'server/imagery',
    'server/geometry',
    'server/grid',
    'server/tiles',
    'server/select',
    'server/demo',
    'server/buckets',
    'server/orders',
    'server/usage',
    'server/ingest',
  ],
  'server/compose': [
    'server/adapters',
    'server/bucket-options',
    'server/select',
    'server/orders',
    'server/tiles',
    'server/imagery',
    'server/shared',
    'server/vault',
    'server/notifications',
    'server/service',
    'server/config',
  ],
  'server/background': [
    'server/compose',
    'server/accounts',
    'server/notifications',
    'server/orders',
    'server/select',
    'server/shared',
    'server/service',
  ],
  'server/run-worker': ['server/compose', 'server/orders', 'server/shared', 'server/config'],
  'server/run-service': [
    'server/background',
    'server/compose',
    'server/http',
    'server/accounts',
    'server/api-keys',
    'server/notifications',
    'server/select',
    'server/orders',
    'server/shared',
    'server/service',
    'server/config',
  ],
  'server/cli': [
    'server/ingest',
    'server/bucket-options',
    'server/buckets',
    'server/orders',
    'server/catalog',
    'server/imagery',
    'server/geometry',
    'server/compose',
    'server/run-service',
    'server/run-worker',
    'server/adapters',
    'server/http',
    'server/accounts',
    'server/api-keys',
    'server/vault',
    'server/shared',
    'server/service',
    'server/config',
  ],
  'server/main': ['server/cli'],
  client: [],
  web: ['client'],
};

const domains = [
  'server/ingest',
  'server/buckets',
  'server/orders',
  'server/usage',
  'server/vault',
  'server/notifications',
  'server/accounts',
  'server/api-keys',
  'server/catalog',
  'server/imagery',
  'server/grid',
  'server/tiles',
  'server/select',
  'server/demo',
  'server/streaming',
  'server/geometry',
  'server/shared',
];

/** Geometry wraps these two for everyone else. */
const geometryPackages = /^(?:jsts\/|geographiclib-geodesic$)/;

/** The one domain with packages. */
const isAllowed = (room: string, specifier: string) => room === 'server/geometry' && geometryPackages.test(specifier);

type Source = { readonly file: string; readonly room: string; readonly text: string };

function sources(): Source[] {
  return ['server/src', 'client/src', 'web/src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => ({
        file: relative(root, path),
        room: roomOf(relative(root, path)),
        text: readFileSync(path, 'utf8'),
      })),
  );
}

function roomOf(file: string): string {
  const [workspace, , part = ''] = file.split('/');
  return workspace === 'server' ? `server/${part.replace(/\.ts$/, '')}` : workspace!;
}

function importsOf({ file, text }: Source): { specifier: string; room: string | null; isTypeOnly: boolean }[] {
  const statement =
    /^(?:import|export)\s+(type\s)?(?:[^'"]*?from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...text.matchAll(statement)].map((match) => {
    const specifier = (match[2] ?? match[3])!;
    const target = specifier.startsWith('.') ? relative(root, join(root, dirname(file), specifier)) : null;
    const room = target === null ? (specifier === '@swath/client' ? 'client' : null) : roomOf(target);
    return { specifier, room, isTypeOnly: match[1] !== undefined };
  });
}

/** Imports of packages. */
const outside = (source: Source) =>
  importsOf(source).filter(
    ({ room, specifier }) => room === null && !specifier.startsWith('.') && !specifier.startsWith('node:'),
  );

const all = sources();

describe('the import rule', () => {
  test('there are sources to look at, and each stands in a room of the table', () => {
    expect(all.length).toBeGreaterThan(50);
    expect(all.filter(({ room }) => mayImport[room] === undefined).map(({ file }) => file)).toEqual([]);
  });

  test('a room imports only what its row allows', () => {
    const breaches = all.flatMap((source) =>
      importsOf(source)
        .filter(({ room }) => room !== null && room !== source.room && !mayImport[source.room]?.includes(room))
        .map(({ specifier }) => `${source.file} imports ${specifier}`),
    );
    expect(breaches).toEqual([]);
  });

  test('service.ts is imported by domains for its type alone', () => {
    const breaches = all
      .filter(({ room }) => domains.includes(room))
      .flatMap((source) => importsOf(source).map((each) => ({ ...each, file: source.file })))
      .filter(({ room, isTypeOnly }) => room === 'server/service' && !isTypeOnly);
    expect(breaches).toEqual([]);
  });

  test('domains touch no environment, no clock of their own, no network, no files', () => {
    const forbidden =
      /process\.env|new Date\(\)|Date\.now\(\)|node:(?:http|https|net|fs|child_process|worker_threads)|\bfetch\(/;
    const breaches = all
      .filter(({ room, file }) => domains.includes(room) && file !== 'server/src/shared/clock.ts')
      .filter(({ text }) => forbidden.test(text))
      .map(({ file }) => file);
    expect(breaches).toEqual([]);
  });

  test('packages: the client has none, http and domains know no database, only adapters do', () => {
    expect(all.filter(({ room }) => room === 'client').flatMap(outside)).toEqual([]);
    const inDomains = all
      .filter(({ room }) => domains.includes(room))
      .flatMap((source) => outside(source).filter(({ specifier }) => !isAllowed(source.room, specifier)));
    expect(inDomains).toEqual([]);
    const elsewhere = all
      .filter(({ room }) => room !== 'server/geometry')
      .filter((source) => outside(source).some(({ specifier }) => geometryPackages.test(specifier)));
    expect(elsewhere.map(({ file }) => file)).toEqual([]);
    const stores = /^(?:pg|@photostructure\/sqlite|nodemailer|@node-rs\/argon2|sharp|zstddec|proj4|@aws-sdk\/)/;
    const breaches = all
      .filter(({ room }) => room !== 'server/adapters')
      .filter((source) => outside(source).some(({ specifier }) => stores.test(specifier)));
    expect(breaches.map(({ file }) => file)).toEqual([]);
  });

  test('the TIFF adapter stands on imagery, geometry, shared and the guard of connections alone', () => {
    const breaches = all
      .filter(({ file }) => file.startsWith('server/src/adapters/tiff/'))
      .flatMap((source) =>
        importsOf(source)
          .filter(({ specifier }) => specifier.startsWith('.'))
          .map(({ specifier }) => relative(root, join(root, dirname(source.file), specifier)))
          .filter(
            (target) => !/^server\/src\/(?:adapters\/tiff|adapters\/network|imagery|geometry|shared)\//.test(target),
          )
          .map((target) => `${source.file} imports ${target}`),
      );
    expect(breaches).toEqual([]);
  });

  test('no source file is longer than 300 lines', () => {
    expect(all.filter(({ text }) => text.split('\n').length > 300).map(({ file }) => file)).toEqual([]);
  });
});
