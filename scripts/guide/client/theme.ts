// Runs before the page is painted, so that nobody who chose a theme sees the other one first. The app keeps its choice by the same name.
const chosen = localStorage.getItem('parley-theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
document.documentElement.dataset['scripts'] = 'on';
