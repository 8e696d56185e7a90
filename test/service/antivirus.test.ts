import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creator, Json } from '../actors.js';
import { writeZip } from '../archives/zip-writer.js';
import { eventually } from '../eventually.js';
import { useWorld } from '../harness.js';
import {
  CLAMD_PATH,
  type Clamd,
  LITERAL,
  NEEDS_CLAMD,
  startClamd,
} from '../platform/scanner/clamd.js';
import { noise } from '../platform/scanner/contract.js';
import { bareMod, draftVersion, newGame, sendFile } from '../publishing.js';

const environment: NodeJS.ProcessEnv = {};
let clamd: Clamd | undefined;
beforeAll(async () => {
  if (CLAMD_PATH === undefined) return;
  clamd = await startClamd();
  environment['CLAMD_ADDRESS'] = clamd.path;
});
afterAll(() => clamd?.stop());

describe.skipIf(CLAMD_PATH === undefined)(`uploads with a clamd${NEEDS_CLAMD}`, () => {
  const world = useWorld(environment);
  let alice: Creator;
  let modId: string;
  beforeAll(async () => {
    await newGame(world, 'clamav');
    alice = await world.creator('alice');
    modId = (await bareMod(alice, 'clamav')).id;
  });

  let count = 0;
  const upload = async (entries: Parameters<typeof writeZip>[0]): Promise<Json> => {
    count += 1;
    const { id: versionId } = await draftVersion(alice, modId, { version: `1.${count}` });
    const id = await sendFile(alice, { modId, versionId }, new Uint8Array(writeZip(entries)));
    await alice.post(`/uploads/${id}/complete`, {});
    await world.settled();
    return (await alice.get(`/uploads/${id}`)).body.data;
  };

  it('an upload of 2,000 clean files is ready', async () => {
    const files = Array.from({ length: 2_000 }, (_, at) => ({
      name: `data/${at}.txt`,
      content: noise(at % 300, at),
      method: 'deflate' as const,
    }));
    expect((await upload(files)).lifecycleStatus).toBe('ready');
  });

  it.each(['store', 'deflate'] as const)(
    'an upload with one known bad file among others fails, stored by %s',
    async (method) => {
      const data = await upload([
        { name: 'a.txt', content: noise(1_000) },
        { name: 'in/b.bin', content: Buffer.concat([noise(90_000), LITERAL]), method },
        { name: 'c.txt', content: noise(1_000, 2) },
      ]);
      expect(data).toMatchObject({
        lifecycleStatus: 'failed',
        failure: { code: 'av_scan_rejected' },
      });
    },
  );

  it('a scan waits while clamd is killed, and /readyz reports the scanner as down', async () => {
    await clamd?.kill();
    expect(await upload([{ name: 'a.txt', content: noise(10) }])).toMatchObject({
      lifecycleStatus: 'scanning',
      failure: null,
      job: { status: 'queued', attempts: 1 },
    });
    await eventually(async () => {
      const health = await (await fetch(`${world.baseUrl}/readyz`)).json();
      expect(health).toMatchObject({ status: 'unavailable', parts: { scanner: 'down' } });
    });
  });
});
