import type * as english from '../calendar.ts';
import type { Translation } from '../translation.ts';

export const calendarWords: Translation<typeof english.calendarWords> = {
  event: 'Termin',
  ownTime: (zone) => `${zone}, deine Zeit`,
  yourTime: (zone) => `deine Zeit, ${zone}`,
  asSent: (span, zone) => `${span} in ${zone}, wie gesendet`,
  save: 'Für deinen Kalender speichern',
  asksForDate: 'Fragt nach einem Datum',
  from: (time) => `ab ${time}`,
  until: (time) => `bis ${time}`,
  answerInWords: 'Antworte mit einer Nachricht.',

  place: 'Ort',
  north: 'N',
  south: 'S',
  east: 'O',
  west: 'W',
  copyCoordinates: 'Koordinaten kopieren',
  openInMaps: 'In Karten öffnen',
};
