import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@modport/client';
import { describe, expect, it } from 'vitest';
import { putBytes } from '../src/node/upload-put.js';
import { openSource } from '../src/node/upload-source.js';
import { otherHost } from './support/files.js';
import { temporaryFolder } from './support/folder.js';

describe('a PUT to the store', () => {
  it('a PUT whose file cannot be read ends with the error of the file, and not of the connection', async () => {
    const { url } = await otherHost();
    const path = join(await temporaryFolder(), 'upload.zip');
    await writeFile(path, 'bytes');
    const source = await openSource(path, () => undefined, undefined);
    // Each further read of a closed file fails.
    await source.close();
    const signed = { method: 'PUT', url, headers: {} };
    const options = { signal: undefined, idleTimeoutMs: 10_000, onBytes: () => undefined };
    const client = createClient({ baseUrl: url });
    const sent = putBytes(client, signed, source, { start: 0, end: source.sizeBytes }, options);
    await expect(sent).rejects.toMatchObject({ code: 'EBADF' });
  });
});
