import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { signIn } from '../abuse/support/call.ts';
import { type ChildService, childAdmin, startChild } from '../abuse/support/child-service.ts';
import { bucketProblems, tileFiles } from '../abuse/support/orders/bucket-oracle.ts';
import { orderUndisturbed, stateProblems } from '../abuse/support/orders/kill-orders.ts';
import { mailProblems, messageProblems } from '../abuse/support/orders/notice-oracle.ts';
import { fillArchive } from '../abuse/support/orders/order-archive.ts';
import { type Client, until, untilEnded } from '../abuse/support/orders/order-client.ts';
import { drawOrders, startPlacing } from '../abuse/support/orders/order-ledger.ts';
import { startWebhookReceiver } from '../abuse/support/orders/webhook-receiver.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { startOwnPostgres } from '../contract/postgres.ts';
import { startKeyChurn } from '../nodes/support/key-churn.ts';
import { openNamespace } from '../nodes/support/namespace.ts';
import { freePort } from '../support/free-port.ts';
import { createRandom, testSeed } from '../support/seeded-random.ts';

const seed = testSeed();
const leaseSeconds = 3;

/** What is done to the nodes, in turns. */
const blows = [
  'kill an API node',
  'kill a worker',
  'freeze a worker',
  'cut a worker off',
  'restart PostgreSQL',
] as const;
type Blow = (typeof blows)[number];

type Member = { readonly name: string; readonly start: () => Promise<ChildService>; child: ChildService };

async function revive(member: Member): Promise<void> {
  member.child = await member.start();
}

test(`two API nodes and two workers survive all that is done to them (seed ${seed})`, async ({ skip }) => {
  const random = createRandom(seed);
  const network = openNamespace(1 + (process.pid % 250));
  const postgres = await startOwnPostgres(network?.host);
  if (postgres === null) return skip('no PostgreSQL');
  onTestFinished(postgres.stop);
  const receiver = await startWebhookReceiver(network?.host);
  onTestFinished(receiver.close);
  const folder = temporaryFolder();
  const [archive, buckets] = [join(folder, 'archive'), join(folder, 'buckets')];
  const bucketFolder = join(buckets, 'deliveries');
  mkdirSync(bucketFolder, { recursive: true });
  const bucket = `file://${bucketFolder}`;
  const settings = {
    SWATH_DATABASE_URL: postgres.url,
    SWATH_MASTER_KEY: randomBytes(32).toString('base64'),
    SWATH_ARCHIVE_ROOTS: archive,
    SWATH_BUCKET_ROOTS: buckets,
    SWATH_ALLOW_PRIVATE_ENDPOINTS: '1',
    SWATH_DELIVERY_LEASE: String(leaseSeconds),
    SWATH_DELIVERY_THREADS: '1',
    SWATH_LOG_LEVEL: 'warn',
  };
  async function open(name: string, role: string, within: readonly string[] = []): Promise<Member> {
    mkdirSync(join(folder, name));
    const port = String(await freePort());
    const start = () =>
      startChild(join(folder, name), { ...settings, PORT: port }, undefined, ['--role', role], within);
    const member: Member = { name, start, child: await start() };
    onTestFinished(async () => {
      member.child.process.kill('SIGCONT');
      await member.child.end('SIGKILL');
    });
    return member;
  }
  const apis = [await open('api-1', 'api'), await open('api-2', 'api')];
  const workers = [await open('worker-1', 'worker'), await open('worker-2', 'worker', network?.within)];
  const urls = apis.map(({ child }) => child.url);
  const { bearer } = await signIn(urls[0]!, childAdmin.email, childAdmin.password);
  await fillArchive(urls[0]!, bearer, archive);
  let turn = 0;
  // Another node for each request.
  const client: Client = {
    get url() {
      return urls[turn++ % urls.length]!;
    },
    bearer,
  };

  const done: Record<Blow, number> = Object.fromEntries(blows.map((blow) => [blow, 0])) as Record<Blow, number>;
  const pastLease = () => setTimeout((leaseSeconds + 2) * 1_000);
  const strike: Readonly<Record<Blow, () => Promise<void>>> = {
    'kill an API node': async () => {
      const member = random.pick(apis);
      await member.child.end('SIGKILL');
      await revive(member);
    },
    'kill a worker': async () => {
      const member = random.pick(workers);
      await member.child.end('SIGKILL');
      await revive(member);
    },
    'freeze a worker': async () => {
      const { child } = random.pick(workers);
      child.process.kill('SIGSTOP');
      await pastLease();
      child.process.kill('SIGCONT');
    },
    'cut a worker off': async () => {
      network?.setCut(true);
      await pastLease();
      network?.setCut(false);
    },
    'restart PostgreSQL': async () => {
      await postgres.halt();
      await setTimeout(random.below(1_500));
      await postgres.resume();
    },
  };

  const orders = drawOrders(60, bucket, receiver.url, random);
  const placing = startPlacing(orders, client);
  const churn = startKeyChurn(urls, bearer, createRandom(seed + 1));
  const plan: Blow[] = [
    ...Array<Blow>(20).fill('kill an API node'),
    ...Array<Blow>(8).fill('kill a worker'),
    ...Array<Blow>(4).fill('freeze a worker'),
    ...(network === null ? [] : Array<Blow>(4).fill('cut a worker off')),
    ...Array<Blow>(4).fill('restart PostgreSQL'),
  ];
  const shuffled = plan.map((blow) => ({ blow, at: random.below(1e9) })).toSorted((a, b) => a.at - b.at);
  for (const [round, { blow }] of shuffled.entries()) {
    placing.allow(Math.ceil((orders.length * (round + 2)) / plan.length));
    await setTimeout(random.below(800));
    await strike[blow]();
    done[blow]++;
  }
  placing.allow(orders.length);
  await placing.done;

  const problems = [...placing.problems, ...(await stateProblems(client, orders))];
  const told = () => [
    ...messageProblems(receiver.received, orders),
    ...mailProblems(
      workers.map(({ name }) => join(folder, name)),
      orders,
    ),
  ];
  await until(() => told().length === 0, 150_000);
  problems.push(...told());
  const undisturbed = await orderUndisturbed(client, bucket);
  if ((await untilEnded(client, undisturbed.id)).state !== 'SUCCEEDED') problems.push('the undisturbed order failed');
  const placed = orders.map((order) => ({ ...order, id: order.id ?? 'none' }));
  problems.push(...bucketProblems(bucketFolder, [...placed, undisturbed], tileFiles(bucketFolder, undisturbed)));
  await churn.stop();
  problems.push(...churn.problems);
  console.log(
    'survived',
    JSON.stringify({ ...done, ...churn.counts(), orders: orders.length, network: network !== null }),
  );
  expect(problems).toEqual([]);
  expect(churn.counts().deleted).toBeGreaterThan(100);
}, 1_200_000);
