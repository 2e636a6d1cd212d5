import { identityReadArguments, platformLine, type IdentityReadArguments } from '@parley/protocol';
import { findUsers } from '../../../accounts/users/queries.ts';
import { failed, succeeded, type Tool } from '../tool.ts';
import { builtin } from './builtin.ts';

const names = { display_name: 'display name', handle: 'handle' } as const;

/** Gives an agent parts of a person's profile, after the person has approved. */
export const identityRead: Tool = builtin({
  name: 'identity.read',
  scope: 'identity.read',
  description: 'Tells parts of the person’s profile, once the person has approved.',
  policy: 'require_approval',
  kind: 'identity_request',
  arguments: identityReadArguments,
  action(args, agentName) {
    const { fields } = args as IdentityReadArguments;
    return platformLine('share', { fields: fields.map((field) => names[field]).join(' and '), name: agentName });
  },
  async run(tx, { userId, arguments: args }) {
    const [person] = await findUsers(tx, [userId]);
    if (!person) return failed({ code: 'tool_unavailable' });
    const { fields } = args as IdentityReadArguments;
    return succeeded(Object.fromEntries(fields.map((field) => [field, person[field]])));
  },
});
