import { catalogue } from './catalogue.ts';

/** Texts about calls between agents. */
export const callWords = catalogue('callWords', {
  asked: (asker: string, asked: string) => `${asker} asked ${asked}`,
  noAnswerYet: 'no answer yet',
  noAnswer: 'no answer',
  answeredIn: (ms: number) => {
    const seconds = Math.round(ms / 1000);
    if (seconds < 1) return 'answered at once';
    return seconds < 90 ? `answered in ${seconds} s` : `answered in ${Math.round(seconds / 60)} min`;
  },
});
