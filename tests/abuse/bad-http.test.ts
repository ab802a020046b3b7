import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createServer } from '../../server/src/http/server.ts';
import { call } from './support/call.ts';
import { errorProblem } from './support/error-object.ts';
import { type Fixture, healthProblems, startFixture } from './support/fixture.ts';
import { rawRequest } from './support/raw-request.ts';

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.stop());

describe('bytes that are hardly HTTP get an error object and a closed connection', () => {
  const host = 'Host: x\r\n';
  const requests: Record<string, string | Buffer> = {
    garbage: 'hello there\r\n\r\n',
    'a TLS hello': Buffer.from('16030100a5010000a10303', 'hex'),
    'binary noise': Buffer.from(Array.from({ length: 600 }, (_, index) => (index * 7_919) % 256)),
    'another protocol': 'SSH-2.0-OpenSSH_9.0\r\n',
    'an unknown method': `BREW /coffee HTTP/1.1\r\n${host}\r\n`,
    'a lower-case method': `get / HTTP/1.1\r\n${host}\r\n`,
    'HTTP/9.9': `GET / HTTP/9.9\r\n${host}\r\n`,
    'the HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'no host': 'GET /livez HTTP/1.1\r\n\r\n',
    'a space in the path': `GET /a b HTTP/1.1\r\n${host}\r\n`,
    'a NUL in the path': `GET /a\0b HTTP/1.1\r\n${host}\r\n`,
    'a NUL in a header': `GET /livez HTTP/1.1\r\n${host}X-A: a\0b\r\n\r\n`,
    'a header without a name': `GET /livez HTTP/1.1\r\n${host}: x\r\n\r\n`,
    'a header without a colon': `GET /livez HTTP/1.1\r\n${host}nonsense\r\n\r\n`,
    'headers of 40 kB': `GET /livez HTTP/1.1\r\n${host}X-A: ${'a'.repeat(40_000)}\r\n\r\n`,
    'a path of 40 kB': `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`,
    'two lengths': `POST /authenticate HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    'a length that is none': `POST /authenticate HTTP/1.1\r\n${host}Content-Length: two\r\n\r\n{}`,
    'a negative length': `POST /authenticate HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n{}`,
    'length and chunks': `POST /authenticate HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    'a chunk that is none': `POST /authenticate HTTP/1.1\r\n${host}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
    'an unknown transfer coding': `POST /authenticate HTTP/1.1\r\n${host}Transfer-Encoding: gzip\r\n\r\n{}`,
    'an obs-fold': `GET /livez HTTP/1.1\r\n${host}X-A: a\r\n\tb: c\r\n: \r\n\r\n`,
  };
  it.each(Object.entries(requests))('%s', async (_, bytes) => {
    const { answers, isClosed, text } = await rawRequest(fixture.url, bytes, { isEnded: true });
    expect(text.length).toBeGreaterThan(0);
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) expect(errorProblem(answer)).toBeNull();
    expect(answers.at(-1)!.status).toBeGreaterThanOrEqual(400);
    expect(isClosed).toBe(true);
  });

  it('a page of another origin can read why its address was too long', async () => {
    const bytes = `GET /search?${'a'.repeat(40_000)} HTTP/1.1\r\n${host}Origin: https://map.example\r\n\r\n`;
    const [answer] = (await rawRequest(fixture.url, bytes)).answers;
    expect([answer!.status, answer!.headers['access-control-allow-origin']]).toEqual([413, '*']);
    expect(answer!.text).toContain('Request Entity Too Large: address and headers');
  });

  it('an Expect that nobody knows changes nothing', async () => {
    const { answers } = await rawRequest(fixture.url, `GET /livez HTTP/1.1\r\n${host}Expect: wonders\r\n\r\n`, {
      isEnded: true,
    });
    expect(answers.map(({ status }) => status)).toEqual([200]);
  });
});

const head = (lines: string) =>
  `POST /authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${lines}\r\n\r\n`;

describe('bodies whose length lies', () => {
  it('truncated by the client: nothing happens, and no fault', async () => {
    const { answers } = await rawRequest(fixture.url, `${head('Content-Length: 100')}{"grant_type"`, { isEnded: true });
    for (const answer of answers) expect(errorProblem(answer)).toBeNull();
  });

  it('more bytes than announced: the surplus is refused as a request of its own', async () => {
    const { answers, isClosed } = await rawRequest(
      fixture.url,
      `${head('Content-Length: 2')}{}surplus surplus\r\n\r\n`,
      { isEnded: true },
    );
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) expect([answer.status, errorProblem(answer)]).toEqual([400, null]);
    expect(isClosed).toBe(true);
  });

  it('10 MB announced and not sent: 413 at once', async () => {
    const { answers } = await rawRequest(fixture.url, head('Content-Length: 10000000'));
    expect(answers.map((answer) => [answer.status, errorProblem(answer)])).toEqual([[413, null]]);
  });

  it.each([
    ['with a length', (body: string) => `Content-Length: ${body.length}\r\n\r\n${body}`],
    [
      'in chunks',
      (body: string) => `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    ],
  ])('3 MB sent %s are taken to their end: who sends first and reads then finds 413', async (_, sent) => {
    for (const path of ['/authenticate', '/order']) {
      const first = `POST ${path} HTTP/1.1\r\nHost: x\r\nvendor-api-key: ${fixture.key.api_key}\r\n${sent('a'.repeat(3_000_000))}`;
      const { answers } = await rawRequest(fixture.url, `${first}GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`, {
        isEnded: true,
      });
      expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 413, 200]);
    }
  });

  it('a length beyond every number', async () => {
    const { answers } = await rawRequest(fixture.url, head('Content-Length: 99999999999999999999999'));
    expect(answers.length).toBe(1);
    expect(answers[0]!.status).toBeLessThan(500);
  });

  it('chunked without a length is read like any body', async () => {
    const { answers } = await rawRequest(fixture.url, `${head('Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\n\r\n`);
    expect(answers.map(({ status, text }) => [status, text.includes('grant_type')])).toEqual([[400, true]]);
  });

  it('Expect: 100-continue is followed by the answer', async () => {
    const { text } = await rawRequest(fixture.url, `${head('Content-Length: 2\r\nExpect: 100-continue')}{}`);
    expect(text).toMatch(/100 Continue[\s\S]*400 Bad Request/);
  });
});

it('HTTP/1.0 is answered, and closed', async () => {
  const { answers, isClosed } = await rawRequest(fixture.url, 'GET /livez HTTP/1.0\r\n\r\n', { isClosing: true });
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(isClosed).toBe(true);
  const wrong = await rawRequest(fixture.url, 'GET /auth/self HTTP/1.0\r\n\r\n');
  expect(wrong.answers.map((answer) => [answer.status, errorProblem(answer)])).toEqual([[401, null]]);
});

it('pipelined requests are answered in order', async () => {
  const one = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';
  const { answers } = await rawRequest(fixture.url, `${one}GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n${one}`, {
    isEnded: true,
  });
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 200]);
});

describe('clients that never finish', () => {
  it('300 half requests do not keep the others waiting', async () => {
    const { hostname, port } = new URL(fixture.url);
    const halves = [
      '',
      'GET',
      'GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ',
      'POST /authenticate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ];
    const sockets = Array.from({ length: 300 }, (_, at) => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(halves[at % halves.length]!);
      return socket;
    });
    const startMs = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => call(fixture.url, '/auth/self', { key: fixture.key.api_key })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(Date.now() - startMs).toBeLessThan(20_000);
    for (const socket of sockets) socket.destroy();
  });

  it('are cut off: the times for headers and, whatever becomes of it, for a request are bounded', async () => {
    const { app } = await createServer(fixture.service);
    onTestFinished(() => app.close());
    expect(app.server.headersTimeout).toBeGreaterThan(0);
    expect(app.server.headersTimeout).toBeLessThanOrEqual(60_000);
    expect(app.server.requestTimeout).toBeGreaterThan(0);
    expect(app.server.requestTimeout).toBeLessThanOrEqual(86_400_000);
  });

  it('are told that they were too slow, and not that they spoke no HTTP', async () => {
    const { app } = await createServer(fixture.service);
    onTestFinished(() => app.close());
    const socket = new PassThrough();
    app.server.emit('clientError', Object.assign(new Error('slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    expect(await text(socket)).toContain('"Bad Request: the request came too slowly: its headers have a minute');
  });
});

it('afterwards all is as it was', async () => {
  expect(await healthProblems(fixture)).toEqual([]);
});
