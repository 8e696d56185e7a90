import { beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld } from '../../harness.js';
import {
  archiveOf,
  bareMod,
  declarationOf,
  draftMod,
  draftVersion,
  newGame,
  putBytes,
  refusal,
  sendFile,
  sha256Of,
  sweepNow,
  type UploadTarget,
} from '../../publishing.js';
import { allOf, dial } from '../../raw-http.js';
import { longTest } from '../../rounds.js';

/** Seven parts, the last of which is shorter. */
const PART_BYTES = 16 * 1024;
const FILE_BYTES = 101 * 1024;
const HOUR = 3600;
/** All earlier URLs have expired after this time. */
const QUARTER = 15 * 60;

describe('multipart uploads and their deadlines (Spec 4.4, 8)', () => {
  const limits = { singleUploadBytes: 100 * 1024, partSizeBytes: PART_BYTES };
  const world = useWorld({}, { limits });
  let alice: Creator;
  let modId: string;
  const small = new Uint8Array(archiveOf('small'));
  const declared = { sizeBytes: FILE_BYTES };

  beforeAll(async () => {
    await newGame(world, 'parts');
    alice = await world.creator('alice');
    modId = (await bareMod(alice, 'parts')).id;
  });

  let count = 0;
  const newTarget = async (mod = modId): Promise<UploadTarget> => {
    count += 1;
    const version = await draftVersion(alice, mod, { version: `1.${count}` });
    return { modId: mod, versionId: version.id };
  };
  const newSession = async (): Promise<Json> => {
    const made = await alice.post('/uploads', declarationOf(await newTarget(), small, declared));
    return made.body.data;
  };
  const stagedOf = async (uploadId: string) => {
    const { db, storage } = world.platform;
    const row = await db.uploadSession.findUniqueOrThrow({ where: { id: uploadId } });
    return storage.head(row.stagingKey);
  };

  /** Starts a PUT of other bytes; `end` sends the second half. */
  const holdPut = async ({ url, sizeBytes }: Json) => {
    const { pathname, port, host } = new URL(url);
    const head = [`PUT ${pathname} HTTP/1.1`, `Host: ${host}`, `Content-Length: ${sizeBytes}`];
    const socket = await dial(Number(port), `${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    const half = sizeBytes >> 1;
    await new Promise((resolve) => socket.write(Buffer.alloc(half, 'z'), resolve));
    return {
      end() {
        socket.write(Buffer.alloc(sizeBytes - half, 'z'));
        return allOf(socket);
      },
    };
  };

  it('the start of an upload in parts raises the revision of its live updates', async () => {
    const { upload_id: id } = await newSession();
    const row = await world.platform.db.uploadSession.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ state: 'uploading', revision: 2 });
  });

  it('a file above the limit of one PUT is uploaded in parts and downloaded byte for byte', async () => {
    const half = Buffer.alloc(FILE_BYTES / 2, 'a');
    const bytes = writeZip([
      { name: 'one.txt', content: half, method: 'store' },
      { name: 'two.txt', content: half, method: 'store' },
    ]);
    const covered = await draftMod(alice, 'parts');
    const target = await newTarget(covered.id);
    const made = await alice.post('/uploads', declarationOf(target, bytes));
    const { upload, upload_id: id, artifact_id: artifactId } = made.body.data;
    expect(made.body.data.strategy).toBe('multipart');
    expect(upload).toMatchObject({ partSizeBytes: PART_BYTES, totalParts: 7, concurrency: 4 });
    expect(upload.parts.map((it: Json) => it.partNumber)).toEqual([1, 2, 3, 4]);
    const parts: Json[] = [];
    const send = async (part: Json) => {
      const start = (part.partNumber - 1) * PART_BYTES;
      const chunk = new Uint8Array(bytes.subarray(start, start + part.sizeBytes));
      const put = await putBytes(part, chunk);
      expect(put.status).toBe(200);
      parts.push({ partNumber: part.partNumber, etag: put.headers.get('etag') });
    };
    for (const part of upload.parts) {
      await send(part);
      if (parts.length > 1) continue;
      const read = await alice.get(`/uploads/${id}`);
      expect(read.body.status.progress).toMatchObject({
        uploadedBytes: PART_BYTES,
        percent: 15,
        totalParts: 7,
        completedParts: [{ partNumber: 1, sizeBytes: PART_BYTES, etag: parts[0]?.etag }],
        available: true,
      });
    }
    const rest = await alice.post(`/uploads/${id}/parts`, { partNumbers: [7, 5, 6] });
    expect(rest.body.data.upload_id).toBe(id);
    expect(rest.body.data.parts.map((it: Json) => it.partNumber)).toEqual([7, 5, 6]);
    for (const part of rest.body.data.parts) await send(part);
    const held = await holdPut(rest.body.data.parts[0]);
    const completed = await alice.post(`/uploads/${id}/complete`, { parts });
    expect(completed.status).toBe(202);
    await world.settled();
    const published = await alice.post(`/mods/${covered.id}/versions/${target.versionId}/publish`);
    expect(published.status).toBe(200);
    // The PUT began before the completion and ends after the publication.
    const [late] = await held.end();
    expect([late?.status, JSON.parse(late?.body ?? '{}').code]).toEqual([404, 'not_found']);
    const download = await world.anon.post(`/downloads/${artifactId}/resolve`);
    const fetched = await fetch(download.body.data.primary_url);
    expect(sha256Of(new Uint8Array(await fetched.arrayBuffer()))).toBe(sha256Of(bytes));
  });

  it('a signing request accepts one to four different parts of the session and signs each for 15 minutes', async () => {
    const { upload_id: id } = await newSession();
    const sign = (partNumbers: unknown) => alice.post(`/uploads/${id}/parts`, { partNumbers });
    for (const bad of [[], [1, 2, 3, 4, 5], [1, 1], [0], [8]]) {
      expect(refusal(await sign(bad)), String(bad)).toBe('400 invalid_part_numbers');
    }
    for (const bad of [[1.5], ['1'], 1, undefined]) {
      expect(refusal(await sign(bad))).toBe('400 invalid_input');
    }
    world.clock.advance(QUARTER);
    const signed = await sign([7]);
    expect(signed.status).toBe(200);
    const [part] = signed.body.data.parts;
    expect(part).toMatchObject({
      partNumber: 7,
      method: 'PUT',
      sizeBytes: FILE_BYTES % PART_BYTES,
    });
    const leaseMs = Date.parse(part.expiresAt) - world.clock.now().getTime();
    expect(leaseMs).toBeGreaterThan(0);
    expect(leaseMs).toBeLessThanOrEqual(900_000);
  });

  it('a signing request for a session of one PUT returns session_not_multipart', async () => {
    const made = await alice.post('/uploads', declarationOf(await newTarget(), small));
    const path = `/uploads/${made.body.data.upload_id}/parts`;
    const answer = await alice.post(path, { partNumbers: [1] });
    expect(refusal(answer)).toBe('409 session_not_multipart');
  });

  it('a completion must name all parts once, each with the ETag and size in the store', async () => {
    const { upload_id: id, upload } = await newSession();
    const complete = (parts: unknown) => alice.post(`/uploads/${id}/complete`, { parts });
    const named = (etag: string) =>
      [1, 2, 3, 4, 5, 6, 7].map((partNumber) => ({ partNumber, etag }));
    const sent = await putBytes(upload.parts[0], new Uint8Array(PART_BYTES));
    const etag = sent.headers.get('etag') ?? '';
    expect(refusal(await complete(undefined))).toBe('400 invalid_parts');
    expect(refusal(await complete(named(etag).slice(1)))).toBe('400 invalid_parts');
    const twice = [...named(etag).slice(1), { partNumber: 2, etag }];
    expect(refusal(await complete(twice))).toBe('400 invalid_parts');
    const beyond = [...named(etag).slice(1), { partNumber: 8, etag }];
    expect(refusal(await complete(beyond))).toBe('400 invalid_parts');
    expect(refusal(await complete(named('"other"')))).toBe('409 part_checksum_mismatch');
    expect(refusal(await complete(named(etag)))).toBe('409 invalid_parts');
    // The store then holds a part whose size differs from the plan of the session.
    const data = { partSizeBytes: PART_BYTES + 1 };
    await world.platform.db.uploadSession.update({ where: { id }, data });
    expect(refusal(await complete(named(etag)))).toBe('409 part_size_mismatch');
    expect((await alice.get(`/uploads/${id}`)).body.data.lifecycleStatus).toBe('uploading');
  });

  it('a part whose connection broke can be sent again at once', async () => {
    const { upload_id: id } = await newSession();
    world.clock.advance(QUARTER);
    const signed = await alice.post(`/uploads/${id}/parts`, { partNumbers: [7] });
    const [part] = signed.body.data.parts;
    const { host, port, pathname } = new URL(part.url);
    const head = `PUT ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${part.sizeBytes}\r\n\r\n`;
    const socket = await dial(Number(port), head);
    socket.end(new Uint8Array(part.sizeBytes / 2));
    await allOf(socket);
    expect((await putBytes(part, new Uint8Array(part.sizeBytes))).status).toBe(200);
  });

  it('a part of another size than planned is rejected', async () => {
    const { upload } = await newSession();
    const put = await putBytes(upload.parts[0], new Uint8Array(5)).then(
      (response) => response.ok,
      () => false,
    );
    expect(put).toBe(false);
  });

  longTest(
    'a session without activity for 48 hours expires, and every signed part extends it',
    async () => {
      const { upload_id: id } = await newSession();
      world.clock.advance(47 * HOUR);
      expect((await alice.post(`/uploads/${id}/parts`, { partNumbers: [1] })).status).toBe(200);
      world.clock.advance(47 * HOUR);
      await sweepNow(world);
      expect((await alice.get(`/uploads/${id}`)).body.data.lifecycleStatus).toBe('uploading');
      world.clock.advance(HOUR + 1);
      for (const swept of [false, true]) {
        if (swept) await sweepNow(world);
        const sign = await alice.post(`/uploads/${id}/parts`, { partNumbers: [1] });
        expect(refusal(sign)).toBe('410 session_expired');
        const complete = await alice.post(`/uploads/${id}/complete`, {});
        expect(refusal(complete)).toBe('410 session_expired');
      }
      const read = await alice.get(`/uploads/${id}`);
      expect(read.body.data).toMatchObject({ lifecycleStatus: 'cancelled', status: 'expired' });
      expect(read.body.data.retry).toMatchObject({ retryable: false, strategy: 'new_session' });
    },
  );

  longTest('staged bytes outlive every lease and are removed after their hold', async () => {
    const target = await newTarget();
    const uploadId = await sendFile(alice, target, small);
    await alice.post(`/uploads/${uploadId}/abort`);
    world.clock.advance(15 * 60);
    await sweepNow(world);
    expect(await stagedOf(uploadId)).not.toBeNull();
    world.clock.advance(61);
    await sweepNow(world);
    expect(await stagedOf(uploadId)).toBeNull();
    const read = await alice.get(`/uploads/${uploadId}`);
    expect(read.body.data).toMatchObject({ lifecycleStatus: 'cancelled', status: 'aborted' });
    const again = await alice.post('/uploads', declarationOf(target, small));
    expect(again.status).toBe(201);
  });
});
