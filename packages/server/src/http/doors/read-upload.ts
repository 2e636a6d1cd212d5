import { rm } from 'node:fs/promises';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { limits } from '@parley/protocol';
import { receiveFile } from '../../accounts/assets/receive-file.ts';
import { Refused, refuse } from '../../platform/routing/refusal.ts';
import type { IncomingFile } from '../../platform/routing/route.ts';

/**
 * Reads a form with exactly one part, a file named `file`, into a folder. Reads the whole form before refusing it,
 * because a sender that is cut off never reads the answer.
 */
export async function readUpload(request: FastifyRequest, folder: string): Promise<IncomingFile> {
  if (!request.isMultipart()) {
    refuse('unsupported_media_type', { message: 'This call takes multipart/form-data with one part, file.' });
  }
  const received: IncomingFile[] = [];
  try {
    const problem = await readParts(request, folder, received);
    if (problem) throw new Refused(problem);
    const [file] = received;
    return file ?? refuse('malformed_request', { message: 'The form has no part called file.', hint });
  } catch (error) {
    await Promise.all(received.map(({ path }) => rm(path, { force: true })));
    throw asRefusal(error);
  }
}

const hint = 'Send multipart/form-data with exactly one part, a file called file.';

async function readParts(request: FastifyRequest, folder: string, received: IncomingFile[]) {
  let problem: Refused['refusal'] | null = null;
  for await (const part of request.parts()) {
    problem ??= strangePart(part, received.length);
    if (part.type !== 'file') continue;
    if (problem) {
      part.file.resume();
      continue;
    }
    const file = await receiveFile(folder, part.file, { keepMax: limits.uploadBytes });
    received.push({ ...file, filename: part.filename ?? null, declaredType: part.mimetype ?? null });
    if (isTruncated(part)) problem = { code: 'payload_too_large', message: 'The file is larger than 25 MiB.' };
  }
  return problem;
}

function strangePart(part: Multipart, filesBefore: number): Refused['refusal'] | null {
  if (part.fieldname !== 'file' || part.type !== 'file') {
    const message = `The form has a part ${JSON.stringify(part.fieldname.slice(0, 60))} that is not a file called file.`;
    return { code: 'malformed_request', message, hint };
  }
  return filesBefore === 0 ? null : { code: 'malformed_request', message: 'The form has more than one file.', hint };
}

/** Set after the part has been read to its end. */
function isTruncated({ file }: MultipartFile): boolean {
  return (file as typeof file & { truncated?: boolean }).truncated === true;
}

/**
 * Converts errors of the form parser to refusals. An error with a system call (connection or disk) is not the sender's
 * fault.
 */
function asRefusal(error: unknown): unknown {
  if (error instanceof Refused) return error;
  const isOurs = error instanceof Error && 'syscall' in error;
  return isOurs ? error : new Refused({ code: 'malformed_request', message: 'The form cannot be read.', hint });
}
