import { describe, expect, it } from 'vitest';
import { BUILT_IN } from '../../../../src/modules/identity/notices/notice.js';
import {
  localeOf,
  NOTICE_TEXTS,
  renderNotice,
} from '../../../../src/modules/identity/notices/render-notice.js';
import { LOCALES } from '../../../../src/registry/error-texts.js';

const SAMPLES: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  team_role_changed: ['added', 'changed', 'removed'].flatMap((change) =>
    ['owner', 'maintainer', 'publisher', 'reviewer'].map((role) => ({
      change,
      role,
      modId: 'm',
      modTitle: 'Sodium',
      actor: 'bob',
    })),
  ),
  team_owner_changed: ['added', 'removed'].map((change) => ({
    change,
    member: 'carol',
    modId: 'm',
    modTitle: 'Sodium',
    actor: 'bob',
  })),
  password_changed: ['ended', 'kept'].map((end) => ({
    sessions: end,
    tokens: end,
    applications: end,
  })),
  second_factor_changed: ['added', 'replaced'].map((change) => ({ change })),
  verify_email: [{ account: 'alice' }],
  address_in_use: [{}],
  reset_password: [{}],
  email_changed: ['requested', 'changed'].map((change) => ({ change, address: 'a***@e***' })),
  report_decided: ['upheld', 'dismissed'].map((outcome) => ({ outcome, title: 'Sodium' })),
  report_outcome: ['upheld', 'dismissed'].map((outcome) => ({ outcome, title: 'Sodium' })),
  mod_report_upheld: ['upheld', 'confirmed', 'overturned'].flatMap((outcome) =>
    ['malware', 'stolen', 'illegal', 'other'].map((reason) => ({
      outcome,
      reason,
      title: 'Sodium',
      report: 'r',
    })),
  ),
  export_ready: [{}],
  deletion_requested: [{ due: '2026-02-01' }],
  account_deleted: [{}],
  webhook_disabled: [{ webhookId: 'w', host: 'hooks.example.org', count: '5' }],
  recovery_codes_changed: ['made', 'used'].map((change) => ({ change, left: '3' })),
  passkey_changed: ['added', 'removed'].map((change) => ({ change, name: 'Laptop' })),
  trusted_publisher_changed: ['added', 'removed', 'ended'].map((change) => ({
    change,
    publisher: 'ada/lanterns, release.yml, gitlab.com',
    modId: 'm',
    modTitle: 'Sodium',
    actor: 'bob',
  })),
  content_taken_down: ['version', 'mod'].map((content) => ({
    content,
    reason: content === 'mod' ? 'given' : 'none',
    version: '1.0.0',
    modId: 'm',
    modTitle: 'Sodium',
  })),
  upload_reviewed: ['approved', 'rejected'].map((outcome) => ({
    outcome,
    file: 'sodium.zip',
    modId: 'm',
    modTitle: 'Sodium',
    versionId: 'v',
    version: '1.0.0',
  })),
};

const reading = {
  publicUrl: 'https://mods.example.org',
  recipient: 'Alice',
  at: new Date('2026-01-02T03:04:05Z'),
  token: 'id.secret',
};

describe.each(LOCALES)('the messages in %s', (locale) => {
  it('the notice templates have a value for every placeholder', () => {
    expect(Object.keys(NOTICE_TEXTS[locale].templates)).toEqual(Object.keys(SAMPLES));
    for (const [template, samples] of Object.entries(SAMPLES)) {
      for (const params of samples) {
        const said = renderNotice(template, params, { ...reading, locale });
        const parts = Object.values(said).map((part) => part.replace(/<style>[^<]*/, ''));
        for (const part of parts) expect(part).not.toMatch(/[{}]|undefined/);
        const texts = Object.values(NOTICE_TEXTS[locale].templates).flatMap((text) => [
          text.subject,
          ...text.paragraphs,
          ...Object.values(text.words ?? {}).flatMap((words) => Object.values(words)),
        ]);
        const known = [...BUILT_IN, ...Object.values(SAMPLES).flat().flatMap(Object.keys)];
        for (const [, name] of texts.join().matchAll(/\{(\w+)\}/g)) expect(known).toContain(name);
        expect(said.text).not.toMatch(/\b(added|removed|replaced|ended|kept)\b(?=\.?\n)/);
      }
    }
  });
});

describe('the text of a message', () => {
  it.each([
    ['en', /reason/i],
    ['ru', /причин/i],
    ['de', /grund/i],
  ] as const)(
    'a rejection of a file promises no reason in %s, because a moderator may give none',
    (locale, reason) => {
      const [, rejected = {}] = SAMPLES['upload_reviewed'] ?? [];
      const { text } = renderNotice('upload_reviewed', rejected, { ...reading, locale });
      expect(text).toContain('sodium');
      expect(text).not.toMatch(reason);
    },
  );

  const params = { change: 'added', role: 'owner', modId: 'm', actor: 'bob' };
  const rendered = (modTitle: string) =>
    renderNotice('team_role_changed', { ...params, modTitle }, { ...reading, locale: 'en' });

  it('a notice escapes values in HTML', () => {
    const { html, text } = rendered('<script>alert(1)</script> & "x"');
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;');
    expect(text).toContain('“<script>alert(1)</script> & "x"”');
  });

  it('a notice does not fill placeholders inside values', () => {
    expect(rendered('{actor} {change}').text).toContain('“{actor} {change}”');
  });

  it('a notice quotes values on one line without direction overrides', () => {
    const { text, subject } = rendered(`a\r\n\u202Eb${'c'.repeat(300)}`);
    expect(subject).toBe(`Your role in the team of “a b${'c'.repeat(97)}…”`);
    expect(text).not.toContain('\u202E');
  });

  it('a notice turns no value of another user into a link', () => {
    const { text, html, subject } = rendered(
      'Free at https://evil.example/x or www.evil.com 1.20.1',
    );
    for (const part of [text, html, subject])
      expect(part).not.toMatch(/:\/\/evil|evil\.(example|com)/);
    const [, shown = ''] = /at (\S+\s\S+\s\S+) or/.exec(subject) ?? [];
    expect(shown.replaceAll('\u202f', '')).toBe('https://evil.example/x');
    expect(subject).toContain(' 1.20.1');
    // A mail program that takes the gap for a part of an address makes an invalid one.
    expect(URL.canParse(shown.replace(':\u202f', ':'))).toBe(false);
    expect(text).toContain('the operators of mods.example.org');
  });

  it('a notice turns the name of its recipient into no link', () => {
    const recipient = 'You won: https://evil.example/p';
    const { text, html } = renderNotice(
      'verify_email',
      { account: 'alice' },
      {
        ...reading,
        recipient,
        locale: 'en',
      },
    );
    expect(text).toContain('Hello You won: https:\u202f//evil.\u202fexample/p,');
    for (const part of [text, html]) expect(part).not.toContain('https://evil.example');
  });

  it('a notice is in English if the language of the user has no texts', () => {
    expect(['de-AT', 'ru', 'EN', 'fr', ''].map(localeOf)).toEqual(['de', 'ru', 'en', 'en', 'en']);
  });
});
