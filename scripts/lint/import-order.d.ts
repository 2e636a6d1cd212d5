import type { Rule } from 'eslint';

/** Imports stand in the order in which they get nearer: node:, packages, relative files. */
export const importOrder: Rule.RuleModule;
