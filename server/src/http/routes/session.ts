import { Type } from 'typebox';
import { type WebToken, resumeWebSession, signInToWeb } from '../../accounts/sign-in.ts';
import { refreshTokenMs, tokenHash } from '../../accounts/tokens.ts';
import type { Config } from '../../config.ts';
import { PlatformError } from '../../shared/errors.ts';
import { cookieOf } from '../credentials.ts';
import { operation } from '../route.ts';

const bearer = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds; short: the cookie buys the next one.' }),
  user_id: Type.String({
    description: 'Whose token it is: another tab may have signed in as somebody else meanwhile.',
  }),
});

const bearerRecord = ({ accessToken, ttlMs, accountId }: WebToken) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: ttlMs / 1_000,
  user_id: accountId,
});

/**
 * `__Host-` binds the cookie to this host, but browsers take it over https alone. Cookies know neither ports nor, with that
 * word, paths: the name holds both, else two installations of one host would sign each other out.
 */
export function cookieName({ publicUrl }: Pick<Config, 'publicUrl'>): string {
  const { protocol, port, pathname } = new URL(publicUrl);
  const place = [port, ...pathname.split('/')].filter((part) => part !== '').map((part) => `_${part}`);
  return `${protocol === 'https:' ? '__Host-' : ''}swath_session${place.join('').replaceAll(/[^\w%.~-]/g, '_')}`;
}

function setCookie(config: Config, value: string, ageSeconds: number): string {
  const secure = config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(config)}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${ageSeconds}${secure}`;
}

export const signInOperation = operation({
  summary: 'Sign the web page in: sets the session cookie',
  tag: 'Web session',
  body: Type.Union([
    Type.Object({ username: Type.String(), password: Type.String() }),
    Type.Object({ one_time_token: Type.String({ description: 'From the address printed at the first start.' }) }),
  ]),
  errors: [401],
  sends: ['set-cookie'],
  answers: { 200: bearer },
  handle: async (service, { body, address, actor, reply }) => {
    const credentials = 'one_time_token' in body ? { oneTimeToken: body.one_time_token } : { ...body, address };
    const session = await signInToWeb(service, credentials, actor);
    void reply
      .header('set-cookie', setCookie(service.config, session.cookie, refreshTokenMs / 1_000))
      .header('cache-control', 'no-store');
    return bearerRecord(session);
  },
});

export const resumeOperation = operation({
  summary: 'Exchange the session cookie for a bearer token',
  tag: 'Web session',
  answers: { 200: bearer },
  handle: async (service, { request, reply }) => {
    const cookie = cookieOf(request.raw, cookieName(service.config));
    if (cookie === undefined) throw new PlatformError('unauthorized');
    const token = await resumeWebSession(service, cookie);
    void reply.header('cache-control', 'no-store');
    return bearerRecord(token);
  },
});

export const signOutOperation = operation({
  summary: 'End the web session and every token it bought',
  tag: 'Web session',
  sends: ['set-cookie'],
  answers: { 204: null },
  handle: async (service, { request, reply }) => {
    const cookie = cookieOf(request.raw, cookieName(service.config));
    if (cookie !== undefined) await service.sessions.end({ cookieHash: tokenHash(cookie) });
    void reply.code(204).header('set-cookie', setCookie(service.config, '', 0));
  },
});
