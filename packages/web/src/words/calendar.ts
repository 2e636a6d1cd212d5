import { catalogue } from './catalogue.ts';

/** Texts about events, dates and places. */
export const calendarWords = catalogue('calendarWords', {
  event: 'Event',
  ownTime: (zone: string) => `${zone}, your time`,
  yourTime: (zone: string) => `your time, ${zone}`,
  asSent: (span: string, zone: string) => `${span} in ${zone}, as it was sent`,
  save: 'Save for your calendar',
  asksForDate: 'Asks for a date',
  from: (time: string) => `from ${time}`,
  until: (time: string) => `until ${time}`,
  answerInWords: 'Answer with a message.',

  place: 'Place',
  north: 'N',
  south: 'S',
  east: 'E',
  west: 'W',
  copyCoordinates: 'Copy coordinates',
  openInMaps: 'Open in maps',
});
