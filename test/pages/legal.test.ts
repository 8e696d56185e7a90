import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openLegal } from '../../src/platform/legal.js';
import { useWorld } from '../harness.js';
import { newVisitor } from './visitor.js';

const folder = mkdtempSync(join(tmpdir(), 'modport-legal-'));
for (const [file, text] of [
  ['privacy.md', '# Privacy\n\nSee the [terms](terms.md). <b>raw</b>'],
  ['privacy.de.md', '# Datenschutz\n\nNichts wird verkauft.'],
  ['terms.ru.md', '# Условия'],
  ['notes.md', '# Internal'],
] as const) {
  writeFileSync(join(folder, file), text);
}
mkdirSync(join(folder, 'drafts'));

const world = useWorld({ LEGAL_DIR: folder }, { jobs: 'when-settled' });
const open = (path: string, language: string) =>
  newVisitor(world).get(path, { 'Accept-Language': language });

describe('legal pages', () => {
  it.each([
    ['/legal/privacy', 'de', 'de', 'Datenschutz'],
    ['/legal/privacy', 'ru', 'en', 'Privacy'],
    ['/legal/terms', 'en', 'ru', 'Условия'],
  ])('%s for a visitor in %s is the text in %s', async (path, language, shown, title) => {
    const page = await open(path, language);
    expect(page.status).toBe(200);
    expect(page.html).toContain(`<article lang="${shown}"`);
    expect(page.html).toContain(`<h1>${title}</h1>`);
  });

  it('a legal text links another one by its file, and its HTML is shown as text', async () => {
    const { html } = await open('/legal/privacy', 'en');
    expect(html).toContain('<a href="/legal/terms">terms</a>');
    expect(html).toContain('&lt;b&gt;raw&lt;/b&gt;');
  });

  it.each([
    ['/', 'de'],
    ['/account/sign-in', 'de'],
    ['/problems', 'de'],
    ['/problems/not_found', 'de'],
    ['/docs', 'en'],
    ['/mods/%E0%A4%A', 'de'],
    ['/nowhere', 'de'],
  ] as const)('the footer of %s links the legal texts that exist', async (path, language) => {
    const { html } = await open(path, language);
    const { terms, privacy } = {
      en: { terms: 'Terms of use', privacy: 'Privacy' },
      de: { terms: 'Nutzungsbedingungen', privacy: 'Datenschutz' },
    }[language];
    expect(html).toContain(`<a href="/legal/terms">${terms}</a>`);
    expect(html).toContain(`<a href="/legal/privacy">${privacy}</a>`);
    expect(html).not.toContain('/legal/imprint');
  });

  it('the sign-up form links the legal texts that exist', async () => {
    const { html } = await open('/account/sign-up', 'en');
    const form = /<form method="post"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    expect(form).toContain('<a href="/legal/terms">Terms of use</a>');
    expect(form).not.toContain('/legal/imprint');
  });

  it.each(['/legal/imprint', '/legal/notes', '/legal/drafts', '/legal/..%2fprivacy', '/legal'])(
    '%s is not found',
    async (path) => {
      expect((await open(path, 'en')).status).toBe(404);
    },
  );

  it('a folder that cannot be read stops the start with the name of its variable', () => {
    expect(() => openLegal(join(folder, 'missing'))).toThrow(/^LEGAL_DIR cannot be read: ENOENT/);
  });
});
