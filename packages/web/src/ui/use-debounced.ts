import { useEffect, useState } from 'react';

/** Returns the value after it has not changed for `restMs` milliseconds. */
export function useDebounced<Value>(value: Value, restMs = 200): Value {
  const [rested, setRested] = useState(value);

  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);

  return rested;
}
