import { noSuchUser } from './scim-error.ts';
import { ScimUser, userUrn } from './user-schema.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

/** Returns what this server can do. */
export function serviceProviderConfig(base: string): object {
  return {
    schemas: [`${core}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The token of PARLEY_SCIM_TOKEN, in the header Authorization.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

/** Returns the one kind of resource that there is. */
export function userResourceType(base: string): object {
  return {
    schemas: [`${core}:ResourceType`],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: ScimUser.definition.description,
    schema: userUrn,
    schemaExtensions: [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  };
}

export function userSchema(base: string): object {
  return ScimUser.definition.describe(`${base}/Schemas`);
}

/** Returns the only entry of a list by its id, in any case. Refuses another with 404. */
export function onlyEntry(id: string | undefined, known: string, entry: object): object {
  return id?.toLowerCase() === known.toLowerCase() ? entry : noSuchUser();
}

/** Wraps entries in a list of SCIM. */
export function listResponse(entries: readonly object[], page: { totalResults: number; startIndex: number }): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: page.totalResults,
    startIndex: page.startIndex,
    itemsPerPage: entries.length,
    Resources: entries,
  };
}
