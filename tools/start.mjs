// `npm start`: builds the web application when it is missing or older than its sources, then runs the service from here.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);

function newest(folder) {
  let latest = 0;
  for (const entry of readdirSync(new URL(folder, root), { withFileTypes: true, recursive: true }))
    if (entry.isFile()) latest = Math.max(latest, statSync(`${entry.parentPath}/${entry.name}`).mtimeMs);
  return latest;
}

const page = new URL('web/dist/index.html', root);
const isBuilt = existsSync(page) && statSync(page).mtimeMs >= Math.max(newest('web/src/'), newest('client/src/'));
if (!isBuilt) {
  process.stderr.write('building the web application ...\n');
  const vite = fileURLToPath(new URL('node_modules/vite/bin/vite.js', root));
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('web/', root)),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) process.stderr.write('the web application was not built; the API runs without it\n');
}

process.argv = [
  process.argv[0],
  fileURLToPath(new URL('server/bin/swath.mjs', root)),
  'serve',
  ...process.argv.slice(2),
];
await import(new URL('server/bin/swath.mjs', root).href);
