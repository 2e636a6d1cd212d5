import type { RealProvider } from '../../packages/server/src/organisation/oidc/fixtures/real-provider.ts';
import { messagesOf, openConversation, say } from '../../packages/server/src/testing/contract/conversation.ts';
import { png, uploaded } from '../../packages/server/src/testing/contract/files.ts';
import { call, type Answer, type Json } from '../../packages/server/src/testing/contract/http.ts';
import { freshHandle, jsonInit, type Person } from '../../packages/server/src/testing/contract/person.ts';
import { gardenerManifest, runGardener } from './gardener.ts';
import { acceptInvitation, again, setUp, signInByProvider } from './people.ts';
import type { InstalledServer } from './place/installed-server.ts';
import { until } from './until.ts';

/** Three people who stay, a room of theirs, and an agent that answers in it. */
export interface Organisation {
  readonly room: string;
  /** With sessions that work, the administrator first. */
  people(): Person[];
  signInAgain(): Promise<void>;
  /** Says `text` and waits for the agent's answer. */
  expectAnswer(text: string): Promise<void>;
  /** Throws where somebody can read a word of the person who was erased. */
  expectForgotten(): Promise<void>;
  end(): Promise<void>;
}

const forgotten = 'xylophone';

/** Ada comes by the set-up link, Ben and Dan by invitations, Carla by the provider; they talk with an agent, and Dan is erased. */
export async function beginOrganisation(
  server: InstalledServer,
  provider: RealProvider,
  tell: (line: string) => void,
): Promise<Organisation> {
  provider.serve(`${server.baseUrl}/v1/oidc/corp/callback`, {
    email: 'carla@corp.example',
    email_verified: true,
    name: 'Carla',
    preferred_username: 'carla',
  });
  const ada = await setUp(server, server.setupUrl(), 'ada', 'Ada');
  const stranger = { handle: freshHandle(), displayName: 'Nobody', password: ada.password };
  must(await call(`${server.baseUrl}/v1/users`, jsonInit('POST', stranger)), 403);
  const ben = await acceptInvitation(server, ada, 'ben', 'Ben');
  const dan = await acceptInvitation(server, ada, 'dan', 'Dan');
  const carla = await signInByProvider(server, provider, 'carla');
  tell('Ada came by the set-up link, Ben and Dan by invitations, Carla by the provider, and a stranger not at all');

  must(await ada.patch('/v1/admin/settings', { agentApproval: 'on', password: ada.password }), 200);
  const registered = must(await ben.post('/v1/agents', { manifest: gardenerManifest }), 201);
  const { agentId } = registered.item;
  must(await ada.post(`/v1/admin/agents/${agentId}/approve`), 200);
  const gardener = await runGardener(server.baseUrl, registered);
  const { conversationId: room } = must(
    await ben.post('/v1/conversations', {
      agentIds: [agentId],
      userIds: [ada, carla, dan].map(({ userId }) => userId),
    }),
    201,
  ).item;
  must(await ben.put(`/v1/agents/${agentId}/membership/grants`, { scopes: ['coin.charge'] }), 200);
  const expectAnswer = (text: string, answer = `You said: ${text}`) => speakAndWait(ben, room, text, answer);
  await expectAnswer('Good morning');
  await say(ben, room, 'buy');
  await approveNext(ben);
  await awaitText(ben, room, 'The tool has succeeded.');
  // The agent, which repeats what it hears, is not in this one.
  const among = await openConversation(dan, null, [ada, carla]);
  await say(dan, among, `Nobody else says ${forgotten}.`);
  const assetId = await uploaded(dan, png);
  must(await dan.post(`/v1/conversations/${among}/attachments`, { assetId }), 201);
  must(await ben.post(`/v1/conversations/${room}/attachments`, { assetId: await uploaded(ben, png) }), 201);
  tell('an agent was approved, answered, and was paid with what Ben approved');

  must(await ada.patch(`/v1/admin/people/${dan.userId}`, { status: 'disabled', password: ada.password }), 200);
  must(await dan.get('/v1/session'), 401);
  must(await ada.post(`/v1/admin/people/${dan.userId}/erase`, { confirm: 'dan', password: ada.password }), 202);
  const status = async () => must(await ada.get(`/v1/admin/people/${dan.userId}`), 200).item.status;
  await until('Dan is erased', async () => (await status()) === 'erased');

  let people = [ada, ben, carla];
  const organisation: Organisation = {
    room,
    people: () => people,
    async signInAgain() {
      people = await Promise.all(people.map((person) => again(server, person, provider)));
    },
    expectAnswer: (text) => speakAndWait(people[1] ?? ben, room, text, `You said: ${text}`),
    async expectForgotten() {
      for (const person of people) {
        const found = must(await person.get(`/v1/search/messages?q=${forgotten}`), 200).items;
        if (found.length > 0) throw new Error(`${person.handle} finds what Dan wrote.`);
        must(await person.get(`/v1/assets/${assetId}`), 404);
      }
      const left = JSON.stringify(await messagesOf(people[0] ?? ada, among));
      if (left.includes(forgotten) || !left.includes('"deleted":true')) throw new Error(`Of Dan is left: ${left}`);
    },
    end: () => gardener.stop(),
  };
  await organisation.expectForgotten();
  tell('Dan was disabled and erased, and nobody reads a word of his');
  return organisation;
}

async function speakAndWait(person: Person, room: string, text: string, answer: string): Promise<void> {
  await say(person, room, text);
  await awaitText(person, room, answer);
}

const awaitText = (person: Person, room: string, text: string) =>
  until(`“${text}” is in the room`, async () => JSON.stringify(await messagesOf(person, room)).includes(text));

async function approveNext(person: Person): Promise<void> {
  const pending = async () => must(await person.get('/v1/approvals?status=pending'), 200).items[0];
  const { id } = await until('the agent asks', pending);
  must(await person.post(`/v1/approvals/${id}/resolve`, { decision: 'approved' }), 200);
}

function must(answer: Answer, status: number): Json {
  if (answer.status !== status) throw new Error(`${status} was expected, not ${answer.status}: ${answer.text}`);
  return answer.body;
}
