import type { Caller } from './answer.ts';
import { answerRequest } from './answer-request.ts';
import { typeName } from './feature-ids.ts';
import type { FeatureNeeds } from './get-feature.ts';
import { askOf, readParameters } from './request/parameters.ts';

const nobody: Caller = { accountId: '', visibility: 'all', address: { endpoint: '', key: null } };

/** Few enough that no second thread is started to write them. */
const asked = `service=WFS&version=2.0.0&request=GetFeature&typeNames=${typeName}&count=64`;

/** What clients ask for first: features in either usual form, and those of a box. */
const requests = [asked, `${asked}&outputFormat=geojson`, `${asked}&bbox=0,0,1,1`];

/** Nobody who asks is refused for it. */
const freeTurns: FeatureNeeds['featureTurns'] = { take: () => () => undefined };

/** Answers what nobody asked, so that a thread has loaded and compiled all that the first caller would wait for. */
export async function rehearse(service: FeatureNeeds): Promise<void> {
  const { signal } = new AbortController();
  for (const request of requests) {
    const parameters = readParameters(request);
    const answer = await answerRequest({ ...service, featureTurns: freeTurns }, nobody, askOf(parameters));
    if (answer.kind !== 'features') continue;
    const bytes = await answer.open(signal);
    if (!(bytes instanceof Uint8Array)) for await (const part of bytes) void part;
  }
}
