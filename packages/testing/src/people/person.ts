import type {
  Approval,
  Message,
  Notification,
  RouteJson,
  RouteName,
  Routes,
  Task,
  WaitingItem,
} from '@parley/protocol';
import type { Patience, WaitOptions } from '../time/patience.ts';
import { Decider } from './decider.ts';
import { describe, fits, quoted, shows, textOf, type BlockLike, type Expectation } from './expectation.ts';
import { Outbox } from './outbox.ts';
import { pressable } from './pressable.ts';
import type { Guest, Room, Where } from './room.ts';
import { Rooms, type Surroundings } from './rooms.ts';
import type { CallInput, Session } from './session.ts';

/** What a person needs of their world. */
export interface PersonParts {
  readonly session: Session;
  readonly patience: Patience;
  readonly world: Surroundings & { now(): number; explain(): Promise<string> };
}

/**
 * A person of a world, signed up, who acts through the platform as through the app. Each verb resolves once the platform has taken what
 * they did; what comes of it is waited for by `sees`, `approves` and the like.
 */
export class Person extends Decider {
  readonly userId: string;
  readonly handle: string;
  readonly #session: Session;
  readonly #patience: Patience;
  readonly #world: PersonParts['world'];
  readonly #rooms: Rooms;
  readonly #outbox = new Outbox();

  constructor(who: { readonly userId: string; readonly handle: string }, { session, patience, world }: PersonParts) {
    super();
    this.userId = who.userId;
    this.handle = who.handle;
    this.#session = session;
    this.#patience = patience;
    this.#world = world;
    this.#rooms = new Rooms(session, world);
  }

  /**
   * Writes a message, in the room where they were last, or else in a new one with the world's only agent.
   *
   * @example
   * await ada.says('Hello');
   * await ada.says('Hello', { to: clerk });
   */
  async says(text: string, where: Where = {}): Promise<void> {
    const idempotencyKey = crypto.randomUUID();
    await this.#acts(where, async ({ conversationId }) => {
      await this.#session.call('sendMessage', { params: { conversationId }, body: { text }, idempotencyKey });
    });
  }

  /**
   * Waits until there is a button, an action or the purchase of a card with this label, and presses that of the newest message.
   *
   * @throws Error that says what can be pressed, where nothing has this label within `withinMs` (10,000) milliseconds of the machine.
   */
  async presses(label: string | RegExp, { withinMs, ...where }: Where & WaitOptions = {}): Promise<void> {
    const choices = async () => (await this.messages(where)).toReversed().flatMap(pressable);
    const find = async () => (await choices()).find((choice) => fits(choice.label, label, 'whole'));
    const inVain = async () => {
      const labels = [...new Set((await choices()).map((choice) => choice.label))].join(', ');
      return `${this.handle} sees nothing to press called ${quoted(label)}; there is: ${labels || 'nothing'}.`;
    };
    const { payload } = await this.#patience.until(find, inVain, waitOf(withinMs));
    return this.says(payload, where);
  }

  /** Waits until there is an open form, or one of this id, and answers the newest. */
  async submits(
    values: Readonly<Record<string, string | number>>,
    { withinMs, ...where }: Where & WaitOptions & { form?: string } = {},
  ): Promise<void> {
    const find = () => this.#openForm(where);
    const inVain = () =>
      `${this.handle} sees no open form${where.form === undefined ? '' : ` called "${where.form}"`}.`;
    const found = await this.#patience.until(find, inVain, waitOf(withinMs));
    await this.#acts(where, async ({ conversationId }) => {
      await this.#session.call('submitForm', { params: { conversationId, ...found }, body: values });
    });
  }

  /**
   * Changes the text of a message of theirs: the newest that says this, or the one that is given.
   *
   * @throws Refused where the platform refuses it, as after 24 hours.
   */
  async edits(message: Expectation | Pick<Message, 'messageId'>, text: string, where: Where = {}): Promise<void> {
    const { messageId } = await this.#own(message, where);
    await this.#acts(where, async ({ conversationId }) => {
      await this.#session.call('editMessage', { params: { conversationId, messageId }, body: { text } });
    });
  }

  /** Deletes a message of theirs: the newest that says this, or the one that is given. */
  async deletes(message: Expectation | Pick<Message, 'messageId'>, where: Where = {}): Promise<void> {
    const { messageId } = await this.#own(message, where);
    await this.#acts(where, async ({ conversationId }) => {
      await this.#session.call('deleteMessage', { params: { conversationId, messageId } });
    });
  }

  /** Stops the answer to their newest message. */
  async stops(where: Where = {}): Promise<void> {
    const own = (await this.messages(where)).findLast(({ author }) => author.id === this.userId);
    if (own === undefined) throw new Error(`${this.handle} has said nothing whose answer could be stopped.`);
    const { messageId } = own;
    await this.#acts(where, async ({ conversationId }) => {
      await this.#session.call('stopMessage', { params: { conversationId, messageId } });
    });
  }

  /** Gives the agent of the room a task. */
  async assigns(title: string, instructions = title, where: Where = {}): Promise<Task> {
    const { conversationId } = await this.#room(where);
    const body = { title, instructions };
    return (await this.#session.call('createTask', { params: { conversationId }, body })).item;
  }

  /** Cancels a task. */
  async cancels({ taskId }: Pick<Task, 'taskId'>): Promise<void> {
    await this.call('cancelTask', { params: { taskId } });
  }

  /** Grants an agent these scopes and no others. By default it is the world's only one. */
  async grants(
    scopes: string | readonly string[],
    { to }: { readonly to?: { readonly agentId: string } } = {},
  ): Promise<void> {
    const { agentId } = to ?? this.#rooms.theAgent();
    const body = { scopes: typeof scopes === 'string' ? [scopes] : [...scopes] };
    await this.call('grantScopes', { params: { agentId }, body });
  }

  /** Opens a room with an agent, with people, or with both, and is in it from then on. */
  async opens(...guests: readonly Guest[]): Promise<Room> {
    this.#isHere('opens a room');
    const room = await this.#rooms.open(guests);
    for (const guest of guests) if (guest instanceof Person) guest.enters(room);
    return room;
  }

  /** Is in this room from now on, for all calls that name no room. */
  enters(room: Room): void {
    this.#rooms.enter(room);
  }

  /** Loses the line: what they do is kept, and done in order by `comesBack`. They see nothing meanwhile. */
  goesOffline(): void {
    this.#outbox.close();
  }

  /** Has the line again, and sends what was kept. */
  async comesBack(): Promise<void> {
    await this.#outbox.open();
  }

  /**
   * Waits until a message shows this, among those that came after their own newest one, and resolves with it. Drafts do not count.
   *
   * @throws Error that shows the room and what became of the deliveries, after `withinMs` (10,000) milliseconds of the machine.
   */
  sees(expected: Expectation, { withinMs, ...where }: Where & WaitOptions = {}): Promise<Message> {
    const find = async () => (await this.#answers(where)).find((message) => shows(message, expected));
    return this.#patience.until(find, () => this.#inVain(describe(expected), where), waitOf(withinMs));
  }

  /** Waits until nothing is under way any more, and then wants no message to show this. */
  async seesNo(expected: Expectation, where: Where = {}): Promise<void> {
    await this.#patience.settle();
    const found = (await this.#answers(where)).find((message) => shows(message, expected));
    if (found) throw new Error(`${this.handle} was to see no ${describe(expected)}, and sees: ${textOf(found)}`);
  }

  /** The newest 200 messages of a room, oldest first, open drafts at the end. */
  async messages(where: Where = {}): Promise<readonly Message[]> {
    this.#isHere('reads');
    const { conversationId } = await this.#room(where);
    return (await this.#session.call('listMessages', { params: { conversationId }, query: { limit: 200 } })).items;
  }

  /** All that waits for them: approvals, forms, scopes that agents ask for, and people who ask for their agents. */
  async inbox(): Promise<{ readonly approvals: readonly Approval[]; readonly others: readonly WaitingItem[] }> {
    const { items } = await this.call('listWaiting', {});
    return { approvals: await this.approvals(), others: items };
  }

  /** What drew their attention, newest first. */
  async notifications(): Promise<readonly Notification[]> {
    return (await this.call('listNotifications', { query: { limit: 200 } })).items;
  }

  /**
   * Calls any route of the platform as this person; docs/interface.md has them all.
   *
   * @throws Refused where the platform refuses it.
   * @example await ada.call('setMembershipPreferences', { params: { agentId }, body: { blocked: true } });
   */
  override call<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<RouteJson<Routes[Name]>> {
    this.#isHere('calls');
    return this.#session.call(name, input);
  }

  async #acts(where: Where, act: (room: Room) => Promise<void>): Promise<void> {
    await this.#outbox.send(async () => act(await this.#room(where)));
  }

  #room(where: Where): Promise<Room> {
    return this.#rooms.find(where);
  }

  #isHere(verb: string): void {
    if (this.#outbox.isClosed) throw new Error(`${this.handle} ${verb} while offline: have them come back first.`);
  }

  /** What others said since this person's own newest message. */
  async #answers(where: Where): Promise<readonly Message[]> {
    const messages = await this.messages(where);
    const isOwn = ({ author }: Message) => author.id === this.userId;
    return messages.slice(messages.findLastIndex(isOwn) + 1).filter(({ partial }) => !partial);
  }

  async #openForm(where: Where & { form?: string }): Promise<{ messageId: string; formId: string } | undefined> {
    for (const { messageId, blocks, formStates } of (await this.messages(where)).toReversed()) {
      for (const block of blocks as readonly BlockLike[]) {
        const formId = block['form_id'] as string;
        const isMeant = block.type === 'form' && (where.form ?? formId) === formId;
        if (isMeant && formStates[formId]?.answered !== true) return { messageId, formId };
      }
    }
    return undefined;
  }

  async #own(wanted: Expectation | Pick<Message, 'messageId'>, where: Where): Promise<Pick<Message, 'messageId'>> {
    if (typeof wanted === 'object' && 'messageId' in wanted) return wanted as Pick<Message, 'messageId'>;
    const own = (await this.messages(where)).filter(({ author }) => author.id === this.userId);
    const found = own.findLast((message) => shows(message, wanted));
    if (found === undefined) throw new Error(`${this.handle} has said nothing that shows ${describe(wanted)}.`);
    return found;
  }

  protected override untilAsked<T>(find: () => Promise<T | undefined>, what: string, options: WaitOptions): Promise<T> {
    return this.#patience.until(find, () => this.#inVain(what), options);
  }

  protected override settled(): Promise<void> {
    return this.#patience.settle();
  }

  protected override now(): number {
    return this.#world.now();
  }

  async #inVain(what: string, where: Where = {}): Promise<string> {
    const lines = (await this.messages(where))
      .slice(-10)
      .map((message) => `  ${message.author.name}: ${lineOf(message)}`);
    const waiting = (await this.approvals()).map(({ action }) => `  (waits for a decision) ${action}`);
    return [
      `${this.handle} waited in vain for ${what}. This is what is there:`,
      ...lines,
      ...waiting,
      await this.#world.explain(),
    ]
      .filter((line) => line !== '')
      .join('\n');
  }
}

function waitOf(withinMs: number | undefined): WaitOptions {
  return withinMs === undefined ? {} : { withinMs };
}

function lineOf(message: Message): string {
  return `${message.partial ? '(draft) ' : ''}${textOf(message)}`;
}
