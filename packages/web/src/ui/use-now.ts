import { useEffect, useState } from 'react';

/** Returns the current time, updated every `everyMs` milliseconds, so that relative times stay correct. */
export function useNow(everyMs = 30_000): Date {
  const [now, setNow] = useState(() => new Date());

  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);

  return now;
}
