import { execFileSync, spawnSync } from 'node:child_process';

/** A bridge of this machine with a network namespace for each name, as a container engine makes one. */
export interface Network {
  /** The namespace of a name. */
  namespaceOf(name: string): string;
  readonly addresses: Readonly<Record<string, string>>;
  remove(): void;
}

const prefix = 'parley-try-';

/**
 * Gives each name an address in a namespace of its own, all on one bridge, which has the address `.1`. Ports below 1024 are
 * free for everybody there, as in a container.
 *
 * @param addresses Addresses in one network of 24 bits, by name. At most 100.
 * @throws Error if this machine makes no namespaces.
 */
export function openNetwork(addresses: Readonly<Record<string, string>>): Network {
  const names = Object.keys(addresses);
  const remove = () => {
    for (const name of names) spawnSync('ip', ['netns', 'delete', prefix + name], { stdio: 'ignore' });
    spawnSync('ip', ['link', 'delete', 'parley-try'], { stdio: 'ignore' });
  };
  remove();
  const ip = (...args: string[]) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const gateway = (addresses[names[0] ?? ''] ?? '').replace(/\d+$/, '1');
  try {
    ip('link', 'add', 'parley-try', 'type', 'bridge');
    ip('address', 'add', `${gateway}/24`, 'dev', 'parley-try');
    ip('link', 'set', 'parley-try', 'up');
    for (const [index, name] of names.entries()) {
      const [space, end] = [prefix + name, `ptry${index}`];
      ip('netns', 'add', space);
      ip('link', 'add', end, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', end, 'master', 'parley-try', 'up');
      ip('-n', space, 'address', 'add', `${addresses[name]}/24`, 'dev', 'eth0');
      for (const link of ['lo', 'eth0']) ip('-n', space, 'link', 'set', link, 'up');
      ip('-n', space, 'route', 'add', 'default', 'via', gateway);
      ip('netns', 'exec', space, 'sh', '-c', 'echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start');
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { namespaceOf: (name) => prefix + name, addresses, remove };
}
