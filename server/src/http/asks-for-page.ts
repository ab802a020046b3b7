import type { FastifyRequest } from 'fastify';

/** Browsers name XHTML beside it. Java's own HTTP client names HTML among pictures, whatever its program is after. */
const forPeople = /^\s*text\/html\b[^,]*$|application\/xhtml\+xml/i;

/** Whether a person goes there, with a browser; programs that want data do not ask so. */
export const asksForPage = ({ headers }: FastifyRequest): boolean => forPeople.test(headers.accept ?? '');
