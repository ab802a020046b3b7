// Search, select, order and check what came, with the client library.
// In a checkout: EMAIL=... PASSWORD=... npx tsx --conditions source examples/order-tour.ts [http://localhost:8080]
import { createHash } from 'node:crypto';
import { createClient } from '@swath/client';

const url = process.argv[2] ?? 'http://localhost:8080';
const { EMAIL: username = 'admin@localhost', PASSWORD: password = '' } = process.env;
const bbox = [9.732, 50.958, 9.749, 50.968] as const;

const client = createClient({ url, username, password });

// What there is over the town, newest first, page behind page
for await (const item of client.catalog.items({ bbox })) console.log(`found ${item.id}`);

// The best tile of each cell; a select that takes long is waited for
const { id: selectId } = await client.selects.create({ bbox, stack_depth: 1 });
const select = await client.selects.wait(selectId);
console.log(`select ${select.id}: ${select.stack_depth_summary?.tiles} tiles of ${select.acquisitions.join(', ')}`);

// What it would cost, then for real; a key of its own makes sure that it is placed once
const request = { select_id: select.id, bucket: 'managed', settings: { clip_to_aoi: true } };
console.log(`dry run: ${(await client.orders.dryRun(request)).status_message}`);
const placed = await client.orders.place(request);
const order = await client.orders.wait(placed.id, {
  onProgress: ({ progress }) => console.log(`${progress.percent} %`),
});
console.log(`order ${order.id}: ${order.state}`);

// Each file against its checksum
for (const file of (await client.orders.files(order.id)).data) {
  if (file.link === null || file.sha256 === null) continue;
  const bytes = new Uint8Array(await (await fetch(file.link)).arrayBuffer());
  const isWhole = createHash('sha256').update(bytes).digest('hex') === file.sha256;
  console.log(`${isWhole ? 'whole' : 'damaged'}: ${file.key}, ${bytes.length} bytes`);
}
await client.signOut();
