import type { FastifyRequest } from 'fastify';
import type { Act } from '../../platform/audit/act.ts';
import type { Caller } from '../../platform/routing/route.ts';
import { addressGroup } from '../limits/address-group.ts';

/** Returns who acts by a request of a person, for the audit log. A caller of null has not proved who they are. */
export function actOf(request: FastifyRequest, caller: Pick<Caller, 'userId' | 'proof'> | null): Act {
  return {
    actor: { type: 'user', id: caller?.userId ?? null },
    tokenId: caller?.proof.kind === 'token' ? caller.proof.id : null,
    addressGroup: addressGroup(request.ip),
    requestId: request.id,
  };
}
