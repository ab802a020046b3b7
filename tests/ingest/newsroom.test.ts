import { expect, test, vi } from 'vitest';
import { createNewsroom } from '../../server/src/bring-in/newsroom.ts';
import type { JobNews } from '../../server/src/ingest/jobs/ports.ts';
import { emptyTally } from '../../server/src/ingest/tally.ts';

test('what is told last is passed on, also where nothing follows it', async () => {
  const sent: JobNews[] = [];
  const { listener } = createNewsroom({ tally: emptyTally, progress: null, said: [], isResumed: false }, (news) =>
    sent.push(news),
  );
  listener.said('one');
  await vi.waitFor(() => expect(sent).toMatchObject([{ said: ['one'] }]), 10_000);
  listener.said('two');
  listener.said('three');
  await vi.waitFor(() => expect(sent.at(-1)).toMatchObject({ said: ['one', 'two', 'three'] }), 10_000);
  expect(sent).toHaveLength(2);
});
