import type * as english from '../calls.ts';
import type { Translation } from '../translation.ts';

export const callWords: Translation<typeof english.callWords> = {
  asked: (asker, asked) => `${asker} hat ${asked} gefragt`,
  noAnswerYet: 'noch keine Antwort',
  noAnswer: 'keine Antwort',
  answeredIn: (ms) => {
    const seconds = Math.round(ms / 1000);
    if (seconds < 1) return 'hat sofort geantwortet';
    return seconds < 90 ? `hat nach ${seconds} s geantwortet` : `hat nach ${Math.round(seconds / 60)} min geantwortet`;
  },
};
