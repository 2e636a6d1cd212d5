/**
 * Quotes a name in a platform message, so that it cannot pass for other text. Old names may contain such quotation
 * marks; these are replaced.
 */
export const quoted = (name: string): string => `“${name.replace(/[“”]/g, '"')}”`;
