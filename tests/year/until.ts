const patienceMs = 60_000;

/** Asks again and again until the answer is truthy, and returns it. Throws after a minute. */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`It did not happen in a minute: ${what}.`);
}
