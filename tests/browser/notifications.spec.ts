import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { expectNoViolations } from './expect-no-violations.ts';
import { test } from './gardener.ts';

/** What the browser shows now, as its worker knows it. */
async function shown(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notices = await registration.getNotifications();
    return notices.map(({ title, body, silent }) => ({ title, body, silent }));
  });
}

/** Has the browser hand a push to the worker, as its push service would. */
async function deliver(page: Page, data: object): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(data),
  });
  await session.detach();
}

test('a push shows the room and a neutral word, and a press on it opens the room', async ({ shop, context }) => {
  const { page, room } = shop;
  await context.grantPermissions(['notifications']);
  await page.goto('/you/notifications');
  await deliver(page, { kind: 'message', conversationId: room });
  await expect.poll(() => shown(page)).toEqual([{ title: 'Gardener', body: 'A new message', silent: false }]);
  await deliver(page, { kind: 'approval', conversationId: room });
  await expect
    .poll(async () => (await shown(page)).map(({ body }) => body).sort())
    .toEqual(['A new message', 'Something waits for your decision']);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: { getNotifications(): Promise<Notification[]> };
      dispatchEvent(event: Event): boolean;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const [notification] = await scope.registration.getNotifications();
    if (notification) scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(`/c/${room}`);
  await expect(page.getByRole('textbox', { name: 'Message to Gardener' })).toBeVisible();
});

test('quiet hours can be changed once those that this browser keeps were read', async ({ shop: { page } }) => {
  await page.goto('/you');
  const release = await holdSettings(page);
  await page.getByRole('link', { name: 'Notifications' }).click();
  const isOn = page.getByRole('checkbox', { name: 'Keep quiet at certain hours' });
  await expect(isOn).toBeDisabled();
  await release();
  await isOn.check();
  await expect(page.getByLabel('From')).toBeEnabled();
});

test('in quiet hours nothing is shown but what waits for a decision, without a sound', async ({ shop, context }) => {
  const { page, room } = shop;
  await context.grantPermissions(['notifications']);
  await page.goto('/you/notifications');
  const isOn = page.getByRole('checkbox', { name: 'Keep quiet at certain hours' });
  await expect(isOn).toBeEnabled();
  await isOn.press('Space');
  await page.getByLabel('From').fill('00:00');
  await page.getByLabel('To', { exact: true }).fill('23:59');
  await page.reload();
  await expect(page.getByLabel('From')).toHaveValue('00:00');
  await deliver(page, { kind: 'message', conversationId: room });
  await deliver(page, { kind: 'approval', conversationId: room });
  await expect
    .poll(() => shown(page))
    .toEqual([{ title: 'Gardener', body: 'Something waits for your decision', silent: true }]);
});

test('this browser is subscribed by a press and a push arrives without content, until it is turned off', async ({
  shop,
  context,
}) => {
  const { page, room } = shop;
  const pushes: { encoding: string | undefined; body: Buffer }[] = [];
  const service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      pushes.push({ encoding: request.headers['content-encoding'], body: Buffer.concat(parts) });
      response.writeHead(201).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(service.address() as AddressInfo).port}/push/ada`;
  await context.grantPermissions(['notifications']);
  await page.addInitScript(stubPushService, endpoint);
  await page.goto('/you/notifications');
  await expect(page.getByText('Notifications are off in this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on notifications' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Notifications are on in this browser.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Notifications are on in this browser.')).toBeVisible();

  const data = { text: 'ask' };
  await page.request.post(`/v1/conversations/${room}/messages`, { data });
  await expect.poll(() => pushes.length).toBeGreaterThan(0);
  expect(pushes[0]?.encoding).toBe('aes128gcm');
  expect(pushes.some(({ body }) => body.includes('Plant food'))).toBe(false);

  // What the server knew of it ends with the session.
  const { item } = (await (await page.request.get('/v1/session')).json()) as { item: { handle: string } };
  await page.request.delete('/v1/session');
  await page.request.post('/v1/session', { data: { handle: item.handle, password: 'a long enough password' } });
  const renewed = page.waitForResponse((answer) => answer.url().endsWith('/v1/push/subscriptions'));
  await page.goto('/you/notifications');
  expect((await renewed).status()).toBe(201);
  const before = pushes.length;
  await page.request.post(`/v1/conversations/${room}/messages`, { data });
  await expect.poll(() => pushes.length).toBeGreaterThan(before);

  await page.getByRole('button', { name: 'Turn off notifications' }).click();
  await expect(page.getByText('Notifications are off in this browser.')).toBeVisible();
  service.close();
});

/** The browser of the tests reaches no push service, so its part is played; the keys are real ones. */
async function stubPushService(endpoint: string): Promise<void> {
  const key = 'stub-subscription';
  const base64url = (bytes: ArrayBuffer | Uint8Array) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  const subscriptionOf = (json: unknown) => ({
    endpoint,
    toJSON: () => json,
    unsubscribe: () => Promise.resolve(localStorage.removeItem(key) === undefined),
  });
  Object.assign(PushManager.prototype, {
    getSubscription: () => {
      const kept = localStorage.getItem(key);
      return Promise.resolve(kept === null ? null : subscriptionOf(JSON.parse(kept)));
    },
    subscribe: async () => {
      const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
      const p256dh = base64url(await crypto.subtle.exportKey('raw', pair.publicKey));
      const auth = base64url(crypto.getRandomValues(new Uint8Array(16)));
      const json = { endpoint, expirationTime: null, keys: { p256dh, auth } };
      localStorage.setItem(key, JSON.stringify(json));
      return subscriptionOf(json);
    },
  });
}

test('the levels of a room and an agent are set, on a phone too', async ({ shop: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/you/notifications');
  const room = page.getByRole('region', { name: 'Rooms' }).getByLabel('Notifications of Gardener');
  await room.selectOption('Decisions only');
  const agent = page.getByRole('region', { name: 'Agents' }).getByLabel('Notifications of Gardener');
  await agent.selectOption('Mentions and decisions');
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.reload();
  await expect(room).toHaveValue('decisions');
  await expect(agent).toHaveValue('mentions');
});

test('a subscription that the browser has changed by itself is told to the server by the worker', async ({
  shop: { page },
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await page.addInitScript(stubPushService, 'http://127.0.0.1:9/push/first');
  await page.goto('/you/notifications');
  await page.getByRole('button', { name: 'Turn on notifications' }).press('Enter');
  await expect(page.getByText('Notifications are on in this browser.')).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const told = context.waitForEvent('response', (answer) => answer.url().endsWith('/v1/push/subscriptions'));
  const kept = await page.evaluate(() => localStorage.getItem('stub-subscription') ?? '{}');
  const [worker] = context.serviceWorkers();
  await worker?.evaluate((json) => {
    const fresh = { ...(JSON.parse(json) as object), endpoint: 'http://127.0.0.1:9/push/second' };
    const scope = globalThis as unknown as { ExtendableEvent: new (type: string) => Event };
    const event = new scope.ExtendableEvent('pushsubscriptionchange');
    dispatchEvent(Object.assign(event, { newSubscription: { toJSON: () => fresh } }));
  }, kept);
  const answer = await told;
  expect(answer.status()).toBe(201);
  expect(answer.request().postDataJSON()).toMatchObject({ endpoint: 'http://127.0.0.1:9/push/second' });
});

/** Lets nobody else read what this browser keeps for notifications, until it is released. */
async function holdSettings(page: Page) {
  const transaction = await page.evaluateHandle(async () => {
    const opening = indexedDB.open('parley-notifications', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('settings');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const database = opening.result;
    const store = database.transaction('settings', 'readwrite').objectStore('settings');
    const held = { isOver: false };
    const goOn = () => {
      if (held.isOver) database.close();
      else store.get('nothing').onsuccess = goOn;
    };
    goOn();
    return held;
  });
  return () => transaction.evaluate((held) => void (held.isOver = true));
}
