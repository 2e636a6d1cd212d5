import { sql } from 'kysely';
import type { AgentId, DeliveryId, UserId } from '@parley/protocol';
import type { Tx } from '../../platform/storage/storage.ts';

/**
 * Looks at the next `limit` deliveries of an agent after one, and erases of those on behalf of a person the body, and what the agent
 * answered or reported. Erases the bodies of those that tell of the person by name too.
 *
 * @returns the last one looked at, null at the end; and those that still wait, which must be withdrawn.
 */
export async function eraseDeliveriesOf(
  tx: Tx,
  of: { readonly agentId: AgentId; readonly userId: UserId; readonly name: string },
  after: string,
  limit: number,
): Promise<{ readonly last: DeliveryId | null; readonly waiting: DeliveryId[] }> {
  const name = JSON.stringify(of.name).slice(1, -1);
  const { rows } = await sql<{ last: DeliveryId | null; waiting: DeliveryId[] }>`
    with page as materialized (
      select delivery_id, user_id, event from deliveries
      where agent_id = ${of.agentId} and delivery_id > ${after} order by delivery_id limit ${limit}
    ), own as materialized (
      select delivery_id from page where user_id = ${of.userId}
    ), meant as materialized (
      select d.delivery_id, q.delivery_id is not null as waits
      from page join deliveries d using (delivery_id) left join delivery_queue q using (delivery_id)
      where page.user_id = ${of.userId}
        or (page.event = 'member.joined' and position(convert_to(${name}, 'UTF8') in d.body) > 0)
    ), emptied as (
      update deliveries d set body = null from meant
      where d.delivery_id = meant.delivery_id and not meant.waits and d.body is not null
    ), answers as (
      update delivery_attempts a set response_snippet = null, error = null from own
      where a.delivery_id = own.delivery_id and (a.response_snippet is not null or a.error is not null)
    ), faults as (
      delete from handler_errors h using own where h.delivery_id = own.delivery_id
    )
    select (select max(delivery_id) from page) as last,
           array(select delivery_id from meant where waits order by delivery_id) as waiting`.execute(tx);
  return rows[0] ?? { last: null, waiting: [] };
}
