import { useNavigate } from '../../navigation/use-navigate.ts';
import { usePlace } from '../../navigation/use-place.ts';

/**
 * Returns the filter of a list, which is in the address so that going back from an item finds the same list, and a function that changes
 * it. The server answers 400 for a value that is none of its choices.
 */
export function useFilter<Filter extends object>() {
  const navigate = useNavigate();
  const { pathname, search } = usePlace();

  function setFilter(name: keyof Filter & string, value: string): void {
    if (value === '') search.delete(name);
    else search.set(name, value);
    navigate(search.size === 0 ? pathname : `${pathname}?${search.toString()}`, { replace: true });
  }

  return { filter: Object.fromEntries(search) as Filter, setFilter };
}
