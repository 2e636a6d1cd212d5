import { TaskState, type Message, type Part, type StreamResponse } from '@a2a-js/sdk';

/** The maximum text of one answer, in characters; the rest is dropped. */
const mostCharacters = 200_000;

/** The accumulated answer of a remote agent to one message. */
export class Answer {
  contextId: string | null = null;
  taskId: string | null = null;
  state: TaskState | null = null;
  /** The agent's latest status text, while it works. */
  doing = '';
  readonly #artifacts = new Map<string, Part[]>();
  #said: Part[] = [];
  #isSnapshot = false;
  #characters = 0;

  /**
   * @param earlier The remote task that this message continues; the person has seen its beginning. Null for a new task.
   */
  constructor(
    readonly maxFileBytes: number,
    readonly earlier: string | null,
  ) {}

  take({ payload }: StreamResponse): void {
    if (payload === undefined) return;
    const { value } = payload;
    // A stream that continues a task begins with a snapshot of the old state, which the next event replaces. Without a stream,
    // the snapshot is the whole answer.
    if (this.#isSnapshot) this.#forget();
    this.#isSnapshot = payload.$case === 'task' && payload.value.id === this.earlier && this.taskId === null;
    this.contextId = value.contextId || this.contextId;
    if (payload.$case === 'message') return this.#say(payload.value);
    this.taskId = payload.$case === 'task' ? payload.value.id : payload.value.taskId || this.taskId;
    if (payload.$case === 'artifactUpdate') {
      const { artifact, append } = payload.value;
      if (artifact) this.#put(artifact.artifactId, artifact.parts, append);
      return;
    }
    if (payload.$case === 'task')
      for (const one of payload.value.artifacts) this.#put(one.artifactId, one.parts, false);
    const { status } = payload.value;
    if (status === undefined) return;
    this.state = status.state;
    if (status.message === undefined) return;
    if (isAtWork(status.state)) this.doing = words(status.message).slice(0, 1000);
    else this.#say(status.message);
  }

  /** Returns the artifacts, separated by paragraphs, followed by the agent's own message. */
  parts(): Part[] {
    const all = [...this.#artifacts.values(), this.#said].filter((parts) => parts.length > 0);
    return all.flatMap((parts, at) => (at === 0 ? parts : [{ ...blank, content: paragraph }, ...parts]));
  }

  #forget(): void {
    this.#artifacts.clear();
    this.#said = [];
    this.#characters = 0;
    this.state = null;
  }

  #say({ parts }: Message): void {
    this.#said = [...this.#said, ...parts.filter((part) => this.#fits(part))];
  }

  #put(id: string, parts: readonly Part[], append: boolean): void {
    const before = append ? (this.#artifacts.get(id) ?? []) : [];
    this.#artifacts.set(id, [...before, ...parts.filter((part) => this.#fits(part))]);
  }

  /**
   * Returns whether a part fits the limits, so that memory stays bounded. Replaces a file that is too large with a note of its
   * name.
   */
  #fits(part: Part): boolean {
    if (part.content?.$case === 'raw' && part.content.value.byteLength > this.maxFileBytes) {
      part.content = { $case: 'text', value: `\n(${part.filename || 'A file'} was too large to pass on.)\n` };
    }
    this.#characters += part.content?.$case === 'text' ? part.content.value.length : 0;
    return this.#characters <= mostCharacters;
  }
}

const blank = { metadata: undefined, filename: '', mediaType: '' };
const paragraph = { $case: 'text', value: '\n\n' } as const;

/** Returns whether the remote agent is still working on the task: neither done nor waiting for the person. */
export const isAtWork = (state: TaskState | undefined): boolean =>
  state === TaskState.TASK_STATE_WORKING || state === TaskState.TASK_STATE_SUBMITTED;

const words = ({ parts }: Message) =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
