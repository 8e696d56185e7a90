import { describe, expect, it } from 'vitest';
import type { Mailer, MailMessage } from '../../../src/platform/mail/mail.port.js';

/** A mailer under test, and its delivered messages. */
export interface MailSubject {
  readonly mailer: () => Mailer;
  /** The messages as bytes in the format of RFC 5322, oldest first. */
  messages(): Promise<readonly string[]>;
}

/** A message with optional changes. */
export function message(changes: Partial<MailMessage> = {}): MailMessage {
  return {
    id: '0192f0c1-0000-7000-8000-000000000001',
    to: { name: 'Alice', address: 'alice@example.org' },
    subject: 'A subject',
    text: 'Plain text\n',
    html: '<p>HTML</p>\n',
    date: new Date('2026-01-02T03:04:05Z'),
    language: 'en',
    ...changes,
  };
}

/** The headers of a message, unfolded, by their lower-case names. */
export function headersOf(source: string): ReadonlyMap<string, string> {
  const [head = ''] = source.split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** The promises of every implementation of the mail port. */
export function mailContract(name: string, subject: MailSubject): void {
  const sent = async (changes: Partial<MailMessage>): Promise<string> => {
    await subject.mailer().send(message(changes));
    return (await subject.messages()).at(-1) ?? '';
  };

  describe(`the mailer over ${name}`, () => {
    it('a mailer delivers text and HTML with sender, recipient, date and a stable Message-ID', async () => {
      const source = await sent({ id: 'first' });
      const headers = headersOf(source);
      expect(headers.get('from')).toBe('Mods <mods@example.org>');
      expect(headers.get('to')).toBe('Alice <alice@example.org>');
      expect(headers.get('subject')).toBe('A subject');
      expect(headers.get('message-id')).toBe('<first@example.org>');
      expect(headers.get('date')).toBe('Fri, 02 Jan 2026 03:04:05 +0000');
      expect(headers.get('auto-submitted')).toBe('auto-generated');
      expect(source).toContain('Plain text');
      expect(source).toContain('<p>HTML</p>');
      expect(headersOf(await sent({ id: 'first' })).get('message-id')).toBe('<first@example.org>');
    });

    it('a mailer encodes names and subjects in any script', async () => {
      const headers = headersOf(
        await sent({
          id: 'script',
          to: { name: 'Алиса 🦊', address: 'a@example.org' },
          subject: 'Пароль',
        }),
      );
      const decoded = (value = '') =>
        value.replace(/=\?UTF-8\?([BQ])\?([^?]*)\?=\s*/gi, (_, form: string, text: string) => {
          if (form.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString();
          const bytes = text.replace(/_/g, ' ').replace(/=([\dA-F]{2})/gi, '%$1');
          return decodeURIComponent(bytes);
        });
      expect(decoded(headers.get('to'))).toContain('Алиса 🦊');
      expect(decoded(headers.get('subject'))).toBe('Пароль');
    });

    it.each([
      [
        'a line break in the name',
        { to: { name: 'A\r\nBcc: eve@example.org', address: 'a@example.org' } },
      ],
      ['a line feed in the subject', { subject: 'Hi\nBcc: eve@example.org' }],
      [
        'a carriage return in the address',
        { to: { name: '', address: 'a@example.org\rBcc: eve@example.org' } },
      ],
      [
        'a second recipient in the name',
        { to: { name: 'A <eve@example.org>,', address: 'a@example.org' } },
      ],
      ['a Unicode line separator', { subject: 'Hi\u2028Bcc: eve@example.org' }],
      ['a body that ends the message', { text: 'end\r\n.\r\nBcc: eve@example.org\r\n' }],
    ])('%s adds no header and no recipient', async (_what, changes) => {
      const before = (await subject.messages()).length;
      const source = await sent({ id: `injection ${before}`, ...changes }).catch(() => '');
      const after = await subject.messages();
      expect(after.length - before).toBeLessThanOrEqual(1);
      expect([...headersOf(source).keys()]).not.toContain('bcc');
      const unquoted = (headersOf(source).get('to') ?? '').replace(/"[^"]*"/g, '');
      expect(unquoted).not.toMatch(/eve@.*,|,.*eve@|<eve@/);
    });
  });
}
