import { BlockList, isIPv6 } from 'node:net';

/** What is no host of the public internet (IANA's special-purpose registries), and ways to write such an address as another. */
const special: readonly (readonly [string, number])[] = [
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

/** One list for each family: a list of both takes every IPv4 address for the IPv6 one that it maps to. */
const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
for (const [network, prefix] of special) lists[familyOf(network)].addSubnet(network, prefix, familyOf(network));

/** Whether the address, as text, is one of the public internet. */
export const isPublicAddress = (address: string): boolean =>
  !lists[familyOf(address)].check(address, familyOf(address));
