import { addCopyButtons } from './copy.ts';
import { addSearch } from './search.ts';
import { makeTabs } from './tabs.ts';
import { addThemeSwitch } from './theme-switch.ts';

// The pages can be read without this: it adds search, tabs, copying and the choice of a theme.
makeTabs();
addCopyButtons();
addThemeSwitch();
addSearch(new URL(document.currentScript?.dataset['search'] ?? '', location.href));
