import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.js';
import { complaint } from './complaint.js';

describe('the variables of mail', () => {
  const mailFrom = { MAIL_FROM: 'mods@example.org' };
  const server = (url: string) => loadConfig({ ...mailFrom, SMTP_URL: url }).smtpServer;

  test('SMTP_URL gives the server, with the standard port of its scheme', () => {
    expect(server('smtps://me%40example.org:p%3Aw@mail.example.org')).toEqual({
      host: 'mail.example.org',
      port: 465,
      isSecure: true,
      auth: { user: 'me@example.org', password: 'p:w' },
    });
    expect(server('smtp://mail.example.org')).toEqual({
      host: 'mail.example.org',
      port: 587,
      isSecure: false,
      auth: undefined,
    });
    expect(server('smtp://[::1]:2525/')).toMatchObject({ host: '::1', port: 2525 });
  });

  test.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://user@mail.example.org',
    'smtp://:hunter2@mail.example.org',
    'smtp://mail.example.org:0',
    'smtp://mail.example.org:70000',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org?tls=off',
    'smtp://%ff:hunter2@mail.example.org',
  ])('SMTP_URL=%s is refused without its value', (value) => {
    const line = complaint({ ...mailFrom, SMTP_URL: value });
    expect(line).toMatch(/^SMTP_URL has a wrong form; it takes an address such as smtps:/);
    expect(line).not.toContain('hunter2');
  });

  test('MAIL_FROM gives the sender, with or without a name', () => {
    const from = (value: string) => loadConfig({ MAIL_FROM: value }).mailFrom;
    expect(from('mods@example.org')).toEqual({ name: '', address: 'mods@example.org' });
    expect(from('Möd Hub <mods@example.org>')).toEqual({
      name: 'Möd Hub',
      address: 'mods@example.org',
    });
  });

  test.each(['mods', 'a@b.example, c@d.example', 'A\r\nBcc: x@y.example <a@b.example>', '<>'])(
    'MAIL_FROM=%j is refused',
    (value) => {
      expect(complaint({ MAIL_FROM: value })).toMatch(/^MAIL_FROM is .*; it takes an e-mail/);
    },
  );

  test('SMTP_URL without MAIL_FROM is refused', () => {
    expect(complaint({ SMTP_URL: 'smtp://mail.example.org' })).toMatch(
      /^SMTP_URL is set, but mail needs MAIL_FROM as well; unset it to write messages to files$/,
    );
  });
});
