import { AreaProblem } from './area.ts';

export type XmlEvent = { readonly kind: 'open' | 'close' | 'text'; readonly value: string; readonly at: number };

const deepest = 200;

/** The elements, without their prefixes, and the texts of a document, in order; one that declares anything is refused. */
export function* scanXml(text: string): Generator<XmlEvent> {
  const open: string[] = [];
  let at = 0;
  while (at < text.length) {
    const sign = text.indexOf('<', at);
    if (sign !== at) yield { kind: 'text', value: text.slice(at, sign < 0 ? undefined : sign), at };
    if (sign < 0) break;
    at = sign;
    if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else if (text.startsWith('<?', at)) at = after(text, '?>', at);
    else if (text.startsWith('<![CDATA[', at)) {
      const end = after(text, ']]>', at);
      yield { kind: 'text', value: text.slice(at + 9, end - 3), at };
      at = end;
    } else if (text.startsWith('<!', at)) stop(at, 'a DOCTYPE or entity declaration is not taken');
    else at = yield* tag(text, at, open);
  }
  if (open.length > 0) stop(text.length, `<${open.at(-1)}> is not closed`);
}

function* tag(text: string, at: number, open: string[]): Generator<XmlEvent, number> {
  const end = endOfTag(text, at);
  const inside = text.slice(at + 1, end);
  const isClosing = inside.startsWith('/');
  const name = /^[\w.:-]+/.exec(isClosing ? inside.slice(1) : inside)?.[0];
  if (name === undefined) return stop(at, 'a tag without a name');
  const value = name.slice(name.indexOf(':') + 1);
  if (!isClosing) {
    if (open.push(name) > deepest) stop(at, 'it is nested too deeply');
    yield { kind: 'open', value, at };
  }
  if (isClosing || inside.endsWith('/')) {
    if (open.pop() !== name) stop(at, `</${name}> closes nothing`);
    yield { kind: 'close', value, at };
  }
  return end + 1;
}

/** A `>` between quotes ends nothing. */
function endOfTag(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const sign = text[at]!;
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at;
  }
  return stop(start, 'a tag does not end');
}

function after(text: string, mark: string, start: number): number {
  const at = text.indexOf(mark, start);
  return at < 0 ? stop(start, `${mark} is missing`) : at + mark.length;
}

function stop(at: number, reason: string): never {
  throw new AreaProblem(`XML, character ${at + 1}: ${reason}.`);
}
