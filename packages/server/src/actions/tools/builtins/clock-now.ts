import { clockNowArguments } from '@parley/protocol';
import { findUsers } from '../../../accounts/users/queries.ts';
import { succeeded, type Tool } from '../tool.ts';
import { builtin } from './builtin.ts';

/** Returns the time now, and the person's time zone. */
export const clockNow: Tool = builtin({
  name: 'clock.now',
  scope: 'clock.read',
  description: 'Says what time it is, and in which time zone the person is.',
  policy: 'allow',
  kind: 'tool_invocation',
  arguments: clockNowArguments,
  action: (_args, agentName) => `Tell ${agentName} what time it is`,
  async run(tx, { userId, now }) {
    const [person] = await findUsers(tx, [userId]);
    return succeeded({ now: now.toISOString(), ...(person ? { timezone: person.timezone } : {}) });
  },
});
