import { randomBytes } from 'node:crypto';
import { expect, vi } from 'vitest';

/** A message as a person reads it, as far as the tests look at it. */
interface ReadMessage {
  readonly messageId: string;
  readonly seq: number | null;
  readonly author: { readonly type: string };
  readonly partial: boolean;
  readonly blocks: readonly { readonly type: string; readonly [member: string]: unknown }[];
}

/** A person at a server: signs up, registers agents, opens rooms and writes, all over HTTP. */
export class Person {
  readonly #baseUrl: string;
  #cookie = '';

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  async signUp(): Promise<this> {
    const handle = `p${randomBytes(8).toString('hex')}`;
    await this.#call('POST', '/v1/users', { handle, displayName: 'Ada', password: 'correct horse battery' });
    return this;
  }

  /** Registers an agent of the person's own and returns what it is made from. */
  async registerAgent(manifest: {
    readonly transport: 'relay' | 'webhook';
    readonly webhook_url?: string;
    readonly name?: string;
    readonly access?: 'public';
    readonly requested_scopes?: readonly { readonly scope: string; readonly reason: string }[];
  }) {
    const handle = `a${randomBytes(8).toString('hex')}`;
    const whole = { version: '1', handle, name: 'Example', description: 'An example.', ...manifest };
    const { item, credential } = await this.#call<{
      item: { agentId: string };
      credential: { credentialId: string; secret: string };
    }>('POST', '/v1/agents', { manifest: whole });
    return { baseUrl: this.#baseUrl, agentId: item.agentId, ...credential };
  }

  /** Opens a room with an agent and returns its id. */
  async openRoom(agentId: string): Promise<string> {
    const room = { agentIds: [agentId] };
    const { item } = await this.#call<{ item: { conversationId: string } }>('POST', '/v1/conversations', room);
    return item.conversationId;
  }

  /** Writes a message and resolves with the agent's answer once it is final. */
  async ask(conversationId: string, text: string): Promise<ReadMessage> {
    const path = `/v1/conversations/${conversationId}/messages`;
    const { seq } = await this.#call<{ seq: number }>('POST', path, { text });
    return this.#answerAfter(conversationId, seq);
  }

  /** The first final message of an agent after this place in a room. */
  #answerAfter(conversationId: string, seq: number): Promise<ReadMessage> {
    const path = `/v1/conversations/${conversationId}/messages?after=${seq}`;
    return vi.waitFor(
      async () => {
        const { items } = await this.#call<{ items: ReadMessage[] }>('GET', path);
        const answer = items.find(({ author, partial }) => author.type === 'agent' && !partial);
        if (!answer) throw new Error(`No answer after ${seq} yet.`);
        return answer;
      },
      { timeout: 10_000, interval: 100 },
    );
  }

  /** Gives the agent of a room a task and resolves with the task once it is over. */
  async giveTask(conversationId: string, instructions: string) {
    const path = `/v1/conversations/${conversationId}/tasks`;
    const { item } = await this.#call<{ item: { taskId: string } }>('POST', path, { title: 'A task', instructions });
    return vi.waitFor(
      async () => {
        const { item: task } = await this.#call<{
          item: { status: string; history: { status: string; note: string | null }[] };
        }>('GET', `/v1/tasks/${item.taskId}`);
        if (!['completed', 'failed', 'cancelled'].includes(task.status)) throw new Error('The task is not over yet.');
        return task;
      },
      { timeout: 10_000, interval: 100 },
    );
  }

  /** The messages of a room, as far as the tests look at them. */
  async read(conversationId: string): Promise<readonly ReadMessage[]> {
    const path = `/v1/conversations/${conversationId}/messages`;
    return (await this.#call<{ items: ReadMessage[] }>('GET', path)).items;
  }

  /** Answers a form of a message, and resolves with what the agent says to it. */
  async submit(conversationId: string, form: ReadMessage, values: object): Promise<ReadMessage> {
    const formId = form.blocks.find(({ type }) => type === 'form')?.['form_id'] as string;
    const path = `/v1/conversations/${conversationId}/messages`;
    await this.#call('POST', `${path}/${form.messageId}/forms/${formId}/submit`, values);
    return this.#answerAfter(conversationId, form.seq ?? 0);
  }

  /** Gives the agent of a room a task, and takes it back once the agent has begun. Resolves with how it stands. */
  async cancelTask(conversationId: string, instructions: string): Promise<string> {
    const path = `/v1/conversations/${conversationId}/tasks`;
    type Answer = { readonly item: { readonly taskId: string; readonly status: string } };
    const { item } = await this.#call<Answer>('POST', path, { title: 'A task', instructions });
    const read = async () => (await this.#call<Answer>('GET', `/v1/tasks/${item.taskId}`)).item.status;
    await vi.waitFor(async () => expect(await read()).toBe('in_progress'), { timeout: 10_000, interval: 100 });
    await this.#call('POST', `/v1/tasks/${item.taskId}/cancel`);
    return read();
  }

  /** Grants an agent these scopes, and no others. */
  async grant(agentId: string, scopes: readonly string[]): Promise<void> {
    await this.#call('PUT', `/v1/agents/${agentId}/membership/grants`, { scopes });
  }

  /** Waits until something is put to the person and decides it. */
  async decide(
    decision: 'approved' | 'denied',
  ): Promise<{ readonly action: string; readonly coinAmount: number | null }> {
    const pending = await vi.waitFor(
      async () => {
        const path = '/v1/approvals?state=pending';
        const { items } = await this.#call<{ items: { id: string; action: string; coinAmount: number | null }[] }>(
          'GET',
          path,
        );
        if (!items[0]) throw new Error('Nothing is to be decided yet.');
        return items[0];
      },
      { timeout: 10_000, interval: 100 },
    );
    await this.#call('POST', `/v1/approvals/${pending.id}/resolve`, { decision });
    return pending;
  }

  async #call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers: { cookie: this.#cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  }
}
