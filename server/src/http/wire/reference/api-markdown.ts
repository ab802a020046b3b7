import { type ApiDocument, type ApiOperation, apiReference } from './api-reference.ts';
import type { SchemaMember } from './schema-members.ts';

/** The reference as a page to read in a repository: `npm run api-docs` writes it. */
export function apiMarkdown(document: ApiDocument): string {
  const sections = apiReference(document);
  const contents = sections.map(({ tag, operations }) => `- [${tag}](#${anchorOf(tag)}): ${operations.length}`);
  const count = sections.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    [
      '# API reference',
      `Written from [openapi.json](openapi.json) by \`npm run api-docs\`: ${count} operations. Every path answers with and without a trailing slash and under \`/api/v1\`, the catalogue under \`/discovery/v1\` too. An error is \`{"message", "code", "type"}\`; every answer has \`X-Vendor-RequestId\`. A star marks what must be there.`,
      contents.join('\n'),
      ...sections.flatMap(({ tag, operations }) => [`## ${tag}`, ...operations.flatMap(operationLines)]),
      '',
    ]
      .join('\n\n')
      .trimEnd() + '\n'
  );
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z -]/g, '')
    .replaceAll(' ', '-');

function operationLines(operation: ApiOperation): readonly string[] {
  const { method, path, summary, description, access, parameters, body, answers, errors } = operation;
  const example = body?.example ?? null;
  return [
    `### ${method} ${path}`,
    [`${sentence(summary)}${description === '' ? '' : ` ${sentence(description)}`}`, `By: ${access}.`].join(' '),
    ...table(
      'parameter',
      parameters.map((one) => ({ ...one, type: `${one.type}, ${one.place}` })),
    ),
    ...(body === null ? [] : [`Body${body.isRequired ? '' : ', optional'}: ${coded(body.types)}`]),
    ...table('member', body?.members ?? []),
    ...(example === null ? [] : [`\`\`\`json\n${JSON.stringify(example)}\n\`\`\``]),
    ...answers.flatMap(({ status, types, members, like }) => [
      `Answers ${status}${types.length === 0 ? ', empty' : `: ${coded(types)}`}${like === null ? '' : `, as ${like}`}`,
      ...table('member', members),
    ]),
    ...(errors.length === 0 ? [] : [`Errors: ${errors.join(', ')}`]),
  ];
}

const sentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
const coded = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

function table(title: string, rows: readonly SchemaMember[]): readonly string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(
    ({ name, type, isRequired, note }) => `| \`${name}\`${isRequired ? ' *' : ''} | ${cell(type)} | ${cell(note)} |`,
  );
  return [[`| ${title} | type | |`, '|---|---|---|', ...lines].join('\n')];
}

/** Bars would end the cell, and stars and underscores are no emphasis here. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('*', '\\*');
