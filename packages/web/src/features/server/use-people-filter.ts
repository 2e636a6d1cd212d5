import type { PeopleFilter } from '../../api/admin/keys.ts';
import { useNavigate } from '../../navigation/use-navigate.ts';
import { usePlace } from '../../navigation/use-place.ts';

/** Returns the filter in the address and a function that changes it, so that going back from a person finds the same list. */
export function usePeopleFilter() {
  const navigate = useNavigate();
  const { pathname, search } = usePlace();

  function setFilter(name: keyof PeopleFilter, value: string): void {
    if (value === '') search.delete(name);
    else search.set(name, value);
    navigate(search.size === 0 ? pathname : `${pathname}?${search.toString()}`, { replace: true });
  }

  // The server answers 400 for a value that is none of its choices.
  const { q, role, status } = Object.fromEntries(search) as PeopleFilter;
  return { q, role, status, setFilter };
}
