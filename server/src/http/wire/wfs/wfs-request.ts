import type { FastifyRequest } from 'fastify';
import { FilterError } from '../../../catalog/filter-error.ts';
import { readXml } from '../../../catalog/languages/fes/read-xml.ts';
import { missingParameter, wfsException } from '../../../wfs/exception.ts';
import { type Ask, askOf, readParameters } from '../../../wfs/request/parameters.ts';
import { askOfXml } from '../../../wfs/request/read-xml-request.ts';

const queryOf = ({ url }: FastifyRequest): string => {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
};

export const askOfUrl = (request: FastifyRequest): Ask => askOf(readParameters(queryOf(request)));

const bodyOf = ({ body }: FastifyRequest): string =>
  typeof body === 'string' ? body.replace(/^\uFEFF/, '').trim() : '';

/** What is no XML is a form, whatever its type says; the address may say some of it. */
export function askOfForm(request: FastifyRequest): Ask {
  const body = bodyOf(request);
  return askOf(readParameters(queryOf(request), body.startsWith('<') ? '' : body));
}

/** A body of XML alone says what is asked, whatever the address says. */
export function askOfBody(request: FastifyRequest): Ask {
  const body = bodyOf(request);
  if (body === '') return queryOf(request) === '' ? refuseEmpty() : askOfUrl(request);
  if (!body.startsWith('<')) return askOfForm(request);
  try {
    return askOfXml(readXml(body));
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    throw wfsException('OperationParsingFailed', 'request', error.message);
  }
}

function refuseEmpty(): never {
  throw missingParameter('request', 'the body holds no request');
}
