import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../eventually.js';
import { archiveOf } from '../publishing.js';
import { inLongTests, withLong } from '../rounds.js';
import { type ChildService, createMachine, postgresPid } from './child-service.js';
import { newPublisher, type Publisher, reserve } from './publisher.js';

const machine = createMachine();
let dataDir: string;
let port: string;
let service: ChildService;
let publisher: Publisher;

beforeAll(async () => {
  dataDir = await machine.dataDir();
  service = machine.start(dataDir);
  const url = await service.baseUrl;
  port = new URL(url).port;
  publisher = await newPublisher(dataDir, url);
});
afterAll(() => machine.clear());

const ENOUGH_MS = 60_000;

test.each(
  withLong<readonly [name: NodeJS.Signals, version: string]>(
    [['SIGTERM', '1.0.0']],
    [['SIGINT', '2.0.0']],
  ),
)(
  '%s lets a transfer finish, and the upload continues after the next start',
  async (name, version) => {
    const bytes = archiveOf(version);
    const { upload_id, upload } = await reserve(publisher, version, bytes);
    const put = request(upload.url, {
      method: upload.method,
      headers: { ...upload.headers, 'Content-Length': bytes.length, Expect: '100-continue' },
    });
    const answered: Promise<[IncomingMessage]> = once(put, 'response') as never;
    await begun(put);
    put.write(bytes.subarray(0, 50));
    service.signal(name);
    await eventually(() => expect(fetch(upload.url)).rejects.toThrow(), ENOUGH_MS);
    put.end(bytes.subarray(50));
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
    expect(await service.ended).toEqual({ code: 0, signal: null });
    expect(service.said().stderr).toBe('');
    expect(await postgresPid(dataDir)).toBeNull();

    service = machine.start(dataDir, { PORT: port });
    await service.baseUrl;
    const { actor } = publisher;
    expect((await actor.post(`/uploads/${upload_id}/complete`, {})).status).toBe(202);
    await eventually(async () => {
      const { body } = await actor.get(`/uploads/${upload_id}`);
      expect(body.data.lifecycleStatus).toBe('ready');
    }, ENOUGH_MS);
  },
);

/** Resolves when the service has read the headers of a request and asks for its body. */
async function begun(sent: ClientRequest): Promise<void> {
  sent.flushHeaders();
  await once(sent, 'continue');
}

inLongTests(() => {
  test.runIf(process.platform !== 'win32')(
    'Ctrl-C under npm start stops all processes, including PostgreSQL',
    async () => {
      await service.stop();
      const npm = machine.start(dataDir, {}, { command: ['npm', 'start'], detached: true });
      await npm.baseUrl;
      const postgres = await postgresPid(dataDir);
      npm.signal('SIGINT');
      // The exit code of npm after the signal differs between shells.
      await npm.ended;
      expect(npm.said().stdout).toContain('modport has stopped');
      expect(await postgresPid(dataDir)).toBeNull();
      expect(() => process.kill(Number(postgres), 0)).toThrow('ESRCH');
    },
  );
});
