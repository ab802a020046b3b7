import type { JobNews } from '../ingest/jobs/ports.ts';
import type { IngestListener, IngestReport } from '../ingest/run-ingest.ts';
import { maskUrls } from '../shared/mask-urls.ts';

/** What a run tells whoever started it. */
export type RunListener = Pick<IngestListener, 'said' | 'progressed' | 'moved'> & {
  readonly ended: (report: IngestReport) => void;
};

export type Newsroom = { readonly listener: RunListener; news(): JobNews };

const everyMs = 250;
const mostSaid = 20;

/** Gathers what is told and passes it on now and then; addresses are masked before anybody sees them. */
export function createNewsroom(from: JobNews, send: (news: JobNews) => void): Newsroom {
  let news: JobNews = { tally: from.tally, progress: from.progress, said: from.said, isResumed: from.isResumed };
  let sentMs = -Infinity;
  let sending: NodeJS.Timeout | null = null;
  const sendNow = () => {
    [sending, sentMs] = [null, performance.now()];
    send(news);
  };
  const tell = (more: Partial<JobNews>) => {
    news = { ...news, ...more };
    // Also the last of them: a watch may say nothing more for days.
    sending ??= setTimeout(sendNow, Math.max(0, sentMs + everyMs - performance.now())).unref();
  };
  const said = (sentence: string) => tell({ said: [...news.said, maskUrls(sentence)].slice(-mostSaid) });
  return {
    news: () => news,
    listener: {
      said,
      progressed: (progress, tally) => tell({ progress, tally }),
      moved: ({ from: old, to }) => said(`moved: ${old} is now ${to}`),
      ended: ({ tally, isResumed }) => tell({ tally, isResumed: news.isResumed || isResumed }),
    },
  };
}
