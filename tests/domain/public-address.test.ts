import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { describe, expect, test } from 'vitest';
import { parseIpAddress } from '../../server/src/shared/ip-address.ts';
import { isPublicAddress, specialNetworks } from '../../server/src/shared/public-address.ts';
import { createRandom } from '../support/seeded-random.ts';

const hex = (value: bigint) => value.toString(16).padStart(32, '0');
const asIpv6 = (value: bigint) => hex(value).match(/.{4}/g)!.join(':');
const asIpv4 = (value: bigint) => [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join('.');

/** The same list as the runtime reads it. */
const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of specialNetworks) {
  const family = isIPv6(network) ? 'ipv6' : 'ipv4';
  lists[family].addSubnet(network, prefix, family);
}
const isPublicToNode = (address: string) => {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  return !lists[family].check(address, family);
};

/** First and last of each network, their neighbours, and chance within and without. */
function addresses(): string[] {
  const random = createRandom(7);
  const chance = (bits: number) =>
    Array.from({ length: bits / 16 }, () => BigInt(random.below(65_536))).reduce(
      (sum, part) => (sum << 16n) | part,
      0n,
    );
  const near = specialNetworks.flatMap(([network, prefix]) => {
    const { bits, value } = parseIpAddress(network)!;
    const size = 1n << BigInt(bits - prefix);
    const write = bits === 32 ? asIpv4 : asIpv6;
    const most = (1n << BigInt(bits)) - 1n;
    return [value - 1n, value, value + (chance(bits) % size), value + size - 1n, value + size]
      .filter((each) => each >= 0n && each <= most)
      .map(write);
  });
  const anywhere = Array.from({ length: 2_000 }, () => [asIpv4(chance(32)), asIpv6(chance(128))]).flat();
  return [...near, ...anywhere];
}

describe('an address', () => {
  test('is public exactly where the runtime says so of the same list', () => {
    const all = addresses();
    expect(all.filter((address) => isPublicAddress(address) !== isPublicToNode(address))).toEqual([]);
    const open = all.filter(isPublicAddress).length;
    expect([open > 1_000, all.length - open > 100]).toEqual([true, true]);
  });

  test.each(['::', '::1', '1::', 'a:b:c:d:e:f:1:2', '1:2::7:8', '::ffff:1.2.3.4', '64:ff9b::1.2.3.4', 'FE80::1'])(
    '%s is read as the runtime reads it',
    (text) => {
      expect(isIPv6(text)).toBe(true);
      expect(new URL(`http://[${asIpv6(parseIpAddress(text)!.value)}]`).hostname).toBe(
        new URL(`http://[${text}]`).hostname,
      );
    },
  );

  test('keeps its value whatever zone it names', () => {
    expect(parseIpAddress('fe80::1%eth0')).toEqual(parseIpAddress('fe80::1'));
  });

  test.each([
    '',
    'localhost',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.x',
    ' 1.2.3.4',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    'g::',
    '::1.2.3',
    '::1.2.3.4:5',
    ':1:2:3:4:5:6:7',
  ])('is not %j, and that is not public', (text) => {
    expect([isIPv4(text), isIPv6(text), isPublicAddress(text)]).toEqual([false, false, false]);
  });
});
