import { TaskState, type Message, type Part, type StreamResponse } from '@a2a-js/sdk';

/** More text than this of one answer is not kept. */
const mostCharacters = 200_000;

/** What a remote agent has said so far in answer to one message. */
export class Answer {
  contextId: string | null = null;
  taskId: string | null = null;
  state: TaskState | null = null;
  /** What it says it is about, while it works. */
  doing = '';
  readonly #artifacts = new Map<string, Part[]>();
  #said: Part[] = [];
  #isSnapshot = false;
  #characters = 0;

  /** @param earlier The remote task that this goes on with, whose beginning the person has seen. */
  constructor(
    readonly maxFileBytes: number,
    readonly earlier: string | null,
  ) {}

  take({ payload }: StreamResponse): void {
    if (payload === undefined) return;
    const { value } = payload;
    // A stream that goes on with a task begins with how that stood before; without a stream, this is all that comes.
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

  /** Its artifacts, each on its own, and then what it says itself. */
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

  /** What is beyond the bounds is not held in memory; of a file its name stays. */
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

/** Whether the remote agent is at it, and neither done nor waiting. */
export const isAtWork = (state: TaskState | undefined): boolean =>
  state === TaskState.TASK_STATE_WORKING || state === TaskState.TASK_STATE_SUBMITTED;

const words = ({ parts }: Message) =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');
