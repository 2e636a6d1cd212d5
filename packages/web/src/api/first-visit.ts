let isFirst = false;

/** Notes that somebody signs up here, so that their first page leads into a conversation. */
export function noteSignUp(): void {
  isFirst = true;
}

/** Returns whether somebody has signed up here since the last call. */
export function takeFirstVisit(): boolean {
  const was = isFirst;
  isFirst = false;
  return was;
}
