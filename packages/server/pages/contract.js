// The page of the contract works without this: it only finds words, and opens what a link points at.
const theme = localStorage.getItem('parley-theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const words = document.getElementById('words');
const found = document.getElementById('found');
const nothing = document.getElementById('nothing');
const entries = [...document.querySelectorAll('[data-entry]')].map((element) => ({
  element,
  text: `${element.id} ${element.textContent}`.toLowerCase(),
}));
const groups = [...document.querySelectorAll('[data-group]')];

words.addEventListener('input', find);
words.addEventListener('search', find);
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target === words) return;
  event.preventDefault();
  words.focus();
});
addEventListener('hashchange', openTarget);
find();
openTarget();

/** Leaves what has every word. */
function find() {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = entries.filter(({ element, text }) => {
    element.hidden = !wanted.every((word) => text.includes(word));
    return !element.hidden;
  });
  for (const group of groups) group.hidden = wanted.length > 0 && !group.querySelector('[data-entry]:not([hidden])');
  nothing.hidden = hits.length > 0;
  found.textContent = wanted.length === 0 ? '' : `${hits.length} found`;
}

/** Shows what the address points at, also where a search had hidden it. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.hidden || target.closest('[hidden]')) {
    words.value = '';
    find();
  }
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}
