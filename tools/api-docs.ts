// Writes docs/api.md from docs/openapi.json: run `npm run openapi` first, then `npm run api-docs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { apiMarkdown } from '../server/src/http/wire/reference/api-markdown.ts';
import type { ApiDocument } from '../server/src/http/wire/reference/api-reference.ts';

const docs = new URL('../docs/', import.meta.url);
const document = JSON.parse(readFileSync(new URL('openapi.json', docs), 'utf8')) as ApiDocument;
writeFileSync(new URL('api.md', docs), apiMarkdown(document));
