import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };

/** The release that this code belongs to, such as `0.2.0`. All packages of the workspace have the same. */
export const version = manifest.version;
