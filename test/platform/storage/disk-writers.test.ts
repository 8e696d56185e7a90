import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SignedRequest } from '../../../src/platform/storage/storage.port.js';
import { eventually } from '../../eventually.js';
import { type DiskSubject, openDisk } from './disk-subject.js';
import { answerOf, bytesOf, follow, open } from './http.js';
import { TYPE } from './subject.js';

const PART = 200_000;
const BUSY = { status: 503, code: 'service_unavailable', retry: true };

let disk: DiskSubject;
beforeEach(async () => {
  disk = await openDisk();
});
afterEach(() => disk.close());

const soon = (): Date => new Date(disk.now().getTime() + 600_000);
const signPut = (key: string) =>
  disk.storage.signPut(key, { sizeBytes: PART, contentType: TYPE }, soon());

/** Bytes in the scratch folder, which receives the bodies. */
function scratchBytes(): number {
  const folder = join(disk.directory, 'tmp');
  const paths = readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)));
  const files = paths.map((path) => statSync(path)).filter((found) => found.isFile());
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** Starts a PUT, sends all of its body but one byte, and waits until the store has written it. */
async function hold(signed: SignedRequest, bytes = bytesOf(PART)) {
  const before = scratchBytes();
  const sent = open('PUT', signed.url, { ...signed.headers, 'Content-Length': String(PART) });
  const answer = answerOf(sent);
  await new Promise((resolve) => sent.write(bytes.subarray(0, PART - 1), resolve));
  await eventually(() => expect(scratchBytes()).toBe(before + PART - 1));
  return {
    async end(): Promise<number> {
      sent.end(bytes.subarray(PART - 1));
      return (await answer).status;
    },
    async breakOff(): Promise<void> {
      const lost = expect(answer).rejects.toThrow();
      sent.destroy();
      await lost;
    },
  };
}

async function tried(signed: SignedRequest) {
  const { status, headers, body } = await follow(signed, bytesOf(PART));
  const { code } = status === 200 ? { code: 'taken' } : JSON.parse(body.toString());
  return { status, code, retry: Number(headers['retry-after']) > 0 };
}

async function multipart(key: string, parts: number) {
  const object = { contentType: TYPE, sizeBytes: parts * PART, partSizeBytes: PART };
  const id = await disk.storage.createMultipart(key, object);
  return (partNumber: number) =>
    disk.storage.signPart(key, id, { partNumber, sizeBytes: PART }, soon());
}

describe('the writers of one upload', () => {
  it('many writers of one single PUT do not fill the disk', async () => {
    const signed = await signPut('k');
    const [first, second] = [await hold(signed), await hold(signed)];
    for (let count = 0; count < 5; count += 1) expect(await tried(signed)).toEqual(BUSY);
    expect(scratchBytes()).toBe(2 * (PART - 1));
    expect(await first.end()).toBe(200);
    await second.breakOff();
  });

  it('many writers of many parts hold at most the declared size and one more body', async () => {
    const sign = await multipart('k', 3);
    const held = [await hold(await sign(1)), await hold(await sign(2)), await hold(await sign(2))];
    for (const part of [1, 2]) expect(await tried(await sign(part))).toEqual(BUSY);
    held.push(await hold(await sign(3)));
    expect(await tried(await sign(3))).toEqual(BUSY);
    expect(scratchBytes()).toBe(4 * (PART - 1));
    for (const writer of held) expect(await writer.end()).toBe(200);
    expect(scratchBytes()).toBe(0);
  });

  it('a retry is not refused while its first connection is still closing', async () => {
    const signed = await signPut('k');
    const first = await hold(signed);
    expect((await tried(signed)).status).toBe(200);
    await first.breakOff();
  });

  it('a writer that ends or breaks off frees its place', async () => {
    const sign = await multipart('k', 1);
    const signed = await sign(1);
    const [first, second] = [await hold(signed), await hold(signed)];
    expect(await tried(signed)).toEqual(BUSY);
    await first.breakOff();
    await eventually(() => expect(scratchBytes()).toBe(PART - 1));
    // The place is free a moment after the bytes are.
    await eventually(async () => expect((await tried(signed)).status).toBe(200));
    expect(await second.end()).toBe(200);
    for (let count = 0; count < 3; count += 1) expect((await tried(signed)).status).toBe(200);
  });

  it('the writers of one upload do not limit another upload', async () => {
    const signed = await signPut('k');
    const held = [await hold(signed), await hold(signed)];
    expect((await tried(await signPut('other'))).status).toBe(200);
    for (const writer of held) await writer.breakOff();
  });
});
