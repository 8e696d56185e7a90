import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Json } from '../../actors.js';
import { refusal } from '../../publishing.js';
import { rounds } from '../../rounds.js';
import {
  digestsOf,
  FATES,
  hexOf,
  never,
  newFile,
  newFiles,
  useBulkFiles,
  world,
} from './bulk-files.js';

useBulkFiles();

async function lookup(hashes: readonly string[], more: object = {}): Promise<Json> {
  const answer = await world.anon.post('/beta/artifacts:lookup', { hashes, ...more });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.data.hashes;
}

describe('artifact lookup by hash', () => {
  it('an artifact lookup finds a file by each digest in any case and returns its mod and version', async () => {
    const file = await newFile();
    const { sha256, sha512, sha1 } = digestsOf(file);
    const asked = [sha1, sha512.toUpperCase(), sha256];
    const found = await lookup(asked);
    expect(found.map(({ hash, algorithm }: Json) => [hash, algorithm])).toEqual([
      [asked[0], 'sha1'],
      [asked[1], 'sha512'],
      [asked[2], 'sha256'],
    ]);
    for (const { matches, has_more } of found) {
      expect(has_more).toBe(false);
      expect(matches).toMatchObject([
        {
          mod: { id: file.modId, game_slug: 'bulk' },
          version: { id: file.versionId, version: '1.0.0', game_versions: ['1.21'] },
          artifact: {
            id: file.artifactId,
            mod_id: file.modId,
            version_id: file.versionId,
            size_bytes: 100,
            hashes: { sha256 },
            download_metadata: { resolve_endpoint: `/downloads/${file.artifactId}/resolve` },
          },
        },
      ]);
    }
  });

  it('an artifact lookup finds exactly the files with a public summary', async () => {
    const files = await newFiles(Object.keys(FATES).length);
    for (const [at, [name, change]] of Object.entries(FATES).entries()) {
      const file = files[at] ?? never();
      await change(file);
      const { status } = await world.anon.get(`/artifacts/${file.artifactId}`);
      const found = await lookup(Object.values(digestsOf(file)));
      expect([name, found.length]).toEqual([name, status === 200 ? 3 : 0]);
    }
  });

  it('an artifact lookup with an unknown token is refused, and not answered anonymously', async () => {
    const body = { hashes: ['0'.repeat(64)] };
    const answer = await world.anon.post('/beta/artifacts:lookup', body, {
      Authorization: 'Bearer mpat_unknown',
    });
    expect(refusal(answer)).toBe('401 unauthorized');
  });

  it('an artifact lookup returns the same bytes for hidden and unknown files', async () => {
    const [hidden, unsafe] = [await newFile(), await newFile()];
    await FATES.ofHiddenMod(hidden);
    await FATES.unsafe(unsafe);
    const unknown = await world.anon.post('/beta/artifacts:lookup', { hashes: ['0'.repeat(64)] });
    for (const file of [hidden, unsafe]) {
      const hashes = [digestsOf(file).sha256];
      const answer = await world.anon.post('/beta/artifacts:lookup', { hashes });
      expect(answer.text).toBe(unknown.text);
    }
  });

  it('an artifact lookup of many hashes returns the results of single lookups in order', async () => {
    const files = await newFiles(Object.keys(FATES).length);
    await Promise.all(Object.values(FATES).map((change, at) => change(files[at] ?? never())));
    const known = files.flatMap((file) => Object.values(digestsOf(file)));
    const unknown = ['0'.repeat(40), 'f'.repeat(64), '1'.repeat(128)];
    const alone = new Map<string, Json[]>();
    for (const hash of [...known, ...unknown]) alone.set(hash, await lookup([hash]));
    const mixes = fc.array(fc.constantFrom(...alone.keys()), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(mixes, async (hashes) => {
        expect(await lookup(hashes)).toEqual(hashes.flatMap((hash) => alone.get(hash) ?? []));
      }),
      { numRuns: rounds(2, 25) },
    );
  });

  it('an artifact lookup returns at most five files with the same bytes, oldest first', async () => {
    const file = await newFile();
    const shared = await newFiles(LIMITS.lookupMatches);
    const { sha256 } = digestsOf(file);
    const blob = await world.platform.db.blob.findUniqueOrThrow({ where: { sha256 } });
    for (const [at, { artifactId, uploadId, versionId }] of shared.entries()) {
      const { db, clock } = world.platform;
      await db.artifact.update({ where: { id: artifactId }, data: { sha256, blobId: blob.id } });
      await db.uploadSession.update({ where: { id: uploadId }, data: { finalBlobId: blob.id } });
      const publishedAt = new Date(clock.now().getTime() + 1000 * (at + 1));
      await db.modVersion.update({ where: { id: versionId }, data: { publishedAt } });
    }
    const [found] = await lookup([sha256]);
    const named = found.matches.map(({ artifact }: Json) => artifact.id);
    expect(named).toEqual([file, ...shared].slice(0, -1).map(({ artifactId }) => artifactId));
    expect(found.has_more).toBe(true);
  });

  it('an artifact lookup names every malformed hash and rejects an empty or too long list', async () => {
    const good = 'a'.repeat(64);
    const refused = async (body: object) => {
      const answer = await world.anon.post('/beta/artifacts:lookup', body);
      return [answer.status, answer.body.fields?.map(({ field, code }: Json) => [field, code])];
    };
    expect(await refused({ hashes: [good, 'xyz', 'a'.repeat(63), ` ${good}`] })).toEqual([
      400,
      [1, 2, 3].map((at) => [`hashes[${at}]`, 'invalid_format']),
    ]);
    expect(await refused({ hashes: [good], algorithm: 'sha1' })).toEqual([
      400,
      [['hashes[0]', 'invalid_format']],
    ]);
    expect(await refused({ hashes: [] })).toEqual([400, [['hashes', 'required']]]);
    expect(await refused({ hashes: Array(1001).fill(good) })).toEqual([
      400,
      [['hashes', 'too_many']],
    ]);
    expect(await refused({ hashes: [good], algorithm: 'md5' })).toEqual([
      400,
      [['algorithm', 'unknown_value']],
    ]);
  });

  it('an artifact lookup of 1,000 hashes runs one statement and its response is no-store', async () => {
    const hashes = Array.from({ length: 1000 }, () => hexOf('sha512', randomUUID()));
    const statements = await world.statements(async () => {
      const answer = await world.anon.post('/beta/artifacts:lookup', { hashes });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toContain('no-store');
    });
    expect(statements.filter((sql) => !/\bjobs\b/.test(sql))).toHaveLength(1);
  });
});
