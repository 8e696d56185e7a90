import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { runAdmin } from '../../src/admin/run.js';
import type { Actor, Json } from '../actors.js';
import { eventually } from '../eventually.js';
import { draftVersion, sendFile } from '../publishing.js';
import { type ChildService, type Machine, postgresPid } from '../service/child-service.js';
import { newPublisher, type Publisher } from '../service/publisher.js';

/** The result of an operator command. */
export interface Ended {
  readonly exitCode: number;
  /** The printed object, or the error. */
  readonly printed: Json;
}

const ENOUGH_MS = 60_000;

/** Between two edits of a writer, so that it leaves the processors to the test. */
const PAUSE_MS = 20;

/** Runs an operator command on a data directory. */
export async function operator(
  dataDir: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  const env = { DATA_DIR: dataDir, PORT: '9', NODE_ENV: 'test', ...environment };
  const { exitCode, stdout, stderr } = await runAdmin(args, env);
  return { exitCode, printed: JSON.parse(exitCode === 0 ? stdout : stderr) };
}

/** Runs `backup create` and returns the folder of the backup. */
export async function createdBackup(
  dataDir: string,
  to: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const { exitCode, printed } = await operator(
    dataDir,
    ['backup', 'create', '--to', to],
    environment,
  );
  expect(printed).toMatchObject({ missing_objects: 0 });
  expect(exitCode).toBe(0);
  return printed.backup;
}

/** Removes a data directory whose service was killed, and ends the PostgreSQL that it left. */
export async function destroy(dataDir: string): Promise<void> {
  const pid = await postgresPid(dataDir);
  if (pid !== null) {
    process.kill(pid, 'SIGQUIT');
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow(), ENOUGH_MS);
  }
  await rm(dataDir, { recursive: true });
}

/** Publishes a version with one file. Returns the id of its artifact. */
export async function publishFile(
  { actor, modId }: Publisher,
  version: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const { id: versionId } = await draftVersion(actor, modId, { version });
  const uploadId = await sendFile(actor, { modId, versionId }, bytes);
  const completed = await actor.post(`/uploads/${uploadId}/complete`, {});
  expect(completed.status, completed.text).toBeLessThan(300);
  await eventually(async () => {
    const { body } = await actor.get(`/uploads/${uploadId}`);
    expect(body.data.lifecycleStatus).toBe('ready');
  }, ENOUGH_MS);
  const published = await actor.post(`/mods/${modId}/versions/${versionId}/publish`, {});
  expect(published.status, published.text).toBe(200);
  return completed.body.data.artifact_id;
}

/** Downloads a file as a client does. */
export async function download(actor: Actor, artifactId: string): Promise<Buffer> {
  const resolved = await actor.post(`/downloads/${artifactId}/resolve`, {});
  expect(resolved.status, resolved.text).toBe(200);
  const response = await fetch(resolved.body.data.primary_url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Sends edits one after the other until `stop`. */
export interface Writer {
  /** Resolves with the titles of acknowledged edits and the times of their responses, in order. */
  stop(): Promise<readonly { readonly title: string; readonly at: Date }[]>;
  /** The number of acknowledged edits so far. */
  count(): number;
}

/** Creates drafts of mods, each with a title of its own, while a test does other work. */
export function keepWriting(actor: Actor, gameSlug: string): Writer {
  const done: { title: string; at: Date }[] = [];
  let isStopped = false;
  const run = async () => {
    for (let number = 1; !isStopped; number += 1) {
      const title = `written ${number}`;
      const body = { game_slug: gameSlug, title: { en: title }, description: { en: 'x' } };
      const { status } = await actor.post('/mods', body).catch(() => ({ status: 0 }));
      // The service may end meanwhile. Then nothing was acknowledged.
      if (status === 201) done.push({ title, at: new Date() });
      else if (status === 0) return;
      await pause(PAUSE_MS);
    }
  };
  const running = run();
  return {
    count: () => done.length,
    async stop() {
      isStopped = true;
      await running;
      return done;
    },
  };
}

/** A running service whose creator has a mod with a cover, and a folder for backups. */
export interface Scene {
  readonly dataDir: string;
  readonly backups: string;
  readonly port: string;
  readonly service: ChildService;
  readonly publisher: Publisher;
}

/** Starts a service in a new data directory, with further variables. */
export async function openScene(
  machine: Machine,
  environment: (dataDir: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Scene> {
  const dataDir = await machine.dataDir();
  const env = environment(dataDir);
  const service = machine.start(dataDir, env);
  const url = await service.baseUrl;
  const publisher = await newPublisher(dataDir, url, env);
  await publisher.actor.post(`/mods/${publisher.modId}/media:fallback`);
  const backups = join(dirname(dataDir), 'backups');
  return { dataDir, backups, port: new URL(url).port, service, publisher };
}
