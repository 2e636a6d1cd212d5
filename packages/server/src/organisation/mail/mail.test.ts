import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/settings/config.ts';
import { startTestServer, type TestServer } from '../../testing/app.ts';
import { firstAdmin } from '../../testing/contract/admin.ts';
import { startMailServer, type MailServer } from '../fixtures/mail-server.ts';
import { mailWords } from './words.ts';
import { writeMail } from './write-mail.ts';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
async function start(mail: MailServer): Promise<TestServer> {
  ends.push(mail.stop);
  const server = await startTestServer(mail.env);
  ends.push(server.stop);
  return server;
}
const invite = async (server: TestServer, email: string) => {
  const root = await firstAdmin(server);
  return (await root.post('/v1/admin/invitations', { email })).body;
};

describe('§16 mail', { timeout: 60_000 }, () => {
  it('speaks the language of the person, and English where it knows no other', () => {
    expect(mailWords('de-CH').reset.label).toBe('Neues Passwort festlegen');
    for (const locale of ['en-GB', 'fr', 'den', ''])
      expect(mailWords(locale).reset.label, locale).toBe('Set a new password');
  });

  it('invites in the language of who invites', async () => {
    const mail = await startMailServer();
    const server = await start(mail);
    const root = await firstAdmin(server);
    await root.patch('/v1/session', { locale: 'de-AT' });
    await root.post('/v1/admin/invitations', { email: 'cy@parley.example' });
    await expect.poll(() => mail.arrived.length).toBe(1);
    expect(mail.arrived[0]!.text).toContain('Du bist auf einen Parley-Server eingeladen');
  });

  it('carries an invitation, in text and HTML, without anything from elsewhere', async () => {
    const mail = await startMailServer();
    const { mailed, url } = await invite(await start(mail), 'cy@parley.example');
    expect(mailed).toBe(true);
    await expect.poll(() => mail.arrived.length).toBe(1);
    const { to, text } = mail.arrived[0]!;
    expect([to, text.includes(url), text.includes('Auto-Submitted: auto-generated')]).toEqual([
      'cy@parley.example',
      true,
      true,
    ]);
    expect(text).toMatch(/text\/plain[^]*text\/html/);
    expect(text.match(/https?:\/\/[^\s"<]+/g)?.every((address) => address.startsWith('http://localhost:4600/'))).toBe(
      true,
    );
  });

  it('is tried again while the server does not take it, blocks nothing, and is sealed and dropped after a day', async () => {
    const mail = await startMailServer();
    mail.isFailing = true;
    const server = await start(mail);
    const { url } = await invite(server, 'cy@parley.example');
    const rows = async () =>
      (await sql<{ attempts: number; sealed: Buffer | null }>`select * from mail_queue`.execute(server.app.storage.db))
        .rows;
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    expect((await rows())[0]?.sealed?.includes(Buffer.from(url))).toBe(false);
    expect((await rows())[0]?.sealed?.includes(Buffer.from('cy@'))).toBe(false);
    mail.isFailing = false;
    await server.clock.leap(60_000);
    await expect.poll(() => mail.arrived.length).toBe(1);
    await expect.poll(async () => (await rows())[0]?.sealed).toBeNull();
    await server.clock.leap(25 * 3_600_000);
    const keptAfterSweep = async () => {
      // The janitor may have swept in the middle of the leap.
      await server.clock.leap(60_000);
      return (await rows()).length;
    };
    await expect.poll(keptAfterSweep, { timeout: 20_000 }).toBe(0);
  });

  it('is not sent once it is a day old, also where no server ran meanwhile', async () => {
    const mail = await startMailServer();
    mail.isFailing = true;
    const server = await start(mail);
    await invite(server, 'cy@parley.example');
    const { db } = server.app.storage;
    const failedAt = async () =>
      (await sql<{ at: Date | null }>`select failed_at as at from mail_queue`.execute(db)).rows[0]?.at;
    await expect.poll(failedAt).toBeInstanceOf(Date);
    await sql`update mail_queue set created_at = created_at - interval '25 hours'`.execute(db);
    mail.isFailing = false;
    await server.clock.advance(60_000);
    const waits = async () => (await sql`select from mail_queue where next_at is not null`.execute(db)).rows.length;
    await expect.poll(waits).toBe(0);
    expect(mail.arrived).toEqual([]);
  });

  it('goes over TLS with a sign-in, and not at all to a server without TLS', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-mail-'));
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert, ...subject],
      { stdio: 'ignore' },
    );
    const mail = await startMailServer({ key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') });
    rmSync(folder, { recursive: true });
    const server = await start(mail);
    await invite(server, 'cy@parley.example');
    // The certificate is nobody's whom this machine trusts, so the mail stays here.
    const failed = async () =>
      (await sql<{ at: Date | null }>`select max(failed_at) as at from mail_queue`.execute(server.app.storage.db))
        .rows[0]?.at;
    await expect.poll(failed).toBeInstanceOf(Date);
    expect(mail.arrived).toEqual([]);

    const plain = await startMailServer();
    plain.env['PARLEY_SMTP_URL'] = (plain.env['PARLEY_SMTP_URL'] ?? '').replace('?insecure=1', '');
    const other = await start(plain);
    await invite(other, 'cy@parley.example');
    const refused = async () =>
      (await sql<{ at: Date | null }>`select max(failed_at) as at from mail_queue`.execute(other.app.storage.db))
        .rows[0]?.at;
    await expect.poll(refused).toBeInstanceOf(Date);
    expect(plain.arrived).toEqual([]);
  });

  it('escapes what it says', () => {
    const link = { label: '<b>', url: 'https://parley.example/?a="b"&c' };
    const { html } = writeMail({
      kind: 'notice',
      to: 'a@b.example',
      subject: '<title>',
      paragraphs: ['<img src=x>'],
      link,
    });
    expect(html).not.toMatch(/<img|<b>|<title><title>|"b"/);
  });

  it.each([
    [{ PARLEY_SMTP_URL: 'smtps://mail.parley.example' }, /PARLEY_MAIL_FROM is missing/],
    [{ PARLEY_MAIL_FROM: 'a@b.example' }, /PARLEY_SMTP_URL is missing/],
    [{ PARLEY_SMTP_URL: 'smtp://mail.parley.example?insecure=1' }, /on this machine alone/],
    [{ PARLEY_SMTP_URL: 'https://mail.parley.example' }, /PARLEY_SMTP_URL is an address/],
    [{ PARLEY_MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, /PARLEY_MAIL_FROM is an address/],
  ])('stops the start with %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence);
  });
});
