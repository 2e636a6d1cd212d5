import type { ReactNode } from 'react';
import { WithMentions } from './mentions.tsx';
import { OutsideLink } from './text/links.tsx';

const addresses = /https:\/\/[^\s<>"'`]+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu;
const trailing = new Set('.,;:!?)]}*_');

/** Returns text with its web and mail addresses as links, and mentions of the room's members marked. */
export function linkify(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(addresses)) {
    const address = withoutTrailing(match[0]);
    parts.push(marked(text.slice(end, match.index), end));
    parts.push(
      <OutsideLink key={match.index} href={address.startsWith('https:') ? address : `mailto:${address}`}>
        {address}
      </OutsideLink>,
    );
    end = match.index + address.length;
  }
  parts.push(marked(text.slice(end), end));
  return parts.filter((part) => part !== '');
}

function marked(text: string, key: number): ReactNode {
  return text.includes('@') ? <WithMentions key={`text ${key}`} text={text} /> : text;
}

/** Removes the punctuation at the end of an address that ends a sentence; keeps a bracket that the address opened. */
function withoutTrailing(address: string): string {
  if (address.includes('(') && address.endsWith(')')) return address;
  // Searches from the end, because a regular expression would take quadratic time on a long run of marks.
  let end = address.length;
  while (trailing.has(address.charAt(end - 1))) end -= 1;
  return address.slice(0, end);
}
