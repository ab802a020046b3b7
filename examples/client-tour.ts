// Sign in, make a key, use it, delete it, with the client library.
// In a checkout: EMAIL=... PASSWORD=... npx tsx --conditions source examples/client-tour.ts [http://localhost:8080]
import { SwathError, createClient } from '@swath/client';

const url = process.argv[2] ?? 'http://localhost:8080';
const { EMAIL: username = 'admin@localhost', PASSWORD: password = '' } = process.env;

const client = createClient({ url, username, password });
const key = await client.keys.create({ name: 'tour' });
console.log(`made a key that expires ${key.expiresAt.toISOString()}`);

const byKey = createClient({ url, apiKey: key.api_key });
console.log(`by key: ${(await byKey.self()).email}`);

await client.keys.delete(key.id);
try {
  await byKey.self();
} catch (error) {
  if (!(error instanceof SwathError)) throw error;
  console.log(`after deletion: ${error.status}`);
}
await client.signOut();
