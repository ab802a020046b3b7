/** Facts of a span: names, counts and states, never what somebody sent. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export type OpenSpan = {
  /** What is done inside is part of it. */
  run<T>(work: () => T): T;
  /** A step of it that was taken elsewhere, such as in a thread. */
  note(step: DoneStep): void;
  end(facts?: SpanFacts, isFailed?: boolean): void;
};

export type DoneStep = {
  readonly name: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly facts: SpanFacts;
  readonly isFailed: boolean;
};

/** Follows what the service does, step by step. */
export type Tracer = {
  readonly isOn: boolean;
  /** `parent` as the header `traceparent` has it; without one, a span of whatever is under way here. */
  begin(name: string, kind: 'server' | 'internal' | 'client', facts?: SpanFacts, parent?: string): OpenSpan;
  /** The first span of a trace that others go on with later, at a place that they know; linked with what is under way. */
  mark(name: string, place: string, facts?: SpanFacts): void;
  close(): Promise<void>;
};

const nothing: OpenSpan = { run: (work) => work(), note: () => {}, end: () => {} };

/** For a service that nobody follows. */
export const noTracer: Tracer = { isOn: false, begin: () => nothing, mark: () => {}, close: async () => {} };

/** A step from its begin to its end; one that fails says so. */
export async function traced<T>(
  tracer: Tracer,
  name: string,
  facts: SpanFacts,
  work: (span: OpenSpan) => Promise<T>,
  parent?: string,
): Promise<T> {
  if (!tracer.isOn) return work(nothing);
  const span = tracer.begin(name, 'internal', facts, parent);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end({ 'error.type': error instanceof Error ? error.name : 'Error' }, true);
    throw error;
  }
}
