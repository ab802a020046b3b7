import { isAscii } from 'node:buffer';
import { textOf } from './feature-tokens.ts';
import type { AnswerContext, FeatureWriter } from './output.ts';
import { createTokenReader } from './read-tokens.ts';

const utf8 = new TextDecoder();

/** Documents in their bytes, each a line of its own, and the ids among them that other collections have too. */
export type LinesToWrite = { readonly bytes: Uint8Array; readonly shared: ReadonlySet<string> };

/** In the bytes that leave, and how many are of each feature: what stands between features stands before each. */
export type WrittenLines = { readonly bytes: Uint8Array; readonly sizes: readonly number[] };

export type WriteLines = (lines: LinesToWrite) => WrittenLines;

/** Writes documents as features. */
export function createLinesWriter(writer: FeatureWriter, context: AnswerContext): WriteLines {
  const read = createTokenReader(context);
  const between = writer.between ?? '';
  const isPlainAnswer = isAscii(Buffer.from(namesIn(context)));

  /** Of texts of which a character is a byte, sizes are their lengths. */
  function write(text: string, shared: ReadonlySet<string>, isPlain: boolean): WrittenLines {
    const sizes: number[] = [];
    let written = '';
    for (let at = 0; at < text.length;) {
      const tokens = read(text, at);
      const isIdShared = shared.size > 0 && shared.has(textOf(tokens.id));
      const feature = between + writer.feature({ ...tokens, isIdShared });
      sizes.push(isPlain ? feature.length : Buffer.byteLength(feature));
      written += feature;
      const end = text.indexOf('\n', at);
      if (end < 0) break;
      at = end + 1;
    }
    return { bytes: Buffer.from(written, isPlain ? 'latin1' : 'utf8'), sizes };
  }

  return ({ bytes, shared }) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (!isAscii(buffer)) return write(utf8.decode(buffer), shared, false);
    // One byte is one character here, and on the way out too where nothing stands for something else: that is copied.
    return write(buffer.toString('latin1'), shared, isPlainAnswer && !buffer.includes(backslash));
  };
}

const backslash = 92;

/** All that an answer says beside what stands in documents. */
const namesIn = ({ prefix, crs, attributes }: AnswerContext): string =>
  [
    prefix,
    crs.srsName,
    ...attributes.map(({ name, source }) => (source.kind === 'constant' ? name + source.value : name)),
  ].join();
