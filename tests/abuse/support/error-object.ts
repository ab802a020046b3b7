import type { Answer } from './call.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const types = new Set([
  'invalid_request_error',
  'authentication_error',
  'authorization_error',
  'http_error',
  'rate_limit_error',
  'api_error',
]);
const leaks = /node_modules|\bat \S+ \(|\.ts:\d|SQLITE|SELECT |INSERT |ECONN/;

/** What is wrong with an answer as the contract describes errors; null when nothing is. */
export function errorProblem(answer: Answer, method = 'GET'): string | null {
  const { status, headers, json, text } = answer;
  if (!uuid.test(String(headers['x-vendor-requestid']))) return `status ${status} without X-Vendor-RequestId`;
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`;
  if (status < 400 || method === 'HEAD') return null;
  if (text.includes('<ows:ExceptionReport ')) return reportProblem(answer);
  if (typeof json !== 'object' || json === null)
    return `status ${status} without the error object: ${text.slice(0, 200)}`;
  const { message, code, type, request_id: requestId, ...rest } = json as Record<string, unknown>;
  if (typeof message !== 'string' || message === '') return 'the error has no message';
  if (code !== null && typeof code !== 'string') return 'the code is neither text nor null';
  if (!types.has(String(type))) return `the type '${String(type)}' is not in the list`;
  if (Object.keys(rest).length > 0) return `members too many: ${Object.keys(rest).join(', ')}`;
  if (requestId !== undefined && requestId !== headers['x-vendor-requestid'])
    return 'request_id is not that of the header';
  if (leaks.test(text)) return `the error tells of the inside: ${text.slice(0, 200)}`;
  if (status === 400 && !message.startsWith('Bad Request: ')) return `a 400 that does not say so: ${message}`;
  if (status === 405 && !headers.allow) return '405 without Allow';
  if (status === 401 && code === null && headers['www-authenticate'] !== 'Bearer')
    return '401 without WWW-Authenticate';
  if ((status === 429 || status === 503) && !headers['retry-after']) return `${status} without Retry-After`;
  return null;
}

/** WFS has reports of its own, but for who may not call. */
function reportProblem({ status, text }: Answer): string | null {
  if ([401, 403, 429].includes(status)) return `status ${status} as a report`;
  if (!/<ows:ExceptionText>[^<]+<\/ows:ExceptionText>/.test(text)) return 'the report has no text';
  return leaks.test(text) ? `the report tells of the inside: ${text.slice(0, 200)}` : null;
}
