import { platformLine, platformLines, readPlatformLine, type PlatformLine } from '@parley/protocol';
import { describe, expect, it } from 'vitest';
import { platformWords } from './platform-lines.ts';

const values = {
  name: '“Ann: the 1st”',
  other: '“Bo (2)”',
  text: 'Water\nthe basil',
  title: 'A “title”',
  days: '3 days',
  coins: '5 coins',
  rest: ', 2 of 5 left',
  tool: 'garden.water',
  what: 'Pay 1 coin to “Bo (2)” for “seeds”',
  reason: 'a “reason”: good',
  fields: 'display name and handle',
};

describe('the lines of the platform in German', () => {
  it.each(Object.keys(platformLines) as PlatformLine[])(
    '%s is read back with its values, and has a German form',
    (line) => {
      const text = platformLine(line, values);
      const read = readPlatformLine(text);
      expect(read?.line).toBe(line);
      expect(platformLine(line, read?.values as typeof values)).toBe(text);
      const german = platformWords.said(text);
      expect(german).not.toContain('undefined');
      expect(german).not.toBe(text);
    },
  );

  it.each([
    ['“Ada” joined the conversation.', '„Ada“ ist der Unterhaltung beigetreten.'],
    ['“Ada” approved: Pay 1 coin to “Bo” for “seeds”', '„Ada“ hat freigegeben: 1 Münze an „Bo“ zahlen, für „seeds“'],
    [
      '“Bo” paid 2 coins under “Ada”’s standing permission, 3 of 5 left',
      '„Bo“ hat mit der Dauerfreigabe von „Ada“ 2 Münzen gezahlt, noch 3 von 5 übrig',
    ],
    ['Share your display name and handle with “Bo”', '„Bo“ mitteilen: deinen Namen und deinen Benutzernamen'],
    [
      '“Ada” set messages here to be deleted after 1 day, beginning in 24 hours.',
      '„Ada“ lässt Nachrichten hier nach einem Tag löschen. Das beginnt in 24 Stunden.',
    ],
  ])('%s', (english, german) => {
    expect(platformWords.said(english)).toBe(german);
  });

  it('leaves a text that is no line of the platform as it is', () => {
    for (const text of ['', 'Hello', '“Ada” joined', 'Ada joined the conversation.'])
      expect(platformWords.said(text)).toBe(text);
  });
});
