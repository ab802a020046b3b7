const hex = /^[0-9a-f]{64}$/i;
const base64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** The 32 bytes of a master key, wherever it is written down; the error completes "NAME ..." and never repeats the text. */
export function parseMasterKey(text: string): Buffer {
  const trimmed = text.trim();
  if (hex.test(trimmed)) return Buffer.from(trimmed, 'hex');
  if (base64.test(trimmed)) return Buffer.from(trimmed, 'base64');
  throw new Error('must be 32 bytes, as 64 hex digits or as base64');
}
