import { latestVersion } from '../../adapters/sql/migrate.ts';
import { type Config, readConfig } from '../../config.ts';
import { systemClock } from '../../shared/clock.ts';
import { errorText } from '../../shared/error-text.ts';
import { BadSettings } from '../../shared/settings.ts';
import { type Command, type Terminal, exitCodes } from '../command.ts';
import { printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';
import { schemaVersion } from '../schema-version.ts';
import { databasesCheck } from './checks/databases.ts';
import { diskCheck } from './checks/disk.ts';
import { folderCheck } from './checks/folder.ts';
import { masterKeyCheck } from './checks/master-key.ts';
import { orphansCheck } from './checks/orphans.ts';
import { rootsCheck } from './checks/roots.ts';
import { servicesCheck } from './checks/services.ts';
import { sourcesCheck } from './checks/sources.ts';
import { workCheck } from './checks/work.ts';
import { type Check, type Finding, type Visit, error } from './finding.ts';

const flags = { all: { type: 'boolean' }, json: { type: 'boolean' } } as const;

export const doctor: Command = {
  summary: 'Say what is wrong with an installation, and how to mend it',
  help: `swath doctor [--all] [--json]

Looks at settings, data folder, disk, databases (schema, soundness, replica), master key, folders and buckets of the
archive, files of items (a sample) and collections, S3, mail server, certificate, clocks, work that is stuck and files
that belong to nothing. Changes nothing; a service may run meanwhile. Each finding that is not well says how to mend it.

  --all     every file of every item, and every index of the databases, however long that takes
  --json    one JSON document: findings with level (ok, warning, error), check, text and mend

Ends with 0 when nothing is wrong (there may be warnings), 1 when something is, 2 when the settings are bad.

Examples:
  swath doctor
  SWATH_DATA=/srv/swath swath doctor --all --json`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, { flags });
    const read = settingsOf(terminal);
    if ('problems' in read) return tell(terminal, read.problems, values.json === true, exitCodes.usage);
    const visit = { config: read.config, nowMs: systemClock.nowMs(), isThorough: values.all === true };
    const findings = await examine(visit);
    const isIll = findings.some(({ level }) => level === 'error');
    return tell(terminal, findings, values.json === true, isIll ? exitCodes.failed : exitCodes.done);
  },
};

function settingsOf({ env }: Terminal): { readonly config: Config } | { readonly problems: readonly Finding[] } {
  try {
    return { config: readConfig(env) };
  } catch (problem) {
    if (!(problem instanceof BadSettings)) throw problem;
    return {
      problems: problem.problems.map((text) => error('settings', text, 'docs/operating.md lists every setting')),
    };
  }
}

/** Those that stand on the folder come after it: without one they have nothing to look at. */
async function examine(visit: Visit): Promise<readonly Finding[]> {
  const folder = await looked('data folder', folderCheck, visit);
  const isThere = folder.every(({ level, check }) => level !== 'error' || check !== 'data folder');
  const always: Readonly<Record<string, Check>> = { settings: rootsCheck, services: servicesCheck };
  const inFolder: Readonly<Record<string, Check>> = {
    disk: diskCheck,
    databases: databasesCheck,
    'master key': masterKeyCheck,
    sources: sourcesCheck,
    ...((await isCurrent(visit)) ? { work: workCheck, orphans: orphansCheck } : {}),
  };
  const findings = [...folder];
  for (const [name, check] of Object.entries({ ...always, ...(isThere ? inFolder : {}) }))
    findings.push(...(await looked(name, check, visit)));
  return findings;
}

/** Of another schema nothing is known but that. */
const isCurrent = ({ config }: Visit): Promise<boolean> =>
  schemaVersion(config).then(
    (version) => version === latestVersion,
    () => false,
  );

/** A look that fails is a finding too, and keeps no other from being taken. */
async function looked(name: string, check: Check, visit: Visit): Promise<readonly Finding[]> {
  try {
    return await check(visit);
  } catch (problem) {
    return [
      error(name, `it could not be looked at: ${errorText(problem)}`, 'mend what is said above, then look again'),
    ];
  }
}

const marks = { ok: 'ok      ', warning: 'warning ', error: 'ERROR   ' } as const;

function tell(terminal: Terminal, findings: readonly Finding[], isJson: boolean, code: number): number {
  if (isJson) printJson(terminal, { findings });
  else
    for (const { level, check, text, mend } of findings) {
      terminal.out(`${marks[level]}${check}: ${text}`);
      if (mend !== undefined) terminal.out(`        to mend it: ${mend}`);
    }
  const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
  terminal.err(`${count('error')} errors, ${count('warning')} warnings, ${count('ok')} well`);
  return code;
}
