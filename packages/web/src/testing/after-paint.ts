import { afterAll } from 'vitest';

/** Preact waits so long for a frame, then cancels it by a function of the page. */
const frameMs = 35;
/** A test may leave a clock of its own. */
const { setTimeout: later } = globalThis;

/** Keeps the page of a test file until what Preact does after a frame is over; else it would fail without the page. */
afterAll(() => new Promise((resolve) => later(resolve, frameMs + 5)));
