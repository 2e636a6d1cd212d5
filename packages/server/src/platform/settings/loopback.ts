import { BlockList, isIP } from 'node:net';

const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8, 'ipv4');
addresses.addAddress('::1', 'ipv6');

/** Returns whether a host of a setting or URL is this machine. The only name that counts is `localhost`. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(bare);
  return family === 0 ? bare.toLowerCase() === 'localhost' : addresses.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}
