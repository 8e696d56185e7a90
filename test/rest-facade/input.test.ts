import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GOOD_WRITE, refusalOf, startToy, type Toy } from './toy.js';
import { NEW_NOTE, NOTE } from './toy-schema.js';

describe('client input', () => {
  let toy: Toy;
  const create = (body: unknown) => toy.write('POST', '/v1/notes', body);
  const fieldsOf = async (response: Response) => {
    expect(response.status).toBe(400);
    const problem = await response.json();
    expect(problem).toMatchObject({ code: 'invalid_input' });
    return (problem as { fields: unknown }).fields;
  };
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());

  it('body members arrive under the names of the schema, with JSON members unchanged', async () => {
    const response = await create({
      title: 'x',
      game_slug: 'skyward',
      size_bytes: 21_474_836_480,
      color: 'green',
      parent_id: NOTE,
      part_list: [{ part_number: 1, etag: 'a' }],
      extra_data: { keep_me: [{ asItIs: null }] },
    });
    expect(response.status).toBe(201);
    expect(toy.state.echoed).toEqual({
      title: 'x',
      gameSlug: 'skyward',
      sizeBytes: 21_474_836_480,
      color: 'green',
      parentId: NOTE,
      partList: [{ partNumber: 1, etag: 'a' }],
      extraData: { keep_me: [{ asItIs: null }] },
      isPinned: false,
    });
  });

  it('all body faults are reported at once, under the names that the client sent', async () => {
    const fields = await fieldsOf(
      await create({
        gameSlug: 'x',
        game_slug: 5,
        size_bytes: '10',
        color: 'blue',
        parent_id: 'nonsense',
        part_list: [
          { part_number: 1, etag: 'a' },
          { part_number: 1.5, extra: 1 },
        ],
      }),
    );
    expect(fields).toEqual([
      { field: 'gameSlug', code: 'unknown_member' },
      { field: 'game_slug', code: 'invalid_type' },
      { field: 'size_bytes', code: 'invalid_type' },
      { field: 'color', code: 'unknown_value' },
      { field: 'parent_id', code: 'invalid_format' },
      { field: 'part_list[1].part_number', code: 'invalid_format' },
      { field: 'part_list[1].extra', code: 'unknown_member' },
      { field: 'part_list[1].etag', code: 'required' },
      { field: 'title', code: 'required' },
    ]);
  });

  it('a body with null or another shape is rejected', async () => {
    expect(await fieldsOf(await create({ title: null, part_list: { part_number: 1 } }))).toEqual([
      { field: 'title', code: 'required' },
      { field: 'part_list', code: 'invalid_type' },
    ]);
    expect(await fieldsOf(await create(['title']))).toEqual([
      { field: 'body', code: 'invalid_type' },
    ]);
  });

  it('prototype members of a body are rejected', async () => {
    const response = await toy.send('POST', '/v1/notes', {
      headers: GOOD_WRITE,
      body: '{"title":"x","__proto__":{"isPinned":true},"constructor":1}',
    });
    expect(await fieldsOf(response)).toEqual([
      { field: '__proto__', code: 'unknown_member' },
      { field: 'constructor', code: 'unknown_member' },
    ]);
  });

  it('the number of reported faults is bounded', async () => {
    const body = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x${i}`, 1]));
    expect(await fieldsOf(await create(body))).toHaveLength(50);
  });

  it('members for a write without a body are rejected', async () => {
    const response = await toy.write('POST', `/v1/notes/${NOTE}/media:fallback`, { size: 1 });
    expect(await fieldsOf(response)).toEqual([{ field: 'size', code: 'unknown_member' }]);
  });

  it('faults of the domain carry the names that the client sent', async () => {
    const response = await create({ title: 'taken' });
    expect(await response.json()).toMatchObject({
      code: 'invalid_metadata',
      fields: [{ field: 'game_slug', code: 'not_unique' }],
    });
  });

  it('query parameters become numbers, booleans, enums and lists, with defaults', async () => {
    await toy.send('GET', '/v1/notes?game_slug=a+b%26c&color=red&color=green&pinned=true&limit=7');
    expect(toy.state.echoed).toEqual({
      filter: { gameSlug: 'a b&c', colors: ['red', 'green'] },
      limit: 7,
      pinned: true,
    });
    await toy.send('GET', '/v1/notes?color=red');
    expect(toy.state.echoed).toMatchObject({ filter: { colors: ['red'] }, limit: 25 });
  });

  it.each([
    ['limit=ten', 'limit', 'invalid_type'],
    ['limit=', 'limit', 'invalid_type'],
    ['limit=1.5', 'limit', 'invalid_type'],
    ['limit=0x10', 'limit', 'invalid_type'],
    ['limit=9999999999', 'limit', 'invalid_type'],
    ['limit=1&limit=1', 'limit', 'repeated_parameter'],
    ['pinned=yes', 'pinned', 'invalid_type'],
    ['color=blue', 'color', 'unknown_value'],
    ['game_slug=a%00b', 'game_slug', 'invalid_format'],
  ])('the query %s is rejected', async (query, field, code) => {
    expect(await fieldsOf(await toy.send('GET', `/v1/notes?${query}`))).toEqual([{ field, code }]);
  });

  it('unknown query parameters are ignored', async () => {
    expect((await toy.send('GET', '/v1/notes?utm_source=x&utm_source=y&__proto__=1')).status).toBe(
      200,
    );
  });

  it('former parameter names work only in the compatibility namespace', async () => {
    await toy.send('GET', '/api/v1/notes?gameSlug=old');
    expect(toy.state.echoed).toMatchObject({ filter: { gameSlug: 'old' } });
    await toy.send('GET', '/v1/notes?gameSlug=old');
    expect(toy.state.echoed).toMatchObject({ filter: { gameSlug: null } });
  });

  it('two names of one parameter with different values are rejected', async () => {
    const same = await toy.send('GET', '/api/v1/notes?game=a&game_slug=a');
    expect(same.status).toBe(200);
    const other = await toy.send('GET', '/api/v1/notes?game=b&game_slug=a');
    expect(await fieldsOf(other)).toEqual([{ field: 'game', code: 'conflicting_alias' }]);
    const twice = await toy.send('GET', '/api/v1/notes?game=a&game=a');
    expect(await fieldsOf(twice)).toEqual([{ field: 'game_slug', code: 'repeated_parameter' }]);
  });

  it('a malformed id is rejected with the code of its route', async () => {
    const read = await toy.send('GET', '/v1/notes/first');
    expect(await fieldsOf(read)).toEqual([{ field: 'note_id', code: 'invalid_format' }]);
    const remove = await toy.write('DELETE', '/v1/notes/first');
    expect(await refusalOf(remove)).toEqual([400, 'invalid_file_id']);
    const cover = await toy.write('POST', '/v1/notes/first/media:fallback');
    expect(await refusalOf(cover)).toEqual([404, 'not_found']);
  });

  it('an id in capitals is accepted', async () => {
    const response = await toy.send('GET', `/v1/notes/${NEW_NOTE.toUpperCase()}`);
    expect(response.status).not.toBe(400);
  });
});
