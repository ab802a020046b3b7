import { NewerSchema, latestVersion } from '../adapters/sql/migrate.ts';
import { type Config, readConfig } from '../config.ts';
import { noticesTo } from '../shared/log.ts';
import { type Command, type Terminal, exitCodes } from './command.ts';
import { withDatabase } from './installation.ts';
import { printFacts, printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';
import { catalogueVersion, pendingMigrations, schemaVersion } from './schema-version.ts';

export const migrate: Command = {
  summary: 'Bring the database up to this release',
  help: `swath migrate [--status] [--json]

Makes the database when there is none and applies what is missing to accounts and catalogue, each step in a transaction
of its own; in PostgreSQL under an advisory lock. 'swath serve' does the same at start. A step that writes the embedded
catalogue anew takes about a minute for a million items, and no service of an earlier release may run meanwhile (exit
code 4). A database of a newer release is refused, and so is one without PostGIS (exit code 1).

  --status   only look: change nothing
  --json     one JSON document: from, to, applied (with --status: version, latest, pending); catalogue has the same of
             the catalogue, once it is there

Examples:
  swath migrate
  swath migrate --status --json
  SWATH_DATABASE_URL_FILE=/run/secrets/database swath migrate`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags: { status: { type: 'boolean' }, json: { type: 'boolean' } } });
    const config = readConfig(terminal.env);
    const report = values.status ? await look(config) : await apply(config, terminal);
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

async function apply(config: Config, terminal: Terminal): Promise<WithCatalogue<Applied>> {
  const applied = await withDatabase(config, async ({ schema }) => schema);
  const before = await lookAtCatalogue(config);
  if (before === null) return applied;
  // Whoever opens it brings it up to date.
  const { openCatalogBeside } = await import('../open-catalog.ts');
  await (await openCatalogBeside(config, noticesTo(terminal.err))).close();
  const { version, latest, pending } = before;
  return { ...applied, catalogue: { from: version, to: latest, applied: pending } };
}

async function look(config: Config): Promise<WithCatalogue<Status>> {
  const version = await schemaVersion(config);
  const status = { version, latest: latestVersion, pending: pendingMigrations(version) };
  const catalogue = await lookAtCatalogue(config);
  return catalogue === null ? status : { ...status, catalogue };
}

/** Null where it is not there yet; changes nothing. */
async function lookAtCatalogue(config: Config): Promise<Status | null> {
  const steps = await catalogueSteps(config);
  const version = await catalogueVersion(config);
  if (version === null) return null;
  const latest = steps.length;
  if (version > latest)
    throw new NewerSchema(`the catalogue has schema version ${version}, this release knows ${latest}`);
  return { version, latest, pending: pendingMigrations(version, steps) };
}

async function catalogueSteps({ SWATH_DATABASE_URL: url }: Config): Promise<readonly Step[]> {
  const { catalogMigrations } =
    url === null
      ? await import('../adapters/sqlite/catalog/migrations.ts')
      : await import('../adapters/postgres/catalog/migrations.ts');
  return catalogMigrations;
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
