/** A provider violated a limit. The message quotes nothing of what was sent or received. */
export class ProviderFault extends Error {
  constructor(
    readonly reason: 'answer_too_large' | 'answer_too_deep' | 'answer_encoded' | 'answer_invalid' | 'timeout',
    /** The HTTP status of the answer; null if there was no answer. */
    readonly status: number | null = null,
  ) {
    super(reason);
    this.name = 'ProviderFault';
  }
}

/** Every request asks for an uncompressed answer: the size of a compressed one is unknown until it is unpacked. */
export const plainEncoding = { 'accept-encoding': 'identity' };

/** Returns whether an answer is uncompressed. */
export function isPlain(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const encoding = headers['content-encoding'] ?? '';
  return typeof encoding === 'string' && /^\s*(?:identity)?\s*$/i.test(encoding);
}

/** The deepest nesting of content. Later readers may recurse into it safely. */
const levelsMax = 100;

/** Returns whether JSON is nested deeper than content may be. */
export function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level >= levelsMax || Object.values(value).some((member) => isTooDeep(member, level + 1));
}
