import { NewerSchema, latestVersion } from '../adapters/sql/migrate.ts';
import { type Config, readConfig } from '../config.ts';
import { silentLog } from '../shared/log.ts';
import { type Command, exitCodes } from './command.ts';
import { withDatabase } from './installation.ts';
import { printFacts, printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';
import { catalogueVersion, pendingMigrations, schemaVersion } from './schema-version.ts';

export const migrate: Command = {
  summary: 'Bring the database up to this release',
  help: `swath migrate [--status] [--json]

Makes the database when there is none and applies what is missing, each step in a transaction of its own; in PostgreSQL
for accounts and catalogue, under an advisory lock. 'swath serve' does the same at start. A database of a newer release
is refused, and so is one without PostGIS (exit code 1).

  --status   only look: change nothing
  --json     one JSON document: from, to, applied (with --status: version, latest, pending); catalogue has the same of
             the catalogue, where it is in PostgreSQL

Examples:
  swath migrate
  swath migrate --status --json
  SWATH_DATABASE_URL_FILE=/run/secrets/database swath migrate`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags: { status: { type: 'boolean' }, json: { type: 'boolean' } } });
    const config = readConfig(terminal.env);
    const report = values.status ? await look(config) : await apply(config);
    if (values.json) printJson(terminal, report);
    else printFacts(terminal, asFacts(report));
    if (!values.json) terminal.err(sentence(report));
    return exitCodes.done;
  },
};

type Step = { readonly version: number; readonly name: string };
type Applied = { readonly from: number; readonly to: number; readonly applied: readonly Step[] };
type Status = { readonly version: number; readonly latest: number; readonly pending: readonly Step[] };
type WithCatalogue<T> = T & { readonly catalogue?: T };

async function apply(config: Config): Promise<WithCatalogue<Applied>> {
  const applied = await withDatabase(config, async ({ schema }) => schema);
  const url = config.SWATH_DATABASE_URL;
  if (url === null) return applied;
  const { pending } = await lookAtCatalogue(url);
  // Whoever opens it brings it up to date.
  const { openCatalogBeside } = await import('../open-catalog.ts');
  await (await openCatalogBeside(config, silentLog)).close();
  const { version } = await lookAtCatalogue(url);
  return { ...applied, catalogue: { from: version - pending.length, to: version, applied: pending } };
}

async function look(config: Config): Promise<WithCatalogue<Status>> {
  const version = await schemaVersion(config);
  const status = { version, latest: latestVersion, pending: pendingMigrations(version) };
  const url = config.SWATH_DATABASE_URL;
  return url === null ? status : { ...status, catalogue: await lookAtCatalogue(url) };
}

async function lookAtCatalogue(url: string): Promise<Status> {
  const { catalogMigrations } = await import('../adapters/postgres/catalog/migrations.ts');
  const version = await catalogueVersion(url);
  const latest = catalogMigrations.length;
  if (version > latest)
    throw new NewerSchema(`the catalogue has schema version ${version}, this release knows ${latest}`);
  const pending = catalogMigrations.slice(version).map(({ version: each, name }) => ({ version: each, name }));
  return { version, latest, pending };
}

const named = (steps: readonly Step[]) => steps.map(({ version, name }) => `${version} ${name}`).join(', ') || 'none';

type Report = WithCatalogue<Applied> | WithCatalogue<Status>;

function asFacts({ catalogue, ...report }: Report): Record<string, string> {
  const own = factsOf(report);
  if (catalogue === undefined) return own;
  const others = Object.entries(factsOf(catalogue)).map(([name, fact]) => [`catalogue ${name}`, fact]);
  return { ...own, ...(Object.fromEntries(others) as Record<string, string>) };
}

const factsOf = (report: Applied | Status): Record<string, string> =>
  'to' in report
    ? { from: `${report.from}`, to: `${report.to}`, applied: named(report.applied) }
    : { version: `${report.version}`, latest: `${report.latest}`, pending: named(report.pending) };

function sentence(report: Report): string {
  const parts: readonly (Applied | Status)[] = [report, ...(report.catalogue === undefined ? [] : [report.catalogue])];
  const steps = parts.flatMap((part) => ('to' in part ? part.applied : part.pending));
  if (steps.length === 0) return 'the database is current';
  return 'to' in report
    ? 'the database was brought up to date'
    : `the database is behind: 'swath migrate' applies the rest`;
}
