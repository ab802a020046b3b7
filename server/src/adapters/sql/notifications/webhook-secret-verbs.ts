import type { Sql } from '../database.ts';

/** Sealed for its account: plain data for a verb. */
export type SealedSecret = { readonly id: string; readonly accountId: string; readonly sealed: string };

/** Each signs every message: rotating again and again must not make headers without end. */
const mostOlder = 4;

// Two that ask at once wait for each other here: an account has one secret that is current.
const lockAccount = (sql: Sql, accountId: string) =>
  sql.get('SELECT id FROM accounts WHERE id = $1 FOR UPDATE', [accountId]);

const insert = (sql: Sql, { id, accountId, sealed }: SealedSecret) =>
  sql.run('INSERT INTO webhook_secrets (id, account_id, sealed) VALUES ($1, $2, $3)', [id, accountId, sealed]);

async function createWebhookSecret(sql: Sql, secret: SealedSecret): Promise<void> {
  await lockAccount(sql, secret.accountId);
  const current = await sql.get('SELECT id FROM webhook_secrets WHERE account_id = $1 AND until_ms IS NULL', [
    secret.accountId,
  ]);
  if (current === undefined) await insert(sql, secret);
}

type Rotation = { readonly secret: SealedSecret; readonly oldUntilMs: number };

async function rotateWebhookSecret(sql: Sql, { secret, oldUntilMs }: Rotation): Promise<void> {
  const { accountId } = secret;
  await lockAccount(sql, accountId);
  await sql.run('UPDATE webhook_secrets SET until_ms = $2 WHERE account_id = $1 AND until_ms IS NULL', [
    accountId,
    oldUntilMs,
  ]);
  await sql.run(
    `DELETE FROM webhook_secrets WHERE account_id = $1 AND id NOT IN (
       SELECT id FROM webhook_secrets WHERE account_id = $1 ORDER BY until_ms DESC, id LIMIT $2)`,
    [accountId, mostOlder],
  );
  await insert(sql, secret);
}

export const webhookSecretVerbs = { createWebhookSecret, rotateWebhookSecret };
