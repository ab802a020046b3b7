import type { IncomingMessage } from 'node:http';
import type { SentWebhook, WebhookSender } from '../../notifications/ports.ts';
import { webhookTimestamp } from '../../notifications/sign-webhook.ts';
import type { WebhookEvent } from '../../notifications/webhook.ts';
import { secondMs } from '../../shared/clock.ts';
import { ForbiddenNetwork, explainFailure } from '../network/explain-failure.ts';
import { readRetryAfter } from '../network/retry-after.ts';
import { destroyAgents, outgoingAgents, sendRequest } from '../network/send-request.ts';

export type WebhookSenderOptions = {
  /** Also to this machine and to private networks. */
  readonly arePrivateAllowed: boolean;
  readonly timeoutMs?: number;
  readonly mostAnswerBytes?: number;
};

const agentOptions = { keepAlive: false, maxSockets: 100 };

/** Sends messages over HTTP, to public addresses alone unless it is told otherwise. */
export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { arePrivateAllowed, timeoutMs = 15 * secondMs, mostAnswerBytes = 65_536 } = options;
  const agents = outgoingAgents(arePrivateAllowed, agentOptions);
  const closing = new AbortController();

  return {
    async send(event, signatures, sentAtMs) {
      const startedMs = performance.now();
      const timeout = AbortSignal.timeout(timeoutMs);
      const tookMs = () => Math.round(performance.now() - startedMs);
      try {
        const signal = AbortSignal.any([timeout, closing.signal]);
        const { url, body } = event;
        const headers = headersOf(event, signatures, sentAtMs);
        const response = await sendRequest(agents, { url, method: 'POST', headers, body }, signal);
        await drain(response, mostAnswerBytes);
        return answered(response, sentAtMs, tookMs());
      } catch (error) {
        const reason = timeout.aborted ? `no answer within ${timeoutMs / secondMs} s` : explainFailure(error);
        const attempt = { atMs: sentAtMs, status: null, tookMs: tookMs(), error: reason };
        return { attempt, retryAfterMs: null, isForbidden: error instanceof ForbiddenNetwork };
      }
    },
    async close() {
      closing.abort();
      destroyAgents(agents);
    },
  };
}

function answered({ statusCode: status = 0, headers }: IncomingMessage, sentAtMs: number, tookMs: number): SentWebhook {
  const isTaken = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const problem = `answered ${status}${isRedirect ? '; redirects are not followed' : ''}`;
  return {
    attempt: { atMs: sentAtMs, status, tookMs, error: isTaken ? null : problem },
    retryAfterMs: readRetryAfter(headers['retry-after'], sentAtMs),
    isForbidden: false,
  };
}

const headersOf = ({ id, body }: WebhookEvent, signatures: string, sentAtMs: number) => ({
  'content-type': 'application/json',
  'content-length': Buffer.byteLength(body),
  'user-agent': 'Swath-Webhooks/1',
  'webhook-id': id,
  'webhook-timestamp': webhookTimestamp(sentAtMs),
  'webhook-signature': signatures,
});

/** Reads what little may come and forgets it: the status has said everything. */
function drain(response: IncomingMessage, mostBytes: number): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) response.destroy();
    });
    response.on('error', () => undefined);
    response.on('close', resolve);
  });
}
