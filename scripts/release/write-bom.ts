import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Release } from './check-release.ts';
import type { LockedPackage } from './lock-packages.ts';

/** A tarball of ours, with the packages of others that are inside, and those that are installed beside it. */
export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly sha256: string;
  readonly kind: 'npm' | 'pypi';
  readonly inside: readonly LockedPackage[];
  readonly beside: readonly LockedPackage[];
}

/** The name that scanners look packages up by. */
const npmUrl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * Returns the bill of materials of a release as CycloneDX 1.6 in JSON: each tarball with the packages of others that ship inside it or
 * are installed with it. The same release gives the same bytes.
 *
 * @throws Error if it does not fit CycloneDX's schema.
 */
export async function writeBom(release: Release, shipped: readonly ShippedPackage[]): Promise<string> {
  const others = new Map(
    shipped.flatMap(({ inside, beside }) => [...inside, ...beside]).map((one) => [urlOf(one), one]),
  );
  const byPath = new Map([...others.values()].map((one) => [one.path, urlOf(one)]));
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(release)}`,
    version: 1,
    metadata: {
      timestamp: new Date(release.epoch * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': 'parley',
        name: 'parley',
        version: release.version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: [...shipped.map(ourComponent), ...sorted(others).map(([, one]) => theirComponent(one))],
    dependencies: [
      { ref: 'parley', dependsOn: shipped.map(refOf).sort() },
      ...shipped.map((one) => ({ ref: refOf(one), dependsOn: unique([...one.inside, ...one.beside].map(urlOf)) })),
      ...sorted(others).map(([ref, { needs }]) => ({
        ref,
        dependsOn: unique(needs.flatMap((path) => byPath.get(path) ?? [])),
      })),
    ],
  };
  const text = `${JSON.stringify(bom, null, 2)}\n`;
  await demandValid(text);
  return text;
}

function ourComponent(one: ShippedPackage): object {
  return {
    type: one.name === '@parley/server' ? 'application' : 'library',
    'bom-ref': refOf(one),
    name: one.name,
    version: one.version,
    hashes: [{ alg: 'SHA-256', content: one.sha256 }],
    licenses: [{ license: { id: 'MIT' } }],
    purl: refOf(one),
    properties: [
      { name: 'parley:file', value: one.file },
      ...unique(one.inside.map(urlOf)).map((value) => ({ name: 'parley:contains', value })),
    ],
  };
}

function theirComponent(one: LockedPackage): object {
  const [, base64] = /^sha512-(.+)$/.exec(one.integrity ?? '') ?? [];
  const isExpression = /[ ()]/.test(one.license);
  return {
    type: 'library',
    'bom-ref': urlOf(one),
    name: one.name,
    version: one.version,
    ...(base64 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] }),
    licenses: [isExpression ? { expression: one.license } : { license: { id: one.license } }],
    purl: urlOf(one),
  };
}

const urlOf = ({ name, version }: LockedPackage) => npmUrl(name, version);
const refOf = ({ kind, name, version }: ShippedPackage) =>
  kind === 'pypi' ? `pkg:pypi/${name}@${version}` : npmUrl(name, version);
const unique = (texts: readonly string[]) => [...new Set(texts)].sort();
const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([one], [other]) => (one < other ? -1 : 1));

/** A name of the release that is the same each time. */
function uuidOf({ commit, version }: Release): string {
  const hex = createHash('sha256').update(`parley ${version} ${commit}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `5${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

async function demandValid(text: string): Promise<void> {
  const need = createRequire(import.meta.url);
  const { JsonStrictValidator } = need('@cyclonedx/cyclonedx-library/Validation') as Validation;
  const faults = await new JsonStrictValidator('1.6').validate(text);
  if (faults !== null)
    throw new Error(`The bill of materials does not fit CycloneDX 1.6:\n${JSON.stringify(faults, null, 2)}`);
}

interface Validation {
  readonly JsonStrictValidator: new (version: string) => { validate(text: string): Promise<object | null> };
}
