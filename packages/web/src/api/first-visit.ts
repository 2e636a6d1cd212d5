let isFirst = false;

/** Records that a new person has just come in this browser, so that their first page leads into a conversation. */
export function noteSignUp(): void {
  isFirst = true;
}

/** Returns whether a new person came here since the last call. */
export function takeFirstVisit(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
