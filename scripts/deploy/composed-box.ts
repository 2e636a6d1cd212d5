import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Box } from './box.ts';
import type { Compose, ComposeService } from './read-compose.ts';

/** Where the things are that a compose file speaks of. */
export interface Site {
  /** The folder of the compose file. */
  readonly folder: string;
  /** Keeps the named volumes. */
  readonly volumes: string;
  /** A file with the addresses of all services, for `/etc/hosts`. */
  readonly hosts: string;
  /** What the images bring: the variables that they set, programs, and files, by service. */
  readonly images: Readonly<Record<string, ImageParts>>;
}

export interface ImageParts {
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  readonly path?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
}

/** Users of images whose compose file names none. Root without capabilities is nobody here. */
const usualUser = 1000;

/** Says how a service runs here as the compose file has it run: its command, variables, secrets, volumes and user. */
export function boxOf(compose: Compose, name: string, site: Site, network: string): Box {
  const service: ComposeService | undefined = compose.services[name];
  if (service === undefined) throw new Error(`There is no service ${name}.`);
  const image = site.images[name] ?? {};
  const user = Number(service.user?.split(':')[0] ?? usualUser);
  const [files, writable] = [{} as Record<string, string>, {} as Record<string, string>];
  for (const volume of service.volumes ?? []) {
    const [from = '', to = '', mode] = volume.split(':');
    if (mode === 'ro') files[to] = join(site.folder, from);
    else writable[to] = volumeFor(site, from, user);
  }
  for (const secret of service.secrets ?? [])
    files[`/run/secrets/${secret}`] = join(site.folder, compose.secrets[secret]?.file ?? '');
  return {
    command: [...(service.entrypoint ?? image.entrypoint ?? []), ...(service.command ?? [])],
    environment: { ...image.environment, ...service.environment },
    path: image.path ?? [],
    user,
    files: { ...files, ...image.files, '/etc/hosts': site.hosts },
    writable,
    tmpfs: service.tmpfs ?? [],
    network,
  };
}

/** A new volume belongs to the user of its container, and is closed to others. */
function volumeFor(site: Site, name: string, user: number): string {
  const folder = join(site.volumes, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownSync(folder, user, user);
  return folder;
}
