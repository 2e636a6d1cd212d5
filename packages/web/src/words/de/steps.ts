import type * as english from '../steps.ts';
import type { Translation } from '../translation.ts';

export const stepWords: Translation<typeof english.stepWords> = {
  source: 'wie der Agent berichtet',
  answerOfTool: 'Antwort eines Werkzeugs',
  aTool: 'ein Werkzeug',
  answered: 'hat geantwortet',
  failed: 'gescheitert',
  noAnswer: 'noch keine Antwort',
  inputOf: (tool) => `Eingabe für ${tool}`,
  answerOf: (tool) => `Antwort von ${tool}`,
  thinking: 'Denkt nach',
  thought: 'Hat nachgedacht',
  using: (tool) => `Benutzt ${tool}`,
  used: (tool) => `Hat ${tool} benutzt`,
  usedAll: (tools, more) =>
    more > 0 ? `Hat ${tools.join(', ')} und ${more} weitere benutzt` : `Hat ${tools.join(' und ')} benutzt`,
  failures: (count) => `${count} gescheitert`,
  steps: (count) => `${count} Schritte`,
};
