import { type Answer, type CallOptions, callUnlessCut } from '../abuse/support/call.ts';
import { errorProblem } from '../abuse/support/error-object.ts';
import { nastyTexts, nastyValue } from '../abuse/support/nasty-values.ts';
import { type Random, createRandom } from '../support/seeded-random.ts';
import { brokenText, brokenValue, goodParts, goodTexts } from './support-search-parts.ts';

export type FuzzTarget = { readonly url: string; readonly bearer: string; readonly token: string };
export type FuzzReport = {
  readonly problems: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowestMs: number;
};

const names = [...Object.keys(goodParts), 'token', 'where', 'orderby', 'text'];
const paths = ['/search', '/search', '/api/v1/search', '/discovery/v1/search', '/collections/alpha/items'];
/** What Node takes of a request line and its headers, less the headers. */
const longestUrl = 12_000;

function goodMember(random: Random, name: string, target: FuzzTarget): readonly [string, unknown] {
  if (name === 'token') return ['token', target.token];
  if (name === 'text' || name === 'where') return [name === 'text' ? 'filter' : name, random.pick(goodTexts)];
  return name === 'orderby' ? [name, '-id'] : [name, random.pick(goodParts[name]!)];
}

/** A search of a few members, most of them right. */
function brokenSearch(random: Random, target: FuzzTarget): Readonly<Record<string, unknown>> {
  const members = Object.fromEntries(
    Array.from({ length: 1 + random.below(4) }, () => goodMember(random, random.pick(names), target)),
  );
  for (const [name, value] of Object.entries(members))
    if (random.chance(0.6)) members[name] = brokenValue(random, value);
  if (random.chance(0.05)) members[random.pick(nastyTexts)] = nastyValue(random);
  return members;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Lists as URLs have them half of the time, else as JSON; lone surrogates as the replacement character. */
function queryOf(random: Random, members: Readonly<Record<string, unknown>>): string {
  return Object.entries(members)
    .map(([name, value]) => {
      const text = Array.isArray(value) && random.chance(0.7) ? value.map(asText).join(',') : asText(value);
      const sent = random.chance(0.1) ? brokenText(random, text) : text;
      const pair = `${encoded(name)}=${encoded(sent)}`;
      return random.chance(0.03) ? `${pair}&${pair}` : pair;
    })
    .join('&');
}

const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

function fuzzRequest(random: Random, target: FuzzTarget): readonly [string, CallOptions] {
  const { bearer } = target;
  const members = brokenSearch(random, target);
  if (random.chance(0.5)) {
    const query = `?${queryOf(random, members)}`;
    return [`${random.pick(paths)}${query.slice(0, longestUrl).replace(/%.?$/, '')}`, { bearer }];
  }
  const text = JSON.stringify(random.chance(0.05) ? nastyValue(random) : members) ?? '';
  const body = random.chance(0.1) ? brokenText(random, text) : text;
  return [random.pick(paths.slice(0, 4)), { bearer, method: 'POST', body: Buffer.from(body) }];
}

const allowed = new Set([200, 400, 413]);

/** What is wrong with the answer to a search, or null. */
export function searchProblem(answer: Answer): string | null {
  const { status, json, headers } = answer;
  if (!allowed.has(status)) return `status ${status}: ${answer.text.slice(0, 300)}`;
  if (status === 200) {
    const { type, features } = (json ?? {}) as { type?: unknown; features?: unknown };
    return type === 'FeatureCollection' && Array.isArray(features) ? null : 'a 200 that is no feature collection';
  }
  const { request_id: requestId } = (json ?? {}) as { request_id?: unknown };
  return requestId === headers['x-vendor-requestid'] ? errorProblem(answer) : 'an error without its request_id';
}

/** One request and what is wrong with its answer; a body that is cut off while it is sent was too large. */
export async function tried(
  url: string,
  path: string,
  options: CallOptions,
): Promise<readonly [number, string | null]> {
  try {
    const answer = await callUnlessCut(url, path, options);
    return answer === null ? [413, null] : [answer.status, searchProblem(answer)];
  } catch (error) {
    return [0, (error as Error).message];
  }
}

/** `count` searches with something wrong with most of them, the same ones for the same seed. */
export async function fuzzSearch(target: FuzzTarget, seed: number, count: number, atOnce = 8): Promise<FuzzReport> {
  const random = createRandom(seed);
  const problems: string[] = [];
  const statuses: Record<string, number> = {};
  let [next, slowestMs] = [0, 0];
  const one = async () => {
    while (next < count && problems.length < 20) {
      const number = next++;
      const [path, options] = fuzzRequest(random, target);
      const startMs = performance.now();
      const [status, problem] = await tried(target.url, path, options);
      slowestMs = Math.max(slowestMs, performance.now() - startMs);
      statuses[status] = (statuses[status] ?? 0) + 1;
      const body = Buffer.isBuffer(options.body) ? options.body.toString() : '';
      const told = `seed ${seed}, request ${number}: ${options.method ?? 'GET'} ${path.slice(0, 600)} ${body.slice(0, 600)}`;
      if (problem !== null) problems.push(`${told}: ${problem}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return { problems, statuses, slowestMs };
}
