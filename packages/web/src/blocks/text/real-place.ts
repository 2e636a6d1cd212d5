const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** Marks beyond four in a row. To order a long run takes quadratic time. */
const piled = /(?<=\p{M}{4})\p{M}+/gu;
/** Characters that browsers read as a dot in a host, or that look like one (UTS 39). */
const dots = /[\u3002\u0660\u06d4\u06f0\u0701\u0702\ua4f8\ua60e\u{10a50}\u{1d16d}]/gu;
const betweenWords = /[\s"'<>(){}|,;]+/u;
const betweenHosts = /[^\p{L}\p{N}\p{M}.-]+|\.{2,}/u;
/** A run of host characters that ends like a host name, in any script, or like an IPv4 address. */
const hostLike = /\.(?:\p{L}[\p{L}\p{N}\p{M}-]+|\d{1,3})$/u;
/** Browsers read `https:bank.example` and `https:/bank.example` with two slashes. */
const scheme = /(?:https?:|:\/\/)[/\\]*/iu;
const withoutDots = /^(?:localhost|\[.+\])(?::\d+)?$/iu;

/**
 * Returns the real target of a link if its text could mislead: it names another host, or hides the host behind lookalike letters. Words that
 * look like an address but cannot be read as one count as naming another host. Returns null if the text is honest or names no address.
 *
 * @example realPlace('https://evil.example/', 'https://bank.example') // 'evil.example'
 */
export function realPlace(href: string, text: string): string | null {
  const { protocol, hostname, pathname } = new URL(href);
  const seen = text.replaceAll(unseen, '').replaceAll(piled, '').normalize('NFKC').replaceAll(dots, '.');
  const named = seen.split(betweenWords).flatMap(hostsIn);
  if (protocol === 'mailto:') {
    const seemsAddress = seen.includes('@') || named.length > 0;
    return seemsAddress && seen.trim().toLowerCase() !== pathname.toLowerCase() ? pathname : null;
  }
  if (hostname.includes('xn--')) return hostname;
  return named.every((host) => host !== null && bare(host) === bare(hostname)) ? null : hostname;
}

/** Returns the hosts that a word names, as in a URL; null for one that cannot be read. */
function hostsIn(word: string): (string | null)[] {
  const found = scheme.exec(word);
  const rest = found === null ? '' : word.slice(found.index + found[0].length);
  if (found === null || rest === '') {
    const authority = authorityOf(word);
    const host = trimmed(authority);
    return [...hostNamesIn(authority), ...(withoutDots.test(host) && isHost(host) ? [hostOf(host)] : [])];
  }
  const authority = authorityOf(rest);
  // What stands before the last `@` is a user name, and reads like the host.
  const real = authority.slice(authority.lastIndexOf('@') + 1);
  return [...hostNamesIn(word.slice(0, found.index)), ...hostNamesIn(authority), hostOf(trimmed(real))];
}

/** Returns the part of an address before its path, as browsers split it. */
function authorityOf(address: string): string {
  return address.split(/[/\\?#]/u, 1)[0] ?? '';
}

function hostNamesIn(text: string): (string | null)[] {
  return text
    .split(betweenHosts)
    .map(trimmed)
    .filter((run) => hostLike.test(run))
    .map(hostOf);
}

/** Returns a text without the punctuation at its end. A regular expression could take quadratic time. */
function trimmed(text: string): string {
  let end = text.length;
  while (end > 0 && !ofHost.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Characters that a host can end with; a surrogate is half of one. */
const ofHost = /[\p{L}\p{N}\p{M}\p{Cs}\]]/u;

const isHost = (host: string) => URL.canParse(`https://${host}`);

/** Returns a host as in a URL: ASCII, in lower case; null if it cannot be one. */
function hostOf(host: string): string | null {
  return isHost(host) ? new URL(`https://${host}`).hostname : null;
}

const bare = (host: string) => host.replace(/^www\.|\.$/gu, '');
