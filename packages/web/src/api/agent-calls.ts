import type { Message } from '@parley/protocol';

/** A call between agents, shown on the message that made it or, in the called agent’s room, on the answer. */
export interface AgentCall {
  readonly asker: string;
  readonly asked: string;
  /** Null while there is no answer. */
  readonly answeredInMs: number | null;
}

export interface AgentCalls {
  /** By the id of the agent’s message. */
  readonly calls: ReadonlyMap<string, AgentCall>;
  /** The ids of the platform’s lines that the calls say already. */
  readonly told: ReadonlySet<string>;
}

/** The platform’s lines about calls. A name cannot contain these quotation marks. */
const line = /^“([^“”]+)” (called|answered) “([^“”]+)”\.$/;

/**
 * Finds the calls between agents in the messages of a room, oldest first. A caller’s room has the call as a message of the caller and a line
 * about the answer behind it; the called agent’s room has a line about the call and the answer behind it.
 */
export function agentCallsIn(messages: readonly Message[]): AgentCalls {
  const calls = new Map<string, AgentCall>();
  const told = new Set<string>();
  for (const turn of turnsOf(messages)) {
    const asking = turn[0]?.asking ?? [];
    const { answered, open } = pairsIn(turn, asking.length);
    for (const [answer, call] of answered) {
      calls.set(call.messageId, { ...namesIn(answer), answeredInMs: msBetween(call, answer) });
      told.add(answer.messageId);
    }
    for (const [place, { name }] of asking.entries()) {
      const call = open[place];
      if (call) calls.set(call.messageId, { asker: call.author.name, asked: name, answeredInMs: null });
    }
    for (const [place, message] of turn.entries()) {
      const said = lineOf(message);
      const next = turn[place + 1];
      if (said?.verb !== 'called' || next?.author.type !== 'agent' || next.author.name !== said.to) continue;
      calls.set(next.messageId, { asker: said.from, asked: said.to, answeredInMs: msBetween(message, next) });
      told.add(message.messageId);
    }
  }
  return { calls, told };
}

/** Returns whether a message is the platform's line about a call between agents. */
export function isCallLine(message: Message): boolean {
  return lineOf(message) !== null;
}

/** Splits the messages before each message of a person. */
function turnsOf(messages: readonly Message[]): Message[][] {
  const turns: Message[][] = [[]];
  for (const message of messages) {
    if (message.author.type === 'user') turns.push([]);
    turns.at(-1)?.push(message);
  }
  return turns;
}

/**
 * Pairs each line about an answer with the message that made the call, and returns the messages whose calls are open. Calls that are made
 * side by side are answered by lines that stand side by side, so the lines of a run belong to as many messages before it.
 */
function pairsIn(turn: readonly Message[], openCount: number) {
  const answered: (readonly [answer: Message, call: Message])[] = [];
  let unpaired: Message[] = [];
  for (const [place, message] of turn.entries()) {
    if (message.author.type === 'agent' && !message.partial) unpaired.push(message);
    if (!isAnswer(message) || isAnswer(turn[place - 1])) continue;
    const end = turn.findIndex((other, at) => at > place && !isAnswer(other));
    const run = turn.slice(place, end < 0 ? undefined : end);
    const later = turn.slice(place).filter(({ author }) => author.type === 'agent').length;
    const isLast = !turn.slice(place + run.length).some(isAnswer);
    unpaired = unpaired.slice(-(run.length + (isLast ? Math.max(0, openCount - later) : 0)));
    for (const answer of run) {
      const at = unpaired.findIndex(({ author }) => author.name === lineOf(answer)?.to);
      const [call] = at < 0 ? [] : unpaired.splice(at, 1);
      if (call) answered.push([answer, call]);
    }
  }
  return { answered, open: openCount === 0 ? [] : unpaired.slice(-openCount) };
}

function isAnswer(message: Message | undefined): boolean {
  return message !== undefined && lineOf(message)?.verb === 'answered';
}

function namesIn(answer: Message): Pick<AgentCall, 'asker' | 'asked'> {
  const said = lineOf(answer);
  return { asker: said?.to ?? '', asked: said?.from ?? '' };
}

function lineOf({ author, body }: Message) {
  const [, from, verb, to] = (author.type === 'platform' && body !== null && line.exec(body)) || [];
  return from !== undefined && to !== undefined ? { from, verb, to } : null;
}

function msBetween(one: Message, other: Message): number {
  return Date.parse(other.createdAt) - Date.parse(one.createdAt);
}
