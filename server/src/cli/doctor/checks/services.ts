import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { checkSmtp } from '../../../adapters/mail/check-smtp.ts';
import { bucketOptions } from '../../../bucket-options.ts';
import { dayMs, minuteMs } from '../../../shared/clock.ts';
import { readTls } from '../../../http/tls-files.ts';
import { errorText } from '../../../shared/error-text.ts';
import { type Check, type Finding, type Visit, error, ok, warning } from '../finding.ts';

/** What the service talks to, and whether the clocks agree. */
export const servicesCheck: Check = async (visit) =>
  (await Promise.all([smtp(visit), s3(visit), tls(visit), endpointClock(visit)])).flat();

async function smtp({ config: { SWATH_SMTP_URL: url } }: Visit): Promise<readonly Finding[]> {
  if (url === null) return [ok('mail', 'no mail server: mails become files in the data folder (SWATH_SMTP_URL)')];
  try {
    await checkSmtp(url);
    return [ok('mail', 'the mail server answers and takes the sign-in')];
  } catch (problem) {
    return [
      error(
        'mail',
        `the mail server does not: ${errorText(problem)}`,
        'look at SWATH_SMTP_URL; mails wait for three days',
      ),
    ];
  }
}

async function s3({ config }: Visit): Promise<readonly Finding[]> {
  const { s3: settings } = bucketOptions(config);
  if (settings === null) return [];
  const { reachS3 } = await import('../../../adapters/buckets/s3/reach-s3.ts');
  const problem = await reachS3(settings, config.SWATH_ARCHIVE_BUCKETS);
  return [
    problem === null
      ? ok('S3', 'it answers, and the places of SWATH_ARCHIVE_BUCKETS can be listed')
      : error('S3', problem, `look at SWATH_S3_*; 'swath bucket test NAME' says more of one bucket`),
  ];
}

async function tls({ config, nowMs }: Visit): Promise<readonly Finding[]> {
  if (config.SWATH_TLS_CERT === null) return [];
  try {
    readTls({ config });
    const validTo = new Date(new X509Certificate(await readFile(config.SWATH_TLS_CERT)).validTo);
    const leftMs = validTo.getTime() - nowMs;
    const text = `the certificate is good until ${validTo.toISOString()}`;
    if (leftMs < 0)
      return [error('TLS', `${text}: it has expired`, 'put a new one into the file: it is read by itself')];
    return [leftMs < 14 * dayMs ? warning('TLS', text, 'renew it: the new file is read by itself') : ok('TLS', text)];
  } catch (problem) {
    return [
      error(
        'TLS',
        errorText(problem),
        'they must be PEM files that this user may read, and the key that of the certificate',
      ),
    ];
  }
}

/** Signatures of S3 are refused when the clocks are a quarter of an hour apart, and tokens end early or late. */
async function endpointClock({ config: { SWATH_S3_ENDPOINT: endpoint } }: Visit): Promise<readonly Finding[]> {
  if (endpoint === null) return [];
  const answer = await fetch(endpoint, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  const theirs = Date.parse(answer?.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return [];
  return clockFinding('S3', theirs - Date.now());
}

export function clockFinding(whose: string, apartMs: number): readonly Finding[] {
  const text = `the clock of ${whose} and ours are ${Math.round(Math.abs(apartMs) / 1_000)} s apart`;
  if (Math.abs(apartMs) < minuteMs) return [ok('clock', text)];
  return [error('clock', text, 'set the clocks by a time server (NTP)')];
}
