import { GetObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { childAdmin } from '../abuse/support/child-service.ts';
import { acquisitions, areas, fillArchive } from '../abuse/support/orders/order-archive.ts';
import { placeOrder, until } from '../abuse/support/orders/order-client.ts';
import { keysIn, uploadsIn } from '../abuse/support/orders/s3-desk.ts';
import { freshDatabase, postgresForTests } from '../abuse/support/postgres-database.ts';
import { temporaryFolder } from '../abuse/support/temporary-folder.ts';
import { changeAccount, createAccount, signIn } from '../support/accounts.ts';
import { call } from '../support/call.ts';
import { mails } from '../support/mail-folder.ts';
import { findS3Server } from '../support/s3-server.ts';
import { openScaled } from './support/site.ts';

const postgres = postgresForTests();
const databaseUrl = 'url' in postgres ? postgres.url : null;
const s3Program = findS3Server();

const orderOf = (id: string) => ({
  acquisitions: [id],
  intersects: areas[3].area,
  output_config: { bucket: 'deliveries', prefix: id },
  notifications: [{ type: 'email', address: `${id}@example.com` }],
});

describe.skipIf(databaseUrl === null || s3Program === null)('in the middle of orders, over PostgreSQL and S3', () => {
  test(
    'a worker and the node that took them are killed and the account is deactivated: each is delivered, told and counted once',
    { timeout: 150_000 },
    async () => {
      const archive = temporaryFolder();
      const settings = { SWATH_ARCHIVE_ROOTS: archive, SWATH_DELIVERY_LEASE: '5' };
      const site = await openScaled(await freshDatabase(databaseUrl!), s3Program!, settings);
      const [first, second] = site.urls as [string, string];
      const { access_token: admin } = await signIn(first, childAdmin);
      await fillArchive(first, admin, archive);
      const member = await createAccount(first, admin);
      const { access_token: bearer } = await signIn(first, member);

      await call(second, 'POST', '/admin/queue/pause', { token: admin });
      const ids = [];
      for (const id of acquisitions) ids.push(await placeOrder({ url: first, bearer }, orderOf(id)));
      await call(second, 'POST', '/admin/queue/resume', { token: admin });

      const found = async (part: string) => (await keysIn(site.s3)).filter((key) => key.includes(part));
      expect(await until(async () => (await found('-visual.tif')).length > 0)).toBe(true);
      await Promise.all([site.processes[0]!.end('SIGKILL'), site.processes[2]!.end('SIGKILL')]);
      await changeAccount(second, admin, member.id, { active: false });
      expect(await found('-manifest.json')).not.toHaveLength(3);

      expect(await until(async () => (await found('-manifest.json')).length === 3)).toBe(true);
      expect([(await found('-visual.tif')).length, await uploadsIn(site.s3)]).toEqual([12, []]);
      for (const [at, id] of ids.entries()) {
        const asked = { Bucket: 'deliveries', Key: `${acquisitions[at]}/${id}-manifest.json` };
        const text = await (await site.s3.send(new GetObjectCommand(asked))).Body!.transformToString();
        expect(JSON.parse(text)).toMatchObject({ order_id: id, tiles: { total: 4, delivered: 4, failed: 0 } });
      }
      const told = () => site.mailFolders.flatMap(mails).filter((mail) => mail.includes('was delivered'));
      expect(await until(() => told().length >= 3)).toBe(true);
      expect(told()).toHaveLength(3);
      const usage = await call(second, 'GET', `/usage/account/${member.organizationId}`, { token: admin });
      expect(usage.json()).toMatchObject({ usage: { area: { total_imagery_sqkm: 300, estimate: false } } });
    },
  );
});
