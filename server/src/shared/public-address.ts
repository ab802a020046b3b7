import { parseIpAddress } from './ip-address.ts';

/** What is no host of the public internet (IANA's special-purpose registries), and ways to write such an address as another. */
export const specialNetworks: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['::ffff:0:0', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

const networks = specialNetworks.map(([network, prefix]) => ({ ...parseIpAddress(network)!, prefix: BigInt(prefix) }));

/** Whether the address, as text, is one of the public internet; what is no address is not. */
export function isPublicAddress(text: string): boolean {
  const address = parseIpAddress(text);
  if (address === null) return false;
  return !networks.some(({ bits, value, prefix }) => {
    const rest = BigInt(bits) - prefix;
    return bits === address.bits && value >> rest === address.value >> rest;
  });
}
