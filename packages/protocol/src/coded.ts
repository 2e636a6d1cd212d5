/**
 * Shows control and bidirectional characters as their codes, such as \u202E, so that what others wrote moves no cursor, colours nothing
 * and stands in no other order. In JSON, where they are inside strings, the codes are JSON's own.
 */
export function coded(text: string): string {
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (char) =>
    char === '\n' || char === '\t' ? char : `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}
