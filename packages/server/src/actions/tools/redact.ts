/** Returns a copy of JSON in which every secret is replaced. */
export type Redact = (content: unknown) => unknown;

const redacted = '[secret]';

/** Shorter values occur everywhere by chance. Redacting them would only destroy the content. */
const shortest = 4;

/**
 * Creates a function that removes secrets from content, because a provider may echo them. Finds them as they are,
 * percent-encoded, in hexadecimal, and in base64 or base64url (also within longer data); in texts, member names and
 * numbers.
 */
export function createRedact(secrets: Iterable<string>): Redact {
  const forms = new Set([...secrets].filter((secret) => secret.length >= shortest).flatMap(formsOf));
  // Longest first, so that no part of a longer form remains.
  const patterns = [...forms].sort((a, b) => b.length - a.length).map(escape);
  if (patterns.length === 0) return (content) => content;
  const pattern = new RegExp(patterns.join('|'), 'g');
  const redactText = (text: string): string => text.replace(pattern, redacted);

  const redact: Redact = (content) => {
    if (typeof content === 'string') return redactText(content);
    if (typeof content === 'number') return redactText(String(content)) === String(content) ? content : redacted;
    if (Array.isArray(content)) return content.map(redact);
    if (typeof content !== 'object' || content === null) return content;
    return Object.fromEntries(Object.entries(content).map(([name, value]) => [redactText(name), redact(value)]));
  };
  return redact;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const percent = encodeURIComponent(secret);
  const hex = bytes.toString('hex');
  return [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ s: secret }).toString().slice(2),
    encodeURI(secret),
    JSON.stringify(secret).slice(1, -1),
    hex,
    hex.toUpperCase(),
    ...[0, 1, 2].flatMap((offset) => base64Within(bytes, offset)),
  ].filter((form) => form.length >= shortest);
}

/**
 * Returns the base64 characters that depend on the secret alone, if the secret begins `offset` bytes into a group of
 * three.
 */
function base64Within(bytes: Buffer, offset: number): string[] {
  const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
  const first = Math.ceil((offset * 8) / 6);
  const text = whole.toString('base64').slice(first, Math.floor((whole.length * 8) / 6));
  if (text.length < shortest) return [];
  return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
