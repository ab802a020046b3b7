/** Characters that are written at a time: small pieces would cost more than what they carry. */
const chunkLength = 65_536;

/** Short texts joined to larger ones; between two of them others have their turn. */
export async function* inChunks(texts: AsyncIterable<string>): AsyncIterable<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const text of texts) {
    parts.push(text);
    length += text.length;
    if (length < chunkLength) continue;
    yield parts.join('');
    [parts, length] = [[], 0];
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (length > 0) yield parts.join('');
}
