import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { call, keysPath, type KeyRecord, signIn } from './call.ts';
import { type ChildService, childAdmin, startChild } from './child-service.ts';
import type { Random } from '../../support/seeded-random.ts';

/** What the service has acknowledged so far, over all rounds. */
type Ledger = {
  readonly created: Map<string, string>;
  readonly deleted: Map<string, string>;
  /** Asked for, never answered: either outcome is right. */
  readonly inDoubt: Set<string>;
};

/** Set when the process is gone, for those who have nothing to ask it. */
type Life = { isOver: boolean };

export type KillReport = {
  readonly created: number;
  readonly deleted: number;
  readonly kills: number;
  readonly problems: readonly string[];
};

type Start = () => Promise<ChildService>;

async function createKeys(url: string, bearer: string, ledger: Ledger, agent: Agent): Promise<void> {
  for (;;) {
    const answer = await call(url, keysPath, { method: 'POST', bearer, agent, body: { name: 'kept' } });
    if (answer.status !== 200) throw new Error(`creation answered ${answer.status}`);
    const { id, api_key: text } = answer.json as KeyRecord;
    ledger.created.set(id, text);
  }
}

async function deleteKeys(
  url: string,
  bearer: string,
  ledger: Ledger,
  agent: Agent,
  random: Random,
  life: Life,
): Promise<void> {
  while (!life.isOver) {
    const ids = [...ledger.created.keys()].filter((id) => !ledger.inDoubt.has(id)).slice(0, 1 + random.below(3));
    if (ids.length === 0) await setTimeout(2);
    else await deleteSome(url, bearer, ledger, agent, ids);
  }
}

async function deleteSome(
  url: string,
  bearer: string,
  ledger: Ledger,
  agent: Agent,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) ledger.inDoubt.add(id);
  const [path, body] = ids.length === 1 ? [`${keysPath}/id/${ids[0]}`, undefined] : [keysPath, { ids }];
  const answer = await call(url, path, { method: 'DELETE', bearer, agent, body });
  if (answer.status !== 204) throw new Error(`deletion answered ${answer.status}`);
  for (const id of ids) {
    ledger.deleted.set(id, ledger.created.get(id)!);
    ledger.created.delete(id);
    ledger.inDoubt.delete(id);
  }
}

/** Resolves when creations and deletions have been acknowledged in this life of the process. */
async function untilBusy({ created, deleted }: Ledger): Promise<void> {
  const [total, gone] = [created.size + deleted.size + 10, deleted.size + 3];
  while (created.size + deleted.size < total || deleted.size < gone) await setTimeout(2);
}

/** Runs creations and deletions until the process is killed under them. */
async function runUntilKilled(service: ChildService, bearer: string, ledger: Ledger, random: Random): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const { url } = service;
  const life: Life = { isOver: false };
  const work = [
    ...Array.from({ length: 6 }, () => createKeys(url, bearer, ledger, agent)),
    ...Array.from({ length: 4 }, () => deleteKeys(url, bearer, ledger, agent, random, life)),
  ];
  const ends = Promise.allSettled(work);
  await Promise.race([ends, untilBusy(ledger)]);
  await setTimeout(random.below(150));
  await service.end('SIGKILL');
  life.isOver = true;
  const reasons = (await ends).map((end) => (end.status === 'rejected' ? String(end.reason) : ''));
  agent.destroy();
  const wrong = reasons.find((reason) => reason.includes('answered'));
  if (wrong !== undefined) throw new Error(wrong);
}

/** After a restart: everything acknowledged is so, and nothing is half there. */
async function problemsAfter({ url }: ChildService, bearer: string, ledger: Ledger, random: Random): Promise<string[]> {
  const problems: string[] = [];
  const answer = await call(url, keysPath, { bearer });
  if (answer.status !== 200) return [`the list answered ${answer.status}: ${answer.text}`];
  const listed = new Map((answer.json as KeyRecord[]).map(({ id, api_key: text }) => [id, text]));
  for (const [id, text] of ledger.created)
    if (!ledger.inDoubt.has(id) && listed.get(id) !== text)
      problems.push(`key ${id} was acknowledged and is ${listed.has(id) ? 'another' : 'lost'}`);
  for (const id of ledger.deleted.keys()) if (listed.has(id)) problems.push(`key ${id} was deleted and is back`);
  const statusOf = async (text: string) => (await call(url, '/auth/self', { key: text })).status;
  for (const text of sample(random, [...listed.values()], 25))
    if ((await statusOf(text)) !== 200) problems.push('a listed key does not work');
  for (const text of sample(random, [...ledger.deleted.values()], 25))
    if ((await statusOf(text)) !== 401) problems.push('a deleted key works');
  settleDoubts(ledger, listed);
  return problems;
}

function settleDoubts({ created, inDoubt }: Ledger, listed: ReadonlyMap<string, string>): void {
  for (const id of inDoubt) if (!listed.has(id)) created.delete(id);
  for (const [id, text] of listed) created.set(id, text);
  inDoubt.clear();
}

const sample = (random: Random, texts: readonly string[], size: number) =>
  texts.length <= size ? texts : Array.from({ length: size }, () => random.pick(texts));

/** Starts, works, kills, restarts, checks; each round on what the last one left. */
export async function killRounds(start: Start, rounds: number, random: Random): Promise<KillReport> {
  const ledger: Ledger = { created: new Map(), deleted: new Map(), inDoubt: new Set() };
  const problems: string[] = [];
  let kills = 0;
  let service = await start();
  // One token for all rounds: a sign-in that was acknowledged is not lost either.
  const { bearer } = await signIn(service.url, childAdmin.email, childAdmin.password);
  for (let round = 1; round <= rounds && problems.length === 0; round++) {
    await runUntilKilled(service, bearer, ledger, random);
    kills++;
    service = await start();
    problems.push(...(await problemsAfter(service, bearer, ledger, random)).map((each) => `round ${round}: ${each}`));
  }
  const code = await service.end('SIGTERM');
  if (code !== 0) problems.push(`SIGTERM ended with ${code}`);
  return { created: ledger.created.size + ledger.deleted.size, deleted: ledger.deleted.size, kills, problems };
}

export const startIn =
  (folder: string, settings: Readonly<Record<string, string | undefined>> = {}): Start =>
  () =>
    startChild(folder, { SWATH_LOG_LEVEL: 'warn', ...settings });
