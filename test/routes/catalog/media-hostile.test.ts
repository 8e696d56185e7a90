import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Creator, Json } from '../../actors.js';
import { eventually } from '../../eventually.js';
import { useWorld } from '../../harness.js';
import {
  etagOf,
  formBytes,
  formType,
  mediaParts,
  picture,
  sendForm,
  sendPicture,
  smallPng,
} from '../../pictures.js';
import { archiveOf, bareMod, newGame, refusal } from '../../publishing.js';
import { dial, rawRequest } from '../../raw-http.js';
import { bomb, openIn } from './hostile-pictures.js';

const world = useWorld();
let alice: Creator;
let modId: string;
let png: Buffer;

beforeAll(async () => {
  await newGame(world, 'hostile');
  alice = await world.creator('alice');
  modId = (await bareMod(alice, 'hostile')).id;
  png = await smallPng();
});

const gallery = { kind: 'gallery' };
const told = (answer: Answer) => [refusal(answer), answer.body.fields?.[0]];
const aboutFile = (code: string) => ['422 validation_failed', { field: 'file', code }];
const bytesAt = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

describe('hostile pictures', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const jpeg = () => picture({ width: 200, height: 200 }).jpeg().toBuffer();
  const frames = async () =>
    sharp([await smallPng(1), await smallPng(2)], { join: { animated: true } });
  const cases: readonly [string, () => Promise<Buffer>, string, string][] = [
    ['a bomb of 2.5 gigapixels', async () => bomb(50_000, 50_000), 'image/png', 'too_large'],
    ['one pixel row too many', async () => bomb(8_000, 5_001), 'image/png', 'too_large'],
    ['an SVG that is called PNG', async () => svg, 'image/png', 'invalid_type'],
    ['an SVG', async () => svg, 'image/svg+xml', 'invalid_type'],
    ['a GIF', async () => (await frames()).gif().toBuffer(), 'image/gif', 'invalid_type'],
    [
      'an animated WebP',
      async () => (await frames()).webp().toBuffer(),
      'image/webp',
      'not_allowed',
    ],
    ['a JPEG that is called PNG', jpeg, 'image/png', 'invalid_type'],
    ['half a JPEG', async () => (await jpeg()).subarray(0, 4_000), 'image/jpeg', 'invalid_format'],
    ['half a PNG', async () => png.subarray(0, png.length / 2), 'image/png', 'invalid_format'],
    ['a head without pixels', async () => bomb(64, 64), 'image/png', 'invalid_format'],
    ['an archive', async () => archiveOf('x'), 'image/png', 'invalid_type'],
    ['nothing', async () => Buffer.alloc(0), 'image/png', 'invalid_type'],
  ];

  it.each(cases)(
    'a media upload of %s returns 422 and names the file field',
    async (_name, make, type, code) => {
      const answer = await sendPicture(alice, modId, gallery, await make(), { type });
      expect(told(answer)).toEqual(aboutFile(code));
      expect((await alice.get(`/mods/${modId}/media`)).body.data).toEqual([]);
    },
  );
});

describe('stored pictures', () => {
  const kept = async (bytes: Buffer, type: string): Promise<[Json, Buffer]> => {
    const { id } = await bareMod(alice, 'hostile');
    const made = await sendPicture(alice, id, { kind: 'cover' }, bytes, { type });
    expect(made.status, made.text).toBe(201);
    return [made.body.data, await bytesAt(made.body.data.url)];
  };

  it('a stored picture is upright and has no EXIF, XMP or ICC metadata', async () => {
    const bytes = await picture({ width: 60, height: 40 })
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Make: 'Spycam', Copyright: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(bytes.includes('Spycam')).toBe(true);
    const [{ width, height }, stored] = await kept(bytes, 'image/jpeg');
    expect([width, height]).toEqual([40, 60]);
    const { exif, icc, xmp, orientation, space } = await sharp(stored).metadata();
    expect([exif, icc, xmp, orientation, space]).toEqual([...Array(4), 'srgb']);
    expect(stored.includes('Spycam')).toBe(false);
  });

  it('a stored picture has no bytes that followed the uploaded picture', async () => {
    const archive = archiveOf('hidden');
    const [, stored] = await kept(Buffer.concat([png, archive]), 'image/png');
    expect(stored.includes('PK\x03\x04')).toBe(false);
    expect(stored.includes('readme.txt')).toBe(false);
  });

  it('a stored picture keeps its transparency with 16 bits per channel', async () => {
    const bytes = await sharp({
      create: {
        width: 8,
        height: 8,
        channels: 4,
        background: { r: 255, g: 128, b: 0, alpha: 0.5 },
      },
    })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const [, stored] = await kept(bytes, 'image/png');
    const [r = 0, g = 0, b = 0, a = 0] = await sharp(stored).raw().toBuffer();
    expect(Math.max(255 - r, Math.abs(g - 128), b, Math.abs(a - 128))).toBeLessThan(12);
  });

  it('a stored picture is at most 3,840 pixels wide', async () => {
    const bytes = await sharp({
      create: { width: 9_000, height: 30, channels: 3, background: '#246' },
    })
      .png()
      .toBuffer();
    const [{ width, height }] = await kept(bytes, 'image/png');
    expect([width, height]).toEqual([3_840, 13]);
  });
});

describe('media upload forms', () => {
  const metadata = { name: 'metadata', type: 'application/json', bytes: '{"kind":"gallery"}' };
  const file = () => ({ name: 'file', filename: 'a.png', type: 'image/png', bytes: png });

  it.each([
    ['the file first', () => [file(), metadata]],
    ['JSON as a text without a type', () => [{ ...metadata, type: 'text/plain' }, file()]],
    ['JSON as a file', () => [file(), { ...metadata, filename: 'blob' }]],
    [
      'JSON with its charset',
      () => [{ ...metadata, type: 'application/json; charset=utf-8' }, file()],
    ],
  ])('a media upload form accepts %s', async (_name, parts) => {
    const { id } = await bareMod(alice, 'hostile');
    expect((await sendForm(alice, id, { parts: parts() })).status).toBe(201);
  });

  it.each([
    ['without its file', () => [metadata], '400 invalid_input', 'file required'],
    ['without its JSON', () => [file()], '400 invalid_input', 'metadata required'],
    ['with two files', () => [file(), file()], '400 invalid_input', 'file repeated_parameter'],
    [
      'with JSON twice',
      () => [metadata, metadata],
      '400 invalid_input',
      'metadata repeated_parameter',
    ],
    [
      'with an unknown part',
      () => [metadata, { name: 'x', bytes: '' }],
      '400 invalid_input',
      'x unknown_member',
    ],
    [
      'with a text in place of the file',
      () => [metadata, { name: 'file', bytes: 'x' }],
      '400 invalid_input',
      'file invalid_type',
    ],
    ['with invalid JSON', () => [{ ...metadata, bytes: '{' }, file()], '400 invalid_json', ''],
    [
      'with metadata of another media type',
      () => [{ ...metadata, type: 'text/html' }, file()],
      '400 invalid_request',
      '',
    ],
    [
      'with a part without a name',
      () => [metadata, { head: 'Content-Disposition: form-data', bytes: '' }],
      '400 invalid_request',
      '',
    ],
    [
      'with three parts',
      () => [metadata, file(), { head: 'X: y', bytes: '' }],
      '400 invalid_request',
      '',
    ],
    [
      'with an encoded part',
      () => [
        metadata,
        {
          bytes: 'AAAA',
          head: 'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Transfer-Encoding: base64',
        },
      ],
      '400 invalid_request',
      '',
    ],
    [
      'with part headers of 20 kB',
      () => [{ head: `X: ${'y'.repeat(20_000)}`, bytes: '' }],
      '400 invalid_request',
      '',
    ],
    [
      'with a position for a cover',
      () => [{ ...metadata, bytes: '{"kind":"cover","position":3}' }, file()],
      '400 invalid_metadata',
      'position not_allowed',
    ],
  ])('a media upload form %s is rejected', async (_name, parts, expected, field) => {
    const answer = await sendForm(alice, modId, { parts: parts() });
    expect(refusal(answer)).toBe(expected);
    const fields = (answer.body.fields ?? []).map((it: Json) => `${it.field} ${it.code}`);
    expect(fields.join()).toBe(field);
  });
});

describe('early rejection of media uploads', () => {
  const port = () => Number(new URL(world.baseUrl).port);
  const head = async (change: Readonly<Record<string, string | null>> = {}, of = alice) => {
    const headers = {
      Host: 'x',
      Connection: 'close',
      Authorization: `Bearer ${of.token}`,
      'User-Agent': 'modport-tests/1.0 (+https://modport.example/tests)',
      'X-Service-Client': 'modport-tests',
      'X-Service-Client-Version': '1.0',
      'Content-Type': formType(),
      'Content-Length': '5000000',
      'Idempotency-Key': 'early',
      'If-Match': await etagOf(alice, modId),
      ...change,
    };
    const lines = Object.entries(headers).flatMap(([name, value]) =>
      value === null ? [] : [`${name}: ${value}`],
    );
    return `POST /v1/mods/${modId}/media HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  };

  it('a media upload with a bad credential, precondition, key or size is rejected before its body is read', async () => {
    const bob = await world.creator('bob');
    const { teamId } = await world.platform.db.mod.findUniqueOrThrow({ where: { id: modId } });
    const member = { teamId, userId: bob.userId, role: 'publisher' } as const;
    await world.platform.db.teamMember.create({ data: member });
    const eve = await world.creator('eve');
    const asked = [
      await head({}, bob),
      await head({}, eve),
      await head({ Authorization: null }),
      await head({ 'If-Match': null }),
      await head({ 'If-Match': '"old"' }),
      await head({ 'Idempotency-Key': null }),
      await head({ 'Content-Length': '90000000' }),
    ];
    const answers = await Promise.all(asked.map((bytes) => rawRequest(port(), bytes)));
    expect(answers.map(([answer]) => JSON.parse(answer?.body ?? '{}').code)).toEqual([
      'team_role_denied',
      'not_found',
      'unauthorized',
      'precondition_required',
      'precondition_failed',
      'idempotency_key_required',
      'request_body_too_large',
    ]);
    const lines = await world.platform.db.auditEntry.findMany({ where: { outcome: 'refused' } });
    expect(lines).toMatchObject([
      { action: 'addModMedia', code: 'team_role_denied', targetId: modId },
    ]);
  });

  it('a media upload that breaks off or whose client disconnects leaves nothing', async () => {
    const whole = formBytes(mediaParts(gallery, Buffer.concat([png, Buffer.alloc(300_000)])));
    const cut = whole.subarray(0, 200_000);
    const broken = await head({ 'Content-Length': String(cut.length) });
    const [answer] = await rawRequest(port(), Buffer.concat([Buffer.from(broken), cut]));
    expect(JSON.parse(answer?.body ?? '{}').code).toBe('invalid_request');
    const left = await dial(port(), Buffer.concat([Buffer.from(await head()), cut]));
    const spool = join(world.platform.config.dataDir, 'spool');
    left.destroy();
    await eventually(() => expect(openIn(spool)).toEqual([]));
    expect(readdirSync(spool)).toEqual([]);
    expect((await alice.get(`/mods/${modId}/media`)).body.data).toEqual([]);
    const again = await sendForm(alice, modId, { parts: mediaParts(gallery, png) });
    expect(again.status).toBe(201);
  });
});
