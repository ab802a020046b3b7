import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { LoadWay } from './catalogue-folder.ts';

const ownParts = ['kinds', 'http', 'writes', 'serving'] as const;
const parts = [...ownParts, 'pgstac'] as const;
export type Part = (typeof parts)[number];

/** As many as a body may hold. */
export const largestBulk = 16_000;

export type Options = {
  /** Items of each catalogue, the smallest first. */
  readonly sizes: readonly number[];
  /** What is served and written to: the largest size that is not above a million. */
  readonly servedSize: number;
  readonly parts: readonly Part[];
  /** Kinds whose name has this in it; all if it is empty. */
  readonly only: string;
  /** Of each kind at limit 10. */
  readonly queries: number;
  readonly rounds: number;
  /** Where catalogues are kept from run to run. */
  readonly folder: string;
  readonly isRebuilt: boolean;
  readonly loadWay: LoadWay;
  /** Items that a catalogue is loaded by, online. */
  readonly bulk: number;
  readonly store: 'sqlite' | 'postgres';
  /** PostgreSQL in turns with itself: one table, and partitions. */
  readonly isBesidePartitions: boolean;
  /** Of the server that is started, as NAME=VALUE; the others are as they come. */
  readonly postgresSettings: readonly string[];
  /** A server of this machine instead, with an empty database or one that an earlier run filled. */
  readonly postgresUrl: string | null;
  readonly json: string;
};

export const help = `npm run bench:search -- [options]

  --sizes 100000,1000000   items of each catalogue; more than one size adds the table of growth
  --parts ${ownParts.join(',')}
  --only country           kinds whose name has this in it
  --queries 500            of each kind at limit 10 (a third of them at limit 100)
  --rounds 5               turns of the HTTP and write comparisons
  --folder PATH            where catalogues are kept and reused (default: swath-bench in the system's temporary folder)
  --rebuild                make them anew
  --load offline           or online: how catalogues are made
  --bulk ${largestBulk}             items of a bulk, with --load online
  --store sqlite           or postgres: load and kinds on PostgreSQL beside the embedded store, CPU of the server's process
  --partitions             with --store postgres: the same items in one table and in partitions by years, in turns
  --settings NAME=VALUE,.. of the PostgreSQL that is started, for example shared_buffers=4GB
  --url postgres://...     a PostgreSQL of this machine instead of one that is started
  --peer pgstac            the same queries to PostgreSQL with pgstac, on the smallest size, instead of the parts;
                           with --store postgres in turns, both on one server
  --json FILE              where the figures go (default: in the folder)
`;

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string', default: '100000' },
      parts: { type: 'string', default: ownParts.join(',') },
      only: { type: 'string', default: '' },
      queries: { type: 'string', default: '500' },
      rounds: { type: 'string', default: '5' },
      folder: { type: 'string', default: join(tmpdir(), 'swath-bench') },
      rebuild: { type: 'boolean', default: false },
      load: { type: 'string', default: 'offline' },
      bulk: { type: 'string', default: String(largestBulk) },
      store: { type: 'string', default: 'sqlite' },
      partitions: { type: 'boolean', default: false },
      settings: { type: 'string', default: '' },
      url: { type: 'string' },
      peer: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const sizes = values.sizes
    .split(',')
    .map((text) => asCount(text, '--sizes'))
    .sort((a, b) => a - b);
  if (values.load !== 'offline' && values.load !== 'online') throw new Error("--load must be 'offline' or 'online'");
  if (values.store !== 'sqlite' && values.store !== 'postgres')
    throw new Error("--store must be 'sqlite' or 'postgres'");
  if (values.partitions && values.store !== 'postgres') throw new Error('--partitions needs --store postgres');
  if (values.peer !== undefined && values.peer !== 'pgstac') throw new Error("--peer must be 'pgstac'");
  return {
    sizes,
    servedSize: sizes.findLast((size) => size <= 1_000_000) ?? sizes[0]!,
    parts: values.peer === undefined ? values.parts.split(',').map(asPart) : [values.peer],
    only: values.only,
    queries: asCount(values.queries, '--queries'),
    rounds: asCount(values.rounds, '--rounds'),
    folder: values.folder,
    isRebuilt: values.rebuild,
    loadWay: values.load,
    bulk: asCount(values.bulk, '--bulk'),
    store: values.store,
    isBesidePartitions: values.partitions,
    postgresSettings: values.settings.split(',').filter((setting) => setting !== ''),
    postgresUrl: values.url ?? null,
    json: values.json ?? join(values.folder, 'results', `search-${new Date().toISOString().replaceAll(':', '')}.json`),
  };
}

function asCount(text: string, name: string): number {
  const count = Number(text.replaceAll('_', ''));
  if (!Number.isInteger(count) || count < 1) throw new Error(`${name} must be a whole number of at least 1`);
  return count;
}

function asPart(text: string): Part {
  const part = parts.find((each) => each === text);
  if (part === undefined) throw new Error(`--parts must name some of ${parts.join(', ')}`);
  return part;
}
