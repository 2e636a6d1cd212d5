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

type Words = readonly [mark: TurnMark, actor: Actor, sentence: string | ((facts: TurnFacts) => string)];

const gone: Words = ['over', 'nobody', ({ name }) => `${name} has left. No answer will come.`];
const blocked: Words = ['broken', 'you', ({ name }) => `You have blocked ${name}. No answer will come.`];
const waits: Words = ['yours', 'you', 'Waiting for you: decide above.'];
const stopped: Words = ['over', 'you', 'You stopped the answer.'];
const answered: Words = ['arrived', 'you', 'Delivered'];
const offline: Words = ['later', 'parley', 'Not sent yet. You are offline.'];
const halfWay = (why: string): Words => ['broken', 'you', ({ name }) => `${name} stopped half-way: ${why}`];
const notDelivered = (why: (name: string) => string): Words => [
  'broken',
  'you',
  ({ name }) => `Could not be delivered. ${why(name)}`,
];
const asks = ({ name, asked = 'another agent' }: TurnFacts) => `${name} asked ${asked}`;
const has: Words = [
  'arrived',
  'agent',
  ({ name, sinceMs }) => `${name} has it${sinceMs < notBegunMs ? '.' : `, and has not begun.`}`,
];

const broken: Words = ['broken', 'you', ({ name }) => `${name} could not answer.`];

const hasEarlier: Words = ['arrived', 'agent', ({ name }) => `${name} has the earlier text.`];
const answeredEarlier: Words = ['arrived', 'you', ({ name }) => `${name} answered the earlier text`];

/** One sentence for each combination of stage and standing. */
const table: Readonly<Record<TurnStage, Readonly<Record<AgentStanding, Words>>>> = {
  outbox: { connected: offline, unconnected: offline, paused: offline, gone: offline, blocked: offline },
  unaddressed: {
    connected: ['arrived', 'nobody', 'Sent'],
    unconnected: ['arrived', 'nobody', 'Sent'],
    paused: ['later', 'owner', ({ name }) => `${name} is paused and does not get this.`],
    gone,
    blocked: ['broken', 'you', ({ name }) => `You have blocked ${name}.`],
  },
  undispatched: {
    connected: ['moving', 'parley', ({ name }) => `Sending to ${name}`],
    unconnected: ['later', 'owner', ({ name }) => `${name} is not connected. It will get this when it is back.`],
    paused: ['later', 'owner', ({ name }) => `${name} is paused by its owner. It gets this if it is resumed.`],
    gone,
    blocked: ['broken', 'you', ({ name }) => `You have blocked ${name}.`],
  },
  dispatched: {
    connected: has,
    unconnected: has,
    paused: ['later', 'owner', ({ name }) => `${name} was paused and may not answer.`],
    gone,
    blocked,
  },
  answering: {
    connected: ['moving', 'agent', ({ name }) => `${name} is writing`],
    unconnected: halfWay('the connection was lost.'),
    paused: halfWay('its owner paused it.'),
    gone: halfWay('it has left.'),
    blocked: halfWay('you have blocked it.'),
  },
  asking: {
    connected: ['moving', 'agent', asks],
    unconnected: ['moving', 'agent', asks],
    paused: ['later', 'owner', ({ name }) => `${name} was paused and may not answer.`],
    gone,
    blocked,
  },
  waiting: { connected: waits, unconnected: waits, paused: waits, gone, blocked },
  retrying: {
    connected: ['later', 'parley', ({ name, nextTry }) => `${name} could not be reached. ${tryAt(nextTry)}`],
    unconnected: ['later', 'parley', ({ name, nextTry }) => `${name} could not be reached. ${tryAt(nextTry)}`],
    paused: ['later', 'owner', ({ name }) => `${name} is paused by its owner. It gets this if it is resumed.`],
    gone,
    blocked,
  },
  failed: {
    connected: notDelivered(() => 'Send it again.'),
    unconnected: notDelivered((name) => `${name} could not be reached. Send it again.`),
    paused: notDelivered((name) => `${name} is paused by its owner.`),
    gone: notDelivered((name) => `${name} has left.`),
    blocked: notDelivered((name) => `You have blocked ${name}.`),
  },
  broken: { connected: broken, unconnected: broken, paused: broken, gone: broken, blocked: broken },
  stopped: { connected: stopped, unconnected: stopped, paused: stopped, gone: stopped, blocked: stopped },
  hasEarlier: {
    connected: hasEarlier,
    unconnected: hasEarlier,
    paused: ['later', 'owner', ({ name }) => `${name} was paused and may not answer.`],
    gone,
    blocked,
  },
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

function tryAt(time: string | null): string {
  return time === null ? 'It is tried again.' : `The next try is at ${time}.`;
}
