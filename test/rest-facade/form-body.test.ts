import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFormBody } from '../../rest-facade/form-body.js';
import { createFormReader } from '../../rest-facade/form-reader.js';
import { readJsonBody } from '../../rest-facade/json-body.js';
import { openSpool, type Spool } from '../../src/platform/spool/spool.js';
import { ClientGone } from '../../src/platform/work-scope.js';
import { LIMITS } from '../../src/registry/limits.js';
import { formBytes, formType, mediaParts } from '../pictures.js';
import { sha256Of } from '../publishing.js';
import { dial } from '../raw-http.js';

const RULE = {
  file: { part: 'file', limitBytes: LIMITS.imageBytes },
  json: ['metadata'],
};

let folder: string;
const server = createServer();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'modport-spool-'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a form; returns the request on the server and its connection. */
async function arriving(form: Buffer): Promise<{ req: IncomingMessage; socket: Socket }> {
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: ${formType()}\r\nContent-Length: ${form.length}\r\n\r\n`;
  const { port } = server.address() as AddressInfo;
  const came = once(server, 'request');
  const socket = await dial(port, Buffer.concat([Buffer.from(head), form]));
  const [req] = await came;
  return { req, socket };
}

describe('a form with a file of 20 MiB', () => {
  const file = Buffer.alloc(LIMITS.imageBytes, 'modport');
  const form = formBytes(mediaParts({ kind: 'cover' }, file));

  it('a file of 20 MiB arrives unchanged', async () => {
    const { req, socket } = await arriving(form);
    const received = await readFormBody(req, RULE, openSpool(folder));
    expect(received.json.get('metadata')).toEqual({ kind: 'cover' });
    expect(received.file.sha256).toBe(sha256Of(file));
    expect((await received.file.bytes()).equals(file)).toBe(true);
    await received.file.close();
    socket.destroy();
  });

  it('a file of 20 MiB is read with backpressure, so that hardly any of it waits in memory', async () => {
    const disk = openSpool(folder);
    let release = () => {};
    const isFree = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Spool = {
      async receive(body, rule) {
        await isFree;
        return disk.receive(body, rule);
      },
    };
    const { req, socket } = await arriving(form);
    const reading = readFormBody(req, RULE, slow);
    await once(req, 'pause');
    expect(req.socket.bytesRead).toBeLessThan(1024 * 1024);
    release();
    const { file: received } = await reading;
    expect(received.sizeBytes).toBe(file.length);
    await received.close();
    socket.destroy();
  });
});

describe('a form with a long JSON field', () => {
  const text = (bytes: number) => {
    const long = Buffer.from(`{"a":"${'\u{1f30b}'.repeat(bytes / 4)}`);
    return Buffer.concat([long.subarray(0, bytes - 2), Buffer.from('"}')]);
  };
  const notUtf8 = Buffer.alloc(LIMITS.bodyBytes / 2, 0xe9);

  it.each([
    ['one byte too many', text(LIMITS.bodyBytes + 1), 'request_body_too_large'],
    ['many bytes too many', text(LIMITS.bodyBytes * 2), 'request_body_too_large'],
    ['bytes that are not UTF-8', notUtf8, 'invalid_json'],
  ])('a field of %s is refused for that', async (_, bytes, code) => {
    const [, file = { name: 'file', bytes: '' }] = mediaParts({}, Buffer.from('x'));
    const { req, socket } = await arriving(formBytes([{ name: 'metadata', bytes }, file]));
    await expect(readFormBody(req, RULE, openSpool(folder))).rejects.toMatchObject({ code });
    socket.destroy();
  });

  it('a field of the most bytes is accepted', async () => {
    const bytes = Buffer.from(`"${'\u00e9'.repeat(LIMITS.bodyBytes / 2 - 1)}"`);
    const [, file = { name: 'file', bytes: '' }] = mediaParts({}, Buffer.from('x'));
    const { req, socket } = await arriving(formBytes([{ name: 'metadata', bytes }, file]));
    const received = await readFormBody(req, RULE, openSpool(folder));
    expect(received.json.get('metadata')).toHaveLength(LIMITS.bodyBytes / 2 - 1);
    await received.file.close();
    socket.destroy();
  });
});

describe('concurrent forms', () => {
  it('a client that leaves before its body is read takes no place of its account', async () => {
    const reader = createFormReader(openSpool(folder));
    const form = formBytes(mediaParts({ kind: 'cover' }, Buffer.from('x')));
    for (let at = 0; at < LIMITS.fileFormsOfOne; at += 1) {
      const { req, socket } = await arriving(form);
      socket.destroy();
      await new Promise((resolve) => req.once('close', resolve));
      await expect(reader.read(req, RULE, 'user:one')).rejects.toThrow(ClientGone);
      await expect(readJsonBody(req, form.length)).rejects.toThrow(ClientGone);
    }
    const { req, socket } = await arriving(form);
    const { file } = await reader.read(req, RULE, 'user:one');
    await file.close();
    socket.destroy();
  });

  it.each([
    ['an unknown part', { name: 'x', bytes: '' }, 'invalid_input'],
    [
      'a part of another type',
      { name: 'metadata', bytes: '{}', type: 'text/html' },
      'invalid_request',
    ],
  ])(
    'a form with %s before its large file is refused, and takes no place',
    async (_, part, code) => {
      const reader = createFormReader(openSpool(folder));
      const [, large = part] = mediaParts({}, Buffer.alloc(1024 * 1024));
      const faulty = formBytes([part, large]);
      for (let at = 0; at <= LIMITS.fileFormsOfOne; at += 1) {
        const { req, socket } = await arriving(faulty);
        await expect(reader.read(req, RULE, 'user:one')).rejects.toMatchObject({ code });
        socket.destroy();
      }
    },
  );

  it('forms of one account are bounded, and those of other accounts are still accepted', async () => {
    const reader = createFormReader({ receive: () => new Promise(() => undefined) });
    const form = formBytes(mediaParts({}, Buffer.from('x')));
    const send = async (actor: string) => {
      const { req, socket } = await arriving(form);
      return { outcome: reader.read(req, RULE, actor), socket };
    };
    const own = [];
    for (let at = 0; at < LIMITS.fileFormsOfOne; at += 1) own.push(await send('user:one'));
    const more = await send('user:one');
    await expect(more.outcome).rejects.toMatchObject({ code: 'service_unavailable' });
    const other = await send('user:two');
    for (const { outcome, socket } of [...own, other]) {
      socket.destroy();
      await Promise.race([outcome, once(socket, 'close')]);
    }
    more.socket.destroy();
  });
});
