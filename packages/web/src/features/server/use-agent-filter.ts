import type { AgentFilter } from '../../api/admin/keys.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { usePlace } from '../../navigation/use-place.ts';

/** Returns the filter in the address and a function that changes it, so that going back from an agent finds the same list. */
export function useAgentFilter() {
  const navigate = useNavigate();
  const { pathname, search } = usePlace();

  function setFilter(name: keyof AgentFilter, value: string): void {
    if (value === '') search.delete(name);
    else search.set(name, value);
    navigate(search.size === 0 ? pathname : `${pathname}?${search.toString()}`, { replace: true });
  }

  const { q, state, sort } = Object.fromEntries(search) as AgentFilter;
  return { q, state, sort, setFilter };
}
