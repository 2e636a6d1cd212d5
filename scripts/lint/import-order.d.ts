import type { Rule } from 'eslint';

/** Imports stand in the order in which they get nearer: node:, packages, own workspace packages, relative files. */
export const importOrder: Rule.RuleModule;
