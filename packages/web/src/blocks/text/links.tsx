import type { ReactNode } from 'react';
import styles from './links.module.css';

const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u061c\ufeff]/gu;
/** What reads as the name of a host, with or without a protocol before it. */
const hostLike = /(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s@/]*@)?((?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+)/iu;

/**
 * A link to another site: a new tab that learns nothing of this one. Anything but https and mailto is shown as its text. Where
 * the text reads like another address than the one it leads to, the real one stands beside it.
 */
export function OutsideLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const safe = safeAddress(href);
  if (safe === null) return <>{children}</>;
  const text = typeof children === 'string' ? children.replaceAll(bidiControls, '') : null;
  const real = text === null ? null : realPlace(safe, text);
  return (
    <>
      <a href={safe} target="_blank" rel="noopener noreferrer nofollow" dir="auto" title={safe}>
        {text ?? children}
      </a>
      {real !== null && (
        <span className={styles.real} dir="ltr">
          {real}
        </span>
      )}
    </>
  );
}

/** The address if it is an https or mailto one, else null. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'mailto:' ? href : null;
}

/**
 * Where a link really leads, if its text could make one think otherwise: it names another host, or hides the host behind a name
 * before an `@` or behind letters that look like others. Null where the text is true, or names no place.
 *
 * @example realPlace('https://evil.example/', 'https://bank.example') // 'evil.example'
 */
export function realPlace(href: string, text: string): string | null {
  const { protocol, hostname, username, pathname } = new URL(href);
  if (protocol === 'mailto:') {
    const seemsAddress = text.includes('@') || hostLike.test(text);
    return seemsAddress && text.trim().toLowerCase() !== pathname.toLowerCase() ? pathname : null;
  }
  if (username !== '' || hostname.includes('xn--')) return hostname;
  const claimed = hostLike.exec(text)?.[1]?.toLowerCase();
  return claimed === undefined || bare(claimed) === bare(hostname) ? null : hostname;
}

const bare = (host: string) => host.replace(/^www\./u, '');
