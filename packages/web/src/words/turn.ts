import { catalogue } from './catalogue.ts';

/** The stage of a user's message to an agent. */
export type TurnStage =
  | 'outbox'
  | 'unaddressed'
  | 'undispatched'
  | 'dispatched'
  | 'answering'
  | 'asking'
  | 'waiting'
  | 'retrying'
  | 'failed'
  | 'broken'
  | 'stopped'
  | 'hasEarlier'
  | 'answeredEarlier'
  | 'answered';

/** The availability of an agent for the user. */
export type AgentStanding = 'connected' | 'unconnected' | 'paused' | 'gone' | 'blocked';

/** The visual mark of a turn. Each turn has exactly one, so that no two marks can contradict each other. */
export type TurnMark = 'moving' | 'arrived' | 'yours' | 'later' | 'broken' | 'over';

/** Who acts next. */
export type Actor = 'you' | 'agent' | 'owner' | 'parley' | 'nobody';

export interface TurnLine {
  readonly mark: TurnMark;
  readonly actor: Actor;
  readonly sentence: string;
}

export interface TurnFacts {
  readonly name: string;
  /** The time since the dispatch, or since the message was created, in milliseconds. */
  readonly sinceMs: number;
  /** The time of the next attempt, as text. */
  readonly nextTry: string | null;
  /** The agents that it has called and waits for. */
  readonly asked?: string;
}

/** After this time without an answer, the text says that the agent has not begun. */
export const notBegunMs = 10_000;

/** The sentences about a turn. */
export const turnWords = catalogue('turnWords', {
  offline: 'Not sent yet. You are offline.',
  sent: 'Sent',
  delivered: 'Delivered',
  waits: 'Waiting for you: decide above.',
  stopped: 'You stopped the answer.',
  left: ({ name }: TurnFacts) => `${name} has left. No answer will come.`,
  blocked: ({ name }: TurnFacts) => `You have blocked ${name}. No answer will come.`,
  blockedBefore: ({ name }: TurnFacts) => `You have blocked ${name}.`,
  sending: ({ name }: TurnFacts) => `Sending to ${name}`,
  unconnected: ({ name }: TurnFacts) => `${name} is not connected. It will get this when it is back.`,
  pausedUnaddressed: ({ name }: TurnFacts) => `${name} is paused and does not get this.`,
  pausedBefore: ({ name }: TurnFacts) => `${name} is paused by its owner. It gets this if it is resumed.`,
  pausedSince: ({ name }: TurnFacts) => `${name} was paused and may not answer.`,
  has: ({ name }: TurnFacts) => `${name} has it.`,
  hasNotBegun: ({ name }: TurnFacts) => `${name} has it, and has not begun.`,
  writing: ({ name }: TurnFacts) => `${name} is writing`,
  asks: ({ name, asked = 'another agent' }: TurnFacts) => `${name} asked ${asked}`,
  halfWay: {
    unconnected: ({ name }: TurnFacts) => `${name} stopped half-way: the connection was lost.`,
    paused: ({ name }: TurnFacts) => `${name} stopped half-way: its owner paused it.`,
    left: ({ name }: TurnFacts) => `${name} stopped half-way: it has left.`,
    blocked: ({ name }: TurnFacts) => `${name} stopped half-way: you have blocked it.`,
  },
  retrying: ({ name, nextTry }: TurnFacts) =>
    `${name} could not be reached. ${nextTry === null ? 'It is tried again.' : `The next try is at ${nextTry}.`}`,
  failed: {
    connected: 'Could not be delivered. Send it again.',
    unconnected: ({ name }: TurnFacts) => `Could not be delivered. ${name} could not be reached. Send it again.`,
    paused: ({ name }: TurnFacts) => `Could not be delivered. ${name} is paused by its owner.`,
    left: ({ name }: TurnFacts) => `Could not be delivered. ${name} has left.`,
    blocked: ({ name }: TurnFacts) => `Could not be delivered. You have blocked ${name}.`,
  },
  broken: ({ name }: TurnFacts) => `${name} could not answer.`,
  hasEarlier: ({ name }: TurnFacts) => `${name} has the earlier text.`,
  answeredEarlier: ({ name }: TurnFacts) => `${name} answered the earlier text`,
});

type Line = readonly [mark: TurnMark, actor: Actor, sentence: string | ((facts: TurnFacts) => string)];

const words = turnWords;
const offline: Line = ['later', 'parley', words.offline];
const sent: Line = ['arrived', 'nobody', words.sent];
const waits: Line = ['yours', 'you', words.waits];
const stopped: Line = ['over', 'you', words.stopped];
const answered: Line = ['arrived', 'you', words.delivered];
const gone: Line = ['over', 'nobody', words.left];
const blocked: Line = ['broken', 'you', words.blocked];
const blockedBefore: Line = ['broken', 'you', words.blockedBefore];
const pausedBefore: Line = ['later', 'owner', words.pausedBefore];
const pausedSince: Line = ['later', 'owner', words.pausedSince];
const has: Line = [
  'arrived',
  'agent',
  (facts) => (facts.sinceMs < notBegunMs ? words.has(facts) : words.hasNotBegun(facts)),
];
const asks: Line = ['moving', 'agent', words.asks];
const retrying: Line = ['later', 'parley', words.retrying];
const broken: Line = ['broken', 'you', words.broken];
const hasEarlier: Line = ['arrived', 'agent', words.hasEarlier];
const answeredEarlier: Line = ['arrived', 'you', words.answeredEarlier];

/** One sentence for each combination of stage and standing. */
const table: Readonly<Record<TurnStage, Readonly<Record<AgentStanding, Line>>>> = {
  outbox: { connected: offline, unconnected: offline, paused: offline, gone: offline, blocked: offline },
  unaddressed: {
    connected: sent,
    unconnected: sent,
    paused: ['later', 'owner', words.pausedUnaddressed],
    gone,
    blocked: blockedBefore,
  },
  undispatched: {
    connected: ['moving', 'parley', words.sending],
    unconnected: ['later', 'owner', words.unconnected],
    paused: pausedBefore,
    gone,
    blocked: blockedBefore,
  },
  dispatched: { connected: has, unconnected: has, paused: pausedSince, gone, blocked },
  answering: {
    connected: ['moving', 'agent', words.writing],
    unconnected: ['broken', 'you', words.halfWay.unconnected],
    paused: ['broken', 'you', words.halfWay.paused],
    gone: ['broken', 'you', words.halfWay.left],
    blocked: ['broken', 'you', words.halfWay.blocked],
  },
  asking: { connected: asks, unconnected: asks, paused: pausedSince, gone, blocked },
  waiting: { connected: waits, unconnected: waits, paused: waits, gone, blocked },
  retrying: { connected: retrying, unconnected: retrying, paused: pausedBefore, gone, blocked },
  failed: {
    connected: ['broken', 'you', words.failed.connected],
    unconnected: ['broken', 'you', words.failed.unconnected],
    paused: ['broken', 'you', words.failed.paused],
    gone: ['broken', 'you', words.failed.left],
    blocked: ['broken', 'you', words.failed.blocked],
  },
  broken: { connected: broken, unconnected: broken, paused: broken, gone: broken, blocked: broken },
  stopped: { connected: stopped, unconnected: stopped, paused: stopped, gone: stopped, blocked: stopped },
  hasEarlier: { connected: hasEarlier, unconnected: hasEarlier, paused: pausedSince, gone, blocked },
  answeredEarlier: {
    connected: answeredEarlier,
    unconnected: answeredEarlier,
    paused: answeredEarlier,
    gone: answeredEarlier,
    blocked: answeredEarlier,
  },
  answered: { connected: answered, unconnected: answered, paused: answered, gone: answered, blocked: answered },
};

export const turnStages = Object.keys(table) as readonly TurnStage[];
export const agentStandings = Object.keys(table.outbox) as readonly AgentStanding[];

/** Returns the mark, the next actor and the sentence of a turn. */
export function turnLine(stage: TurnStage, standing: AgentStanding, facts: TurnFacts): TurnLine {
  const [mark, actor, sentence] = table[stage][standing];
  return { mark, actor, sentence: typeof sentence === 'string' ? sentence : sentence(facts) };
}
