import { replyRequest } from './agent-request.ts';
import { hurry, type Hurried, type Hurry } from './hurry.ts';
import type { SendAgent } from './send.ts';

/** A delivery that its agent may answer. */
export interface Answerable {
  readonly deliveryId: string;
  readonly agent: SendAgent;
}

export interface ReplyPlan extends Hurry {
  readonly deliveries: readonly Answerable[];
  /** Counts on from what earlier floods sent: no two replies are equal, since an equal one would be taken for a repetition. */
  readonly from: number;
}

/** Answers deliveries with replies of ten blocks, as fast as they are taken, over all deliveries in turn. */
export function replyFlood({ deliveries, from, ...bounds }: ReplyPlan): Promise<Hurried> {
  return hurry(bounds, 202, (place) => {
    const { deliveryId, agent } = deliveries[(from + place) % deliveries.length] as Answerable;
    return replyRequest(agent, { in_reply_to_delivery_id: deliveryId, blocks: tenBlocks(from + place) });
  });
}

function tenBlocks(number: number): object[] {
  return [
    { type: 'text', text: `Three of the orders of last week still wait for a part (${number}).` },
    { type: 'table', columns: ['Order', 'Part'], rows: ['1041', '1047', '1052'].map((order) => [order, 'hinge']) },
    { type: 'list', title: 'What I did', items: ['Looked the orders up', 'Asked the stock', 'Wrote this'] },
    { type: 'progress', label: 'Orders seen', percent: 100 },
    {
      type: 'card',
      title: 'Order 1041',
      body: 'Waits since Monday.',
      actions: [{ label: 'Open', payload: 'open 1041' }],
    },
    { type: 'buttons', buttons: ['Remind', 'Cancel'].map((label) => ({ label, payload: label.toLowerCase() })) },
    { type: 'event', title: 'Delivery of hinges', starts_at: '2026-12-01T09:00:00Z' },
    { type: 'location', latitude: 52.5, longitude: 13.4, label: 'The stock' },
    { type: 'notification', title: 'Orders', body: 'Three orders wait.' },
    { type: 'text', text: 'Shall I remind the supplier?' },
  ];
}
