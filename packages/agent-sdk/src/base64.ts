/** Reads base64 or base64url, with padding or without; null where the text is neither. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const characters = atob(text.replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, ''));
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
