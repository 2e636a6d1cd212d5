import { coinChargeArguments, platformLine, type CoinChargeArguments } from '@parley/protocol';
import { findAgents } from '../../../accounts/agents/queries.ts';
import type { App } from '../../../chat/conversations/app.ts';
import { coinsText } from '../coins/coins-text.ts';
import { moveCoins } from '../coins/move-coins.ts';
import { failed, succeeded, type Tool } from '../tool.ts';
import { builtin } from './builtin.ts';

/** Moves coins from the person to the agent's owner, after the person has approved. */
export function coinCharge(app: Pick<App, 'clock' | 'config'>): Tool {
  return builtin({
    name: 'coin.charge',
    scope: 'coin.charge',
    description: 'Moves whole coins from the person to the owner of the agent, once the person has approved.',
    policy: 'require_approval',
    kind: 'charge',
    arguments: coinChargeArguments,
    coinAmount: (args) => (args as CoinChargeArguments).amount,
    action(args, agentName) {
      const { amount, reason } = args as CoinChargeArguments;
      return platformLine('pay', { coins: coinsText(amount), name: agentName, reason });
    },
    async run(tx, { invocationId, agentId, userId, approvalId, arguments: args }) {
      const { amount, reason } = args as CoinChargeArguments;
      const [agent] = await findAgents(tx, [agentId]);
      if (!agent) return failed({ code: 'tool_unavailable' });
      const moved = await moveCoins(tx, app, {
        transferId: invocationId,
        from: userId,
        to: agent.owner_user_id,
        amount,
        reason,
        agentId,
        approvalId,
      });
      return moved ? succeeded({ amount }) : failed({ code: 'insufficient_coins' });
    },
  });
}
