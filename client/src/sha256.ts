/** Takes bytes as they come and tells their checksum in hexadecimal digits; any hash of the same shape does. */
export type Hasher = { update(bytes: Uint8Array): void; digest(): string };

const blockBytes = 64;
const lengthBytes = 8;
const word = 2 ** 32;

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

const fractionBits = (value: number): number => Math.floor((value - Math.floor(value)) * word);
const rounds = 64;
const constants = Uint32Array.from(firstPrimes(rounds), (prime) => fractionBits(Math.cbrt(prime)));
const beginning = Uint32Array.from(firstPrimes(8), (prime) => fractionBits(Math.sqrt(prime)));

/** SHA-256 piece by piece: what browsers have takes all at once, and nothing on a page that came by plain http. */
export function createSha256(): Hasher {
  const state = Uint32Array.from(beginning);
  const block = new Uint8Array(blockBytes);
  const view = new DataView(block.buffer);
  const schedule = new Uint32Array(rounds);
  let filled = 0;
  let total = 0;

  function update(bytes: Uint8Array): void {
    total += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const taken = Math.min(blockBytes - filled, bytes.length - at);
      block.set(bytes.subarray(at, at + taken), filled);
      filled += taken;
      at += taken;
      if (filled < blockBytes) continue;
      mix(state, view, schedule);
      filled = 0;
    }
  }

  function digest(): string {
    const room = blockBytes - filled > lengthBytes ? blockBytes : 2 * blockBytes;
    const closing = new Uint8Array(room - filled);
    closing[0] = 0x80;
    const length = new DataView(closing.buffer, closing.length - lengthBytes);
    length.setUint32(0, Math.floor((total * 8) / word));
    length.setUint32(4, (total * 8) % word);
    update(closing);
    return Array.from(state, (value) => value.toString(16).padStart(8, '0')).join('');
  }

  return { update, digest };
}

const turned = (value: number, by: number): number => (value >>> by) | (value << (32 - by));

/** FIPS 180-4, section 6.2.2. */
function mix(state: Uint32Array, block: DataView, schedule: Uint32Array): void {
  for (let at = 0; at < rounds; at++) {
    if (at < 16) {
      schedule[at] = block.getUint32(at * 4);
      continue;
    }
    const [early, late] = [schedule[at - 15]!, schedule[at - 2]!];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    schedule[at] = schedule[at - 16]! + low + schedule[at - 7]! + high;
  }
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!];
  for (let at = 0; at < rounds; at++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const chosen = (e & f) ^ (~e & g);
    const one = (h + high + chosen + constants[at]! + schedule[at]!) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}
