import { RequestError } from '../../api/request.ts';

const prices = ['/prices/input', '/prices/output', '/prices/currency'];
const fields = ['/url', '/key', '/model', '/name', '/instructions', ...prices];

/** Returns whether the forms of models show an error at one of their fields. */
export function isShownAtField(error: unknown): boolean {
  return error instanceof RequestError && error.path !== null && fields.includes(error.path);
}
