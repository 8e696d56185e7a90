import { expect, it } from 'vitest';
import { ObjectMissing } from '../../../src/platform/storage/storage.port.js';
import { measuredOf } from './contract-late-writers.js';
import { bytesOf } from './http.js';

import { storeBefore, useUnreliableS3 } from './unreliable-s3.js';

useUnreliableS3();

it('promote throws ObjectMissing if the source is replaced before it is copied', async () => {
  const bytes = bytesOf(1000);
  const storage = await storeBefore((req, res) => {
    req.resume();
    const isSource = req.url?.startsWith('/mods/from');
    const modified = new Date().toUTCString();
    const head = { ETag: '"old"', 'Last-Modified': modified, 'Content-Length': bytes.length };
    if (isSource) res.writeHead(200, head).end(req.method === 'GET' ? bytes : undefined);
    else if (req.method === 'POST') res.end('<R><UploadId>u</UploadId></R>');
    else if (req.headers['x-amz-copy-source-if-match'] === '"old"') res.writeHead(412).end();
    else res.writeHead(req.method === 'DELETE' ? 204 : 404).end();
  });
  const promoted = storage.promote('from', 'to', measuredOf(bytes));
  await expect(promoted).rejects.toThrow(ObjectMissing);
});
