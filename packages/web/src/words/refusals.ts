import { catalogue } from './catalogue.ts';

interface RefusalText {
  readonly message: string;
  readonly hint?: string;
}

/** Sentences for the server's refusals, by code. Empty in English, which the server itself speaks; so is what a language leaves out. */
export const refusalWords = catalogue<Readonly<Record<string, RefusalText>>>('refusalWords', {});
