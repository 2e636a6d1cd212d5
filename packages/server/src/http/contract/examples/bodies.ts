import type { RouteBodyInput, RouteName, Routes } from '@parley/protocol';
import type { z } from 'zod';
import { ids } from './values.ts';

type WithBody = { [N in RouteName]: Routes[N] extends { readonly body: z.ZodType } ? N : never }[RouteName];

const manifest = {
  version: '1',
  handle: 'kitchen',
  name: 'Kitchen',
  description: 'Plans meals and orders what is missing.',
  transport: 'webhook',
  webhook_url: 'https://kitchen.example/parley',
  requested_scopes: [{ scope: 'proactive.message', reason: 'Says when an order arrives.' }],
  access: 'public',
  suggested_prompts: ['What is for dinner?'],
} as const;

/** Example of each route's body, by route name. */
export const bodyExamples = {
  signUp: { handle: 'ada', displayName: 'Ada', password: 'correct horse battery', timezone: 'Europe/Zurich' },
  signIn: { handle: 'ada', password: 'correct horse battery' },
  editProfile: { displayName: 'Ada L.', locale: 'en-GB' },
  changePassword: { currentPassword: 'correct horse battery', newPassword: 'staple of correct batteries' },
  createToken: { name: 'Backup script', expiresInDays: 90 },
  setUp: {
    token: 'q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4',
    handle: 'ada',
    displayName: 'Ada',
    password: 'correct horse battery',
  },
  askPasswordReset: { identifier: 'ada' },
  redeemPasswordReset: {
    token: 'q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4',
    password: 'staple of correct batteries',
  },
  recover: { token: 'q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4', password: 'staple of correct batteries' },
  makeBackup: { password: 'correct horse battery' },
  makeResetLink: { password: 'correct horse battery' },
  setEmail: { email: 'ada@parley.example' },
  verifyEmail: { token: 'q7Wm3Zt0yBv5LcXn8sKd2RjG6hPfUaEoTiYxMw1CzV4' },
  makeReport: { messageId: ids.message, reason: 'This asks for my password.' },
  closeReport: { state: 'resolved' as const, note: 'The agent is suspended.' },
  changeAgent: { suspended: true, reason: 'It asks for passwords.' },
  changeSettings: { announcement: { text: 'Maintenance at noon', until: '2026-11-27T12:00:00.000Z' } },
  invite: { email: 'grace@parley.example', expiresInDays: 3 },
  changePerson: { status: 'disabled' as const },
  registerAgent: {
    manifest: {
      ...manifest,
      requested_scopes: [...manifest.requested_scopes],
      suggested_prompts: [...manifest.suggested_prompts],
    },
  },
  replaceManifest: { manifest: { ...manifest, access: 'request', requested_scopes: [], suggested_prompts: [] } },
  listModels: { url: 'https://models.example/v1', key: 'sk-x2Fq81' },
  addModel: {
    name: 'Kitchen',
    url: 'https://models.example/v1',
    key: 'sk-x2Fq81',
    model: 'small-1',
    instructions: 'You plan meals for two.',
    tools: ['clock.now'],
    prices: { input: 0.15, output: 0.6, currency: 'EUR' },
  },
  changeAgentModel: { model: 'large-1', key: null },
  grantScopes: { scopes: ['proactive.message'] },
  putScopesAside: { scopes: ['proactive.message'] },
  setMembershipPreferences: { muted: true },
  requestAccess: { note: 'For our kitchen.' },
  openConversation: { agentIds: [ids.agent] },
  updateConversation: { title: 'Dinner', agentHears: 'mentions' },
  markRead: { seq: 2 },
  subscribe: {
    endpoint: 'https://push.example/send/4f1c9d',
    expirationTime: null,
    keys: {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  },
  setConversationPreferences: { notify: 'mentions', mutedUntil: '2026-02-01T08:00:00Z' },
  addMember: { userId: ids.otherUser },
  sendMessage: { text: 'What is for dinner?' },
  editMessage: { text: 'What is for supper?' },
  editByAgent: { version: '1', blocks: [{ type: 'text', text: 'Soup, and fresh bread.' }] },
  sendAttachment: { assetId: ids.asset },
  reportFailure: { version: '1', reason: 'TypeError: fetch failed' },
  reply: {
    version: '1',
    in_reply_to_delivery_id: ids.delivery,
    blocks: [
      { type: 'text', text: 'Soup, and bread from yesterday.' },
      { type: 'buttons', buttons: [{ label: 'Order bread', payload: 'order bread' }] },
    ],
  },
  sendProactive: {
    version: '1',
    conversation_id: ids.conversation,
    blocks: [{ type: 'notification', title: 'Your order is here', body: 'Bread and milk, at the door.' }],
  },
  submitForm: { people: 2, diet: 'no fish' },
  markNotificationsRead: { notificationIds: [ids.notification] },
  createTask: { title: 'Plan the week', instructions: 'Five dinners for two, no fish.' },
  updateTask: {
    version: '1',
    in_reply_to_delivery_id: ids.delivery,
    status: 'in_progress',
    note: 'Three of five.',
    blocks: [{ type: 'progress', label: 'Planning', percent: 60 }],
  },
  planSchedule: {
    version: '1',
    in_reply_to_delivery_id: ids.delivery,
    at: '2026-01-13T07:00:00.000Z',
    text: 'Ask how the dinner was.',
  },
  createSchedule: { cron: '0 17 * * 1-5', timezone: 'Europe/Zurich', text: 'What is for dinner?' },
  resolveApproval: { decision: 'approved' },
  invokeTool: {
    version: '1',
    in_reply_to_delivery_id: ids.delivery,
    requested_scope: 'coin.charge',
    tool: 'coin.charge',
    arguments: { amount: 12, reason: 'Bread and milk' },
  },
  ackDelivery: { version: '1', status: 'accepted' },
  ackListened: { status: 'failed', error: 'The local program answered 500.', statusCode: 500 },
} satisfies { readonly [N in WithBody]: RouteBodyInput<Routes[N]> };
