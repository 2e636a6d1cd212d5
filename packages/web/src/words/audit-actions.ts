import type { AuditAction } from '@parley/protocol';

type Names = Readonly<Record<AuditAction, string>>;

/** The languages that have names for the actions. English makes them of the ids. */
const translated: Readonly<Partial<Record<string, () => Promise<Names>>>> = {
  de: async () => (await import('./de/audit-actions.ts')).auditActionNames,
};

let names: Readonly<Partial<Record<string, string>>> = {};

/** Loads the names of the audited actions in the language of the page; without them they are in English. */
export async function loadActionNames(): Promise<void> {
  const load = translated[document.documentElement.lang];
  names = (await load?.().catch(() => undefined)) ?? {};
}

/** Returns the name of an audited action; in English, made of the id, that of one which the app does not know. */
export function actionName(action: string): string {
  const words = action.replaceAll(/[._]/gu, ' ');
  return names[action] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
