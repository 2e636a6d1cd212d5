import type { ReactNode } from 'react';
import { OutsideLink } from './text/links.tsx';

const addresses = /https:\/\/[^\s<>"'`]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu;
const trailing = /[.,;:!?)\]}*_]+$/u;

/** Text with the web and mail addresses in it made into links. */
export function linkify(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(addresses)) {
    const address = withoutTrailing(match[0]);
    parts.push(text.slice(end, match.index));
    parts.push(
      <OutsideLink key={match.index} href={address.startsWith('https:') ? address : `mailto:${address}`}>
        {address}
      </OutsideLink>,
    );
    end = match.index + address.length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}

/** Punctuation that ends a sentence is not part of its last address; a bracket that the address opened is. */
function withoutTrailing(address: string): string {
  if (address.includes('(') && address.endsWith(')')) return address;
  return address.replace(trailing, '');
}
