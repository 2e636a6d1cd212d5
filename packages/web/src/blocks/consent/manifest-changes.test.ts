import type { Agent, Manifest } from '@parley/protocol';
import { expect, it } from 'vitest';
import { manifestChanges } from './manifest-changes.ts';

const agent: Agent = {
  agentId: 'agt_1',
  handle: 'echo',
  name: 'Echo',
  description: 'Repeats.',
  access: 'private',
  transport: 'relay',
  webhookUrl: null,
  status: 'live',
  requestedScopes: [{ scope: 'history.read', reason: 'Reads along.', title: null }],
  suggestedPrompts: [],
  homepage: null,
  avatarAssetId: null,
  ownerUserId: 'usr_1',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const manifest: Manifest = {
  version: '1',
  handle: 'echo',
  name: 'Echo',
  description: 'Repeats.',
  access: 'private',
  transport: 'relay',
  requested_scopes: [{ scope: 'history.read', reason: 'Reads along.' }],
};

it('says nothing of the manifest in force, as of a new agent', () => {
  expect(manifestChanges(agent, manifest)).toEqual([]);
});

it('names each change in a sentence', () => {
  const next: Manifest = {
    ...manifest,
    name: 'Bank',
    avatar_asset_id: 'ast_1',
    webhook_url: 'https://bank.example/hook',
    transport: 'webhook',
    access: 'public',
    requested_scopes: [{ scope: 'proactive.message', reason: 'Says good morning.' }],
  };
  expect(manifestChanges(agent, next)).toEqual([
    'Name: Echo → Bank',
    'Reached by: Webhook',
    'Webhook: https://bank.example/hook',
    'Who may talk with it: Everybody',
    'Asks for proactive.message: Says good morning.',
    'Asks no more for history.read',
    'Another picture, or none',
  ]);
});
