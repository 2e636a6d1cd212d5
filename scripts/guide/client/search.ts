import type { SearchEntry } from '../search-entries.ts';
import { find } from './find.ts';

/** Searches all pages while one types. `/` begins, arrows choose, Enter opens, Escape ends. */
export function addSearch(index: URL): void {
  const box = document.querySelector<HTMLElement>('search');
  const words = document.querySelector<HTMLInputElement>('#words');
  const found = document.getElementById('found');
  const hits = document.getElementById('hits');
  const count = document.getElementById('count');
  if (!box || !words || !found || !hits || !count) return;
  let entries: Promise<readonly SearchEntry[]> | undefined;
  const load = () => (entries ??= fetch(index).then((answer) => answer.json() as Promise<readonly SearchEntry[]>));

  const show = async () => {
    const query = words.value.trim();
    found.hidden = query === '';
    if (query === '') return;
    const results = find(await load(), query);
    if (query !== words.value.trim()) return;
    count.textContent = results.length === 0 ? 'Nothing has these words.' : `${results.length} found`;
    hits.replaceChildren(...results.slice(0, 30).map(hitOf));
  };
  const links = () => [...hits.querySelectorAll('a')];
  const close = () => {
    found.hidden = true;
    words.focus();
  };

  box.hidden = false;
  words.addEventListener('focus', () => void load());
  words.addEventListener('input', () => void show());
  box.addEventListener('keydown', (event) => {
    const at = links().indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'Escape') close();
    else if (event.key === 'ArrowDown') links()[Math.min(at + 1, links().length - 1)]?.focus();
    else if (event.key === 'ArrowUp') (at <= 0 ? words : links()[at - 1])?.focus();
    else if (event.key === 'Enter' && at === -1) links()[0]?.click();
    else return;
    event.preventDefault();
    if (event.key === 'Enter') found.hidden = true;
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    words.focus();
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Node) || !box.contains(target) || (target as Element).closest('a')) found.hidden = true;
  });
}

function hitOf({ entry: [page, part, address], snippet }: ReturnType<typeof find>[number]): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = address;
  const title = document.createElement('strong');
  title.textContent = part === '' ? page : `${page}: ${part}`;
  const words = document.createElement('span');
  words.textContent = snippet;
  link.append(title, words);
  item.append(link);
  return item;
}
