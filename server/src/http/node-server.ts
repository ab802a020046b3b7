import { type RequestListener, type Server, createServer } from 'node:http';
import { type Server as SecureServer, createServer as createSecureServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Service } from '../service.ts';
import { answerClientError } from './answer-errors.ts';
import { arrivalMs, boundArrival, longestArrivalMs } from './arrival.ts';
import { followTls, readTls } from './tls-files.ts';

/** Longer than a proxy keeps its own connections, so that it is never we who close one that it is about to use. */
const keepAliveMs = 72_000;

/** `localhost` is two addresses and so two servers: each is made here, that both behave alike. */
export function createNodeServers(
  service: Service,
  { bodyWithinMs = arrivalMs }: { readonly bodyWithinMs?: number } = {},
) {
  const servers: (Server | SecureServer)[] = [];
  const tls = readTls(service);
  const stopFollowing = followTls(service, () => servers.filter((server) => 'setSecureContext' in server));
  const sockets = new Set<Socket>();
  const make = (handler: RequestListener): Server => {
    // Node's own refusal of a missing Host has neither error object nor request id; `requireHost` says it instead.
    const options = { requireHostHeader: false };
    const bounded: RequestListener = (request, response) => {
      boundArrival(request, bodyWithinMs, () => server.emit('clientError', tooSlow(), request.socket));
      handler(request, response);
    };
    const server = tls === null ? createServer(options, bounded) : createSecureServer({ ...options, ...tls }, bounded);
    server.keepAliveTimeout = keepAliveMs;
    server.requestTimeout = longestArrivalMs;
    server.on('clientError', answerClientError(service));
    // An expectation that we do not know is no reason to refuse.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.on('close', stopFollowing);
    servers.push(server);
    return server;
  };
  return {
    make,
    /** Browsers connect ahead of their requests; to Node such a connection is busy, and would hold a stop up. */
    closeSilentConnections() {
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    },
    /** For those who had their time: a client that never finishes its body must not keep the process. */
    closeAllConnections: () => servers.forEach((server) => server.closeAllConnections()),
  };
}

/** What Node says of requests that take too long. */
const tooSlow = () => Object.assign(new Error('the request takes too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
