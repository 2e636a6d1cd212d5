import { hashToken } from '../../accounts/users/start-session.ts';
import { Refused } from '../../platform/routing/refusal.ts';
import type { Caller, RequestHeaders } from '../../platform/routing/route.ts';
import { holdForSession } from '../identities/hold-identity.ts';
import { faultOf, requireProvider } from './begin-flow.ts';
import type { Claims } from './claims.ts';
import { SignInStopped, stop, type Finish, type FinishApp } from './finish.ts';
import { forgetFlow, readFlow, type Flow } from './flow.ts';
import type { Provider } from './provider.ts';
import type { Providers } from './providers.ts';
import { signInByClaims } from './sign-in-by-claims.ts';
import { markStateUsed } from './state-queries.ts';

interface Return {
  readonly providerId: string;
  readonly answer: URLSearchParams;
  readonly headers: RequestHeaders;
  readonly caller: Caller | null;
}

/** Ends what a browser began at a provider: signs a person in, or holds the identity that a session asked to link. */
export async function finishFlow(app: FinishApp, providers: Providers, given: Return): Promise<Finish> {
  const provider = requireProvider(providers, given.providerId);
  const state = given.answer.get('state') ?? '';
  const forgotten = state === '' ? [] : [forgetFlow(app, state)];
  try {
    const flow = await takeFlow(app, given, state);
    const claims = await claimsOf(app, provider, flow, given.answer);
    requireGroups(app, provider, claims);
    const finish =
      flow.linkFor === null
        ? await signInByClaims(app, provider, claims, { flow, headers: given.headers })
        : await linkFor(app, provider, claims, given.caller);
    return { ...finish, cookies: [...forgotten, ...(finish.cookies ?? [])] };
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'invitation_invalid')
      return { location: '/sign-in?error=signup_closed', cookies: forgotten };
    if (!(error instanceof SignInStopped)) throw error;
    return { location: `/sign-in?error=${error.code}`, cookies: forgotten };
  }
}

/** Reads the flow of a state and uses the state up, before anything is asked of the provider. */
async function takeFlow(app: FinishApp, { providerId, headers, caller }: Return, state: string): Promise<Flow> {
  const flow = readFlow(app, headers, state, app.clock.now());
  if (flow === null || flow.providerId !== providerId) return stop('state_invalid');
  if (flow.linkFor !== null && (caller?.proof.kind !== 'session' || caller.proof.id !== flow.linkFor))
    return stop('state_invalid');
  const isFirst = await markStateUsed(app.storage.db, hashToken(state), new Date(flow.expiresAt));
  return isFirst ? flow : stop('state_invalid');
}

async function claimsOf({ log }: FinishApp, provider: Provider, flow: Flow, answer: URLSearchParams): Promise<Claims> {
  try {
    return await provider.claimsOf(answer, flow);
  } catch (error) {
    log.warn({ providerId: flow.providerId, ...faultOf(error) }, 'answer of a provider of sign-ins was refused');
    return stop('provider_error');
  }
}

function requireGroups({ log }: FinishApp, { entry }: Provider, { groups }: Claims): void {
  if (groups === null)
    log.warn({ providerId: entry.id, claim: entry.groups_claim }, 'provider names no groups of a person');
  const { required_groups: required } = entry;
  if (required.length > 0 && !required.some((group) => groups?.includes(group))) stop('group_required');
}

async function linkFor(app: FinishApp, provider: Provider, claims: Claims, caller: Caller | null): Promise<Finish> {
  if (caller === null) return stop('state_invalid');
  const identityId = await holdForSession(app, caller, provider.entry.id, claims);
  if (identityId === 'taken') return stop('identity_taken');
  if (identityId === 'own') return { location: '/you/signing-in' };
  return { location: `/you/signing-in?identity=${identityId}` };
}
