/** Facts of a span: names, counts and states, never what somebody sent. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export type OpenSpan = {
  /** What is done inside is part of it. */
  run<T>(work: () => T): T;
  end(facts?: SpanFacts, isFailed?: boolean): void;
};

/** Follows what the service does, step by step. */
export type Tracer = {
  readonly isOn: boolean;
  /** `parent` as the header `traceparent` has it; without one, a span of whatever is under way here. */
  begin(name: string, kind: 'server' | 'internal' | 'client', facts?: SpanFacts, parent?: string): OpenSpan;
  close(): Promise<void>;
};

const nothing: OpenSpan = { run: (work) => work(), end: () => {} };

/** For a service that nobody follows. */
export const noTracer: Tracer = { isOn: false, begin: () => nothing, close: async () => {} };

/** A step from its begin to its end; one that fails says so. */
export async function traced<T>(tracer: Tracer, name: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  if (!tracer.isOn) return work();
  const span = tracer.begin(name, 'internal', facts);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ 'error.type': error instanceof Error ? error.name : 'Error' }, true);
    throw error;
  }
}
