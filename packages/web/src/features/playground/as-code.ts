/** Writes blocks as a TypeScript module for the SDK. */
export function asTypeScript(blocks: readonly unknown[]): string {
  const literal = written(blocks, '', typescript);
  return `import type { SendableBlock } from '@parley/agent-sdk';

// In a handler: await ctx.reply(blocks);
export const blocks: SendableBlock[] = ${literal};
`;
}

/** Writes blocks as a Python module for the SDK. */
export function asPython(blocks: readonly unknown[]): string {
  return `# In a handler: await ctx.reply(blocks)
blocks = ${written(blocks, '', python)}
`;
}

interface Language {
  key(name: string): string;
  word(value: boolean | null): string;
}

const typescript: Language = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)),
  word: String,
};

const python: Language = {
  key: (name) => JSON.stringify(name),
  word: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
};

function written(value: unknown, indent: string, language: Language): string {
  const inner = `${indent}  `;
  const lines = (parts: readonly string[], [open, close]: string) =>
    parts.length === 0
      ? `${open}${close}`
      : `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
  if (Array.isArray(value))
    return lines(
      (value as unknown[]).map((one) => written(one, inner, language)),
      '[]',
    );
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return lines(
      entries.map(([name, one]) => `${language.key(name)}: ${written(one, inner, language)}`),
      '{}',
    );
  }
  return typeof value === 'boolean' || value === null ? language.word(value) : JSON.stringify(value);
}
