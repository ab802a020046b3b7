import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ForbiddenNetwork } from './explain-failure.ts';
import { type AgentOptions, type Agents, createGuardedAgents, createOpenAgents } from './guarded-agents.ts';

export type OutgoingRequest = {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string | undefined;
};

/** To public addresses alone, unless private ones are allowed. */
export const outgoingAgents = (arePrivateAllowed: boolean, options: AgentOptions): Agents =>
  arePrivateAllowed
    ? createOpenAgents(options)
    : createGuardedAgents(options, (host) => new ForbiddenNetwork(`${host} is not on the public internet`));

export function destroyAgents({ httpAgent, httpsAgent }: Agents): void {
  httpAgent.destroy();
  httpsAgent.destroy();
}

/** Resolves with the head of the answer. */
export function sendRequest(
  { httpAgent, httpsAgent }: Agents,
  { url, method, headers, body }: OutgoingRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const isSecure = new URL(url).protocol === 'https:';
  const send = isSecure ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    // May throw at once: an address that is forbidden needs no look-up.
    send(url, { method, headers, signal, agent: isSecure ? httpsAgent : httpAgent }, resolve)
      .on('error', reject)
      // A connection may end without either, such as by an upgrade that nobody asked for.
      .on('close', () => reject(new Error('the connection was closed')))
      .end(body);
  });
}
