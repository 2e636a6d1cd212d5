import { randomUUID } from 'node:crypto';
import { buttons, RefusedError, text, type AgentClient, type Context, type SendableBlock } from '@parley/agent-sdk';
import type { DecisionRequestArguments } from '@parley/protocol';
import { coded } from '@parley/protocol/agent';
import { ofPerson, type DeskFile, type DeskState } from './desk-file.ts';
import { decidedByOther, outcomeOf } from './outcome-of.ts';
import { openForMs, type Outcome, type Question, type UnreadMessage } from './question.ts';
import { refuse, toldOf } from './refuse.ts';
import { waitUntil } from './wait-until.ts';

export interface DeskParts {
  readonly client: AgentClient;
  readonly file: DeskFile;
  readonly state: DeskState;
  /** The user id of the one person who decides; null where it is not known, and nobody does. */
  readonly person: string | null;
  /** The conversation in which the agent speaks; a failure where there is none to choose. */
  readonly room: (known: readonly string[]) => string;
}

/** What the press says by which an approval gets the delivery that it needs. */
const showIt = 'Show it to me';
/** For this long, what the agent sends answers what the person wrote last. */
const answersForMs = 3_600_000;
const keptForMs = 7 * 24 * 3_600_000;
const mostKept = 100;

/**
 * The agent's side of one conversation: what a person was asked, what they answered, and what they wrote besides. What is done here is
 * done one at a time, so that an answer never overtakes its question.
 */
export class Desk {
  readonly #parts: DeskParts;
  #state: DeskState;
  #turn: Promise<unknown> = Promise.resolve();
  readonly #watchers = new Set<() => void>();
  readonly #waitedFor = new Set<string>();

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.#state = ofPerson(parts.state, parts.person);
  }

  /** Asks; at most one question waits at a time, so that it is plain what an answer is for. */
  ask(question: string, choices: readonly string[], replaces: boolean): Promise<Question> {
    return this.#inTurn(async () => {
      this.#needPerson();
      const open = this.questions().find(({ type, outcome }) => type === 'question' && outcome === null);
      if (open && !replaces) {
        throw refuse(
          'question_open',
          `The person has not answered ${open.id} yet.`,
          `Call wait with question_id ${open.id}, or ask with replace_open to give that one up.`,
        );
      }
      const conversationId = this.#room();
      const messageId = await this.#say(conversationId, [text(question), ...rowsOf(choices)]);
      if (open) this.#close(open.id, { status: 'withdrawn' });
      return this.#add({ type: 'question', conversationId, choices, messageId });
    });
  }

  /** Puts an action to the person. Where nothing that they wrote can carry it, they are asked to answer first. */
  requestApproval(kind: string, decision: DecisionRequestArguments): Promise<Question> {
    return this.#inTurn(async () => {
      this.#needPerson();
      const conversationId = this.#room();
      const known = this.#state.deliveries[conversationId]?.deliveryId ?? null;
      const invocationId = known === null ? null : await this.#put(conversationId, known, decision);
      const words = `I would like you to decide on this: ${decision.action}`;
      const messageId =
        invocationId === null ? await this.#say(conversationId, [text(words), buttons([showIt])]) : null;
      return this.#add({ type: 'approval', conversationId, choices: [], messageId, kind, decision, invocationId });
    });
  }

  /** Sends a message; gives its id. */
  send(words: string): Promise<string> {
    return this.#inTurn(() => this.#say(this.#room(), words));
  }

  /** Nobody waits for it any longer; an answer that comes yet is an ordinary message. */
  withdraw(id: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.find(id)?.outcome === null) this.#close(id, { status: 'withdrawn' }, true);
    });
  }

  /** Somebody wrote: the person's answer, or a message for whoever waits for one. Nobody else's delivery is ever spoken or decided by. */
  heard(ctx: Context<'message.created' | 'member.joined'>): Promise<void> {
    return this.#inTurn(async () => {
      const { conversationId, deliveryId } = ctx;
      const isPerson = ctx.user.id === this.#parts.person;
      const at = new Date().toISOString();
      if (isPerson) this.#change({ deliveries: { ...this.#state.deliveries, [conversationId]: { deliveryId, at } } });
      const waiting = this.questions().filter(
        (one) => one.outcome === null && one.conversationId === conversationId && one.invocationId === null,
      );
      const opening = isPerson ? waiting.filter(({ type }) => type === 'approval') : [];
      for (const { id, decision } of opening) await this.#putAgain(id, conversationId, deliveryId, decision);
      if (conversationId !== this.#roomIfAny()) return;
      for (const message of ctx.messages) {
        if (message.author !== 'user') continue;
        if (opening.length > 0 && message.text === showIt) continue;
        const words = message.text || ctx.blocks.map(({ type }) => `[${type}]`).join(' ');
        const seen = {
          id: message.id,
          text: words,
          from: String(message.author_id),
          is_person: message.author_id === this.#parts.person,
          at: message.created_at,
        };
        this.#take(seen.is_person ? waiting : [], seen);
      }
    });
  }

  /** The platform says what came of a decision. */
  decided({ envelope, user }: Context<'tool.result'>): Promise<void> {
    return this.#inTurn(async () => {
      const { invocation_id, outcome, content } = envelope.tool_result;
      const question = this.questions().find(({ invocationId }) => invocationId === invocation_id);
      if (question?.outcome !== null) return;
      this.#close(question.id, user.id === this.#parts.person ? outcomeOf(outcome, content, user.id) : decidedByOther);
    });
  }

  /** All that is known, with what has expired by now. */
  questions(): readonly Question[] {
    const late = Date.now() - openForMs;
    return this.#state.questions.map((one) =>
      one.outcome === null && one.invocationId === null && Date.parse(one.askedAt) < late
        ? { ...one, outcome: { status: 'expired' } as const }
        : one,
    );
  }

  find(id: string): Question | null {
    return this.questions().find((one) => one.id === id) ?? null;
  }

  /** An outcome that nobody was given yet. */
  untold(): Question | null {
    return (
      this.questions().find(({ id, outcome, isTold }) => outcome !== null && !isTold && !this.#waitedFor.has(id)) ??
      null
    );
  }

  /** While `work` waits for this question, its outcome is kept for it. */
  async waitingFor<T>(id: string, work: () => Promise<T>): Promise<T> {
    const mine = !this.#waitedFor.has(id);
    this.#waitedFor.add(id);
    try {
      return await work();
    } finally {
      if (mine) this.#waitedFor.delete(id);
      for (const watcher of [...this.#watchers]) watcher();
    }
  }

  /** Its outcome has been returned to the caller. */
  told(id: string): void {
    const change = (one: Question) => (one.id === id ? { ...one, isTold: true } : one);
    this.#change({ questions: this.questions().map(change) });
  }

  /** Takes what people wrote that answers nothing. */
  read(): readonly UnreadMessage[] {
    const { unread } = this.#state;
    if (unread.length > 0) this.#change({ unread: [] });
    return unread;
  }

  /** Waits until `probe` gives something; null where `ms` pass, or as soon as `signal` aborts, since nobody takes it then. */
  async until<T>(probe: () => T | null, ms: number, signal: AbortSignal): Promise<T | null> {
    return waitUntil({ probe, ms, signal, watchers: this.#watchers });
  }

  /** As the answer to what the person wrote lately, else as a message of its own, which needs their consent. */
  async #say(conversationId: string, content: string | readonly SendableBlock[]): Promise<string> {
    const known = this.#state.deliveries[conversationId];
    if (known && known.deliveryId !== null && Date.now() - Date.parse(known.at) < answersForMs) {
      try {
        return (await this.#parts.client.reply(known.deliveryId, content)).message_id;
      } catch (error) {
        if (!isSpent(error)) throw error;
        this.#forget(conversationId);
        if (error.code === 'reply_stopped') throw error;
      }
    }
    return (await this.#parts.client.sendProactive(conversationId, content)).message_id;
  }

  async #put(conversationId: string, deliveryId: string, decision: DecisionRequestArguments): Promise<string | null> {
    try {
      return (await this.#parts.client.requestDecision(deliveryId, decision)).invocation_id;
    } catch (error) {
      if (!isSpent(error)) throw error;
      this.#forget(conversationId);
      return null;
    }
  }

  async #putAgain(id: string, conversationId: string, deliveryId: string, decision: DecisionRequestArguments | null) {
    if (decision === null) return;
    try {
      const invocationId = await this.#put(conversationId, deliveryId, decision);
      this.#edit(id, { invocationId });
    } catch (error) {
      this.#close(id, { status: 'failed', ...toldOf(error) });
    }
  }

  #take(waiting: readonly Question[], message: UnreadMessage): void {
    const asked = waiting.find(({ id, type, messageId }) => {
      return type === 'question' && this.find(id)?.outcome === null && (messageId ?? '') < message.id;
    });
    if (asked === undefined) return this.#change({ unread: [...this.#state.unread, message].slice(-mostKept) });
    const same = (choice: string) => choice.trim().toLowerCase() === message.text.trim().toLowerCase();
    const choice = asked.choices.find(same) ?? null;
    this.#close(asked.id, {
      status: 'answered',
      answer: message.text,
      choice,
      decided_by: message.from,
      at: message.at,
    });
  }

  #needPerson(): void {
    if (this.#parts.person !== null) return;
    throw refuse(
      'person_required',
      'It is not known who may decide: the owner of the agent, or PARLEY_PERSON.',
      'Set PARLEY_PERSON to a user id (usr_…), or PARLEY_TOKEN, by which the owner of the agent is found.',
    );
  }

  #room(): string {
    return this.#parts.room(Object.keys(this.#state.deliveries));
  }

  #roomIfAny(): string | null {
    try {
      return this.#room();
    } catch {
      return null;
    }
  }

  #forget(conversationId: string): void {
    const spent = { deliveryId: null, at: new Date().toISOString() };
    this.#change({ deliveries: { ...this.#state.deliveries, [conversationId]: spent } });
  }

  #add(about: Pick<Question, 'type' | 'conversationId' | 'choices' | 'messageId'> & Partial<Question>): Question {
    const now = new Date().toISOString();
    const open = { kind: null, decision: null, invocationId: null, outcome: null, isTold: false };
    const question: Question = { ...open, id: `que_${randomUUID()}`, askedAt: now, changedAt: now, ...about };
    const recent = this.questions().filter(({ changedAt }) => Date.now() - Date.parse(changedAt) < keptForMs);
    this.#change({ questions: [...recent, question].slice(-mostKept) });
    return question;
  }

  #close(id: string, outcome: Outcome, isTold = false): void {
    this.#edit(id, { outcome, isTold });
  }

  #edit(id: string, change: Partial<Question>): void {
    const changedAt = new Date().toISOString();
    const edited = (one: Question) => (one.id === id ? { ...one, ...change, changedAt } : one);
    this.#change({ questions: this.questions().map(edited) });
  }

  #change(change: Partial<DeskState>): void {
    this.#state = { ...this.#state, ...change };
    void this.#parts.file.write(this.#state).catch((error: unknown) => {
      process.stderr.write(`What was asked could not be kept: ${coded(String(error))}\n`);
    });
    for (const watcher of [...this.#watchers]) watcher();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** A buttons block has at most five; more choices are more blocks. */
function rowsOf(choices: readonly string[]): SendableBlock[] {
  const rows = Math.ceil(choices.length / 5);
  return Array.from({ length: rows }, (_, row) => buttons(choices.slice(row * 5, row * 5 + 5)));
}

const isSpent = (error: unknown): error is RefusedError =>
  error instanceof RefusedError && ['delivery_not_found', 'reply_stopped', 'reply_limit_reached'].includes(error.code);
