import { BlockList, isIP } from 'node:net';

const addresses = new BlockList();
addresses.addSubnet('127.0.0.0', 8, 'ipv4');
addresses.addAddress('::1', 'ipv6');

/** Whether a host, as a setting or a URL writes it, is this machine itself. Only `localhost` is among the names. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  const family = isIP(bare);
  return family === 0 ? bare.toLowerCase() === 'localhost' : addresses.check(bare, family === 6 ? 'ipv6' : 'ipv4');
}
