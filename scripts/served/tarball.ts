import { gzipSync } from 'node:zlib';

/** A file of a tarball: its path, below the one folder that all are in, and its bytes. */
export interface PackedFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const blockBytes = 512;
/** What npm dates files with, so that the same files make the same tarball. */
const packedAt = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** Packs files as npm and pip take them: a gzipped tar archive (ustar), the same bytes for the same files. */
export function tarball(folder: string, files: readonly PackedFile[]): Buffer {
  const sorted = files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const entries = sorted.flatMap(({ path, bytes }) => entryOf({ path: `${folder}/${path}`, bytes }));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * blockBytes)]), { level: 9 });
}

function entryOf({ path, bytes }: PackedFile): Uint8Array[] {
  const padding = Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes);
  return [headerOf(path, bytes.length), bytes, padding];
}

function headerOf(path: string, size: number): Buffer {
  const [prefix, name] = split(path);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 8), 100);
  header.write(octal(0, 8), 108);
  header.write(octal(0, 8), 116);
  header.write(octal(size, 12), 124);
  header.write(octal(packedAt, 12), 136);
  // The checksum counts its own field as spaces.
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  header.write(prefix, 345);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      7,
    ),
    148,
  );
  return header;
}

/** A path of more than 100 bytes is cut at a slash, into at most 155 and 100. */
function split(path: string): [string, string] {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(name) <= 100) return [prefix, name];
  }
  throw new Error(`${path} is too long for a tarball.`);
}
