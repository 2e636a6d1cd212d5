/** Runs a function after what runs now. The wait is no reason for the process to go on. */
export function soon(run: () => void): true {
  const timer = setTimeout(run) as unknown as { unref?(): void };
  timer.unref?.();
  return true;
}
