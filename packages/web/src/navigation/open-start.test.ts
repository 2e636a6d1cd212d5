// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { openStart } from './open-start.ts';

const room = 'cnv_01ARZ3NDEKTSV4RRFFQ69G5FAV';
afterEach(() => window.history.replaceState(null, '', '/'));

describe('where the app begins', () => {
  it('is the room that the link of the demo named, and only once', () => {
    document.cookie = `parley_start=${room}`;
    openStart();
    expect(window.location.pathname).toBe(`/c/${room}`);
    window.history.replaceState(null, '', '/');
    openStart();
    expect(window.location.pathname).toBe('/');
  });

  it('is the first room of a new person, and only once', () => {
    document.cookie = 'parley_start=first';
    expect([openStart(), openStart()]).toEqual([true, false]);
    expect(window.location.pathname).toBe('/');
  });

  it('is where the reader wanted to go, whatever the cookie says', () => {
    window.history.replaceState(null, '', '/agents');
    document.cookie = `parley_start=${room}`;
    expect(openStart()).toBe(false);
    expect(window.location.pathname).toBe('/agents');
    window.history.replaceState(null, '', '/');
    document.cookie = 'parley_start=//evil.example';
    openStart();
    expect(window.location.pathname).toBe('/');
  });
});
