import type { Client } from '@swath/client';
import { CommandFailure, type Terminal, exitCodes } from '../command.ts';
import { listenForStop } from '../until-stopped.ts';
import { explainAnswer } from './explain-answer.ts';
import { loadClient } from './load-client.ts';
import { type ChosenServer, chooseServer } from './servers/choose-server.ts';

/** What every command that asks a server takes. */
export const serverFlags = { server: { type: 'string' }, json: { type: 'boolean' } } as const;

export const serverHelp = `  --server NAME|URL     another server than that of the last sign-in
  --json                one JSON document`;

type Use<T> = (client: Client, signal: AbortSignal) => Promise<T>;

/** A client of the chosen server; a stop ends what it is at. */
export const withServer = <T>(terminal: Terminal, named: string | undefined, use: Use<T>): Promise<T> =>
  withClient(chooseServer(terminal.env, named), use);

export async function withClient<T>({ url, apiKey, vendor }: ChosenServer, use: Use<T>): Promise<T> {
  const { createClient } = await loadClient();
  const client = createClient({
    url: addressOf(url),
    ...(apiKey === null ? {} : { apiKey }),
    ...(vendor === undefined ? {} : { vendor }),
  });
  return untilStopped((signal) => use(client, signal));
}

/** Failures of the service come out with their exit codes. */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = listenForStop();
  const aborter = new AbortController();
  void stop.signal.then(() => aborter.abort(new CommandFailure('stopped', exitCodes.stopped)));
  try {
    return await work(aborter.signal);
  } catch (error) {
    throw explainAnswer(error);
  } finally {
    stop.forget();
  }
}

export function addressOf(text: string): URL {
  const isAddress = URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
  if (!isAddress) throw new CommandFailure(`'${text}' is not the address of a server`, exitCodes.usage);
  return new URL(text);
}
