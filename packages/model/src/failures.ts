/** What kept a model from answering. */
export type FailureKind =
  | 'address_refused'
  | 'address_wrong'
  | 'busy'
  | 'context_too_long'
  | 'cut_off'
  | 'key_missing'
  | 'key_refused'
  | 'model_required'
  | 'model_unknown'
  | 'no_credit'
  | 'redirected'
  | 'refused'
  | 'service_failed'
  | 'timeout'
  | 'too_long'
  | 'too_many_steps'
  | 'unreachable';

interface Details {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** What the service said, without the key. For the owner's log only. */
  readonly said?: string | undefined;
  /** Replaces the usual words. */
  readonly words?: string | undefined;
}

/** A failure of the model's service. `words` are for the room and say who can mend it; `message` adds what the service said. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly kind: FailureKind;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly words: string;

  constructor(kind: FailureKind, { status, retryAfterMs, said, words }: Details = {}) {
    const shown = words ?? wordsOf(kind, status, retryAfterMs);
    super([shown, status === undefined ? '' : `HTTP ${status}.`, said ?? ''].filter(Boolean).join(' '));
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.words = shown;
  }

  /** Whether it is the request that is at fault, and not the service. */
  get isOfRequest(): boolean {
    return ofRequest.includes(this.kind);
  }

  /** Whether the same request may succeed in a moment. */
  get isRetryable(): boolean {
    return retryable.includes(this.kind);
  }
}

const ofRequest: readonly FailureKind[] = ['context_too_long', 'refused', 'too_long', 'too_many_steps'];
const retryable: readonly FailureKind[] = ['busy', 'cut_off', 'service_failed', 'unreachable'];

function wordsOf(kind: FailureKind, status: number | undefined, retryAfterMs: number | undefined): string {
  switch (kind) {
    case 'busy':
      return `My model's service takes no more requests ${waitOf(retryAfterMs)}. Please ask again then.`;
    case 'service_failed':
      return `My model's service failed${status === undefined ? '' : ` (${status})`}. Please ask again later; if it stays so, ${owner} has to look at the service.`;
    case 'refused':
      return `My model's service refused this request${status === undefined ? '' : ` (${status})`}. The reason is in the log of ${owner}.`;
    default:
      return usualWords[kind];
  }
}

const owner = 'whoever runs this agent';

const usualWords: Readonly<Record<Exclude<FailureKind, 'busy' | 'refused' | 'service_failed'>, string>> = {
  address_refused: `My model's address is one that must not be called from here. Whoever runs this agent has to give another one.`,
  address_wrong: `There is no chat API at my model's address. Whoever runs this agent has to correct the address.`,
  context_too_long: `This is more than my model can read at once. Please send less, or begin a new conversation.`,
  cut_off: `The connection to my model broke, so this answer is not whole. Please ask again.`,
  key_missing: `My model's service wants a key, and I have none. Whoever runs this agent has to give me one.`,
  key_refused: `My model's service refuses my key. Whoever runs this agent has to give me a valid one.`,
  model_required: `There are several models. Whoever runs this agent has to choose one.`,
  model_unknown: `My model's service does not have the model that I was given. Whoever runs this agent has to choose another.`,
  no_credit: `There is no credit left at my model's service. Whoever pays for it has to add some.`,
  redirected: `My model's address leads to another one, which I do not follow. Whoever runs this agent has to give the final address.`,
  timeout: `My model has said nothing for too long. Please ask again; if it stays so, whoever runs this agent has to look at the service.`,
  too_long: `The answer is longer than a message can be, so it ends here.`,
  too_many_steps: `(This took as many steps as I may take, so I stop here.)`,
  unreachable: `Nothing answers at my model's address. Whoever runs this agent has to start the service, or correct the address.`,
};

function waitOf(ms: number | undefined): string {
  if (ms === undefined) return 'for the moment';
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `for ${seconds} seconds` : `for ${Math.ceil(seconds / 60)} minutes`;
}
