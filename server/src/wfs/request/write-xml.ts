import type { XmlElement } from '../../catalog/languages/fes/read-xml.ts';
import { xmlText } from '../xml-text.ts';

/** The element as text again, for addresses: each declares its own namespace, the prefixes of names inside are left. */
export function writeXml({ name, uri, attributes, children, text }: XmlElement, around = ''): string {
  const declared = uri === around || uri.startsWith('urn:x-unbound:') ? '' : ` xmlns="${xmlText(uri)}"`;
  const own = declared === '' ? around : uri;
  const given = [...attributes].map(([key, value]) => ` ${key}="${xmlText(value)}"`).join('');
  const inner = children.map((child) => writeXml(child, own)).join('');
  return `<${name}${declared}${given}>${inner === '' ? xmlText(text) : inner}</${name}>`;
}
