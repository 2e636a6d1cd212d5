import type { AuditAction } from '@parley/protocol';

type NameOf = (action: string) => string;

/** The languages that have names for the actions; the others have them in English. */
const translated: Readonly<Partial<Record<string, () => Promise<NameOf>>>> = {
  de: async () => known((await import('./de/audit-actions.ts')).auditActionNames),
  'ar-XB': async () => (await import('./ar-XB/index.ts')).pseudo('audit-actions', englishName) as NameOf,
};

let nameOf: NameOf = englishName;

/** Loads the names of the audited actions in the language of the page; without them they are in English. */
export async function loadActionNames(): Promise<void> {
  const load = translated[document.documentElement.lang];
  nameOf = (await load?.().catch(() => undefined)) ?? englishName;
}

/** Returns the name of an audited action; in English that of one which the app does not know. */
export function actionName(action: string): string {
  return nameOf(action);
}

/** Makes a name of the action's id. */
function englishName(action: string): string {
  const words = action.replaceAll(/[._]/gu, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function known(names: Readonly<Record<AuditAction, string>>): NameOf {
  const found = new Map(Object.entries(names));
  return (action) => found.get(action) ?? englishName(action);
}
