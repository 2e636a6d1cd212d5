import { afterAll } from 'vitest';
import { longestFrameMs } from '../ui/effects-before-input.ts';

/** A test may leave a clock of its own. */
const { setTimeout: later } = globalThis;

/** Keeps the page of a test file until the last effects have run: they cancel a frame by a function of the page. */
afterAll(() => new Promise((resolve) => later(resolve, longestFrameMs + 5)));
