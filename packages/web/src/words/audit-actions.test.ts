import { auditActions } from '@parley/protocol';
import { afterEach, expect, it, vi } from 'vitest';
import { actionName, loadActionNames } from './audit-actions.ts';

const pageIn = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });

afterEach(async () => {
  pageIn('en');
  await loadActionNames();
  vi.unstubAllGlobals();
});

it('every audited action has a German name of its own once the German names are loaded', async () => {
  const english = Object.keys(auditActions).map(actionName);
  pageIn('de');
  await loadActionNames();
  const german = Object.keys(auditActions).map(actionName);
  expect(actionName('agent.paused')).toBe('Agent angehalten');
  expect(new Set(german).size).toBe(german.length);
  expect(german.filter((name) => english.includes(name))).toEqual([]);
});

it('an action is named by its id in English, and so is one that the app does not know', async () => {
  pageIn('en');
  await loadActionNames();
  expect(actionName('person.hold_ended')).toBe('Person hold ended');
  pageIn('de');
  await loadActionNames();
  expect(actionName('person.cloned')).toBe('Person cloned');
});

it('the language of contributors’ tests marks the names as it marks every other sentence', async () => {
  pageIn('ar-XB');
  await loadActionNames();
  expect(actionName('agent.paused')).toMatch(/^\[\u202E.+\u202C\]$/u);
});
