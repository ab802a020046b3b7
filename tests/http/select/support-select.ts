import { packCells } from '../../../server/src/select/pack-cells.ts';
import type { Survey, SurveyJob } from '../../../server/src/select/ports.ts';
import type { SelectSummary } from '../../../server/src/select/selection.ts';
import { summary } from '../../contract/select-fixtures.ts';
import { sampleCell } from '../../select/support/sample-selection.ts';
import { adminToken, createAccount, createKey, signIn } from '../../support/accounts.ts';
import { type Answer, type CallOptions, call } from '../../support/call.ts';
import { type MovableClock, movableClock } from '../../support/movable-clock.ts';
import { type TestService, startService } from '../../support/start-service.ts';
import { type Variant, startVariant } from '../../support/start-variant.ts';

export type SelectRecord = {
  readonly id: string;
  readonly select_id: string;
  readonly status: string;
  readonly results: readonly string[];
  readonly warnings: readonly string[];
  readonly request_details: Readonly<Record<string, unknown>>;
  readonly links: Readonly<Record<string, string>>;
  readonly usage: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  readonly response_timestamp: string;
  readonly [member: string]: unknown;
};

type SurveyWork = (job: SurveyJob, signal?: AbortSignal) => Promise<Survey>;

export type SelectService = TestService & {
  readonly clock: MovableClock;
  readonly adminToken: string;
  /** Of a member who may select. */
  readonly token: string;
  readonly accountId: string;
  readonly key: string;
  readonly jobs: readonly SurveyJob[];
  /** What surveys do from now on; without one they find the sample. */
  surveyBy(survey?: SurveyWork): void;
  /** As the member, unless the options name another credential. */
  ask(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Makes a select and reads its record. */
  select(json?: Readonly<Record<string, unknown>>): Promise<SelectRecord>;
};

export const bbox = [-106.81, 35.325, -106.78, 35.35] as const;
export const sampleCells = [sampleCell('Z13-031133231113', 2), sampleCell('Z13-031133231112', 0)];

export const found = (change: Partial<SelectSummary> = {}): Survey => ({
  summary: summary(change),
  packedCells: packCells(sampleCells),
});

const sample: SurveyWork = async () => found();

/** The real service with surveys in the hands of the test; answers wait as many seconds as the settings say. */
export async function startSelectService(settings: Readonly<Record<string, string>> = {}): Promise<SelectService> {
  const clock = movableClock();
  const swath = await startService({ SWATH_RATE_LIMIT: '0', ...settings }, { clock });
  const jobs: SurveyJob[] = [];
  let current = sample;
  const survey: SurveyWork = (job, signal) => {
    jobs.push(job);
    return current(job, signal);
  };
  const variant: Variant = await startVariant(swath.service, { surveyor: { survey } });
  const admin = await adminToken(swath);
  const member = await createAccount(swath.url, admin);
  const { access_token: token } = await signIn(swath.url, member);
  const { api_key: key } = await createKey(swath.url, token);
  const ask: SelectService['ask'] = (method, path, options = {}) =>
    call(variant.url, method, path, options.token || options.key ? options : { token, ...options });
  return {
    ...swath,
    url: variant.url,
    clock,
    adminToken: admin,
    token,
    accountId: member.id,
    key,
    jobs,
    surveyBy: (next = sample) => void (current = next),
    ask,
    async select(json = { bbox }) {
      const answer = await ask('POST', '/select', { json });
      if (answer.status !== 200) throw new Error(`selecting answered ${answer.status}: ${answer.text}`);
      return answer.json<SelectRecord>();
    },
    async stop() {
      await variant.stop();
      await swath.stop();
    },
  };
}

/** Another account of another organization. */
export async function strangerTo({ url, adminToken: admin }: SelectService, permissions?: readonly string[]) {
  const account = await createAccount(url, admin, permissions === undefined ? {} : { permissions });
  return (await signIn(url, account)).access_token;
}

/** Without what says when it was asked. */
export function timeless(record: SelectRecord) {
  const { response_timestamp: _, usage, ...rest } = record;
  return { ...rest, usage: usage && { ...usage, usage_as_of: null } };
}
