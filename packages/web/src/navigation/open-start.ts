import { isId } from '@parley/protocol';
import { paths } from './paths.ts';

const name = 'parley_start';

/**
 * Reads once where the server wants the app to begin: in the room of the demo, which it opens, or in the first room of a new person. Returns
 * whether the person is new. The server redirects to `/`, because only the app knows the address of a room.
 */
export function openStart(): boolean {
  const start = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  if (start === undefined) return false;
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  if (window.location.pathname !== paths.home) return false;
  if (isId('conversation', start)) window.history.replaceState(null, '', paths.room(start));
  return start === 'first';
}
