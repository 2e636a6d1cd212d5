import { readFileSync } from 'node:fs';
import { ownFiles } from '../../own-files.ts';

const manifest = JSON.parse(readFileSync(ownFiles.manifest, 'utf8')) as { version: string };

/** The release of this code, such as `0.3.0`. All packages of the workspace have the same version. */
export const version = manifest.version;
