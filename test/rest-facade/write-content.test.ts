import { buildSchema, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { ok, okList, type ReplyRule } from '../../rest-facade/reply.js';
import { selectedBy } from '../../rest-facade/selection.js';
import { compileShape } from '../../rest-facade/shape.js';
import { compileContent, createDocumentTexts } from '../../rest-facade/shared/write-content.js';

const schema = buildSchema(`
  type Maker { name: String! }
  type Toy { id: ID!, title: String!, maker: Maker!, sold: Int!, state: String!, version: String! }
  type Pagination { limit: Int! }
  type ToyPage { items: [Toy!]!, pagination: Pagination! }
  type Query { toys: ToyPage!, toy: Toy! }
`);
const version = schema.getTypeMap()['Toy'];
if (version && 'getFields' in version) {
  const field = version.getFields()['version'];
  if (field) field.extensions = { documentWithout: ['sold', 'state'] };
}

const MEMBERS = 'id title maker { name } sold state _document: version';
const PAGINATION = { nextCursor: null, hasMore: false, limit: 2 };

function contentOf(reply: ReplyRule, source: string) {
  const selected = selectedBy(schema, parse(source));
  return compileContent(reply, selected, compileShape(reply, selected));
}

const listOf = (members: string) =>
  contentOf(okList(), `{ toys { items { ${members} } pagination { limit } } }`);

const toy = (changes: object = {}) => ({
  id: 'a',
  title: 'Ёж, "Igel"',
  maker: { name: 'Nü' },
  sold: 3,
  state: 'published',
  _document: 'a.1',
  ...changes,
});

const shown = ({ _document, ...members }: ReturnType<typeof toy>) => members;

type Content = ReturnType<ReturnType<typeof listOf>>;

const parsed = (content: Content, end: string): unknown => JSON.parse(`${content}${end}`);

describe('the content of a shared response', () => {
  it('a page contains each document with the members that were selected', () => {
    const items = [toy(), toy({ id: 'b', _document: 'b.1' })];
    const content = listOf(MEMBERS)({ items }, PAGINATION, createDocumentTexts(10_000));
    expect(parsed(content, '}')).toEqual({ data: items.map(shown) });
  });

  it('an empty page is an empty list', () => {
    const content = listOf(MEMBERS)({ items: [] }, PAGINATION, createDocumentTexts(10_000));
    expect(parsed(content, '}')).toEqual({ data: [] });
  });

  it('the members of a document have the order of the selection', () => {
    const write = contentOf(ok(), '{ toy { sold id state title _document: version } }');
    const { maker: _, ...members } = toy();
    const content = write(members, null, createDocumentTexts(10_000));
    expect(`${content}`).toBe(
      '{"data":{"sold":3,"id":"a","state":"published","title":"Ёж, \\"Igel\\""}}',
    );
  });

  it('a page without a validator contains its pagination', () => {
    const page = { items: [toy()], pagination: { limit: 2 } };
    const content = listOf(MEMBERS)(page, null, createDocumentTexts(10_000));
    expect(parsed(content, '')).toEqual({ data: [shown(toy())], pagination: { limit: 2 } });
  });

  it('a content has memory of its own, because stores count its bytes', () => {
    for (const members of [MEMBERS, 'id']) {
      const content = listOf(members)({ items: [toy()] }, PAGINATION, createDocumentTexts(10_000));
      expect(content).toBeInstanceOf(Buffer);
      if (content instanceof Buffer) expect(content.buffer.byteLength).toBe(content.length);
    }
  });

  it('a single document is the data of its response', () => {
    const write = contentOf(ok(), `{ toy { ${MEMBERS} } }`);
    const content = write(toy(), null, createDocumentTexts(10_000));
    expect(parsed(content, '')).toEqual({ data: shown(toy()) });
  });

  it('a stored document comes with the current values of the members that it does not cover', () => {
    const texts = createDocumentTexts(10_000);
    const write = listOf(MEMBERS);
    write({ items: [toy()] }, PAGINATION, texts);
    write({ items: [toy()] }, PAGINATION, texts);
    const later = toy({ title: 'not written again', sold: 4, state: 'archived' });
    const content = write({ items: [later] }, PAGINATION, texts);
    expect(parsed(content, '}')).toEqual({
      data: [shown(toy({ sold: 4, state: 'archived' }))],
    });
  });

  it('a document with a new version is written again', () => {
    const texts = createDocumentTexts(10_000);
    const write = listOf(MEMBERS);
    write({ items: [toy()] }, PAGINATION, texts);
    write({ items: [toy()] }, PAGINATION, texts);
    const later = toy({ title: 'new', _document: 'a.2' });
    const content = write({ items: [later] }, PAGINATION, texts);
    expect(parsed(content, '}')).toEqual({ data: [shown(later)] });
  });

  it('operations with other members of a document do not share its text', () => {
    const texts = createDocumentTexts(10_000);
    listOf(MEMBERS)({ items: [toy(), toy()] }, PAGINATION, texts);
    const fewer = listOf('id sold _document: version');
    const content = fewer({ items: [toy()] }, PAGINATION, texts);
    expect(parsed(content, '}')).toEqual({ data: [{ id: 'a', sold: 3 }] });
  });

  it('the stored documents of a flood stay below the limit', () => {
    const texts = createDocumentTexts(10_000);
    const write = listOf(MEMBERS);
    for (let number = 0; number < 200; number += 1) {
      const items = [toy({ _document: `a.${number}` }), toy({ _document: `a.${number}` })];
      write({ items }, PAGINATION, texts);
    }
    expect([texts.bytes <= 10_000, texts.size > 5]).toEqual([true, true]);
  });

  it('a store without memory keeps no document', () => {
    const texts = createDocumentTexts(0);
    const content = listOf(MEMBERS)({ items: [toy(), toy()] }, PAGINATION, texts);
    expect([parsed(content, '}'), texts.size]).toEqual([{ data: [shown(toy()), shown(toy())] }, 0]);
  });

  it('an operation that selects no version is written as a whole', () => {
    const texts = createDocumentTexts(10_000);
    const content = listOf('id sold')({ items: [{ id: 'a', sold: 3 }] }, PAGINATION, texts);
    expect([parsed(content, '}'), texts.size]).toEqual([{ data: [{ id: 'a', sold: 3 }] }, 0]);
  });

  it.each([
    ['a member that may be absent', 'id title @include(if: true) sold _document: version'],
    ['a hidden member inside', 'id maker { _name: name } sold _document: version'],
    ['a version that is another field', 'id sold _document: title'],
  ])('a document with %s does not compile', (_what, members) => {
    expect(() => listOf(members)).toThrow();
  });
});
