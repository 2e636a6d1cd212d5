import type { Client } from '../api/client.ts';
import { usage } from '../failure.ts';

/**
 * The user id of the one person whose answers and approvals count: whom PARLEY_PERSON names, by user id or handle, else the owner of the
 * agent. Null where that is not known, since no token says who asks; then nobody decides.
 */
export async function personOf(client: Client, agentId: string, named: string | undefined): Promise<string | null> {
  if (named !== undefined && /^usr_\w+$/.test(named)) return named;
  if (client.token === undefined) {
    if (named === undefined) return null;
    throw unknown(
      named,
      'Set PARLEY_PERSON to their user id (usr_…), or PARLEY_TOKEN, by which a handle is looked up.',
    );
  }
  if (named === undefined) {
    return (await client.call('getAgent', { params: { agentId } })).item.ownerUserId;
  }
  const { items } = await client.call('findPeople', { query: { handle: named.replace(/^@/, '') } });
  if (items[0] === undefined) throw unknown(named, 'Set PARLEY_PERSON to the handle or the user id of a person.');
  return items[0].userId;
}

const unknown = (named: string, hint: string) =>
  usage('person_unknown', `PARLEY_PERSON is "${named}", and who that is is not known.`, hint);
