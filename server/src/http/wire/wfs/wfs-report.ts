import { exceptionReport } from '../../../wfs/documents/exception-report.ts';
import { valueOf } from '../../../wfs/request/parameters.ts';
import { type Version, versions } from '../../../wfs/versions.ts';
import type { Report } from '../../route.ts';
import { askOfForm } from './wfs-request.ts';

/** Who may not call is told so as everywhere: clients of OGC services ask for a password else. */
const leftToTheErrorObject: ReadonlySet<number> = new Set([401, 403, 429]);

/** Errors as exceptions of OWS, in the form of the version that was asked for. */
export const reportWfs: Report = (error, { message, status }, request) => {
  if (leftToTheErrorObject.has(status)) return null;
  const ask = askOfForm(request);
  const exceptions = valueOf(ask, 'exceptions') ?? '';
  return exceptionReport(error, message, versionOf(valueOf(ask, 'version'), request.body), /json/i.test(exceptions));
};

/** A body that could not be read may still say its version, in its first element. */
function versionOf(asked: string | null, body: unknown): Version {
  const start = typeof body === 'string' ? body.slice(0, 2_048).replace(/^[\s\uFEFF]*<\?[^>]*>/, '') : '';
  const ofBody = /\bversion\s*=\s*["']([\d.]+)["']/.exec(start)?.[1];
  return versions.find((one) => one === (ofBody ?? asked)) ?? '2.0.0';
}
