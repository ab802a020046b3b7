import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '../../../../server/src/adapters/sqlite/driver.ts';
import type { PlacedOrder } from './order-ledger.ts';
import type { ReceivedMessage } from './webhook-receiver.ts';

/** Each order is told of, by one message, however often that is sent. */
export function messageProblems(
  received: readonly ReceivedMessage[],
  orders: readonly Pick<PlacedOrder, 'id'>[],
): readonly string[] {
  const problems: string[] = [];
  for (const { id } of orders) {
    const mine = received.filter(({ orderId }) => orderId === id);
    if (mine.length === 0) problems.push(`no message about order ${id}`);
    if (new Set(mine.map((message) => message.id)).size > 1) problems.push(`several messages about order ${id}`);
    if (new Set(mine.map(({ body }) => body)).size > 1) problems.push(`a message about order ${id} changed`);
  }
  return problems;
}

/** Likewise by one mail; without a mail server it is a file. */
export function mailProblems(
  dataFolder: string | readonly string[],
  orders: readonly Pick<PlacedOrder, 'id' | 'address'>[],
): readonly string[] {
  const mails = [dataFolder].flat().flatMap(mailsIn);
  const problems: string[] = [];
  for (const { id, address } of orders) {
    const mine = mails.filter((mail) => recipientOf(mail) === address);
    if (mine.length === 0) problems.push(`no mail about order ${id}`);
    if (new Set(mine.map(messageIdOf)).size > 1) problems.push(`several mails about order ${id}`);
    if (id !== null && mine.some((mail) => !mail.includes(id))) problems.push(`the mail about ${id} is of another`);
  }
  return problems;
}

export function mailsIn(dataFolder: string): readonly string[] {
  const folder = join(dataFolder, 'mail');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  return names.map((name) => readFileSync(join(folder, name), 'utf8'));
}

const recipientOf = (mail: string) => /^To: .*?([^\s<>]+@[^\s<>]+)/im.exec(mail)?.[1] ?? '';
const messageIdOf = (mail: string) => /^Message-ID: (.*)$/im.exec(mail)?.[1] ?? '';

/** As if the leases of senders that were killed had run out; nobody may have the folder open for writing. */
export function hastenNotices(dataFolder: string): void {
  const database = connect(join(dataFolder, 'app.db'));
  database.exec('UPDATE outbox SET due_at_ms = 0');
  database.exec(`UPDATE webhooks SET due_at_ms = 0 WHERE state = 'pending'`);
  database.close();
}
