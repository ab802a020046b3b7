import { type ApiDocument, type ApiOperation, apiReference } from './api-reference.ts';
import type { SchemaMember } from './schema-members.ts';

/** The API in full, without script or style: readable offline under the strictest policy. */
export function docsPage(document: ApiDocument): string {
  const sections = apiReference(document);
  const title = `${escaped(document.info.title)} API`;
  const contents = sections.map(({ tag }) => `<li><a href="#${escaped(encodeURIComponent(tag))}">${escaped(tag)}</a>`);
  const parts = sections.map(
    ({ tag, operations }) =>
      `<h2 id="${escaped(encodeURIComponent(tag))}">${escaped(tag)}</h2>${operations.map(operationPart).join('')}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>${title}</title><h1>${title}</h1><p>The whole document: <a href="openapi.json">openapi.json</a>. An error is <code>{"message", "code", "type"}</code>. A star marks what must be there.</p><ul>${contents.join('')}</ul>${parts.join('')}`;
}

function operationPart(operation: ApiOperation): string {
  const { method, path, summary, description, access, parameters, body, answers, errors } = operation;
  const example = body?.example ?? null;
  return [
    `<details><summary><code>${method} ${escaped(path)}</code> ${escaped(summary)}</summary>`,
    description === '' ? '' : `<p>${worded(description)}</p>`,
    `<p>By: ${escaped(access)}.</p>`,
    table(
      'Parameter',
      parameters.map((one) => ({ ...one, type: `${one.type}, ${one.place}` })),
    ),
    body === null ? '' : `<p>Body${body.isRequired ? '' : ', optional'}: ${escaped(body.types.join(', '))}</p>`,
    table('Member', body?.members ?? []),
    example === null ? '' : `<pre>${escaped(JSON.stringify(example, null, 2))}</pre>`,
    ...answers.map(
      ({ status, types, members, like }) =>
        `<p>Answers ${status}${types.length === 0 ? ', empty' : `: ${escaped(types.join(', '))}`}${like === null ? '' : `, as ${escaped(like)}`}</p>${table('Member', members)}`,
    ),
    errors.length === 0 ? '' : `<p>Errors: ${errors.join(', ')}</p>`,
    '</details>',
  ].join('');
}

function table(title: string, rows: readonly SchemaMember[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, type, isRequired, note }) =>
      `<tr><td><code>${escaped(name)}</code>${isRequired ? ' *' : ''}<td>${escaped(type)}<td>${worded(note)}`,
  );
  return `<table><tr><th>${title}<th>Type<th>${lines.join('')}</table>`;
}

/** Words in backticks are code. */
const worded = (text: string) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
