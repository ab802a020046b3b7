import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { errorText } from '../../shared/error-text.ts';
import type { Log } from '../../shared/log.ts';
import type { OpenSpan, SpanFacts, Tracer } from '../../shared/tracer.ts';

export type OtlpOptions = {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: Log;
  readonly everyMs?: number;
};

type Place = { readonly traceId: string; readonly spanId: string };
type Kind = Parameters<Tracer['begin']>[1];

const kinds: Readonly<Record<Kind, number>> = { internal: 1, server: 2, client: 3 };
const mostWaiting = 4_096;
const mostAtOnce = 512;
const patienceMs = 10_000;

/** Spans as OTLP over HTTP has them in JSON, sent in the background; what the collector does not take is dropped. */
export function createOtlpTracer({ endpoint, version, log, everyMs = 2_000 }: OtlpOptions): Tracer {
  const current = new AsyncLocalStorage<Place>();
  const waiting: object[] = [];
  let sending: Promise<void> | null = null;
  let isTold = false;

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, mostAtOnce);
      try {
        await post(endpoint, version, spans);
        isTold = false;
      } catch (error) {
        // Once, until it works again: nobody should have to read it every two seconds.
        if (!isTold) log.warn('traces are not taken', { error: errorText(error) });
        isTold = true;
      }
    }
  }
  const flush = () => (sending ??= send().finally(() => (sending = null)));
  const timer = setInterval(() => void flush(), everyMs).unref();

  function begin(name: string, kind: Kind, facts: SpanFacts = {}, parent?: string): OpenSpan {
    const above = parent === undefined ? current.getStore() : placeOf(parent);
    const place = {
      traceId: above?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
    };
    const startedAt = nanoseconds();
    return {
      run: (work) => current.run(place, work),
      end(more = {}, isFailed = false) {
        if (waiting.length >= mostWaiting) return;
        waiting.push({
          ...place,
          ...(above === undefined ? {} : { parentSpanId: above.spanId }),
          name,
          kind: kinds[kind],
          startTimeUnixNano: startedAt,
          endTimeUnixNano: nanoseconds(),
          attributes: attributesOf({ ...facts, ...more }),
          status: isFailed ? { code: 2 } : {},
        });
      },
    };
  }

  return {
    isOn: true,
    begin,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function post(endpoint: string, version: string, spans: readonly object[]): Promise<void> {
  const resource = attributesOf({ 'service.name': 'swath', 'service.version': version, 'process.pid': process.pid });
  const scopeSpans = [{ scope: { name: 'swath' }, spans }];
  const answer = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] }),
    signal: AbortSignal.timeout(patienceMs),
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
}

/** W3C Trace Context; what is not one begins a trace of its own. */
function placeOf(parent: string): Place | undefined {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(parent) ?? [];
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
}

const beganAtMs = Date.now() - performance.now();

/** As text: a number of JavaScript cannot hold it. */
const nanoseconds = (): string => String(BigInt(Math.round((beganAtMs + performance.now()) * 1_000)) * 1_000n);

const attributesOf = (facts: SpanFacts) =>
  Object.entries(facts).map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
