import type { FastifyReply } from 'fastify';
import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { Type } from 'typebox';
import type { Service } from '../../service.ts';
import { PlatformError } from '../../shared/errors.ts';
import { operation } from '../route.ts';
import { docsPage } from '../wire/reference/docs-page.ts';
import { addVary } from '../vary.ts';
import { json, openApi, openApi30 } from '../wire/files/media-types.ts';

const tag = 'Web';
const html = 'text/html; charset=utf-8';

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
};

const notBuilt =
  '<!doctype html><title>Swath</title><p>The web application is not built: run <code>npm run build</code>.';

/** The page of the web application; it finds its screen from the address by itself. */
export async function indexPage(
  { config: { basePath } }: Pick<Service, 'config'>,
  webFolder: string | undefined,
  reply: FastifyReply,
): Promise<string> {
  void reply.type(html).header('cache-control', 'no-cache');
  if (webFolder === undefined) return notBuilt;
  const page = await readFile(join(webFolder, 'index.html'), 'utf8').catch(() => notBuilt);
  return basePath === '' ? page : below(basePath, page);
}

/** The files of the page, and what it puts before every path that it asks for. */
const below = (basePath: string, text: string): string =>
  text
    .replaceAll('"/assets/', `"${escaped(basePath)}/assets/`)
    .replace('name="swath-home" content=""', `name="swath-home" content="${escaped(basePath)}"`);

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

export const page = (webFolder: string | undefined) =>
  operation({
    summary: 'The web application',
    tag,
    answers: { 200: Type.String() },
    handle: (service, { reply }) => indexPage(service, webFolder, reply),
  });

/** The bytes of a file of the assets folder; null for everything else, also for a link that leads out of it. */
async function readInside(webFolder: string, name: string): Promise<Buffer | null> {
  try {
    const folder = await realpath(join(webFolder, 'assets'));
    const file = await realpath(join(folder, name));
    return file.startsWith(folder + sep) ? await readFile(file) : null;
  } catch {
    return null;
  }
}

/** Built files carry a hash in their name, so they never change. */
export const asset = (webFolder: string | undefined) =>
  operation({
    summary: 'A file of the web application',
    tag,
    params: Type.Object({ '*': Type.String() }),
    contentType: 'application/octet-stream',
    answers: { 200: Type.Unknown() },
    handle: async (_, { params, reply }) => {
      const type = contentTypes[extname(params['*'])];
      const bytes = webFolder === undefined || type === undefined ? null : await readInside(webFolder, params['*']);
      if (type === undefined || bytes === null) throw new PlatformError('not_found');
      void reply.type(type).header('cache-control', 'public, max-age=31536000, immutable');
      return bytes;
    },
  });

export const openApiDocument = operation({
  summary: 'This document',
  description: 'In OpenAPI 3.1; in 3.0 where `version` or the header `Accept` asks for that.',
  tag,
  query: Type.Object({ version: Type.Optional(Type.Enum(['3.0', '3.1'])) }),
  contentType: openApi,
  alsoContentTypes: [openApi30, json],
  answers: { 200: Type.Unknown() },
  handle: (_, { request, query, reply }) => {
    addVary(reply, ['accept']);
    const { accept = '' } = request.headers;
    const isOlder = query.version === undefined ? wantsOlder(accept) : query.version === '3.0';
    void reply.type(wantsPlainJson(accept) ? json : isOlder ? openApi30 : openApi);
    return isOlder ? request.server.openApi30() : request.server.openApi();
  },
});

const laterThan30 = /openapi\+json(?!\s*;\s*version="?3\.0)/i;

const wantsOlder = (accept: string): boolean => /openapi\+json/i.test(accept) && !laterThan30.test(accept);

/** GDAL takes plain JSON, and 3.0 by its name without quotes. */
const wantsPlainJson = (accept: string): boolean => /\bapplication\/json\b/i.test(accept) && !laterThan30.test(accept);

export const docs = operation({
  summary: 'This document as a page',
  tag,
  answers: { 200: Type.String() },
  handle: async (_, { request, reply }) => {
    void reply.type(html);
    return docsPage((await request.server.openApi()) as Parameters<typeof docsPage>[0]);
  },
});
