/** Between one who makes parts and one who takes them: a part is put and waits until it is taken. */
export type Belt<Part> = AsyncIterable<Part> & {
  /** Resolves when a part lies there, or all is made without any; rejects where it failed before. */
  readonly begun: Promise<void>;
  /** Resolves when the part was taken; of lent ones, when the next one is asked for. */
  put(part: Part): Promise<void>;
  /** With a last part, where there is one. */
  finish(last?: Part | null): void;
  /** All of it, where that is one part which lies there; it is taken then. */
  takeWhole(): Part | null;
  fail(error: unknown): void;
};

type Waiting<Part> = { readonly part: Part; readonly taken: () => void };
type End = { readonly isFailure: false } | { readonly isFailure: true; readonly error: unknown };

/** `left` is called when whoever takes leaves before the end. Lent parts are good until the next one is asked for. */
export function createBelt<Part>(left: () => void, areLent = false): Belt<Part> {
  const waiting: Waiting<Part>[] = [];
  let end: End | null = null;
  let wake = nothing;
  const begin = settleable();

  function finished(how: End): void {
    end ??= how;
    if (end.isFailure) begin.reject(end.error);
    else begin.resolve();
    wake();
  }

  async function* take(): AsyncGenerator<Part> {
    try {
      for (;;) {
        const next = waiting.shift();
        if (next !== undefined) {
          if (!areLent) next.taken();
          yield next.part;
          if (areLent) next.taken();
        } else if (end === null) await new Promise<void>((resolve) => (wake = resolve));
        else if (end.isFailure) throw end.error;
        else return;
      }
    } finally {
      if (end === null) left();
    }
  }

  return {
    begun: begin.promise,
    put: (part) =>
      new Promise<void>((taken) => {
        waiting.push({ part, taken });
        begin.resolve();
        wake();
      }),
    finish(last = null) {
      if (last !== null) waiting.push({ part: last, taken: nothing });
      finished({ isFailure: false });
    },
    takeWhole() {
      if (end === null || end.isFailure || waiting.length !== 1) return null;
      const { part, taken } = waiting.pop()!;
      taken();
      return part;
    },
    fail: (error) => finished({ isFailure: true, error }),
    [Symbol.asyncIterator]: take,
  };
}

const nothing = (): void => undefined;

/** Node 20 has no Promise.withResolvers. */
function settleable() {
  let settle!: { resolve: () => void; reject: (error: unknown) => void };
  const promise = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}
