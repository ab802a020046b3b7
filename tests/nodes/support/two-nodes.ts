import { randomBytes } from 'node:crypto';
import type { Role } from '../../../server/src/shared/role.ts';
import { type StartOptions, type TestService, startService } from '../../support/start-service.ts';

export type Node = TestService;

/** Nodes of one database, each with a data folder of its own, in this process. */
export async function startNodes(
  databaseUrl: string,
  roles: readonly Role[],
  settings: Readonly<Record<string, string>> = {},
  options: StartOptions = {},
): Promise<readonly Node[]> {
  const shared = { SWATH_DATABASE_URL: databaseUrl, SWATH_MASTER_KEY: randomBytes(32).toString('base64'), ...settings };
  const nodes: Node[] = [];
  for (const role of roles) nodes.push(await startService(shared, { ...options, role }));
  return nodes;
}
