import type { Command, CommandGroup, Unloaded } from './command.ts';

const later = (summary: string, load: () => Promise<Command | CommandGroup>): Unloaded => ({ summary, load });

const forCustomers = {
  login: later('Sign in to a server', async () => (await import('./customer/login.ts')).login),
  logout: later('Forget a server and its key', async () => (await import('./customer/logout.ts')).logout),
  search: later('Search the catalogue', async () => (await import('./customer/search/search.ts')).search),
  select: later('Choose the best imagery of an area', async () => (await import('./customer/select/select.ts')).select),
  order: later(
    'Order imagery, follow it, fetch it',
    async () => (await import('./customer/order/commands.ts')).orderCommands,
  ),
  grid: later('The cells of an area', async () => (await import('./customer/grid.ts')).gridCommand),
  completion: later(
    'Print what completes words in a shell',
    async () => (await import('./customer/completion/completion.ts')).completion,
  ),
};

const forOperators = {
  serve: later('Run the service', async () => (await import('./serve.ts')).serve),
  worker: later(
    'Deliver orders, beside the service or instead of it',
    async () => (await import('./worker.ts')).worker,
  ),
  migrate: later('Bring the database up to this release', async () => (await import('./migrate.ts')).migrate),
  doctor: later(
    'Say what is wrong with an installation, and how to mend it',
    async () => (await import('./doctor/doctor.ts')).doctor,
  ),
  backup: later(
    'Copy an installation while it runs, and read the copy again',
    async () => (await import('./backup/backup.ts')).backup,
  ),
  restore: later(
    'Bring a backup back into an empty data folder',
    async () => (await import('./backup/restore.ts')).restore,
  ),
  copy: later('Move an installation to PostgreSQL', async () => (await import('./copy/copy.ts')).copy),
  account: later(
    'Accounts: people and programs that sign in',
    async () => (await import('./account/commands.ts')).accountCommands,
  ),
  key: later('API keys of an account', async () => (await import('./key/commands.ts')).keyCommands),
  ingest: later('Bring items and imagery into the catalogue', async () => (await import('./ingest/ingest.ts')).ingest),
  export: later(
    'Write items of the catalogue to a file',
    async () => (await import('./export/export.ts')).exportCommand,
  ),
  image: later(
    'Images: their items, cuts, and where they lie',
    async () => (await import('./image/commands.ts')).imageCommands,
  ),
  bucket: later(
    'Buckets that orders are delivered to',
    async () => (await import('./bucket/commands.ts')).bucketCommands,
  ),
  queue: later(
    'The queue of orders and ingests: pause, drain, go on',
    async () => (await import('./queue/commands.ts')).queueCommands,
  ),
  sweep: later('Remove what is over, and files that belong to nothing', async () => (await import('./sweep.ts')).sweep),
  reindex: later('Build the catalogue anew from its documents', async () => (await import('./reindex.ts')).reindex),
  openapi: later('Print the OpenAPI document', async () => (await import('./openapi.ts')).openapi),
  rekey: later('Put the data key under a new master key', async () => (await import('./rekey.ts')).rekey),
};

/** Every command there is; a test holds each summary to what is loaded. */
export const commandTree: CommandGroup = {
  summary: 'a self-hosted imagery platform',
  commands: { ...forCustomers, ...forOperators },
  sections: {
    'Imagery, from any server': Object.keys(forCustomers),
    'Running a server, on its data folder': Object.keys(forOperators),
  },
  closing: `Three commands to the first imagery, of the demo archive of a server on this machine:
  swath login http://localhost:8080 --user admin@localhost
  swath search --collections demo-visual --limit 1 | swath select - | swath order create - --wait
  swath order download latest --to imagery

Data goes to standard output, everything else to standard error; --json prints one JSON document.
Exit codes: 0 done, 1 failed, 2 wrong use or settings, 3 not found, 4 refused; 'swath help exit-codes' has all of them,
'swath help pipes' tells what goes through pipes. Settings come from the environment: docs/operating.md, docs/cli.md`,
};
