import { isId } from '@parley/protocol';
import { paths } from './paths.ts';

const name = 'parley_start';

/** Opens the room that the demo's link chose, once. The link goes to `/`, because only the app knows the address of a room. */
export function openStart(): void {
  const room = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1];
  if (room === undefined) return;
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
  if (window.location.pathname === paths.home && isId('conversation', room)) {
    window.history.replaceState(null, '', paths.room(room));
  }
}
