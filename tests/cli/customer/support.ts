import { rmSync } from 'node:fs';
import type { Terminal } from '../../../server/src/cli/command.ts';
import { type OrderService, startOrderService } from '../../http/orders/support-orders.ts';
import { type Env, type Finished, freshFolder, swath } from '../swath-in-process.ts';

export const person: Terminal['isSeen'] = { out: true, err: true };
export const pipe: Terminal['isSeen'] = { out: false, err: false };

export type Customer = {
  readonly service: OrderService;
  readonly env: Env;
  /** Where files may be written. */
  readonly folder: string;
  /** As in a pipe; `input` is what is piped in. */
  run(args: readonly string[], input?: string): Promise<Finished>;
  /** As somebody on a terminal sees it. */
  see(args: readonly string[], input?: string): Promise<Finished>;
  stop(): Promise<void>;
};

/** A real service and the command line of somebody who may order there. */
export async function startCustomer(): Promise<Customer> {
  const service = await startOrderService();
  const folder = freshFolder();
  const env = { XDG_CONFIG_HOME: folder, SWATH_URL: service.url, SWATH_API_KEY: service.key };
  return {
    service,
    env,
    folder,
    run: (args, input = '') => swath(args, env, input, pipe),
    see: (args, input = '') => swath(args, env, input, person),
    async stop() {
      await service.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What the tests look at of a document. */
export type Printed = {
  readonly id: string;
  readonly bbox: readonly number[];
  readonly geometry: { readonly type: string };
  readonly acquisitions: readonly string[];
  readonly [member: string]: unknown;
};

/** The documents that a command printed, one a line; a failure shows what it said instead. */
export function linesOf({ code, stdout, stderr }: Finished): readonly Printed[] {
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Printed);
}
