import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect } from 'vitest';
import { listen } from './listen.ts';

type Attribute = { readonly key: string; readonly value: Readonly<Record<string, unknown>> };
export type CollectedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
};
type Body = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[] }[];
};

export type TraceCollector = {
  readonly url: string;
  readonly spans: CollectedSpan[];
  named(name: string): readonly CollectedSpan[];
  /** While it is out it answers 503. */
  isOut: boolean;
  stop(): Promise<void>;
};

/** A collector that takes OTLP over HTTP in JSON, as the real ones do. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const { url, close } = await listen(createServer((request, response) => void take(request, response)));
  const collector: TraceCollector = {
    url,
    spans,
    named: (name) => spans.filter((span) => span.name === name),
    isOut: false,
    stop: close,
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (collector.isOut) return void response.writeHead(503).end();
    expect([request.method, request.url]).toEqual(['POST', '/v1/traces']);
    const { resourceSpans } = (await json(request)) as Body;
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.end('{}');
  }
  return collector;
}
