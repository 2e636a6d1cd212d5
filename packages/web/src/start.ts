import { readAhead } from './api/read-ahead.ts';

// The app's first module: prefetches the page's data while the code that shows it is loading.
readAhead(window.location.pathname);
if (window.location.pathname.startsWith('/c/')) void import('./screens/room-screen.tsx').catch(() => undefined);
void import('./main.tsx');
