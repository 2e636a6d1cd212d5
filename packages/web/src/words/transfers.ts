import { catalogue } from './catalogue.ts';

/** Texts about giving an agent to another person. */
export const transferWords = catalogue('transferWords', {
  title: (person: string, agent: string) => `${person} gives you ${agent}`,
  purpose: 'to hand over an agent',
  handle: 'Username of the agent',
  from: 'From',
  remark: 'What changes',
  remarkText:
    'You become the owner. Its credentials end, so it is silent until you issue one. Look at its webhook address before you do.',
  accept: 'Accept',
  refuse: 'Refuse',

  give: 'Give away',
  giveTitle: (agent: string) => `Give ${agent} to somebody?`,
  giveText:
    'It waits in their inbox, and nothing changes until they accept. Then all its credentials end, and standing grants for it become invalid. You cannot take it back afterwards.',
  to: 'Their username',
  offer: 'Offer it',
  offered: (agent: string, person: string, handle: string) =>
    `${agent} is offered to ${person} (@${handle}), who has not accepted yet.`,
  takeBack: 'Take back',
});
