/** What a million tokens cost. `currency` is shown as it is given, such as `EUR`; USD by default. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  readonly currency?: string;
}

/** Which model answers, and within which bounds. */
export interface ModelOptions {
  /** The address of an OpenAI-compatible API, such as `http://127.0.0.1:11434/v1`. Nothing else is ever called. */
  readonly url: string;
  /** The API key, sent as a bearer token. It appears in no log and no message. */
  readonly key?: string;
  /** The model's name. By default the only chat model that the address lists. */
  readonly model?: string;
  /** The system prompt. */
  readonly instructions?: string;
  /** Names of platform tools that the model may call, such as `clock.now`, where the person grants them. None by default. */
  readonly tools?: readonly string[];
  /** Whether the model reads images. By default it is only told their names. */
  readonly images?: boolean;
  /** How many characters of the conversation the model is reminded of, 0 to 1,000,000; 32,000 by default. Needs `history.read`. */
  readonly memoryCharacters?: number;
  /** How many requests to the model one answer may take, 1 to 50; 8 by default. The last one is made without tools. */
  readonly steps?: number;
  /** How long the model may be silent before and within an answer, in milliseconds; 120,000 by default. */
  readonly timeoutMs?: number;
  /** The most tokens that one request may answer with. By default the service decides. */
  readonly maxOutputTokens?: number;
  /** Adds the cost of answers to the log and the state. By default what the address says, if its list of models has prices. */
  readonly prices?: Prices;
  /** The `fetch` for the model's address. */
  readonly fetch?: typeof fetch;
}

/** The options with their defaults. */
export interface Settings extends ModelOptions {
  readonly tools: readonly string[];
  readonly memoryCharacters: number;
  readonly steps: number;
  readonly timeoutMs: number;
}

/**
 * Fills in the defaults.
 *
 * @throws RangeError if a number is out of its bounds.
 */
export function readSettings(options: ModelOptions): Settings {
  const { tools = [], memoryCharacters = 32_000, steps = 8, timeoutMs = 120_000 } = options;
  within('memoryCharacters', memoryCharacters, 0, 1_000_000);
  within('steps', steps, 1, 50);
  within('timeoutMs', timeoutMs, 1, 3_600_000);
  return { ...options, tools, memoryCharacters, steps, timeoutMs };
}

function within(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`${name} is ${value}: give a whole number from ${least} to ${most}.`);
}
