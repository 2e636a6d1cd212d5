import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const programs = [process.execPath, '/bin/sh', '/bin/mkdir', '/bin/chown', '/usr/bin/env'];
/** Native packages load these by themselves. */
const alsoLoaded = /^lib(rt|dl|pthread|m|gcc_s|resolv|nss_dns|nss_files)\.so\.\d+$/;

/**
 * Lays a root folder that stands in for the base image where no registry of images answers: this machine's Node and npm, a shell, and
 * what they load.
 */
export function layStandInBase(into: string): void {
  for (const folder of ['tmp', 'proc', 'dev', 'root', 'etc', 'usr/bin'])
    mkdirSync(join(into, folder), { recursive: true });
  for (const program of programs) {
    copyInto(into, program);
    for (const library of librariesOf(program)) copyInto(into, library);
  }
  const [libc = ''] = librariesOf('/bin/sh').filter((path) => path.includes('libc.so'));
  for (const name of readdirSync(dirname(libc)).filter((file) => alsoLoaded.test(file)))
    copyInto(into, join(dirname(libc), name));
  if (process.execPath !== '/usr/bin/node') copyFileSync(process.execPath, join(into, 'usr/bin/node'));
  const npm = dirname(dirname(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim())));
  cpSync(npm, join(into, 'usr/lib/node_modules/npm'), { recursive: true });
  const script = '#!/bin/sh\nexec node /usr/lib/node_modules/npm/bin/npm-cli.js "$@"\n';
  writeFileSync(join(into, 'usr/bin/npm'), script, { mode: 0o755 });
  for (const file of ['/etc/hosts', '/etc/resolv.conf']) if (existsSync(file)) copyInto(into, file);
  if (existsSync('/etc/ssl/certs'))
    cpSync('/etc/ssl/certs', join(into, 'etc/ssl/certs'), { recursive: true, dereference: true });
  writeFileSync(join(into, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/:/bin/sh\n');
}

function librariesOf(program: string): string[] {
  return execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
}

function copyInto(root: string, path: string): void {
  const to = join(root, path);
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(path, to);
}
