import { expect, it } from 'vitest';
import { composeDocuments } from '../../../../src/modules/catalog/documents/compose-document.js';
import type { DocumentSources } from '../../../../src/modules/catalog/documents/document-sources.js';

const DAY = new Date('2026-11-30T00:00:00Z');

function sourcesOf(id: string, texts: Partial<DocumentSources['mod']> = {}): DocumentSources {
  const mod = {
    id,
    slug: id,
    title: {},
    summary: {},
    description: {},
    createdAt: DAY,
    updatedAt: DAY,
  };
  const game = { id: 'game', slug: 'game', name: 'Game', versions: [] };
  const lists = { categories: [], versions: [], media: [] };
  return { mod: { ...mod, ...texts }, game, author: {}, ...lists } as unknown as DocumentSources;
}

it('other work of the process runs between the documents of two mods', async () => {
  const steps: string[] = [];
  const sources = ['one', 'two'].map((id) => {
    const source = sourcesOf(id);
    return Object.defineProperty({ ...source }, 'mod', {
      get() {
        if (!steps.includes(id)) steps.push(id);
        return source.mod;
      },
    });
  });
  setImmediate(() => steps.push('other work'));
  await composeDocuments(sources);
  expect(steps).toEqual(['one', 'other work', 'two']);
});

it('other work of the process runs between the excerpts of two languages', async () => {
  const steps: string[] = [];
  const description = Object.defineProperties(
    {},
    Object.fromEntries(
      ['de', 'en'].map((language) => {
        const slice = () => {
          steps.push(language);
          return 'Text';
        };
        return [language, { enumerable: true, value: { slice } }];
      }),
    ),
  );
  setImmediate(() => steps.push('other work'));
  await composeDocuments([sourcesOf('one', { description })]);
  expect(steps).toEqual(['de', 'other work', 'en']);
});

it('a document has the summaries of its author, and excerpts in the other languages', async () => {
  const summary = { en: 'Mine', fr: 'Le mien' };
  const description = { en: '**Long** text', de: '**Langer** Text' };
  const [composed] = await composeDocuments([sourcesOf('one', { summary, description })]);
  expect(composed?.document['summary']).toEqual({ ...summary, de: 'Langer Text' });
});
