import { useEffect, useState } from 'react';

/** A value that follows only once it has rested for `restMs`. */
export function useDebounced<Value>(value: Value, restMs = 200): Value {
  const [rested, setRested] = useState(value);

  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);

  return rested;
}
