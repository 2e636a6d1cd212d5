let isFirst = false;

/** Records a sign-up in this browser, so that their first page leads into a conversation. */
export function noteSignUp(): void {
  isFirst = true;
}

/** Returns whether there was a sign-up here since the last call. */
export function takeFirstVisit(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
