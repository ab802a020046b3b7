import { type Command, UsageError } from '../command.ts';
import { readArguments } from '../read-arguments.ts';

export const copy: Command = {
  summary: 'Move an installation to PostgreSQL',
  help: `swath copy --from sqlite --to postgres [--catalogue-alone] [--progress] [--json]

Copies a whole installation: accounts, keys (sealed as they are), selects, orders, saved searches, the audit and the
catalogue, from the embedded databases in SWATH_DATA to the empty database that SWATH_DATABASE_URL names. Files in the
managed bucket go along where SWATH_MANAGED_BUCKET is set. No service may run on the data folder meanwhile.

What was copied is read back and compared, by count and by checksum. Accounts and all that belongs to them are one
transaction, which comes last: until then the target refuses to be served, and the command can be stopped and run again.
The source stays as it is. The master key is not copied: give the nodes the same one (SWATH_MASTER_KEY_FILE).

  --catalogue-alone   where accounts are in PostgreSQL already: brings the catalogue to them
  --progress          tell the progress also where standard error is no terminal
  --json              one JSON document: tables (name, rows, sha256), collections, items, files

Ends with 0 when all is there, 1 when it failed or was stopped, 2 for wrong use.

Examples:
  SWATH_DATABASE_URL_FILE=/run/secrets/database swath copy --from sqlite --to postgres`,
  run: async (args, terminal) => {
    const { values } = readArguments(args, {
      flags: {
        from: { type: 'string' },
        to: { type: 'string' },
        'catalogue-alone': { type: 'boolean' },
        progress: { type: 'boolean' },
        json: { type: 'boolean' },
      },
      required: ['from', 'to'],
    });
    if (values.from !== 'sqlite' || values.to !== 'postgres')
      throw new UsageError('there is one way: --from sqlite --to postgres');
    const { runCopy } = await import('./run.ts');
    return runCopy(
      {
        isCatalogueAlone: values['catalogue-alone'] === true,
        isProgressTold: values.progress === true || process.stderr.isTTY,
        isJson: values.json === true,
      },
      terminal,
    );
  },
};
