import { exitCodes, Failure } from '../failure.ts';

/** Returns whether a text has the form of a token: `pat_` and URL-safe characters. Only such a text is sent, since a header takes no other. */
export const isToken = (text: string): boolean => /^pat_[\w-]+$/.test(text);

/**
 * Returns the token that was given.
 *
 * @param givenBy What gave it, as the beginning of a sentence, such as `PARLEY_TOKEN`.
 * @throws Failure without the text if it has not the form of a token: the text may hold one.
 */
export function checkToken(text: string, givenBy: string): string {
  if (isToken(text)) return text;
  throw new Failure({
    code: 'token_invalid',
    message: `${givenBy} holds no token: a token is pat_ and letters, digits, - and _, on one line.`,
    hint: 'Copy it again as the app showed it, and nothing else, or make another one there (You, Tokens).',
    exitCode: exitCodes.unauthenticated,
  });
}
