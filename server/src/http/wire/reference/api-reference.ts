import { type Schema, type SchemaMember, membersOf, shownType } from './schema-members.ts';

type Content = Readonly<Record<string, { readonly schema?: Schema; readonly examples?: Examples }>>;
type Examples = Readonly<Record<string, { readonly value: unknown }>>;
type Parameter = {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
};
type Described = {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses?: Readonly<Record<string, { readonly content?: Content }>>;
};

/** As much of an OpenAPI document as its readers are shown. */
export type ApiDocument = {
  readonly info: { readonly title: string };
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

export type ApiBody = {
  readonly types: readonly string[];
  readonly isRequired: boolean;
  readonly members: readonly SchemaMember[];
  readonly example: unknown;
};
export type ApiAnswer = {
  readonly status: string;
  readonly types: readonly string[];
  /** None where another operation that comes before has the same. */
  readonly members: readonly SchemaMember[];
  readonly like: string | null;
};
export type ApiOperation = {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly access: string;
  readonly parameters: readonly (SchemaMember & { readonly place: string })[];
  readonly body: ApiBody | null;
  readonly answers: readonly ApiAnswer[];
  readonly errors: readonly string[];
};
export type ApiSection = { readonly tag: string; readonly operations: readonly ApiOperation[] };

/** The document by its tags, in its own order, flattened to what a page can show. */
export function apiReference({ paths = {} }: ApiDocument): readonly ApiSection[] {
  const seen = new Map<string, string>();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      tag: described.tags?.[0] ?? '',
      operation: withoutRepeats(operationOf(method.toUpperCase(), path, described), seen),
    })),
  );
  return [...new Set(all.map(({ tag }) => tag))].map((tag) => ({
    tag,
    operations: all.filter((one) => one.tag === tag).map(({ operation }) => operation),
  }));
}

function operationOf(method: string, path: string, described: Described): ApiOperation {
  const responses = Object.entries(described.responses ?? {});
  return {
    method,
    path,
    summary: described.summary ?? '',
    description: described.description ?? '',
    access: accessOf(described.security ?? []),
    parameters: (described.parameters ?? []).map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      type: shownType(parameter.schema ?? {}),
      isRequired: parameter.required === true,
      note: parameter.description ?? '',
    })),
    body: bodyOf(described.requestBody),
    answers: responses.filter(([status]) => status < '400').map(([status, { content }]) => answerOf(status, content)),
    errors: responses.map(([status]) => status).filter((status) => status >= '400'),
  };
}

/** Fewer are sooner read here than there. */
const fewMembers = 8;

function withoutRepeats(operation: ApiOperation, seen: Map<string, string>): ApiOperation {
  const name = `${operation.method} ${operation.path}`;
  const answers = operation.answers.map((answer) => {
    if (answer.members.length < fewMembers) return answer;
    const key = JSON.stringify(answer.members);
    const like = seen.get(key) ?? null;
    if (like === null) seen.set(key, name);
    return like === null ? answer : { ...answer, members: [], like };
  });
  return { ...operation, answers };
}

function bodyOf(body: Described['requestBody']): ApiBody | null {
  if (body === undefined) return null;
  const [first] = Object.values(body.content);
  return {
    types: Object.keys(body.content),
    isRequired: body.required === true,
    members: membersOf(first?.schema ?? {}),
    example: Object.values(first?.examples ?? {})[0]?.value ?? null,
  };
}

const answerOf = (status: string, content: Content = {}): ApiAnswer => ({
  status,
  types: Object.keys(content),
  members: membersOf(Object.values(content)[0]?.schema ?? {}),
  like: null,
});

const ways: Readonly<Record<string, string>> = {
  bearer: 'bearer token',
  keyInHeader: 'API key',
  keyInQuery: 'API key',
  signature: 'signed address',
  cookie: "the web page's session",
};

/** Who may call, in words; an empty way in is nobody in particular. */
function accessOf(security: Described['security'] & object): string {
  const names = security.map((way) => ways[Object.keys(way)[0] ?? ''] ?? 'no credential');
  return names.length === 0 ? 'no credential' : [...new Set(names)].join(', or ');
}
