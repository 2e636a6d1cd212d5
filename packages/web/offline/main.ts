import './language.ts';
import { openNotice, showNotice } from './notices.ts';
import { renewSubscription } from './renew-push.ts';
import { answerFromShell, forgetOldShells, keepShell } from './shell-cache.ts';

// What the browser runs beside the app's pages. Each concern is a module that this file wires to the events it needs.
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOldShells().then(() => self.clients.claim()));
});

self.addEventListener('fetch', answerFromShell);

self.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(openNotice(event.notification));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renewSubscription(event.newSubscription ?? null));
});
