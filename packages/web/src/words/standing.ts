import { catalogue } from './catalogue.ts';
import { digits } from './locale.ts';

/** Texts of the bounds of a standing permission, as a person sets them. */
export const boundsWords = catalogue('boundsWords', {
  title: 'Approve, and the same until…',
  lead: (agent: string) =>
    `What you allow here runs without a question, and each use has a receipt. ${agent} does not learn of it.`,
  arguments: 'What may differ',
  none: 'This call has no arguments, so there is nothing that could differ.',
  modes: {
    same: (value: string) => `stays ${value}`,
    limit: 'up to a limit',
    free: 'may be anything',
  },
  perCall: (name: string) => `${name} at a time, at most`,
  total: (name: string) => `${name} in all, at most`,
  free: (names: string) => `Free to differ: ${names}.`,
  nothingFree: 'Nothing else may differ.',
  uses: 'How often, at most',
  usesHint: 'This call is the first use and counts.',
  unlimited: 'Any number of times',
  until: 'Until when',
  choose: 'Choose…',
  untils: {
    today: 'The end of today',
    days2: 'In 2 days',
    week: 'In a week',
    date: 'The end of a date',
  },
  day: 'Date',
  room: 'Where',
  rooms: { here: 'In this room', any: 'In any room' },
  sentence: 'What you allow',
  covered: 'This call is covered.',
  notCovered: 'This call is not covered yet.',
  others: (count: number) =>
    count === 1
      ? '1 other question that waits is covered too, and is approved with it.'
      : `${count} other questions that wait are covered too, and are approved with it.`,
  give: 'Approve and allow this',
  back: 'Back',
  faults: {
    until: 'Choose until when.',
    day: 'Choose a date.',
    past: 'This time is over.',
    far: 'At most 30 days away.',
    uses: 'Say how often, or choose any number of times.',
    usesRange: 'A whole number from 1 to 1,000.',
    number: 'This is not a number.',
    below: (value: string) => `This call has ${value} already. Allow at least that.`,
    one: 'Set at least one of the two.',
    total: 'Coins need a limit in all.',
    same: 'At most 20 can stay the same while others differ.',
    max: 'At most 5 can have a limit.',
  },
  today: (time: string) => `today, ${time}`,
});

/** Texts of the list of standing permissions, and of their uses. */
export const standingListWords = catalogue('standingListWords', {
  title: 'Permissions that last',
  loading: 'Loading permissions that last',
  tryAgain: 'Try again',
  coinsLeft: (left: string, total: string) => `${left} of ${total} coins left`,
  totalLeft: (left: string, total: string, name: string) => `${left} of ${total} left of ${name}`,
  usesLeft: (left: number, uses: number) => `${digits(left)} of ${digits(uses)} ${uses === 1 ? 'use' : 'uses'} left`,
  used: (used: number) => (used === 1 ? 'used once' : `used ${digits(used)} times`),
  until: 'until',
  end: 'End',
  endLabel: (sentence: string) => `End: ${sentence}`,
  goneRoom: 'you left',
  others: 'other argument of the first call',
  endNote: 'Ending it takes effect at once and cannot be undone.',
  uses: 'Uses',
  usesLabel: (sentence: string) => `Uses of: ${sentence}`,
  ended: (count: number) => `Ended (${digits(count)})`,
  states: {
    active: 'active',
    expired: 'Ended: its time is over.',
    spent: 'Ended: it is used up.',
    revoked: 'Ended by you.',
  },
  reasons: {
    scope_withdrawn: 'Ended: the permission that it needs was taken away.',
    agent_blocked: 'Ended: you blocked the agent.',
    agent_deleted: 'Ended: the agent is gone.',
    agent_suspended: 'Ended: the agent was suspended.',
    owner_changed: 'Ended: the agent has another owner.',
    left_room: 'Ended: you or the agent left the room, or the room is gone.',
    tool_changed: 'Ended: the tool has changed.',
  },
});

/** Texts of the uses of a standing permission. */
export const usesWords = catalogue('usesWords', {
  title: 'Uses',
  loading: 'Loading the uses',
  older: 'Older',
  tryAgain: 'Try again',
  outcomes: {
    succeeded: 'Done',
    failed: 'Failed',
    denied: 'Not run: it was no longer allowed',
  },
  underWay: 'Under way',
  noArguments: 'no arguments',
  receipt: 'Receipt',
  receiptLabel: (time: string) => `Receipt of ${time}`,
});
