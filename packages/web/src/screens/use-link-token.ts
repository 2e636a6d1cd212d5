import { useState } from 'react';

/** Returns the token behind the `#` of the address, as the page was opened with it. */
export function useLinkToken(): string {
  return useState(() => location.hash.slice(1))[0];
}
