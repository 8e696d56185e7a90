import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/registry/limits.js';
import type { Creator, Json } from '../../actors.js';
import { writeZip } from '../../archives/zip-writer.js';
import { useWorld } from '../../harness.js';
import { noise } from '../../platform/scanner/contract.js';
import { bareMod, newGame, publishedVersion } from '../../publishing.js';
import { rounds } from '../../rounds.js';

const GRANT_SECONDS = 300;
const SIZE = 700_000;

/** A broken connection and how the client continues. */
interface Break {
  readonly afterBytes: number;
  readonly next: 'same address' | 'expired address' | 'new start';
}

describe('bytes of a download (Spec 2.5, 4.2)', () => {
  const world = useWorld({}, { jobs: 'when-settled' });
  let alice: Creator;
  let bytes: Uint8Array<ArrayBuffer>;
  let artifactId: string;

  beforeAll(async () => {
    await newGame(world, 'bytes');
    alice = await world.creator('alice');
    const mod = await bareMod(alice, 'bytes');
    bytes = new Uint8Array(writeZip([{ name: 'noise.dat', content: noise(SIZE) }]));
    await alice.post(`/mods/${mod.id}/media:fallback`);
    ({ artifactId } = await publishedVersion(world, alice, mod.id, { version: '1.0.0' }, bytes));
  });

  const resolve = async (body?: object): Promise<Json> => {
    const answer = await world.anon.post(`/downloads/${artifactId}/resolve`, body);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.data;
  };

  /** Requests the bytes from `start` to the end. */
  async function fetchFrom(
    start: number,
    { primary_url, representation }: Json,
  ): Promise<Response> {
    const headers = { Range: `bytes=${start}-`, 'If-Match': representation.if_match };
    const part = await fetch(primary_url, { headers });
    expect(part.status).toBe(206);
    const range = `bytes ${start}-${bytes.length - 1}/${bytes.length}`;
    expect(part.headers.get('content-range')).toBe(range);
    return part;
  }

  /** Reads at most `most` bytes of a response and closes the connection. */
  async function take({ body }: Response, most: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let left = most;
    const reader = body?.getReader();
    while (reader && left > 0) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value.subarray(0, left));
      left -= value.length;
    }
    await reader?.cancel();
    return Buffer.concat(chunks);
  }

  /** Downloads as a client should: with the stored job id, from the last received byte. */
  async function download(breaks: readonly Break[]): Promise<Buffer> {
    let has = Buffer.alloc(0);
    let now = await resolve();
    const first = now;
    for (const { afterBytes, next } of breaks) {
      has = Buffer.concat([has, await take(await fetchFrom(has.length, now), afterBytes)]);
      if (next === 'same address') continue;
      if (next === 'expired address') {
        world.clock.advance(GRANT_SECONDS + 1);
        expect((await fetch(now.primary_url)).status).toBe(410);
      }
      const { provider, etag } = now.representation;
      const progress = { bytes_received: has.length, provider };
      now = await resolve({ download_job: { id: first.download_job.id, progress, etag } });
      expect(promised(now)).toEqual(promised(first));
    }
    const rest = await fetchFrom(has.length, now);
    return Buffer.concat([has, Buffer.from(await rest.arrayBuffer())]);
  }

  it('a download returns the promised bytes in one job after any breaks, expiries and new starts', async () => {
    const aBreak = fc.record({
      afterBytes: fc.nat(SIZE / 5),
      next: fc.constantFrom<Break['next']>('same address', 'expired address', 'new start'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(aBreak, { maxLength: 5 }), async (breaks) => {
        // Downloads started before this window are not continued.
        world.clock.advance(LIMITS.countedDownloadWindowSeconds + 1);
        const whole = await download(breaks);
        expect([whole.length, digestOf(whole)]).toEqual([bytes.length, digestOf(bytes)]);
      }),
      { numRuns: rounds(2, 20) },
    );
  });

  it('a download URL with one changed character is 403, and other methods are rejected', async () => {
    world.clock.advance(GRANT_SECONDS + 1);
    const { primary_url, head_url } = await resolve();
    for (const [url, method] of [
      [primary_url, 'GET'],
      [head_url, 'HEAD'],
    ] as const) {
      const from = url.lastIndexOf('/') + 1;
      for (let at = from; at < url.length; at += rounds(7, 1)) {
        const other = url[at] === 'A' ? 'B' : 'A';
        const forged = await fetch(url.slice(0, at) + other + url.slice(at + 1), { method });
        expect([at, forged.status]).toEqual([at, 403]);
        await forged.body?.cancel();
      }
    }
    const swapped = await fetch(head_url, { method: 'GET' });
    expect(swapped.status).toBe(403);
    for (const method of ['PUT', 'DELETE', 'POST']) {
      const refused = await fetch(primary_url, { method, body: 'x' });
      expect([method, refused.ok]).toEqual([method, false]);
    }
  });
});

/** The members that stay the same for every resolve of one download. */
function promised({ download_job, download_session_id, hashes, size_bytes }: Json) {
  const { id, grant_id } = download_job;
  return { id, grant_id, download_session_id, hashes, size_bytes };
}

function digestOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
