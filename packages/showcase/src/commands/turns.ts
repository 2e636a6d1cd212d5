import { buttons, text } from '@parley/agent-sdk';
import type { Command } from '../command.ts';

/** Right-to-left text with its difficult cases: numbers, Latin names and a list. */
const rightToLeft = [
  '**مرحبًا!** أنا وكيل العرض في Parley، وأكتب من اليمين إلى اليسار.',
  '',
  '- الشاي بثلاث عملات (3 coins)',
  '- الساعة 17:04، ثم نرتاح',
  '',
  '**שלום!** גם עברית נכתבת כאן כמו שצריך, עם מספרים כמו 42 ושמות כמו Mira.',
].join('\n');

/** Commands for unusual answers: right-to-left, failing, and long enough to press Stop. */
export const turnCommands: Command[] = [
  {
    name: 'right to left',
    aliases: ['rtl', 'arabic', 'hebrew', 'speak arabic', 'speak hebrew'],
    run: (ctx) => ctx.reply([text(rightToLeft), buttons([{ label: 'شكرًا', payload: 'help' }])]),
  },
  {
    name: 'fail',
    aliases: ['fail on request', 'error', 'break', 'crash'],
    run: () => {
      throw new FailedOnRequest('You asked me to fail, and so I did.');
    },
  },
  {
    name: 'long story',
    aliases: ['stream long', 'long', 'a long answer'],
    run: (ctx, pace) =>
      ctx.stream(
        (async function* () {
          for (const line of manySentences()) {
            yield line;
            await pace(3);
          }
        })(),
      ),
  },
];

/** Thrown by the command that fails on request. The platform tells the person, so the showcase adds nothing. */
export class FailedOnRequest extends Error {
  override readonly name = 'FailedOnRequest';
}

function* manySentences(): Generator<string> {
  yield '**A walk of forty steps.** You can press Stop whenever you have seen enough.\n\n';
  const sights = [
    'a white stone',
    'a lizard',
    'a view of the lake',
    'a bench',
    'a bell',
    'the smell of thyme',
    'a cloud',
  ];
  for (let step = 1; step <= 40; step += 1) {
    yield `${step}. Step ${step}: on the left there is ${sights[step % sights.length] ?? 'a tree'}, and the path goes on.\n`;
  }
  yield '\nAnd there is the hut. Sit down, the kettle is on.';
}
