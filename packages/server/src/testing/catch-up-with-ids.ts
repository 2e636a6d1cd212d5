import { newId } from '@parley/protocol';
import type { TestServer } from './app.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Moves a server's clock on to the time of the newest id. The test files of a process share its ids, whose times never go back, so after
 * a file that moved its clock by days they are ahead. Call it where what is counted or purged is found by the time in ids.
 */
export async function catchUpWithIds({ clock }: Pick<TestServer, 'clock'>): Promise<void> {
  const time = newId('message', 0).slice('msg_'.length, 'msg_'.length + 10);
  const ms = [...time].reduce((sum, character) => sum * 32 + alphabet.indexOf(character), 0);
  if (ms > clock.now()) await clock.leap(ms - clock.now());
}
