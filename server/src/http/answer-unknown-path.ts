import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { asksForPage } from './asks-for-page.ts';
import { indexPage } from './routes/web.ts';
import { addVary } from './vary.ts';

/** What lies below these is for programs alone, whatever they accept. */
const programPath = /^\/(?:api\/v1|discovery\/v1|assets)(?:\/|$)/;

/** Whether a person typed this address, or followed a link to it. */
export const isPersons = (request: FastifyRequest): boolean =>
  /^(?:GET|HEAD)$/.test(request.method) && !programPath.test(request.url) && asksForPage(request);

/** The web application at an address that nobody serves: it knows the way on. */
export async function answerPage(service: Service, webFolder: string, reply: FastifyReply): Promise<void> {
  addVary(reply, ['Accept']);
  return reply.code(404).send(await indexPage(service, webFolder, reply));
}
