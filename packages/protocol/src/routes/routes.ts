import { accessRoutes } from './access.ts';
import { adminAgentRoutes } from './admin-agents.ts';
import { adminRoutes } from './admin.ts';
import { agentTransferRoutes } from './agent-transfers.ts';
import { agentsRoutes } from './agents.ts';
import { approvalRoutes } from './approvals.ts';
import { assetRoutes } from './assets.ts';
import { attentionRoutes } from './attention.ts';
import { conversationRoutes } from './conversations.ts';
import { dataRoutes } from './data.ts';
import { deliveryRoutes } from './deliveries.ts';
import { eventRoutes } from './events.ts';
import { formRoutes } from './forms.ts';
import { membershipRoutes } from './memberships.ts';
import { messageRoutes } from './messages.ts';
import { modelsRoutes } from './models.ts';
import { notificationRoutes } from './notifications.ts';
import { passkeyRoutes } from './passkeys.ts';
import { peopleRoutes } from './people.ts';
import { pushRoutes } from './pushes.ts';
import { retentionRoutes } from './retention.ts';
import type { RouteRow } from './route.ts';
import { scheduleRoutes } from './schedules.ts';
import { signInRoutes } from './sign-in.ts';
import { standingGrantRoutes } from './standing-grants.ts';
import { taskRoutes } from './tasks.ts';
import { toolRoutes } from './tools.ts';

/** Every route by its name, which is also its operation id in the OpenAPI document. */
export const routes = {
  ...peopleRoutes,
  ...accessRoutes,
  ...signInRoutes,
  ...passkeyRoutes,
  ...adminRoutes,
  ...adminAgentRoutes,
  ...dataRoutes,
  ...retentionRoutes,
  ...agentsRoutes,
  ...agentTransferRoutes,
  ...modelsRoutes,
  ...membershipRoutes,
  ...conversationRoutes,
  ...messageRoutes,
  ...assetRoutes,
  ...formRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...taskRoutes,
  ...scheduleRoutes,
  ...approvalRoutes,
  ...standingGrantRoutes,
  ...attentionRoutes,
  ...toolRoutes,
  ...deliveryRoutes,
  ...eventRoutes,
} as const satisfies Record<string, RouteRow>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

/** The same routes by concept, in reading order. */
export const routesByConcept: Readonly<Record<string, RouteConcept>> = {
  people: {
    about: 'Sign-up, sign-in, your profile, and finding and blocking people.',
    doc:
      'Names are normalized to NFC. They contain no control, bidirectional or invisible characters and at most 4 combining marks in ' +
      'a row. “Parley” and “platform” are reserved. Names of people and agents also contain neither “ nor ”, and no word that could ' +
      'be read as “Parley” or “platform”: words are compared by their UTS 39 skeleton, without case and marks, split at white space ' +
      'and punctuation; the whole name is compared without either.\n\n' +
      'The handles `admin`, `administrator`, `system`, `support`, `security`, `staff`, `moderator`, `official`, `root`, `help`, ' +
      '`parley` and `platform` are reserved; they are compared by skeleton without `-` and `_`. A name is checked when it is chosen: ' +
      'existing names stay valid, also when they are sent again unchanged. A string that exceeds the maximum length of its field, in ' +
      'characters as sent, is refused before all other checks.\n\n' +
      'Other people see `{userId, handle, displayName}` of you. A password has 10 to 200 characters.',
    routes: peopleRoutes,
  },
  access: {
    about: 'Your sessions, your password, and tokens for programs.',
    doc: 'No call of this page accepts an access token.',
    routes: accessRoutes,
  },
  'sign-in': {
    about: 'Ways of signing in: providers, the accounts there that people link, and passkeys.',
    doc:
      'A provider speaks OpenID Connect. The operator names it in a file. A person is known there by issuer and subject, never by handle ' +
      'or mail address.\n\n' +
      'A passkey is a discoverable credential of WebAuthn that verifies its person. It belongs to the host name of `PARLEY_BASE_URL`, or ' +
      'without one to `localhost`. Where that is an address, or neither https nor `localhost`, there are none: 409 `passkeys_unavailable`.',
    routes: { ...signInRoutes, ...passkeyRoutes },
  },
  admin: {
    about: 'Administrators: the first one, and what they do.',
    doc:
      'A call under `/v1/admin` is for active administrators. It is checked in this order: no session 401 `unauthenticated`, another ' +
      'site 403 `cross_site_request`, a token that was not made for administration 403 `session_required`, no active administrator 403 ' +
      '`admin_required`, then the body and what it names.\n\n' +
      'Some calls need a fresh session: you signed in within 10 minutes, or the body has your `password`, or as `passkey` what ' +
      'a passkey of yours signed of `POST /v1/session/passkey/options`. Without any of them they are 403 `recent_sign_in_required`, with a ' +
      'wrong one 403 `password_wrong`; attempts count toward the limit of sign-ins. They take no ' +
      'access token.',
    routes: { ...adminRoutes, ...adminAgentRoutes },
  },
  data: {
    about: 'A person’s data: exports, and erasing it.',
    doc: 'No call of this page accepts an access token.',
    routes: dataRoutes,
  },
  retention: {
    about: 'How long messages are kept, and legal holds.',
    routes: retentionRoutes,
  },
  agents: {
    about: 'Your agents, their credentials, and the directory.',
    doc:
      'An agent is live if its status is `live` and at least one of its credentials is not revoked. `webhookUrl` is visible to the ' +
      'owner only.\n\n' +
      'The manifest is a JSON document in snake_case. `webhook_url` is required with the transport `webhook` and must be https. ' +
      '`access` is `public`, `request` or `private`; the default is `private`.',
    routes: { ...agentsRoutes, ...agentTransferRoutes },
  },
  models: {
    about: 'Chat models that the server runs as your agents.',
    doc:
      'A model is any chat model with an OpenAI-compatible API: one that the operator offers, or one at an address of yours. Addresses ' +
      'obey the rule of webhooks: https on port 443 or 8443 at public addresses, and what the operator allows in ' +
      '`PARLEY_WEBHOOK_ALLOW`. Where the operator has set `PARLEY_MODELS=off`, the calls that add, list or change are 403 `models_off`.\n\n' +
      'Records of answers are kept for `PARLEY_RETENTION_LOG`. They hold counts, never a text.',
    routes: modelsRoutes,
  },
  memberships: {
    about: 'What a person grants an agent, mutes and blocks, and access requests.',
    doc: 'A membership belongs to one person and one agent. It holds what the person granted, muted and blocked.',
    routes: membershipRoutes,
  },
  conversations: {
    about: 'Conversations and their members.',
    doc:
      '`userMembers` leaves you out. A conversation that you are not in is 404 `conversation_not_found` for every call but the ' +
      'answer to a form.',
    routes: conversationRoutes,
  },
  messages: {
    about: 'Messages of people and agents, drafts, search and history.',
    doc:
      '`seq` is 1, 2, 3 … without gaps, in commit order. An open draft has `partial: true` and no `seq`, and is listed last. A ' +
      'message shows `deliveries`, `stopped` (true after you stopped it) and `failed` (true after the agent reported that it could ' +
      'not answer) to its author only. `asking` names the agents whose answer the agent of the conversation is waiting for.',
    routes: messageRoutes,
  },
  assets: { about: 'Files, and who may read them.', routes: assetRoutes },
  forms: { about: 'Answers to forms.', routes: formRoutes },
  notifications: { about: 'Notifications of a person.', routes: notificationRoutes },
  pushes: {
    about: 'Pushes to browsers while the app is closed.',
    doc:
      'Pushes use Web Push (RFC 8291 and 8292) and need no account with a vendor. You get a push for each notification and for ' +
      'messages of other people in your conversations. Its payload is `{kind: message | mention | approval | task, conversationId}`, ' +
      'without content; the app fetches the rest. A text mentions you if it contains `@` and your handle as a word.\n\n' +
      '`notify` of a conversation and of a membership selects pushes: `all`, `mentions` (mentions and decisions), `decisions`, or ' +
      '`none`. A pending approval is pushed at every level.',
    routes: pushRoutes,
  },
  tasks: { about: 'Tasks that people give to agents.', routes: taskRoutes },
  schedules: { about: 'Texts that an agent gets at set times.', routes: scheduleRoutes },
  approvals: {
    about: 'Approvals and other decisions of a person, and their coins.',
    doc:
      'An approval is bound to the exact tool, scope and arguments by the hash of the arguments. `stopped` is true, and present only ' +
      'then, if the approval was denied because you stopped the answer that requested it.',
    routes: approvalRoutes,
  },
  'standing-grants': {
    about: 'Permissions for calls that run without a question, within bounds.',
    doc:
      'You give one while approving a call (`standing`). It covers calls of the same agent, tool and scope, in the same conversation ' +
      'unless `anyConversation`, in answer to your own messages, forms, tasks and schedules. Their arguments have the same value at ' +
      'each `equal` path, stay within each `max`, and have no top-level member that the approved call did not have. In answer to ' +
      'another agent’s call, and to a tick that the agent planned itself, you are always asked.\n\n' +
      'A grant ends by its time, when its uses or a total are spent, when you take it back, or as `invalid` when the scope, agent, ' +
      'seat or tool that it depends on changes. What has ended stays ended. A use that demonstrably did nothing is given back.\n\n' +
      'Access tokens may read and delete grants, but never give one.',
    routes: standingGrantRoutes,
  },
  attention: { about: 'How often agents ask people, and how people decide.', routes: attentionRoutes },
  tools: { about: 'Tools that agents call, and the search for agents.', routes: toolRoutes },
  deliveries: {
    about: 'The delivery log of an owner, the relay, and listening.',
    doc:
      'Owners read the delivery log, listen to their agents and replay deliveries. Agents on the relay receive deliveries over a ' +
      'stream. The interface describes envelopes, attempts and the relay.',
    routes: deliveryRoutes,
  },
  events: { about: 'Signals to browsers.', routes: eventRoutes },
};

export interface RouteConcept {
  readonly about: string;
  /** What holds for all of its calls, in full sentences. Blank lines separate paragraphs. */
  readonly doc?: string;
  readonly routes: Readonly<Record<string, RouteRow>>;
}
