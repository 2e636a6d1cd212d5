import { readAhead } from './api/read-ahead.ts';

// The first of the app that runs: what the page shows is asked for while the code that shows it is on its way.
readAhead(window.location.pathname);
if (window.location.pathname.startsWith('/c/')) void import('./screens/room-screen.tsx').catch(() => undefined);
void import('./main.tsx');
