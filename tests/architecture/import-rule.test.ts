import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { domains, mayImport } from './rooms.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Geometry wraps these two for everyone else. */
const geometryPackages = /^(?:jsts\/|geographiclib-geodesic$)/;

/** The two domains with packages, which only compute: filters arrive as XML too, and hold regular expressions. */
const isAllowed = (room: string, specifier: string) =>
  (room === 'server/geometry' && geometryPackages.test(specifier)) ||
  (room === 'server/catalog' && ['saxes', 're2js'].includes(specifier));

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

  test('a row allows nothing that nobody needs', () => {
    const needed = new Set(all.flatMap((source) => importsOf(source).map(({ room }) => `${source.room} -> ${room}`)));
    const allowed = Object.entries(mayImport).flatMap(([from, rooms]) => rooms.map((to) => `${from} -> ${to}`));
    expect(allowed.filter((way) => !needed.has(way))).toEqual([]);
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

  test('the commands of customers know a server by the client alone', () => {
    const breaches = all
      .filter(({ file }) => file.startsWith('server/src/cli/customer/'))
      .flatMap((source) => importsOf(source).map((each) => ({ ...each, file: source.file })))
      .filter(({ room }) => room !== null && !['server/cli', 'server/shared', 'client'].includes(room))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(breaches).toEqual([]);
  });

  test('no source file is longer than 300 lines', () => {
    expect(all.filter(({ text }) => text.split('\n').length > 300).map(({ file }) => file)).toEqual([]);
  });
});
