import { expect, it } from 'vitest';
import { mentions } from './mention.ts';

it.each(['@ada', 'hello @ada', '(@ada)', '@ada, please', 'well, @Ada!', '@ada.', 'a\n@ada\nb', '"@ada"'])(
  '§13 %j mentions ada',
  (text) => expect(mentions(text, 'ada')).toBe(true),
);

it.each(['ada', '', '@ad', '@adaa', '@ada-b', '@ada_b', '@ada2', 'me@ada', '@@ada', '@ adä', '@adaä', 'é@ada'])(
  '§13 %j does not mention ada',
  (text) => expect(mentions(text, 'ada')).toBe(false),
);
