import { vi } from 'vitest';

/** As long as `expect.poll` waits (vitest.config.ts). By itself `vi.waitFor` gives up after a second, which a busy machine takes. */
const patienceMs = 20_000;

const patient = vi as typeof vi & { isPatient?: true };
if (patient.isPatient === undefined) {
  const waitFor = vi.waitFor.bind(vi);
  patient.waitFor = (check, options = patienceMs) => waitFor(check, options);
  patient.isPatient = true;
}
