import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { errorText } from '../../shared/error-text.ts';
import type { Log } from '../../shared/log.ts';
import type { DoneStep, OpenSpan, SpanFacts, Tracer } from '../../shared/tracer.ts';

export type OtlpOptions = {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  readonly version: string;
  readonly log: Log;
  readonly everyMs?: number;
};

type Place = { readonly traceId: string; readonly spanId: string };
/** What is under way, and what was begun from it. */
type Current = { readonly place: Place; readonly links: Place[] };
type Span = {
  readonly place: Place;
  readonly above: Place | undefined;
  readonly name: string;
  readonly kind: Kind;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly facts: SpanFacts;
  readonly links: readonly Place[];
  readonly isFailed: boolean;
};
type Kind = Parameters<Tracer['begin']>[1];

const kinds: Readonly<Record<Kind, number>> = { internal: 1, server: 2, client: 3 };
const mostWaiting = 4_096;
const mostAtOnce = 512;
const patienceMs = 10_000;
/** What is still to be sent at the end: a stop does not wait for a collector that is silent. */
const lastMs = 3_000;

/** Spans as OTLP over HTTP has them in JSON, sent in the background; what the collector does not take is dropped. */
export function createOtlpTracer({ endpoint, version, log, everyMs = 2_000 }: OtlpOptions): Tracer {
  const current = new AsyncLocalStorage<Current>();
  const waiting: object[] = [];
  let sending: Promise<void> | null = null;
  let isTold = false;
  const leaving = new AbortController();

  async function send(): Promise<void> {
    while (waiting.length > 0 && !leaving.signal.aborted) {
      const spans = waiting.splice(0, mostAtOnce);
      try {
        await post(endpoint, version, spans, leaving.signal);
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

  const keep = (span: Span): void => void (waiting.length < mostWaiting && waiting.push(wireSpan(span)));

  function begin(name: string, kind: Kind, facts: SpanFacts = {}, parent?: string): OpenSpan {
    const above = parent === undefined ? current.getStore()?.place : placeOf(parent);
    const place = placeBelow(above);
    const links: Place[] = [];
    const startedAt = nanoseconds();
    return {
      run: (work) => current.run({ place, links }, work),
      note: (step) => keep(stepBelow(place, step)),
      end(more = {}, isFailed = false) {
        const endedAt = nanoseconds();
        keep({ place, above, name, kind, startedAt, endedAt, facts: { ...facts, ...more }, links, isFailed });
      },
    };
  }

  function mark(name: string, at: string, facts: SpanFacts = {}): void {
    const [place, from, now] = [placeOf(at), current.getStore(), nanoseconds()];
    if (place === undefined) return;
    from?.links.push(place);
    const links = from === undefined ? [] : [from.place];
    const times = { startedAt: now, endedAt: now };
    keep({ place, above: undefined, name, kind: 'internal', ...times, facts, links, isFailed: false });
  }

  return {
    isOn: true,
    begin,
    mark,
    async close() {
      clearInterval(timer);
      const last = setTimeout(() => leaving.abort(), lastMs);
      await flush();
      clearTimeout(last);
    },
  };
}

const placeBelow = (above: Place | undefined): Place => ({
  traceId: above?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
});

const stepBelow = (above: Place, { name, startedAtMs, endedAtMs, facts, isFailed }: DoneStep): Span => ({
  place: placeBelow(above),
  above,
  name,
  kind: 'internal',
  startedAt: nanosecondsOf(startedAtMs),
  endedAt: nanosecondsOf(endedAtMs),
  facts,
  links: [],
  isFailed,
});

const wireSpan = ({ place, above, name, kind, startedAt, endedAt, facts, links, isFailed }: Span): object => ({
  ...place,
  ...(above === undefined ? {} : { parentSpanId: above.spanId }),
  name,
  kind: kinds[kind],
  startTimeUnixNano: startedAt,
  endTimeUnixNano: endedAt,
  attributes: attributesOf(facts),
  ...(links.length === 0 ? {} : { links }),
  status: isFailed ? { code: 2 } : {},
});

async function post(endpoint: string, version: string, spans: readonly object[], leaving: AbortSignal): Promise<void> {
  const resource = attributesOf({ 'service.name': 'swath', 'service.version': version, 'process.pid': process.pid });
  const scopeSpans = [{ scope: { name: 'swath' }, spans }];
  const answer = await fetch(`${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] }),
    signal: AbortSignal.any([leaving, AbortSignal.timeout(patienceMs)]),
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
const nanosecondsOf = (atMs: number): string => String(BigInt(Math.round(atMs * 1_000)) * 1_000n);
const nanoseconds = (): string => nanosecondsOf(beganAtMs + performance.now());

const attributesOf = (facts: SpanFacts) =>
  Object.entries(facts).map(([key, value]) => ({ key, value: valueOf(value) }));

function valueOf(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
