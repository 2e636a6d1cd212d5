import type { Message } from '@parley/protocol';

/** The platform’s lines about calls. A name cannot contain these quotation marks. */
const line = /^“([^“”]+)” (called|answered) “([^“”]+)”\.$/;

/** Returns the ids of the platform’s lines about calls between agents that one of these messages shows itself. */
export function toldCallLines(messages: readonly Message[]): Set<string> {
  const told = new Set<string>();
  for (const { agentCall } of messages) {
    if (!agentCall) continue;
    const { from, to, calledAt, answeredAt } = agentCall;
    told.add(keyOf(calledAt, from.name, 'called', to.name));
    if (answeredAt !== null) told.add(keyOf(answeredAt, to.name, 'answered', from.name));
  }
  return new Set(
    messages.flatMap((message) => {
      const said = lineOf(message);
      return said && told.has(keyOf(message.createdAt, said.from, said.verb, said.to)) ? [message.messageId] : [];
    }),
  );
}

/**
 * Returns the ids of the messages with calls that get no answer anymore. The server says so of a call that is read again; of one that is held
 * here, a later answer of its caller to the same delivery says it.
 */
export function endedCalls(messages: readonly Message[]): Set<string> {
  const answers = messages.filter(({ agentCall, partial }) => !agentCall && !partial);
  const answered = new Map(answers.map(({ replyToDeliveryId, seq }) => [replyToDeliveryId, seq ?? 0]));
  const isEnded = ({ agentCall, replyToDeliveryId, seq }: Message) =>
    agentCall?.state === 'ended' ||
    (agentCall?.state === 'pending' && (answered.get(replyToDeliveryId) ?? 0) > (seq ?? 0));
  return new Set(messages.filter(isEnded).map(({ messageId }) => messageId));
}

/** Returns whether a message is the platform's line about a call between agents. */
export function isCallLine(message: Message): boolean {
  return lineOf(message) !== null;
}

function lineOf({ author, body }: Message) {
  const [, from, verb, to] = (author.type === 'platform' && body !== null && line.exec(body)) || [];
  return from !== undefined && verb !== undefined && to !== undefined ? { from, verb, to } : null;
}

function keyOf(at: string, from: string, verb: string, to: string): string {
  return [at, from, verb, to].join(' “');
}
