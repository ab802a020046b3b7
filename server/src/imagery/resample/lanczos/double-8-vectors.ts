import { apron } from './weights.ts';

/** `double-8.wat`, compiled: four times as fast as numbers one by one. */
const compiled =
  'AGFzbQEAAAABFgNgBH9/f38AYAJ7ewF7YAV/f39/fwADBgUAAAEAAgUDAQAgBxMCBm1lbW9yeQIABmRvdWJsZQAECuMMBfgEAgJ/' +
  'DnsgACABaiEEA0AgACEFIAX9AgMAIQYgBSABaiIF/QIDACEHIAUgAWoiBf0CAwAhCCAFIAFqIgX9AgMAIQ8gBSABaiIF/QIDACEJ' +
  'IAUgAWoiBf0CAwAhCiAFIAFqIgX9AgMAIQsgBiAL/Y4BIQwgByAK/Y4BIQ0gCCAJ/Y4BIQ4gDCAN/Q0AARARAgMSEwQFFBUGBxYX' +
  '/Qx5AJP9eQCT/XkAk/15AJP9/boBIA4gD/0NAAEQEQIDEhMEBRQVBgcWF/0M0AhIctAISHLQCEhy0AhIcv26Af2uASEQIAwgDf0N' +
  'CAkYGQoLGhsMDRwdDg8eH/0MeQCT/XkAk/15AJP9eQCT/f26ASAOIA/9DQgJGBkKCxobDA0cHQ4PHh/9DNAISHLQCEhy0AhIctAI' +
  'SHL9ugH9rgEhESAQ/QwAAQAAAAEAAAABAAAAAQAA/a4BIRAgEf0MAAEAAAABAAAAAQAAAAEAAP2uASERIAYgC/2RASEMIAcgCv2R' +
  'ASENIAggCf2RASEOIAwgDf0NAAEQEQIDEhMEBRQVBgcWF/0MeQC5+XkAufl5ALn5eQC5+f26ASAO/acB/QzgGQAA4BkAAOAZAADg' +
  'GQAA/bUB/a4BIRIgDCAN/Q0ICRgZCgsaGwwNHB0ODx4f/Qx5ALn5eQC5+XkAufl5ALn5/boBIA79qAH9DOAZAADgGQAA4BkAAOAZ' +
  'AAD9tQH9rgEhEyACIBAgEv2uAUEJ/awBIBEgE/2uAUEJ/awB/YUB/QsEACADIBAgEv2xAUEJ/awBIBEgE/2xAUEJ/awB/YUB/QsE' +
  'ACACQRBqIQIgA0EQaiEDIABBCGoiACAESQ0ACwuQBQIBfwd7IAIgAWohBANAIAD9AAQAIQUgAP0ABAYhBiAA/QAEDCEHIAD9AAQS' +
  'IQggAP0ABBghCSAA/QAEHiEKIAD9AAQkIQsgAiAFIAb9DQABEBECAxITBAUUFQYHFhf9DHkApvt5AKb7eQCm+3kApvv9ugEgByAI' +
  '/Q0AARARAgMSEwQFFBUGBxYX/QxYESQ5WBEkOVgRJDlYESQ5/boB/a4BIAkgCv0NAAEQEQIDEhMEBRQVBgcWF/0MePftAXj37QF4' +
  '9+0BePftAf26Af2uASAFIAb9DQgJGBkKCxobDA0cHQ4PHh/9DHkApvt5AKb7eQCm+3kApvv9ugEgByAI/Q0ICRgZCgsaGwwNHB0O' +
  'Dx4f/QxYESQ5WBEkOVgRJDlYESQ5/boB/a4BIAkgCv0NCAkYGQoLGhsMDRwdDg8eH/0MePftAXj37QF49+0BePftAf26Af2uARAC' +
  '/VsDAAAgAyAGIAf9DQABEBECAxITBAUUFQYHFhf9DO0BePftAXj37QF49+0BePf9ugEgCCAJ/Q0AARARAgMSEwQFFBUGBxYX/Qwk' +
  'OVgRJDlYESQ5WBEkOVgR/boB/a4BIAogC/0NAAEQEQIDEhMEBRQVBgcWF/0Mpvt5AKb7eQCm+3kApvt5AP26Af2uASAGIAf9DQgJ' +
  'GBkKCxobDA0cHQ4PHh/9DO0BePftAXj37QF49+0BePf9ugEgCCAJ/Q0ICRgZCgsaGwwNHB0ODx4f/QwkOVgRJDlYESQ5WBEkOVgR' +
  '/boB/a4BIAogC/0NCAkYGQoLGhsMDRwdDg8eH/0Mpvt5AKb7eQCm+3kApvt5AP26Af2uARAC/VsDAAAgAEEQaiEAIANBCGohAyAC' +
  'QQhqIgIgBEkNAAsLRwEBeyAA/QwAAAgAAAAIAAAACAAAAAgA/a4BQRT9rAEgAf0MAAAIAAAACAAAAAgAAAAIAP2uAUEU/awB/YUB' +
  'IQIgAiAC/WYLcgIBfwJ7IAAgAmohBANAIAD9AAQAIQUgAf0ABAAhBiADIAUgBv0NAAECEBESAwQFExQVBgcIFv0LBAAgAyAFIAb9' +
  'DRcYCQoLGRobDA0OHB0eDx/9CwQQIANBHmohAyABQQ9qIQEgAEEPaiIAIARJDQALC5kBAQZ/IAFBBmpBA2whBSABQQNsIQYgAyEH' +
  'IAcgBUEBdEHAAGpqIQggCCAFQQF0QcAAamohCSAJIAVBwABqaiEKA0AgACAFIAcgCBAAIAcgBiAJIAoQASAJIAogBiAEEAMgBCAG' +
  'QQF0aiEEIAggBiAJIAoQASAJIAogBiAEEAMgBCAGQQF0aiEEIAAgBWohACACQQFrIgINAAsL';

type Doubling = {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  double(from: number, columns: number, rows: number, work: number, to: number): void;
};

/** The part of it that is used here: the types of Node do not name it. */
type Assembly = {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: object };
};
const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: Assembly }).WebAssembly;

let started: Doubling | null = null;

function start(): Doubling {
  const { exports } = new Instance(new Module(Buffer.from(compiled, 'base64')));
  const { memory, double } = exports as Partial<Doubling>;
  if (memory === undefined || double === undefined) throw new Error('the compiled doubling lacks a part');
  return { memory, double };
}

const pageBytes = 65_536;
const rowSlack = 256;
/** Beyond this a window is no tile, and one by one will do. */
const mostVectorBytes = 32 << 20;

/** What a doubling takes of memory: the source, lines between, and the result. */
const needOf = (columns: number, rows: number) => {
  const line = (columns + 2 * apron) * 3;
  const work = line * (rows + 2 * apron) + rowSlack;
  const to = work + 6 * line + 2 * rowSlack;
  return { work, to, end: to + 12 * columns * rows + rowSlack };
};

export const fitsVectors = (columns: number, rows: number): boolean => needOf(columns, rows).end <= mostVectorBytes;

/** Three bands of eight bits, with all that lies around them: sample for sample what `double8` gives. */
export function doubleInVectors(samples: Uint8Array, columns: number, rows: number): Uint8Array {
  started ??= start();
  const { memory, double } = started;
  const { work, to, end } = needOf(columns, rows);
  const missing = end - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  const bytes = new Uint8Array(memory.buffer);
  bytes.set(samples, 0);
  double(0, columns, rows, work, to);
  return bytes.slice(to, to + 12 * columns * rows);
}
