import type { ReactNode } from 'react';
import styles from './links.module.css';

const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u061c\ufeff]/gu;
/** Text that looks like a host name in any script, with an optional protocol before it and an optional path after it. */
const hostLike =
  /(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^\s@/]*@)?((?:[\p{L}\p{N}\p{M}-]+[.\u3002])+(?:\p{L}[\p{L}\p{N}\p{M}-]+|\d{1,3}))(?::\d+)?(?:[/?#]\S*)?/giu;
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Links to another site in a new tab, without a referrer or access to this page. Addresses other than https and mailto are
 * shown as text. If the text looks like another address than the target, the real host is shown next to it.
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

/** Returns the address if it is https or mailto without a user name, else null. */
export function safeAddress(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href, username, password } = new URL(address);
  // A user name before the host reads like the host itself.
  if (username !== '' || password !== '') return null;
  return protocol === 'https:' || protocol === 'mailto:' ? href : null;
}

/**
 * Returns the real target of a link if its text could mislead: it names another host, or hides the host behind lookalike
 * letters. Returns null if the text is honest or names no address.
 *
 * @example realPlace('https://evil.example/', 'https://bank.example') // 'evil.example'
 */
export function realPlace(href: string, text: string): string | null {
  const { protocol, hostname, pathname } = new URL(href);
  const seen = text.replaceAll(unseen, '').normalize('NFKC');
  const claimed = [...seen.matchAll(hostLike)].map(([, host = '']) => host);
  if (protocol === 'mailto:') {
    const seemsAddress = seen.includes('@') || claimed.length > 0;
    return seemsAddress && seen.trim().toLowerCase() !== pathname.toLowerCase() ? pathname : null;
  }
  if (hostname.includes('xn--')) return hostname;
  return claimed.every((host) => bare(asHost(host)) === bare(hostname)) ? null : hostname;
}

/** Returns a host as in a URL: ASCII, in lower case. */
function asHost(host: string): string {
  return URL.canParse(`https://${host}`) ? new URL(`https://${host}`).hostname : host;
}

const bare = (host: string) => host.replace(/^www\./u, '');
