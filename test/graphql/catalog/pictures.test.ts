import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Creator, Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import { newPerson, PASSWORD } from '../../pages/people.js';
import { newVisitor, sendGraphql } from '../../pages/visitor.js';
import { type FormPart, formBytes, formType, picture, smallPng } from '../../pictures.js';
import { bareMod, newGame } from '../../publishing.js';
import { longTest } from '../../rounds.js';
import { bomb, openIn } from '../../routes/catalog/hostile-pictures.js';
import { addTeamMember } from '../../team-members.js';

const world = useWorld();
let alice: Creator;
let png: Buffer;

beforeAll(async () => {
  await newGame(world, 'pictures');
  alice = await world.creator('alice');
  png = await smallPng();
});

const newMod = async (): Promise<string> => (await bareMod(alice, 'pictures')).id;

const ADD = `mutation ($modId: ID!, $file: Upload!, $input: AddMediaInput!, $etag: String!) {
  addModMedia(modId: $modId, file: $file, input: $input, expectedEtag: $etag) {
    id url kind width height alt position modEtag
  }
}`;
const GALLERY = `query ($modId: ID!) {
  modGallery(modId: $modId) { modEtag cover { id } gallery { id position alt } }
}`;
const ORDER = `mutation ($modId: ID!, $ids: [ID!]!, $etag: String!) {
  orderModGallery(modId: $modId, ids: $ids, expectedEtag: $etag) { modEtag gallery { id position } }
}`;

async function galleryOf(modId: string): Promise<Json> {
  return (await alice.graphql(GALLERY, { modId })).body.data.modGallery;
}

/** The form of a browser: the operation, the place of the file, and the file. */
function partsOf(variables: object, bytes: Buffer, type = 'image/png'): FormPart[] {
  const operations = { query: ADD, variables: { ...variables, file: null } };
  return [
    { name: 'operations', bytes: JSON.stringify(operations) },
    { name: 'map', bytes: '{"0":["variables.file"]}' },
    { name: '0', filename: 'cover.png', type, bytes },
  ];
}

interface Sent {
  readonly credential?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(parts: readonly FormPart[], { credential, headers }: Sent = {}) {
  const response = await fetch(`${world.baseUrl}/graphql`, {
    method: 'POST',
    headers: {
      'Content-Type': formType(),
      'Apollo-Require-Preflight': 'true',
      ...(credential ?? { Authorization: `Bearer ${alice.token}` }),
      ...headers,
    },
    body: new Uint8Array(formBytes(parts)),
  });
  return { status: response.status, body: (await response.json()) as Json };
}

async function variablesFor(modId: string, input: object = { kind: 'gallery' }): Promise<object> {
  return { modId, input, etag: (await galleryOf(modId)).modEtag };
}

async function added(modId: string, seed: number): Promise<string> {
  const { body } = await send(partsOf(await variablesFor(modId), await smallPng(seed)));
  return body.data.addModMedia.id;
}

const codeOf = ({ body }: Pick<Answer, 'body'>) => body.errors?.[0].extensions.code ?? body.code;
const fieldsOf = ({ body }: Pick<Answer, 'body'>) =>
  (body.errors?.[0].extensions.fields ?? body.fields ?? []).map(
    (it: Json) => `${it.field} ${it.code}`,
  );

describe('addModMedia in a form', () => {
  it('a signed-in browser adds a cover with its texts, and the mod shows it', async () => {
    const { visitor, modId } = await memberOfMod('maintainer');
    const Cookie = `modport_session=${visitor.cookies.get('modport_session')}`;
    const Origin = new URL(world.baseUrl).origin;
    const input = { kind: 'cover', alt: { en: 'A castle', ru: 'Замок', de: 'Eine Burg' } };
    const bytes = await picture({ width: 800, height: 450 }).png().toBuffer();
    const parts = partsOf(await variablesFor(modId, input), bytes);
    const { status, body } = await send(parts, { credential: { Cookie, Origin } });
    expect([status, body.errors]).toEqual([200, undefined]);
    const cover = body.data.addModMedia;
    expect(cover).toMatchObject({ kind: 'cover', width: 800, height: 450, alt: input.alt });
    expect(await galleryOf(modId)).toMatchObject({ cover: { id: cover.id } });
    expect((await fetch(cover.url)).headers.get('content-type')).toBe('image/webp');
    const foreign = await send(parts, { credential: { Cookie, Origin: 'https://evil.example' } });
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 'origin_mismatch']);
    const simple = await send(parts, { headers: { 'Apollo-Require-Preflight': '' } });
    expect(simple.status).toBe(400);
  });

  longTest(
    'a retry with its key returns the first picture, and other bytes are refused',
    async () => {
      const modId = await newMod();
      const headers = { 'Idempotency-Key': randomUUID() };
      const variables = await variablesFor(modId);
      const first = await send(partsOf(variables, png), { headers });
      const again = await send(partsOf(variables, png), { headers });
      expect(again.body.data).toEqual(first.body.data);
      expect((await galleryOf(modId)).gallery).toHaveLength(1);
      const other = await send(partsOf(variables, await smallPng(2)), { headers });
      expect(codeOf(other)).toBe('idempotency_conflict');
    },
  );

  it.each<[string, () => Promise<Buffer>, string, string]>([
    ['a bomb of 2.5 gigapixels', async () => bomb(50_000, 50_000), 'image/png', 'too_large'],
    ['a truncated PNG', async () => png.subarray(0, png.length / 2), 'image/png', 'invalid_format'],
    [
      'a JPEG called PNG',
      () => picture({ width: 20, height: 20 }).jpeg().toBuffer(),
      'image/png',
      'invalid_type',
    ],
    [
      'a script with the head of a GIF',
      async () => Buffer.from('GIF89a/*<script>*/'),
      'image/gif',
      'invalid_type',
    ],
  ])('%s is refused for its file, as in REST', async (_name, make, type, code) => {
    const modId = await newMod();
    const answer = await send(partsOf(await variablesFor(modId), await make(), type));
    expect(codeOf(answer)).toBe('validation_failed');
    expect(fieldsOf(answer)).toEqual([`file ${code}`]);
    expect((await galleryOf(modId)).gallery).toEqual([]);
  });

  it('a malformed form is refused with a registered code and leaves no file', async () => {
    const modId = await newMod();
    const [operations, map, file] = partsOf(await variablesFor(modId), png) as [
      FormPart,
      FormPart,
      FormPart,
    ];
    const cases: [readonly FormPart[], string, string[]][] = [
      [[operations, file], 'invalid_input', ['map required']],
      [[operations, map], 'invalid_input', ['0 required']],
      [
        [operations, { ...map, bytes: '{"0":["variables.input.alt"]}' }, file],
        'invalid_input',
        ['map invalid_format'],
      ],
      [
        [operations, { ...map, bytes: '{"0":["variables.file","variables.etag"]}' }, file],
        'invalid_input',
        ['map invalid_format'],
      ],
      [
        [operations, { ...map, bytes: '{"0":["variables.etag"]}' }, file],
        'invalid_input',
        ['operations invalid_format'],
      ],
      [[{ ...operations, bytes: '[]' }, map, file], 'invalid_input', ['operations invalid_format']],
      [[{ ...operations, bytes: '{' }, map, file], 'invalid_json', []],
      [[operations, map, file, { ...file, name: '1' }], 'invalid_input', ['1 unknown_member']],
      [[operations, map, file, file], 'invalid_input', ['0 repeated_parameter']],
    ];
    for (const [parts, code, fields] of cases) {
      const answer = await send(parts);
      expect([codeOf(answer), fieldsOf(answer)]).toEqual([code, fields]);
    }
    const query = { query: '{ getMe { user { id } } }', variables: { file: null } };
    const unused = await send([{ ...operations, bytes: JSON.stringify(query) }, map, file]);
    expect(unused.body.data.getMe.user.id).toBe(alice.userId);
    await eventually(() =>
      expect(openIn(join(world.platform.config.dataDir, 'spool'))).toEqual([]),
    );
  });

  it('a form of a caller without the permission changes nothing', async () => {
    const modId = await newMod();
    const variables = await variablesFor(modId);
    const eve = await world.creator('eve');
    const key = await alice.withToken({ scopes: 'mods:read' });
    const limited = await alice.withToken({ scopes: 'mods:write', modIds: [await newMod()] });
    const of = ({ token }: Pick<Creator, 'token'>) => ({ Authorization: `Bearer ${token}` });
    const cases: [Record<string, string>, string][] = [
      [{ Authorization: '' }, 'unauthorized'],
      [of(eve), 'not_found'],
      [of(key), 'insufficient_scope'],
      [of(limited), 'resource_scope_denied'],
    ];
    for (const [credential, code] of cases) {
      expect(codeOf(await send(partsOf(variables, png), { credential }))).toBe(code);
    }
    expect((await galleryOf(modId)).gallery).toEqual([]);
    const lines = await world.platform.db.auditEntry.findMany({
      where: { action: 'addModMedia', outcome: 'refused', actorId: alice.userId },
      orderBy: { id: 'asc' },
    });
    expect(lines.map(({ code, targetId }) => [code, targetId])).toEqual([
      ['insufficient_scope', null],
      ['resource_scope_denied', modId],
    ]);
  });
});

describe('updateModMedia', () => {
  it('an update with an idempotency key that changes nothing returns the picture', async () => {
    const modId = await newMod();
    const id = await added(modId, 1);
    const { modEtag: etag } = await galleryOf(modId);
    const update = `mutation ($modId: ID!, $id: ID!, $etag: String!) {
      updateModMedia(modId: $modId, id: $id, input: { position: 0 }, expectedEtag: $etag) { id }
    }`;
    const key = { 'Idempotency-Key': randomUUID() };
    const { body } = await alice.graphql(update, { modId, id, etag }, key);
    expect(body.data?.updateModMedia).toEqual({ id });
  });
});

describe('orderModGallery', () => {
  it('a gallery gets the given order, and the order of a stale state is refused', async () => {
    const modId = await newMod();
    const ids = [await added(modId, 1), await added(modId, 2), await added(modId, 3)];
    const { modEtag: etag } = await galleryOf(modId);
    const wanted = [ids[2], ids[0], ids[1]];
    const orders = [wanted, [ids[1], ids[0], ids[2]]].map((order) =>
      alice.graphql(ORDER, { modId, ids: order, etag }),
    );
    const answers = await Promise.all(orders);
    expect(answers.map(codeOf).sort()).toEqual(['precondition_failed', undefined]);
    const won = answers.find((answer) => codeOf(answer) === undefined);
    const { gallery } = await galleryOf(modId);
    expect(gallery.map((it: Json) => it.position)).toEqual([0, 1, 2]);
    expect(gallery.map((it: Json) => it.id)).toEqual(
      won?.body.data.orderModGallery.gallery.map((it: Json) => it.id),
    );
  });

  longTest(
    'an order that is not exactly the gallery is refused, and the same order writes nothing',
    async () => {
      const modId = await newMod();
      const ids = [await added(modId, 1), await added(modId, 2)];
      const { modEtag: etag } = await galleryOf(modId);
      for (const wrong of [[], [ids[0]], [ids[0], ids[0]], [...ids, randomUUID()]]) {
        const answer = await alice.graphql(ORDER, { modId, ids: wrong, etag });
        expect([codeOf(answer), fieldsOf(answer)]).toEqual([
          'invalid_metadata',
          ['ids unknown_value'],
        ]);
      }
      const same = await alice.graphql(ORDER, { modId, ids, etag });
      expect(same.body.data.orderModGallery.modEtag).toBe(etag);
    },
  );

  it('members without the permission read the gallery and do not order it', async () => {
    const { visitor, modId } = await memberOfMod('publisher');
    const ids = [await added(modId, 1), await added(modId, 2)];
    const { modEtag: etag } = await galleryOf(modId);
    const ask = async (query: string, variables: object) => {
      const response = await sendGraphql(world, visitor, query, variables);
      return { body: (await response.json()) as Json };
    };
    expect((await ask(GALLERY, { modId })).body.data.modGallery.gallery).toHaveLength(2);
    const refused = await ask(ORDER, { modId, ids: ids.toReversed(), etag });
    expect(codeOf(refused)).toBe('team_role_denied');
    const eve = await world.creator('eva');
    expect(codeOf(await eve.graphql(GALLERY, { modId }))).toBe('not_found');
  });
});

/** A mod of alice with a signed-in member of a role. */
async function memberOfMod(role: 'maintainer' | 'publisher') {
  const modId = await newMod();
  const name = `${role}-${randomUUID().slice(0, 8)}`;
  const userId = await newPerson(world, name);
  await addTeamMember(world, modId, { userId, role });
  const visitor = newVisitor(world);
  await visitor.signIn(name, PASSWORD);
  return { visitor, modId };
}
