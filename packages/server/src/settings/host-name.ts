import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * The name in `name` or `name:port`, as a `Host` header has it, in lower case and without the dot that may end it; null where there
 * is none. An IPv6 address stands in brackets, which are left out.
 */
export function hostName(text: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{0,5})?$/i.exec(text);
  if (!match) return null;
  const [, literal, name] = match;
  if (literal !== undefined) return isIP(literal) === 6 ? literal.toLowerCase() : null;
  const plain = (name ?? '').replace(/\.$/, '');
  // Only of names in other alphabets: of `127.1` it would make an address.
  return (/[^ -~]/.test(plain) ? domainToASCII(plain) : plain.toLowerCase()) || null;
}
