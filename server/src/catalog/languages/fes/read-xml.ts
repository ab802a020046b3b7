import { SaxesParser, type SaxesTagNS } from 'saxes';
import { FilterError, type FilterPlace, type FilterProblem, placeInText } from '../../filter-error.ts';

/** An element by its local name: clients mix the namespaces of versions, so that those are told, not asked. */
export type XmlElement = {
  readonly name: string;
  readonly prefix: string;
  readonly uri: string;
  /** By local name; declarations of namespaces are not among them. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Of this element alone, without that of its children. */
  readonly text: string;
  /** The namespace of a prefix that is bound here; the default one is that of ''. */
  readonly namespaceOf: (prefix: string) => string | null;
  readonly place: () => FilterPlace;
};

/** How large a document may be, whoever sent it. */
export type XmlBounds = {
  readonly maxTextLength: number;
  readonly maxDepth: number;
  readonly maxElements: number;
  readonly maxAttributes: number;
};

const defaultXmlBounds: XmlBounds = {
  maxTextLength: 1_000_000,
  maxDepth: 200,
  maxElements: 50_000,
  maxAttributes: 100,
};

/** Under construction: what it holds is told later. */
type OpenElement = XmlElement & { readonly children: XmlElement[]; text: string };

/** Reads a document into its root; one with a document type, and so every one with entities of its own, is refused. */
export function readXml(source: string, bounds: XmlBounds = defaultXmlBounds): XmlElement {
  if (source.length > bounds.maxTextLength)
    throw new FilterError(`the document is longer than ${bounds.maxTextLength} characters`);
  // A prefix that nobody declared is the habit of filters in addresses: what counts is the local name.
  const parser = new SaxesParser({ xmlns: true, resolvePrefix: (prefix: string) => `urn:x-unbound:${prefix}` });
  const fail = (reason: string): never => {
    throw new FilterError(reason, placeInText(source, Math.min(parser.position, source.length)));
  };
  const open: OpenElement[] = [];
  let root: XmlElement | null = null;
  let elements = 0;
  let attributes = 0;
  let offset = 0;
  parser.on('error', ({ message }) => fail(`the XML is wrong: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('doctype', () => fail('a document type is not accepted'));
  parser.on('opentagstart', () => {
    offset = Math.max(0, source.lastIndexOf('<', parser.position - 1));
    attributes = 0;
    if (++elements > bounds.maxElements) fail(`the XML has more than ${bounds.maxElements} elements`);
    if (open.length >= bounds.maxDepth) fail(`the XML is nested more than ${bounds.maxDepth} levels deep`);
  });
  parser.on('attribute', () => {
    if (++attributes > bounds.maxAttributes) fail(`an element has more than ${bounds.maxAttributes} attributes`);
  });
  parser.on('opentag', (tag) => {
    const parent = open.at(-1);
    const element = elementOf(tag, parent, placeAt(source, offset));
    if (parent === undefined) root = element;
    else parent.children.push(element);
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(source).close();
  return root ?? fail('the XML has no element');
}

const placeAt = (source: string, offset: number) => (): FilterPlace => placeInText(source, offset);

function elementOf(tag: SaxesTagNS, parent: OpenElement | undefined, place: () => FilterPlace): OpenElement {
  const { local, prefix, uri, ns } = tag;
  const attributes = new Map(
    Object.values(tag.attributes)
      .filter((attribute) => attribute.prefix !== 'xmlns' && attribute.name !== 'xmlns')
      .map((attribute) => [attribute.local, attribute.value]),
  );
  const namespaceOf = (wanted: string): string | null =>
    Object.hasOwn(ns, wanted) ? ns[wanted]! : (parent?.namespaceOf(wanted) ?? null);
  return { name: local, prefix, uri, attributes, children: [], text: '', namespaceOf, place };
}

/** Says what is wrong with an element, and where that stands. */
export const failAt = (element: XmlElement, reason: string, problem?: FilterProblem): never => {
  throw new FilterError(reason, element.place(), problem);
};

/** The first child of one of these names. */
export const childOf = (element: XmlElement, ...names: readonly string[]): XmlElement | null =>
  element.children.find(({ name }) => names.includes(name)) ?? null;

export const childrenCalled = (element: XmlElement, ...names: readonly string[]): readonly XmlElement[] =>
  element.children.filter(({ name }) => names.includes(name));
