import { readFileSync } from 'node:fs';
import { ownFiles } from '../own-files.ts';

const manifest = JSON.parse(readFileSync(ownFiles.manifest, 'utf8')) as { version: string };

/** The release that this code belongs to, such as `0.2.0`. All packages of the workspace have the same. */
export const version = manifest.version;
