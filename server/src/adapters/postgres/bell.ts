import { Client } from 'pg';
import { type Bell, type QueueName, queueNames } from '../../shared/bell.ts';
import { secondMs } from '../../shared/clock.ts';
import type { Log } from '../../shared/log.ts';
import type { Sql } from '../sql/database.ts';
import { probing } from './connections.ts';

const channel = 'swath_work';

type BellOptions = { readonly url: string; readonly read: Sql; readonly log: Log; readonly again?: number };

/** A bell that all nodes of a database hear; it is heard over a connection of its own, which is made again when it is lost. */
export function createPostgresBell({ url, read, log, again = secondMs }: BellOptions): Bell {
  let client: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function connect(hear: (queue: QueueName) => void): Promise<void> {
    const listener = new Client({
      ...probing,
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      application_name: 'swath bell',
    });
    let isLost = false;
    const lose = () => {
      if (isLost || isClosed) return;
      isLost = true;
      listener.end().catch(() => undefined);
      timer = setTimeout(() => void connect(hear), again).unref();
    };
    listener.on('error', lose);
    listener.on('end', lose);
    listener.on('notification', ({ payload }) => {
      const queue = queueNames.find((name) => name === payload);
      if (queue !== undefined) hear(queue);
    });
    client = listener;
    try {
      await listener.connect();
      await listener.query(`LISTEN ${channel}`);
      // What was rung while nobody listened.
      queueNames.forEach(hear);
    } catch {
      lose();
    }
  }

  return {
    ring: (queue) =>
      void read
        .get(`SELECT pg_notify('${channel}', $1)`, [queue])
        .catch(() => log.warn('other nodes were not told of work: they find it at their next turn', { queue })),
    listen: (hear) => void connect(hear),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
