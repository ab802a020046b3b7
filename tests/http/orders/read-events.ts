import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

/** What a stream of events has said so far; a comment or a `retry:` is a block without data. */
export type EventReader = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly blocks: readonly string[];
  /** Data of the events so far. */
  events(): readonly Readonly<Record<string, unknown>>[];
  /** The id of the last event. */
  lastId(): string;
  /** Fulfilled when the service has ended it. */
  readonly ended: Promise<void>;
  leave(): void;
};

/** On a connection of its own: fetch would open another when it is left, and send nothing on it. */
export async function readEvents(url: string, headers: Readonly<Record<string, string>>): Promise<EventReader> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    request(url, { headers, agent: false }, resolve).on('error', reject).end(),
  );
  const blocks: string[] = [];
  const ended = readBlocks(answer, blocks);
  // Leaving is no failure of the test.
  ended.catch(() => {});
  const linesOf = (name: string) =>
    blocks
      .flatMap((block) => block.split('\n').filter((line) => line.startsWith(`${name}: `)))
      .map((line) => line.slice(name.length + 2));
  return {
    status: answer.statusCode!,
    headers: answer.headers,
    blocks,
    events: () => linesOf('data').map((text) => JSON.parse(text) as Record<string, unknown>),
    lastId: () => linesOf('id').at(-1)!,
    ended,
    leave: () => void answer.destroy(),
  };
}

async function readBlocks(answer: IncomingMessage, blocks: string[]): Promise<void> {
  let rest = '';
  for await (const piece of answer.setEncoding('utf8') as AsyncIterable<string>) {
    const parts = (rest + piece).split('\n\n');
    rest = parts.pop()!;
    blocks.push(...parts);
  }
}
