import type { ReactNode } from 'react';
import styles from './links.module.css';
import { realPlace } from './real-place.ts';

const bidiControls = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u061c\ufeff]/gu;

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
