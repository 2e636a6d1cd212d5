import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chosenName, chosenTitle, newHandle } from './fields.ts';
import { cleanLine, hasStrayCharacter } from './names.ts';
import { manifest } from './requests/agents.ts';
import { addPasskeyBody } from './requests/passkeys.ts';
import { createTaskBody } from './requests/tasks.ts';
import { passesForPlatform } from './reserved-names.ts';

const name = chosenName(80);
const takes = (text: string) => name.safeParse(text).success;

describe('§10 names', () => {
  it.each([
    ...['Ann', 'Zoë', 'Ж', '李小龍', 'محمد', 'दीपक', 'O’Neil', 'Dr. Who (2)', '  spaced  ', 'B\u0302\u0301'],
    ...['👩🏽‍🚀', '👨‍👩‍👧‍👦', '❤️‍🔥', '🏳️‍🌈', '👁️‍🗨️', '🇨🇭', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '☺️', '☺︎', '🧑‍⚕️ Ann', '🚶🏻‍➡️'],
    // Persian with a non-joiner, Sinhala and Devanagari with a joiner, Malayalam with one at the end, a variant of a Han character.
    ...['می‌خواهم', 'ශ්‍රී', 'क्‍ष', 'മോഹന്‍', '葛\u{e0100}', 'Parleyer', 'Platforms', 'Marlene Parle'],
  ])('are taken: %j', (text) => {
    expect(name.parse(text)).toBe(text.normalize('NFC'));
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \u00a0\u3000'],
    ['blanks of Braille', '\u2800\u2800'],
    ['a line break', 'a\nb'],
    ['a control character', 'a\u0007'],
    ['a line separator', 'a\u2028b'],
    ['an override', 'a\u202ebc'],
    ['an isolate', 'a\u2066b\u2069'],
    ['a mark of direction', 'a\u200e'],
    ['an Arabic mark of direction', 'a\u061c'],
    ['a space without width', 'a\u200bb'],
    ['a word joiner', 'a\u2060b'],
    ['a byte-order mark', '\ufeffa'],
    ['a soft hyphen', 'Par\u00adley'],
    ['a filler of Hangul', '\u3164'],
    ['a joiner between Latin letters', 'a\u200db'],
    ['a joiner at the beginning', '\u200dदी'],
    ['a joiner at the end', 'दी\u200d'],
    ['a joiner after an emoji', '👩\u200d'],
    ['a joiner before an emoji', '\u200d👩'],
    ['two joiners', '👩\u200d\u200d🚀'],
    ['a selector after a letter', 'a\ufe0f'],
    ['two selectors', '☺\ufe0f\ufe0f'],
    ['tags without a flag', 'a\u{e0061}\u{e007f}'],
    ['half a character', 'a\ud800'],
    ['81 characters', 'x'.repeat(81)],
  ])('are refused with %s', (_title, text) => {
    expect(takes(text)).toBe(false);
  });

  it.each(['Parley', 'parley', ' PARLEY ', 'P a r l e y', 'Ｐａｒｌｅｙ', '𝐏𝐚𝐫𝐥𝐞𝐲', 'Platform', 'plat\u00a0form'])(
    'that are the platform’s own are refused: %j',
    (text) => expect(takes(text)).toBe(false),
  );

  it.each([
    ...['Parley fan', 'Platform 9', 'the-parley-bot', 'Parley’s help', 'Parley✓', 'Parley🛡️', '(parley)'],
    // Cyrillic, Greek, Cherokee, small capitals, digits and a bar, two letters for one, marks, and a bullet between each.
    ...['Раrlеу', 'ΡΑRLΕΥ', 'Ꮲarley', 'ᴘᴀʀʟᴇʏ', 'Par1ey', 'Par|ey', 'PARIEY', 'platforrn', 'Plаtfоrm support'],
    ...['P\u0301arley', 'Pärlëy', 'p•a•r•l•e•y', 'Plat-form', 'plaꝷorm', 'Pаrlеy Assistant'],
  ])('§27 that pass for the platform’s are refused: %j', (text) => expect(takes(text)).toBe(false));

  it.each([
    'Parler',
    'Barley',
    'Par Ley 2',
    'Plato Form',
    'Parleyvoo',
    'Ann from Paris',
    'Ольга',
    'Πλάτων',
    'محمد علي',
  ])('§27 that only come near the platform’s are taken: %j', (text) => expect(takes(text)).toBe(true));

  it('§27 of things may hold the platform’s name, but not be it', () => {
    expect(['Parley fans', 'Say “hi”'].map((text) => chosenTitle(80).safeParse(text).success)).toEqual([true, true]);
    expect(
      ['Parley', 'p a r l e y', 'Ｐlatform', 'Раrlеу'].some((text) => chosenTitle(80).safeParse(text).success),
    ).toBe(false);
  });

  it('§27 hold none of the quotation marks that platform lines set names in', () => {
    expect(['Ann “the boss”', '“Ann', 'Ann”'].some(takes)).toBe(false);
    expect(['Ann "the boss"', 'O’Neil', '«Ann»'].every(takes)).toBe(true);
  });

  it('§27 have at most 4 combining marks in a row, as NFC', () => {
    const marks = (count: number) => `b${'\u0332'.repeat(count)}nn`;
    expect(takes(marks(4))).toBe(true);
    expect(takes(marks(5))).toBe(false);
    expect(chosenTitle(80).safeParse(marks(5)).success).toBe(false);
    // NFC composes the first mark with its letter.
    expect(takes(`e\u0301${'\u0332'.repeat(4)}`)).toBe(true);
  });

  it('§27 neither do other lines that the platform shows among its own words', () => {
    const manifestWith = (title: string) => ({
      version: '1',
      handle: 'ann',
      name: 'Ann',
      description: 'Asks.',
      transport: 'relay',
      requested_scopes: [{ scope: 'garden.water', reason: 'To water.', title }],
    });
    const task = (title: string) => createTaskBody.safeParse({ title, instructions: 'Do it.' }).success;
    const scope = (title: string) => manifest.safeParse(manifestWith(title)).success;
    const passkey = (name: string) => addPasskeyBody.shape.name.safeParse(name).success;
    for (const isTaken of [task, scope, passkey]) {
      expect(isTaken(`b${'\u0332'.repeat(4)}`)).toBe(true);
      expect(isTaken(`b${'\u0332'.repeat(5)}`)).toBe(false);
      // They are no names, so they may name the platform.
      expect(isTaken('My Parley')).toBe(true);
    }
  });

  it('§27 are counted as sent', () => {
    expect(takes('e\u0301'.repeat(40))).toBe(true);
    expect(takes('e\u0301'.repeat(41))).toBe(false);
  });

  it('§27 of handles are the platform’s own without dashes, by what they look like', () => {
    const isTaken = (handle: string) => newHandle.safeParse(handle).success;
    const own = ['parley', 'platform', 'admin', 'administrator', 'system', 'support', 'security', 'staff', 'moderator'];
    const alike = ['official', 'root', 'help', 'ad-min', 'r00t', 'he1p', 'supp0rt', 'adrnin', 'plat_form', '0fficial-'];
    expect([...own, ...alike].filter(isTaken)).toEqual([]);
    const free = ['parley2', 'my-parley', 'admin2', 'helper', 'the-admin', 'rooter', 'stafford'];
    expect(free.filter((handle) => !isTaken(handle))).toEqual([]);
  });

  it('are taken as NFC, and what was taken is taken again as it is', () => {
    expect(name.parse('Zoe\u0308')).toBe('Zo\u00eb');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), (text) => {
        const first = name.safeParse(text);
        if (!first.success) return;
        expect(first.data).toBe(text.normalize('NFC'));
        expect(name.parse(first.data)).toBe(first.data);
      }),
    );
  });

  it('never hold what nobody sees, wherever in them it is put', () => {
    const hidden = fc.constantFrom(
      '\u202e',
      '\u200b',
      '\u2066',
      '\u061c',
      '\u00ad',
      '\u2060',
      '\ufeff',
      '\u0000',
      '\u034f',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.nat(), hidden, (text, at, character) => {
        const characters = [...text];
        characters.splice(at % (characters.length + 1), 0, character);
        expect(takes(characters.join(''))).toBe(false);
      }),
    );
  });

  it('are made of any text by taking out what they may not hold, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const line = cleanLine(text);
        expect(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b]/u.test(line)).toBe(false);
        if (!hasStrayCharacter(text.normalize('NFC')) && !/\s/.test(text)) expect(line).toBe(text.normalize('NFC'));
      }),
    );
    const pieces = [
      'a',
      '👩',
      '☺',
      '🏽',
      'ක',
      '\u0dca',
      'م',
      '\u1820',
      '葛',
      '\u0d4d',
      '\u{1f3f4}',
      '\u{e0067}',
      '\u{e007f}',
    ];
    const hidden = ['\u200d', '\u200c', '\ufe0f', '\u180b', '\u{e0100}', '\u202e', ' ', '\n'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...hidden), { maxLength: 12 }), (parts) => {
        expect(hasStrayCharacter(cleanLine(parts.join('')))).toBe(false);
      }),
    );
    expect(cleanLine(' Zoe\u0308\n\u202e👩🏽‍🚀 می‌خواهم ')).toBe('Zo\u00eb 👩🏽‍🚀 می‌خواهم');
  });

  it('are reserved whatever spaces and case they are written in', () => {
    const gap = fc.constantFrom('', ' ', '\u00a0', '\u3000', '\u200b');
    fc.assert(
      fc.property(fc.array(fc.tuple(gap, fc.boolean()), { minLength: 6, maxLength: 6 }), (how) => {
        const written = [...'parley'].map((letter, index) => {
          const [space, upper] = how[index] ?? ['', false];
          return space + (upper ? letter.toUpperCase() : letter);
        });
        expect(passesForPlatform(written.join(''))).toBe(true);
      }),
    );
  });
});
