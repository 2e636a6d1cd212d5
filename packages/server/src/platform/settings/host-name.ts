import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

/**
 * Returns the name in `name` or `name:port`, as in a `Host` header: in lower case, without a trailing dot and without
 * the brackets of an IPv6 address. Returns null if the text is not of this form.
 */
export function hostName(text: string): string | null {
  const match = /^(?:\[([0-9a-f:.]+)\]|([^\s:/?#@[\]\\]+))(?::\d{0,5})?$/i.exec(text);
  if (!match) return null;
  const [, literal, name] = match;
  if (literal !== undefined) return isIP(literal) === 6 ? literal.toLowerCase() : null;
  const plain = (name ?? '').replace(/\.$/, '');
  // Converts only names in other alphabets: `domainToASCII` would turn `127.1` into an address.
  return (/[^ -~]/.test(plain) ? domainToASCII(plain) : plain.toLowerCase()) || null;
}
