const themes = ['system', 'light', 'dark'] as const;
const storageKey = 'parley-theme';

/** Lets the reader go from the system's theme to the light and the dark one. The choice is the app's too. */
export function addThemeSwitch(): void {
  const button = document.getElementById('theme');
  const name = document.getElementById('theme-name');
  if (!button || !name) return;
  const show = () => {
    name.textContent = `Theme: ${current()}`;
  };
  button.addEventListener('click', () => {
    const next = themes[(themes.indexOf(current()) + 1) % themes.length] ?? 'system';
    if (next === 'system') {
      localStorage.removeItem(storageKey);
      delete document.documentElement.dataset['theme'];
    } else {
      localStorage.setItem(storageKey, next);
      document.documentElement.dataset['theme'] = next;
    }
    show();
  });
  button.hidden = false;
  show();
}

function current(): (typeof themes)[number] {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}
