import type { FastifyRequest } from 'fastify';
import type { Act } from '../../platform/audit/act.ts';
import type { AgentCaller, Caller } from '../../platform/routing/route.ts';
import { addressGroup } from '../limits/address-group.ts';

/** An act by a request, whose address is known. */
type RequestAct = Act & { readonly addressGroup: string };

/** Returns who acts by a request of a person, for the audit log. A caller of null has not proved who they are. */
export function actOf(request: FastifyRequest, caller: Pick<Caller, 'userId' | 'proof'> | null): RequestAct {
  const tokenId = caller?.proof.kind === 'token' ? caller.proof.id : null;
  return act(request, { type: 'user', id: caller?.userId ?? null }, tokenId);
}

/** Returns the same for a request of an agent. */
export function actOfAgent(request: FastifyRequest, { agentId }: Pick<AgentCaller, 'agentId'>): RequestAct {
  return act(request, { type: 'agent', id: agentId }, null);
}

/** Returns the same for a request of a directory. */
export function actOfScim(request: FastifyRequest): RequestAct {
  return act(request, { type: 'scim', id: null }, null);
}

function act({ ip, id: requestId }: FastifyRequest, actor: Act['actor'], tokenId: Act['tokenId']): RequestAct {
  return { actor, tokenId, addressGroup: addressGroup(ip), requestId };
}
