const storageKey = 'parley-guide-language';
/** All rows of tabs, each by the names of its tabs. */
const rows: ReadonlyMap<string, () => void>[] = [];

/** Shows samples of the same thing one at a time. Who chooses a language on one page reads it on all. */
export function makeTabs(): void {
  for (const [index, group] of document.querySelectorAll('.tabs').entries()) makeRow(group, index);
  const language = localStorage.getItem(storageKey);
  if (language !== null) for (const row of rows) row.get(language)?.();
}

function makeRow(group: Element, index: number): void {
  const figures = [...group.querySelectorAll<HTMLElement>(':scope > .code')];
  if (figures.length < 2) return;
  const list = document.createElement('div');
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Language');
  const row = new Map<string, () => void>();
  const tabs = figures.map((figure, at) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = figure.dataset['language'] ?? '';
    tab.id = `tab-${index}-${at}`;
    figure.id = `panel-${index}-${at}`;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', figure.id);
    figure.setAttribute('role', 'tabpanel');
    figure.setAttribute('aria-labelledby', tab.id);
    return tab;
  });
  const choose = (chosen: number) => {
    for (const [at, figure] of figures.entries()) {
      figure.hidden = at !== chosen;
      tabs[at]?.setAttribute('aria-selected', String(at === chosen));
      if (tabs[at]) tabs[at].tabIndex = at === chosen ? 0 : -1;
    }
  };
  for (const [at, tab] of tabs.entries()) {
    row.set(tab.textContent ?? '', () => choose(at));
    tab.addEventListener('click', () => remember(tab.textContent ?? ''));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step === undefined) return;
      const next = tabs[(at + step + tabs.length) % tabs.length];
      next?.focus();
      remember(next?.textContent ?? '');
    });
  }
  choose(0);
  rows.push(row);
  list.append(...tabs);
  group.prepend(list);
}

function remember(language: string): void {
  localStorage.setItem(storageKey, language);
  for (const row of rows) row.get(language)?.();
}
