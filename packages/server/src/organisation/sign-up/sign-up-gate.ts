import type { SignUpBody, UserId } from '@parley/protocol';
import { setEmail, setRole } from '../../accounts/users/account-queries.ts';
import type { SignUpGate } from '../../accounts/users/sign-up.ts';
import { hashToken } from '../../accounts/users/start-session.ts';
import type { Core } from '../../platform/routing/core.ts';
import { refuse } from '../../platform/routing/refusal.ts';
import type { Tx } from '../../platform/storage/storage.ts';
import { findUsable, markUsed, type InvitationRow } from '../invitations/invitation-queries.ts';
import { tellAdminsOf } from '../notices/tell-of.ts';
import { lockAdmins } from '../roles/lock-admins.ts';

type GateApp = Pick<Core, 'config' | 'storage' | 'clock' | 'secrets'>;

/**
 * Returns the gate of POST /v1/users: who may sign up on this server. `open`: everybody. `invite`: with an invitation.
 * `closed`: nobody. Nobody does by password where that is off.
 */
export function signUpGate(app: GateApp) {
  return ({ invitation }: SignUpBody): SignUpGate => {
    const { signup, passwordSignIn } = app.config;
    if (passwordSignIn === 'off') return closedGate;
    if (signup === 'closed' || (signup === 'invite' && invitation === undefined)) return closedGate;
    return invitation === undefined ? openGate : gateOfInvitation(app, invitation);
  };
}

/** Returns the gate of who has an invitation. Its use is refused with `invitation_invalid`. */
export function gateOfInvitation(app: GateApp, invitation: string): SignUpGate {
  return invitedGate(app, hashToken(invitation));
}

const openGate: SignUpGate = {
  check: async () => undefined,
  enter: async () => undefined,
  settle: async () => undefined,
};

const closedGate: SignUpGate = { ...openGate, check: async () => refuse('signup_closed') };

/** Lets in who has an invitation, once. Looks at it again under the lock that its maker's demotion takes too. */
function invitedGate(app: GateApp, tokenHash: Buffer): SignUpGate {
  const { storage, clock } = app;
  const find = async (db: GateApp['storage']['db'] | Tx): Promise<InvitationRow> =>
    (await findUsable(db, tokenHash, new Date(clock.now()))) ?? refuse('invitation_invalid');
  let invitation: InvitationRow | null = null;
  return {
    async check() {
      await find(storage.db);
    },
    async enter(tx) {
      await lockAdmins(tx);
      invitation = await find(tx);
    },
    async settle(work, userId: UserId) {
      const { tx, audit } = work;
      await markUsed(tx, tokenHash, userId);
      await audit('invitation.used', { invitationId: invitation?.invitation_id }, userId);
      if (invitation?.role === 'admin') {
        await setRole(tx, userId, 'admin', 'manual');
        await audit('person.promoted', { source: 'manual', invitationId: invitation.invitation_id }, userId);
        await tellAdminsOf(work, app, [userId], { kind: 'role_changed', by: invitation.created_by });
      }
      if (invitation?.email) await setEmail(tx, userId, invitation.email);
    },
  };
}
