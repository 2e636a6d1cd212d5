import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A certificate for 127.0.0.1 that signed itself, so that its file is also the authority to trust. */
export interface Certificate {
  readonly file: string;
  readonly cert: string;
  readonly key: string;
  remove(): Promise<void>;
}

const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const subject = ['-subj', '/CN=Parley bench', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];

/** Makes one with `openssl`; null where that is not installed. */
export async function makeCertificate(): Promise<Certificate | null> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-tls-'));
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...subject, '-keyout', keyFile, '-out', file]);
    return { file, cert: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8'), remove };
  } catch {
    await remove();
    return null;
  }
}
