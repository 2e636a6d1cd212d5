import { Types } from 'scimmy';

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const { Attribute, SchemaDefinition } = Types;

/** What this server keeps of a user, as `/Schemas` describes it. */
const definition = new SchemaDefinition('User', userUrn, 'A person on this server', [
  new Attribute('string', 'userName', {
    required: true,
    uniqueness: 'server',
    description: 'The name that the directory gives the person. Kept as sent, compared without case.',
  }),
  new Attribute('complex', 'name', { description: 'The parts of the name.' }, [
    new Attribute('string', 'formatted', { description: 'The whole name, as others see it.' }),
    new Attribute('string', 'familyName', { description: 'The family name.' }),
    new Attribute('string', 'givenName', { description: 'The given name.' }),
  ]),
  new Attribute('string', 'displayName', { description: 'The name that others see.' }),
  new Attribute('boolean', 'active', { description: 'Whether the person can sign in.' }),
  new Attribute(
    'complex',
    'emails',
    { multiValued: true, description: 'Mail addresses. The primary one is kept, and counts as verified.' },
    [
      new Attribute('string', 'value', { description: 'The address.' }),
      new Attribute('string', 'display', { description: 'Not kept.' }),
      new Attribute('string', 'type', { description: '`work`.' }),
      new Attribute('boolean', 'primary', { description: 'Whether this address is the one to use.' }),
    ],
  ),
]);

/** A user as directories send and read it. The constructor throws where a value has the wrong type. */
export class ScimUser extends Types.Schema {
  static override get id(): string {
    return definition.id;
  }
  static override get definition(): Types.SchemaDefinition {
    return definition;
  }
  constructor(data: object, direction?: string) {
    super(data, direction);
    Object.assign(this, definition.coerce(data, direction));
  }
}

/**
 * Attributes of the core schema that this server does not keep. A directory may send them; they change
 * nothing, but that a new person begins with the language and the time zone.
 */
const notKept = [
  'nickName',
  'profileUrl',
  'title',
  'userType',
  'preferredLanguage',
  'locale',
  'timezone',
  'password',
  'phoneNumbers',
  'ims',
  'photos',
  'addresses',
  'groups',
  'entitlements',
  'roles',
  'x509Certificates',
  'schemas',
  'meta',
];

const kept = ['id', 'externalId', 'userName', 'name', 'displayName', 'active', 'emails'] as const;

export type KeptName = (typeof kept)[number];

const keptNames: ReadonlyMap<string, KeptName> = new Map(kept.map((name) => [name.toLowerCase(), name]));
const otherNames: ReadonlySet<string> = new Set(notKept.map((name) => name.toLowerCase()));

/** Returns the attribute that a name means, in any case; `ignored` for one that is not kept, null for an unknown one. */
export function attributeNamed(name: string): KeptName | 'ignored' | null {
  const lower = name.toLowerCase();
  return keptNames.get(lower) ?? (otherNames.has(lower) ? 'ignored' : null);
}
