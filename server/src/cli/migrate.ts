import { latestVersion } from '../adapters/sql/migrate.ts';
import { type Config, readConfig } from '../config.ts';
import { type Command, exitCodes } from './command.ts';
import { withDatabase } from './installation.ts';
import { printFacts, printJson } from './print.ts';
import { readArguments } from './read-arguments.ts';
import { pendingMigrations, schemaVersion } from './schema-version.ts';

export const migrate: Command = {
  summary: 'Bring the database up to this release',
  help: `swath migrate [--status] [--json]

Makes the database when there is none and applies what is missing, each step in a transaction of its own.
'swath serve' does the same at start. A database of a newer release is refused (exit code 1).

  --status   only look: change nothing
  --json     one JSON document: from, to, applied (with --status: version, latest, pending)

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

const apply = (config: Config): Promise<Applied> => withDatabase(config, async ({ schema }) => schema);

async function look(config: Config): Promise<Status> {
  const version = await schemaVersion(config);
  return { version, latest: latestVersion, pending: pendingMigrations(version) };
}

const named = (steps: readonly Step[]) => steps.map(({ version, name }) => `${version} ${name}`).join(', ') || 'none';

const asFacts = (report: Applied | Status): Record<string, string> =>
  'to' in report
    ? { from: `${report.from}`, to: `${report.to}`, applied: named(report.applied) }
    : { version: `${report.version}`, latest: `${report.latest}`, pending: named(report.pending) };

function sentence(report: Applied | Status): string {
  const steps = 'to' in report ? report.applied : report.pending;
  if (steps.length === 0) return 'the database is current';
  return 'to' in report
    ? 'the database was brought up to date'
    : `the database is behind: 'swath migrate' applies the rest`;
}
