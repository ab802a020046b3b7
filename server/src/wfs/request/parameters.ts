import type { XmlElement } from '../../catalog/languages/fes/read-xml.ts';

/** Values by their names in lower case; what is empty is not there. */
export type Parameters = ReadonlyMap<string, string>;

/** A request as it came, whether in an address or in a body. */
export type Ask = {
  readonly parameters: Parameters;
  /** Of a body of XML. */
  readonly filter: XmlElement | null;
  /** The namespace of a prefix where the request says it. */
  readonly namespaceOf: (prefix: string) => string | null;
};

/** Clients put their own `?` behind an address that has one already; elsewhere it may be part of a text. */
const secondQuestionMark = /\?(?=(?:service|request|version)=)/gi;

/** Names in any case; the last of several counts. */
export function readParameters(...queries: readonly string[]): Parameters {
  const parameters = new Map<string, string>();
  for (const query of queries)
    for (const [name, value] of new URLSearchParams(query.replace(secondQuestionMark, '&'))) {
      if (value.trim() !== '') parameters.set(name.trim().toLowerCase(), value.trim());
    }
  return parameters;
}

export const askOf = (parameters: Parameters): Ask => ({
  parameters,
  filter: null,
  namespaceOf: readNamespaces(parameters.get('namespaces') ?? parameters.get('namespace') ?? ''),
});

/** `xmlns(prefix,uri)` of 2.0.0 and `xmlns(prefix=uri)` of 1.1.0. */
function readNamespaces(text: string): (prefix: string) => string | null {
  const bound = new Map<string, string>();
  for (const [, prefix = '', uri = ''] of text.matchAll(/xmlns\(\s*(?:([^,=()]*)[,=])?([^()]*)\)/g))
    bound.set(prefix.trim(), decoded(uri.trim()));
  return (prefix) => bound.get(prefix) ?? null;
}

/** Some encode the address of a namespace twice. */
function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** The first of several names for the same. */
export function valueOf({ parameters }: Ask, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = parameters.get(name);
    if (value !== undefined) return value;
  }
  return null;
}

/** `a,b`, `(a,b)` and `(a)(b)`. */
export const listOf = (text: string): readonly string[] =>
  text
    .split(/[(),]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
