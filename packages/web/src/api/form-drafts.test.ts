// @vitest-environment jsdom
import type { UserId } from '@parley/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { countDrafts } from './drafts.ts';
import { readFormDraft, writeFormDraft } from './form-drafts.ts';
import { setPerson } from './person.ts';

const [ada, ben] = ['usr_ada' as UserId, 'usr_ben' as UserId];
const typed = new Map([
  ['name', 'Ada'],
  ['guests', ''],
]);

beforeEach(() => {
  localStorage.clear();
  setPerson(ada);
});

describe('a half-filled form', () => {
  it('is kept for the person who fills it in, and counts as a draft', () => {
    writeFormDraft('msg_1 picnic', typed);
    expect([...readFormDraft('msg_1 picnic')]).toEqual([['name', 'Ada']]);
    expect(countDrafts(ada)).toBe(1);
    setPerson(ben);
    expect(readFormDraft('msg_1 picnic').size).toBe(0);
  });

  it('is forgotten once it is empty', () => {
    writeFormDraft('msg_1 picnic', typed);
    writeFormDraft('msg_1 picnic', new Map([['name', '']]));
    expect(localStorage.length).toBe(1);
    expect(readFormDraft('msg_1 picnic').size).toBe(0);
  });

  it('is not kept where it is long, and of many forms the oldest is forgotten', () => {
    writeFormDraft('msg_1 picnic', new Map([['name', 'a'.repeat(60_000)]]));
    expect(readFormDraft('msg_1 picnic').size).toBe(0);
    for (let form = 0; form < 25; form += 1) writeFormDraft(`msg_${form} picnic`, typed);
    expect(countDrafts(ada)).toBe(20);
  });

  it('is empty where the store holds something else', () => {
    writeFormDraft('msg_1 picnic', typed);
    const key = Object.keys(localStorage).find((one) => one.includes('form/')) ?? '';
    for (const text of ['{', 'null', '{"answers":1}']) {
      localStorage.setItem(key, text);
      expect(readFormDraft('msg_1 picnic').size).toBe(0);
    }
  });
});
