/** What passes between the bench and the processes that it forks: one question, one answer, told apart by number. */
export interface Question {
  readonly number: number;
  readonly verb: string;
  readonly about: unknown;
}

export type Answer = { readonly number: number } & ({ readonly result: unknown } | { readonly error: string });

type Verbs = Readonly<Record<string, (about: never) => unknown>>;

/** In a forked process: answers the bench's questions by verb, and ends with the bench. */
export function answerQuestions(verbs: Verbs): void {
  process.on('message', (message: Question) => {
    void answer(verbs, message).then((said) => process.send?.(said));
  });
  process.on('disconnect', () => process.exit(0));
}

async function answer(verbs: Verbs, { number, verb, about }: Question): Promise<Answer> {
  try {
    const act = verbs[verb];
    if (!act) throw new Error(`This process knows no verb ${verb}.`);
    return { number, result: await act(about as never) };
  } catch (error) {
    return { number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
