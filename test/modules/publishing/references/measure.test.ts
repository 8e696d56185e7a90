import { afterAll, expect, it } from 'vitest';
import { measure } from '../../../../src/modules/publishing/references/fetch-file.js';
import { sourceOf } from '../../../../src/modules/publishing/references/read-reference.js';
import { useWorld } from '../../../harness.js';
import { fileOf, openProviderServer } from '../../../provider-server.js';
import { switchedOn } from '../../../workers/publishing/references.js';

const server = await openProviderServer();
afterAll(() => server.close());
const world = useWorld(switchedOn(server));
const bytes = new Uint8Array([1, 2, 3]);
const locator = { owner: 'lantern', repository: 'roads', releaseId: 1, assetId: 1 };

it.each([
  ['HEAD', 1],
  ['range', 2],
  ['conditional', 3],
])('an abort during the %s request attests nothing about the host', async (_, turn) => {
  const work = new AbortController();
  const respond = fileOf(bytes);
  let asked = 0;
  server.serve('/mod.zip', (request, response) => {
    asked += 1;
    if (asked === turn) work.abort(new Error('the job ends'));
    else respond(request, response);
  });
  const file = {
    filename: 'mod.zip',
    sizeBytes: bytes.length,
    hashes: {},
    marker: 'one',
    url: `${server.origin}/mod.zip`,
  };
  const measured = measure(world.platform, sourceOf('github', locator), file, work.signal);
  await expect(measured).rejects.toThrow('the job ends');
});
