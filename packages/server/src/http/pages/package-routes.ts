import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { ownFiles } from '../../own-files.ts';

const ending = /\.(tgz|tar\.gz)$/;
const version = /-\d+\.\d+\.\d+.*?(?=\.(tgz|tar\.gz)$)/;

interface Package {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly cacheControl: string;
}

/**
 * Serves the packed npm packages for writing agents at /packages. A file with a version in its name is cached
 * permanently; any other must be revalidated. Other files are not found.
 */
export async function packageRoutes(server: FastifyInstance): Promise<void> {
  const packages = readPackages(fileURLToPath(ownFiles.packages));
  server.get<{ Params: { file: string } }>('/packages/:file', async ({ params, headers }, reply) => {
    const found = packages.get(params.file);
    if (found === undefined) return reply.callNotFound();
    void reply.header('etag', found.etag).header('cache-control', found.cacheControl);
    if (headers['if-none-match'] === found.etag) return reply.code(304).send();
    return reply.header('content-type', 'application/gzip').send(found.bytes);
  });
}

/** Reads all packages once, so that a request's name is looked up in a map and never used as a path. */
function readPackages(folder: string): ReadonlyMap<string, Package> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => ending.test(name)) : [];
  return new Map(
    names.flatMap((name): [string, Package][] => {
      const bytes = readFileSync(folder + name);
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
      return [
        [name, { bytes, etag, cacheControl: 'public, max-age=31536000, immutable' }],
        [name.replace(version, ''), { bytes, etag, cacheControl: 'no-cache' }],
      ];
    }),
  );
}
