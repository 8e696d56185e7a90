import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../actors.js';
import { refusalOf, startToy, type Toy } from './toy.js';
import { TOY_DEPRECATION } from './toy-routes.js';
import { NOTE } from './toy-schema.js';

const GUIDE = TOY_DEPRECATION.migrationUrl;
const JAN_31_2027 = 1801353600;

/** The headers of a deprecated operation without a sunset date. */
const OLD = {
  deprecation: `@${JAN_31_2027}`,
  sunset: null,
  link: `<${GUIDE}>; rel="deprecation"; type="text/html"`,
};

/** The headers of a deprecated operation with a sunset on May 1. */
const LEAVING = {
  deprecation: `@${JAN_31_2027}`,
  sunset: 'Sat, 01 May 2027 00:00:00 GMT',
  link: `<${GUIDE}>; rel="deprecation"; type="text/html", <${GUIDE}>; rel="sunset"; type="text/html"`,
};

const noticesOf = ({ headers }: Response) => ({
  deprecation: headers.get('deprecation'),
  sunset: headers.get('sunset'),
  link: headers.get('link'),
});

describe('a deprecated operation (Spec 9)', () => {
  let toy: Toy;
  beforeAll(async () => {
    toy = await startToy();
  });
  afterAll(() => toy.close());

  it('a deprecated operation sends its date as a structured header and a link to its guide', async () => {
    const answer = await toy.send('GET', `/v1/old-notes/${NOTE}`);
    expect(answer.status).toBe(200);
    expect(noticesOf(answer)).toEqual(OLD);
  });

  it.each(['/v1', '/api/v1'])(
    'a deprecated operation below %s sends its headers with every response',
    async (namespace) => {
      const path = `${namespace}/old-notes/${NOTE}`;
      const first = await toy.send('GET', path);
      const etag = first.headers.get('etag') ?? '';
      const answers = [
        await toy.send('HEAD', path),
        await toy.send('GET', path, { headers: { 'if-none-match': etag } }),
        await toy.send('GET', `${namespace}/old-notes/none`),
        await toy.send('GET', path, { headers: { authorization: 'Bearer mpat_unknown' } }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 401]);
      for (const answer of answers) expect(noticesOf(answer)).toEqual(OLD);
    },
  );

  it('a deprecated operation sends its sunset with a response, its replay and a refusal', async () => {
    const write = (key: string, body = {}) =>
      toy.write('POST', `/v1/old-notes/${NOTE}/cover`, body, { 'idempotency-key': key });
    const [first, replay] = [await write('one'), await write('one')];
    const refused = await write('one', { more: 1 });
    expect([first.status, replay.status]).toEqual([200, 200]);
    expect(toy.state.effects).toEqual(['coverNote']);
    for (const answer of [first, replay, refused]) expect(noticesOf(answer)).toEqual(LEAVING);
    expect(await refusalOf(refused)).toEqual([409, 'idempotency_conflict']);
  });

  it('operations that are not deprecated send no deprecation headers', async () => {
    const others = [
      await toy.send('GET', `/v1/notes/${NOTE}`),
      await toy.send('GET', '/v1/nothing'),
      await toy.send('GET', `/v1/beta/notes/${NOTE}`),
    ];
    const silent = { deprecation: null, sunset: null, link: null };
    for (const answer of others) expect(noticesOf(answer)).toEqual(silent);
  });

  it('a deprecated operation is marked in the OpenAPI document, with the headers of each response', async () => {
    const { paths }: Json = await (await toy.send('GET', '/v1/openapi.json')).json();
    expect(paths['/old-notes/{note_id}/cover'].post).toMatchObject({
      deprecated: true,
      'x-deprecation-date': '2027-01-31',
      'x-sunset-date': '2027-05-01',
      'x-migration-url': GUIDE,
      'x-changelog-url': TOY_DEPRECATION.changelogUrl,
    });
    const read = paths['/old-notes/{note_id}'].get;
    expect(read).toMatchObject({ deprecated: true, 'x-sunset-date': null });
    for (const status of ['200', '304', '404', '500']) {
      expect(Object.keys(read.responses[status].headers), status).toEqual(
        expect.arrayContaining(['Deprecation', 'Link']),
      );
    }
    expect(paths['/notes/{note_id}'].get).not.toHaveProperty('deprecated');
  });
});

describe('deprecations and stages in the OpenAPI document', () => {
  it('the OpenAPI document marks deprecated members and parameters, former names and the beta stage', async () => {
    const toy = await startToy();
    try {
      const document: Json = await (await toy.send('GET', '/v1/openapi.json')).json();
      const trial = document.paths['/beta/notes/{note_id}'].get;
      expect(trial['x-service-stage']).toBe('beta');
      expect(trial.parameters).toContainEqual({
        name: 'heading',
        in: 'query',
        description: 'Its old title. Gone.',
        deprecated: true,
        schema: { type: 'string' },
      });
      const { heading } = document.components.schemas.OldNote.properties;
      expect(heading).toEqual({
        type: ['string', 'null'],
        description: 'Read the title.',
        deprecated: true,
      });
      const list = document.paths['/notes'].get;
      expect(list).not.toHaveProperty('x-service-stage');
      expect(list.parameters[0]).toMatchObject({
        name: 'game_slug',
        'x-compatibility-aliases': ['game', 'gameSlug'],
      });
      expect(list.parameters[2]).not.toHaveProperty('x-compatibility-aliases');
    } finally {
      await toy.close();
    }
  });
});
