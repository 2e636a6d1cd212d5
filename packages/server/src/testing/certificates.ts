import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A certificate and its key, in PEM. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority. `file` is the path of its own certificate. */
export interface Authority {
  readonly file: string;
  /** Issues a certificate for these names, each as `DNS:…` or `IP:…`. */
  certify(names: readonly string[]): Promise<Certified>;
}

/** Creates an authority with its files in `folder`. */
export async function createAuthority(folder: string, name: string): Promise<Authority> {
  const path = (ending: string) => join(folder, `${name}${ending}`);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const own = ['-keyout', path('.key'), '-out', path('.pem')];
  await openssl('req', '-x509', ...newKey, ...own, '-days', '2', '-subj', `/CN=${name}`);
  let count = 0;
  return {
    file: path('.pem'),
    async certify(names) {
      const made = (count += 1);
      const its = (ending: string) => path(`-${made}${ending}`);
      await writeFile(its('.names'), `subjectAltName=${names.join(',')}\n`);
      await openssl('req', ...newKey, '-keyout', its('.key'), '-out', its('.csr'), '-subj', '/CN=postgres');
      const by = ['-CA', path('.pem'), '-CAkey', path('.key'), '-CAcreateserial', '-extfile', its('.names')];
      await openssl('x509', '-req', '-in', its('.csr'), ...by, '-days', '2', '-out', its('.pem'));
      return { cert: await readFile(its('.pem'), 'utf8'), key: await readFile(its('.key'), 'utf8') };
    },
  };
}
