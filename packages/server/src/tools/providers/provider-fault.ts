/** What a provider did that nobody has to put up with. Its message quotes nothing of what was sent or received. */
export class ProviderFault extends Error {
  constructor(
    readonly reason: 'answer_too_large' | 'answer_too_deep' | 'answer_encoded' | 'answer_invalid' | 'timeout',
    /** The HTTP status of the answer; null where there is none. */
    readonly status: number | null = null,
  ) {
    super(reason);
    this.name = 'ProviderFault';
  }
}

/** Every request asks for an answer as it is: what is packed has no size until it has been unpacked. */
export const plainEncoding = { 'accept-encoding': 'identity' };

/** Whether an answer came as it is. */
export function isPlain(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  const encoding = headers['content-encoding'] ?? '';
  return typeof encoding === 'string' && /^\s*(?:identity)?\s*$/i.test(encoding);
}

/** No content is nested deeper: whatever reads it afterwards may go down into it by itself. */
const levelsMax = 100;

/** Whether JSON is nested deeper than content may be. */
export function isTooDeep(value: unknown, level = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return level >= levelsMax || Object.values(value).some((member) => isTooDeep(member, level + 1));
}
