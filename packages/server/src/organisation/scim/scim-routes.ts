import { acting } from '../../platform/routing/acting.ts';
import { patchUser, replaceUser } from './change-user.ts';
import { createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { listResponse, onlyEntry, serviceProviderConfig, userResourceType, userSchema } from './discovery.ts';
import { readProvisioned } from './find-provisioned.ts';
import { listUsers } from './list-users.ts';
import { pickAttributes } from './pick-attributes.ts';
import { readObject } from './read-attributes.ts';
import type { ScimAnswer, ScimCall, ScimRoute } from './scim-route.ts';
import { presentScimUser, type Provisioned } from './scim-user.ts';
import { userUrn } from './user-schema.ts';
import type { ScimApp } from './write-person.ts';

/** The routes by which a directory provisions people (RFC 7644). */
export function scimRoutes(app: ScimApp): ScimRoute[] {
  return [...userRoutes(app), ...discoveryRoutes()];
}

function userRoutes(app: ScimApp): ScimRoute[] {
  return [
    {
      method: 'GET',
      path: '/Users',
      async handle(call) {
        const { query } = call;
        const page = await listUsers(app, {
          filter: query('filter'),
          startIndex: query('startIndex'),
          count: query('count'),
        });
        const users = page.found.map((user) => shown(call, user));
        return { status: 200, body: listResponse(users, page) };
      },
    },
    {
      method: 'POST',
      path: '/Users',
      async handle(call) {
        const user = await createUser(acting(app, call.act), readObject(call.body));
        return { status: 201, body: shown(call, user), location: `${call.base}/Users/${user.person.user_id}` };
      },
    },
    {
      method: 'GET',
      path: '/Users/{id}',
      handle: async (call) => answer(call, await readProvisioned(app.storage.db, call.id ?? '')),
    },
    {
      method: 'PUT',
      path: '/Users/{id}',
      handle: async (call) =>
        answer(call, await replaceUser(acting(app, call.act), call.id ?? '', readObject(call.body))),
    },
    {
      method: 'PATCH',
      path: '/Users/{id}',
      handle: async (call) =>
        answer(call, await patchUser(acting(app, call.act), call.id ?? '', readObject(call.body))),
    },
    {
      method: 'DELETE',
      path: '/Users/{id}',
      async handle({ id, act }) {
        await deleteUser(acting(app, act), id ?? '');
        return { status: 204 };
      },
    },
  ];
}

function discoveryRoutes(): ScimRoute[] {
  const get = (path: string, body: (call: ScimCall) => object): ScimRoute => ({
    method: 'GET',
    path,
    handle: (call) => Promise.resolve({ status: 200, body: body(call) }),
  });
  const one = { totalResults: 1, startIndex: 1 };
  return [
    get('/ServiceProviderConfig', ({ base }) => serviceProviderConfig(base)),
    get('/ResourceTypes', ({ base }) => listResponse([userResourceType(base)], one)),
    get('/ResourceTypes/{id}', ({ base, id }) => onlyEntry(id, 'User', userResourceType(base))),
    get('/Schemas', ({ base }) => listResponse([userSchema(base)], one)),
    get('/Schemas/{id}', ({ base, id }) => onlyEntry(id, userUrn, userSchema(base))),
    // Okta reads the groups of a server on each import, also where there are none.
    get('/Groups', () => listResponse([], { totalResults: 0, startIndex: 1 })),
  ];
}

function answer(call: ScimCall, user: Provisioned): ScimAnswer {
  return { status: 200, body: shown(call, user) };
}

function shown({ base, query }: ScimCall, user: Provisioned): object {
  return pickAttributes(presentScimUser(user, base), {
    attributes: query('attributes'),
    excluded: query('excludedAttributes'),
  });
}
