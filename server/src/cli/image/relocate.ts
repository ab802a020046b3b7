import { resolve } from 'node:path';
import { type Command, exitCodes } from '../command.ts';
import { harmless, printFacts, printJson } from '../print.ts';
import { readArguments } from '../read-arguments.ts';

const flags = {
  'dry-run': { type: 'boolean' },
  'even-if-missing': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export const imageRelocate: Command = {
  summary: 'Tell items and collections where their files were moved to',
  help: `swath image relocate OLD NEW [flags]

Items and collections name files of this machine by their whole path. Where a folder was moved, this changes each that
names a file below OLD to the same file below NEW, and nothing else of it. A file that is not there is left as it is,
and told. NEW must lie in a folder of SWATH_ARCHIVE_ROOTS. May run beside the service, and again: what is done stays done.
Orders that failed meanwhile are delivered by a retry, which looks for their sources anew.

  --dry-run           only say what would change
  --even-if-missing   also where there is no such file below NEW yet
  --json              one JSON document

What an earlier release took and this one refuses is left as it is, and told too.

Ends with 4 when files are not below NEW, or something is refused.

Examples:
  swath image relocate /archive/2025 /mnt/cold/2025 --dry-run
  swath image relocate /srv/swath-old/demo /srv/swath/demo`,
  run: async (args, terminal) => {
    const { values, positionals } = readArguments(args, { flags, positionals: ['OLD', 'NEW'] });
    const [from, to] = positionals.map((path) => resolve(path)) as [string, string];
    // The catalogue is loaded by those who change it.
    const { relocate } = await import('./run-relocate.ts');
    const report = await relocate(terminal, {
      from,
      to,
      isDryRun: values['dry-run'] === true,
      mayBeMissing: values['even-if-missing'] === true,
    });
    if (values.json) printJson(terminal, report);
    else
      printFacts(terminal, {
        items: String(report.items),
        collections: String(report.collections),
        files: String(report.files),
        missing: String(report.missing.length),
        changed: String(report.changed),
        refused: String(report.refused.length),
      });
    for (const path of report.missing.slice(0, 10)) terminal.err(`not there: ${path}`);
    for (const what of report.refused.slice(0, 10)) terminal.err(`refused: ${harmless(what)}`);
    return report.missing.length + report.refused.length > 0 ? exitCodes.refused : exitCodes.done;
  },
};
