import type { Message } from '@parley/protocol';
import { platformWords } from './platform-lines.ts';

/** Returns the text of a message as it is shown: a person's as they typed it, a line of the platform in the language of the app. */
export function shownBody({ author, body }: Pick<Message, 'author' | 'body'>): string | null {
  return author.type === 'platform' && body !== null ? platformWords.said(body) : body;
}
