/** The end of `npm run build`: what starts the program or a thread is written anew, over what the compiler wrote. */
import { fileURLToPath } from 'node:url';
import { bundleServer } from './bundle-server.ts';

await bundleServer(process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url)));
