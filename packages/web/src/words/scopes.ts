import { catalogue } from './catalogue.ts';

/** Titles of the platform's own scopes. Empty in English, which `titleOfScope` of the protocol has. */
export const scopeWords = catalogue<Readonly<Record<string, string>>>('scopeWords', {});
