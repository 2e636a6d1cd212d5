import type { ReactNode } from 'react';

const addresses = /https:\/\/[^\s<>"'`]+|(?<![\w.])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu;
const trailing = /[.,;:!?)\]}*_]+$/u;

/** A link to another site: a new tab that learns nothing of this one. Anything but https and mailto is shown as its text. */
export function OutsideLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const safe = safeAddress(href);
  if (safe === null) return <>{children}</>;
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** The address if it is an https or mailto one, else null. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'mailto:' ? href : null;
}

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
